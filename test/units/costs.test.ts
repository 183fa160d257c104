/** The files that a run names as dear. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dearFiles } from '../support/costs.ts'

test('a dear file is named, unless it is in slow/ or dear where npm test does not run it', () => {
  const dear = { file: 'test/http/limits.test.ts', engine: 'sqlite', seconds: 4.1 }
  const cheap = { ...dear, file: 'test/http/health.test.ts', seconds: 4 }
  const slow = { ...dear, file: 'test/slow/http/limits.test.ts' }
  const onPostgres = { ...dear, engine: 'postgres', seconds: 9 }
  assert.deepEqual(dearFiles([slow, onPostgres, cheap, dear]), [
    'test/http/limits.test.ts on sqlite: 4.1 s',
  ])
})
