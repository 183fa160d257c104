import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { operator } from '../../domain/identity/actor.ts'
import { revoke } from '../../domain/access/clients.ts'
import { connectionInUse, profileValuesOf } from '../../domain/pix/connections/bankConnections.ts'
import { renewBank } from '../../domain/pix/connections/renewal.ts'
import { quirks } from '../../packages/bank/quirks.ts'
import { addBank, bankBody, connect, useUpConnections } from '../support/bankSettings.ts'
import { makeAuthority, makeClientPair, withoutTime } from '../../packages/bank/certificates.ts'
import { mockFor } from '../support/mockFor.ts'
import { bankOf } from '../support/rail.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const bank = await bankOf(service)
/** A bank that has a profile, which the contract's own does not reach. */
const inter = await bankOf(service)
quirks['form-credentials']?.apply(inter)

const stored = ({ seller_id }: TestAccount) =>
  service.sql<{ id: string; client_secret_sealed: string }>(
    'select * from bank_connections where seller_id = ? and disconnected_at is null',
    seller_id,
  )

test('a bank that accepts us is connected, and no secret is shown anywhere', async () => {
  const seller = await service.account()
  const { status, body, text } = await connect(seller, bankBody(bank, { city: undefined }))
  assert.equal(status, 200)
  const { url, client_id, pix_key, client_secret } = bank.settings
  assert.deepEqual(
    [body.provider, body.health, body.url, body.client_id, body.pix_key, body.city],
    ['bacen', 'answering', url, client_id, pix_key, 'Brasilia'],
  )
  assert.deepEqual((await seller.get('/v1/bank_connection')).body, body)
  assert.equal(bank.count('PUT /webhook'), 1)
  const { body: trail } = await seller.get<'AuditEventList'>('/v1/audit_events')
  assert.equal(trail.data[0]?.action, 'bank.connected')
  assert.equal(trail.data[0]?.actor.type, 'api_client')
  for (const said of [text, JSON.stringify(trail), service.log.join('\n')]) {
    assert.ok(!said.includes(client_secret))
    assert.doesNotMatch(said, /PRIVATE KEY/)
  }
})

test('connected again by the same Pix key, a bank gets its new settings', async () => {
  const seller = await service.account()
  await connect(seller, bankBody(bank))
  const [first] = await stored(seller)
  service.clock.advanceMs(1000)
  const body = bankBody(bank, { url: `${bank.settings.url}/`, city: ' Recife ' })
  const renewed = await connect(seller, body)
  assert.deepEqual([renewed.body.url, renewed.body.city], [bank.settings.url, 'Recife'])
  const [second] = await stored(seller)
  assert.equal(second?.id, first?.id)
  assert.notEqual(second?.client_secret_sealed, first?.client_secret_sealed)
})

test('a bank that refuses or does not answer changes nothing', async () => {
  const seller = await service.account()
  const faults = [
    ['POST /token', 401, 'bank_refused'],
    ['PUT /webhook', 422, 'bank_refused'],
    ['PUT /webhook', 503, 'bank_unavailable'],
    ['', 'drop', 'bank_unavailable'],
  ] as const
  for (const [on, fault, code] of faults) {
    bank.order(on, fault)
    const answer = await connect(seller, bankBody(bank))
    bank.recover()
    assertRefused(answer, code)
    assert.match(answer.body.error.message, /^O banco (recusou|não responde): ./)
  }
  assert.deepEqual(await stored(seller), [])
})

test('names the field that cannot be used, and asks no bank', async () => {
  const seller = await service.account()
  const asked = bank.requests.length
  const stranger = await makeClientPair(await makeAuthority('Outra'), 'loja')
  const faults = [
    [{ url: 'http://localhost/' }, 'invalid_bank_address', 'url'],
    [{ token_url: 'https://localhost/?a=1' }, 'invalid_bank_address', 'token_url'],
    [{ certificate: 'x' }, 'invalid_certificate', 'certificate'],
    [{ certificate: withoutTime(stranger) }, 'invalid_certificate', 'certificate'],
    [{ private_key: bank.settings.certificate }, 'invalid_certificate', 'private_key'],
    [{ authority: 'x' }, 'invalid_certificate', 'authority'],
    [{ private_key: stranger.key }, 'certificate_mismatch', 'private_key'],
    [{ pix_key: ' ' }, 'invalid_request', 'pix_key'],
    [{ client_secret: '' }, 'invalid_request', 'client_secret'],
  ] as const
  for (const [changes, code, param] of faults) {
    assertRefused(await connect(seller, bankBody(bank, changes)), code, param)
  }
  assert.equal(bank.requests.length, asked)
})

test('what cannot be seen around credentials is left out, and within them named', async () => {
  const seller = await service.account()
  const around = (text: string | undefined) => `\ufeff${text}\u200b\u00a0\n`
  const { client_id, client_secret, pix_key } = bank.settings
  const copied = {
    client_id: around(client_id),
    client_secret: around(client_secret),
    pix_key: around(pix_key),
  }
  const { status, body } = await connect(seller, bankBody(bank, copied))
  assert.deepEqual([status, body.client_id, body.pix_key], [200, client_id, pix_key])
  for (const param of ['client_id', 'client_secret'] as const) {
    const within = bankBody(bank, { [param]: 'lo\u200bja' })
    assertRefused(await connect(seller, within), 'invalid_profile_value', param)
    const nothing = bankBody(bank, { [param]: '\u200b' })
    assertRefused(await connect(seller, nothing), 'invalid_profile_value', param)
  }
})

test('a file whose password is hashed too often is refused by that reason', async () => {
  const seller = await service.account()
  const file = new URL('../units/p12/tooManyIterations.p12', import.meta.url)
  const pair = { certificate: undefined, private_key: undefined }
  const given = { ...pair, pkcs12: readFileSync(file, 'base64'), pkcs12_password: 'sénha' }
  const answer = await connect(seller, bankBody(bank, given))
  assertRefused(answer, 'pkcs12_iterations_exceeded', 'pkcs12')
})

test('a PKCS#12 file takes the place of certificate and key', async () => {
  const seller = await service.account()
  const file = new URL('../units/p12/modernEc.p12', import.meta.url)
  const pkcs12 = readFileSync(file, 'base64')
  const without = { certificate: undefined, private_key: undefined }
  const given = { ...without, pkcs12, pkcs12_password: 'segredo' }
  const sent = (changes: object) => connect(seller, bankBody(bank, { ...given, ...changes }))
  // The bank is asked with it, and knows another one of us.
  const { status, body } = await sent({})
  assert.deepEqual([status, body.error.code], [409, 'bank_unavailable'])
  assert.match(body.error.message, /certificate/)
  const refused = async (changes: object, param: string) =>
    assertRefused(await sent(changes), 'invalid_pkcs12', param)
  await refused({ pkcs12_password: 'outra' }, 'pkcs12_password')
  await refused({ pkcs12: 'não' }, 'pkcs12')
  await refused({ pkcs12: pkcs12.slice(0, -40) }, 'pkcs12')
  assertRefused(await sent({ certificate: 'x' }), 'invalid_request', 'certificate')
  assertRefused(await sent({ pkcs12: 'A'.repeat(90_113) }), 'invalid_request', 'pkcs12')
  await refused({ pkcs12: 'A'.repeat(90_112) }, 'pkcs12')
})

test('a bank that is known by name is asked as its profile says', async () => {
  const seller = await service.account()
  const at = { profile: 'inter', profile_values: { account: '987654' } }
  const { status, body } = await connect(seller, bankBody(inter, at))
  assert.deepEqual([status, body.profile, body.url], [200, 'inter', inter.settings.url])
  const kept = await connect(seller, bankBody(inter, { profile: 'inter' }))
  assert.deepEqual([kept.status, kept.body.profile], [200, 'inter'])
  const [connection] = await service.db.read(() => connectionInUse(seller))
  assert.ok(connection)
  assert.deepEqual(profileValuesOf(connection, service.service.vault), { account: '987654' })
  assert.doesNotMatch(kept.text, /987654/)
})

test("a seller's values for a bank go to no other address", async () => {
  const seller = await service.account()
  const other = await bankOf(service)
  quirks['form-credentials']?.apply(other)
  const at = { profile: 'inter', profile_values: { account: '123456' } }
  assert.equal((await connect(seller, bankBody(inter, at))).status, 200)
  other.demands.push({ place: 'header', name: 'x-conta-corrente', value: '123456', on: 'every' })
  const moved = await connect(seller, bankBody(other, { profile: 'inter' }))
  assertRefused(moved, 'bank_refused')
  assert.match(moved.text, /Falta x-conta-corrente/)
  assert.equal((await connect(seller, bankBody(other, at))).status, 200)
})

test('fields that a profile does not say are needed, and those unused are refused', async () => {
  const seller = await service.account()
  const asked = bank.requests.length
  const sicoob = { profile: 'sicoob', client_secret: undefined }
  const faults = [
    [{ profile: 'futuro' }, 'unknown_bank_profile', 'profile'],
    [{ profile: 'bb' }, 'invalid_profile_value', 'profile_values.app_key'],
    [{ profile: 'bacen', profile_values: { x: 'y' } }, 'invalid_profile_value', 'profile_values.x'],
    [{ ...sicoob, client_id: 'ç' }, 'invalid_profile_value', 'client_id'],
    [{ url: undefined }, 'invalid_request', 'url'],
    [{ client_id: undefined }, 'invalid_request', 'client_id'],
    [{ private_key: undefined }, 'invalid_request', 'private_key'],
    [{ profile: 'sicoob' }, 'invalid_request', 'client_secret'],
    [{ profile: 'woovi' }, 'invalid_request', 'certificate'],
    [{ pkcs12_password: 'x' }, 'invalid_request', 'pkcs12_password'],
  ] as const
  for (const [changes, code, param] of faults) {
    assertRefused(await connect(seller, bankBody(bank, changes)), code, param)
  }
  assert.equal(bank.requests.length, asked)
})

test('a certificate may have no subject', async () => {
  const seller = await service.account()
  const { cert, key } = await makeClientPair(bank.authority, '')
  const { status, body } = await connect(
    seller,
    bankBody(bank, { certificate: cert, private_key: key }),
  )
  assert.deepEqual([status, body.certificate?.subject], [200, ''])
  assert.equal((await seller.get('/v1/bank_connection')).status, 200)
})

test('a seller connects a hundred banks at most', async () => {
  const seller = await service.account()
  await useUpConnections(seller, bank)
  const known = (await stored(seller)).length
  assertRefused(await connect(seller, bankBody(bank)), 'bank_connection_limit_reached')
  assert.equal((await stored(seller)).length, known)
})

test('in live mode a bank must be at a public address', async () => {
  const live = await startService({ mode: 'live' })
  const seller = await live.account()
  for (const host of ['localhost', '10.0.0.1', '[::1]', '169.254.169.254']) {
    const answer = await connect(seller, bankBody(bank, { url: `https://${host}/pix` }))
    assertRefused(answer, 'invalid_bank_address', 'url')
  }
  const { body } = await seller.get<'BankConnection'>('/v1/bank_connection')
  assert.equal(body.provider, 'none')
})

/** A trial that the test holds up takes as long as it takes. */
const withoutTimeLimit = (t: Parameters<typeof mockFor>[0]) =>
  mockFor(t).method(AbortSignal, 'timeout', () => new AbortController().signal)

test('a seller has one trial at a time, whatever others try', async (t) => {
  withoutTimeLimit(t)
  const { promise, resolve } = Promise.withResolvers<void>()
  bank.order('POST /token', { hold: promise })
  const asked = bank.count('POST /token')
  const sellers = await Promise.all(Array.from({ length: 5 }, () => service.account()))
  const [first] = sellers
  assert.ok(first)
  const trials = sellers.map((seller) => connect(seller, bankBody(bank)))
  while (bank.count('POST /token') < asked + 5) await new Promise(setImmediate)
  const { status, headers, body } = await connect(first, bankBody(bank))
  assert.deepEqual([status, body.error.code], [429, 'too_many_requests'])
  assert.equal(headers.get('retry-after'), '10')
  resolve()
  bank.recover()
  assert.deepEqual(new Set((await Promise.all(trials)).map(({ status }) => status)), new Set([200]))
  assert.equal((await connect(first, bankBody(bank))).status, 200)
})

test('a client that is revoked while the bank answers connects nothing', async (t) => {
  withoutTimeLimit(t)
  const seller = await service.account()
  const acting = await seller.restrictedTo(['bank:write'])
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = bank.count('POST /token')
  bank.order('POST /token', { hold: promise })
  const trial = connect(acting, bankBody(bank))
  while (bank.count('POST /token') === asked) await new Promise(setImmediate)
  await revoke(service.db, { name: acting.client_id, now: service.clock.now() })
  resolve()
  bank.recover()
  assertRefused(await trial, 'invalid_access_token')
  assert.deepEqual(await stored(seller), [])
})

test('changes of others while the bank answers are not undone', async () => {
  const { db, clock } = service
  const { vault } = service.service
  const seller = await service.account()
  const of = { seller_id: seller.seller_id, now: clock.now() }
  const settings = { ...inter.settings, profile: 'inter', profile_values: { account: 'before' } }
  await addBank(db, vault, { ...of, settings })
  const inUse = () => db.read(() => connectionInUse(of))
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = inter.count('POST /token')
  inter.order('POST /token', { hold: promise })
  const body = bankBody(inter, { city: 'Recife' })
  const trial = connect(seller, body)
  while (inter.count('POST /token') === asked) await new Promise(setImmediate)
  const renewed = { ...settings, profile_values: { account: 'after' } }
  const by = { ...of, actor: operator() }
  await renewBank(db, vault, { ...by, settings: renewed, known: await inUse() })
  resolve()
  inter.recover()
  const { status, headers } = await trial
  assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
  assert.equal((await connect(seller, body)).body.city, 'Recife')
  const [connection] = await inUse()
  assert.ok(connection)
  assert.deepEqual(profileValuesOf(connection, vault), { account: 'after' })
})
