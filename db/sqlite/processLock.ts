import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { isLocked } from './errors.ts'

/** Locks an empty file until it is closed; undefined when another one has it locked. */
function lockFile(path: string): SQLite.Database | undefined {
  const client = new SQLite(path, { timeout: 0 })
  try {
    // Without a journal's file beside it.
    client.pragma('journal_mode = memory')
    client.exec('begin exclusive')
    return client
  } catch (error) {
    client.close()
    if (isLocked(error)) return undefined
    throw error
  }
}

/**
 * The name of a process in the claims that it makes, and a lock that ends with the process, however
 * that ends: the operating system holds it on an empty file beside the database, also between
 * containers that share a volume. A process that stands still is alive.
 */
export class ProcessLock {
  readonly name = randomUUID()
  /** The path of the lock of a process is this one with its name. */
  readonly #prefix: string
  readonly #held: SQLite.Database | undefined

  /** @param database the path of the database file */
  constructor(database: string) {
    this.#prefix = `${realpathSync(database)}-process-`
    this.#removeOld()
    const path = this.#prefix + this.name
    closeSync(openSync(path, 'a', 0o600))
    this.#held = lockFile(path)
  }

  /** @param name of a process that made a claim, so that it had its lock by then */
  hasEnded(name: string): boolean {
    if (name === this.name) return false
    const path = this.#prefix + name
    if (!existsSync(path)) return true
    const lock = lockFile(path)
    lock?.close()
    if (lock) rmSync(path, { force: true })
    return lock !== undefined
  }

  release(): void {
    this.#held?.close()
    rmSync(this.#prefix + this.name, { force: true })
  }

  /** Removes the files of processes that were killed. */
  #removeOld(): void {
    const start = basename(this.#prefix)
    for (const name of readdirSync(dirname(this.#prefix))) {
      if (name.startsWith(start)) this.hasEnded(name.slice(start.length))
    }
  }
}
