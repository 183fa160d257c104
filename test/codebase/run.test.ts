/** `npm test` says whether all is well: it must be able to say no. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const run = fileURLToPath(new URL('../support/run.ts', import.meta.url))

async function codeOf(environment: Record<string, string>): Promise<number> {
  const { NODE_TEST_CONTEXT: _, TEST_ENGINE: __, ...env } = process.env
  const args = [run, 'test/fixtures/onOneEngine.ts']
  const child = spawn(process.execPath, args, { env: { ...env, ...environment }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code as number
}

test('what passes on both engines passes', async () => {
  assert.equal(await codeOf({}), 0)
})

for (const engine of ['sqlite', 'postgres']) {
  test(`what passes on ${engine} only fails`, async () => {
    assert.equal(await codeOf({ ONLY_ON: engine }), 1)
  })
}
