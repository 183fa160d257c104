/** The rules of changing a seller's users, for API, dashboard and command line alike. */
import type { AuditChange } from '../../db/schema/audit.ts'
import type { Transaction } from '../../db/query.ts'
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { AuditAction } from '../audit/record.ts'
import { faultOfScopes, lockAccount } from '../auth/accountChange.ts'
import type { AccountChange, ChangeResult } from '../auth/accountChange.ts'
import { trimmedName } from '../formats/names.ts'
import { endInvitation, endInvitationsBy } from '../identity/invitationRows.ts'
import { addNewInvitation } from './invitations.ts'
import { deletePasskey, deletePasskeysOf, passkeysOf } from './passkeys.ts'
import type { Passkey } from './passkeys.ts'
import { roleOf, scopesOfRole, storedRole } from '../identity/roles.ts'
import type { Role } from '../identity/roles.ts'
import { endSessionsOf, endSessionsOfPasskey } from './sessions.ts'
import { AFTER_ALL_USERS, MAX_USERS } from './userLimits.ts'
import {
  addInvitedUser,
  lockUser,
  storeUser,
  userByEmail,
  usersBefore,
} from '../identity/userRows.ts'
import type { User } from '../identity/userRows.ts'

export { AFTER_ALL_USERS, MAX_USERS }

export type UserCode =
  | 'invalid_access_token'
  | 'insufficient_scope'
  | 'user_not_found'
  | 'passkey_not_found'
  | 'user_already_exists'
  | 'user_limit_reached'
  | 'last_owner'

type UserChangeResult<Result extends object> = ChangeResult<Result, UserCode>

/** A user and its passkeys. */
export type UserView = { user: User; passkeys: Passkey[] }

/** A user with an invitation, whose token is shown once. */
export type InvitedUser = UserView & { token: string; expires_at: string; isNew: boolean }

/**
 * Refuses to give or take a role that the actor does not cover, or to change a user who has one.
 */
const faultOfRole = ({ scopes }: AccountChange, role: Role, param?: string) =>
  faultOfScopes(scopes, scopesOfRole[role], param)

export function* withPasskeys(user: User): Transaction<UserView> {
  return { user, passkeys: yield* passkeysOf(user.seller_id, [user.id]) }
}

/**
 * A page of a seller's users who are not removed, newest first.
 *
 * @param before the id before which it begins
 */
export function* usersOf({
  seller_id,
  before = AFTER_ALL_USERS,
  limit,
}: {
  seller_id: string
  before?: string
  limit: number
}): Transaction<UserView[]> {
  const users = yield* usersBefore({ seller_id, before, limit })
  const ids = users.map(({ id }) => id)
  const passkeys = yield* passkeysOf(seller_id, ids)
  return users.map((user) => ({
    user,
    passkeys: passkeys.filter(({ user_id }) => user_id === user.id),
  }))
}

/** Records a change of a user; `changes` are the fields of an update. */
const recordUser = (
  action: Extract<AuditAction, `user.${string}`>,
  { id: target }: User,
  { seller_id, actor, now }: AccountChange,
  changes?: AuditChange[],
): Transaction<void> => recordChange({ seller_id, actor, action, target, changes, now })

/** The user who is to be changed, as it stays until the transaction ends. */
export function* userToChange(
  id: string,
  change: AccountChange,
): Transaction<UserChangeResult<{ user: User }>> {
  const ended = yield* lockAccount(change)
  if (ended) return { fault: ended }
  const [user] = yield* lockUser({ seller_id: change.seller_id, id })
  if (!user || user.status === 'removed') return { fault: { code: 'user_not_found' } }
  const fault = faultOfRole(change, roleOf(user))
  return fault ? { fault } : { user }
}

/** A new user, unless there are too many. */
function* newUser(
  fields: { email: string; role: Role },
  { seller_id, now }: AccountChange,
): Transaction<UserChangeResult<{ user: User }>> {
  const others = yield* usersBefore({ seller_id, before: AFTER_ALL_USERS, limit: MAX_USERS })
  if (others.length >= MAX_USERS) return { fault: { code: 'user_limit_reached' } }
  return { user: yield* addInvitedUser({ seller_id, ...fields }, now) }
}

/**
 * Invites a person to the seller's dashboard; one who has joined already, to make another passkey.
 * The holder of that passkey is this user, with each role that the user is given later, so an actor
 * who could not give every role makes no such invitation.
 *
 * @param email in any case
 * @returns the token of the invitation, which ends the one before
 */
export function* inviteUser(
  { email: typedEmail, role }: { email: string; role: Role },
  change: AccountChange,
): Transaction<UserChangeResult<InvitedUser>> {
  const { seller_id } = change
  const refused = (yield* lockAccount(change)) ?? faultOfRole(change, role, 'role')
  if (refused) return { fault: refused }
  const email = typedEmail.toLowerCase()
  const [existing] = yield* userByEmail({ seller_id, email })
  if (existing && roleOf(existing) !== role) {
    return { fault: { code: 'user_already_exists', param: 'email' } }
  }
  const lacking = existing?.status === 'active' ? faultOfRole(change, 'owner', 'role') : undefined
  if (lacking) return { fault: lacking }
  const { user, fault } = existing ? { user: existing } : yield* newUser({ email, role }, change)
  if (fault) return { fault }
  const invitation = yield* addNewInvitation(user, change)
  const view = yield* withPasskeys(user)
  yield* recordUser('user.invited', user, change)
  return { ...view, ...invitation, isNew: !existing }
}

/**
 * True for an active owner when no other active owner has a passkey, so that none could make
 * another owner.
 */
function* isLastOwner({ seller_id, ...user }: User): Transaction<boolean> {
  const isOwner = ({ role, status }: Pick<User, 'role' | 'status'>) =>
    role === 'owner' && status === 'active'
  if (!isOwner(user)) return false
  const all = yield* usersBefore({ seller_id, before: AFTER_ALL_USERS, limit: MAX_USERS })
  const others = all.filter((other) => other.id !== user.id && isOwner(other))
  const ids = others.map(({ id }) => id)
  return (yield* passkeysOf(seller_id, ids)).length === 0
}

/** Fields of a user that can be changed. */
export type UserChanges = { role?: Role | undefined; name?: string | null | undefined }

/**
 * Gives a user another name or role; a role holds from the next request on. A pending invitation
 * ends with the role: an actor who could not give the new one may have made it, and would join by
 * it with this role. So do those that the user made.
 */
export function* changeUser(
  id: string,
  { role: wantedRole, name: typedName }: UserChanges,
  change: AccountChange,
): Transaction<UserChangeResult<UserView & { isChanged: boolean }>> {
  const { user, fault } = yield* userToChange(id, change)
  if (fault) return { fault }
  const before = { role: roleOf(user), name: user.name }
  const role = wantedRole ?? before.role
  const name = typedName === undefined ? before.name : trimmedName(typedName ?? '') || null
  const lacking = faultOfRole(change, role, 'role')
  if (lacking) return { fault: lacking }
  const isChanged = role !== before.role
  if (!isChanged && name === before.name) return { ...(yield* withPasskeys(user)), isChanged }
  if (isChanged && (yield* isLastOwner(user)))
    return { fault: { code: 'last_owner', param: 'role' } }
  if (isChanged) {
    yield* endInvitation(user)
    yield* endInvitationsBy(user)
  }
  const changed = { ...user, ...storedRole(role), name, updated_at: change.now.toISOString() }
  const view = yield* withPasskeys(yield* storeUser(changed))
  const changes = changesBetween(before, { role, name }, ['role', 'name'])
  yield* recordUser('user.updated', user, change, changes)
  return { ...view, isChanged }
}

/** Ends a user who is locked: passkeys, sessions, the invitation and those that the user made. */
export function* endUser(
  user: User,
  change: AccountChange,
): Transaction<ChangeResult<UserView, 'last_owner'>> {
  if (yield* isLastOwner(user)) return { fault: { code: 'last_owner' } }
  yield* endSessionsOf(user, change.now)
  yield* endInvitation(user)
  yield* endInvitationsBy(user)
  yield* deletePasskeysOf(user)
  const updated_at = change.now.toISOString()
  const view = yield* withPasskeys(yield* storeUser({ ...user, status: 'removed', updated_at }))
  yield* recordUser('user.removed', user, change)
  return view
}

/**
 * Deletes a passkey of a user, by which nothing can be signed in or confirmed any more. The
 * sessions that it began end, and the invitations that the user made: the holder of a lost device
 * may have made them.
 */
export function* removePasskey(
  { id, passkey_id }: { id: string; passkey_id: string },
  change: AccountChange,
): Transaction<UserChangeResult<UserView>> {
  const { user, fault } = yield* userToChange(id, change)
  if (fault) return { fault }
  const { passkeys } = yield* withPasskeys(user)
  const passkey = passkeys.find((candidate) => candidate.id === passkey_id)
  if (!passkey) return { fault: { code: 'passkey_not_found' } }
  const isOnlyOne = passkeys.length === 1
  if (isOnlyOne && (yield* isLastOwner(user))) return { fault: { code: 'last_owner' } }
  yield* deletePasskey(passkey)
  yield* endSessionsOfPasskey(passkey, change.now)
  yield* endInvitationsBy(user)
  const view = yield* withPasskeys(user)
  yield* recordUser('user.passkey_deleted', user, change)
  return view
}

/** Signs a user out everywhere. */
export function* endUserSessions(
  id: string,
  change: AccountChange,
): Transaction<UserChangeResult<UserView>> {
  const { user, fault } = yield* userToChange(id, change)
  if (fault) return { fault }
  yield* endSessionsOf(user, change.now)
  const view = yield* withPasskeys(user)
  yield* recordUser('user.sessions_ended', user, change)
  return view
}
