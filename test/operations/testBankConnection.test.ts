import assert from 'node:assert/strict'
import { test } from 'vitest'
import { callbackUrl } from '../../domain/pix/connections/bankConnections.ts'
import { SCOPES } from '../../domain/pix/bank/bacen/requests.ts'
import { bankBody, connect } from '../support/bankSettings.ts'
import { startRail } from '../support/rail.ts'
import { assertRefused } from '../support/refused.ts'
import type { TestAccount } from '../support/service.ts'

const { service, bank, seller } = await startRail()

const ask = (by: TestAccount) => by.post<'BankTest'>('/v1/bank_connection/test')

test('says what the bank permits and where it announces transfers', async () => {
  const callback_url = callbackUrl(service.url, seller.seller_id)
  const found = { status: 'working', problem: null, scopes: SCOPES.split(' ') }
  const answer = { object: 'bank_test', ...found, callback_url }
  const silent = await ask(seller)
  assert.deepEqual([silent.status, silent.body], [200, { ...answer, webhook_url: null }])
  await connect(seller, bankBody(bank))
  assert.deepEqual((await ask(seller)).body, { ...answer, webhook_url: callback_url })
})

test('says why the bank cannot be asked', async () => {
  for (const [on, fault, outcome] of [
    ['', 'drop', 'unavailable'],
    ['POST /token', 503, 'unavailable'],
    ['POST /token', 401, 'refused'],
    ['GET /webhook', 'garble', 'refused'],
  ] as const) {
    bank.order(on, fault)
    const { status, body } = await ask(seller)
    bank.recover()
    const { problem, ...rest } = body
    const callback_url = callbackUrl(service.url, seller.seller_id)
    const nothing = { scopes: [], webhook_url: null, callback_url }
    assert.deepEqual([status, rest], [200, { object: 'bank_test', status: outcome, ...nothing }])
    assert.match(problem ?? '', /\S/)
  }
  assertRefused(await ask(await service.account()), 'bank_not_connected')
})

test('repeated with its Idempotency-Key, it gives the first answer', async () => {
  const path = '/v1/bank_connection/test'
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await seller.post(path, undefined, key)
  bank.order('', 'drop')
  const again = await seller.post(path, undefined, key)
  bank.recover()
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})
