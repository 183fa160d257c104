/** Records a mail in the transaction of what it tells, within what its reader gets in a day. */
import { and, count, eq, gte, sql } from '../../db/operators.ts'
import { everyColumn, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { dayOf, endOfDay, startOfDay } from '../../runtime/brasilia.ts'
import { newId } from '../../runtime/ids.ts'
import type { Locale } from '../formats/locale.ts'
import type { Vault } from '../identity/vault.ts'
import { budgetOf, isUrgent, typesCountedWith } from './budgets.ts'
import type { Mail, MailType } from './rows.ts'

/** A mail before `enqueue` gives it an id and a status. */
export type NewMail = Pick<Mail, 'seller_id' | 'type' | 'about' | 'recipient' | 'reader_id'> & {
  locale: Locale
  data?: Record<string, unknown>
  /** For the reader alone: stored sealed, and erased once the mail has been sent. */
  secret?: string
  /** The amount that a digest sums up. */
  amount_minor?: number
}

const addMail = query('add_mail', (db, { mails: t }, _: Arguments<Mail>) =>
  // A transaction that is run again, or an event that comes twice, tells of the same only once.
  db.insert(t).values(everyColumn(t)).onConflictDoNothing(),
)

type Subject = Pick<Mail, 'seller_id' | 'type' | 'about' | 'recipient'>

const mailAbout = query('mail_about', (db, { mails: t }, args: Arguments<Subject>) =>
  db
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.seller_id, args.seller_id),
        eq(t.type, args.type),
        eq(t.about, args.about),
        eq(t.recipient, args.recipient),
      ),
    ),
)

type Counted = Pick<Mail, 'seller_id' | 'recipient'> & {
  types: MailType[]
  since: string
  limit: number
}

const countTo = query('count_mails_to_address', (db, { mails: t }, args: Arguments<Counted>) => {
  const some = db
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.seller_id, args.seller_id),
        eq(t.recipient, args.recipient),
        gte(t.created_at, args.since),
        isAnyOf(t.type, args.types),
      ),
    )
    .limit(args.limit)
    .as('some')
  return db.select({ count: count() }).from(some)
})

const addToDigest = query(
  'add_to_mail_digest',
  (db, { mail_digests: t }, args: Arguments<Row<'mail_digests'>>) =>
    db
      .insert(t)
      .values(everyColumn(t))
      .onConflictDoUpdate({
        target: [t.seller_id, t.type, t.date, t.user_id],
        set: {
          mails_count: sql`${t.mails_count} + ${args.mails_count}`,
          amount_minor: sql`${t.amount_minor} + ${args.amount_minor}`,
        },
      }),
)

function sealed(secret: string, id: string, vault: Vault | undefined): string {
  if (!vault) throw new Error('A secret is kept sealed only.')
  return vault.seal(secret, id)
}

/** Counts a mail in the digest of its day, unless it was recorded before. */
function* digest(mail: NewMail, type: Row<'mail_digests'>['type'], now: Date): Transaction<void> {
  const { seller_id, reader_id, amount_minor = 0 } = mail
  if ((yield* mailAbout(mail)).length > 0 || reader_id === null) return
  const date = dayOf(now)
  const key = { seller_id, type, date, user_id: reader_id }
  yield* addToDigest({ ...key, mails_count: 1, amount_minor, due_at: endOfDay(date) })
}

/** Adds a mail to what is to be sent; past its reader's number of the day, to the day's digest. */
export function* enqueue(
  mail: NewMail,
  { now, vault }: { now: Date; vault: Vault | undefined },
): Transaction<void> {
  const { seller_id, type, about, recipient, reader_id, locale, data = {}, secret } = mail
  const { perDay, digest: digestType } = budgetOf(type)
  const isTooMany = perDay !== undefined && (yield* hasHad(mail, perDay, now))
  if (isTooMany && digestType) return yield* digest(mail, digestType, now)
  const id = newId(idPrefixes.mails, now)
  const at = now.toISOString()
  yield* addMail({
    ...{ seller_id, id, type, about, recipient, reader_id, locale, data },
    is_urgent: isUrgent(type),
    secret_sealed: isTooMany || secret === undefined ? null : sealed(secret, id, vault),
    status: isTooMany ? 'failed' : 'pending',
    error: isTooMany ? `The address has had ${perDay} mails within a day.` : null,
    claimed_at: null,
    sent_at: null,
    created_at: at,
    updated_at: at,
  })
}

function* hasHad(mail: NewMail, limit: number, now: Date): Transaction<boolean> {
  const { seller_id, recipient, type } = mail
  const since = startOfDay(dayOf(now))
  const [row] = yield* countTo({
    ...{ seller_id, recipient, since, limit },
    types: typesCountedWith(type),
  })
  return (row?.count ?? 0) >= limit
}
