/**
 * `db repair`: mends the rows that processes of older versions left incomplete, as far as possible.
 */
import type { Database } from '../../db/database.ts'
import { requireDatabaseUrl } from '../../db/databaseUrl.ts'
import { openSnapshot } from '../../db/maintenance/snapshot.ts'
import { invariantsOf } from '../../db/maintenance/invariants.ts'
import type { Invariant } from '../../db/maintenance/invariants.ts'
import type { Repairable } from '../../db/maintenance/vocabulary.ts'
import { sellersDue } from '../../db/sweep.ts'
import type { Sweep } from '../../db/sweep.ts'
import type { Actor } from '../identity/actor.ts'
import { sealChains } from '../audit/sealing.ts'
import { termsToFill } from '../search/fill.ts'
import { returnsToRecord } from './amounts.ts'
import { outcomesToFill } from './outcomes.ts'
import { mendRow } from './rows.ts'
import { settlementsToName } from './settlements.ts'

/** How many rows one transaction mends. */
const PIECE_ROWS = 500

/** How many rows of one kind are looked up at a time. */
const PAGE_ROWS = 1_000

/** How many sellers one read covers. */
const PASSED_SELLERS = 100

type Key = { seller_id: string; id: string }

/** How many rows of each kind were mended. */
export type Repairs = Record<Repairable | 'audit_heads', number>

/** Runs a sweep to its end. */
async function sweepAll(db: Database, sweep: Sweep, at: Date): Promise<number> {
  const now = at.toISOString()
  const { rows: limit = PIECE_ROWS } = sweep
  let mended = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: { after: string; now: string; limit: number } = {
      after,
      now,
      limit: PASSED_SELLERS,
    }
    const { due, next } = await db.read(() => sellersDue(sweep, page))
    for (const seller_id of due) {
      for (let rows = limit; rows === limit; mended += rows) {
        const piece = { seller_id, now, limit }
        rows = (await db.run(() => sweep.piece(piece))).length
      }
    }
    after = next
  }
  return mended
}

/** Rows that break an invariant, as they are at one moment. */
async function broken(databaseUrl: string, rows: string): Promise<Key[]> {
  const snapshot = await openSnapshot(databaseUrl)
  try {
    const found = await snapshot.rows(`${rows} limit ${PAGE_ROWS}`)
    return found.map(([seller_id, id]) => ({ seller_id: String(seller_id), id: String(id) }))
  } finally {
    await snapshot.close()
  }
}

type By = { databaseUrl: string; actor: Actor; now: Date }

/** Mends the rows that break an invariant, until no others are found. */
async function mendAll(
  db: Database,
  { field, rows }: NonNullable<Invariant['mends']>,
  { databaseUrl, actor, now }: By,
): Promise<number> {
  const by = { actor, now: now.toISOString() }
  for (let total = 0; ; ) {
    const keys = await broken(databaseUrl, rows)
    let mended = 0
    for (const key of keys) if (await db.run(() => mendRow(field, key, by))) mended++
    total += mended
    // A full page of which nothing could be mended would be found again and again.
    if (keys.length < PAGE_ROWS || mended === 0) return total
  }
}

/**
 * Mends everything that can be, in small transactions that the audit trail names, beside running
 * services. Run again, it finds nothing.
 *
 * @param now the service's time
 */
export async function repairDatabase(db: Database, by: By): Promise<Repairs> {
  const { databaseUrl, actor, now } = by
  const repairs: Repairs = {
    payment_id: await sweepAll(db, settlementsToName(actor), now),
    amount_refunded_minor: await sweepAll(db, returnsToRecord(actor), now),
    daily_totals: 0,
    cancel_at: 0,
    payments_count: 0,
    invited_by: 0,
    audit_heads: 0,
  }
  // Nothing is broken without these two, so they are not counted.
  await sweepAll(db, termsToFill, now)
  await sweepAll(db, outcomesToFill, now)
  const { engine } = requireDatabaseUrl(databaseUrl)
  for (const { mends } of invariantsOf(engine)) {
    if (mends) repairs[mends.field] += await mendAll(db, mends, by)
  }
  if (db.auditSeals) {
    const { extended, unsealed } = await sealChains(db, db.auditSeals)
    repairs.audit_heads = extended + unsealed
  }
  return repairs
}
