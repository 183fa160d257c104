import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { Database } from '../../db/database.ts'
import { and, eq, ne } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { sellerById } from '../identity/sellerRows.ts'
import type { Seller } from '../identity/sellerRows.ts'
import { endInvitationsOfSeller } from '../identity/invitationRows.ts'
import { endSessionsOfSeller } from '../identity/sessionRows.ts'
import { operator } from '../identity/actor.ts'
import { endTokensOfSeller } from '../identity/clientRows.ts'

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
 * before this resolves; money that arrives is settled or sent back as ever. A seller that has the
 * status already stays as it is.
 *
 * @returns the seller, or undefined when there is none
 */
export async function changeSellerStatus(
  db: Database,
  { id, status, now }: Pick<Seller, 'id' | 'status'> & { now: Date },
): Promise<Seller | undefined> {
  const seller = await db.run(function* () {
    const [changed] = yield* setStatus({ id, status, now: now.toISOString() })
    const [seller] = yield* sellerById({ id })
    const action = status === 'active' ? 'seller.activated' : 'seller.suspended'
    const by = { seller_id: id, actor: operator(), now }
    if (changed && status === 'suspended') {
      yield* endTokensOfSeller({ seller_id: id })
      yield* endSessionsOfSeller(id, now)
      yield* endInvitationsOfSeller(id)
    }
    if (changed) yield* recordChange({ ...by, action, target: id })
    return seller
  })
  if (seller) await db.waitForCacheExpiry()
  return seller
}

const setName = query(
  'set_seller_name',
  (db, { sellers: t }, args: Arguments<Pick<Seller, 'id' | 'name'> & { now: string }>) =>
    db
      .update(t)
      .set({ name: args.name, updated_at: args.now })
      .where(and(eq(t.id, args.id), ne(t.name, args.name))),
)

/**
 * Renames the account itself; `display_name` of its settings still takes the name's place before
 * people.
 *
 * @returns the seller, or undefined when there is none
 */
export async function renameSeller(
  db: Database,
  { id, name, now }: Pick<Seller, 'id' | 'name'> & { now: Date },
): Promise<Seller | undefined> {
  const seller = await db.run(function* () {
    const [before] = yield* sellerById({ id })
    const [changed] = yield* setName({ id, name, now: now.toISOString() })
    const [seller] = yield* sellerById({ id })
    const by = { seller_id: id, actor: operator(), now }
    if (!before || !seller || !changed) return seller
    const changes = changesBetween(before, seller, ['name'])
    yield* recordChange({ ...by, action: 'seller.renamed', target: id, changes })
    return seller
  })
  if (seller) await db.waitForCacheExpiry()
  return seller
}
