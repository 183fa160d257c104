import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'vitest'
import { operator } from '../../domain/identity/actor.ts'
import { callbackUrl, removeBank } from '../../domain/pix/connections/bankConnections.ts'
import { addBank } from '../support/bankSettings.ts'
import { startRail } from '../support/rail.ts'
import { assertRefused } from '../support/refused.ts'
import type { TestAccount } from '../support/service.ts'

const rail = await startRail()
const { service } = rail

const read = (by: TestAccount) => by.get<'BankConnection'>('/v1/bank_connection')

const none = {
  object: 'bank_connection',
  provider: 'sandbox',
  profile: null,
  health: null,
  url: null,
  token_url: null,
  client_id: null,
  pix_key: null,
  city: null,
  callback_url: null,
  callbacks: null,
  granted_scopes: null,
  account: null,
  recurring: 'available',
  active_subscriptions: 0,
  warnings: [],
  certificate: null,
  connected_at: null,
  updated_at: null,
}

test('shows the bank and the end of its certificate, and no secret', async () => {
  const { seller, bank } = rail
  const { url, token_url, client_id, pix_key, city, certificate } = bank.settings
  const { subject, fingerprint256, validFrom, validTo } = new X509Certificate(certificate)
  const at = service.clock.now().toISOString()
  const { status, body, text } = await read(seller)
  assert.equal(status, 200)
  assert.deepEqual(body, {
    object: 'bank_connection',
    provider: 'bacen',
    profile: 'bacen',
    health: 'answering',
    url,
    token_url,
    client_id,
    pix_key,
    city,
    callback_url: callbackUrl(service.url, seller.seller_id),
    callbacks: 'registered',
    granted_scopes: null,
    account: bank.account,
    recurring: 'available',
    active_subscriptions: 0,
    warnings: [],
    certificate: {
      subject: subject.replaceAll('\n', ', '),
      fingerprint_sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
      valid_from: new Date(validFrom).toISOString(),
      valid_to: new Date(validTo).toISOString(),
    },
    connected_at: at,
    updated_at: at,
  })
  assert.ok(!text.includes(bank.client_secret))
  assert.doesNotMatch(text, /PRIVATE KEY|BEGIN|sealed|secret/)
})

test('names the provider whose API is spoken', async () => {
  const { seller, bank } = await rail.another()
  for (const provider of ['woovi', 'mercadopago'] as const) {
    const { db, service: services } = service
    const settings = { ...bank.settings, profile: provider }
    const of = { seller_id: seller.seller_id, settings, now: service.clock.now() }
    await addBank(db, services.vault, of)
    assert.deepEqual((await read(seller)).body.provider, provider)
  }
})

test('shows no bank to an account without one, nor that of another account', async () => {
  assert.deepEqual((await read(await service.account())).body, none)
})

test('shows no bank once it is disconnected', async () => {
  const { seller } = await rail.another()
  assert.equal((await read(seller)).body.provider, 'bacen')
  const by = { seller_id: seller.seller_id, actor: operator(), now: service.clock.now() }
  await removeBank(service.db, by)
  assert.deepEqual((await read(seller)).body, none)
})

test('refuses query parameters', async () => {
  assertRefused(
    await rail.seller.get('/v1/bank_connection?expand=seller'),
    'invalid_request',
    'expand',
  )
})
