/** The audit trail: how a change is recorded in the transaction that makes it. */
import { hashOfEvent } from '../../db/auditChain.ts'
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { AuditChange } from '../../db/schema/audit.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import type { components } from '../../generated/types.ts'
import { newId } from '../../runtime/ids.ts'
import type { Actor } from '../identity/actor.ts'
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
  now: Date
}

const addEvent = query('add_audit_event', (db, { audit_events }, _: Arguments<Event>) =>
  db.insert(audit_events).values(everyColumn(audit_events)),
)

type ActorColumns = Pick<Event, 'actor_type' | 'actor_id' | 'actor_name'>

function columnsOf(actor: Actor): ActorColumns {
  const columns = { actor_type: actor.type, actor_id: null, actor_name: null }
  if (actor.type === 'system') return columns
  if (actor.type === 'operator') return { ...columns, actor_name: actor.name }
  const actor_name = actor.type === 'user' ? actor.email : actor.name
  return { ...columns, actor_id: actor.id, actor_name }
}

/** The head of a seller's chain, locked; the chain begins here when it has no event yet. */
function* lockedHead({ seller_id, action }: RecordedChange): Transaction<Head> {
  const [head] = yield* lockHead({ seller_id })
  if (head) return head
  // Another transaction may begin it at the same time: then this waits for that one's commit.
  yield* beginChain(seller_id, { isNew: action === 'seller.created' })
  const [begun] = yield* lockHead({ seller_id })
  if (!begun) throw new Error('The audit trail has no head.')
  return begun
}

/**
 * Records a change in the audit trail. It belongs into the transaction of the change, as its last
 * statements: it locks the head of the seller's chain until the commit, and a transaction that
 * waited for anything else meanwhile could deadlock.
 */
export function* recordChange(change: RecordedChange): Transaction<void> {
  const { seller_id, actor, action, target, changes, now } = change
  if (changes?.length === 0) return
  const head = yield* lockedHead(change)
  const sequence = head.sequence + 1
  const event = {
    seller_id,
    id: newId(idPrefixes.audit_events, now),
    sequence,
    ...columnsOf(actor),
    action,
    target_type: action.slice(0, action.indexOf('.')),
    target_id: target,
    changes: changes ?? [],
    previous_hash: head.hash,
    created_at: now.toISOString(),
  }
  const hash = hashOfEvent(event)
  yield* addEvent({ ...event, hash })
  const end = { seller_id, sequence, hash }
  yield* setHead({ ...end, ...(yield* nextSeal(head, end)) })
}
