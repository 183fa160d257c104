/** Loaded ahead of a service, has it wait for no other process that writes to its file. */
import SQLite from 'better-sqlite3'

/** The first transactions are those of the start, which may wait. */
const PATIENT = 10

const statements = Object.getPrototypeOf(new SQLite(':memory:').prepare('commit'))
const { run } = statements as SQLite.Statement
let begun = 0

statements.run = function (this: SQLite.Statement, ...args: unknown[]) {
  try {
    const result = run.apply(this, args)
    if (this.source === 'begin immediate') begun++
    return result
  } catch (error) {
    const isLocked = error instanceof SQLite.SqliteError && error.code === 'SQLITE_BUSY'
    if (!isLocked || begun < PATIENT) throw error
    // SQLite does not wait for a lock that this process itself holds.
    throw new SQLite.SqliteError('database is locked', 'SQLITE_LOCKED')
  }
}
