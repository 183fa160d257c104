/** The rows of mails: made in the transaction of what they tell, claimed before they are sent. */
import { and, asc, count, desc, eq, gt, gte, inArray, lt, lte, sql } from '../../db/operators.ts'
import { everyColumn, forUpdateSkipLocked, isAnyOf, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { MAIL_TYPES } from '../../db/schema/settings.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { aboveIds, lowestId, newId } from '../../runtime/ids.ts'
import type { Vault } from '../identity/vault.ts'
import type { Locale } from '../formats/locale.ts'

export type Mail = Row<'mails'>
export type MailType = (typeof MAIL_TYPES)[number]
type Key = Pick<Mail, 'seller_id' | 'id'>

const DAY_MS = 24 * 60 * 60 * 1000

/** Mails of a seller to one address in a day; those beyond are recorded as failed. */
const MAX_TO_ADDRESS_A_DAY = 20

/** An id after that of every mail: a list begins with the newest. */
export const BEFORE_ALL_MAILS = aboveIds(idPrefixes.mails)

/** How many mails are listed. */
export const LISTED_MAILS = 100

const addMail = query('add_mail', (db, { mails: t }, _: Arguments<Mail>) =>
  // A transaction that is run again, or an event that comes twice, tells of the same only once.
  db.insert(t).values(everyColumn(t)).onConflictDoNothing(),
)

const countTo = query(
  'count_mails_to_address',
  (
    db,
    { mails: t },
    args: Arguments<{ seller_id: string; recipient: string; since: string; limit: number }>,
  ) => {
    const some = db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.recipient, args.recipient),
          gte(t.created_at, args.since),
        ),
      )
      .limit(args.limit)
      .as('some')
    return db.select({ count: count() }).from(some)
  },
)

export const pendingMails = query(
  'pending_mails',
  (db, { mails: t }, args: Arguments<{ seller_id: string; limit: number }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.status, sql`'pending'`)))
      .orderBy(asc(t.id))
      .limit(args.limit),
)

// Without a seller: it finds those whose mails another process has recorded or left.
export const sellerWithPendingMails = query(
  'seller_with_pending_mails',
  (db, { mails: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id })
      .from(t)
      .where(and(eq(t.status, sql`'pending'`), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id))
      .limit(1),
)

// Of several claims at once, one gets the row; it never becomes pending again.
export const claimMail = query(
  'claim_mail',
  (db, { mails: t }, args: Arguments<Key & { now: string }>) =>
    db
      .update(t)
      .set({ status: 'claimed', claimed_at: args.now, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'pending'`)))
      .returning(),
)

type MailResult = Key & { status: 'sent' | 'failed'; error: string | null; sent_at: string | null }

export const finishMail = query(
  'finish_mail',
  (db, { mails: t }, args: Arguments<MailResult & { now: string }>) =>
    db
      .update(t)
      .set({
        status: args.status,
        error: args.error,
        sent_at: args.sent_at,
        secret_sealed: null,
        updated_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, sql`'claimed'`))),
)

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
} satisfies Record<string, MailType[]>

/** True for mails about a checkout or a refund, whose id is in `about`. */
export const namesObject = (type: MailType): boolean =>
  Object.values<MailType[]>(typesAbout).some((types) => types.includes(type))

/** A page of a seller's mails, newest first; with an id, those about this checkout or refund. */
export const mailsOf = (page: Page, about?: string): Transaction<Mail[]> =>
  about === undefined
    ? mailsBefore(page)
    : mailsAbout({
        ...page,
        about,
        types: about.startsWith(idPrefixes.refunds) ? typesAbout.refund : typesAbout.checkout,
      })

/** A mail before `enqueue` gives it an id and a status. */
export type NewMail = Pick<Mail, 'seller_id' | 'type' | 'about' | 'recipient' | 'reader_id'> & {
  locale: Locale
  data?: Record<string, unknown>
  /** For the reader alone: stored sealed, and erased once the mail has been sent. */
  secret?: string
}

function sealed(secret: string, id: string, vault: Vault | undefined): string {
  if (!vault) throw new Error('A secret is kept sealed only.')
  return vault.seal(secret, id)
}

/** Adds a mail to what is to be sent; past what an address may get in a day it has failed. */
export function* enqueue(
  { secret, ...mail }: NewMail,
  { now, vault }: { now: Date; vault: Vault | undefined },
): Transaction<void> {
  const id = newId(idPrefixes.mails, now)
  const at = now.toISOString()
  const { seller_id, recipient } = mail
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const limit = MAX_TO_ADDRESS_A_DAY
  const [row] = yield* countTo({ seller_id, recipient, since, limit })
  const isTooMany = (row?.count ?? 0) >= limit
  yield* addMail({
    data: {},
    ...mail,
    id,
    secret_sealed: isTooMany || secret === undefined ? null : sealed(secret, id, vault),
    status: isTooMany ? 'failed' : 'pending',
    error: isTooMany ? `The address has had ${limit} mails within a day.` : null,
    claimed_at: null,
    sent_at: null,
    created_at: at,
    updated_at: at,
  })
}

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

const firstClaimedOfNextSeller = query(
  'first_claimed_mail_of_next_seller',
  (db, { mails: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, claimed_at: t.claimed_at })
      .from(t)
      .where(and(eq(t.status, sql`'claimed'`), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.claimed_at))
      .limit(1),
)

type StaleClaims = { seller_id: string; before: string; error: string; now: string; limit: number }

const failLeft = query(
  'fail_mails_left_claimed',
  (db, { mails: t }, args: Arguments<StaleClaims>) => {
    const left = db.$with('left_claimed').as(
      forUpdateSkipLocked(
        db
          .select({ id: t.id })
          .from(t)
          .where(
            and(
              eq(t.seller_id, args.seller_id),
              eq(t.status, sql`'claimed'`),
              lte(t.claimed_at, args.before),
            ),
          )
          .orderBy(asc(t.claimed_at))
          .limit(args.limit),
      ),
    )
    return db
      .with(left)
      .update(t)
      .set({ status: 'failed', error: args.error, secret_sealed: null, updated_at: args.now })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          inArray(t.id, db.select().from(left)),
          eq(t.status, sql`'claimed'`),
        ),
      )
  },
)

/** Much longer than a mail may take: a row that is claimed for so long was left by its process. */
const LEFT_AFTER_MS = 10 * 60 * 1000

const LEFT = 'The process ended while it was being sent: it may have arrived, and is not repeated.'

const firstOfNextSeller = query(
  'first_mail_of_next_seller',
  (db, { mails: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, created_at: t.created_at })
      .from(t)
      .where(gt(t.seller_id, after))
      .orderBy(asc(t.seller_id), asc(t.id))
      .limit(1),
)

const forgetFirst = query(
  'forget_first_mails',
  (db, { mails: t }, args: Arguments<{ seller_id: string; before: string; limit: number }>) => {
    const first = db.$with('first').as(
      forUpdateSkipLocked(
        db
          .select({ id: t.id })
          .from(t)
          .where(and(eq(t.seller_id, args.seller_id), lt(t.id, args.before)))
          .orderBy(asc(t.id))
          .limit(args.limit),
      ),
    )
    return db
      .with(first)
      .delete(t)
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.id, db.select().from(first))))
  },
)

/** Gives up what a process has left, and forgets mails that are older than so many days. */
export const mailSweeps = (days: number): Sweep[] => [
  {
    name: 'mails left by their process',
    *firstOfNextSeller(args) {
      const rows = yield* firstClaimedOfNextSeller(args)
      return rows.map(({ seller_id, claimed_at }) => ({
        seller_id,
        due_at: new Date(Date.parse(claimed_at ?? '') + LEFT_AFTER_MS).toISOString(),
      }))
    },
    piece: ({ seller_id, now, limit }) => {
      const before = new Date(Date.parse(now) - LEFT_AFTER_MS).toISOString()
      return failLeft({ seller_id, before, error: LEFT, now, limit })
    },
  },
  {
    name: 'old mails',
    *firstOfNextSeller(args) {
      const rows = yield* firstOfNextSeller(args)
      return rows.map(({ seller_id, created_at }) => ({
        seller_id,
        due_at: new Date(Date.parse(created_at) + days * DAY_MS).toISOString(),
      }))
    },
    piece: ({ seller_id, now, limit }) => {
      const before = lowestId(idPrefixes.mails, new Date(Date.parse(now) - days * DAY_MS))
      return forgetFirst({ seller_id, before, limit })
    },
  },
]
