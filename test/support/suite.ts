/** Runs test files on the engines that they are about. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareServer, startServer } from './postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A test's folder says on which engines it runs. */
const folders = {
  both: ['operations', 'domain', 'http', 'commandLine', 'engines', 'guarantees'],
  // What looks at pages in a browser, what partners are given, and what works on no database.
  sqlite: ['clients', 'codebase', 'units', 'engines/sqlite', 'guarantees/sqlite'],
  postgres: ['engines/postgres', 'guarantees/postgres'],
}

const isIn = (names: string[], file: string) => names.includes(dirname(file).replace(/^test\//, ''))

export type Run = {
  files: string[]
  environment?: Record<string, string>
  /** How many files run at once. */
  concurrency: number
  /** After which a test has failed; without one it is waited for. */
  timeout_ms?: number
}

/** The files that a pattern names, in their order. */
export const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: root }).toSorted()

/** As `npm start` does: hundreds of processes load the same modules. */
const NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/balcao')

async function passes(run: Run): Promise<boolean> {
  const { files, environment, concurrency, timeout_ms = Infinity } = run
  if (files.length === 0) return true
  const limits = [`--test-concurrency=${concurrency}`, `--test-timeout=${timeout_ms}`]
  const args = ['--test', ...limits, ...files]
  const env = { NODE_COMPILE_CACHE, ...process.env, ...environment }
  const runner = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const [code] = await once(runner, 'exit')
  return code === 0
}

/** Runs on SQLite the files that are not about PostgreSQL alone. */
export function passesOnSqlite(run: Run): Promise<boolean> {
  const files = run.files.filter((file) => !isIn(folders.postgres, file))
  console.log(`${files.length} files on SQLite`)
  return passes({ ...run, files, environment: { ...run.environment, TEST_ENGINE: 'sqlite' } })
}

/**
 * Runs on PostgreSQL the files that touch data.
 *
 * @param whole whether this is the whole suite; then all the statements that were sent are looked
 *   at in the end
 */
export async function passesOnPostgres(run: Run, { whole }: { whole: boolean }): Promise<boolean> {
  const files = run.files.filter((file) => !isIn(folders.sqlite, file))
  console.log(`${files.length} files on PostgreSQL`)
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startServer() : undefined
  const url = given ?? server?.url ?? ''
  try {
    await prepareServer(url)
    const environment = { ...run.environment, TEST_ENGINE: 'postgres', TEST_DATABASE_URL: url }
    const passed = await passes({ ...run, files, environment })
    return (
      (await passes({
        files: ['test/afterwards/statements.test.ts'],
        environment: { ...environment, WHOLE_SUITE: String(whole) },
        concurrency: 1,
      })) && passed
    )
  } finally {
    await server?.remove()
  }
}
