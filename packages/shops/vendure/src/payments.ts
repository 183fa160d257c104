/**
 * The metadata of a Vendure payment about its session at Balcão, and the amount that an order still
 * asks for.
 */
import type { Order, Payment, PaymentMetadata, RequestContext } from '@vendure/core'
import type { CheckoutLink } from '../../shared/account.ts'

/** Names the payments of this plugin, whatever their method is called. */
export const CODE = 'balcao'

/** The input of a storefront to `addPaymentToOrder`. */
export type Wishes = { tax_id?: unknown; success_url?: unknown; cancel_url?: unknown }

export type SessionRecord = {
  provider: typeof CODE
  wishes: Wishes
  /** The language and channel in which the buyer has ordered; none before these were kept. */
  buyer?: { language: RequestContext['languageCode']; channel: string }
  /** The end of the session: known from its event, before the payment's state follows. */
  ended?: 'completed' | 'canceled'
  /** The id of the payment at Balcão, by which money is refunded. */
  payment_id?: string
  /** The part that the storefront shows. */
  public: CheckoutLink
}

/** Vendure types metadata as anything. */
export function keptOf(metadata: PaymentMetadata | undefined): SessionRecord | undefined {
  const kept = metadata as SessionRecord | undefined
  return kept?.provider === CODE ? kept : undefined
}

/** A link is followed by the buyer alone, whose storefront has sent it. */
export const textOf = (wish: unknown): string | undefined =>
  typeof wish === 'string' && wish !== '' ? wish : undefined

export const isAuthorized = ({ state, metadata }: Payment): boolean =>
  state === 'Authorized' && keptOf(metadata) !== undefined

/**
 * The amount that an order asks of one of its payments.
 *
 * @param order with all payments and their refunds
 */
export function dueOf(order: Order, payment: Payment): number {
  const others = order.payments.filter(
    ({ id, state }) => id !== payment.id && ['Authorized', 'Settled'].includes(state),
  )
  const refunds = others.flatMap((one) => one.refunds ?? [])
  const paid = others.reduce((sum, { amount }) => sum + amount, 0)
  const back = refunds
    .filter(({ state }) => state !== 'Failed')
    .reduce((sum, { total }) => sum + total, 0)
  return order.totalWithTax - paid + back
}
