import { query } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import { deleteMailsOf } from '../mail/rows.ts'
import { renameActor } from '../audit/rewriting.ts'
import type { End } from '../audit/rewriting.ts'
import { recordChange } from '../audit/record.ts'
import { eventsOf } from '../audit/trail.ts'
import { operator } from '../identity/actor.ts'
import { lockUser, userOfAnySeller } from '../identity/userRows.ts'
import type { User } from '../identity/userRows.ts'
import { eraseAnswers } from './answers.ts'
import { erasedEmail } from '../formats/personalData.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { aboveIds } from '../../runtime/ids.ts'

/** The newest changes of a user, whose answers may be stored: a day's at most. */
const NEWEST = {
  from: idPrefixes.audit_events,
  before: aboveIds(idPrefixes.audit_events),
  limit: 1_000,
}

const setEmail = query('set_user_email', setColumns('users', ['email', 'name', 'updated_at']))

/** More mails than one address gets within the time for which they are kept. */
const MAX_MAILS = 20_000

/** A user without its e-mail, and the end of the audit trail before and after, if it named it. */
export type ErasedUser = { user: User; trail?: { before: End; after: End } | undefined }

/** The moments at which a user was changed: those of the answers that show it. */
function* timesOf({ seller_id, id }: User): Transaction<string[]> {
  const { events } = yield* eventsOf({ target_id: id }, { seller_id, ...NEWEST })
  return events.map(({ created_at }) => created_at)
}

/**
 * Erases a user who was removed, in one transaction: its row, the stored answers that show it, and
 * its name in the audit trail, whose chain is written anew from the first event that names it.
 *
 * @returns undefined when there is no such user; `not removed` when it may still sign in
 * @throws ChainRefused when the trail is not whole, and nothing is erased then
 */
export function* eraseUser(
  id: string,
  now: Date,
): Transaction<ErasedUser | 'not removed' | undefined> {
  const [owner] = yield* userOfAnySeller({ id })
  const [user] = owner ? yield* lockUser({ seller_id: owner.seller_id, id }) : []
  if (!user) return undefined
  if (user.status !== 'removed') return 'not removed'
  const email = erasedEmail(id)
  if (user.email === email) return { user }
  const { seller_id } = user
  const erased = { ...user, email, name: null, updated_at: now.toISOString() }
  yield* setEmail(erased)
  yield* deleteMailsOf({ seller_id, id }, MAX_MAILS)
  yield* eraseAnswers({ seller_id, id, times: yield* timesOf(user) })
  const trail = yield* renameActor({ seller_id, actor_id: id, actor_name: email })
  yield* recordChange({ seller_id, actor: operator(), action: 'user.erased', target: id, now })
  return { user: erased, trail }
}
