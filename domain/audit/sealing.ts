/** How the seals of all chains are brought to their ends: at a start, and by `keys reseal`. */
import { INSTALLATION } from '../../db/auditChain.ts'
import type { AuditSeals } from '../../db/auditChain.ts'
import type { Database } from '../../db/database.ts'
import { and, asc, gt, lt } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Logger } from '../../runtime/logger.ts'
import { sellerIdsAfter } from '../identity/sellerRows.ts'
import { beginChain, headOf, lockGrownHead, sealHead, sealStateOf } from './heads.ts'
import type { Head } from './heads.ts'

/** How many heads are looked at by one read, while the service runs. */
const PAGE_SELLERS = 100

/** How many of the chains whose seal differs are named in the log. */
const NAMED_CHAINS = 20

const grownBeyondSeal = query(
  'audit_heads_beyond_their_seal',
  (db, { audit_heads: t }, args: Arguments<{ after: string; limit: number }>) =>
    db
      .select({ seller_id: t.seller_id })
      .from(t)
      .where(and(gt(t.seller_id, args.after), lt(t.sealed_sequence, t.sequence)))
      .orderBy(asc(t.seller_id))
      .limit(args.limit),
)

/**
 * Result for one chain: nothing to do, a newer seal, its first seal, or a seal that does not fit.
 */
type SealResult = 'left' | 'extended' | 'sealed first' | 'differs'

/** The ids of all chains, in pages: that of the installation, then those of the sellers. */
export async function* chainIds(db: Database): AsyncGenerator<string[]> {
  yield [INSTALLATION]
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: { after: string; limit: number } = { after, limit: PAGE_SELLERS }
    const sellers: { id: string }[] = await db.read(() => sellerIdsAfter(page))
    yield sellers.map(({ id }) => id)
    after = sellers.length < PAGE_SELLERS ? undefined : sellers.at(-1)?.id
  }
}

/** True when a chain needs no work: its end is sealed, under SECRET_KEY. */
function* isSealed(head: Head | undefined, seals: AuditSeals): Transaction<boolean> {
  if (!head || head.mac === null || head.sealed_sequence !== head.sequence) return false
  return seals.isCurrent(head.mac) && (yield* sealStateOf(head, seals)) === 'fits'
}

/** Seals the end of a chain unless it has a seal that does not fit. */
function* sealChain(seller_id: string, seals: AuditSeals): Transaction<SealResult> {
  let head = yield* lockGrownHead(seller_id)
  if (!head) {
    yield* beginChain(seller_id, { isNew: false })
    head = yield* lockGrownHead(seller_id)
    if (!head) throw new Error('The audit trail has no head.')
  }
  if (yield* isSealed(head, seals)) return 'left'
  const state = yield* sealStateOf(head, seals)
  if (state === 'differs') return 'differs'
  yield* sealHead(head, seals)
  return state === 'none' ? 'sealed first' : 'extended'
}

/** The chains of a page that are not sealed to their ends. */
function* unsealedOf(seller_ids: string[], seals: AuditSeals): Transaction<string[]> {
  const unsealed: string[] = []
  for (const seller_id of seller_ids) {
    const [head] = yield* headOf({ seller_id })
    if (!(yield* isSealed(head, seals))) unsealed.push(seller_id)
  }
  return unsealed
}

/**
 * Seals every chain to its end under SECRET_KEY: a process of the version before has added to it
 * without a seal, or the key is a new one. A seal that does not fit is never replaced.
 *
 * @returns the chains whose seal does not fit, and those that had none
 */
export async function sealChains(
  db: Database,
  seals: AuditSeals,
  signal?: AbortSignal,
): Promise<{ extended: number; unsealed: number; differing: string[] }> {
  const done = { extended: 0, unsealed: 0, differing: [] as string[] }
  for await (const page of chainIds(db)) {
    for (const seller_id of await db.read(() => unsealedOf(page, seals))) {
      signal?.throwIfAborted()
      const outcome = await db.run(() => sealChain(seller_id, seals))
      if (outcome === 'extended') done.extended++
      else if (outcome === 'sealed first') done.unsealed++
      else if (outcome === 'differs') done.differing.push(seller_id)
    }
  }
  return done
}

/**
 * Seals the chains to which a process of an older version has added events without a seal, while
 * this one runs; chains that are sealed to their ends are not read.
 */
export async function sealGrown(
  db: Database,
  seals: AuditSeals,
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: { after: string; limit: number } = { after, limit: PAGE_SELLERS }
    const sellers: { seller_id: string }[] = await db.read(() => grownBeyondSeal(page))
    for (const { seller_id } of sellers) {
      signal.throwIfAborted()
      await db.run(() => sealChain(seller_id, seals))
    }
    after = sellers.length < PAGE_SELLERS ? undefined : sellers.at(-1)?.seller_id
  }
}

/** As `sealChains`, at a start, reported in the log. */
export async function sealAtStart(db: Database, log: Logger, signal: AbortSignal): Promise<void> {
  if (!db.auditSeals) return
  const { unsealed, differing } = await sealChains(db, db.auditSeals, signal)
  if (unsealed > 0) {
    log.warn({ chains: unsealed }, 'audit trails had no seal, and are sealed as they are now')
  }
  if (differing.length > 0) {
    const named = differing.slice(0, NAMED_CHAINS)
    const facts = { chains: differing.length, seller_ids: named }
    log.error(facts, 'audit trails do not fit their seal: see db check')
  }
}
