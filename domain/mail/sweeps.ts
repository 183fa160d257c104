/** Background work on mails: what a process has left, what is too late, digests, and old rows. */
import { and, asc, eq, gt, inArray, lt, lte, sql } from '../../db/operators.ts'
import { forUpdateSkipLocked, query } from '../../db/query.ts'
import type { AffectedRow, Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { lowestId } from '../../runtime/ids.ts'
import { userById } from '../identity/userRows.ts'
import { enqueue } from './enqueue.ts'
import { LIFETIME_MS, oldestToSend, sellerWithPendingMails } from './queue.ts'
import { localeOf } from './mails.ts'

const DAY_MS = 24 * 60 * 60 * 1000

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

type DigestKey = Pick<Row<'mail_digests'>, 'seller_id' | 'type' | 'date' | 'user_id'>

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

const failLate = query(
  'fail_mails_too_old_to_be_sent',
  (db, { mails: t }, args: Arguments<StaleClaims>) => {
    const late = db.$with('late').as(
      forUpdateSkipLocked(
        db
          .select({ id: t.id })
          .from(t)
          .where(
            and(
              eq(t.seller_id, args.seller_id),
              eq(t.status, sql`'pending'`),
              lt(t.id, args.before),
            ),
          )
          .orderBy(asc(t.id))
          .limit(args.limit),
      ),
    )
    return db
      .with(late)
      .update(t)
      .set({ status: 'failed', error: args.error, secret_sealed: null, updated_at: args.now })
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          inArray(t.id, db.select().from(late)),
          eq(t.status, sql`'pending'`),
        ),
      )
  },
)

const LATE = 'It could not be sent within a day.'

const firstDigestOfNextSeller = query(
  'first_mail_digest_of_next_seller',
  (db, { mail_digests: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, due_at: t.due_at })
      .from(t)
      .where(gt(t.seller_id, after))
      .orderBy(asc(t.seller_id), asc(t.due_at))
      .limit(1),
)

type DueDigests = { seller_id: string; now: string; limit: number }

const digestsDue = query(
  'mail_digests_due',
  (db, { mail_digests: t }, args: Arguments<DueDigests>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), lte(t.due_at, args.now)))
      .orderBy(asc(t.due_at))
      .limit(args.limit),
)

const endDigest = query(
  'delete_mail_digest',
  (db, { mail_digests: t }, args: Arguments<DigestKey>) =>
    db
      .delete(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.type, args.type),
          eq(t.date, args.date),
          eq(t.user_id, args.user_id),
        ),
      )
      .returning(),
)

/** Makes one mail of each digest whose day has ended, for those who are still people here. */
function* mailDigests(args: DueDigests): Transaction<AffectedRow[]> {
  const now = new Date(args.now)
  const rows = yield* digestsDue(args)
  for (const { seller_id, type, date, user_id } of rows) {
    const [digest] = yield* endDigest({ seller_id, type, date, user_id })
    const [user] = yield* userById({ seller_id, id: user_id })
    if (!digest || user?.status !== 'active') continue
    const { mails_count, amount_minor } = digest
    const reader = { recipient: user.email, reader_id: user_id, locale: localeOf(user.locale) }
    const data = { mails_count, amount_minor }
    yield* enqueue({ seller_id, type, about: date, ...reader, data }, { now, vault: undefined })
  }
  return rows
}

/** Ends what can no longer be sent, makes due digests, forgets mails older than so many days. */
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
    name: 'mails too old to be sent',
    *firstOfNextSeller(args) {
      const rows = yield* sellerWithPendingMails(args)
      return rows.map(({ seller_id, created_at }) => ({
        seller_id,
        due_at: new Date(Date.parse(created_at) + LIFETIME_MS).toISOString(),
      }))
    },
    piece: ({ seller_id, now, limit }) =>
      failLate({ seller_id, before: oldestToSend(new Date(now)), error: LATE, now, limit }),
  },
  { name: 'digests of mails', firstOfNextSeller: firstDigestOfNextSeller, piece: mailDigests },
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
