/** Bodies as texts of every form are read exactly, or refused. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { ApiError } from '../../contract/apiError.ts'
import { parseJsonObject } from '../../contract/json.ts'

/** A text, and true when a name comes twice in one of its objects. */
type JsonText = { text: string; isRepeated: boolean }

/** Names that objects inherit or that have a meaning elsewhere, and one in two spellings. */
const names = ['a', '\\u0061', '', '0', '__proto__', 'constructor', 'length', 'name', 'toJSON']
const scalars = [
  '0',
  '-1',
  '1.0',
  '1e2',
  '-0.5',
  '0.1',
  '5e-324',
  'null',
  'true',
  '"1.0"',
  '"{\\""',
]

const { object } = fc.letrec<{ value: JsonText; object: JsonText; array: JsonText }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...scalars).map((text) => ({ text, isRepeated: false })),
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
    text: `[${items.map(({ text }) => text).join(', ')}]`,
    isRepeated: items.some(({ isRepeated }) => isRepeated),
  })),
  object: fc
    .array(fc.tuple(fc.constantFrom(...names), tie('value')), { maxLength: 4 })
    .map((members) => ({
      text: `{${members.map(([name, { text }]) => `"${name}": ${text}`).join()}}`,
      isRepeated:
        new Set(members.map(([name]) => JSON.parse(`"${name}"`))).size < members.length ||
        members.some(([, { isRepeated }]) => isRepeated),
    })),
}))

const inherited = () =>
  [Object, Array, Function].map(({ prototype }) => Object.getOwnPropertyDescriptors(prototype))

test('a body is read as it is written, or refused where a name comes twice', () => {
  const before = inherited()
  const check = ({ text, isRepeated }: JsonText) => {
    try {
      const value = parseJsonObject(Buffer.from(text))
      assert.equal(JSON.stringify(value), JSON.stringify(JSON.parse(text)))
      assert.equal(isRepeated, false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      assert.equal(isRepeated, true, error.detail)
    }
    assert.deepEqual(inherited(), before)
  }
  fc.assert(fc.property(object, check), { numRuns: 3_000 })
})

test('numbers are taken in each of their forms, and refused where digits are lost', () => {
  const read = (number: string) => parseJsonObject(Buffer.from(`{"x":[${number}]}`))
  for (const number of [
    '0',
    '-0',
    '0.0e-5',
    '1.50',
    '0.1e1',
    '10e-8',
    '-10e-8',
    '1E+2',
    '0.30000000000000004',
    '1e-300',
    '1e-310',
    '12345678901234.5',
    '4.9e1',
  ])
    assert.doesNotThrow(() => read(number), number)
  for (const number of [
    '0.10000000000000001234',
    '1e-400',
    '4e-324',
    '9007199254740993',
    '1.0000000000000000001',
    `0.${'1'.repeat(100)}`,
    '12345678901.12345678',
  ])
    assert.throws(() => read(number), { code: 'invalid_request', param: 'x.0' }, number)
})
