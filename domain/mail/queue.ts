/** Mails that wait: found by seller, claimed before they are sent, and what became of each. */
import { and, asc, eq, gt, gte, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { lowestId } from '../../runtime/ids.ts'
import type { Mail } from './rows.ts'

type Key = Pick<Mail, 'seller_id' | 'id'>

/** A mail that could not be sent for this long tells nothing new any more. */
export const LIFETIME_MS = 24 * 60 * 60 * 1000

/** The lowest id of a mail that is not too old to be sent. */
export const oldestToSend = (now: Date): string =>
  lowestId(idPrefixes.mails, new Date(now.getTime() - LIFETIME_MS))

type PendingPage = { seller_id: string; since: string; limit: number }

export const urgentMails = query(
  'pending_urgent_mails',
  (db, { mails: t }, args: Arguments<PendingPage>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.status, sql`'pending'`),
          sql`${t.is_urgent}`,
          gte(t.id, args.since),
        ),
      )
      .orderBy(asc(t.id))
      .limit(args.limit),
)

export const ordinaryMails = query(
  'pending_ordinary_mails',
  (db, { mails: t }, args: Arguments<PendingPage>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.status, sql`'pending'`),
          sql`not ${t.is_urgent}`,
          gte(t.id, args.since),
        ),
      )
      .orderBy(asc(t.id))
      .limit(args.limit),
)

// Without a seller: it finds the next one with pending mails, and the oldest of them.
export const sellerWithPendingMails = query(
  'seller_with_pending_mails',
  (db, { mails: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, created_at: t.created_at })
      .from(t)
      .where(and(eq(t.status, sql`'pending'`), gt(t.seller_id, after)))
      .orderBy(asc(t.seller_id), asc(t.id))
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
