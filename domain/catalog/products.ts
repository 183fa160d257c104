import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../identity/actor.ts'
import { changeTerms, foundProduct } from '../search/terms.ts'
import { and, desc, eq, lt, sql } from '../../db/operators.ts'
import { forUpdate, listQuery, query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { addRow, setColumns } from '../../db/rows.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'

type Key = { seller_id: string; id: string }
type Product = Row<'products'>

const isDefaultOf = ({ products, offers }: Tables) =>
  and(
    eq(offers.seller_id, products.seller_id),
    eq(offers.product_id, products.id),
    sql`${offers.is_default}`,
  )

/** The product and its default offer, which is null when no offer is active. */
export const productById = query('product_by_id', (db, tables, args: Arguments<Key>) => {
  const { products, offers } = tables
  return db
    .select({ product: products, default_offer: offers })
    .from(products)
    .leftJoin(offers, isDefaultOf(tables))
    .where(and(eq(products.seller_id, args.seller_id), eq(products.id, args.id)))
})

type Page = { seller_id: string; before: string; limit: number }

/** The same for a page of products, newest first. */
const productsBefore = listQuery('products_before', (db, tables, args: Arguments<Page>) => {
  const { products, offers } = tables
  return db
    .select({ product: products, default_offer: offers })
    .from(products)
    .leftJoin(offers, isDefaultOf(tables))
    .where(and(eq(products.seller_id, args.seller_id), lt(products.id, args.before)))
    .orderBy(desc(products.id))
    .limit(args.limit)
})

/** Products of one status, active or archived, before a place. */
const productsInStatusBefore = listQuery(
  'products_in_status_before',
  (db, tables, args: Arguments<Page & Pick<Product, 'status'>>) => {
    const { products, offers } = tables
    return db
      .select({ product: products, default_offer: offers })
      .from(products)
      .leftJoin(offers, isDefaultOf(tables))
      .where(
        and(
          eq(products.seller_id, args.seller_id),
          eq(products.status, args.status),
          lt(products.id, args.before),
        ),
      )
      .orderBy(desc(products.id))
      .limit(args.limit)
  },
)

/** A page of products, newest first, each with its default offer. */
export const productsWith = (
  { status }: { status?: Product['status'] | undefined },
  page: Page,
): Transaction<ProductWithDefault[]> =>
  status === undefined ? productsBefore(page) : productsInStatusBefore({ ...page, status })

export const addProduct = query('add_product', addRow('products'))

/** Takes the lock under which a product's offers are changed. */
export const lockProduct = query('lock_product', (db, { products: t }, args: Arguments<Key>) =>
  forUpdate(
    db
      .select({ id: t.id, status: t.status })
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
  ),
)

/** The same for the product that an offer belongs to. */
export const lockProductOfOffer = query(
  'lock_product_of_offer',
  (db, { products: t, offers }, args: Arguments<Key>) => {
    const product_id = db
      .select({ id: offers.product_id })
      .from(offers)
      .where(and(eq(offers.seller_id, args.seller_id), eq(offers.id, args.id)))
    return forUpdate(
      db
        .select({ id: t.id })
        .from(t)
        .where(and(eq(t.seller_id, args.seller_id), eq(t.id, sql`(${product_id})`))),
    )
  },
  { lockOnly: true },
)

// Without a seller: the command line works for the whole service, and knows only the id.
const productOfAnySeller = query(
  'product_of_any_seller',
  (db, { products: t }, { id }: Arguments<{ id: string }>) =>
    db.select({ seller_id: t.seller_id, id: t.id }).from(t).where(eq(t.id, id)),
)

const setProduct = query(
  'change_product',
  setColumns('products', ['name', 'description', 'status', 'metadata', 'updated_at']),
)

/** Fields of a product whose changes the audit trail records. */
const recorded = ['name', 'description', 'metadata', 'status'] as const

type ProductWithDefault = { product: Product; default_offer: Row<'offers'> | null }
type By = { actor: Actor; now: Date }

/**
 * Takes a product off sale: no new offers, no new checkouts. An archived product stays as it is.
 *
 * @returns the product and its default offer, or undefined when there is none
 */
function* archiveProduct({
  actor,
  now,
  ...key
}: Key & By): Transaction<ProductWithDefault | undefined> {
  yield* lockProduct(key)
  const [current] = yield* productById(key)
  if (!current || current.product.status === 'archived') return current
  return yield* changeProduct({ status: 'archived' }, { actor, now, ...key })
}

/** The same by the id alone, as the command line does it. */
export function* archiveProductOfAnySeller({
  id,
  ...by
}: By & { id: string }): Transaction<ProductWithDefault | undefined> {
  const [key] = yield* productOfAnySeller({ id })
  return key && (yield* archiveProduct({ ...key, ...by }))
}

/**
 * Changes the given fields of a product, which may bring an archived one back.
 *
 * @returns the product and its default offer, or undefined when there is none
 */
export function* changeProduct(
  changes: Partial<Pick<Product, 'name' | 'description' | 'metadata' | 'status'>>,
  { actor, now, ...key }: Key & By,
): Transaction<ProductWithDefault | undefined> {
  yield* lockProduct(key)
  const [current] = yield* productById(key)
  if (!current) return undefined
  const product = { ...current.product, ...changes, updated_at: now.toISOString() }
  yield* setProduct(product)
  yield* changeTerms(foundProduct(current.product), foundProduct(product))
  const differences = changesBetween(current.product, product, recorded)
  const isArchived = product.status === 'archived' && current.product.status !== 'archived'
  yield* recordChange({
    seller_id: key.seller_id,
    actor,
    action: isArchived && differences.length === 1 ? 'product.archived' : 'product.updated',
    target: key.id,
    changes: differences,
    now,
  })
  return { ...current, product }
}
