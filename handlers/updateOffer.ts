import { and, eq, sql } from '../db/operators.ts'
import { demoteDefault, lockProductOfOffer, offerById } from '../domain/catalog/products.ts'
import { query } from '../db/query.ts'
import type { Arguments, Transaction } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
import type { Handler, Input, Reply } from './support/handler.ts'
import * as present from './support/present.ts'
import { trimmed } from '../domain/catalog/names.ts'

type Key = { seller_id: string; id: string }
type Changes = Key & Pick<Row<'offers'>, 'name' | 'active' | 'updated_at'>

const changeOffer = query('change_offer', (db, { offers: t }, args: Arguments<Changes>) =>
  db
    .update(t)
    .set({ name: args.name, active: args.active, updated_at: args.updated_at })
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

/** By itself, since a write of this column is one of the index of defaults too. */
const makeDefault = query('make_default', (db, { offers: t }, args: Arguments<Key>) =>
  db
    .update(t)
    .set({ is_default: true })
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

const defaultOfProduct = query(
  'default_of_product',
  (db, { offers: t }, args: Arguments<{ seller_id: string; product_id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.product_id, args.product_id),
          sql`${t.is_default}`,
        ),
      ),
)

export const updateOffer: Handler<'updateOffer'> = (input) => {
  const name = input.body.name === undefined ? undefined : trimmed(input.body.name)
  if (name === '') throw input.fail('invalid_offer_name', 'name')
  return input.db.run(() => change(input, name))
}

function* change(
  { body, path, seller, now, fail }: Input<'updateOffer'>,
  name: string | undefined,
): Transaction<Reply<'updateOffer'>> {
  const key = { seller_id: seller.id, id: path.offerId }
  yield* lockProductOfOffer(key)
  const [offer] = yield* offerById(key)
  if (!offer) throw fail('offer_not_found')
  const active = body.active ?? offer.active
  refuse(offer, active, body, fail)

  const promoted = !offer.is_default && (yield* becomesDefault(offer, active, body.is_default))
  const updated_at = now.toISOString()
  const of = { seller_id: seller.id, product_id: offer.product_id }
  if (promoted) yield* demoteDefault({ ...of, now: updated_at })
  const is_default = offer.is_default || promoted
  const changed = { ...offer, name: name ?? offer.name, active, is_default, updated_at }
  const [stored] = yield* changeOffer(changed)
  if (!stored) throw new Error('The offer was not there to be changed.')
  if (promoted) yield* makeDefault(key)
  return { status: 200, body: present.offer(changed) }
}

/** A product that has lost its default gets one again from the next offer that comes into use. */
function* becomesDefault(
  { seller_id, product_id }: Row<'offers'>,
  active: boolean,
  wished: boolean | undefined,
): Transaction<boolean> {
  if (wished || !active) return wished === true
  const [current] = yield* defaultOfProduct({ seller_id, product_id })
  return !current
}

/** The specification's table "Offer defaults and activity". */
function refuse(
  offer: Row<'offers'>,
  active: boolean,
  { active: wishedActive, is_default }: Input<'updateOffer'>['body'],
  fail: Input<'updateOffer'>['fail'],
): void {
  if (offer.is_default && wishedActive === false) {
    throw fail('default_offer_cannot_be_disabled', 'active')
  }
  if (offer.is_default && is_default === false) {
    throw fail('default_offer_cannot_be_disabled', 'is_default')
  }
  if (is_default === true && !active) {
    throw fail('inactive_offer_cannot_be_default', 'is_default')
  }
}
