/** `npm test` says whether all is well on both engines: it must be able to say no. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { temporaryFolder } from '../../support/commandLine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = temporaryFolder()

/** Runs a file that fails on every engine but one; gives the exit code, and how the file ended. */
async function run(only: string): Promise<unknown[]> {
  const { TEST_DATABASE_URL: _, TEST_DATABASE_TEMPLATE: __, ...env } = process.env
  const report = join(folder, only)
  const options = ['run', '--reporter=json', `--outputFile=${report}`]
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', ...options, 'test/engines/bothEngines.test.ts'],
    { cwd: root, env: { ...env, ONLY_ON: only }, stdio: 'ignore' },
  )
  const [code] = await once(child, 'exit')
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { status: string }[]
  }
  return [code, ...testResults.map(({ status }) => status).toSorted()]
}

for (const engine of ['sqlite', 'postgres']) {
  test(`a run fails whose tests pass on ${engine} only`, async () => {
    assert.deepEqual(await run(engine), [1, 'failed', 'passed'])
  })
}
