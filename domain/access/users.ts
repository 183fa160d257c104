/** The users of a seller, as the operator invites, lists and removes them. */
import type { Database } from '../../db/database.ts'
import { asOperator } from '../auth/accountChange.ts'
import { removeUser } from './endings.ts'
import type { Endings } from './endings.ts'
import { sellerById } from '../identity/sellerRows.ts'
import type { Role } from '../identity/roles.ts'
import { inviteUser, MAX_USERS, usersOf } from '../people/userChanges.ts'
import type { InvitedUser, UserCode, UserView } from '../people/userChanges.ts'
import { userOfAnySeller } from '../identity/userRows.ts'
import type { Mails } from '../mail/mails.ts'

/** The request breaks a rule, which `code` names. */
export class UserRefused extends Error {
  override name = 'UserRefused'
  readonly code: UserCode

  constructor({ code }: { code: UserCode }) {
    super(code)
    this.code = code
  }
}

/** Where an invitation is opened in a browser. */
export const invitationUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/dashboard/join/${token}`

/**
 * Invites a person to a seller's dashboard; one who is a user already, to make another passkey.
 *
 * @returns undefined when there is no such seller
 * @throws UserRefused when a rule forbids it
 */
export async function invite(
  db: Database,
  {
    seller_id,
    email,
    role,
    mailing,
    now,
  }: {
    seller_id: string
    email: string
    role: Role
    /** Where the invitation is mailed, too. */
    mailing?: { mails: Mails; baseUrl: string }
    now: Date
  },
): Promise<InvitedUser | undefined> {
  return db.run(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    if (!seller) return undefined
    const change = asOperator(seller_id, now)
    const invited = yield* inviteUser({ email, role }, change)
    if (invited.fault) throw new UserRefused(invited.fault)
    if (mailing) {
      const { pathname } = new URL(invitationUrl(mailing.baseUrl, invited.token))
      yield* mailing.mails.invited(invited.user, pathname, change)
    }
    return invited
  })
}

/** @returns a seller's users who are not removed; undefined when there is no such seller */
export async function listUsers(db: Database, seller_id: string): Promise<UserView[] | undefined> {
  return db.read(function* () {
    const [seller] = yield* sellerById({ id: seller_id })
    return seller && (yield* usersOf({ seller_id, limit: MAX_USERS }))
  })
}

/**
 * Removes a user, whose sessions end at once.
 *
 * @param endMade whether the grants made by the user end, too, and those made through them
 * @returns undefined when there is no such user, or it was removed before
 * @throws UserRefused when a rule forbids it
 */
export async function remove(
  db: Database,
  { id, endMade = false, now }: { id: string; endMade?: boolean; now: Date },
): Promise<(Endings & UserView) | undefined> {
  const removed = await db.run(function* () {
    const [owner] = yield* userOfAnySeller({ id })
    if (!owner) return undefined
    const ended = yield* removeUser(id, asOperator(owner.seller_id, now), { endMade })
    if (ended.fault?.code === 'user_not_found') return undefined
    if (ended.fault) throw new UserRefused(ended.fault)
    return ended
  })
  // Clients may have ended with it.
  if (removed) await db.waitForCacheExpiry()
  return removed
}
