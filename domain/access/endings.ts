/** Ends API clients and users, and on request the grants that they have made. */
import type { Transaction } from '../../db/query.ts'
import { faultOfScopes } from '../auth/accountChange.ts'
import type { AccountChange, Fault, ChangeResult } from '../auth/accountChange.ts'
import { clientToChange, endClient } from './clientChanges.ts'
import type { ClientCode } from './clientChanges.ts'
import { clientById } from '../identity/clientRows.ts'
import type { Client } from '../identity/clientRows.ts'
import { scopesOfRole } from '../identity/roles.ts'
import { endUser, userToChange } from '../people/userChanges.ts'
import type { UserCode, UserView } from '../people/userChanges.ts'
import { lockUser } from '../identity/userRows.ts'
import { disconnect } from '../pix/connections/bankConnections.ts'
import { removeEndpoint } from '../webhooks/endpointChanges.ts'
import type { Grant } from './grants.ts'
import { madeBy } from './made.ts'

/** The field that requests the end of the grants made, too. */
const END_MADE = 'end_made'

/**
 * `made` are living grants that a client or a user had made; `ended` are those of them, and of the
 * grants made through them, that were ended with it.
 */
export type Endings = { made: string[]; ended: string[] }

type EndOptions = { endMade?: boolean }
type Ending = Fault<'insufficient_scope' | 'last_owner'>

const idsOf = (grants: readonly Grant[]) => grants.map(({ id }) => id)

/** Scopes that an actor needs to end a grant by itself. */
const scopesToEnd = ({ type, role, scopes }: Grant): readonly string[] => {
  if (type === 'bank_connection') return ['bank:write']
  if (type === 'webhook_endpoint') return []
  return role ? scopesOfRole[role] : (scopes ?? [])
}

/**
 * Ends grants, under the lock of the seller.
 *
 * @returns the fault, if any; then the transaction has to be undone
 */
function* endAll(grants: readonly Grant[], change: AccountChange): Transaction<Ending | undefined> {
  const wanted = [...new Set(grants.flatMap(scopesToEnd))]
  const fault = faultOfScopes(change.scopes, wanted, END_MADE)
  if (fault) return fault
  const { seller_id } = change
  const idsOfType = (type: Grant['type']) => idsOf(grants.filter((grant) => grant.type === type))
  if (idsOfType('bank_connection').length > 0) yield* disconnect(change)
  for (const id of idsOfType('webhook_endpoint')) yield* removeEndpoint({ seller_id, id }, change)
  for (const id of idsOfType('api_client')) {
    const [client] = yield* clientById({ seller_id, id })
    if (client) yield* endClient(client, change)
  }
  for (const id of idsOfType('user')) {
    const [user] = yield* lockUser({ seller_id, id })
    const ended = user && (yield* endUser(user, change))
    if (ended?.fault) return { ...ended.fault, param: END_MADE }
  }
  return undefined
}

/** Ends the grants that one has made, if that is requested, and names them. */
function* endMadeBy(
  maker: { seller_id: string; id: string },
  { endMade, ...change }: AccountChange & { endMade: boolean },
): Transaction<ChangeResult<Endings, Ending['code']>> {
  const { direct, all } = yield* madeBy(maker)
  const fault = endMade ? yield* endAll(all, change) : undefined
  return fault ? { fault } : { made: idsOf(direct), ended: endMade ? idsOf(all) : [] }
}

/**
 * Ends a client, every token that it was issued and the invitations that it made, and names the
 * grants made by it that live on. A client that has ended stays as it is. After a fault the
 * transaction has to be undone.
 */
export function* revokeClient(
  id: string,
  change: AccountChange,
  { endMade = false }: EndOptions = {},
): Transaction<ChangeResult<Endings & { client: Client }, ClientCode | 'last_owner'>> {
  const { client: current, fault } = yield* clientToChange(id, change)
  if (fault) return { fault }
  const ended = yield* endMadeBy(current, { ...change, endMade })
  if (ended.fault) return ended
  const client = yield* endClient(current, change)
  return { client, ...ended }
}

/**
 * Removes a user: passkeys, sessions, the invitation and those that the user made end at once, in
 * all processes. Names the grants made by the user that live on. After a fault the transaction has
 * to be undone.
 */
export function* removeUser(
  id: string,
  change: AccountChange,
  { endMade = false }: EndOptions = {},
): Transaction<ChangeResult<Endings & UserView, UserCode>> {
  const { user, fault } = yield* userToChange(id, change)
  if (fault) return { fault }
  const ended = yield* endMadeBy(user, { ...change, endMade })
  if (ended.fault) return ended
  const view = yield* endUser(user, change)
  return view.fault ? view : { ...view, ...ended }
}
