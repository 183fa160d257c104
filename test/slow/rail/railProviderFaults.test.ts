/**
 * Each request to a bank or provider × each fault, in a sale with a refund: one sale, one event,
 * one refund of each, or a refund that has failed and sent nothing back.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { connectAtBank } from '../../../domain/pix/connections/connecting.ts'
import type { ProviderFault } from '../../../packages/bank/providerBank.ts'
import { long } from '../../support/property.ts'
import { subjectOf } from '../../support/providers.ts'
import type { ProviderSubject } from '../../support/providers.ts'
import { leaveAfterTest, RailTest, startRail } from '../../support/rail.ts'

const PART_MINOR = 1000
const HOUR_MS = 60 * 60 * 1000

/** Pages that a buyer opens until one has a code, and rounds in which a state has to be reached. */
const MAX_PAGES = 5
const MAX_ROUNDS = 5

const faults: ProviderFault[] = [
  'drop',
  'lose',
  // At the contract's bank an answer that is no JSON.
  'stale',
  // After 429 a bank is left alone for a minute of real time: `railFloods` has it.
  ...[400, 401, 403, 404, 408, 409, 422, 500, 502, 503],
]

const { service, vault, bank } = await startRail()

type Shop = { rail: RailTest; subject: ProviderSubject }

async function openShop(profile: string): Promise<Shop> {
  const seller = await service.account()
  leaveAfterTest(service, seller)
  const subject = await subjectOf({ service, seller, profile })
  const { db, clock, url } = service
  const settings = subject.settings()
  const { seller_id } = seller
  const by = { actor: operator(), now: clock.now() }
  await connectAtBank({ db, vault, baseUrl: url }, { seller_id, settings, ...by })
  return { rail: new RailTest({ service, bank, vault, seller }), subject }
}

/** A sale that is paid without a callback, and refunded in part; how it ended. */
async function sell({ rail, subject }: Shop): Promise<string> {
  const { seller } = rail
  const checkout = await (await service.login(seller)).checkout()
  let code = await rail.view(checkout)
  for (let page = 1; page < MAX_PAGES && code === null; page++) {
    await rail.reconcile()
    code = await rail.view(checkout)
  }
  const of = <Of extends { checkout_id: string | null }>(rows: Of[]) =>
    rows.filter(({ checkout_id }) => checkout_id === checkout.id)
  const [charge] = of(await rail.rows('charges'))
  if (code === null || !charge) return 'no code'
  const paid = subject.pay(charge.txid)
  const read = () => rail.read(checkout)
  for (let round = 0; round < MAX_ROUNDS && (await read()).status === 'open'; round++) {
    await rail.reconcile()
  }
  // Stale books show what has happened, at last.
  if ((await read()).status === 'open') subject.recover()
  await rail.reconcile()
  const { status, payment_id } = await read()
  if (status !== 'completed') return status
  const refund = await rail.refund(payment_id ?? '', { amount_minor: PART_MINOR })
  for (let round = 0; round < MAX_ROUNDS; round++) await rail.reconcile(round === 0 ? 0 : HOUR_MS)
  subject.recover()
  await rail.reconcile(24 * HOUR_MS)
  await rail.reconcile(HOUR_MS)
  const payments = of(await rail.rows('payments')).map(({ outcome }) => outcome)
  const refunds = of(await rail.rows('refunds'))
  const events = (await rail.rows('events')).filter(
    ({ type, data }) => type === 'payment.succeeded' && JSON.stringify(data).includes(checkout.id),
  )
  assert.deepEqual([payments, refunds.length, events.length], [['settled'], 1, 1])
  const { status: end, amount_minor } = await rail.readRefund(refund)
  assert.equal(subject.sentBack(paid), end === 'succeeded' ? amount_minor : 0, end)
  return end
}

for (const profile of ['bacen', 'mercadopago', 'woovi']) {
  test(`${profile}: each request that goes wrong leaves one sale and one refund`, async () => {
    const shop = await openShop(profile)
    const { subject } = shop
    const before = subject.requests().length
    assert.equal(await sell(shop), 'succeeded')
    const names = [...new Set(subject.requests().slice(before))]
    const cells = names.flatMap((on) => faults.map((fault) => ({ on, fault })))
    // The short form: every eighth, so that each request and each fault is among them.
    const tried = long ? cells : cells.filter((_, place) => place % 8 === 0)
    const ends: Record<string, string> = {}
    for (const { on, fault } of tried) {
      subject.spoil(on, fault)
      ends[`${on} ${fault}`] = await sell(shop).catch(({ message }: Error) => message)
      subject.recover()
    }
    const rightful = ([, end]: [string, string]) => end === 'succeeded' || end === 'failed'
    assert.deepEqual(
      Object.entries(ends).filter((cell) => !rightful(cell)),
      [],
    )
    assert.deepEqual(subject.violations(), [])
  })
}
