/** The author of a change as a mail about it names them. */
import type { Transaction } from '../../db/query.ts'
import type { Actor } from '../identity/actor.ts'
import { clientById } from '../identity/clientRows.ts'
import { calledUser, userById } from '../identity/userRows.ts'
import { deviceOfSession } from '../people/sessions.ts'

/** As a mail's row keeps it: ids, whose names are read when the mail is sent. */
export type Author = { type: Actor['type']; id: string | null; device: string | null }

export function* authorOf(seller_id: string, actor: Actor): Transaction<Author> {
  const { type } = actor
  if (type !== 'user') return { type, id: type === 'api_client' ? actor.id : null, device: null }
  const [session] = yield* deviceOfSession({ seller_id, id: actor.session_id })
  return { type, id: actor.id, device: session?.device ?? null }
}

/** @returns a person's name and browser, or a client's name; null where no row has one */
export function* nameOf(
  seller_id: string,
  { type, id, device }: Author,
): Transaction<string | null> {
  if (id === null) return null
  if (type === 'user') {
    const [user] = yield* userById({ seller_id, id })
    return [user && calledUser(user), device].filter((part) => part != null).join(' · ') || null
  }
  const [client] = yield* clientById({ seller_id, id })
  return client?.name ?? null
}
