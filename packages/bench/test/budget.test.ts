/** The budget of each operation is kept, and says by name what exceeds it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { exceeded } from '../budget/compare.ts'
import type { Counts } from '../budget/counting.ts'
import { projectCopy, runIn } from '../../../test/support/projectCopy.ts'

const counts: Counts = { statements: 20, rows: 3, commits: 1, log_bytes: 1000, allocated_bytes: 0 }

test('a count that exceeds its budget is named', () => {
  const budget = { createCustomer: counts, sale: counts }
  assert.deepEqual(exceeded(budget, budget), [])
  assert.deepEqual(exceeded(budget, { createCustomer: { ...counts, log_bytes: 1050 } }), [])
  assert.deepEqual(exceeded(budget, { sale: { ...counts, log_bytes: 1100 } }), [])
  const measured = {
    createCustomer: { ...counts, statements: 21, log_bytes: 1051 },
    sale: { ...counts, commits: 2 },
  }
  assert.deepEqual(exceeded(budget, measured), [
    'createCustomer: statements 21, budget 20',
    'createCustomer: log_bytes 1051, budget 1000',
    'sale: commits 2, budget 1',
  ])
})

test('a count without a budget exceeds it', () => {
  assert.deepEqual(exceeded({}, { getCustomer: { ...counts, rows: 0 } }).length, 5)
})

test('a statement that is added to an operation exceeds its budget', () => {
  const copy = projectCopy()
  const handler = join(copy, 'handlers/createCustomer.ts')
  const source = readFileSync(handler, 'utf8')
  const line = '  if (yield* addCustomer(customer))'
  writeFileSync(handler, source.replace(line, `  yield* customerByEmail(customer)\n${line}`))
  const budget = 'packages/bench/budget.ts'
  const { status, stderr } = runIn(copy, budget, 'createCustomer', 'getCustomer')
  assert.match(stderr, /^createCustomer: statements 3, budget 2$/m)
  assert.doesNotMatch(stderr, /^(getCustomer|createCustomer: (rows|commits|log_bytes))/m)
  assert.equal(status, 1, stderr)
  writeFileSync(handler, source)
  const asItIs = runIn(copy, budget, 'createCustomer')
  assert.equal(asItIs.status, 0, asItIs.stderr)
})
