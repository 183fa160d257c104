/** Changes of subscriptions of which buyers and people get mails, each a transaction. */
import assert from 'node:assert/strict'
import type { Database } from '../../../db/database.ts'
import type { Transaction } from '../../../db/query.ts'
import { cancelSubscription } from '../../../domain/subscriptions/cancel.ts'
import { runDue } from '../../../domain/subscriptions/due.ts'
import { openSubscription } from '../../../domain/subscriptions/open.ts'
import { playAuthorization, playFailure } from '../../../domain/subscriptions/played.ts'
import type { Recorder } from '../../../domain/subscriptions/ports.ts'
import { newestInvoice } from '../../../domain/subscriptions/rows.ts'
import type { Key } from '../../../domain/subscriptions/rows.ts'
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { person } from '../../support/person.ts'

/** The first day on which a debit can be made. */
const DAYS_TO_DEBIT = 5

/** The mails of each event: every one of them once. */
export const mailsOfEvents: Record<string, string[]> = {
  'invoice.paid': ['buyer_receipt'],
  'invoice.payment_failed': ['buyer_debit_failed'],
  'subscription.activated': ['buyer_subscription_confirmed', 'seller_sale'],
  'subscription.canceled': ['buyer_subscription_ended'],
}

type Change = (recorder: Recorder) => Transaction<unknown>

type Changes = {
  db: Database
  seller_id: string
  /** Offers of a subscription that is paid and canceled, and of one whose debit fails. */
  offer_ids: readonly string[]
  recorder: (now: Date) => Recorder
  /** Told after each commit. */
  committed: () => void
}

/** Sells two subscriptions of the sandbox, pays, cancels and fails to debit. */
export async function changeSubscriptions(of: Changes): Promise<void> {
  const { db, seller_id, recorder, committed } = of
  const [paid = '', failed = ''] = of.offer_ids
  const run = async (change: Change) => {
    await db.run(() => change(recorder(new Date())))
    committed()
  }
  const first = await opened(of, paid)
  await run((at) => playAuthorization({ ...first, isApproved: true }, at))
  await run((at) => cancelSubscription({ ...first, by: 'buyer' }, at))
  const second = await opened(of, failed, addDays(dayOf(new Date()), DAYS_TO_DEBIT))
  await run((at) => playAuthorization({ ...second, isApproved: true }, at))
  await run((at) => runDue(second, at))
  const [invoice] = await db.read(() => newestInvoice({ seller_id, subscription_id: second.id }))
  assert.ok(invoice)
  const failure = { seller_id, id: invoice.id, reason: 'insufficient_funds' } as const
  await run((at) => playFailure(failure, at))
}

async function opened(
  { db, seller_id }: Changes,
  offer_id: string,
  starts_on: string | null = null,
): Promise<Key> {
  const email = `ana.${crypto.randomUUID()}@example.com`
  const customer = { name: 'Ana', email, tax_id: person.tax_id }
  const seller = { id: seller_id, default_currency: 'BRL' }
  const by = { seller, actor: { type: 'system' }, connection_id: null, now: new Date() } as const
  const order = { offer_id, customer, starts_on, metadata: {} }
  const { opened: made, fault } = await db.run(() => openSubscription(order, by))
  assert.ok(made, JSON.stringify(fault))
  return { seller_id, id: made.id }
}
