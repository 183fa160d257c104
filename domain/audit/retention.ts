/** How long audit events are kept, and how the beginning of a chain is forgotten. */
import { and, asc, eq, gt, gte, inArray } from '../../db/operators.ts'
import { auditSeals, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { setColumns } from '../../db/rows.ts'
import type { Sweep } from '../../db/sweep.ts'
import { lockGrownHead, sealHead, sealStateOf } from './heads.ts'
import type { Head } from './heads.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type OfSeller = { seller_id: string }
type First = OfSeller & { from: number; limit: number }

const firstOfNextSeller = query(
  'first_audit_event_of_next_seller',
  (db, { audit_events: t }, { after }: Arguments<{ after: string }>) =>
    db
      .select({ seller_id: t.seller_id, created_at: t.created_at })
      .from(t)
      .where(gt(t.seller_id, after))
      .orderBy(asc(t.seller_id), asc(t.sequence))
      .limit(1),
)

const firstEvents = query('first_audit_events', (db, { audit_events: t }, args: Arguments<First>) =>
  db
    .select({ sequence: t.sequence, hash: t.hash, created_at: t.created_at })
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), gte(t.sequence, args.from)))
    .orderBy(asc(t.sequence))
    .limit(args.limit),
)

const forgetFirst = query(
  'forget_first_audit_events',
  (db, { audit_events: t }, args: Arguments<First>) => {
    const first = db.$with('first').as(
      db
        .select({ sequence: t.sequence })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), gte(t.sequence, args.from)))
        .orderBy(asc(t.sequence))
        .limit(args.limit),
    )
    return db
      .with(first)
      .delete(t)
      .where(and(eq(t.seller_id, args.seller_id), inArray(t.sequence, db.select().from(first))))
  },
)

const setAnchor = query(
  'set_audit_anchor',
  setColumns('audit_heads', ['first_sequence', 'first_previous_hash'], 'seller_id'),
)

/** Moves a seal that fits to the end of its chain, when the event that it names is to go. */
function* keepSeal(head: Head, last: number): Transaction<void> {
  const seals = yield* auditSeals()
  if (!seals || head.sealed_sequence === null || head.sealed_sequence >= last) return
  if ((yield* sealStateOf(head, seals)) === 'fits') yield* sealHead(head, seals)
}

/**
 * Deletes the first events of a chain up to one that is to be kept, and keeps the number and the
 * hash at which it begins from now on.
 */
function* prune(
  { seller_id, limit }: Omit<First, 'from'>,
  isOld: (event: { created_at: string }) => boolean,
): Transaction<object[]> {
  const head = yield* lockGrownHead(seller_id)
  if (!head) return []
  const from = head.first_sequence
  const first = yield* firstEvents({ seller_id, from, limit })
  const kept = first.findIndex((event) => !isOld(event))
  const old = kept < 0 ? first : first.slice(0, kept)
  const last = old.at(-1)
  if (!last) return []
  const { sequence, hash } = last
  yield* keepSeal(head, sequence)
  const forgotten = yield* forgetFirst({ seller_id, from, limit: old.length })
  yield* setAnchor({ seller_id, first_sequence: sequence + 1, first_previous_hash: hash })
  return forgotten
}

/** Deletes the audit events that are older than so many days, each chain's oldest first. */
export function oldAuditEvents(days: number): Sweep {
  const keptMs = days * DAY_MS
  return {
    name: 'old audit events',
    *firstOfNextSeller(args) {
      const rows = yield* firstOfNextSeller(args)
      return rows.map(({ seller_id, created_at }) => ({
        seller_id,
        due_at: new Date(Date.parse(created_at) + keptMs).toISOString(),
      }))
    },
    piece({ seller_id, now, limit }) {
      const oldestKept = new Date(Date.parse(now) - keptMs).toISOString()
      return prune({ seller_id, limit }, ({ created_at }) => created_at < oldestKept)
    },
  }
}
