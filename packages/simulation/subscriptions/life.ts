/** Events in the year of a subscription. Each part draws from a seed of its own. */
import { addDays } from '../../../runtime/brasilia.ts'
import { atHour } from '../../bank/recurring/calendar.ts'
import { cancelSchedule, setFunds } from '../../bank/recurring/controls.ts'
import { openAttempt } from '../../bank/recurring/charges.ts'
import type { Draw } from '../random.ts'
import { tokenOf } from '../shop.ts'
import { AMOUNT_MINOR } from './plans.ts'
import { isDone } from './subscriber.ts'
import type { Subscriber } from './subscriber.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** For so long a payer can dispute a transfer. */
const DISPUTE_DAYS = 80

/** A part of the life of a subscription, with the share of those that have it, of a hundred. */
type Part = [share: number, live: (one: Subscriber, draw: Draw, days: number) => Promise<void>]

const parts: Record<string, Part> = {
  funds: [30, loseFunds],
  end: [55, end],
  void: [12, skipPeriod],
  schedule: [8, takeBackDebit],
  reversal: [4, reverse],
  refund: [4, refund],
  price: [100, setPrices],
}

/** Lives through so many days, or until nothing more befalls it. */
export async function live(one: Subscriber, days: number): Promise<void> {
  await one.open()
  const befalling = Object.entries(parts).map(async ([name, [share, part]]) => {
    const draw = one.world.draw.of(`${name} ${one.number}`)
    if (draw.chance(share / 100)) await part(one, draw, days)
  })
  await Promise.all(befalling)
}

/** The payer has no money for a while, and may then pay what could not be debited by a code. */
async function loseFunds(one: Subscriber, draw: Draw, days: number): Promise<void> {
  const { world, cpf, bank } = one
  for (let spells = draw.between(1, 4); spells > 0; spells--) {
    await world.sleep(draw.between(2, Math.max(2, days / 4)) * DAY_MS + draw.between(0, DAY_MS))
    if (world.isAtPeace) return
    bank.books.clock.catchUp()
    setFunds(bank.books, { cpf, funds: '0.00' })
    const spell: [number, number] = [world.timeline.now_ms, Infinity]
    one.poor.push(spell)
    await world.sleep(draw.between(6, 20 * 24) * HOUR_MS)
    bank.books.clock.catchUp()
    setFunds(bank.books, { cpf, funds: null })
    spell[1] = world.timeline.now_ms
    if (draw.chance(0.5)) await payByCode(one, draw)
  }
}

async function payByCode(one: Subscriber, draw: Draw): Promise<void> {
  const { world } = one
  await world.sleep(draw.between(1, 6 * 24) * HOUR_MS)
  const path = { subscriptionId: one.id }
  const { body } = await world.insist('getSubscription', { path })
  if (body?.status !== 'past_due') return
  const code = await one.code()
  if (code === undefined) return
  await world.sleep(draw.between(1, draw.chance(0.3) ? 20 * 24 : 12) * HOUR_MS)
  one.tell('pays by code')
  one.payCode(code)
}

/** The hours around the next due day at which something is done, of a hundred. */
const edges = { any: 40, before_last: 15, after_last: 25, night: 10, evening: 10 }

/** Waits for a moment around the next due day. */
async function untilEdge({ world, id }: Subscriber, draw: Draw): Promise<void> {
  const edge = draw.oneOf(edges)
  const minutes = draw.between(0, 29)
  const { body } = await world.insist('getSubscription', { path: { subscriptionId: id } })
  const due = body?.next_due_on
  if (edge === 'any' || !due) return
  const moments = {
    before_last: atHour(addDays(due, -1), 21.5),
    after_last: atHour(addDays(due, -1), draw.between(22, 23)),
    night: atHour(due, draw.between(0, 7)),
    evening: atHour(due, draw.between(17, 22)),
  }
  const waitMs = moments[edge] + minutes * MINUTE_MS - world.timeline.now_ms
  if (waitMs > 0) await world.sleep(waitMs)
}

const ends = { seller: 30, buyer: 25, payer: 25, payer_bank: 10, seller_bank: 10 }

/** Ends it, by the seller, the buyer or the payer. */
async function end(one: Subscriber, draw: Draw, days: number): Promise<void> {
  const { world, subscription } = one
  await world.sleep(draw.between(0, days) * DAY_MS + draw.between(0, DAY_MS))
  if (world.isAtPeace) return
  const by = draw.oneOf(ends)
  await untilEdge(one, draw)
  if (world.isAtPeace) return
  one.tell(`is ended by ${by}`)
  if (by === 'seller') {
    await world.insist('cancelSubscription', { path: { subscriptionId: one.id }, body: {} })
  } else if (by === 'buyer') {
    const path = { token: tokenOf(subscription.subscription_url) }
    const body = { action: 'cancel', confirm: 'yes' }
    await world.insist('actOnSubscriptionPage', { path, query: {}, body })
  } else one.refuse(undefined, by)
}

/** The seller has a period not charged. */
async function skipPeriod(one: Subscriber, draw: Draw, days: number): Promise<void> {
  const { world } = one
  await world.sleep(draw.between(5, days) * DAY_MS)
  await untilEdge(one, draw)
  const invoice = await newestInvoice(one)
  if (!invoice || world.isAtPeace) return
  one.touched.add(invoice.number)
  one.tell(`voids ${invoice.number}`)
  await world.insist('voidInvoice', { path: { invoiceId: invoice.id } })
}

async function newestInvoice({ world, id }: Subscriber) {
  const query = { subscription_id: id, limit: 1 }
  const { body } = await world.insist('listInvoices', { query })
  return body?.data[0]
}

/** The payer takes back one debit that is to come. */
async function takeBackDebit(one: Subscriber, draw: Draw, days: number): Promise<void> {
  const { world, bank } = one
  for (let looks = 0; looks < days; looks++) {
    await world.sleep(draw.between(12, 36) * HOUR_MS)
    if (world.isAtPeace) return
    bank.books.clock.catchUp()
    const charge = one.recurrence?.charges.find((open) => openAttempt(open))
    if (!charge || draw.chance(0.9)) continue
    if (!isDone(() => cancelSchedule(bank.books, { txid: charge.txid }))) continue
    one.takenBack.add(charge.txid)
    return one.tell('takes a debit back')
  }
}

/** The bank takes money back that has arrived, within 80 days. */
async function reverse(one: Subscriber, draw: Draw, days: number): Promise<void> {
  const { world, bank } = one
  await world.sleep(draw.between(5, days) * DAY_MS)
  const sinceMs = world.timeline.now_ms - DISPUTE_DAYS * DAY_MS
  const paid = one.recurrence?.charges.flatMap(({ pix }) => pix).at(-1)
  if (!paid || Date.parse(paid.horario) < sinceMs || world.isAtPeace) return
  const { endToEndId, txid } = paid
  const of = { endToEndId, txid, amount_minor: AMOUNT_MINOR }
  one.tell(bank.takeBack(of, draw.between(1, AMOUNT_MINOR), 'MED_FRAUDE') ?? 'nothing is left')
}

/** The seller sends a part of the newest payment back. */
async function refund(one: Subscriber, draw: Draw, days: number): Promise<void> {
  const { world } = one
  await world.sleep(draw.between(5, days) * DAY_MS)
  const query = { subscription_id: one.id, status: 'paid', limit: 1 }
  const { body } = await world.insist('listInvoices', { query })
  const paymentId = body?.data[0]?.payment_id
  if (!paymentId || world.isAtPeace) return
  const amount_minor = draw.between(1, AMOUNT_MINOR)
  const order = { amount_minor, external_id: `devolve-${one.number}`, metadata: {} }
  await world.insist('createRefund', { path: { paymentId }, body: order })
}

/** The seller of a variable plan sets the price of drafts, some of them over the payer's limit. */
async function setPrices(one: Subscriber, draw: Draw, days: number): Promise<void> {
  const { world, isVariable, limit_minor } = one
  for (let left = days; left > 0 && isVariable; ) {
    const pause = draw.between(2, 12)
    left -= pause
    await world.sleep(pause * DAY_MS)
    if (world.isAtPeace) return
    const invoice = await newestInvoice(one)
    if (invoice?.status !== 'draft') continue
    const amount_minor = AMOUNT_MINOR + draw.between(-2_000, 4_000)
    const path = { invoiceId: invoice.id }
    const { status } = await world.insist('updateInvoice', { path, body: { amount_minor } })
    if (status === 200 && amount_minor > (limit_minor ?? Infinity)) one.touched.add(invoice.number)
  }
}
