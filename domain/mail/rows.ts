/** The rows of mails, as they are listed and deleted. */
import { and, desc, eq, inArray, lt } from '../../db/operators.ts'
import { isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { MailType } from '../../db/schema/mailTypes.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { aboveIds } from '../../runtime/ids.ts'

export type Mail = Row<'mails'>
export type { MailType }
type Key = Pick<Mail, 'seller_id' | 'id'>

/** An id after that of every mail: a list begins with the newest. */
export const BEFORE_ALL_MAILS = aboveIds(idPrefixes.mails)

/** How many mails are listed. */
export const LISTED_MAILS = 100

export const mailById = query('mail_by_id', rowByKey('mails'))

type Page = { seller_id: string; before: string; limit: number }

const mailsBefore = query('mails_before', (db, { mails: t }, args: Arguments<Page>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
    .orderBy(desc(t.id))
    .limit(args.limit),
)

const mailsAbout = query(
  'mails_about',
  (db, { mails: t }, args: Arguments<Page & { about: string; types: string[] }>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          isAnyOf(t.type, args.types),
          eq(t.about, args.about),
          lt(t.id, args.before),
        ),
      )
      .orderBy(desc(t.id))
      .limit(args.limit),
)

/** Types of mails by the object whose id is in `about`. */
const typesAbout = {
  checkout: ['buyer_receipt', 'seller_sale'],
  refund: [
    'buyer_refund',
    'refund_failed',
    'refund_unconfirmed',
    'refund_exceeded',
    'payment_reversed',
  ],
  subscription: ['buyer_subscription_confirmed', 'buyer_subscription_ended', 'seller_sale'],
  invoice: ['buyer_receipt', 'buyer_debit_failed', 'instruction_late'],
} satisfies Record<string, MailType[]>

const namingTypes: ReadonlySet<MailType> = new Set(Object.values<MailType[]>(typesAbout).flat())

/** The id of the object that a mail tells of, which its `about` begins with; null of no object. */
export const objectOf = ({ type, about }: Pick<Mail, 'type' | 'about'>): string | null =>
  namingTypes.has(type) ? (about.split('.', 1)[0] ?? null) : null

function typesAboutId(id: string): MailType[] {
  if (id.startsWith(idPrefixes.refunds)) return typesAbout.refund
  if (id.startsWith(idPrefixes.subscriptions)) return typesAbout.subscription
  return id.startsWith(idPrefixes.invoices) ? typesAbout.invoice : typesAbout.checkout
}

/** A page of a seller's mails, newest first; with the id of an object, those about this one. */
export const mailsOf = (page: Page, about?: string): Transaction<Mail[]> =>
  about === undefined
    ? mailsBefore(page)
    : mailsAbout({ ...page, about, types: typesAboutId(about) })

const deleteSome = query(
  'delete_mails_of_reader',
  (db, { mails: t }, args: Arguments<{ seller_id: string; reader_id: string; limit: number }>) => {
    const some = db.$with('some').as(
      db
        .select({ id: t.id })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), eq(t.reader_id, args.reader_id)))
        .limit(args.limit),
    )
    return db
      .with(some)
      .delete(t)
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(some))))
      .returning({ id: t.id })
  },
)

/** Deletes mails to a person. @returns how many, which is the limit where there may be more */
export function* deleteMailsOf(
  { seller_id, id: reader_id }: Key,
  limit: number,
): Transaction<number> {
  return (yield* deleteSome({ seller_id, reader_id, limit })).length
}
