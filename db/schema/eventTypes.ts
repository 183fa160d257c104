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
] as const

export type EventType = (typeof EVENT_TYPES)[number]
