/** What events tell. A running service reads this, and does not load what makes tables. */
export const EVENT_TYPES = [
  'payment.succeeded',
  'payment.declined',
  'payment.reversed',
  'refund.succeeded',
  'refund.failed',
  'checkout.canceled',
  'checkout.expired',
] as const

export type EventType = (typeof EVENT_TYPES)[number]
