/**
 * Loaded ahead of a service, has its engine believe that it has committed when it has not yet: it
 * does so a little later, and answers meanwhile.
 */
import SQLite from 'better-sqlite3'
import pg from 'pg'

/** Longer than an answer may take to be heard on a slow machine. */
const LATE_MS = 2_000

const waiting = new Set<object>()

/** @param on the connection, whose transaction goes on until then */
function later(on: object, commit: () => unknown): void {
  if (waiting.has(on)) return
  waiting.add(on)
  setTimeout(() => {
    waiting.delete(on)
    commit()
  }, LATE_MS)
}

const statements = Object.getPrototypeOf(new SQLite(':memory:').prepare('commit'))
const { run } = statements as SQLite.Statement

statements.run = function (this: SQLite.Statement, ...args: unknown[]) {
  if (this.source === 'commit') return later(this.database, () => run.call(this))
  if (this.source.startsWith('begin') && this.database.inTransaction) return undefined
  if (this.source === 'end' && waiting.has(this.database)) return undefined
  return run.apply(this, args)
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown

const clients = pg.Client.prototype as unknown as { query: Query }
const { query } = clients

clients.query = function (...args) {
  const [text] = args
  const done = Promise.resolve({ command: 'COMMIT', rows: [] })
  if (text === 'commit') {
    later(this, () => query.call(this, 'commit'))
    return done
  }
  if (String(text).startsWith('begin') && waiting.has(this)) return done
  return query.apply(this, args)
}
