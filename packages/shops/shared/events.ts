/** Events of an account, as far as a shop acts on them. */
import type { Checkout, Event, Refund, WebhookEvent } from '@balcao/client'

/** An event of a type that is known here, about an object that a shop has marked. */
export type ShopEvent =
  | {
      type: 'payment.succeeded' | 'payment.reversed' | 'checkout.canceled' | 'checkout.expired'
      data: Checkout
    }
  | { type: 'refund.succeeded'; data: Refund }
  | { type: 'refund.failed'; data: Refund }

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
  const { object, metadata } = (data ?? {}) as { object?: unknown; metadata?: unknown }
  if (!Object.hasOwn(objects, type) || objects[type] !== object) return undefined
  const isMarked = (metadata as { shop?: unknown } | null | undefined)?.shop === shop
  return isMarked ? (event as ShopEvent) : undefined
}
