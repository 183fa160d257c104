/** Limits on a reader's mails of each kind, and their order. */
import type { Row } from '../../db/schema/tables.ts'
import type { MailType } from './rows.ts'

/** Mails of one kind to one reader are counted together. */
type MailKind = 'security' | 'alert' | 'sale' | 'buyer' | 'digest'

export type Budget = {
  /** Mails of the kind to one reader in a day of Brasília; undefined means no limit. */
  perDay?: number
  /** The mail after the day's end that sums up the rest; without it they have failed. */
  digest?: Row<'mail_digests'>['type']
}

const budgets: Record<MailKind, Budget> = {
  security: {},
  alert: { perDay: 20, digest: 'alerts_digest' },
  sale: { perDay: 10, digest: 'sales_digest' },
  buyer: { perDay: 20 },
  digest: {},
}

const kinds: Record<MailType, MailKind> = {
  invitation: 'security',
  owner_joined: 'security',
  passkey_added: 'security',
  bank_changed: 'security',
  refund_failed: 'alert',
  refund_unconfirmed: 'alert',
  refund_exceeded: 'alert',
  payment_reversed: 'alert',
  certificate_ends: 'alert',
  recurring_lost: 'alert',
  endpoint_failing: 'alert',
  instruction_late: 'alert',
  seller_sale: 'sale',
  buyer_receipt: 'buyer',
  buyer_refund: 'buyer',
  buyer_subscription_confirmed: 'buyer',
  buyer_debit_failed: 'buyer',
  buyer_subscription_ended: 'buyer',
  alerts_digest: 'digest',
  sales_digest: 'digest',
}

export const budgetOf = (type: MailType): Budget => budgets[kinds[type]]

/** Security and alerts go before other mails, in a queue of their own. */
export const isUrgent = (type: MailType): boolean => /^(security|alert)$/.test(kinds[type])

/** The types that are counted with a type. */
export const typesCountedWith = (type: MailType): MailType[] =>
  (Object.keys(kinds) as MailType[]).filter((other) => kinds[other] === kinds[type])
