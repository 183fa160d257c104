/** Erased data is gone: from rows, files, log and backup, in every spelling. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { mock } from 'node:test'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { databaseFile } from '../../../db/databaseUrl.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { Erasure } from '../../../domain/erasure/erasure.ts'
import { beginErasure } from '../../../domain/erasure/customer.ts'
import { backUp } from '../../../db/maintenance/backup.ts'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { recorderOf } from '../../../domain/subscriptions/ports.ts'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import { Sweeper } from '../../../runtime/sweeper.ts'
import { createLog } from '../../../runtime/logger.ts'
import { atEnd } from '../../support/atEnd.ts'
import { engine, newDatabase } from '../../support/engine.ts'
import {
  foundIn,
  foundInFiles,
  foundInTables,
  foundOnDisk,
  person,
  personalMetadata,
  personalUrl,
} from '../../support/person.ts'
import { startReceiver } from '../../support/receiver.ts'
import type { Script } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const secretKey = randomBytes(32)
const databaseUrl = await newDatabase()
const service = await startService({ secretKey, databaseUrl, logLevel: 'debug' })
const { db, clock, sql } = service
// Overwrites the rows that the tests delete behind the service's back.
if (engine === 'sqlite') await sql('pragma secure_delete = on')
const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
atEnd(() => rmSync(folder, { recursive: true }))

/** Receivers answer with the event that they were sent. */
const echo: Script = (response, { body }) => response.writeHead(200).end(body)

/** Everything in which the person could be found; a backup is made for it. */
async function found(): Promise<string[]> {
  // The look at the disk comes before the backup, which truncates the log.
  const onDisk = foundOnDisk(databaseUrl)
  const backup = join(folder, `${crypto.randomUUID()}.db`)
  await backUp(databaseUrl, backup)
  return [
    ...(await foundInTables(sql)),
    ...onDisk,
    ...foundInFiles(backup),
    ...foundIn('the log', service.log.join('\n')),
  ]
}

const key = (name: string) => ({ 'idempotency-key': name })

async function listen({ seller_id }: TestAccount, script: Script) {
  const receiver = await startReceiver(script)
  const vault = new Vault(secretKey)
  const now = clock.now()
  await createEndpoint(db, { seller_id, url: receiver.url, mode: 'sandbox', vault, now })
  return receiver
}

/** Resolves when no delivery of the seller is pending or under way. */
async function delivered({ seller_id }: TestAccount): Promise<void> {
  for (;;) {
    const open = await sql(
      `select id from deliveries where seller_id = ? and status in ('pending', 'claimed')`,
      seller_id,
    )
    if (open.length === 0) return
    await new Promise(setImmediate)
  }
}

const sale = (offer_id: string | undefined, customer_id: string) => ({
  offer_id,
  customer_id,
  metadata: personalMetadata,
  success_url: personalUrl('obrigado'),
  cancel_url: personalUrl('carrinho'),
})

/** A refund of the seller's own and its event, as they are recorded. */
async function refund({ seller_id, client_id }: TestAccount, checkout_id: string): Promise<void> {
  const at = clock.now().toISOString()
  const [payment] = await sql<{ id: string }>(
    'select id from payments where checkout_id = ?',
    checkout_id,
  )
  const id = `refund_${crypto.randomUUID()}`
  const data = JSON.stringify({
    id,
    object: 'refund',
    payment_id: payment?.id,
    checkout_id,
    amount_minor: 1,
    reason: `Devolvido a ${person.name}`,
    external_id: 'devolucao-1',
    metadata: personalMetadata,
  })
  await sql(
    `insert into refunds (seller_id, id, payment_id, checkout_id, amount_minor, status, origin,
       nature, payment_outcome, return_id, reason, metadata, created_at, updated_at)
     values (?, ?, ?, ?, 1, 'pending', 'seller', 'ORIGINAL', 'settled', 'd1', ?, ?, ?, ?)`,
    ...[seller_id, id, payment?.id, checkout_id, person.name, JSON.stringify(personalMetadata)],
    ...[at, at],
  )
  await sql(
    `insert into events (seller_id, id, type, data, created_at)
     values (?, ?, 'refund.failed', ?, ?)`,
    ...[seller_id, `evt_${crypto.randomUUID()}`, data, at],
  )
  const ends = new Date(clock.now().getTime() + 24 * 60 * 60 * 1000).toISOString()
  const [client] = await sql<{ id: string }>(
    'select id from api_clients where client_id = ?',
    client_id,
  )
  await sql(
    `insert into idempotency_keys (seller_id, key, fingerprint, status, body, expires_at)
     values (?, ?, 'f', 201, ?, ?)`,
    ...[seller_id, `${client?.id} refund`, data, ends],
  )
}

const body = {
  name: person.formerName,
  email: person.formerEmail,
  phone: person.phone,
  tax_id: person.tax_id,
  metadata: personalMetadata,
}

/** The person as a customer of a seller, in every table and column that can name one. */
async function fill(seller: TestAccount) {
  await listen(seller, echo)
  const created = await seller.post<'Customer'>('/v1/customers', body, key('create'))
  const { id } = created.body
  await seller.patch(`/v1/customers/${id}`, { name: person.name, email: person.email })
  const offer_id = (await seller.product()).default_offer?.id
  const checkouts: string[] = []
  for (const name of ['open', 'paid', 'declined', 'canceled', 'expired']) {
    clock.advanceMs(7)
    const of = { ...sale(offer_id, id), external_id: name }
    const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', of, key(name))
    checkouts.push(checkout.id)
  }
  const [, paid = '', declined, canceled, expired] = checkouts
  clock.advanceMs(1_000)
  await seller.post(`/sandbox/checkouts/${paid}/pay`)
  await seller.post(`/sandbox/checkouts/${declined}/decline`)
  await seller.post(`/v1/checkouts/${canceled}/cancel`, undefined, key('cancel'))
  await sql(`update checkouts set status = 'expired' where id = ?`, expired)
  await refund(seller, paid)
  await delivered(seller)
  return { id, created, checkouts }
}

const erasure = () => new Erasure({ db, clock, recorder: (at) => recorderOf(service.service, at) })

const erase = (seller: TestAccount, id: string, headers = {}) =>
  seller.post<'Customer'>(`/v1/customers/${id}/erase`, undefined, headers)

test('nothing of an erased person is left in rows, files, log and a fresh backup', async () => {
  const [seller, other] = [await service.account(), await service.account()]
  const kept = await other.post<'Customer'>('/v1/customers', {
    name: 'Bia',
    email: 'bia@example.com',
    metadata: { a: 1 },
  })
  const { id } = await fill(seller)
  // The search finds the person wherever it looks, but for the log.
  const before = await found()
  const tables = ['customers', 'checkouts', 'refunds', 'events', 'deliveries', 'idempotency_keys']
  for (const table of tables) assert.ok(before.includes(`conceicao in ${table}`), table)
  for (const number of ['52998224725', '11987654321']) {
    assert.ok(before.includes(`${number} in customers`))
  }
  assert.ok(before.some((one) => /zeze in .*\.db/.test(one)))
  if (engine === 'sqlite') assert.ok(before.some((one) => /conceicao in .*-wal/.test(one)))
  assert.ok(!before.some((one) => one.endsWith('the log')))

  const { status } = await erase(seller, id)
  assert.equal(status, 200)
  assert.deepEqual(await found(), [])
  const { body: same } = await other.get<'Customer'>(`/v1/customers/${kept.body.id}`)
  assert.deepEqual(same, kept.body)
  const [check] = await checkDatabase(databaseUrl)
  assert.equal(check?.ok, true)
})

test('the books stay: checkouts, payments, refunds and events are all there', async () => {
  const seller = await service.account()
  const { id, checkouts } = await fill(seller)
  const books = async () => ({
    checkouts: await sql(
      `select id, customer_id, external_id, status, amount_total_minor, page_token, line_items,
         expires_at, completed_at, payment_id, created_at, updated_at
       from checkouts where seller_id = ? order by id`,
      seller.seller_id,
    ),
    payments: await sql('select * from payments where seller_id = ?', seller.seller_id),
    refunds: await sql(
      'select id, amount_minor, status, external_id from refunds where seller_id = ?',
      seller.seller_id,
    ),
    events: await sql(
      'select id, type, created_at from events where seller_id = ? order by id',
      seller.seller_id,
    ),
    deliveries: await sql(
      'select id, status, response_status from deliveries where seller_id = ? order by id',
      seller.seller_id,
    ),
  })
  const shown = async () =>
    Promise.all(checkouts.map(async (one) => (await seller.get(`/v1/checkouts/${one}`)).body))
  const [before, seen] = [await books(), await shown()]
  await erase(seller, id)
  assert.deepEqual(await books(), before)
  const bare = { metadata: {}, success_url: null, cancel_url: null }
  assert.deepEqual(
    await shown(),
    seen.map((one) => ({ ...one, ...bare })),
  )
  const events = await sql<{ data: string }>(
    'select data from events where seller_id = ?',
    seller.seller_id,
  )
  for (const { data } of events) {
    const { object, metadata, reason, success_url, external_id } = JSON.parse(data)
    assert.deepEqual([metadata, reason ?? null, success_url ?? null], [{}, null, null])
    assert.ok(typeof external_id === 'string', object)
  }
})

test('a request whose answer was kept is answered again, without the person', async () => {
  const seller = await service.account()
  const { id, checkouts } = await fill(seller)
  const { body: erased } = await erase(seller, id, key('erase'))
  const again = await seller.post<'Customer'>('/v1/customers', body, key('create'))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.status, 201)
  const { updated_at } = again.body
  assert.deepEqual(again.body, { ...erased, updated_at })
  const canceled = await seller.post<'Checkout'>(
    `/v1/checkouts/${checkouts[3]}/cancel`,
    undefined,
    key('cancel'),
  )
  const now = await seller.get<'Checkout'>(`/v1/checkouts/${checkouts[3]}`)
  assert.deepEqual([canceled.status, canceled.body], [200, now.body])
  const repeated = await erase(seller, id, key('erase'))
  assert.deepEqual([repeated.status, repeated.body], [200, erased])
  assert.deepEqual(await found(), [])
})

test('an answer that refers to its checkout is given again without the person', async () => {
  const seller = await service.account()
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', body)
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const product = { name: 'Curso', metadata: { sku: 's'.repeat(2_000) }, default_offer }
  const { body: made } = await seller.post<'Product'>('/v1/products', product)
  const of = sale(made.default_offer?.id, customer.id)
  const metadata = { ...personalMetadata, padding: 'x'.repeat(2_000) }
  const open = () => seller.post<'Checkout'>('/v1/checkouts', { ...of, metadata }, key('large'))
  const first = await open()
  assert.equal((await open()).text, first.text)
  await erase(seller, customer.id)
  const again = await open()
  const bare = { metadata: {}, success_url: null, cancel_url: null }
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.text, JSON.stringify({ ...first.body, ...bare }))
  assert.deepEqual(await found(), [])
})

/** A subscription that the person has paid and authorised, with a refund of its first period. */
async function subscribe(seller: TestAccount, customer_id: string, offer_id: string) {
  const of = sale(offer_id, customer_id)
  const { body: made } = await seller.post<'Subscription'>('/v1/subscriptions', of, key('plan'))
  const path = `/sandbox/subscriptions/${made.id}/authorize`
  const { body: active } = await seller.post<'Subscription'>(path, undefined, key('authorize'))
  assert.equal(active.mandate.payer?.tax_id, person.tax_id)
  const invoice = await seller.get<'Invoice'>(`/v1/invoices/${made.latest_invoice_id}`)
  const words = { reason: `Devolvido a ${person.name}`, metadata: personalMetadata }
  const refund = `/v1/payments/${invoice.body.payment_id}/refunds`
  await seller.post(refund, { amount_minor: 1, ...words }, key('return'))
  return active
}

test("an erased person's subscriptions are canceled, and name it nowhere", async () => {
  const seller = await service.account()
  await listen(seller, echo)
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', body)
  const price = { type: 'recurring', billing_interval: 'month' }
  const { id: offer_id } = await seller.offer((await seller.product()).id, price)
  const active = await subscribe(seller, customer.id, offer_id)
  const reason = { reason: `A pedido de ${person.name}` }
  const { body: over } = await seller.post<'Subscription'>('/v1/subscriptions', {
    ...sale(offer_id, customer.id),
  })
  await seller.post(`/v1/subscriptions/${over.id}/cancel`, reason, key('end'))
  await delivered(seller)
  const before = await found()
  for (const table of ['subscriptions', 'refunds', 'events', 'deliveries', 'idempotency_keys']) {
    assert.ok(before.includes(`conceicao in ${table}`), table)
  }
  assert.ok(before.includes('52998224725 in subscriptions'))
  const { status } = await erase(seller, customer.id)
  assert.equal(status, 200)
  await delivered(seller)
  assert.deepEqual(await found(), [])

  const read = async ({ id }: { id: string }) =>
    (await seller.get<'Subscription'>(`/v1/subscriptions/${id}`)).body
  const [ended, same] = [await read(active), await read(over)]
  assert.deepEqual([ended.status, ended.paid_until], ['canceled', active.paid_until])
  assert.deepEqual([ended.cancellation?.by, same.cancellation?.by], ['system', 'seller'])
  const events = `/v1/events?subscription_id=${active.id}&type=subscription.canceled`
  const { body: list } = await seller.get<'EventList'>(events)
  assert.deepEqual(
    list.data.map(({ data }) => data),
    [ended],
  )
})

test('no search finds who was erased, and no term is left, former ones included', async () => {
  const seller = await service.account()
  const of = { name: 'Zulmira Quevedo', email: 'zulmira@quevedo.example', phone: '+5511987651234' }
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', of)
  await seller.patch(`/v1/customers/${customer.id}`, { name: 'Zenaide Quevedo' })
  // A process of a version before the search leaves the former terms when it renames.
  await sql('update customers set name = ? where id = ?', 'Zoraide Quevedo', customer.id)
  const idsOf = async (q: string) =>
    (await seller.get<'SearchResultList'>(`/v1/search?q=${q}`)).body.data.map(({ id }) => id)
  assert.deepEqual(await idsOf('quevedo'), [customer.id])
  await erase(seller, customer.id)
  for (const q of ['quevedo', 'zulmira', 'zenaide', 'zoraide', '11987651234']) {
    assert.deepEqual(await idsOf(q), [], q)
  }
  assert.deepEqual(await idsOf(customer.id), [customer.id])
  const terms = 'select term from search_terms where object_id = ?'
  assert.deepEqual(await sql(terms, customer.id), [])
  const file = databaseFile(databaseUrl)
  if (!file) return
  for (const name of readdirSync(dirname(file))) {
    const bytes = readFileSync(join(dirname(file), name), 'latin1')
    assert.doesNotMatch(bytes, /zulmira|zenaide|quevedo/i, name)
  }
})

test('data that was on its way during the erasure goes within two minutes', async () => {
  const seller = await service.account()
  const { promise: erased, resolve } = Promise.withResolvers<void>()
  const receiver = await listen(seller, (response, { body: sent }) => {
    void erased.then(() => response.writeHead(200).end(sent))
  })
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', body)
  const offer_id = (await seller.product()).default_offer?.id
  const { body: checkout } = await seller.post<'Checkout'>(
    '/v1/checkouts',
    sale(offer_id, customer.id),
  )
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  await receiver.arrived(1)
  await erase(seller, customer.id)
  resolve()
  await delivered(seller)
  assert.notDeepEqual(await foundInTables(sql), [])
  clock.advanceMs(60_000)
  await service.service.sweeper.round()
  // The round does not wait for the truncation of the log that follows it.
  await db.expunge()
  assert.deepEqual(await found(), [])
  assert.deepEqual(await erasing(seller), [])
})

/** The customers of a seller whose erasure is under way. */
const erasing = ({ seller_id }: TestAccount) =>
  sql('select id from customers where seller_id = ? and erasing_since is not null', seller_id)

/** So many expired checkouts of a customer, each with the person in it, and with an event. */
async function many({ seller_id }: TestAccount, customer_id: string, count: number) {
  const rows = Array.from({ length: count }, (_, i) => `(${i + 10_000})`)
  const metadata = JSON.stringify({ nome: person.name })
  const at = clock.now().toISOString()
  const id = `'checkout_019caeab-92a3-707d-b5e6-${customer_id.slice(-7)}' || n`
  await sql(
    `with numbers (n) as (values ${rows.join()})
     insert into checkouts (seller_id, id, customer_id, status, currency, amount_total_minor,
       page_token, metadata, line_items, expires_at, created_at, updated_at)
     select cast(? as text), ${id}, cast(? as text), 'expired', 'BRL', 4990,
       cast(? as text) || n, '${metadata}', '[]', ?, cast(? as text), cast(? as text)
     from numbers`,
    ...[seller_id, customer_id, customer_id, at, at, at],
  )
  await sql(
    `insert into events (seller_id, id, type, data, created_at)
     select seller_id, 'evt_' || id, 'payment.declined',
       ${engine === 'postgres' ? 'json_build_object' : 'json_object'}
         ('id', id, 'object', 'checkout', 'metadata', '${person.name}'), created_at
     from checkouts where customer_id = ?`,
    customer_id,
  )
}

test('very many checkouts are erased in pieces, by another process if one ends', async () => {
  // Or a round that begins just now does what is to be interrupted.
  await service.service.sweeper.stop()
  const seller = await service.account()
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', body)
  await many(seller, customer.id, 1_000)
  const of = { seller_id: seller.seller_id, id: customer.id }
  await db.run(() => beginErasure({ ...of, actor: operator(), now: clock.now() }))
  // A process that ends after its first piece leaves the rest to any other.
  let pieces = 0
  const run = db.run.bind(db)
  mock.method(db, 'run', (work: Parameters<typeof run>[0]) => {
    if (pieces++ > 0) throw new Error('killed')
    return run(work)
  })
  // However slow the machine is, a request's time is not over after the first piece.
  const now = performance.now()
  mock.method(performance, 'now', () => now)
  await assert.rejects(erasure().finish(of), /killed/)
  mock.restoreAll()
  const left = async () => (await foundInTables(sql)).length
  assert.ok((await left()) > 0)
  const [{ n = 0 } = {}] = await sql<{ n: number }>(
    `select count(*) as n from checkouts
     where customer_id = ? and cast(metadata as text) like '%Jos%'`,
    customer.id,
  )
  assert.ok(n > 500 && n < 1_000, `${n}`)
  const log = createLog('error', { write: () => undefined })
  const { sweep } = erasure()
  const sweeper = new Sweeper({ db, clock, log, sweeps: [sweep] })
  // A round ends after its time, and a slow machine needs another.
  for (let round = 0; round < 10 && (await left()) > 0; round++) await sweeper.round()
  assert.equal(await left(), 0)
})
