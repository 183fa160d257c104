import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The folders of `test/` whose tests run on both engines, and on one of them only. */
const both = ['operations', 'domain', 'http', 'commandLine', 'engines', 'guarantees']
// What looks at pages in a browser, what partners are given, and what works on no database.
const onSqlite = ['clients', 'codebase', 'units', 'engines/sqlite', 'guarantees/sqlite']
const onPostgres = ['engines/postgres', 'guarantees/postgres']

const filesIn = (folders: string[]) => folders.map((folder) => `test/${folder}/*.test.ts`)

/** The long form of a guarantee takes as long as it takes. */
const timeoutMs = process.env['LONG'] === '1' ? 0 : 300_000

/** As `npm start` does: hundreds of processes load the same modules. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, 'node_modules/.cache/balcao')

export default defineConfig({
  test: {
    // One process for each file, in which Node itself loads what it would load in production.
    pool: 'forks',
    experimental: { viteModuleRunner: false, nodeLoader: false, preParse: true },
    // The tests wait for processes and disks more than they compute.
    maxWorkers: 2,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    setupFiles: 'test/support/setup.ts',
    env: { NODE_COMPILE_CACHE },
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: filesIn([...both, ...onSqlite]),
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: filesIn([...both, ...onPostgres]),
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'test/support/postgresServer.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'afterwards',
          include: filesIn(['afterwards']),
          globalSetup: 'test/support/postgresServer.ts',
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
