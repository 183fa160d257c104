/** Events of an account, as far as a shop acts on them. */
import type { Checkout, Event, Refund, WebhookEvent } from '@balcao/client'

/** An event of a type that is known here, about an object that a shop has marked. */
export type ShopEvent =
  | {
      type: 'payment.succeeded' | 'payment.reversed' | 'checkout.canceled' | 'checkout.expired'
      data: Checkout
    }
  | { type: 'refund.succeeded'; data: CheckoutRefund }
  | { type: 'refund.failed'; data: CheckoutRefund }

/** A refund of a checkout's payment: those of invoices are no shop's. */
type CheckoutRefund = Refund & { checkout_id: string }

const objects: Record<string, string> = {
  'payment.succeeded': 'checkout',
  'payment.reversed': 'checkout',
  'checkout.canceled': 'checkout',
  'checkout.expired': 'checkout',
  'refund.succeeded': 'refund',
  'refund.failed': 'refund',
}

/**
 * An event of one kind of shop, or undefined for all others. Types are added over time, whose data
 * may be anything.
 *
 * @param shop what the shop's plugin writes into `metadata.shop`
 */
export function shopEventOf(
  event: Pick<Event | WebhookEvent, 'type'> & { data: unknown },
  shop: string,
): ShopEvent | undefined {
  const { type, data } = event
  if (!Object.hasOwn(objects, type)) return undefined
  const { object, metadata, checkout_id } = (data ?? {}) as Record<string, unknown>
  if (objects[type] !== object || checkout_id === null) return undefined
  const isMarked = (metadata as { shop?: unknown } | null | undefined)?.shop === shop
  return isMarked ? (event as ShopEvent) : undefined
}
