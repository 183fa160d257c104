import type { Command } from 'commander'
import { and, eq, ne } from '../../db/operators.ts'
import { lockProduct, productById } from '../../domain/catalog/products.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, Refused, withStore } from './command.ts'

// Without a seller: whoever runs the command line runs the whole service, and knows only the id.
const productOfAnySeller = query(
  'product_of_any_seller',
  (db, { products: t }, { id }: Arguments<{ id: string }>) =>
    db.select({ seller_id: t.seller_id, id: t.id }).from(t).where(eq(t.id, id)),
)

/** One that is archived already stays as it is. */
const archiveProduct = query(
  'archive_product',
  (db, { products: t }, args: Arguments<{ seller_id: string; id: string; now: string }>) =>
    db
      .update(t)
      .set({ status: 'archived', updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), ne(t.status, 'archived')))
      .returning(),
)

const archive = (id: string) =>
  withStore(async ({ db, now }) => {
    const product = await db.run(function* () {
      const [key] = yield* productOfAnySeller({ id })
      if (!key) throw new Refused(`There is no product ${id}.`)
      yield* lockProduct(key)
      yield* archiveProduct({ ...key, now: now.toISOString() })
      const [archived] = yield* productById(key)
      return archived
    })
    if (!product) throw new Error('The product was not there to be read.')
    return { value: present.product(product.product, product.default_offer) }
  })

export function addProducts(program: Command): void {
  const products = program.command('products').description('The products of the sellers.')
  products
    .command('archive')
    .description('Take a product off sale: no new offers, no new checkouts.')
    .argument('<id>', 'the prod_ id')
    .action(changing(archive))
}
