/** The stubs that `npm run new operation` writes pass what the whole project passes. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectCopy, succeedIn } from '../../support/projectCopy.ts'

const calls = [
  ['countThings', 'GET', '/v1/things'],
  ['readProduct', 'GET', '/v1/products/{productId}/reading'],
  ['touchOffer', 'POST', '/v1/products/{productId}/offers/{offerId}/touch'],
  ['replaceProduct', 'PUT', '/v1/products/{productId}'],
  ['deleteProduct', 'DELETE', '/v1/products/{productId}'],
  ['changeCheckout', 'PATCH', '/v1/checkouts/{checkoutId}'],
]
const tests = calls.map(([name]) => `test/operations/${name}.test.ts`)
const ids = 'test/guarantees/support/idsOfAccounts.ts'
const files = [
  ...calls.map(([name]) => `handlers/${name}.ts`),
  ...tests,
  'test/guarantees/anyEngine/S2_scopes.test.ts',
  ids,
]

test('the stubs of operations pass compiler and lint, and their tests pass', () => {
  const copy = projectCopy()
  for (const call of calls) succeedIn(copy, 'scripts/new.ts', 'operation', ...call)
  succeedIn(copy, 'scripts/generate.ts')
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  succeedIn(copy, biome, 'ci', '--vcs-enabled=false', '--error-on-warnings', ...files)
  const stubs = { extends: './tsconfig.json', files: ['handlers/index.ts', ...files], include: [] }
  writeFileSync(join(copy, 'tsconfig.stubs.json'), JSON.stringify(stubs))
  succeedIn(copy, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.stubs.json')
  succeedIn(copy, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite', ...tests)
  assert.doesNotMatch(readFileSync(join(copy, ids), 'utf8'), /FILL_IN/)
})
