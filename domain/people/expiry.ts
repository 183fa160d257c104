/** Deletes expired invitations and sessions. */
import { and, asc, eq, gt, inArray, lte } from '../../db/operators.ts'
import { forUpdateSkipLocked, query } from '../../db/query.ts'
import type { Arguments, Builder } from '../../db/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Sweep } from '../../db/sweep.ts'

type Expiring = Tables['invitations' | 'user_sessions']
type ExpiryBatch = { seller_id: string; now: string; limit: number }

const firstDue = (db: Builder, t: Expiring, after: Arguments<{ after: string }>['after']) =>
  db
    .select({ seller_id: t.seller_id, due_at: t.expires_at })
    .from(t)
    .where(gt(t.seller_id, after))
    .orderBy(asc(t.seller_id), asc(t.expires_at))
    .limit(1)

const deleteDue = (db: Builder, t: Expiring, { seller_id, now, limit }: Arguments<ExpiryBatch>) => {
  const due = db.$with('due').as(
    forUpdateSkipLocked(
      db
        .select({ id: t.id })
        .from(t)
        .where(and(eq(t.seller_id, seller_id), lte(t.expires_at, now)))
        .orderBy(asc(t.expires_at))
        .limit(limit),
    ),
  )
  return db
    .with(due)
    .delete(t)
    .where(and(eq(t.seller_id, seller_id), inArray(t.id, db.select().from(due))))
}

const firstInvitationOfNextSeller = query(
  'first_invitation_of_next_seller',
  (db, { invitations }, { after }: Arguments<{ after: string }>) =>
    firstDue(db, invitations, after),
)

const deleteExpiredInvitations = query(
  'delete_expired_invitations',
  (db, { invitations }, args: Arguments<ExpiryBatch>) => deleteDue(db, invitations, args),
)

const firstSessionOfNextSeller = query(
  'first_user_session_of_next_seller',
  (db, { user_sessions }, { after }: Arguments<{ after: string }>) =>
    firstDue(db, user_sessions, after),
)

const deleteExpiredSessions = query(
  'delete_expired_user_sessions',
  (db, { user_sessions }, args: Arguments<ExpiryBatch>) => deleteDue(db, user_sessions, args),
)

/** Deletes what has expired. It could be used no more in any case. */
export const expiredAccess: Sweep[] = [
  {
    name: 'expired invitations',
    firstOfNextSeller: firstInvitationOfNextSeller,
    piece: deleteExpiredInvitations,
  },
  {
    name: 'expired user sessions',
    firstOfNextSeller: firstSessionOfNextSeller,
    piece: deleteExpiredSessions,
  },
]
