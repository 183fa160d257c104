/** The price of a test file is said by its folder: `npm test` runs none that is dear. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { knownCosts } from '../support/costs.ts'
import type { Cost } from '../support/costs.ts'

/**
 * The most that a file outside of `test/slow/` may take of a processor, in seconds: twice what
 * CONTRIBUTING asks for, since a file takes up to twice as much beside other work.
 */
const MOST_S = 8

/** Files that `npm test` runs on SQLite alone (`vitest.config.ts`). */
const onEither = /^test\/(operations|http|rail)\/|\/anyEngine\//

const isQuick = ({ file, engine }: Cost) =>
  file.startsWith('test/') &&
  !file.startsWith('test/slow/') &&
  !(engine === 'postgres' && onEither.test(file))

/** Names files of `npm test` that take too long, the dearest first. */
function dearFiles(costs: Cost[]): string[] {
  return costs
    .filter((cost) => isQuick(cost) && cost.seconds > MOST_S)
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(({ file, engine, seconds }) => `${file} on ${engine}: ${seconds.toFixed(1)} s`)
}

test('a file outside of slow/ takes at most eight seconds of a processor', () => {
  const costs = knownCosts()
  assert.ok(costs.some(isQuick), 'No run of `npm test` has left its costs.')
  assert.deepEqual(dearFiles(costs), [])
})

test('a dear file is named, unless it is in slow/ or dear where npm test does not run it', () => {
  const dear = { file: 'test/http/limits.test.ts', engine: 'sqlite', seconds: 8.1 }
  const slow = { ...dear, file: 'test/slow/http/limits.test.ts' }
  const onPostgres = { ...dear, engine: 'postgres', seconds: 9 }
  assert.deepEqual(dearFiles([slow, onPostgres, dear]), [
    'test/http/limits.test.ts on sqlite: 8.1 s',
  ])
})
