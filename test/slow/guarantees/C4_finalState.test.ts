/** C4: payment, cancellation and expiry at once, around the last millisecond of sessions. */
import assert from 'node:assert/strict'
import { CHECKOUT_LIFETIME_MS } from '../../../domain/checkouts/expire.ts'
import { and, eq, lt } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { Answer, TestAccount, TestService } from '../../support/service.ts'
import { assertNotOpen, pageOf } from '../../support/sessions.ts'
import { breakQueries, replaced } from '../../guarantees/support/breakage.ts'
import {
  below,
  completeAnything,
  recordTransitions,
  runAll,
  seed,
  shuffled,
  transitionsOf,
  Witness,
} from '../../guarantees/support/endings.ts'

const SESSIONS = long ? 40 : 16
const BATCHES = long ? 4 : 3
const LONG_MS = 60_000
const AT_ONCE = 16

/** The clock passes from as much before the end of the sessions to as much after it. */
const EDGE_MS = 3

type Checkout = Awaited<ReturnType<TestAccount['checkout']>>

/** A session, the statuses that were told of it, and the changes that were acknowledged. */
type Trial = { checkout: Checkout; witness: Witness; acknowledged: string[] }

/** Everything that may be done with a session, and the status that its answer shows. */
function actsOn(service: TestService, seller: TestAccount, trial: Trial) {
  const { checkout, acknowledged } = trial
  const page = pageOf(checkout)
  const change = async (path: string) => {
    const answer = await seller.post<'Checkout'>(path)
    if (answer.status !== 200) return void assertNotOpen(answer as Answer<unknown>)
    acknowledged.push(answer.body.status)
    return answer.body.status
  }
  return {
    pay: () => change(`/sandbox/checkouts/${checkout.id}/pay`),
    cancel: () => change(`/v1/checkouts/${checkout.id}/cancel`),
    payOnPage: async () => {
      const raw = new URLSearchParams({ action: 'pay' })
      const { status } = await service.request('POST', page, { raw })
      assert.ok(status === 303 || status === 200, `${status}`)
      return undefined
    },
    read: async () => (await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)).body.status,
    watch: async () => (await service.request<'Checkout'>('GET', `${page}/status`)).body.status,
  }
}

/** The list shows every session at once. */
async function list(seller: TestAccount, trials: Trial[]): Promise<void> {
  const listed = seller.get<'CheckoutList'>('/v1/checkouts?limit=100')
  await Promise.all(
    trials.map(({ checkout, witness }) =>
      witness.hear(
        async () => (await listed).body.data.find(({ id }) => id === checkout.id)?.status,
      ),
    ),
  )
}

const assertEnd = async (service: TestService, seller: TestAccount, trial: Trial) => {
  const {
    checkout: { id },
    witness,
    acknowledged,
  } = trial
  const { body: ended } = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
  const { status } = ended
  assert.deepEqual(await transitionsOf(service.sql, id), [`open → ${status}`])
  assert.ok(acknowledged.length < 2 && acknowledged.every((one) => one === status))
  if (status === 'canceled') assert.equal(acknowledged.length, 1)
  witness.assertConsistent(status)
  const paid = status === 'completed' ? 1 : 0
  const { seller_id } = seller
  const ofSession = 'select id from payments where seller_id = ? and checkout_id = ?'
  const payments = await service.sql(ofSession, seller_id, id)
  assert.equal(payments.length, paid)
  const told = `select type from events where seller_id = ? and data ->> 'id' = ?`
  const events = await service.sql<{ type: string }>(told, seller_id, id)
  const types = events.map(({ type }) => type)
  assert.deepEqual(types, [paid === 1 ? 'payment.succeeded' : `checkout.${status}`])
  return ended
}

/** Sessions that end at one moment, and all that is done with them around it. */
async function runBatch(service: TestService): Promise<string[]> {
  const first = await service.account()
  const { default_offer } = await first.product()
  const trials = await Promise.all(
    Array.from({ length: SESSIONS }, async (): Promise<Trial> => {
      const body = { offer_id: default_offer?.id }
      const { body: checkout } = await first.post<'Checkout'>('/v1/checkouts', body)
      return { checkout, witness: new Witness(), acknowledged: [] }
    }),
  )
  service.clock.advanceMs(CHECKOUT_LIFETIME_MS - EDGE_MS)
  const seller = await service.login(first)
  const acts = trials.flatMap((trial) => {
    const all = actsOn(service, seller, trial)
    const some = [...shuffled(Object.values(all)).slice(below(3)), all.pay, all.cancel]
    return shuffled(some)
      .slice(below(4))
      .map((act) => () => trial.witness.hear(act))
  })
  const ticks = Array.from({ length: 2 * EDGE_MS }, () => () => service.clock.advanceMs(1))
  const lists = Array.from({ length: 4 }, () => () => list(seller, trials))
  const sweeps = Array.from({ length: 4 }, () => () => service.service.sweeper.round())
  await runAll(shuffled<() => unknown>([...acts, ...ticks, ...lists, ...sweeps]), AT_ONCE)
  const ended = await Promise.all(trials.map((trial) => assertEnd(service, seller, trial)))
  // No later event changes it, nor does the expiry of unread sessions of the seller.
  await seller.checkout()
  service.clock.advanceMs(CHECKOUT_LIFETIME_MS + 1)
  const later = await service.login(first)
  await service.service.sweeper.round()
  await Promise.all(
    ended.map(async (checkout) => {
      const path = `/v1/checkouts/${checkout.id}`
      assertNotOpen(await later.post(`${path}/cancel`))
      assertNotOpen(await later.post(`/sandbox/checkouts/${checkout.id}/pay`))
      assert.deepEqual((await later.get(path)).body, checkout)
    }),
  )
  return ended.map(({ status }) => status)
}

async function start(): Promise<TestService> {
  const service = await startService({ logLevel: 'silent' })
  await recordTransitions(service.sql)
  return service
}

async function assertOneEnd(service: TestService, batches = BATCHES): Promise<string> {
  const ends: Record<string, number> = { completed: 0, canceled: 0, expired: 0 }
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  let trials = 0
  for (let batch = 0; batch < batches || performance.now() < end_ms; batch++) {
    for (const status of await runBatch(service)) ends[status] = (ends[status] ?? 0) + 1
    trials += SESSIONS
  }
  for (const [status, count] of Object.entries(ends)) assert.ok(count > 0, `none ${status}`)
  const counted = Object.entries(ends).map(([status, count]) => `${count} ${status}`)
  return `${trials} trials in the sandbox, one end each: ${counted.join(', ')} (seed ${seed})`
}

property('C4', async () => assertOneEnd(await start()))

control('C4', 'a settlement does not look at the status', async () => {
  const service = await start()
  await service.sql('drop index payments_one_settles')
  breakQueries(service.db, { complete_open_checkout: replaced(completeAnything) })
  await assertOneEnd(service, 1)
})

const expireAnything = query(
  'test_expire_anything',
  (db, { checkouts: t }, args: Arguments<{ seller_id: string; now: string }>) =>
    db
      .update(t)
      .set({ status: 'expired', completed_at: null, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), lt(t.expires_at, args.now)))
      .returning({ id: t.id }),
)

control('C4', 'expiry does not look at the status', async () => {
  const service = await start()
  breakQueries(service.db, { expire_first_checkouts: replaced(expireAnything) })
  await assertOneEnd(service, 1)
})
