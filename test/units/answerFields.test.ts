/** Answers of banks are parsed in a thread, and only the fields in use come back. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { parseApart, readFields } from '../../domain/pix/bank/answerFields.ts'
import { AnswerTooLong, BankError } from '../../domain/pix/bank/provider.ts'
import { parserFile } from '../../domain/parsers.ts'
import type { DomainParsers } from '../../domain/parsers.ts'
import { ParserPool, ParsingRefused } from '../../runtime/parserPool.ts'
import { atEnd } from '../support/atEnd.ts'

const log = { error: (facts: object) => assert.fail(JSON.stringify(facts)) }
const parsers: DomainParsers = new ParserPool(parserFile, { log })
atEnd(() => parsers.close())

test('fields that nobody reads stay in the thread', () => {
  const text =
    '{"pix":[{"txid":"a","x":{"txid":"b"},"devolucoes":null}],"y":1,"__proto__":{"id":1}}'
  assert.deepEqual(readFields(text), { pix: [{ txid: 'a', devolucoes: null }] })
})

test('an answer that is no object, and one with too much, are told apart', () => {
  for (const text of ['', '1', 'null', '"x"', '{"pix":', '{"a":'.repeat(9_000)]) {
    assert.equal(readFields(text), null)
  }
  assert.equal(readFields(`{"pix":[${'{},'.repeat(16_000)}{}]}`), undefined)
  const deep = `${'{"pix":'.repeat(500)}1${'}'.repeat(500)}`
  assert.ok(JSON.stringify(readFields(deep)).length < 200)
  assert.equal(String(readFields(`{"motivo":"${'x'.repeat(100_000)}"}`)?.['motivo']).length, 16_384)
})

test('an answer with too much in it is to be asked for in parts', async () => {
  const text = `{"pix":[${'{},'.repeat(20_000)}{}]}`
  await assert.rejects(parseApart(parsers)('seller')(text), AnswerTooLong)
  await assert.rejects(parseApart(parsers)('seller')('x'.repeat(5_000)), /no JSON object/)
})

test("without processor time left, a seller's bank is unavailable", async () => {
  const run = () => Promise.reject(new ParsingRefused('used up'))
  const asked = parseApart({ run })('seller')('x'.repeat(5_000))
  await assert.rejects(asked, (error) => error instanceof BankError && error.kind === 'unavailable')
})
