/** The rows of sessions, and how they end. */
import { and, eq, isNull } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { CHALLENGE_LIFETIME_MS } from './challenges.ts'

export type SessionRow = Row<'user_sessions'>
export type SessionKey = Pick<SessionRow, 'seller_id' | 'id'>

type Ended = { now: string; until: string }

const endOne = query(
  'end_user_session',
  (db, { user_sessions: t }, args: Arguments<SessionKey & Ended>) =>
    db
      .update(t)
      .set({ ended_at: args.now, expires_at: args.until })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.ended_at))),
)

const endAll = query(
  'end_user_sessions_of_seller',
  (db, { user_sessions: t }, args: Arguments<Pick<SessionRow, 'seller_id'> & Ended>) =>
    db
      .update(t)
      .set({ ended_at: args.now, expires_at: args.until })
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.ended_at))),
)

/** The end of a session. Its row is kept until its challenge is good no more. */
const endedAt = (now: Date): Ended => ({
  now: now.toISOString(),
  until: new Date(now.getTime() + CHALLENGE_LIFETIME_MS).toISOString(),
})

/** Ends one session. */
export const endSession = (key: SessionKey, now: Date) => endOne({ ...key, ...endedAt(now) })

/** Ends every session of a seller's users. */
export const endSessionsOfSeller = (seller_id: string, now: Date) =>
  endAll({ seller_id, ...endedAt(now) })
