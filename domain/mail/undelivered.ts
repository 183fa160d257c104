/** Alerts that did not reach their reader: a rule of the dashboard's home and of `status`. */
import { and, desc, eq, gt, gte, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { lowestId } from '../../runtime/ids.ts'
import type { Mail } from './rows.ts'

/** For how long a failed alert is pointed at. */
const ATTENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Failed alerts that are looked at, newest first; a person has at most 20 alerts in a day. */
const MAX_LOOKED_AT = 100

type Failed = { seller_id: string; since: string; limit: number }

const failedUrgentMails = query(
  'failed_urgent_mails',
  (db, { mails: t }, args: Arguments<Failed>) =>
    db
      .select()
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.status, sql`'failed'`),
          sql`${t.is_urgent}`,
          gte(t.id, args.since),
        ),
      )
      .orderBy(desc(t.id))
      .limit(args.limit),
)

type Delivered = Pick<Mail, 'seller_id' | 'recipient' | 'created_at' | 'id'>

const deliveredAfter = query(
  'mail_delivered_after',
  (db, { mails: t }, args: Arguments<Delivered>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.recipient, args.recipient),
          gte(t.created_at, args.created_at),
          gt(t.id, args.id),
          eq(t.status, sql`'sent'`),
        ),
      )
      .limit(1),
)

/** @returns each address's newest failed alert, unless a later mail was delivered there */
export function* undeliveredAlerts(seller_id: string, now: Date): Transaction<Mail[]> {
  const since = lowestId(idPrefixes.mails, new Date(now.getTime() - ATTENTION_MS))
  const failed = yield* failedUrgentMails({ seller_id, since, limit: MAX_LOOKED_AT })
  const newest = new Map<string, Mail>()
  for (const mail of failed) {
    if (!newest.has(mail.recipient)) newest.set(mail.recipient, mail)
  }
  const undelivered: Mail[] = []
  for (const mail of newest.values()) {
    const later = yield* deliveredAfter(mail)
    if (later.length === 0) undelivered.push(mail)
  }
  return undelivered
}
