import type SQLite from 'better-sqlite3'
import { ApiError } from '../../../../contract/apiError.ts'

type Work = { attempt: () => () => void; reject: (error: unknown) => void }

/**
 * One transaction and one sync for all that wait, and the answers after it. A body refuses before
 * it writes, so that it needs no savepoint.
 */
export class Group {
  readonly #client: SQLite.Database
  readonly #begin: SQLite.Statement
  readonly #commit: SQLite.Statement
  #waiting: Work[] = []
  commits = 0

  constructor(client: SQLite.Database) {
    this.#client = client
    this.#begin = client.prepare('begin immediate')
    this.#commit = client.prepare('commit')
  }

  /** Resolves with what the body returns, once that is durable. */
  run<Result>(body: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        try {
          const result = body()
          return () => resolve(result)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          return () => reject(error)
        }
      }
      if (this.#waiting.push({ attempt, reject }) === 1) setImmediate(() => this.#flush())
    })
  }

  #flush(): void {
    const group = this.#waiting
    this.#waiting = []
    const answers: (() => void)[] = []
    try {
      this.#begin.run()
      for (const { attempt } of group) answers.push(attempt())
      this.#commit.run()
      this.commits += 1
    } catch (error) {
      if (this.#client.inTransaction) this.#client.exec('rollback')
      for (const { reject } of group) reject(error)
      return
    }
    for (const answer of answers) answer()
  }
}
