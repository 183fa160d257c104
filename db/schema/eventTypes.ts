/**
 * Types of the events. They have a file of their own because a running service reads them, and does
 * not load the functions that make tables.
 */
export const EVENT_TYPES = [
  'payment.succeeded',
  'payment.declined',
  'payment.reversed',
  'refund.succeeded',
  'refund.failed',
  'checkout.canceled',
  'checkout.expired',
  'subscription.activated',
  'subscription.expired',
  'subscription.canceled',
  'subscription.ended',
  'invoice.created',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.uncollectible',
  'invoice.voided',
  'invoice.reversed',
] as const

export type EventType = (typeof EVENT_TYPES)[number]
