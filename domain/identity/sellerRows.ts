/** The rows of sellers. */
import type { Database } from '../../db/database.ts'
import { asc, eq, gt } from '../../db/operators.ts'
import { everyColumn, forUpdate, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'

/** How many ids `everySellerId` reads with one statement. */
const IDS_PER_READ = 1_000

export type Seller = Row<'sellers'>

/** Stores a seller. Call `createSeller` instead, which makes its first API client with it. */
export const addSeller = query('add_seller', (db, { sellers }, _: Arguments<Seller>) =>
  db.insert(sellers).values(everyColumn(sellers)).returning(),
)

export const sellerById = query('seller_by_id', rowByKey('sellers', 'id'))

const displayNameOf = query(
  'display_name_of_seller',
  (db, { seller_settings: t }, { id }: Arguments<{ id: string }>) =>
    db.select({ display_name: t.display_name }).from(t).where(eq(t.seller_id, id)),
)

/** The name of the shop, as everybody reads it: the account's own where it shows no other. */
export function* shopNameOf({ id, name }: Pick<Seller, 'id' | 'name'>): Transaction<string> {
  const [settings] = yield* displayNameOf({ id })
  return settings?.display_name ?? name
}

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
