/** The types of mails, apart from their table: a running service reads them without Drizzle. */
export const MAIL_TYPES = [
  'buyer_receipt',
  'buyer_refund',
  'invitation',
  'seller_sale',
  'buyer_subscription_confirmed',
  'buyer_debit_failed',
  'buyer_subscription_ended',
  'refund_failed',
  'refund_unconfirmed',
  'refund_exceeded',
  'payment_reversed',
  'certificate_ends',
  'endpoint_failing',
  'instruction_late',
  'owner_joined',
  'passkey_added',
  'bank_changed',
  'recurring_lost',
  'alerts_digest',
  'sales_digest',
] as const

export type MailType = (typeof MAIL_TYPES)[number]
