/** Links by which an invited user makes a passkey: one use, and one for each user. */
import { idOf } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { keyOfToken, newSellerToken, tokenHash } from '../identity/sellerToken.ts'
import { sellerById } from '../identity/sellerRows.ts'
import type { Transaction } from '../../db/query.ts'
import type { Seller } from '../identity/sellerRows.ts'
import { addInvitation, endInvitation, invitationById } from '../identity/invitationRows.ts'
import { userById } from '../identity/userRows.ts'
import type { User, UserKey } from '../identity/userRows.ts'

/** How long an invitation can be used. */
const INVITATION_LIFETIME_MS = 24 * 60 * 60 * 1000

/**
 * Makes an invitation of a user, which ends the one before.
 *
 * @returns its token, of which only the hash is kept, and its end
 */
export function* addNewInvitation(
  user: UserKey,
  { actor, now }: { actor: Actor; now: Date },
): Transaction<{ token: string; expires_at: string }> {
  const { seller_id, id: user_id } = user
  yield* endInvitation(user)
  const token = newSellerToken(seller_id)
  const expires_at = new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString()
  const created_at = now.toISOString()
  const invited_by = idOf(actor)
  const id = tokenHash(token)
  yield* addInvitation({ seller_id, id, user_id, invited_by, created_at, expires_at })
  return { token, expires_at }
}

/** An invitation that can be used, with its user and its seller. */
export type OpenInvitation = { id: string; user: User; seller: Seller }

/** The invitation of a token; undefined when it cannot be used, for whatever reason. */
export function* openInvitation(token: string, now: Date): Transaction<OpenInvitation | undefined> {
  const key = keyOfToken(token)
  const [invitation] = key ? yield* invitationById(key) : []
  if (!invitation || invitation.expires_at <= now.toISOString()) return undefined
  const { seller_id, id, user_id } = invitation
  const [user] = yield* userById({ seller_id, id: user_id })
  const [seller] = yield* sellerById({ id: seller_id })
  if (!user || user.status === 'removed' || seller?.status !== 'active') return undefined
  return { id, user, seller }
}
