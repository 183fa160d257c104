/** The rows of users, as rules and lists read and change them. */
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { and, eq, isNull, sql } from '../../db/operators.ts'
import { pageOf, query } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import { addRow, lockRow, rowByKey, setColumns } from '../../db/rows.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import { storedRole } from './roles.ts'
import type { Role } from './roles.ts'

export type User = Row<'users'>
export type UserKey = Pick<User, 'seller_id' | 'id'>

// The condition of the partial indexes, written as it is there.
const isPresent = (t: Tables['users']) => sql`${t.status} <> 'removed'`

/** The name by which others know a person: their e-mail, while they have told no name. */
export const calledUser = ({ name, email }: Pick<User, 'name' | 'email'>): string => name ?? email

const addUser = query('add_user', addRow('users'))

/** One user, removed or not. */
export const userById = query('user_by_id', rowByKey('users'))

/**
 * The role of a user who may act: an active one, of a seller that is not suspended, whose session
 * was not ended.
 */
export const roleInForce = query(
  'role_in_force',
  (db, { users: t, sellers, user_sessions }, args: Arguments<UserKey & { session_id: string }>) =>
    db
      .select({ role: t.role, is_attendant: t.is_attendant })
      .from(t)
      .innerJoin(sellers, eq(sellers.id, t.seller_id))
      .innerJoin(
        user_sessions,
        and(
          eq(user_sessions.seller_id, t.seller_id),
          eq(user_sessions.id, args.session_id),
          eq(user_sessions.user_id, t.id),
          isNull(user_sessions.ended_at),
        ),
      )
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.id, args.id),
          eq(t.status, 'active'),
          eq(sellers.status, 'active'),
        ),
      ),
)

/** As `userById`, and locks the user, so that changes of its passkeys run one after the other. */
export const lockUser = query('lock_user', lockRow('users'))

// Without a seller: the command line's user runs the whole service, and knows only the id.
export const userOfAnySeller = query(
  'user_of_any_seller',
  (db, { users: t }, { id }: Arguments<{ id: string }>) =>
    db.select({ seller_id: t.seller_id }).from(t).where(eq(t.id, id)),
)

/** The user who has an e-mail, in lower case, and is not removed. */
export const userByEmail = query(
  'user_by_email',
  (db, { users: t }, args: Arguments<Pick<User, 'seller_id' | 'email'>>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.email, args.email), isPresent(t))),
)

/** A page of a seller's users who are not removed, newest first. */
export const usersBefore = query('users_before', (db, { users: t }, args: Arguments<ListPage>) =>
  pageOf(db, t, args, isPresent(t)),
)

const setUser = query(
  'set_user',
  setColumns('users', [
    'name',
    'role',
    'is_attendant',
    'status',
    'last_signed_in_at',
    'locale',
    'updated_at',
  ]),
)

export const setUserLocale = query('set_user_locale', setColumns('users', ['locale']))

/** Stores what has changed of a user. */
export function* storeUser(user: User): Transaction<User> {
  const [stored] = yield* setUser(user)
  if (!stored) throw new Error('The user was not there to be changed.')
  return user
}

/** Stores a user who is invited, and has no invitation yet. `inviteUser` has the rules. */
export function* addInvitedUser(
  { seller_id, email, role }: { seller_id: string; email: string; role: Role },
  now: Date,
): Transaction<User> {
  const at = now.toISOString()
  const user: User = {
    seller_id,
    id: newId(idPrefixes.users, now),
    email,
    name: null,
    ...storedRole(role),
    status: 'invited',
    last_signed_in_at: null,
    locale: null,
    created_at: at,
    updated_at: at,
  }
  yield* addUser(user)
  return user
}
