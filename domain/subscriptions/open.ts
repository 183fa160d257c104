/** Opens a subscription: copies the terms of its offer, and checks them. */
import { offerForSale } from '../checkouts/open.ts'
import type { Sale, Seller } from '../checkouts/open.ts'
import { newPageToken } from '../checkouts/pageToken.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import type { Actor } from '../identity/actor.ts'
import type { Transaction } from '../../db/query.ts'
import type { Metadata } from '../../db/schema/tables.ts'
import { codeEndsAt, isSupported, startDays } from './calendar.ts'
import { addTerms, foundSubscription } from '../search/terms.ts'
import { subscriberOf } from './customer.ts'
import type { CustomerFault, Subscriber } from './customer.ts'
import { addFirstInvoice } from './invoices.ts'
import { insertSubscription, setSubscription, subscriptionByExternalId } from './rows.ts'
import type { Subscription } from './rows.ts'

/** How long a code that pays and authorises can be used. */
const CODE_LIFETIME_MS = 24 * 60 * 60 * 1000

/** Fields of a new subscription, as the contract takes them: their forms are checked already. */
export type NewSubscription = Subscriber & {
  offer_id: string
  starts_on?: string | null | undefined
  cycles?: number | null | undefined
  first_amount_minor?: number | null | undefined
  variable?: { minimum_limit_minor?: number | null } | null | undefined
  retries?: boolean | undefined
  external_id?: string | null | undefined
  success_url?: string | null | undefined
  cancel_url?: string | null | undefined
  metadata: Metadata
}

type OpeningFault =
  | (CustomerFault & { detail?: undefined })
  | {
      code:
        | 'offer_not_found'
        | 'recurring_offer_required'
        | 'billing_interval_not_supported'
        | 'invalid_request'
        | 'invalid_starts_on'
        | 'invalid_first_amount'
        | 'subscription_external_id_already_exists'
      param: string
      detail?: string
      existing_id?: string
    }

type Opening = {
  seller: Seller
  actor: Actor
  /** The bank that is to debit; null in the sandbox without one. */
  connection_id: string | null
  now: Date
}

type Opened =
  | { opened: Subscription; fault?: undefined }
  | { opened?: undefined; fault: OpeningFault }

type RecurringOffer = Sale['offer'] & {
  billing_interval: Subscription['billing_interval']
  interval_count: number
}

type PlanFault = {
  code: 'billing_interval_not_supported' | 'invalid_request'
  detail?: string
}

/** A recurring offer that the bank can debit, or why it cannot be subscribed to. */
export function planOfOffer(
  offer: Sale['offer'],
  { default_currency }: Seller,
): { offer: RecurringOffer; fault?: undefined } | { offer?: undefined; fault: PlanFault } {
  const { billing_interval, interval_count, currency } = offer
  if (billing_interval === null || billing_interval === 'day' || interval_count === null) {
    return { fault: { code: 'billing_interval_not_supported' } }
  }
  if (!isSupported({ billing_interval, interval_count })) {
    return { fault: { code: 'billing_interval_not_supported' } }
  }
  if (currency !== default_currency) {
    const detail = `A oferta não está em ${default_currency}, a moeda da conta.`
    return { fault: { code: 'invalid_request', detail } }
  }
  return { offer: { ...offer, billing_interval, interval_count } }
}

/** An offer that the bank can debit, or why it cannot be subscribed to. */
function recurringOf(
  sale: Sale | undefined,
  seller: Seller,
): { offer: RecurringOffer } | { fault: OpeningFault } {
  const param = 'offer_id'
  if (!sale) return { fault: { code: 'offer_not_found', param } }
  if (sale.offer.type !== 'recurring') return { fault: { code: 'recurring_offer_required', param } }
  const { offer, fault } = planOfOffer(sale.offer, seller)
  return offer ? { offer } : { fault: { ...fault, param } }
}

/** Why the first day and the first amount cannot be so. */
function faultOfStart(
  { starts_on, first_amount_minor }: NewSubscription,
  now: Date,
): OpeningFault | undefined {
  if (starts_on == null) return undefined
  const { first, last } = startDays(now)
  if (starts_on < first || starts_on > last) {
    return { code: 'invalid_starts_on', param: 'starts_on' }
  }
  if (first_amount_minor == null) return undefined
  return { code: 'invalid_first_amount', param: 'first_amount_minor' }
}

function newSubscription(
  order: NewSubscription,
  { sale, offer, customer_id }: { sale: Sale; offer: RecurringOffer; customer_id: string },
  { seller, connection_id, now }: Opening,
): Subscription {
  const { starts_on = null, variable = null } = order
  const at = now.toISOString()
  const codeEnds = new Date(now.getTime() + CODE_LIFETIME_MS).toISOString()
  const expires_at = starts_on === null ? codeEnds : codeEndsAt(starts_on)
  return {
    seller_id: seller.id,
    id: newId(idPrefixes.subscriptions, now),
    customer_id,
    external_id: order.external_id ?? null,
    status: 'incomplete',
    offer_id: offer.id,
    name: sale.product.name,
    currency: offer.currency,
    amount_minor: offer.amount_minor,
    first_amount_minor: order.first_amount_minor ?? null,
    is_variable: variable !== null,
    minimum_limit_minor: variable?.minimum_limit_minor ?? null,
    billing_interval: offer.billing_interval,
    interval_count: offer.interval_count,
    retries: order.retries ?? true,
    cycles: order.cycles ?? null,
    pays_with_code: starts_on === null,
    starts_on,
    mandate_status: 'pending',
    mandate_approved_at: null,
    payer_tax_id: null,
    payer_bank_ispb: null,
    connection_id,
    location_id: null,
    recurrence_id: null,
    bank_order: null,
    bank_order_sent_at: null,
    bank_check_at: null,
    next_due_on: starts_on,
    paid_until: null,
    latest_invoice_id: null,
    page_token: newPageToken(seller.id, now),
    page_locale: null,
    success_url: order.success_url ?? null,
    cancel_url: order.cancel_url ?? null,
    metadata: order.metadata,
    cancellation: null,
    expires_at,
    activated_at: null,
    canceled_at: null,
    check_at: expires_at,
    created_at: at,
    updated_at: at,
  }
}

/**
 * Opens a subscription, with the invoice that the code pays where the buyer pays the first period.
 *
 * @returns it, or the first fault; what was made until then is to be undone
 */
export function* openSubscription(order: NewSubscription, opening: Opening): Transaction<Opened> {
  const { seller, actor, now } = opening
  const [sale] = yield* offerForSale({ seller_id: seller.id, id: order.offer_id })
  const recurring = recurringOf(sale, seller)
  if ('fault' in recurring || !sale) {
    return 'fault' in recurring
      ? recurring
      : { fault: { code: 'offer_not_found', param: 'offer_id' } }
  }
  const fault = faultOfStart(order, now)
  if (fault) return { fault }
  const buyer = yield* subscriberOf(order, { seller_id: seller.id, actor, now })
  if (buyer.fault) return { fault: buyer.fault }
  const of = { sale, offer: recurring.offer, customer_id: buyer.customer.id }
  const subscription = newSubscription(order, of, opening)
  const [added] = yield* insertSubscription(subscription)
  if (!added) return { fault: yield* externalIdFault(subscription) }
  yield* addTerms(foundSubscription(subscription))
  if (!subscription.pays_with_code) return { opened: subscription }
  const { id: latest_invoice_id } = yield* addFirstInvoice(subscription, now)
  const opened = { ...subscription, latest_invoice_id }
  yield* setSubscription(opened)
  return { opened }
}

function* externalIdFault({ seller_id, external_id }: Subscription): Transaction<OpeningFault> {
  const key = { seller_id, external_id: external_id ?? '' }
  const [existing] = yield* subscriptionByExternalId(key)
  if (!existing) throw new Error(`The subscription ${external_id} is neither there nor added.`)
  const code = 'subscription_external_id_already_exists'
  return { code, param: 'external_id', existing_id: existing.id }
}
