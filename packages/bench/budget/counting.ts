/**
 * Loaded before the counted service: counts what its connection to SQLite does, and answers with
 * the counts on a port of its own. What the service's threads do is not counted.
 */
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { loadHandlers } from '../../../handlers/index.ts'

/** Totals of a process since its start. */
export type Counts = {
  /** Executions of statements, those that begin or end a transaction aside. */
  statements: number
  /** Rows inserted, changed or deleted; SQLite's own tables of an index for full text included. */
  rows: number
  commits: number
  /** The length of the write-ahead log, which nothing shortens below 62 MiB. */
  log_bytes: number
  /** The length of the heap, which grows by what is allocated until garbage is collected. */
  allocated_bytes: number
}

type Execute = (this: SQLite.Statement, ...parameters: unknown[]) => unknown
type Prototype = Record<'run' | 'all' | 'get', Execute>

const transactional = /^(begin|end|commit|rollback|savepoint|release|pragma)\b/i

const counts: Counts = { statements: 0, rows: 0, commits: 0, log_bytes: 0, allocated_bytes: 0 }
const connections = new Map<SQLite.Database, SQLite.Statement>()

function count({ source, database }: SQLite.Statement): void {
  if (source === 'commit') counts.commits += 1
  if (transactional.test(source)) return
  counts.statements += 1
  if (connections.has(database)) return
  connections.set(database, database.prepare('select total_changes()').pluck())
}

function countExecutions(): void {
  const memory = new SQLite(':memory:')
  const prototype = Object.getPrototypeOf(memory.prepare('select 1')) as Prototype
  memory.close()
  for (const name of ['run', 'all', 'get'] as const) {
    const execute = prototype[name]
    prototype[name] = function (...parameters) {
      count(this)
      return execute.apply(this, parameters)
    }
  }
}

function read(): Counts {
  const allocated_bytes = getHeapStatistics().used_heap_size
  const { statements, commits } = counts
  let [rows, log_bytes] = [0, 0]
  for (const [{ open, name }, changes] of connections) {
    if (!open) continue
    rows += Number(changes.get())
    log_bytes += statSync(`${name}-wal`).size
  }
  // To read the counts is no statement of the service.
  counts.statements = statements
  return { statements, rows, commits, log_bytes, allocated_bytes }
}

const { COUNTS_PORT } = process.env
if (isMainThread && COUNTS_PORT !== undefined) {
  countExecutions()
  // Modules that the service loads beside its first requests are none of their memory.
  await loadHandlers()
  createServer((_, response) => response.end(JSON.stringify(read())))
    .listen(Number(COUNTS_PORT), '127.0.0.1')
    .unref()
}
