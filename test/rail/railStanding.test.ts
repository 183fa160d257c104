/** A bank's granted scopes and address of callbacks are known, looked at daily, and told. */
import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { callbackUrl } from '../../domain/pix/connections/bankConnections.ts'
import { SCOPES } from '../../domain/pix/bank/bacen/requests.ts'
import { makeClientPair } from '../../packages/bank/certificates.ts'
import { addBank, bankBody, connect } from '../support/bankSettings.ts'
import { bankOf, INTERVAL_MS, RailTest, startRail } from '../support/rail.ts'
import { secondProcess } from '../support/railProcess.ts'
import { assertRefused } from '../support/refused.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const first = await startRail()
const { service } = first

const read = async ({ seller }: RailTest) => {
  const signedIn = await service.login(seller)
  return (await signedIn.get<'BankConnection'>('/v1/bank_connection')).body
}
const codes = async (rail: RailTest) => (await read(rail)).warnings.map(({ code }) => code)

/** A seller without a bank, and a bank to connect. */
async function unconnected() {
  const bank = await bankOf(service)
  return { bank, seller: await service.account() }
}

test('a bank that refuses the address is connected when callbacks are optional', async () => {
  const { bank, seller } = await unconnected()
  bank.order('PUT /webhook', 422)
  assertRefused(await connect(seller, bankBody(bank)), 'bank_refused')
  assertRefused(await connect(seller, bankBody(bank, { callbacks: 'required' })), 'bank_refused')
  const { status, body } = await connect(seller, bankBody(bank, { callbacks: 'optional' }))
  assert.deepEqual([status, body.callbacks], [200, 'refused'])
  assert.deepEqual(
    body.warnings.map(({ code }) => code),
    ['callbacks_refused'],
  )
  assert.deepEqual(body.granted_scopes, SCOPES.split(' '))
})

test('buyers of a bank without callbacks pay, and its list shows their transfers', async () => {
  const { bank, seller } = await unconnected()
  bank.order('PUT /webhook', 422)
  await connect(seller, bankBody(bank, { callbacks: 'optional' }))
  const rail = new RailTest({ ...first, seller, bank })
  const { checkout, txid } = await rail.charged()
  bank.books.pay(txid, checkout.amount_total_minor)
  await rail.reconcile()
  assert.equal((await rail.read(checkout)).status, 'completed')
})

test('a bank that does not answer about callbacks is not connected, optional or not', async () => {
  const { bank, seller } = await unconnected()
  bank.order('PUT /webhook', 503)
  const body = bankBody(bank, { callbacks: 'optional' })
  assertRefused(await connect(seller, body), 'bank_unavailable')
})

test('a renewal keeps callbacks optional, and takes them once the bank does', async () => {
  const { bank, seller } = await unconnected()
  bank.order('PUT /webhook', 422)
  await connect(seller, bankBody(bank, { callbacks: 'optional' }))
  const renewed = await connect(seller, bankBody(bank, { city: 'Recife' }))
  assert.deepEqual([renewed.status, renewed.body.callbacks], [200, 'refused'])
  assertRefused(await connect(seller, bankBody(bank, { callbacks: 'required' })), 'bank_refused')
  bank.recover()
  const { body } = await connect(seller, bankBody(bank))
  assert.deepEqual([body.callbacks, body.warnings], ['registered', []])
})

test('scopes that a bank does not grant are named when it is connected', async () => {
  const { bank, seller } = await unconnected()
  bank.scopes = 'cob.write cob.read pix.read webhook.write webhook.read'
  const { body } = await connect(seller, bankBody(bank))
  assert.deepEqual(body.granted_scopes, bank.scopes.split(' '))
  assert.deepEqual(
    body.warnings.map(({ code }) => code),
    ['refunds_not_granted', 'recurring_not_granted'],
  )
  bank.scopes = 'cob.write cob.read pix.write pix.read webhook.read'
  const body_of_other = bankBody(bank, { callbacks: 'optional' })
  const other = await connect(seller, body_of_other)
  assert.deepEqual(
    other.body.warnings.map(({ code }) => code),
    ['webhook_not_granted', 'callbacks_refused', 'recurring_not_granted'],
  )
})

test('a bank that names no scopes has granted those asked for; others are not judged', async () => {
  const { bank, seller } = await unconnected()
  const said = (scope: unknown) =>
    bank.order('POST /token', {
      change: (body) => {
        body['scope'] = scope
      },
    })
  said(undefined)
  const silent = await connect(seller, bankBody(bank))
  assert.deepEqual(silent.body.granted_scopes, SCOPES.split(' '))
  bank.recover()
  said('pix-recebimentos gestao')
  const { body } = await connect(seller, bankBody(bank))
  assert.deepEqual(body.granted_scopes, ['pix-recebimentos', 'gestao'])
  assert.deepEqual(body.warnings, [])
})

test('more scopes than fit into a line of a log are all kept', async () => {
  const { bank, seller } = await unconnected()
  const many = Array.from({ length: 30 }, (_, i) => `extrato.leitura.${i}`)
  bank.order('POST /token', {
    change: (body) => {
      body['scope'] = [...many, ...SCOPES.split(' ')].join(' ')
    },
  })
  const { body } = await connect(seller, bankBody(bank))
  assert.equal(body.granted_scopes?.length, 36)
  assert.deepEqual(
    body.warnings.map(({ code }) => code),
    ['recurring_not_granted'],
  )
})

test('a bank is asked once a day where it announces transfers, and no more often', async () => {
  const rail = await first.another()
  const asked = () => rail.bank.count('GET /webhook')
  rail.bank.books.webhook_url = callbackUrl(service.url, rail.seller.seller_id)
  await rail.reconcile(DAY_MS)
  assert.equal(asked(), 1)
  assert.deepEqual(await codes(rail), [])
  rail.bank.books.webhook_url = 'https://outra.example/pix'
  for (let hours = 0; hours < 22; hours++) await rail.reconcile(DAY_MS / 24)
  assert.equal(asked(), 1)
  await rail.reconcile(DAY_MS / 12)
  assert.equal(asked(), 2)
  assert.deepEqual(await codes(rail), ['callback_address_changed'])
})

test('two processes ask once', async () => {
  const rail = await first.another()
  rail.bank.books.webhook_url = callbackUrl(service.url, rail.seller.seller_id)
  const other = secondProcess(rail)
  service.clock.advanceMs(DAY_MS)
  await Promise.all([service.service.rail.reconcile(), other.reconcile()])
  assert.equal(rail.bank.count('GET /webhook'), 1)
})

test('a bank that was away is asked again within two hours', async () => {
  const rail = await first.another()
  rail.bank.books.webhook_url = 'https://outra.example/pix'
  rail.bank.order('', 'drop')
  await rail.reconcile(DAY_MS)
  assert.deepEqual(await codes(rail), [])
  rail.bank.recover()
  await rail.reconcile(DAY_MS / 12)
  assert.deepEqual(await codes(rail), ['callback_address_changed'])
})

test('a bank that does not show the address says nothing of it', async () => {
  const rail = await first.another()
  rail.bank.scopes = 'cob.write cob.read pix.write pix.read webhook.write'
  await rail.reconcile(DAY_MS)
  assert.equal(rail.bank.count('GET /webhook') > 0, true)
  assert.deepEqual(await codes(rail), ['recurring_not_granted'])
})

test('a certificate that ends within 30 days is logged, and counted by how soon', async () => {
  const counts = new Map<string, number>()
  const { metrics } = service.service
  const { bankAttention } = metrics
  metrics.bankAttention = (found) => {
    for (const [reason, count] of found) counts.set(reason, count)
  }
  onTestFinished(() => {
    metrics.bankAttention = bankAttention
  })
  const bank = await bankOf(service)
  const seller = await service.account()
  const { seller_id } = seller
  const { cert, key } = await makeClientPair(bank.authority, 'Loja')
  const settings = { ...bank.settings, certificate: cert, private_key: key }
  const { vault } = service.service
  await addBank(service.db, vault, { seller_id, settings, now: service.clock.now() })
  const rail = new RailTest({ ...first, seller, bank })
  bank.books.webhook_url = callbackUrl(service.url, seller_id)
  const valid_to = Date.parse((await read(rail)).certificate?.valid_to ?? '')
  const soonest: number[] = []
  for (const days of [31, 29, 6, 0.5]) {
    service.clock.advanceMs(valid_to - days * DAY_MS - service.clock.now().getTime())
    await service.service.rail.reconcile()
    // The metrics tell in the next round what a round has found.
    await rail.reconcile(INTERVAL_MS)
    soonest.push(
      [30, 7].reduce((n, one) => n + (counts.get(`certificate_ends_in_${one}_days`) ?? 0), 0) +
        (counts.get('certificate_ends_in_1_day') ?? 0),
    )
    const recurring = 'recurring_account_missing'
    assert.deepEqual(await codes(rail), days > 30 ? [recurring] : ['certificate_ends', recurring])
  }
  assert.deepEqual(
    soonest.map((count) => count > 0),
    [false, true, true, true],
  )
  assert.ok(soonest.every((count, i) => count >= (soonest[i - 1] ?? 0)))
})
