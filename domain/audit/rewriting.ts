/** Rewrites a chain where it names a person who is erased. */
import { hashOfEvent } from '../../db/auditChain.ts'
import type { AuditSeals } from '../../db/auditChain.ts'
import { and, asc, eq, gte } from '../../db/operators.ts'
import { auditSeals, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'
import { lockGrownHead, sealHead, sealStateOf, setHead } from './heads.ts'
import type { Head } from './heads.ts'

type Event = Row<'audit_events'>

/** How many events are read at a time. */
const PAGE_EVENTS = 500

/** The last event of a chain. */
export type End = { sequence: number; hash: string }

/** The chain is not rewritten: that would hide an earlier manipulation. */
export class ChainRefused extends Error {
  override name = 'ChainRefused'
}

const firstOfActor = query(
  'first_audit_event_of_actor',
  (db, { audit_events: t }, args: Arguments<{ seller_id: string; actor_id: string }>) =>
    db
      .select({ sequence: t.sequence })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.actor_id, args.actor_id)))
      .orderBy(asc(t.actor_id), asc(t.id))
      .limit(1),
)

const eventsFrom = query(
  'audit_events_from',
  (db, { audit_events: t }, args: Arguments<{ seller_id: string; from: number; limit: number }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), gte(t.sequence, args.from)))
      .orderBy(asc(t.sequence))
      .limit(args.limit),
)

/** No index has these columns: to delete and insert the events took three times as long. */
const setEvent = query(
  'write_audit_event_anew',
  setColumns('audit_events', ['actor_name', 'previous_hash', 'hash'], 'seller_id', 'sequence'),
)

/** Hash of the event before: as it was, and as it is now. */
type Previous = { was: string; is: string }

/** @throws ChainRefused when the event does not fit the chain */
function changed(event: Event, previous: Previous | undefined, change: (event: Event) => Event) {
  const fits = previous === undefined || previous.was === event.previous_hash
  if (!fits || hashOfEvent(event) !== event.hash) throw new ChainRefused('It is altered.')
  const next = change({ ...event, previous_hash: previous?.is ?? event.previous_hash })
  return { ...next, hash: hashOfEvent(next) }
}

/** Writes the events anew from one on. @returns the hash of the last */
function* rewritten(
  { seller_id, sequence: last, hash }: Head,
  from: number,
  change: (event: Event) => Event,
): Transaction<string> {
  let previous: Previous | undefined
  for (let next = from; next <= last; ) {
    const page = yield* eventsFrom({ seller_id, from: next, limit: PAGE_EVENTS })
    if (page.length === 0) throw new ChainRefused('Its end is missing.')
    for (const event of page) {
      if (event.sequence !== next) throw new ChainRefused('It has a gap.')
      const written = changed(event, previous, change)
      yield* setEvent(written)
      previous = { was: event.hash, is: written.hash }
      next++
    }
  }
  if (previous?.was !== hash) throw new ChainRefused('Its head is altered.')
  return previous.is
}

/** @throws ChainRefused without the key, and where the seal differs */
function* sealsFor(head: Head): Transaction<{ seals: AuditSeals; isSealed: boolean }> {
  const seals = yield* auditSeals()
  if (!seals) throw new ChainRefused('It cannot be sealed anew without SECRET_KEY.')
  const state = yield* sealStateOf(head, seals)
  if (state === 'differs') throw new ChainRefused('It does not fit its seal.')
  return { seals, isSealed: state === 'fits' }
}

/**
 * Puts another name in the place of an actor's, in every event of a seller's chain: from the first
 * of them on the chain is written anew, and sealed, in this transaction. The chain is locked from
 * here on. A page of events is in memory at a time.
 *
 * @returns the end of the chain before and after; undefined when the actor has done nothing
 * @throws ChainRefused when the chain is not whole
 */
export function* renameActor({
  seller_id,
  actor_id,
  actor_name,
}: {
  seller_id: string
  actor_id: string
  actor_name: string
}): Transaction<{ before: End; after: End } | undefined> {
  const head = yield* lockGrownHead(seller_id)
  const [first] = yield* firstOfActor({ seller_id, actor_id })
  if (!head || !first) return undefined
  const { seals, isSealed } = yield* sealsFor(head)
  const hash = yield* rewritten(head, first.sequence, (event) =>
    event.actor_id === actor_id ? { ...event, actor_name } : event,
  )
  const { sequence } = head
  yield* setHead({ seller_id, sequence, hash, sealed_sequence: null, mac: null })
  if (isSealed) yield* sealHead({ ...head, hash }, seals)
  return { before: { sequence, hash: head.hash }, after: { sequence, hash } }
}
