/** Payment links that sell a recurring offer: their check, and the subscriptions that they open. */
import type { Sale, Seller } from '../../checkouts/open.ts'
import { customerById } from '../../catalog/customers.ts'
import type { Filled } from '../../links/form.ts'
import type { PaymentLink } from '../../links/links.ts'
import { planOf } from '../../links/plan.ts'
import type { Transaction } from '../../../db/query.ts'
import type { components } from '../../../generated/types.ts'
import { plainTaxId } from '../customer.ts'
import { openSubscription, planOfOffer } from '../open.ts'
import { subscriptionByPageToken } from '../rows.ts'
import type { Subscription } from '../rows.ts'

type Body = components['schemas']['CreatePaymentLinkBody']

type PlanLinkFault = {
  code: 'billing_interval_not_supported' | 'invalid_request'
  param: string
  detail?: string
}

/**
 * Tells whether the only item of a new link is a recurring offer, and checks it then.
 *
 * @returns it, or the first fault
 */
export function* checkPlanLink(
  body: Body,
  seller: Seller,
): Transaction<{ isPlan: boolean; fault?: undefined } | { fault: PlanLinkFault }> {
  const sale = yield* planOf({ seller_id: seller.id, items: body.items ?? null })
  if (!sale) return { isPlan: false }
  const { fault } = planOfOffer(sale.offer, seller)
  if (fault) return { fault: { ...fault, param: 'items.0.offer_id' } }
  const param = refusedField(body)
  return param === undefined ? { isPlan: true } : { fault: { code: 'invalid_request', param } }
}

/** A field that a link of a recurring offer cannot have: it is sold once to each, at its price. */
function refusedField({ items, collect, ...body }: Body): string | undefined {
  if (items?.[0] && (items[0].quantity ?? 1) !== 1) return 'items.0.quantity'
  if (collect.includes('phone')) return 'collect'
  return (['max_payments', 'quantity', 'custom_amount'] as const).find(
    (field) => body[field] != null,
  )
}

/** The page of a link as far as it is subscribed to. */
type PlanOfPage = { link: PaymentLink; plan: Sale }

/**
 * The caller's own subscription, where it waits to be authorised and is the one that the form asks
 * for.
 */
export function* sameSubscription(
  { link, plan }: PlanOfPage,
  { buyer }: Filled,
  { ownPageToken: page_token, now }: { ownPageToken: string | undefined; now: Date },
): Transaction<Subscription | undefined> {
  if (page_token === undefined) return undefined
  const { seller_id } = link
  const [own] = yield* subscriptionByPageToken({ seller_id, page_token })
  const isOpen = own?.status === 'incomplete' && now.toISOString() < own.expires_at
  if (!isOpen || own.offer_id !== plan.offer.id) return undefined
  const [customer] = yield* customerById({ seller_id, id: own.customer_id })
  const isSame =
    customer?.email === buyer.email?.toLowerCase() &&
    plainTaxId(customer?.tax_id ?? '') === plainTaxId(buyer.tax_id ?? '')
  return isSame ? own : undefined
}

/**
 * Opens a subscription of a link, for the customer of the typed e-mail. One that is known by other
 * data stays as it is, and is sold nothing: anybody may have typed them.
 *
 * @returns it, or whether the e-mail is known or the offer not for sale
 */
export function* subscribeByLink(
  { link, plan, seller }: PlanOfPage & { seller: Seller },
  { buyer: { name = '', email = '', tax_id = '' } }: Filled,
  { connection_id, now }: { connection_id: string | null; now: Date },
): Transaction<
  | { opened: Subscription; fault?: undefined }
  | { opened?: undefined; fault: 'email_taken' | 'unsold' }
> {
  const { id: payment_link_id, success_url } = link
  const { opened, fault } = yield* openSubscription(
    {
      offer_id: plan.offer.id,
      customer: { name, email, tax_id, source: 'payment_link' },
      success_url,
      metadata: { payment_link_id },
    },
    { seller, actor: { type: 'system' }, connection_id, now },
  )
  if (opened) return { opened }
  return { fault: fault.code === 'customer_email_already_exists' ? 'email_taken' : 'unsold' }
}
