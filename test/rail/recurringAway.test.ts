/** A bank that fails in Pix Automático alone: ordinary Pix is as before, and orders wait. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { components } from '../../generated/types.ts'
import { addDays } from '../../runtime/brasilia.ts'
import type { Fault } from '../../packages/bank/bank.ts'
import { authorize } from '../../packages/bank/recurring/controls.ts'
import { INTERVAL_MS, PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'
import { brasilia, Plans } from '../support/subscriptions.ts'
import { CPF } from '../support/subscriptionRail.ts'

type Subscription = components['schemas']['Subscription']

/** Longer than the test: a breaker that opens stays open. */
const PAUSE_MS = 600_000
const HOUR_MS = 60 * 60 * 1000

/** Many times the reads that pass while a round settles a charge. */
const MAX_READS = 1_000

/** As many as open a breaker, and more. */
const SUBSCRIPTIONS = 5

const operations = [
  ...['POST /locrec', 'GET /locrec', 'POST /rec', 'GET /rec', 'GET /recs', 'PATCH /rec'],
  ...['PUT /cobr', 'GET /cobr', 'GET /cobrs', 'PATCH /cobr', 'POST /retentativa'],
]

const first = await startRail({}, { bankPauseMs: PAUSE_MS })
const { service } = first

/** Subscriptions whose second period is due, with their instruction. */
async function subscribed(rail: RailTest): Promise<void> {
  const { bank, seller } = rail
  const offer_id = await new Plans(seller, service.clock.now()).offer()
  const customer = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }
  const opened: Subscription[] = []
  for (let i = 0; i < SUBSCRIPTIONS; i++) {
    const made = await seller.post<'Subscription'>('/v1/subscriptions', { offer_id, customer })
    assert.equal(made.status, 201, made.text)
    const path = `/v1/subscriptions/${made.body.id}/code`
    const { code } = (await seller.get<'SubscriptionCode'>(path)).body
    authorize(bank.books, { code: code ?? '', cpf: CPF })
    opened.push(made.body)
  }
  await rail.reconcile()
  const signedIn = await service.login(seller)
  let day = ''
  for (const { id } of opened) {
    const { body, text } = await signedIn.get<'Subscription'>(`/v1/subscriptions/${id}`)
    assert.equal(body.status, 'active', text)
    day = addDays(body.next_due_on ?? '', -6)
  }
  const leftMs = brasilia(`${day}T06:01:00`).getTime() - service.clock.now().getTime()
  await service.service.dueRounds.advance(leftMs / 1000)
  bank.books.clock.catchUp()
}

test.each<[string, Fault]>([
  ['500', 500],
  ['503 with Retry-After', { answer: { status: 503, headers: { 'retry-after': '300' } } }],
  ['a broken connection', 'drop'],
])('an hour of %s: ordinary checkouts are charged and paid', async (_, fault) => {
  const rail = await first.another()
  const { bank } = rail
  await subscribed(rail)
  for (const operation of operations) bank.order(operation, fault)
  const asked = () => operations.reduce((sum, name) => sum + bank.count(name), 0)
  const before = asked()
  for (let ms = 0; ms < HOUR_MS; ms += INTERVAL_MS) {
    await rail.reconcile()
    const { checkout, txid } = await rail.charged()
    await rail.pay(txid)
    assert.equal((await rail.read(checkout)).status, 'completed')
  }
  assert.ok(asked() > before, 'Pix Automático was not asked for')
  assert.equal(bank.books.recurring.context.charges.size, 0)
})

test('a list of subscriptions that is not answered holds up no ordinary charge', async () => {
  const rail = await first.another()
  const { bank } = rail
  await subscribed(rail)
  // The bank refuses its lists of transfers: payments are found by the batch of charges.
  bank.order('GET /pix', 403)
  await rail.reconcile()
  const { checkout, txid } = await rail.charged()
  const held = Promise.withResolvers<void>()
  bank.order('GET /recs', { hold: held.promise })
  const before = bank.count('GET /recs')
  bank.books.pay(txid, PRICE_MINOR)
  const round = rail.reconcile()
  let status = 'open'
  for (let reads = 0; status === 'open' && reads < MAX_READS; reads++) {
    ;({ status } = await rail.read(checkout))
  }
  held.resolve()
  await round
  assert.equal(status, 'completed')
  assert.ok(bank.count('GET /recs') > before, 'no list was asked for')
})
