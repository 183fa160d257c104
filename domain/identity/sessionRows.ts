/** The rows of sessions, and how they end. */
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { idOfHash } from '../../runtime/ids.ts'
import { and, desc, eq, isNull } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { CHALLENGE_LIFETIME_MS } from './challenges.ts'
import type { UserKey } from './userRows.ts'

export type SessionRow = Row<'user_sessions'>
export type SessionKey = Pick<SessionRow, 'seller_id' | 'id'>

type SessionEnd = { now: string; until: string }

const endOne = query(
  'end_user_session',
  (db, { user_sessions: t }, args: Arguments<SessionKey & SessionEnd>) =>
    db
      .update(t)
      .set({ ended_at: args.now, expires_at: args.until })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.ended_at))),
)

const endAll = query(
  'end_user_sessions_of_seller',
  (db, { user_sessions: t }, args: Arguments<Pick<SessionRow, 'seller_id'> & SessionEnd>) =>
    db
      .update(t)
      .set({ ended_at: args.now, expires_at: args.until })
      .where(and(eq(t.seller_id, args.seller_id), isNull(t.ended_at))),
)

/** The end of a session. Its row is kept until its challenge is good no more. */
const endedAt = (now: Date): SessionEnd => ({
  now: now.toISOString(),
  until: new Date(now.getTime() + CHALLENGE_LIFETIME_MS).toISOString(),
})

/** Ends one session. */
export const endSession = (key: SessionKey, now: Date) => endOne({ ...key, ...endedAt(now) })

/** How long a session lasts that is not used. */
export const SESSION_IDLE_MS = 60 * 60 * 1000

/** True once a session has expired or was idle for too long. */
export const isOver = (
  { last_used_at, expires_at }: Pick<SessionRow, 'last_used_at' | 'expires_at'>,
  now: Date,
): boolean =>
  expires_at <= now.toISOString() || Date.parse(last_used_at) + SESSION_IDLE_MS <= now.getTime()

/** Sessions of a user; another one ends the oldest. */
export const MAX_SESSIONS = 20

const openSessionsOf = query(
  'open_user_sessions_of_user',
  (
    db,
    { user_sessions: t },
    args: Arguments<{ seller_id: string; user_id: string; limit: number }>,
  ) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.user_id, args.user_id), isNull(t.ended_at)))
      .orderBy(desc(t.created_at))
      .limit(args.limit),
)

/** The sessions of a user that were not ended, the newest first. */
export const sessionsOf = ({ seller_id, id: user_id }: UserKey): Transaction<SessionRow[]> =>
  openSessionsOf({ seller_id, user_id, limit: MAX_SESSIONS + 1 })

/** Public id of a session; its row is found by it among those of its user. */
export const sessionIdOf = (session: Pick<SessionRow, 'id' | 'created_at'>) =>
  idOfHash(idPrefixes.user_sessions, session)

/** Ends every session of a seller's users. */
export const endSessionsOfSeller = (seller_id: string, now: Date) =>
  endAll({ seller_id, ...endedAt(now) })
