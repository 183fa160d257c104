/** The state of the model of the specification. */
import { Fresh, matches } from './fresh.ts'
import type { CartLine, Kind, Ref } from './steps.ts'

export type Entity = { id: Fresh; created_at: string; updated_at: unknown }
export type Customer = Entity & { name: string; email: string; status: string }
export type Product = Entity & {
  name: string
  description: string
  status: string
  metadata: unknown
}
export type Offer = Entity & {
  product_id: Fresh
  name: string
  amount_minor: number
  currency: string
  type: string
  is_default: boolean
  active: boolean
}
export type Checkout = Entity & {
  external_id: string | null
  status: string
  expires_at: string
  cancel_at: string | null
  completed_at: string | null
  amount_total_minor: number
  amount_refunded_minor: number
}
export type Payment = Entity & {
  checkout_id: Fresh
  status: string
  amount_minor: number
  amount_refunded_minor: number
  paid_at: string
}
export type Refund = Entity & { payment_id: Fresh; external_id: string | null }

export type Of = {
  customer: Customer
  product: Product
  offer: Offer
  checkout: Checkout
  payment: Payment
  refund: Refund
}

const prefixes = {
  customer: 'cus_',
  product: 'prod_',
  offer: 'offer_',
  checkout: 'checkout_',
  payment: 'pay_',
  refund: 'refund_',
}
const unknownUuid = '01990000-0000-7000-8000-000000000000'

/** An identifier that is not known yet. */
export const id = (prefix: string) =>
  new Fresh(matches(new RegExp(`^${prefix}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)))

/** An account and its objects, oldest first. */
export class Seller {
  token = new Fresh(matches(/^eyJ/))
  token_ends_ms = 0
  customers: Customer[] = []
  products: Product[] = []
  offers: Offer[] = []
  /** Archived offers, which are treated as if they did not exist. */
  archived = new Set<unknown>()
  checkouts: Checkout[] = []
  payments: Payment[] = []
  refunds: Refund[] = []

  all<Name extends Kind>(kind: Name): Of[Name][] {
    return this[`${kind}s`] as Of[Name][]
  }

  /** The one that is meant; undefined when the account has none such, or was not told its id. */
  found<Name extends Kind>(kind: Name, ref: Ref): Of[Name] | undefined {
    const all = this.all(kind)
    const found = ref.of === 'own' ? all.at(-1 - (ref.n % Math.max(1, all.length))) : undefined
    return found?.id.value === undefined ? undefined : found
  }

  defaultOf(product_id: Fresh): Offer | undefined {
    return this.offers.find((one) => one.product_id === product_id && one.is_default)
  }
}

/** Two accounts and the time. */
export class State {
  now_ms: number
  readonly url: string
  readonly sellers: [Seller, Seller] = [new Seller(), new Seller()]

  constructor(url: string, now: Date) {
    this.url = url
    this.now_ms = now.getTime()
  }

  get now(): string {
    return new Date(this.now_ms).toISOString()
  }

  of({ seller }: { seller: number }): Seller {
    return this.sellers[seller === 0 ? 0 : 1]
  }

  /** The text by which a thing is asked for. */
  named(seller: number, kind: Kind, ref: Ref): string {
    if (ref.of === 'malformed') return `${prefixes[kind]}1`
    const owner = this.of({ seller: ref.of === 'other' ? 1 - seller : seller })
    const known = ref.of === 'unknown' ? undefined : owner.found(kind, { ...ref, of: 'own' })
    return known?.id.value ?? prefixes[kind] + unknownUuid
  }
}

/** Takes the place of the default from an offer. */
export function demote(offer: Offer, now: string): void {
  offer.is_default = false
  offer.updated_at = now
}

/** A product as it is shown, with its default offer of now. */
export function shownProduct(seller: Seller, product: Product) {
  const offer = seller.defaultOf(product.id)
  return { ...product, default_offer: offer ? { ...offer } : null }
}

/** The line item of a session, as the offer was when the session was opened. */
export const lineItem = (offer: Offer, product: Product, quantity = 1) => ({
  id: id('item_'),
  object: 'checkout_line_item',
  product_id: product.id,
  offer_id: offer.id,
  name: product.name,
  description: product.description,
  offer_name: offer.name,
  quantity,
  currency: offer.currency,
  unit_amount_minor: offer.amount_minor,
  total_amount_minor: offer.amount_minor * quantity,
  type: 'one_time',
  billing_interval: null,
  interval_count: null,
  metadata: product.metadata,
  kind: 'product',
})

/** An item that is no offer's; its ids are nobody's. */
export const ownItem = (line: Exclude<CartLine, { offer: Ref }>) => {
  const { name, unit_amount_minor, quantity = 1, kind = 'product' } = line
  return {
    id: id('item_'),
    object: 'checkout_line_item',
    product_id: id('prod_'),
    offer_id: id('offer_'),
    name: name.trim(),
    description: '',
    offer_name: name.trim(),
    quantity,
    currency: 'BRL',
    unit_amount_minor,
    total_amount_minor: unit_amount_minor * quantity,
    type: 'one_time',
    billing_interval: null,
    interval_count: null,
    metadata: {},
    kind,
  }
}
