/**
 * The specification as a plain program: what each request is answered with, from arrays in memory.
 * AffectedRow from the specification and not from the code; where it leaves a choice, a request has
 * several right answers.
 */
import { everyScope } from '../../../domain/identity/scopes.ts'
import { Fresh, matches, timeIn } from './fresh.ts'
import type { Expected } from './fresh.ts'
import { demote, id, lineItem, ownItem, shownProduct, State } from './modelState.ts'
import type { Checkout, Customer, Entity, Offer, Payment, Product, Seller } from './modelState.ts'
import { questionOf } from './questions.ts'
import type { RequestStep, Question } from './questions.ts'
import type { Kind, Step } from './steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const TOKEN_MS = 900_000

type Fields = Record<string, unknown>

export type Plan = { question: Question; expected: Expected[] }

/** The rules of each kind of step. */
export class Model extends State {
  /**
   * Plans a step: its request, and the answers that it may have. Afterwards the model is as after
   * the step.
   */
  plan(step: RequestStep | Step<'renew token'>): Plan {
    if (step.do === 'renew token') return this.#renew(step)
    const question = questionOf(this, step)
    if (this.now_ms >= this.of(step).token_ends_ms) {
      return { question, expected: [refused(401, 'invalid_access_token')] }
    }
    return { question, expected: this.#answers(step) }
  }

  #answers(step: RequestStep): Expected[] {
    switch (step.do) {
      case 'create customer':
        return [this.#createCustomer(step)]
      case 'create product':
        return [this.#createProduct(step)]
      case 'create offer':
        return [this.#createOffer(step)]
      case 'change offer':
        return this.#changeOffer(step)
      case 'open checkout':
        return this.#openCheckout(step)
      case 'open cart':
        return this.#openCart(step)
      case 'end checkout':
        return [this.#endCheckout(step)]
      case 'refund payment':
        return [this.#refund(step)]
      case 'reverse payment':
        return [this.#reverse(step)]
      case 'read':
        return [this.#read(step)]
      case 'list':
        return [this.#list(step)]
      case 'find checkout':
        return [this.#find(step)]
      case 'advance clock':
        this.now_ms += step.seconds * 1000
        return [{ status: 200, body: { object: 'clock', now: this.now } }]
    }
  }

  /**
   * Does an operator's action on one of a seller's objects, if it may be done.
   *
   * @returns the thing
   */
  operate(step: Step<'operate'>): Entity | undefined {
    const seller = this.of(step)
    const found = seller.found(step.kind, { ...step.ref, of: 'own' })
    if (!found || seller.archived.has(found)) return undefined
    if (step.kind === 'customer') {
      const { status } = found as Customer
      Object.assign(found, { status: status === 'active' ? 'inactive' : 'active' })
    } else if (step.kind === 'product') Object.assign(found, { status: 'archived' })
    else {
      const { is_default, product_id } = found as Offer
      const others = seller.offers.filter((one) => one !== found && one.active)
      // A default can be archived when no other offer could take its place.
      if (is_default && others.some((one) => one.product_id === product_id)) return undefined
      Object.assign(found, { active: false, is_default: false })
      seller.archived.add(found)
    }
    found.updated_at = this.now
    return found
  }

  /** The time until then; nothing when there is no such session, or it is over. */
  until(step: Step<'reach end'>): number {
    const checkout = this.of(step).found('checkout', step.checkout)
    const end_ms = checkout ? Date.parse(endOf(checkout)) + step.more_ms : 0
    return Math.max(0, end_ms - this.now_ms)
  }

  #renew(step: { seller: number }): Plan {
    const seller = this.of(step)
    seller.token = new Fresh(matches(/^eyJ/))
    // A JSON Web Token counts in whole seconds.
    seller.token_ends_ms = Math.floor(this.now_ms / 1000) * 1000 + TOKEN_MS
    const body = {
      access_token: seller.token,
      token_type: 'Bearer',
      expires_in: 900,
      scope: everyScope.join(' '),
    }
    const question = { method: 'POST', path: '/oauth/token', as: 'client' } as const
    return { question, expected: [{ status: 200, body }] }
  }

  #stamps() {
    return { created_at: this.now, updated_at: this.now as unknown }
  }

  #createCustomer(step: Step<'create customer'>): Expected {
    if (step.fault) return refused(400, step.fault.code, step.fault.param)
    const { customers } = this.of(step)
    const address = step.body.email.toLowerCase()
    const existing = customers.find((one) => one.email === address)
    if (existing) return refused(409, 'customer_email_already_exists', 'email', existing.id)
    const customer = this.#newCustomer(step.body)
    customers.push(customer)
    return { status: 201, body: { ...customer } }
  }

  #newCustomer(body: Step<'create customer'>['body']) {
    const { name, email, phone = null, tax_id = null, metadata = {} } = body
    return {
      id: id('cus_'),
      object: 'customer',
      name: name.trim(),
      email: email.toLowerCase(),
      phone,
      tax_id,
      status: 'active',
      source: 'api',
      metadata,
      ...this.#stamps(),
    }
  }

  #addOffer(seller: Seller, product_id: Fresh, body: Fields, wished: boolean): Offer {
    const current = seller.defaultOf(product_id)
    const is_default = wished || !current
    if (is_default && current) demote(current, this.now)
    const recurring = body['type'] === 'recurring'
    const { name = 'Padrão', compare_at_amount_minor = null, billing_interval = null } = body
    const offer = {
      id: id('offer_'),
      object: 'offer',
      product_id,
      name: String(name).trim(),
      lookup_key: new Fresh(matches(/^\S+$/)),
      amount_minor: Number(body['amount_minor']),
      compare_at_amount_minor,
      currency: String(body['currency']),
      type: recurring ? 'recurring' : 'one_time',
      billing_interval,
      interval_count: recurring ? (body['interval_count'] ?? 1) : null,
      is_default,
      active: true,
      ...this.#stamps(),
    }
    seller.offers.push(offer)
    return offer
  }

  #createProduct(step: Step<'create product'>): Expected {
    const { fault, offerFault } = step
    if (fault) return refused(400, fault.code, fault.param)
    if (offerFault) return refused(400, offerFault.code, `default_offer.${offerFault.param}`)
    const seller = this.of(step)
    const { name, description = '', metadata = {} } = step.body
    const product = {
      id: id('prod_'),
      object: 'product',
      name: name.trim(),
      description,
      status: 'active',
      metadata,
      ...this.#stamps(),
    }
    seller.products.push(product)
    this.#addOffer(seller, product.id, step.offer, true)
    return { status: 201, body: shownProduct(seller, product) }
  }

  #createOffer(step: Step<'create offer'>): Expected {
    if (step.product.of === 'malformed') return refused(400, 'invalid_product_id', 'productId')
    if (step.fault) return refused(400, step.fault.code, step.fault.param)
    const seller = this.of(step)
    const product = seller.found('product', step.product)
    if (product?.status !== 'active') return refused(404, 'product_not_found')
    const offer = this.#addOffer(seller, product.id, step.offer, step.is_default === true)
    return { status: 201, body: { ...offer } }
  }

  #changeOffer(step: Step<'change offer'>): Expected[] {
    if (step.offer.of === 'malformed') return [refused(400, 'invalid_offer_id', 'offerId')]
    if (step.fault) return [refused(400, step.fault.code, step.fault.param)]
    const seller = this.of(step)
    const offer = seller.found('offer', step.offer)
    if (!offer || seller.archived.has(offer)) return [refused(404, 'offer_not_found')]
    const { name = offer.name, active = offer.active, is_default } = step.body
    const conflict = (code: string, ...params: string[]) =>
      params.map((param) => refused(409, code, param))
    if (offer.is_default && (step.body.active === false || is_default === false)) {
      const params = Object.keys(step.body).filter((key) => step.body[key as 'active'] === false)
      return conflict('default_offer_cannot_be_disabled', ...params)
    }
    if (is_default && !active) return conflict('inactive_offer_cannot_be_default', 'is_default')
    // A product's default is null only when no offer is active.
    const current = seller.defaultOf(offer.product_id)
    const becomes = is_default === true || (active && !current)
    if (becomes && current && current !== offer) demote(current, this.now)
    offer.is_default ||= becomes
    Object.assign(offer, { name: name.trim(), active, updated_at: this.now })
    return [{ status: 200, body: { ...offer } }]
  }

  #openCheckout(step: Step<'open checkout'>): Expected[] {
    const malformed = [
      ...(step.offer.of === 'malformed' ? [refused(400, 'invalid_offer_id', 'offer_id')] : []),
      ...(step.customer?.of === 'malformed'
        ? [refused(400, 'invalid_customer_id', 'customer_id')]
        : []),
      ...(step.fault ? [refused(400, step.fault.code, step.fault.param)] : []),
    ]
    if (malformed.length > 0) return malformed
    const seller = this.of(step)
    const offer = seller.found('offer', step.offer)
    const product = seller.products.find((one) => one.id === offer?.product_id)
    const customer = step.customer && seller.found('customer', step.customer)
    const missing: Expected[] = []
    const onSale = offer?.active && product?.status === 'active'
    if (!onSale) missing.push(refused(404, 'offer_not_found', 'offer_id'))
    else if (offer.type === 'recurring') {
      missing.push(refused(400, 'recurring_checkout_not_supported', 'offer_id'))
    } else if (offer.currency !== 'BRL') missing.push(refused(400, 'invalid_request', 'offer_id'))
    if (step.customer && customer?.status !== 'active') {
      missing.push(refused(404, 'customer_not_found', 'customer_id'))
    }
    if (missing.length > 0 || !offer || !product) return missing
    return [this.#open(step, { items: [lineItem(offer, product)], customer })]
  }

  #openCart(step: Step<'open cart'>): Expected[] {
    const malformed = step.lines.flatMap((line, n) =>
      'offer' in line && line.offer.of === 'malformed'
        ? [refused(400, 'invalid_offer_id', `items.${n}.offer_id`)]
        : [],
    )
    if (step.fault) malformed.push(refused(400, step.fault.code, step.fault.param))
    if (malformed.length > 0) return malformed
    const seller = this.of(step)
    const items: ReturnType<typeof lineItem>[] = []
    for (const [n, line] of step.lines.entries()) {
      const param = `items.${n}.offer_id`
      if (!('offer' in line)) {
        items.push(ownItem(line))
        continue
      }
      const offer = seller.found('offer', line.offer)
      const product = seller.products.find((one) => one.id === offer?.product_id)
      const onSale = offer?.active && product?.status === 'active'
      if (!onSale) return [refused(404, 'offer_not_found', param)]
      if (offer.type === 'recurring') {
        return [refused(400, 'recurring_checkout_not_supported', param)]
      }
      if (offer.currency !== 'BRL') return [refused(400, 'invalid_request', param)]
      items.push(lineItem(offer, product, line.quantity))
    }
    const sum = items.reduce((all, { total_amount_minor }) => all + total_amount_minor, 0)
    if (sum < 1 || sum > 99_999_999_999) return [refused(400, 'invalid_cart_amount', 'items')]
    return [this.#openFor(step, items)]
  }

  #openFor(step: Step<'open cart'>, items: ReturnType<typeof lineItem>[]): Expected {
    const { customer: buyer, cancel_after_seconds: after } = step
    const { customers } = this.of(step)
    const known = buyer && customers.find(({ email }) => email === buyer.email)
    if (known && known.status !== 'active') {
      return refused(409, 'customer_email_already_exists', 'customer.email', known.id)
    }
    const customer = known ?? (buyer && this.#newCustomer(buyer))
    const cancel_at =
      after === undefined ? null : new Date(this.now_ms + after * 1000).toISOString()
    const answer = this.#open(step, { items, customer, cancel_at })
    if (answer.status === 201 && customer && !known) customers.push(customer)
    return answer
  }

  #open(
    step: { seller: number; body: Step<'open cart'>['body'] },
    {
      items,
      customer,
      cancel_at = null,
    }: {
      items: { total_amount_minor: number }[]
      customer: Customer | undefined
      cancel_at?: string | null
    },
  ): Expected {
    const seller = this.of(step)
    const { external_id = null, success_url = null, cancel_url = null, metadata = {} } = step.body
    const existing = seller.checkouts.find((one) => one.external_id === external_id)
    if (external_id !== null && existing) {
      return refused(409, 'checkout_external_id_already_exists', 'external_id', existing.id)
    }
    const page = new RegExp(`^${this.url}/pay/[\\w-]{22,}$`)
    const checkout = {
      id: id('checkout_'),
      object: 'checkout',
      customer_id: customer?.id ?? null,
      buyer: null,
      external_id,
      mode: 'payment',
      status: 'open',
      currency: 'BRL',
      amount_total_minor: items.reduce((all, one) => all + one.total_amount_minor, 0),
      amount_refunded_minor: 0,
      payment_id: null,
      checkout_url: new Fresh(matches(page)),
      success_url,
      cancel_url,
      metadata,
      line_items: items,
      expires_at: new Date(this.now_ms + DAY_MS).toISOString(),
      cancel_at,
      completed_at: null,
      ...this.#stamps(),
    }
    seller.checkouts.push(checkout)
    return { status: 201, body: { ...checkout } }
  }

  #endCheckout(step: Step<'end checkout'>): Expected {
    if (step.checkout.of === 'malformed') return refused(400, 'invalid_checkout_id', 'checkoutId')
    const checkout = this.of(step).found('checkout', step.checkout)
    if (!checkout) return refused(404, 'checkout_not_found')
    if (checkout.status !== 'open' || endOf(checkout) < this.now) {
      return refused(409, 'checkout_not_open')
    }
    const at = this.now
    if (step.by === 'cancel') Object.assign(checkout, { status: 'canceled', updated_at: at })
    if (step.by === 'expire') Object.assign(checkout, { status: 'expired', updated_at: at })
    if (step.by === 'pay') {
      const { id: payment_id } = this.#pay(step, checkout)
      const paid = { status: 'completed', completed_at: at, updated_at: at, payment_id }
      Object.assign(checkout, paid)
    }
    return { status: 200, body: { ...checkout } }
  }

  #pay(step: { seller: number }, { id: checkout_id, amount_total_minor }: Checkout): Payment {
    const payment = {
      id: id('pay_'),
      object: 'payment',
      checkout_id,
      subscription_id: null,
      invoice_id: null,
      status: 'succeeded',
      amount_minor: amount_total_minor,
      amount_refunded_minor: 0,
      currency: 'BRL',
      method: 'pix',
      end_to_end_id: new Fresh(matches(/^E\d{20}[0-9a-z]{11}$/)),
      txid: new Fresh(matches(/^[0-9a-f]{32}$/)),
      return_reason: null,
      paid_at: this.now,
      ...this.#stamps(),
    }
    this.of(step).payments.push(payment)
    return payment
  }

  /** Money of a payment goes back, and its checkout shows it. */
  #giveBack(seller: Seller, payment: Payment, fields: Fields & { amount_minor: number }): Fields {
    const at = this.now
    const amount_refunded_minor = payment.amount_refunded_minor + fields.amount_minor
    const status = amount_refunded_minor < payment.amount_minor ? 'partially_refunded' : 'refunded'
    Object.assign(payment, { amount_refunded_minor, status, updated_at: at })
    const checkout = seller.checkouts.find(({ id: of }) => of === payment.checkout_id)
    Object.assign(checkout ?? {}, { amount_refunded_minor, updated_at: at })
    const refund = {
      id: id('refund_'),
      object: 'refund',
      payment_id: payment.id,
      checkout_id: payment.checkout_id,
      subscription_id: null,
      invoice_id: null,
      currency: 'BRL',
      status: 'succeeded',
      reason: null,
      external_id: null,
      metadata: {},
      failure_reason: null,
      completed_at: at,
      ...fields,
      ...this.#stamps(),
    }
    seller.refunds.push(refund)
    return refund
  }

  #refund(step: Step<'refund payment'>): Expected {
    if (step.payment.of === 'malformed') return refused(400, 'invalid_payment_id', 'paymentId')
    if (step.fault) return refused(400, step.fault.code, step.fault.param)
    const seller = this.of(step)
    const payment = seller.found('payment', step.payment)
    if (!payment) return refused(404, 'payment_not_found')
    const { external_id } = step.body
    if (external_id && seller.refunds.some((one) => one.external_id === external_id)) {
      return refused(409, 'refund_external_id_already_exists', 'external_id')
    }
    const left_minor = payment.amount_minor - payment.amount_refunded_minor
    const { amount_minor = left_minor } = step.body
    if (left_minor === 0) return refused(409, 'payment_not_refundable')
    if (this.now_ms > Date.parse(payment.paid_at) + 90 * DAY_MS) {
      return refused(409, 'refund_window_closed')
    }
    if (amount_minor > left_minor) {
      return refused(409, 'refund_amount_exceeds_payment', 'amount_minor')
    }
    const made = { ...step.body, amount_minor, origin: 'seller' }
    return { status: 201, body: this.#giveBack(seller, payment, made) }
  }

  #reverse(step: Step<'reverse payment'>): Expected {
    if (step.payment.of === 'malformed') return refused(400, 'invalid_payment_id', 'paymentId')
    const seller = this.of(step)
    const payment = seller.found('payment', step.payment)
    if (!payment) return refused(404, 'payment_not_found')
    const left_minor = payment.amount_minor - payment.amount_refunded_minor
    const { amount_minor = left_minor } = step
    if (left_minor === 0) return refused(409, 'payment_not_refundable')
    if (amount_minor > left_minor) {
      return refused(409, 'refund_amount_exceeds_payment', 'amount_minor')
    }
    this.#giveBack(seller, payment, { amount_minor, origin: 'bank' })
    return { status: 200, body: { ...payment } }
  }

  #statusOf(checkout: Checkout): string {
    const { status, cancel_at } = checkout
    if (status !== 'open' || endOf(checkout) >= this.now) return status
    return cancel_at === null ? 'expired' : 'canceled'
  }

  /** The entity as a read shows it: a session past its end is marked then, if not before. */
  #shown(seller: Seller, kind: Kind, entity: Entity): Fields {
    if (kind === 'product') return shownProduct(seller, entity as Product)
    if (kind !== 'checkout') return { ...entity }
    const checkout = entity as Checkout
    const status = this.#statusOf(checkout)
    if (status !== checkout.status) {
      checkout.status = status
      checkout.updated_at = new Fresh(timeIn(endOf(checkout), this.now))
    }
    return { ...checkout }
  }

  #read(step: Step<'read'>): Expected {
    const { kind, ref } = step
    if (ref.of === 'malformed') return refused(400, `invalid_${kind}_id`, `${kind}Id`)
    const seller = this.of(step)
    const found = seller.found(kind, ref)
    if (!found || seller.archived.has(found)) return refused(404, `${kind}_not_found`)
    return { status: 200, body: this.#shown(seller, kind, found) }
  }

  #list(step: Step<'list'>): Expected {
    const { kind, after, limit = '20' } = step
    const of = kind === 'offer' ? step.of : undefined
    if (of?.of === 'malformed') return refused(400, 'invalid_product_id', 'productId')
    const badCursor = refused(400, 'invalid_cursor', 'starting_after')
    const count = /^([1-9]\d?|100)$/.test(limit) ? Number(limit) : 0
    if (count === 0) return refused(400, 'invalid_request', 'limit')
    if (after?.of === 'malformed') return badCursor
    const seller = this.of(step)
    const product = of && seller.found('product', of)
    if (of && !product) return refused(404, 'product_not_found')
    const all = (seller.all(kind) as Entity[]).filter(
      (one) => kind !== 'offer' || (one as Offer).product_id === product?.id,
    )
    const cursor: Entity | undefined = after && seller.found(kind, after)
    if (after && !(cursor && all.includes(cursor))) return badCursor
    const older = cursor ? all.slice(0, all.indexOf(cursor)) : all
    const isListed = (one: Entity) =>
      kind !== 'checkout' || !step.status || this.#statusOf(one as Checkout) === step.status
    const rows = older.filter((one) => !seller.archived.has(one) && isListed(one)).toReversed()
    const data = rows.slice(0, count)
    const has_more = rows.length > count
    return {
      status: 200,
      body: {
        object: 'list',
        data: data.map((one) => this.#shown(seller, kind, one)),
        has_more,
        next_cursor: has_more ? data.at(-1)?.id : null,
      },
    }
  }

  #find(step: Step<'find checkout'>): Expected {
    const seller = this.of(step)
    const data = seller.checkouts
      .filter((one) => one.external_id === step.external_id)
      .map((one) => this.#shown(seller, 'checkout', one))
    return { status: 200, body: { object: 'list', data, has_more: false, next_cursor: null } }
  }
}

/** The moment at which a session ends by itself. */
const endOf = ({ cancel_at, expires_at }: Checkout): string => cancel_at ?? expires_at

const refused = (status: number, code: string, param?: string, existing_id?: Fresh): Expected => ({
  status,
  code,
  param,
  existing_id,
})
