import { setTimeout as wait } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { Checkpoints } from './checkpoints.ts'
import { DatabaseUnavailable } from '../database.ts'
import type { Database, DatabaseFigures } from '../database.ts'
import type { Transaction } from '../query.ts'
import { damageBy, isLocked, lossBy, translated } from './errors.ts'
import { openSqliteFile } from './file.ts'
import { displaced, placesOf } from './place.ts'
import type { Place } from './place.ts'
import { SqliteStatements } from './statements.ts'

/** A group takes no further transaction after this, so that the event loop is never held long. */
const GROUP_DURATION_MS = 5

/** A group waits for so many turns at most for those who are about to come. */
const GATHERING_TURNS = 4

/** How long another process may hold a lock before whoever waits for it is answered with 503. */
const LOCKED_LIMIT_MS = 5_000

/** A lock that is held by another process is tried again after this, and the loop goes on. */
const LOCKED_PAUSE_MS = 1

/** How often it is looked whether the files are still where others find them. */
const LOOK_INTERVAL_MS = 1_000

const commands = {
  begin: 'begin immediate',
  commit: 'commit',
  rollback: 'rollback',
  setSavepoint: 'savepoint one_of_group',
  undoSavepoint: 'rollback to one_of_group',
  releaseSavepoint: 'release one_of_group',
}

type PendingTransaction = {
  /**
   * Runs the body inside the group's transaction.
   *
   * @returns what is to be done once the group is durable
   * @throws MustUndo
   */
  attempt(): () => void
  reject(error: unknown): void
}

/** A body has failed after it wrote something, and there is no savepoint to go back to. */
class MustUndo extends Error {}

/** Is told what went wrong beside the work, and will be tried again. */
export type OnFailure = (error: Error) => void

export type SqliteOptions = {
  /** After so long a group of transactions is committed, full or not. */
  group_duration_ms?: number
  onFailure?: OnFailure | undefined
}

/** A database on the file, opened as `openSqliteFile` does. */
export const openSqlite = (path: string, options: SqliteOptions = {}): SqliteDatabase =>
  new SqliteDatabase(openSqliteFile(path), options)

/**
 * One connection. Transactions that wait are committed together, with a single fsync for all, and
 * each is answered after that. There is no timer: a group is whoever arrived during the last one.
 *
 * Most bodies succeed, or refuse before they write. When one fails after it has written, its group
 * is undone and run again, each body then within a savepoint of its own: a savepoint for everybody
 * would make SQLite copy each page that is changed.
 *
 * SQLite would wait for the locks of other processes by itself, and everybody with it, also those
 * who only read. So it is told not to, and whoever meets a lock comes again a moment later.
 */
export class SqliteDatabase implements Database {
  readonly client: SQLite.Database
  readonly checkpoints: Checkpoints
  readonly #statements: SqliteStatements
  readonly #commands: Record<keyof typeof commands, SQLite.Statement>
  readonly #group_duration_ms: number
  readonly #places: Place[]
  readonly #looking: NodeJS.Timeout
  readonly #loss = Promise.withResolvers<Error>()
  /**
   * Resolves when a commit or a checkpoint met an I/O error, the file is damaged, or another one
   * stands in its place. What is stored is unknown then, and what is committed after it could be
   * lost with it: the process must end, and open the file anew.
   */
  readonly lost: Promise<Error> = this.#loss.promise
  #broken: DatabaseUnavailable | undefined
  #waiting: PendingTransaction[] = []
  #scheduled = false
  /** Whether the next group has been undone, and each of it can now be undone alone. */
  #undone = false
  /** Since when another process has been holding the lock to write. */
  #locked_since_ms: number | undefined
  readonly #sums = { groups: 0, groups_undone: 0, transactions: 0, commit_ms: 0 }

  constructor(
    client: SQLite.Database,
    { group_duration_ms = GROUP_DURATION_MS, onFailure = () => undefined }: SqliteOptions,
  ) {
    this.client = client
    client.pragma('busy_timeout = 0')
    this.#places = client.memory ? [] : placesOf(client.name)
    this.checkpoints = new Checkpoints(client, this.#places, (error) => {
      const loss = this.#lossBy(error)
      if (loss) this.#lose(loss)
      else onFailure(error)
    })
    this.#looking = setInterval(() => this.#look(), LOOK_INTERVAL_MS).unref()
    this.#group_duration_ms = group_duration_ms
    const prepared = Object.entries(commands).map(([name, text]) => [name, client.prepare(text)])
    this.#commands = Object.fromEntries(prepared)
    this.#statements = new SqliteStatements(client)
  }

  requested(): void {
    this.#statements.requested()
  }

  read<Result>(body: () => Transaction<Result>): Result | Promise<Result> {
    try {
      return this.#statements.read(body)
    } catch (error) {
      if (isLocked(error)) return this.#readLater(body)
      const damage = damageBy(error)
      if (damage) this.#lose(damage)
      throw translated(error)
    }
  }

  /** Readers need no lock, but for a moment after a process was killed while it wrote. */
  async #readLater<Result>(body: () => Transaction<Result>): Promise<Result> {
    const end_ms = performance.now() + LOCKED_LIMIT_MS
    for (;;) {
      await wait(LOCKED_PAUSE_MS)
      try {
        return this.#statements.read(body)
      } catch (error) {
        if (!isLocked(error) || performance.now() > end_ms) throw translated(error)
      }
    }
  }

  run<Result>(body: () => Transaction<Result>): Promise<Result> {
    if (this.#broken) return Promise.reject(this.#broken)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const attempt = () => this.#attempt(body, resolve, reject)
    this.#waiting.push({ attempt, reject })
    this.#schedule()
    return promise
  }

  figures(): DatabaseFigures {
    const { groups, groups_undone, transactions, commit_ms } = this.#sums
    return {
      commit_groups_total: groups,
      commit_groups_undone_total: groups_undone,
      transactions_total: transactions,
      commit_seconds_total: commit_ms / 1000,
      transactions_waiting: this.#waiting.length,
      ...this.checkpoints.figures(),
    }
  }

  async close(): Promise<void> {
    this.#statements.endReading()
    while (this.#waiting.length > 0) {
      this.#commitGroup()
      if (this.#locked_since_ms !== undefined) await wait(LOCKED_PAUSE_MS)
    }
    clearInterval(this.#looking)
    this.#look()
    await this.checkpoints.end()
    // SQLite would make a checkpoint, and the log may be all that is whole.
    if (!this.#broken) this.client.close()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    if (this.#locked_since_ms !== undefined) setTimeout(this.#next, LOCKED_PAUSE_MS)
    else setImmediate(this.#gather, 0, GATHERING_TURNS)
  }

  /**
   * Whoever has come with the first may be begun a turn later, and belongs to the group as well:
   * while each turn brings somebody, the group waits for one more.
   */
  readonly #gather = (gathered: number, turns_left: number): void => {
    const { length } = this.#waiting
    if (length === gathered || turns_left === 0) this.#next()
    else setImmediate(this.#gather, length, turns_left - 1)
  }

  readonly #next = (): void => {
    this.#scheduled = false
    if (this.#waiting.length === 0) return
    this.#commitGroup()
    if (this.#waiting.length > 0) this.#schedule()
  }

  #commitGroup(): void {
    const group: PendingTransaction[] = []
    let answers: (() => void)[]
    try {
      if (!this.#begin()) return
      answers = this.#commitTogether(this.#arrived(group))
      const loss = displaced(this.#places.slice(0, 1))
      if (loss) throw loss
    } catch (error) {
      if (error instanceof MustUndo) this.#undo(group)
      else this.#abandon(group, error)
      return
    }
    for (const answer of answers) answer()
    this.checkpoints.committed()
  }

  /**
   * @returns whether there was the lock to write
   * @throws when another process has been holding it for too long
   */
  #begin(): boolean {
    this.#statements.endReading()
    try {
      this.#commands.begin.run()
    } catch (error) {
      const now_ms = performance.now()
      const since_ms = this.#locked_since_ms ?? now_ms
      const waits = isLocked(error) && now_ms - since_ms <= LOCKED_LIMIT_MS
      this.#locked_since_ms = waits ? since_ms : undefined
      if (!waits) throw error
      return false
    }
    this.#locked_since_ms = undefined
    return true
  }

  /** Takes whoever waits, and puts them into the group, until that has taken long enough. */
  *#arrived(group: PendingTransaction[]): Iterable<PendingTransaction> {
    const end_ms = performance.now() + this.#group_duration_ms
    do {
      const transaction = this.#waiting.shift()
      if (!transaction) return
      group.push(transaction)
      yield transaction
    } while (performance.now() < end_ms)
  }

  #commitTogether(group: Iterable<PendingTransaction>): (() => void)[] {
    this.#statements.writing = true
    try {
      const answers = Array.from(group, (transaction) => transaction.attempt())
      const start_ms = performance.now()
      this.#commands.commit.run()
      this.#sums.commit_ms += performance.now() - start_ms
      this.#sums.groups++
      this.#sums.transactions += answers.length
      this.#undone = false
      return answers
    } finally {
      this.#statements.writing = false
    }
  }

  #undo(group: PendingTransaction[]): void {
    this.#commands.rollback.run()
    this.#sums.groups_undone++
    this.#undone = true
    this.#waiting.unshift(...group)
  }

  /** Nothing of the group is stored; without the lock, nothing of those who wait. */
  #abandon(group: PendingTransaction[], error: unknown): void {
    if (this.client.inTransaction) this.#commands.rollback.run()
    const losers = group.length === 0 ? this.#waiting.splice(0) : group
    for (const transaction of losers) transaction.reject(translated(error))
    const loss = this.#lossBy(error)
    if (loss) this.#lose(loss)
  }

  #lossBy(error: unknown): DatabaseUnavailable | undefined {
    return error instanceof DatabaseUnavailable ? error : lossBy(error, this.client.name)
  }

  #look(): void {
    const loss = displaced(this.#places)
    if (loss) this.#lose(loss)
  }

  /** Nobody is answered any more, nor are those who wait. */
  #lose(broken: DatabaseUnavailable): void {
    this.#broken = broken
    this.checkpoints.halt()
    this.#loss.resolve(broken)
    for (const transaction of this.#waiting.splice(0)) transaction.reject(broken)
  }

  #attempt<Result>(
    body: () => Transaction<Result>,
    resolve: (result: Result) => void,
    reject: (error: unknown) => void,
  ): () => void {
    const alone = this.#undone
    const { setSavepoint, undoSavepoint, releaseSavepoint } = this.#commands
    const written_before = this.#statements.written
    if (alone) setSavepoint.run()
    // Those of a body that failed, or is run again, are forgotten here.
    this.#statements.effects = []
    try {
      const result = this.#statements.drive(body)
      if (alone) releaseSavepoint.run()
      const { effects } = this.#statements
      return () => {
        try {
          for (const effect of effects) effect()
          resolve(result)
        } catch (error) {
          reject(error)
        }
      }
    } catch (error) {
      // On some faults SQLite has ended the whole transaction by itself: then the group is lost.
      if (!this.client.inTransaction || damageBy(error)) throw error
      if (alone) {
        undoSavepoint.run()
        releaseSavepoint.run()
      } else if (this.#statements.written > written_before) {
        throw new MustUndo('A body failed after it had written.')
      }
      return () => reject(translated(error))
    }
  }
}
