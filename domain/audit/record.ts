/** The audit trail: how a change is recorded in the transaction that makes it. */
import { hashOfEvent } from '../../db/auditChain.ts'
import type { SealedPlace } from '../../db/auditChain.ts'
import { beforeCommit, query } from '../../db/query.ts'
import type { Transaction } from '../../db/query.ts'
import { addRow } from '../../db/rows.ts'
import type { AuditChange } from '../../db/schema/audit.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import type { components } from '../../generated/types.ts'
import { newId } from '../../runtime/ids.ts'
import { requireActing } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { calledUser } from '../identity/userRows.ts'
import { beginChain, lockHead, nextSeal, setHead } from './heads.ts'
import type { Head } from './heads.ts'

type Event = Row<'audit_events'>

type Schemas = components['schemas']

/** The objects of the contract that have ids, by the names that they give themselves. */
type ObjectName = {
  [Name in keyof Schemas]: Schemas[Name] extends { id: string; object: infer Of extends string }
    ? Of
    : never
}[keyof Schemas]

type Kind = ObjectName | 'bank' | 'settings' | 'seller' | `${'signing' | 'webhook' | 'secret'}_key`

/**
 * An action on record: the kind of object that was changed, and what was done to it, in the word of
 * the function that does it. The contract's AuditEvent names those that a seller sees.
 */
export type AuditAction = `${Kind}.${string}`

export type RecordedChange = {
  /** Seller of the chain; `INSTALLATION` for changes that belong to none. */
  seller_id: string
  actor: Actor
  action: AuditAction
  /** Id of the changed object. */
  target: string
  /** Of an update, its fields (`changesBetween`); with none, nothing is recorded. */
  changes?: AuditChange[] | undefined
  /**
   * Undoes the transaction when the access of the actor has ended. Its end is recorded in the same
   * chain, so that one of both waits for the other.
   */
  requiresAccess?: true
  now: Date
}

const addEvent = query('add_audit_event', addRow('audit_events'))

type ActorColumns = Pick<Event, 'actor_type' | 'actor_id' | 'actor_name'>

function columnsOf(actor: Actor): ActorColumns {
  const columns = { actor_type: actor.type, actor_id: null, actor_name: null }
  if (actor.type === 'system') return columns
  if (actor.type === 'operator') return { ...columns, actor_name: actor.name }
  const actor_name = actor.type === 'user' ? calledUser(actor) : actor.name
  return { ...columns, actor_id: actor.id, actor_name }
}

/** The head of a seller's chain, locked; the chain begins here when it has no event yet. */
function* lockedHead(seller_id: string, { isNew }: { isNew: boolean }): Transaction<Head> {
  const [head] = yield* lockHead({ seller_id })
  if (head) return head
  // Another transaction may begin it at the same time: then this waits for that one's commit.
  yield* beginChain(seller_id, { isNew })
  const [begun] = yield* lockHead({ seller_id })
  if (!begun) throw new Error('The audit trail has no head.')
  return begun
}

/** Adds the event of a change to a chain. @returns the end of the chain */
function* addChange(
  { seller_id, actor, action, target, changes = [], now }: RecordedChange,
  before: SealedPlace,
): Transaction<SealedPlace> {
  const sequence = before.sequence + 1
  const event = {
    seller_id,
    id: newId(idPrefixes.audit_events, now),
    sequence,
    ...columnsOf(actor),
    action,
    target_type: action.slice(0, action.indexOf('.')),
    target_id: target,
    changes,
    previous_hash: before.hash,
    created_at: now.toISOString(),
  }
  const hash = hashOfEvent(event)
  yield* addEvent({ ...event, hash })
  return { seller_id, sequence, hash }
}

/** Adds the changes of a transaction to a seller's chain. */
function* extendChain(seller_id: string, changes: RecordedChange[]): Transaction<void> {
  const isNew = changes.some(({ action }) => action === 'seller.created')
  const head = yield* lockedHead(seller_id, { isNew })
  let end: SealedPlace = head
  for (const change of changes) {
    if (change.requiresAccess) yield* requireActing(seller_id, change.actor)
    end = yield* addChange(change, end)
  }
  yield* setHead({ ...end, ...(yield* nextSeal(head, end)) })
}

/**
 * Keeps a change for the end of its transaction, since it locks the head of the seller's chain. Of
 * two transactions that change more than one chain, each locks them in the same order.
 */
const keepChange = beforeCommit<RecordedChange>(function* (changes) {
  const chains = Map.groupBy(changes, ({ seller_id }) => seller_id)
  for (const seller_id of [...chains.keys()].toSorted()) {
    yield* extendChain(seller_id, chains.get(seller_id) ?? [])
  }
})

/** Records a change in the audit trail, with the transaction that makes it. */
export function* recordChange(change: RecordedChange): Transaction<void> {
  if (change.changes?.length !== 0) yield* keepChange(change)
}
