/** The heads of the audit trail: where each chain ends, and up to where a seal vouches for it. */
import { FIRST_PREVIOUS_HASH, INSTALLATION } from '../../db/auditChain.ts'
import type { AuditSeals, SealedPlace } from '../../db/auditChain.ts'
import { and, eq } from '../../db/operators.ts'
import { auditSeals, earlierEndings, everyColumn, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { lockRow, rowByKey, setColumns } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'

export type Head = Row<'audit_heads'>
type Seal = Pick<Head, 'sealed_sequence' | 'mac'>
type OfSeller = Pick<Head, 'seller_id'>

/** Where the chain of a seller ends; other transactions wait for it until the commit. */
export const lockHead = query('lock_audit_head', lockRow('audit_heads', 'seller_id'))

/** The same, with the changes of transactions that are committed together with this one. */
export function* lockGrownHead(seller_id: string): Transaction<Head | undefined> {
  yield* earlierEndings()
  const [head] = yield* lockHead({ seller_id })
  return head
}

/** The same without the lock. */
export const headOf = query('audit_head', rowByKey('audit_heads', 'seller_id'))

const addHead = query('begin_audit_chain', (db, { audit_heads: t }, _: Arguments<Head>) =>
  db.insert(t).values(everyColumn(t)).onConflictDoNothing(),
)

export const setHead = query(
  'set_audit_head',
  setColumns('audit_heads', ['sequence', 'hash', 'sealed_sequence', 'mac'], 'seller_id'),
)

/** The end of a chain, from which a head can be judged: its last event, or another. */
export const eventAt = query(
  'audit_event_at',
  (db, { audit_events: t }, args: Arguments<OfSeller & { sequence: number }>) =>
    db
      .select({ hash: t.hash, created_at: t.created_at })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.sequence, args.sequence))),
)

/** The end of a chain, as a seal vouches for it. */
const endOf = ({ seller_id, sequence, hash }: Head): SealedPlace => ({ seller_id, sequence, hash })

/** The hash at the place that the seal of a head names; undefined where there is none. */
function* hashAtSeal(head: Head): Transaction<string | undefined> {
  const { seller_id, sealed_sequence: sequence } = head
  if (sequence === null) return undefined
  if (sequence === head.sequence) return head.hash
  if (sequence === head.first_sequence - 1) return head.first_previous_hash
  const [event] = yield* eventAt({ seller_id, sequence })
  return event?.hash
}

/** State of a head's seal: it is missing, fits the chain, or differs from it. */
export type SealState = 'none' | 'fits' | 'differs'

export function* sealStateOf(head: Head, seals: AuditSeals): Transaction<SealState> {
  const { seller_id, mac, sealed_sequence: sequence } = head
  if (mac === null || sequence === null) return 'none'
  const hash = yield* hashAtSeal(head)
  return hash !== undefined && seals.fits(mac, { seller_id, sequence, hash }) ? 'fits' : 'differs'
}

/**
 * The seal of a chain that has grown to a new end. It stays as it was where the one before does not
 * fit, or is missing: otherwise the next change would seal a chain that was cut.
 */
export function* nextSeal(head: Head, end: SealedPlace): Transaction<Seal> {
  const seals = yield* auditSeals()
  if (seals && (yield* sealStateOf(head, seals)) === 'fits') {
    return { sealed_sequence: end.sequence, mac: seals.seal(end) }
  }
  return { sealed_sequence: head.sealed_sequence, mac: head.mac }
}

/**
 * Seals a head at its end.
 *
 * @param head that has no seal, or one that fits
 */
export function* sealHead(head: Head, seals: AuditSeals): Transaction<void> {
  const end = endOf(head)
  yield* setHead({ ...end, sealed_sequence: end.sequence, mac: seals.seal(end) })
}

/**
 * Begins a chain, unless there is one. It begins sealed only with the seller or the installation
 * itself: a chain that is missing later was deleted, which the next start must report.
 */
export function* beginChain(seller_id: string, { isNew }: { isNew: boolean }): Transaction<void> {
  const begin = { seller_id, sequence: 0, hash: FIRST_PREVIOUS_HASH }
  const seals = isNew ? yield* auditSeals() : undefined
  yield* addHead({
    ...begin,
    sealed_sequence: seals ? begin.sequence : null,
    mac: seals?.seal(begin) ?? null,
    first_sequence: 1,
    first_previous_hash: FIRST_PREVIOUS_HASH,
  })
}

/** Begins the chain of changes that belong to no seller, with the installation. */
export const beginInstallationChain = (): Transaction<void> =>
  beginChain(INSTALLATION, { isNew: true })
