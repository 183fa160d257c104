/** The tests' own PostgreSQL, in a clone that only its owner may enter, such as in root's home. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { temporaryFolder } from '../support/commandLine.ts'
import { toolsOf } from '../support/tools.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const script = `
  process.umask(0o077)
  const { onServer, startServer } = await import('./test/support/postgres.ts')
  const server = await startServer()
  const { rows } = await onServer(server.url, (client) => client.query('select 1 as one'))
  await server.remove()
  console.log(JSON.stringify(rows))
  process.exit(0)`

test('a server starts in a folder that only its owner may enter', async () => {
  const clone = temporaryFolder()
  for (const folder of ['scripts', 'test', 'node_modules']) mkdirSync(join(clone, folder))
  await toolsOf('postgres')
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}')
  for (const path of [
    'scripts/install.ts',
    'cli/ports.ts',
    'test/support/postgres.ts',
    'test/support/postgresBinaries.ts',
    'test/support/tools.ts',
    'test/tools/postgres',
  ])
    cpSync(root + path, join(clone, path), { recursive: true, verbatimSymlinks: true })
  symlinkSync(`${root}node_modules/pg`, join(clone, 'node_modules/pg'), 'junction')
  chmodSync(clone, 0o700)
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: clone })
  assert.equal(stdout, '[{"one":1}]\n')
})
