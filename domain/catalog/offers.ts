/**
 * The offers of a product. The rule of the specification ("Offer defaults and activity") that a
 * product has one default offer, which is active, stands here: adding, changing and archiving an
 * offer each keep it, under the lock of the product.
 */
import { changesBetween } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { Actor } from '../identity/actor.ts'
import { and, desc, eq, isNull, lt, ne, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import { addRow, rowByKey, setColumns } from '../../db/rows.ts'
import type { Row, Tables } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { lockProduct, lockProductOfOffer } from './products.ts'

type Wire = components['schemas']
type Offer = Row<'offers'>
type Key = { seller_id: string; id: string }
type By = { actor: Actor; now: Date }
type OfProduct = { seller_id: string; product_id: string }

/** Creation has no error code of its own for this, as a change of the name has. */
export const BLANK_OFFER_NAME = 'O nome da oferta não pode ficar em branco.'

const isOfProduct = (t: Tables['offers'], args: Arguments<OfProduct>) =>
  and(eq(t.seller_id, args.seller_id), eq(t.product_id, args.product_id))

const isDefaultOfProduct = (t: Tables['offers'], args: Arguments<OfProduct>) =>
  and(isOfProduct(t, args), sql`${t.is_default}`)

/** The offer, unless it is archived. */
export const offerById = query('offer_by_id', (db, { offers: t }, args: Arguments<Key>) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.archived_at))),
)

/** A cursor stays good when its offer has been archived since the page before. */
export const cursorOffer = query(
  'cursor_offer',
  (db, { offers: t }, args: Arguments<OfProduct & { id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(isOfProduct(t, args), eq(t.id, args.id))),
)

export const offersBefore = query(
  'offers_before',
  (db, { offers: t }, args: Arguments<OfProduct & { before: string; limit: number }>) =>
    db
      .select()
      .from(t)
      .where(and(isOfProduct(t, args), isNull(t.archived_at), lt(t.id, args.before)))
      .orderBy(desc(t.id))
      .limit(args.limit),
)

const addOffer = query('add_offer', addRow('offers'))

const defaultOfProduct = query(
  'default_of_product',
  (db, { offers: t }, args: Arguments<OfProduct>) =>
    db.select({ id: t.id }).from(t).where(isDefaultOfProduct(t, args)),
)

/** Makes room for another default; within the same transaction one must take its place. */
const demoteDefault = query(
  'demote_default',
  (db, { offers: t }, args: Arguments<OfProduct & { now: string }>) =>
    db
      .update(t)
      .set({ is_default: false, updated_at: args.now })
      .where(isDefaultOfProduct(t, args))
      .returning({ id: t.id }),
)

/** By itself, since a write of this column is one of the index of defaults too. */
const makeDefault = query('make_default', (db, { offers: t }, args: Arguments<Key>) =>
  db
    .update(t)
    .set({ is_default: true })
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id))),
)

const setOffer = query('change_offer', setColumns('offers', ['name', 'updated_at']))

// By itself, since SQLite writes an index anew when a column of its condition is set to any value.
const setActive = query('set_offer_active', setColumns('offers', ['active']))

// Without a seller: the command line works for the whole service, and knows only the id.
const offerOfAnySeller = query(
  'offer_of_any_seller',
  (db, { offers: t }, { id }: Arguments<{ id: string }>) =>
    db.select({ seller_id: t.seller_id, id: t.id }).from(t).where(eq(t.id, id)),
)

const offerOrArchived = query('offer_or_archived', rowByKey('offers'))

const otherActiveOffer = query(
  'other_active_offer',
  (db, { offers: t }, args: Arguments<OfProduct & { id: string }>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(and(isOfProduct(t, args), ne(t.id, args.id), sql`${t.active}`))
      .limit(1),
)

const setArchived = query(
  'archive_offer',
  (db, { offers: t }, args: Arguments<Key & { now: string }>) =>
    db
      .update(t)
      .set({ archived_at: args.now, active: false, is_default: false, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.archived_at)))
      .returning(),
)

const recordedOfNew = [
  'name',
  'amount_minor',
  'compare_at_amount_minor',
  'currency',
  'is_default',
] as const

/** Stores a new offer. */
export function* storeOffer(offer: Offer, { actor, now }: By): Transaction<void> {
  yield* addOffer(offer)
  const { seller_id, id: target } = offer
  const changes = changesBetween(undefined, offer, recordedOfNew)
  yield* recordChange({ seller_id, actor, action: 'offer.created', target, changes, now })
}

/** Records that an offer is no longer the default. */
function* recordDemotion(
  [former]: { id: string }[],
  { seller_id, actor, now }: By & { seller_id: string },
): Transaction<void> {
  if (!former) return
  const changes = changesBetween({ is_default: true }, { is_default: false }, ['is_default'])
  const recorded = { seller_id, actor, target: former.id, changes, now }
  yield* recordChange({ ...recorded, action: 'offer.updated' })
}

/** The row of a new, active offer, with optional fields filled in. */
export function newOffer(
  body: Wire['DefaultOfferBody'],
  { seller_id, product_id, isDefault, now }: OfProduct & { isDefault: boolean; now: Date },
): Offer {
  const id = newId(idPrefixes.offers, now)
  const isRecurring = body.type === 'recurring'
  return {
    seller_id,
    id,
    product_id,
    name: body.name,
    lookup_key: `lk_${id.slice(idPrefixes.offers.length).replaceAll('-', '')}`,
    amount_minor: body.amount_minor,
    compare_at_amount_minor: body.compare_at_amount_minor ?? null,
    currency: body.currency,
    type: body.type,
    billing_interval: body.billing_interval ?? null,
    interval_count: isRecurring ? (body.interval_count ?? 1) : null,
    is_default: isDefault,
    active: true,
    archived_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }
}

/**
 * Adds an offer to a product. It becomes the default when it is asked to, or there is none.
 *
 * @returns undefined when there is no such product, or it is archived
 */
export function* createOffer(
  body: Wire['CreateOfferBody'],
  { seller_id, product_id, actor, now }: OfProduct & By,
): Transaction<Offer | undefined> {
  const [product] = yield* lockProduct({ seller_id, id: product_id })
  if (product?.status !== 'active') return undefined
  const of = { seller_id, product_id }
  const isDefault = body.is_default === true || (yield* hasNoDefault(of))
  const demoted = isDefault ? yield* demoteDefault({ ...of, now: now.toISOString() }) : []
  const offer = newOffer(body, { ...of, isDefault, now })
  yield* storeOffer(offer, { actor, now })
  yield* recordDemotion(demoted, { seller_id, actor, now })
  return offer
}

function* hasNoDefault(of: OfProduct): Transaction<boolean> {
  const [current] = yield* defaultOfProduct(of)
  return !current
}

/** Why an offer cannot be changed: the error code, and the field that caused it. */
export type OfferFault = {
  code: 'offer_not_found' | 'default_offer_cannot_be_disabled' | 'inactive_offer_cannot_be_default'
  param?: 'active' | 'is_default'
}

/** The specification's table "Offer defaults and activity". */
function faultOf(offer: Offer, changes: Wire['UpdateOfferBody']): OfferFault | undefined {
  const { active = offer.active, is_default } = changes
  const disabled = 'default_offer_cannot_be_disabled'
  if (offer.is_default && !active) return { code: disabled, param: 'active' }
  if (offer.is_default && is_default === false) return { code: disabled, param: 'is_default' }
  if (!is_default || active) return undefined
  return { code: 'inactive_offer_cannot_be_default', param: 'is_default' }
}

/** Changes an offer. A product that has lost its default gets the next one that comes into use. */
export function* changeOffer(
  changes: Wire['UpdateOfferBody'],
  { seller_id, id, actor, now }: Key & By,
): Transaction<{ offer: Offer; fault?: undefined } | { offer?: undefined; fault: OfferFault }> {
  const key = { seller_id, id }
  yield* lockProductOfOffer(key)
  const [offer] = yield* offerById(key)
  if (!offer) return { fault: { code: 'offer_not_found' } }
  const fault = faultOf(offer, changes)
  if (fault) return { fault }

  const { name = offer.name, active = offer.active, is_default: wanted } = changes
  const of = { seller_id, product_id: offer.product_id }
  const isPromoted = !offer.is_default && (wanted || (active && (yield* hasNoDefault(of))))
  const updated_at = now.toISOString()
  const demoted = isPromoted ? yield* demoteDefault({ ...of, now: updated_at }) : []
  const is_default = offer.is_default || isPromoted
  const changed = { ...offer, name, active, is_default, updated_at }
  const [stored] = yield* setOffer(changed)
  if (!stored) throw new Error('The offer was not there to be changed.')
  if (active !== offer.active) yield* setActive({ ...key, active })
  if (isPromoted) yield* makeDefault(key)
  const differences = changesBetween(offer, changed, ['name', 'active', 'is_default'])
  const recorded = { seller_id, actor, target: id, changes: differences, now }
  yield* recordChange({ ...recorded, action: 'offer.updated' })
  yield* recordDemotion(demoted, { seller_id, actor, now })
  return { offer: changed }
}

type Archived = { offer: Offer; isArchived: boolean }

/**
 * Ends an offer for good: the API answers as if there were none. An archived offer stays as it is;
 * a default stays while its product has other active offers.
 *
 * @returns the offer as it is now, and whether it is archived; undefined when there is none
 */
export function* archiveOffer({ actor, now, ...key }: Key & By): Transaction<Archived | undefined> {
  yield* lockProductOfOffer(key)
  const [offer] = yield* offerOrArchived(key)
  if (!offer) return undefined
  if (offer.archived_at !== null) return { offer, isArchived: true }
  const [other] = offer.is_default ? yield* otherActiveOffer(offer) : []
  if (other) return { offer, isArchived: false }
  const [archived] = yield* setArchived({ ...key, now: now.toISOString() })
  if (!archived) throw new Error('The offer was not there to be archived.')
  const { seller_id, id: target } = key
  yield* recordChange({ seller_id, actor, action: 'offer.archived', target, now })
  return { offer: archived, isArchived: true }
}

/** The same by the id alone, as the command line does it. */
export function* archiveOfferOfAnySeller({
  id,
  ...by
}: By & { id: string }): Transaction<Archived | undefined> {
  const [key] = yield* offerOfAnySeller({ id })
  return key && (yield* archiveOffer({ ...key, ...by }))
}
