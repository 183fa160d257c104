/** What events tell. Apart from the tables, since a running service does not load what makes these. */
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
