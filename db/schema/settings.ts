/** Settings of a seller, and the mails to its users and customers. */
import { sql } from '../sqlite/drizzle.ts'
import { MAIL_TYPES } from './mailTypes.ts'
import type { Dialect } from '../sqlite/dialect.ts'

/** The kinds of a logo's file. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** One row at most for each seller; without one, all is as it is by default. */
export function sellerSettingsTable(d: Dialect) {
  return d.table('seller_settings', {
    seller_id: d.text().primaryKey(),
    /** Takes the place of the seller's name before buyers. */
    display_name: d.text(),
    legal_name: d.text(),
    /** CPF or CNPJ as sent. */
    tax_id: d.text(),
    support_email: d.text(),
    support_phone: d.text(),
    website_url: d.text(),
    /** `#rrggbb`, in lower case. */
    accent_color: d.text(),
    default_success_url: d.text(),
    default_cancel_url: d.text(),
    receipt_note: d.text(),
    /** The logo in use, by the id of its row. */
    logo_id: d.text(),
    mail_buyer_receipt: d.boolean().notNull(),
    mail_buyer_refund: d.boolean().notNull(),
    mail_buyer_subscription: d.boolean().notNull().default(false),
    mail_seller_sale: d.boolean().notNull(),
    mail_seller_attention: d.boolean().notNull(),
    created_at: d.text().notNull(),
    updated_at: d.text().notNull(),
  })
}

/** The file of a seller's logo; a row apart, so that a page that names it does not read it. */
export function logosTable(d: Dialect) {
  return d.table(
    'logos',
    {
      seller_id: d.text().notNull(),
      /** SHA-256 of the file in base64url, which is the last part of its address. */
      id: d.hash(),
      content_type: d.oneOf(LOGO_TYPES).notNull(),
      /** In base64. */
      data: d.text().notNull(),
      width: d.integer().notNull(),
      height: d.integer().notNull(),
      created_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.check('logos_type', sql`${t.content_type} in ('image/png', 'image/jpeg', 'image/webp')`),
    ],
  )
}

/** The languages in which mails are written. */
export const MAIL_LOCALES = ['pt-BR', 'en', 'es'] as const

/** Mails to a person beyond a day's number, counted until the day has ended: then one mail. */
export function mailDigestsTable(d: Dialect) {
  return d.table(
    'mail_digests',
    {
      seller_id: d.text().notNull(),
      type: d.oneOf(['alerts_digest', 'sales_digest']).notNull(),
      /** A day of Brasília. */
      date: d.text().notNull(),
      user_id: d.text().notNull(),
      mails_count: d.integer().notNull(),
      /** The sales that were not told one by one; 0 for alerts. */
      amount_minor: d.integer().notNull(),
      /** When the day has ended. */
      due_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.type, t.date, t.user_id] }),
      d.index('mail_digests_due').on(t.seller_id, t.due_at),
    ],
  )
}

/**
 * One mail to one reader. A row is claimed, and the claim committed, before the mail is sent. A row
 * that stays `claimed` belongs to a process that ended meanwhile: it becomes `failed`, and the mail
 * is never sent again.
 */
export function mailsTable(d: Dialect) {
  return d.table(
    'mails',
    {
      seller_id: d.text().notNull(),
      id: d.id('mail_'),
      type: d.oneOf(MAIL_TYPES).notNull(),
      /** Subject: an id, or an id and a moment of it. */
      about: d.text().notNull(),
      /** The address that it goes to. */
      recipient: d.text().notNull(),
      /** The customer or the user whose address it is; erasing that one deletes the mail. */
      reader_id: d.text(),
      locale: d.oneOf(MAIL_LOCALES).notNull(),
      /** Content beyond what is read from the database when the mail is sent. */
      data: d.json<Record<string, unknown>>().notNull(),
      /** The link of an invitation, sealed until the mail is sent; no other row has it. */
      secret_sealed: d.text(),
      status: d.oneOf(['pending', 'claimed', 'sent', 'failed']).notNull(),
      /** It goes before the others: security, alerts, invitations. */
      is_urgent: d.boolean().notNull().default(false),
      error: d.text(),
      claimed_at: d.text(),
      sent_at: d.text(),
      created_at: d.text().notNull(),
      updated_at: d.text().notNull(),
    },
    (t) => [
      d.primaryKey({ columns: [t.seller_id, t.id] }),
      d.unique('mails_once').on(t.seller_id, t.type, t.about, t.recipient),
      d.index('mails_pending').on(t.seller_id, t.id).where(sql`${t.status} = 'pending'`),
      d
        .index('mails_pending_urgent')
        .on(t.seller_id, t.id)
        .where(sql`${t.status} = 'pending' and ${t.is_urgent}`),
      d
        .index('mails_failed_urgent')
        .on(t.seller_id, t.id)
        .where(sql`${t.status} = 'failed' and ${t.is_urgent}`),
      d.index('mails_claimed').on(t.seller_id, t.claimed_at).where(sql`${t.status} = 'claimed'`),
      d.index('mails_to').on(t.seller_id, t.recipient, t.created_at),
      d
        .index('mails_of_reader')
        .on(t.seller_id, t.reader_id)
        .where(sql`${t.reader_id} is not null`),
      d.check('mails_status', sql`${t.status} in ('pending', 'claimed', 'sent', 'failed')`),
      d.check('mails_sent_at', sql`(${t.status} = 'sent') = (${t.sent_at} is not null)`),
      d.check(
        'mails_secret',
        sql`${t.secret_sealed} is null or ${t.status} in ('pending', 'claimed')`,
      ),
    ],
  )
}
