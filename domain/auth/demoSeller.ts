/** The seller that the first start of a sandbox makes, in which `demo` works. */
import type { Database } from '../../db/database.ts'
import { sellerById, sellerIdsAfter } from '../identity/sellerRows.ts'

export const DEMO_SELLER = 'Loja de Demonstração'

/** @returns its id; undefined when the database began otherwise */
export async function demoSellerId(db: Database): Promise<string | undefined> {
  return db.read(function* () {
    const [oldest] = yield* sellerIdsAfter({ after: '', limit: 1 })
    if (!oldest) return undefined
    const [seller] = yield* sellerById(oldest)
    return seller?.name === DEMO_SELLER ? seller.id : undefined
  })
}
