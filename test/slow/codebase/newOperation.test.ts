/** The stubs that `npm run new operation` writes pass what the whole project passes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectCopy, succeedIn } from '../../support/projectCopy.ts'

const calls = [
  ['readProduct', 'GET', '/v1/products/{productId}/reading'],
  ['touchOffer', 'POST', '/v1/products/{productId}/offers/{offerId}/touch'],
  ['replaceProduct', 'PUT', '/v1/products/{productId}'],
]
const tests = calls.map(([name]) => `test/operations/${name}.test.ts`)
const files = [...calls.map(([name]) => `handlers/${name}.ts`), ...tests]

const copy = projectCopy()

test('stubs are written, and generation takes them', () => {
  for (const call of calls) succeedIn(copy, 'scripts/new.ts', 'operation', ...call)
  succeedIn(copy, 'scripts/generate.ts')
})

test('stubs pass the lint', () => {
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  succeedIn(copy, biome, 'ci', '--vcs-enabled=false', '--error-on-warnings', ...files)
})

test('stubs compile', () => {
  const stubs = { extends: './tsconfig.json', files: ['handlers/index.ts', ...files], include: [] }
  writeFileSync(join(copy, 'tsconfig.stubs.json'), JSON.stringify(stubs))
  succeedIn(copy, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.stubs.json')
})

test('the tests of stubs pass', () => {
  succeedIn(copy, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'sqlite', ...tests)
})
