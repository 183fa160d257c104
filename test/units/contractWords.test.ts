/** Patterns of the contract say what the service takes, and no more. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { createAjv } from '../../contract/build/validators.ts'
import { readContract } from '../../contract/document.ts'

type Text = { pattern: string; not: { pattern: string } }

const { schemas, securitySchemes } = readContract().components
const field = (schema: string, name: string) => schemas[schema]?.properties?.[name] as Text

test('the pattern of an e-mail takes what its format takes, within its bounds', () => {
  const { pattern, not } = field('CreateCustomerBody', 'email')
  const [structure, bounds] = [new RegExp(pattern, 'u'), new RegExp(not.pattern, 'u')]
  const isBounded = (text: string) => /^[^@]{1,64}@[^@]{1,255}$/u.test(text)
  const isEmail = createAjv({}).compile({ type: 'string', format: 'email' })
  const agree = (text: string) => {
    const isTaken = isEmail(text) && isBounded(text)
    assert.equal(structure.test(text) && !bounds.test(text), isTaken, text)
  }
  const piece = fc.constantFrom('a', 'Z', '0', '.', '-', '_', '@', '+', '/', '`', ' ', 'é', '\n')
  const long = fc.constantFrom('a'.repeat(60), 'b.'.repeat(30), 'c-'.repeat(60))
  const text = fc.array(fc.oneof({ weight: 12, arbitrary: piece }, long), { maxLength: 12 })
  const parts = fc.tuple(text, text, text).map(([a, b, c]) => [a, '@', b, '.', c].flat().join(''))
  for (const one of ['0@0', 'a..b@c.d', 'a@b.c', `${'a.'.repeat(40)}a@b.c`]) agree(one)
  fc.assert(fc.property(fc.oneof(parts, fc.emailAddress()), agree), { numRuns: 2_000 })
})

test('the pattern of scopes names those that there are', () => {
  const { pattern } = field('TokenBody', 'scope')
  const [, names = ''] = /\((\w[\w:|]+)\)/.exec(pattern) ?? []
  const { scopes } = securitySchemes.oauth2.flows.clientCredentials
  assert.deepEqual(names.split('|'), Object.keys(scopes))
  const taken = new RegExp(pattern, 'u')
  for (const text of ['all', ' all  refunds:write ', '']) assert.ok(taken.test(text), text)
  for (const text of ['nothing', 'allall', 'all,all']) assert.ok(!taken.test(text), text)
})
