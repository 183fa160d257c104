import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { requireGenerated } from './contract/generatedFiles.ts'
import { keepCosts } from './test/support/costs.ts'

requireGenerated()

/** A test's folder in `test/` says on which engines it runs: on both, or on one of them only. */
const onBoth = ['domain', 'commandLine', 'engines', 'guarantees']
// Suites about answers, HTTP, banks, tokens or commands, which do the same on either engine: they
// run on PostgreSQL, too, with `npm run test:all` and in the long form. `afterwards` checks that
// all of them together send every statement.
const onEither = [
  'operations',
  'http',
  'rail',
  'domain/anyEngine',
  'commandLine/anyEngine',
  'guarantees/anyEngine',
]
// Suites of pages in a browser, of packages and docs for partners, of connections and headers, and
// of code without a database.
const onSqlite = [
  'clients',
  'dashboard',
  'codebase',
  'units',
  'http/sqlite',
  'engines/sqlite',
  'guarantees/sqlite',
]
// Suites that replace functions of SQLite's machine code, each in a process of its own.
const onDisk = ['guarantees/disk']
const onPostgres = ['engines/postgres', 'guarantees/postgres']

/**
 * Modes, and the files that each runs. `test/slow/` mirrors the folders of `test/`.
 *
 * | mode | on SQLite, and without a database | on PostgreSQL |
 * | - | - | - |
 * | `test` (`npm test`) | quick | quick, of `onBoth` and `onPostgres` |
 * | `all` (`npm run test:all`) | quick and slow | quick and slow |
 */
const modes = {
  test: { sqlite: ['test'], postgres: ['test'], everyEngine: false },
  all: { sqlite: ['test', 'test/slow'], postgres: ['test', 'test/slow'], everyEngine: true },
}

function modeOf(name: string): (typeof modes)[keyof typeof modes] {
  if (name === 'test' || name === 'all') return modes[name]
  throw new Error(`No such mode of the tests: ${name}`)
}

const filesIn = (roots: string[], folders: string[]) =>
  roots.flatMap((root) => folders.map((folder) => `${root}/${folder}/*.test.ts`))

const long = process.env['LONG'] === '1'

/** The long form of a guarantee takes as long as it takes: 0 is no limit. */
const timeoutMs = long ? 0 : 300_000

/** As `npm start` does: hundreds of processes load the same modules. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, 'node_modules/.cache/balcao')

/** A folder through which the processes of one run share data, removed when the run ends. */
const TEST_RUN_FOLDER = mkdtempSync(join(tmpdir(), 'balcao-run-'))
const isWithinAnotherRun = process.env['TEST_RUN_FOLDER'] !== undefined
process.once('exit', () => {
  if (!isWithinAnotherRun) keepCosts(TEST_RUN_FOLDER)
  rmSync(TEST_RUN_FOLDER, { recursive: true })
})

export default defineConfig(({ mode }) => {
  const { sqlite, postgres, everyEngine } = modeOf(mode)
  return {
    test: {
      // Node itself loads the modules, as it does in production. A process runs many files, so that
      // each module is loaded and compiled once; `setup.ts` and `atEnd.ts` keep them apart.
      pool: 'forks',
      isolate: false,
      // With `preParse`, `-t` starts no file that has no test of that name.
      experimental: { viteModuleRunner: false, nodeLoader: false, preParse: true },
      // While some files wait for a disk, a timer or a process of their own, others compute.
      maxWorkers: availableParallelism() + 2,
      // Many times what the longest test takes: what will never end is to be told by its name.
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      // To remove the databases of all tests takes seconds.
      teardownTimeout: 60_000,
      setupFiles: 'test/support/setup.ts',
      env: {
        NODE_COMPILE_CACHE,
        TEST_RUN_FOLDER,
        ...(everyEngine && { TEST_EVERY_COMMAND: '1' }),
      },
      projects: [
        {
          extends: true,
          test: {
            name: 'sqlite',
            include: filesIn(sqlite, [...onBoth, ...onEither, ...onSqlite]),
            env: { TEST_ENGINE: 'sqlite' },
          },
        },
        {
          extends: true,
          test: {
            name: 'disk',
            include: filesIn(sqlite, onDisk),
            env: { TEST_ENGINE: 'sqlite' },
            isolate: true,
          },
        },
        {
          extends: true,
          test: {
            name: 'postgres',
            include: filesIn(postgres, [
              ...onBoth,
              ...onPostgres,
              ...(everyEngine ? onEither : []),
            ]),
            env: { TEST_ENGINE: 'postgres' },
            globalSetup: 'test/support/postgresServer.ts',
          },
        },
        // Each package's own tests, for `npm run test:all` and the package's job in CI.
        {
          extends: true,
          test: {
            name: 'packages',
            include: everyEngine ? ['packages/*/test/*.test.ts'] : [],
            env: { TEST_ENGINE: 'sqlite' },
          },
        },
        // Checks what the others have sent to PostgreSQL, so it runs after them.
        {
          extends: true,
          test: {
            name: 'afterwards',
            include: everyEngine ? filesIn(['test'], ['afterwards']) : [],
            globalSetup: 'test/support/postgresServer.ts',
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  }
})
