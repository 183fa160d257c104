/** The states of subscriptions and invoices: two tables, by which every change goes. */
import type { InvoiceStatus, SubscriptionStatus } from '../../db/schema/subscriptionStatuses.ts'

type Move<Status, Event> = readonly [from: Status, event: Event, to: Status]

export type SubscriptionEvent =
  | 'activate'
  | 'expire'
  | 'cancel'
  | 'mandate_ended'
  | 'fall_behind'
  | 'catch_up'
  | 'complete'

export type InvoiceEvent = 'open' | 'pay' | 'void' | 'give_up'

export const SUBSCRIPTION_MOVES: readonly Move<SubscriptionStatus, SubscriptionEvent>[] = [
  ['incomplete', 'activate', 'active'],
  ['incomplete', 'expire', 'expired'],
  ['incomplete', 'mandate_ended', 'expired'],
  ['incomplete', 'cancel', 'canceled'],
  ['active', 'fall_behind', 'past_due'],
  ['active', 'cancel', 'canceled'],
  ['active', 'mandate_ended', 'canceled'],
  ['active', 'complete', 'ended'],
  ['past_due', 'catch_up', 'active'],
  ['past_due', 'cancel', 'canceled'],
  ['past_due', 'mandate_ended', 'canceled'],
  ['past_due', 'complete', 'ended'],
]

export const INVOICE_MOVES: readonly Move<InvoiceStatus, InvoiceEvent>[] = [
  ['draft', 'open', 'open'],
  ['draft', 'void', 'void'],
  ['open', 'pay', 'paid'],
  ['open', 'void', 'void'],
  ['open', 'give_up', 'uncollectible'],
  ['uncollectible', 'pay', 'paid'],
]

const targetOf = <Status, Event>(
  moves: readonly Move<Status, Event>[],
  from: Status,
  event: Event,
): Status | undefined => moves.find((move) => move[0] === from && move[1] === event)?.[2]

/** The next status of a subscription, or undefined when the event changes nothing in this one. */
export const subscriptionAfter = (
  status: SubscriptionStatus,
  event: SubscriptionEvent,
): SubscriptionStatus | undefined => targetOf(SUBSCRIPTION_MOVES, status, event)

/** The same for an invoice; an uncollectible one is paid until its `period_end` only. */
export const invoiceAfter = (
  status: InvoiceStatus,
  event: InvoiceEvent,
): InvoiceStatus | undefined => targetOf(INVOICE_MOVES, status, event)

const LAST: ReadonlySet<SubscriptionStatus> = new Set(['canceled', 'expired', 'ended'])

/** True of a subscription that nothing changes any more. */
export const isOver = (status: SubscriptionStatus): boolean => LAST.has(status)

/** True of a subscription that is debited. */
export const isRunning = (status: SubscriptionStatus): status is 'active' | 'past_due' =>
  status === 'active' || status === 'past_due'

/** The part of an invoice by which a subscription is up to date or behind. */
export type InvoiceOutcome = { number: number; status: InvoiceStatus; has_failed: boolean }

/**
 * The event that brings a running subscription to the state of its newest invoice with an outcome:
 * paid, an attempt failed, or uncollectible. A void invoice has none.
 */
export function standingOf(invoices: readonly InvoiceOutcome[]): 'catch_up' | 'fall_behind' {
  const hasOutcome = ({ status, has_failed }: InvoiceOutcome) =>
    status === 'paid' || status === 'uncollectible' || (status === 'open' && has_failed)
  const newest = invoices
    .filter(hasOutcome)
    .reduce<InvoiceOutcome | undefined>((a, b) => (a && a.number > b.number ? a : b), undefined)
  return newest === undefined || newest.status === 'paid' ? 'catch_up' : 'fall_behind'
}

/** True of an invoice whose period is decided: nothing more is tried for it. */
export const isSettled = (status: InvoiceStatus): boolean =>
  status === 'paid' || status === 'void' || status === 'uncollectible'
