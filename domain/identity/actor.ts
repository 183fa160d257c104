/** Actors: the caller or the author of a change, as the rules and the audit trail name it. */
import type { Transaction } from '../../db/query.ts'
import { roleOf } from './roles.ts'
import type { Role } from './roles.ts'
import { roleInForce } from './userRows.ts'
import { systemUser } from '../../runtime/systemUser.ts'
import { clientById } from './clientRows.ts'
import type { Client } from './clientRows.ts'

/** A program with a token. `generation` is that of the token. */
export type ApiClientActor = { type: 'api_client' } & Pick<
  Client,
  'id' | 'client_id' | 'name' | 'generation'
>

/** A person on the dashboard. `role` is the one that the user had when the request began. */
export type UserActor = {
  type: 'user'
  id: string
  email: string
  /** Null while the person has told none. */
  name: string | null
  role: Role
  session_id: string
}

/** A person at the command line, named as the operating system names its user. */
export type OperatorActor = { type: 'operator'; name: string }

export const operator = (): OperatorActor => ({ type: 'operator', name: systemUser() })

/** The service itself, for work that is due by the clock, or found at a bank. */
export type SystemActor = { type: 'system' }

export type Actor = ApiClientActor | UserActor | OperatorActor | SystemActor

/** Id of a maker; null for the operator and the system, which have no row. */
export const idOf = (actor: Actor): string | null => ('id' in actor ? actor.id : null)

/** The access of an actor ended while its work was under way. */
export class ActorEnded extends Error {
  override name = 'ActorEnded'
}

/** @throws ActorEnded when the actor no longer may act */
export function* requireActing(seller_id: string, actor: Actor): Transaction<void> {
  if (!(yield* stillActs(seller_id, actor))) throw new ActorEnded('Its access has ended.')
}

/** True while an actor may act: its access may have ended while its transaction waited. */
export function* stillActs(seller_id: string, actor: Actor): Transaction<boolean> {
  if (actor.type === 'user') {
    const { id, session_id } = actor
    const [user] = yield* roleInForce({ seller_id, id, session_id })
    return user !== undefined && roleOf(user) === actor.role
  }
  if (actor.type !== 'api_client') return true
  const [client] = yield* clientById({ seller_id, id: actor.id })
  return client?.revoked_at === null && client.generation === actor.generation
}
