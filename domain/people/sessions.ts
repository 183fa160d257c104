/** The sessions of users who have signed in. Only hashes of their tokens are stored. */
import { DatabaseUnavailable } from '../../db/database.ts'
import type { QueryRunner } from '../../db/database.ts'
import { and, eq, isNull } from '../../db/operators.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import type { UserActor } from '../identity/actor.ts'
import { keyOfToken, newSellerToken, tokenHash } from '../identity/sellerToken.ts'
import { sellerById, shopNameOf } from '../identity/sellerRows.ts'
import type { Seller } from '../identity/sellerRows.ts'
import { isPast } from '../identity/challenges.ts'
import type { Passkey } from './passkeys.ts'
import { roleOf } from '../identity/roles.ts'
import type { Role } from '../identity/roles.ts'
import {
  endSession,
  isOver,
  MAX_SESSIONS,
  sessionIdOf,
  sessionsOf,
} from '../identity/sessionRows.ts'
import type { SessionKey as Key, SessionRow } from '../identity/sessionRows.ts'
import { storeUser } from '../identity/userRows.ts'
import type { User, UserKey } from '../identity/userRows.ts'
import type { CeremonyResult } from './webauthn.ts'

export { MAX_SESSIONS } from '../identity/sessionRows.ts'

const MINUTE_MS = 60 * 1000

/** How long a session lasts, however much it is used. */
export const SESSION_LIFETIME_MS = 12 * 60 * MINUTE_MS

/** How far the stored time of the last use may be behind. */
const USE_NOTED_MS = MINUTE_MS

/** Challenges of one session that can be used while they are good. */
const MAX_USED = 20

/** A user who is signed in. */
export type Session = {
  id: string
  /** `shop_name` is read by people: the account's own name where it shows no other. */
  seller: Pick<Seller, 'id' | 'name' | 'default_currency'> & { shop_name: string }
  user: { id: string; email: string; name: string | null; role: Role }
  /** The language in which the user last saw a page. */
  locale: string | null
  created_at: string
  expires_at: string
}

/** The actor of a session: its user. */
export const actorOf = ({ id: session_id, user }: Pick<Session, 'id' | 'user'>): UserActor => ({
  type: 'user',
  ...user,
  session_id,
})

const addSession = query('add_user_session', (db, { user_sessions: t }, _: Arguments<SessionRow>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoNothing({ target: [t.seller_id, t.user_id, t.challenge] }),
)

/** The browser and system of a session, also of one that has ended. */
export const deviceOfSession = query(
  'device_of_session',
  (db, { user_sessions: t }, args: Arguments<Key>) =>
    db
      .select({ device: t.device })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

// Not cached: a session that has ended has ended in all processes.
const sessionById = query(
  'user_session_by_id',
  (db, { user_sessions: t, users, sellers, seller_settings: settings }, args: Arguments<Key>) =>
    db
      .select({
        session: t,
        user: {
          id: users.id,
          email: users.email,
          name: users.name,
          role: users.role,
          is_attendant: users.is_attendant,
          status: users.status,
          locale: users.locale,
        },
        seller: {
          id: sellers.id,
          name: sellers.name,
          default_currency: sellers.default_currency,
          status: sellers.status,
        },
        display_name: settings.display_name,
      })
      .from(t)
      .innerJoin(users, and(eq(users.seller_id, t.seller_id), eq(users.id, t.user_id)))
      .innerJoin(sellers, eq(sellers.id, t.seller_id))
      .leftJoin(settings, eq(settings.seller_id, t.seller_id))
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

const noteUse = query(
  'note_user_session_use',
  (db, { user_sessions: t }, args: Arguments<Key & { now: string }>) =>
    db
      .update(t)
      .set({ last_used_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.ended_at))),
)

const setConfirmations = query(
  'set_user_session_confirmations',
  setColumns('user_sessions', ['confirmations']),
)

/**
 * Ends the sessions of a user.
 *
 * @param except the id of one that goes on
 * @param kept how many others go on, the newest
 */
export function* endSessionsOf(
  user: UserKey,
  now: Date,
  { except = '', kept = 0 }: { except?: string; kept?: number } = {},
): Transaction<void> {
  const others = (yield* sessionsOf(user)).filter((session) => session.id !== except)
  for (const { seller_id, id } of others.slice(kept)) yield* endSession({ seller_id, id }, now)
}

/**
 * Ends the sessions that a passkey began. Sessions of its user from before sessions named their
 * passkey end, too, since they may be of this one.
 */
export function* endSessionsOfPasskey(
  { seller_id, user_id, id }: Passkey,
  now: Date,
): Transaction<void> {
  const open = yield* sessionsOf({ seller_id, id: user_id })
  for (const session of open.filter(({ passkey_id }) => passkey_id === null || passkey_id === id)) {
    yield* endSession({ seller_id, id: session.id }, now)
  }
}

/** A session that has just begun, with its token. */
export type NewSession = { token: string; session: Session }

/** Beginning of a session: its challenge, its passkey, its device, the language of the page. */
type Beginning = Pick<SessionRow, 'challenge' | 'device'> & {
  passkey: Passkey
  locale: string
  now: Date
}

/**
 * Signs in a user who is active, and whose seller is. Both are locked, the seller first: an end of
 * their sessions either comes before this one or ends it, too. The same challenge signs in once.
 *
 * @returns undefined when the challenge has begun a session before
 */
export function* beginSession(
  user: User,
  { challenge, device, passkey, locale, now }: Beginning,
): Transaction<NewSession | undefined> {
  const { seller_id, id: user_id } = user
  const [seller] = yield* sellerById({ id: seller_id })
  if (!seller) throw new Error('The user has no seller.')
  const token = newSellerToken(seller_id)
  const at = now.toISOString()
  const row: SessionRow = {
    seller_id,
    id: tokenHash(token),
    user_id,
    passkey_id: passkey.id,
    device,
    challenge,
    confirmations: [],
    created_at: at,
    last_used_at: at,
    expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
    ended_at: null,
  }
  const [stored] = yield* addSession(row)
  if (!stored) return undefined
  yield* endSessionsOf(user, now, { except: row.id, kept: MAX_SESSIONS - 1 })
  const signedIn = yield* storeUser({ ...user, locale, last_signed_in_at: at })
  const named = { ...seller, shop_name: yield* shopNameOf(seller) }
  return { token, session: sessionOf({ session: row, user: signedIn, seller: named }) }
}

function sessionOf(of: {
  session: SessionRow
  seller: Session['seller']
  user: Pick<User, 'id' | 'email' | 'name' | 'role' | 'is_attendant' | 'locale'>
}): Session {
  const { id, created_at, expires_at } = of.session
  const { id: user_id, email, name: user_name, locale } = of.user
  const { id: seller_id, name, default_currency, shop_name } = of.seller
  return {
    id,
    seller: { id: seller_id, name, default_currency, shop_name },
    user: { id: user_id, email, name: user_name, role: roleOf(of.user) },
    locale,
    created_at,
    expires_at,
  }
}

/** A session and its row, unless it is over or its user or seller is active no more. */
export function* openSession(
  key: Key,
  now: Date,
): Transaction<CeremonyResult<{ session: Session; row: SessionRow }>> {
  const [sessionRow] = yield* sessionById(key)
  // The row of a session that is over for good is deleted before long (`expiry.ts`).
  if (!sessionRow) return { refused: 'session_unknown' }
  const { session: row, user, seller, display_name } = sessionRow
  if (row.ended_at !== null) return { refused: 'session_ended' }
  if (user.status !== 'active') return { refused: 'user_not_active' }
  if (seller.status !== 'active') return { refused: 'seller_suspended' }
  if (isOver(row, now)) return { refused: 'session_expired' }
  const named = { ...seller, shop_name: display_name ?? seller.name }
  return { session: sessionOf({ session: row, user, seller: named }), row }
}

/** One of the sessions of a person, as that person sees it. */
export type OwnSession = Pick<
  SessionRow,
  'device' | 'created_at' | 'last_used_at' | 'expires_at'
> & { id: string; isThisOne: boolean }

/** The sessions of a session's user, the newest first. */
export function* ownSessions(session: Session, now: Date): Transaction<OwnSession[]> {
  const open = yield* sessionsOf({ seller_id: session.seller.id, id: session.user.id })
  return open
    .filter((row) => !isOver(row, now))
    .map((row) => ({
      id: sessionIdOf(row),
      device: row.device,
      created_at: row.created_at,
      last_used_at: row.last_used_at,
      expires_at: row.expires_at,
      isThisOne: row.id === session.id,
    }))
}

/**
 * The session of a token, which is thereby used.
 *
 * @param token any text
 */
export async function readSession(
  db: QueryRunner,
  token: string,
  now: Date,
): Promise<CeremonyResult<{ session: Session }>> {
  const key = keyOfToken(token)
  if (!key) return { refused: 'session_unknown' }
  const { session, row, refused } = await db.read(() => openSession(key, now))
  if (refused !== undefined) return { refused }
  if (Date.parse(row.last_used_at) + USE_NOTED_MS <= now.getTime()) {
    // Pages are shown even when nothing can be written, as on a full disk.
    await db
      .run(() => noteUse({ ...key, now: now.toISOString() }))
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) throw error
      })
  }
  return { session }
}

/**
 * Uses up a challenge of a session whose user is locked.
 *
 * @returns false when it was used before, or too many others were
 */
export function* useChallenge(
  { seller_id, id, confirmations }: SessionRow,
  { challenge, now }: { challenge: string; now: Date },
): Transaction<boolean> {
  const used = confirmations.filter((confirmation) => !isPast(confirmation, now))
  if (used.includes(challenge) || used.length >= MAX_USED) return false
  yield* setConfirmations({ seller_id, id, confirmations: [...used, challenge] })
  return true
}
