/** A database is spread over several nodes by seller, and one of them is away. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { createSeller } from '../../domain/access/clients.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import type { Database } from '../../db/database.ts'
import type { QueryCall } from '../../db/query.ts'
import { breakQueries } from '../guarantees/support/breakage.ts'
import type { Breakage } from '../guarantees/support/breakage.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'
import { startReceiver } from '../support/receiver.ts'
import { startSender } from '../support/webhooksSender.ts'

/** Statements that every node is asked. */
const ofAll = ['seller_with_pending_deliveries', 'every_bank_connection']

class Nodes {
  /** The sellers whose node is away. */
  readonly away = new Set<unknown>()
  /** The names of the statements of which each node has been asked. */
  readonly asked: string[] = []

  constructor(db: Database) {
    const failing = ({ definition: { name }, args }: QueryCall): void => {
      const all = ofAll.includes(name)
      if (all) this.asked.push(name)
      if (all ? this.away.size > 0 : this.away.has(args['seller_id'])) {
        throw new DatabaseUnavailable(`${name}: 08006`)
      }
    }
    breakQueries(
      db,
      new Proxy<Breakage>(
        {},
        {
          get: () => (step: QueryCall) => {
            failing(step)
            return { step }
          },
        },
      ),
    )
  }
}

async function startTwo() {
  const sender = await startSender()
  const receivers = [await startReceiver(), await startReceiver()] as const
  const { db, clock } = sender
  const { seller_id } = await createSeller(db, { name: 'Loja', now: clock.now() })
  const ids = [sender.seller_id, seller_id] as const
  for (const [i, { url }] of receivers.entries()) await sender.endpoint(url, ids[i])
  return { sender, ids, receivers, nodes: new Nodes(db) }
}

test('events of sellers on other nodes are sent, and the rest when its node is back', async () => {
  const {
    sender,
    ids: [gone, here],
    receivers: [late, receiver],
    nodes,
  } = await startTwo()
  await sender.record(gone)
  await sender.record(here)
  nodes.away.add(gone)
  sender.start()
  await receiver.arrived(1)
  await sender.tell(here)
  await receiver.arrived(2)
  assert.equal(late.received.length, 0)
  nodes.away.clear()
  await late.arrived(1)
  await sender.stop()
  const failures = sender.lines.filter((line) =>
    line.includes('pending webhooks could not be read'),
  )
  assert.ok(failures.length > 0 && failures.every((line) => line.includes(gone)))
})

test('an event is sent without all nodes being asked', async () => {
  const {
    sender,
    ids: [, here],
    receivers: [, receiver],
    nodes,
  } = await startTwo()
  sender.start()
  while (nodes.asked.length === 0) await new Promise(setImmediate)
  for (let i = 1; i <= 20; i++) {
    await sender.tell(here)
    await receiver.arrived(i)
  }
  await sender.stop()
  assert.equal(nodes.asked.length, 1)
})

test('a payment wakes the sender for its seller', async () => {
  const { service, seller } = await startRail()
  const nodes = new Nodes(service.db)
  const woken: unknown[] = []
  const { webhooks } = service.service
  const wake = webhooks.wake.bind(webhooks)
  webhooks.wake = (seller_id) => {
    woken.push(seller_id)
    wake(seller_id)
  }
  const { id } = await seller.checkout()
  assert.equal((await seller.post(`/sandbox/checkouts/${id}/pay`)).status, 200)
  assert.deepEqual(woken, [seller.seller_id])
  assert.deepEqual(nodes.asked, [])
})

test('banks of sellers on other nodes are asked, and the rest when its node is back', async () => {
  const gone = await startRail()
  const here = await gone.another()
  const [late, paid] = [await gone.charged(), await here.charged()]
  gone.bank.books.pay(late.txid, PRICE_MINOR)
  here.bank.books.pay(paid.txid, PRICE_MINOR)
  const nodes = new Nodes(gone.service.db)
  nodes.away.add(gone.seller.seller_id)
  await here.reconcile()
  nodes.away.clear()
  assert.deepEqual(await here.outcomes(paid.checkout), ['settled'])
  assert.deepEqual(await gone.outcomes(late.checkout), [])
  await here.reconcile()
  assert.deepEqual(await gone.outcomes(late.checkout), ['settled'])
})
