/** A contract that breaks a codebase rule is refused with the cure. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { allowed, stumblingBlocks, stumblingProblems } from '../../scripts/lint/generators.ts'
import { breakAt, breaks, contract, email, rules } from '../support/contractBreaks.ts'
import type { Node } from '../support/contractBreaks.ts'

test('the contract breaks none of the rules', () => {
  for (const rule of Object.values(rules)) assert.deepEqual([...rule(contract)], [])
})

for (const [what, one] of Object.entries(breaks)) {
  test(`${what} is refused where it stands`, () => {
    const document = structuredClone(contract)
    breakAt(document, one)
    const [found, ...more] = rules[one.rule](document)
    assert.match(found?.message ?? '', one.said)
    assert.deepEqual(more, [])
    const near = found?.path.map(String) ?? []
    const shared = near.findIndex((name, index) => name !== one.at[index])
    assert.ok((shared === -1 ? near.length : shared) >= 3, near.join(' '))
  })
}

test('the contract has no more to stumble on for generators than it may, and no less', () => {
  const found = Object.entries(stumblingBlocks(contract))
  const counted = Object.fromEntries(found.map(([kind, places]) => [kind, places.length]))
  assert.deepEqual(counted, allowed)
  assert.deepEqual(stumblingProblems(contract), [])
})

const ofNull = { type: 'null' }
const customer = { $ref: '#/components/schemas/Customer' }
const stumbling: Record<keyof typeof allowed, unknown> = {
  constWithoutType: { const: 'customer' },
  scalarOrNull: { anyOf: [{ $ref: '#/components/schemas/CustomerId' }, ofNull] },
  objectOrNull: { oneOf: [customer, ofNull] },
  unionWithoutDiscriminator: { oneOf: [customer, { $ref: '#/components/schemas/Offer' }, ofNull] },
  allOf: { allOf: [customer, { type: 'object' }] },
  severalTypes: { type: ['string', 'integer', 'null'] },
}

test.for(Object.entries(stumbling))('one %s more is named, and said how to mend', ([kind, to]) => {
  const document = structuredClone(contract)
  breakAt(document, { at: email, to })
  const [problem = '', ...more] = stumblingProblems(document)
  const count = allowed[kind as keyof typeof allowed]
  assert.ok(problem.startsWith(`${count + 1} places have ${kind}, ${count} may: `), problem)
  assert.ok(problem.includes('components.schemas.'), problem)
  assert.deepEqual(more, [])
})

test('what only the service checks, and what stands in examples, is nothing to stumble on', () => {
  const document = structuredClone(contract)
  const text = '{"if":{"const":1},"then":{"not":{"const":2}},"examples":[{"const":3}]}'
  const hidden = JSON.parse(text) as Node
  breakAt(document, { at: email, to: { type: 'string', ...hidden } })
  assert.deepEqual(stumblingProblems(document), [])
})
