/** A service with rows in each table, and the ids, answers and secrets that its clients kept. */
import { logoOf } from './images.ts'
import { linkOf } from './paymentLinks.ts'
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Vault } from '../../domain/identity/vault.ts'
import { createEndpoint } from '../../domain/webhooks/endpoints.ts'
import { addBank } from './bankSettings.ts'
import { newDatabase } from './engine.ts'
import { joinedUser } from './people.ts'
import { bankOf, INTERVAL_MS, RailTest } from './rail.ts'
import { startReceiver } from './receiver.ts'
import { metadataSamples } from './samples.ts'
import { startService } from './service.ts'
import type { TestAccount, TestService } from './service.ts'
import { endedSessions } from './sessions.ts'
import { subscriptionRows } from './subscriptionRows.ts'

/** The longest wait for deliveries under way when the webhooks stop. */
const STOP_MS = 8_000

/** A client that keeps an idempotency key, a cursor and ids, each of which must still work. */
async function clientOf(seller: TestAccount) {
  const customers = [await seller.customer(), await seller.customer(), await seller.customer()]
  const product = await seller.product()
  const metadata = JSON.parse(metadataSamples['keys out of order'] ?? '') as object
  const offer_id = product.default_offer?.id
  const body = { offer_id, customer_id: customers[0]?.id, external_id: 'pedido-1', metadata }
  const headers = { 'idempotency-key': 'k-1' }
  const checkout = await seller.post<'Checkout'>('/v1/checkouts', body, headers)
  assert.equal(checkout.status, 201, checkout.text)
  for (const [i, text] of Object.values(metadataSamples).entries()) {
    const raw = `{"name":"Ana","email":"m${i}@example.com","metadata":${text}}`
    const options = { token: seller.token, raw, headers: { 'content-type': 'application/json' } }
    const { status } = await seller.on.request('POST', '/v1/customers', options)
    assert.equal(status, 201)
  }
  const page = await seller.get<'CustomerList'>('/v1/customers?limit=2')
  const rest = `/v1/customers?starting_after=${page.body.next_cursor}`
  return {
    seller,
    product,
    checkout: checkout.body,
    /** A request with its idempotency key and its answer, to be repeated. */
    asked: { body, headers, answer: checkout.text },
    /** The list page after the first, by its cursor. */
    rest: { path: rest, answer: (await seller.get(rest)).text },
  }
}

/** A seller whose buyers pay through a bank, and an open session whose page was looked at. */
async function bankClient(service: TestService, vault: Vault) {
  const seller = await service.account()
  const bank = await bankOf(service)
  const { seller_id } = seller
  const { settings } = bank
  await addBank(service.db, vault, { seller_id, settings, now: service.clock.now() })
  const rail = new RailTest({ service, bank, vault, seller })
  const paid = await rail.charged()
  const pix = await rail.pay(paid.txid)
  bank.books.takeBack(pix, 100)
  await rail.announce(pix)
  return { seller, bank, ...(await rail.charged()) }
}

export async function startFixture() {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const reconcileSeconds = INTERVAL_MS / 1000
  const vault = new Vault(secretKey)
  const service = await startService({ databaseUrl, secretKey, reconcileSeconds })
  const { seller, sessions } = await endedSessions(service)
  const { db, clock, sql } = service
  const receiver = await startReceiver()
  const { secret } = await createEndpoint(db, {
    seller_id: seller.seller_id,
    url: receiver.url,
    mode: 'sandbox',
    vault,
    now: clock.now(),
  })
  const told = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${told.id}/pay`)
  await receiver.arrived(1)
  await service.service.webhooks.stop(STOP_MS)
  await joinedUser(seller)
  await seller.user()
  await linkOf(seller)
  await logoOf(seller)
  await sql(
    `insert into mails (seller_id, id, type, about, recipient, locale, data, status, error,
       created_at, updated_at)
     values (?, 'mail_1', 'seller_sale', 'pay_1', 'ana@example.com', 'en', '{}', 'failed',
       'refused', 't', 't')`,
    seller.seller_id,
  )
  await service.sql(
    `insert into mail_digests (seller_id, type, date, user_id, mails_count, amount_minor, due_at)
     values (?, 'sales_digest', '2026-03-02', 'user_1', 2, 100, '2099-01-01T00:00:00.000Z')`,
    seller.seller_id,
  )
  const { id: customer_id } = await seller.customer()
  const rows = subscriptionRows({ seller_id: seller.seller_id, customer_id })
  for (const statement of rows) await sql(statement)
  await service.sql(
    `insert into transfers (seller_id, id, end_to_end_id, transfer_key, return_id, amount_minor,
       occurred_at, description, created_at)
     values (?, 'transfer_1', 'E1', 'e1', '', 100, '2026-03-02T12:00:00.000Z', 'Rosa', 't')`,
    seller.seller_id,
  )
  await sql('insert into sandbox_clock values (1, 5000)')
  return {
    database_url: databaseUrl,
    secret_key: secretKey,
    vault,
    service,
    sessions,
    receiver,
    secret,
    client: await clientOf(seller),
    atBank: await bankClient(service, vault),
  }
}
