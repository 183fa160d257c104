import { recordChange } from '../audit/record.ts'
import type { Database } from '../../db/database.ts'
import { and, asc, eq, gt, ne } from '../../db/operators.ts'
import { everyColumn, forUpdate, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { endInvitationsOfSeller } from '../people/invitationRows.ts'
import { endSessionsOfSeller } from '../people/sessionRows.ts'
import { operator } from './actor.ts'
import { endTokensOfSeller } from './clientRows.ts'

/** How many ids `everySellerId` reads with one statement. */
const IDS_PER_READ = 1_000

export type Seller = Row<'sellers'>

/** Stores a seller. `createSeller` makes its first API client with it, and is what to call. */
export const addSeller = query('add_seller', (db, { sellers }, _: Arguments<Seller>) =>
  db.insert(sellers).values(everyColumn(sellers)).returning(),
)

export const sellerById = query(
  'seller_by_id',
  (db, { sellers }, { id }: Arguments<{ id: string }>) =>
    db.select().from(sellers).where(eq(sellers.id, id)),
)

/** Locks a seller, so that its clients, endpoints and bank are changed one after the other. */
export const lockSeller = query(
  'lock_seller',
  (db, { sellers }, { id }: Arguments<{ id: string }>) =>
    forUpdate(db.select({ id: sellers.id }).from(sellers).where(eq(sellers.id, id))),
  { lockOnly: true },
)

const sellersOldestFirst = query('sellers_oldest_first', (db, { sellers }) =>
  db.select().from(sellers).orderBy(asc(sellers.id)),
)

export const sellerIdsAfter = query(
  'seller_ids_after',
  (db, { sellers: t }, args: Arguments<{ after: string; limit: number }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(gt(t.id, args.after))
      .orderBy(asc(t.id))
      .limit(args.limit),
)

const setStatus = query(
  'set_seller_status',
  (db, { sellers: t }, args: Arguments<Pick<Seller, 'id' | 'status'> & { now: string }>) =>
    db
      .update(t)
      .set({ status: args.status, updated_at: args.now })
      .where(and(eq(t.id, args.id), ne(t.status, args.status))),
)

/**
 * Suspends a seller, or lets it work again. A suspended one gets no tokens and no new charges, and
 * its tokens, its users' sessions and the invitations of both have ended for good in all processes
 * before this resolves; money that arrives is settled or sent back as ever. One that has the status
 * already stays as it is.
 *
 * @returns the seller, or undefined when there is none
 */
export async function changeSellerStatus(
  db: Database,
  { id, status, now }: Pick<Seller, 'id' | 'status'> & { now: Date },
): Promise<Seller | undefined> {
  const seller = await db.run(function* () {
    const [changed] = yield* setStatus({ id, status, now: now.toISOString() })
    const [found] = yield* sellerById({ id })
    const action = status === 'active' ? 'seller.activated' : 'seller.suspended'
    const by = { seller_id: id, actor: operator(), now }
    if (changed && status === 'suspended') {
      yield* endTokensOfSeller({ seller_id: id })
      yield* endSessionsOfSeller(id, now)
      yield* endInvitationsOfSeller(id)
    }
    if (changed) yield* recordChange({ ...by, action, target: id })
    return found
  })
  if (seller) await db.waitForCacheExpiry()
  return seller
}

/** All sellers, the oldest first. */
export const listSellers = async (db: Database): Promise<Seller[]> =>
  db.read(() => sellersOldestFirst({}))

/** The id of every seller. On a distributed database each node has all sellers. */
export function* everySellerId(): Transaction<string[]> {
  const ids: string[] = []
  for (;;) {
    const read = yield* sellerIdsAfter({ after: ids.at(-1) ?? '', limit: IDS_PER_READ })
    for (const { id } of read) ids.push(id)
    if (read.length < IDS_PER_READ) return ids
  }
}
