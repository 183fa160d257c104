/** Tells the people of an account of an endpoint that has taken nothing for an hour. */
import { and, asc, desc, eq, gt, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import type { Mails } from '../mail/mails.ts'
import type { Endpoint } from './endpoints.ts'

const HOUR_MS = 60 * 60 * 1000

type FirstFailed = Pick<Row<'deliveries'>, 'id' | 'claimed_at' | 'created_at'>

type OfEndpoint = { seller_id: string; endpoint_id: string }

const newestDelivered = query(
  'newest_delivered_of_endpoint',
  (db, { deliveries: t }, args: Arguments<OfEndpoint>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.endpoint_id, args.endpoint_id),
          eq(t.status, sql`'delivered'`),
        ),
      )
      .orderBy(desc(t.id))
      .limit(1),
)

const firstFailedAfter = query(
  'first_failed_of_endpoint_after',
  (db, { deliveries: t }, args: Arguments<OfEndpoint & { after: string }>) =>
    db
      .select({ id: t.id, claimed_at: t.claimed_at, created_at: t.created_at })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.endpoint_id, args.endpoint_id),
          eq(t.status, sql`'failed'`),
          gt(t.id, args.after),
        ),
      )
      .orderBy(asc(t.id))
      .limit(1),
)

/** The first delivery since which an endpoint has taken nothing for an hour; undefined for none. */
export function* failingSince(
  { seller_id, id: endpoint_id, disabled_at, deleted_at }: Endpoint,
  now: Date,
): Transaction<FirstFailed | undefined> {
  // An endpoint that is disabled or deleted is sent nothing, so it cannot fail.
  if (disabled_at !== null || deleted_at !== null) return undefined
  const of = { seller_id, endpoint_id }
  const [delivered] = yield* newestDelivered(of)
  const [first] = yield* firstFailedAfter({ ...of, after: delivered?.id ?? '' })
  if (!first?.claimed_at || now.getTime() - Date.parse(first.claimed_at) < HOUR_MS) return undefined
  return first
}

/** To be called when a delivery has failed, in the transaction that records it. */
export function* tellOfFailure(
  endpoint: Endpoint,
  mails: Pick<Mails, 'endpointFailing'>,
  now: Date,
): Transaction<void> {
  const first = yield* failingSince(endpoint, now)
  if (first) yield* mails.endpointFailing(endpoint, first.id, now)
}
