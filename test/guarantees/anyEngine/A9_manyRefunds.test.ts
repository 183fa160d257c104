/** A9: a seller past its storage goes on with refunds of a centavo, each of which stores little. */
import assert from 'node:assert/strict'
import type { Actor } from '../../../domain/identity/actor.ts'
import { MAX_REFUNDS_OF_PAYMENT, refundPayment } from '../../../domain/payments/refundPayment.ts'
import { tables } from '../../../db/schema/tables.ts'
import { engine } from '../../support/engine.ts'
import { largestCarts, largestOffers } from '../../support/largestRows.ts'
import type { Ask } from '../../support/largestRows.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount, TestService } from '../../support/service.ts'

const onPostgres = engine === 'postgres'

const DAILY_BYTES = 20_000_000

/** Each takes some milliseconds of a processor. */
const REFUNDS = long ? 10_000 : 60
const REFUNDS_AT_ONCE = 32

/** Of 100,000 the rows have less than 200 MB. */
const MAX_ROW_BYTES = 2_000

type StorageUse = { rows: number; all: number }

const sqliteBytes = `
  select sum(pgsize) as "all", sum(
    case when name in (select name from sqlite_schema where type = 'table') then payload else 0 end
  ) as "rows"
  from dbstat`

/** The bytes of all rows, without indexes and free space, and those of the database. */
async function storedBytes({ sql }: TestService): Promise<StorageUse> {
  if (!onPostgres) return (await sql<StorageUse>(sqliteBytes))[0] ?? { rows: 0, all: 0 }
  const [{ all = 0 } = {}] = await sql<StorageUse>(
    'select pg_database_size(current_database()) as "all"',
  )
  let rows = 0
  for (const name of Object.keys(tables)) {
    const [row] = await sql<StorageUse>(
      `select sum(octet_length(t::text)) as "rows" from ${name} t`,
    )
    rows += Number(row?.rows ?? 0)
  }
  return { rows, all: Number(all) }
}

/** Payments of as large carts as there may be, each for as many refunds as it may have. */
async function largePayments(seller: TestAccount, count: number): Promise<string[]> {
  const ask: Ask = async (method, path, json) => {
    const { on, token } = seller
    const { status, body, text } = await on.request(method, path, { token, json })
    assert.ok(status < 300, `${path}: ${text}`)
    return body as never
  }
  const carts = await largestCarts(ask, await largestOffers(ask, 12), count)
  const payments: string[] = []
  for (const { id } of carts) {
    payments.push((await ask('POST', `/sandbox/checkouts/${id}/pay`)).payment_id)
  }
  return payments
}

async function actorOf({ on, client_id }: TestAccount): Promise<Actor> {
  const [client] = await on.sql<{
    id: string
    client_id: string
    name: string
    generation: number
  }>('select id, client_id, name, generation from api_clients where client_id = ?', client_id)
  assert.ok(client)
  return { type: 'api_client', ...client, generation: Number(client.generation) }
}

/** Refunds a centavo so often, as the API does, of each payment as often as may be. */
async function refundAll(seller: TestAccount, payments: string[]): Promise<void> {
  const { on, seller_id } = seller
  const { db, service } = on
  const by = {
    events: service.events,
    actor: await actorOf(seller),
    now: await service.clock.now(),
  }
  let next = 0
  const refund = async () => {
    while (next < REFUNDS) {
      const payment_id = payments[next++ % payments.length] ?? ''
      const order = { seller_id, payment_id, amount_minor: 1, metadata: {} }
      const made = await db.run(() => refundPayment(order, by))
      if (!('refund' in made)) throw new Error(made.refusal)
    }
  }
  await Promise.all(Array.from({ length: REFUNDS_AT_ONCE }, refund))
}

async function assertRefundsSmall(service: TestService): Promise<string> {
  const seller = await service.account()
  const payments = await largePayments(seller, Math.ceil(REFUNDS / MAX_REFUNDS_OF_PAYMENT))
  service.service.storage.add(seller.seller_id, 2 * DAILY_BYTES)
  const refused = await seller.post('/v1/customers', { name: 'A', email: 'a@example.com' })
  assert.equal(refused.status, 429)
  const before = await storedBytes(service)
  await refundAll(seller, payments)
  const after = await storedBytes(service)
  const rows = after.rows - before.rows
  const MB = (bytes: number) => (bytes / 1e6).toFixed(1)
  const figure =
    `${REFUNDS} refunds of a centavo past the storage, of ${payments.length} largest carts: ` +
    `${MB(rows)} MB of rows, with indexes ${MB(after.all - before.all)} MB`
  assert.ok(rows < REFUNDS * MAX_ROW_BYTES, figure)
  return figure
}

const limited = () => startService({ sellerDailyBytes: DAILY_BYTES })

property('A9', async () => assertRefundsSmall(await limited()))

control('A9', 'events of refunds copy what they show', async () => {
  const service = await limited()
  const { events } = service.service
  const record = events.record.bind(events)
  // This type copies its checkout, since it comes once.
  events.record = (event) => record({ ...event, type: 'payment.declined' })
  await assertRefundsSmall(service)
})
