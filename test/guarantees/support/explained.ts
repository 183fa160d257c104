/**
 * Decides whether a valid request may be refused, given the account's state as earlier answers
 * showed it.
 */
import { MAX_ACTIVE_CLIENTS } from '../../../domain/access/clientChanges.ts'
import { MAX_USERS } from '../../../domain/people/userChanges.ts'
import { CONTRACT_PROFILE, findProfile } from '../../../domain/pix/bank/profiles.ts'
import { trimmed } from '../../../domain/formats/names.ts'
import { taxIdOf } from '../../../domain/formats/taxId.ts'
import { MAX_ENDPOINTS } from '../../../domain/webhooks/endpointChanges.ts'
import type { RequestParts } from './judge.ts'

type ShownObject = Record<string, unknown>

/** The state of an account, as its answers have shown it. */
export class Memory {
  readonly #things = new Map<string, ShownObject>()
  readonly #ids = new Map<string, string[]>()
  readonly keys: string[] = []
  /** Offers that are not found any more. */
  readonly archived = new Set<unknown>()
  /** The client that asks: a request that ended it would be its last. */
  readonly #own: string

  constructor(own_client_id = '') {
    this.#own = own_client_id
  }

  readonly #taken = new Set<string>()

  /** The ids of a kind, newest last; those of pages are their tokens. */
  ids = (kind: string): string[] => this.#ids.get(kind) ?? []

  get(id: unknown): ShownObject | undefined {
    return this.#things.get(String(id))
  }

  taken(name: string, value: unknown): boolean {
    return this.#taken.has(`${name} ${String(value).toLowerCase()}`)
  }

  /** The checkout behind a page has changed, and it has not been read since. */
  doubt(token: string): void {
    const id = this.get(token)?.['id']
    this.#things.set(String(id), { ...this.get(id), status: 'unknown' })
  }

  /** Forgets the states of subscriptions and invoices: a change of one, or time, changes others. */
  doubtSubscriptions(): void {
    for (const id of [...this.ids('sub'), ...this.ids('inv')]) {
      this.#things.set(id, { ...this.get(id), status: 'unknown' })
    }
  }

  /** Takes in an answer: every object in it that has an id, as it is now. */
  learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const seen = value as ShownObject
    // These objects tell less than others of the same ids, and name the client that asks.
    if (seen['object'] === 'access_grant' || seen['object'] === 'statement_entry') return
    const { id, email, external_id, checkout_url, subscription_url, url, client_id } = seen
    if (typeof id === 'string' && client_id !== this.#own) {
      if (!this.#things.has(id)) this.#takeOff(seen)
      if (!this.#things.has(id)) this.#add(id.slice(0, id.indexOf('_')), id)
      this.#things.set(id, seen)
    }
    if (email) this.#taken.add(`email of ${seen['object']} ${String(email)}`)
    if (external_id) {
      this.#taken.add(`external_id of ${seen['object']} ${String(external_id).toLowerCase()}`)
    }
    const token = typeof checkout_url === 'string' ? checkout_url.split('/pay/')[1] : undefined
    if (token && !this.#things.has(token)) {
      this.#add('page', token)
      this.#things.set(token, seen)
    }
    const subscribed =
      typeof subscription_url === 'string' ? subscription_url.split('/subscribe/')[1] : undefined
    if (subscribed && !this.#things.has(subscribed)) {
      this.#add('subscription page', subscribed)
      this.#things.set(subscribed, seen)
    }
    const link = typeof url === 'string' ? url.split('/l/')[1] : undefined
    if (link && !this.#things.has(link)) {
      this.#add('link page', link)
      this.#things.set(link, seen)
    }
    // An event carries its object as that was once, and an audit event names the client that asks.
    if (seen['object'] === 'event' || seen['object'] === 'audit_event') return
    for (const [key, inner] of Object.entries(seen)) if (key !== 'metadata') this.learn(inner)
  }

  /** A refund that the seller has just made is taken off its payment. */
  #takeOff({ object, origin, payment_id, amount_minor }: ShownObject): void {
    const payment = this.get(payment_id)
    if (object !== 'refund' || origin !== 'seller' || !payment) return
    const amount_refunded_minor = Number(payment['amount_refunded_minor']) + Number(amount_minor)
    this.#things.set(String(payment_id), { ...payment, amount_refunded_minor })
  }

  /** The rest of a payment, as far as it was shown; undefined when it was not. */
  left(payment_id: unknown): number | undefined {
    const payment = this.get(payment_id)
    if (!payment) return undefined
    return Number(payment['amount_minor']) - Number(payment['amount_refunded_minor'])
  }

  #add(kind: string, id: string): void {
    const ids = this.#ids.get(kind) ?? []
    ids.push(id)
    this.#ids.set(kind, ids)
  }
}

const WINDOW_MS = 90 * 24 * 60 * 60 * 1000

const isOver = (seen: ShownObject | undefined) =>
  seen?.['status'] === 'revoked' ||
  seen?.['status'] === 'removed' ||
  typeof seen?.['deleted_at'] === 'string'

/** The retention of events, deliveries and audit events, when the operator says nothing else. */
const RETENTION_MS = 400 * 24 * 60 * 60 * 1000
const retained: unknown[] = ['event', 'webhook_delivery', 'audit_event']

const isForgotten = ({ object, created_at }: ShownObject, now_ms: number) =>
  retained.includes(object) && Date.parse(String(created_at)) + RETENTION_MS < now_ms

const LATEST_MS = Date.parse('9999-01-01T00:00:00.000Z')

type RequestContext = { made: RequestParts; memory: Memory; now_ms: number }

/** Decides by code whether the known state explains a refusal. */
const reasons: Record<string, (asked: RequestContext, param: string | undefined) => boolean> = {
  customer_not_found: ({ made, memory }) => {
    const { customerId } = made.path
    const customer = memory.get(customerId ?? bodyOf(made)['customer_id'])
    return !customer || (customerId === undefined && customer['status'] === 'inactive')
  },
  product_not_found: ({ made, memory }) => {
    const product = memory.get(made.path['productId'])
    const isNewOffer = bodyOf(made)['amount_minor'] !== undefined
    return !product || (isNewOffer && product['status'] === 'archived')
  },
  offer_not_found: ({ made, memory }, param) => {
    const { offerId } = made.path
    const id = offerId ?? offerOf(made, param)
    const offer = memory.get(id)
    if (!offer || memory.archived.has(id)) return true
    const product = memory.get(offer['product_id'])
    const isOffSale = offer['active'] === false || product?.['status'] === 'archived'
    return offerId === undefined && isOffSale
  },
  checkout_not_found: ({ made, memory }) =>
    !memory.get(made.path['checkoutId'] ?? made.path['token']),
  event_not_found: ({ made, memory, now_ms }) => {
    const event = memory.get(made.path['eventId'])
    return !event || isForgotten(event, now_ms)
  },
  refund_external_id_already_exists: ({ made, memory }) =>
    memory.taken('external_id of refund', bodyOf(made)['external_id']),
  // A request that is drawn has no products with long metadata; names alone may come to it.
  cart_too_large: ({ made }) => JSON.stringify(bodyOf(made)['items']).length > 32_768,
  payment_not_refundable: ({ made, memory }) => memory.left(made.path['paymentId']) === 0,
  refund_amount_exceeds_payment: ({ made, memory }) =>
    Number(bodyOf(made)['amount_minor']) > (memory.left(made.path['paymentId']) ?? 0),
  refund_window_closed: ({ made, memory, now_ms }) =>
    Date.parse(String(memory.get(made.path['paymentId'])?.['paid_at'])) + WINDOW_MS < now_ms,
  api_client_revoked: ({ made, memory }) => isOver(memory.get(made.path['apiClientId'])),
  api_client_limit_reached: ({ memory }) => inUse(memory, 'client') >= MAX_ACTIVE_CLIENTS - 1,
  webhook_endpoint_not_found: ({ made, memory }) => {
    const endpoint = memory.get(made.path['webhookEndpointId'])
    return !endpoint || isOver(endpoint)
  },
  user_not_found: ({ made, memory }) => {
    const user = memory.get(made.path['userId'])
    return !user || isOver(user)
  },
  user_already_exists: ({ made, memory }) => {
    const email = String(bodyOf(made)['email']).toLowerCase()
    const users = memory.ids('user').map((id) => memory.get(id))
    const one = users.find((user) => user?.['email'] === email && !isOver(user))
    return one !== undefined && one['role'] !== bodyOf(made)['role']
  },
  user_limit_reached: ({ memory }) => inUse(memory, 'user') >= MAX_USERS,
  webhook_endpoint_limit_reached: ({ memory }) => inUse(memory, 'wh') >= MAX_ENDPOINTS,
  invalid_cursor: ({ made, memory, now_ms }) => {
    const cursor = memory.get(made.query['starting_after'])
    const isOfThisList = cursor?.['product_id'] === made.path['productId']
    // Users and clients that have ended, or never joined, are in no list of access.
    const isNoAccess = isOver(cursor) || cursor?.['status'] === 'invited'
    return !cursor || !isOfThisList || isNoAccess || isForgotten(cursor, now_ms)
  },
  customer_email_already_exists: ({ made, memory }) =>
    memory.taken('email of customer', (bodyOf(made)['customer'] ?? bodyOf(made))['email']),
  checkout_external_id_already_exists: ({ made, memory }) =>
    memory.taken('external_id of checkout', bodyOf(made)['external_id']),
  idempotency_key_reused: ({ made, memory }) =>
    memory.keys.includes(made.headers['Idempotency-Key'] ?? ''),
  checkout_not_open: ({ made, memory, now_ms }) => {
    const { status, cancel_at, expires_at } = memory.get(made.path['checkoutId']) ?? {}
    return status !== 'open' || Date.parse(String(cancel_at ?? expires_at)) <= now_ms
  },
  default_offer_cannot_be_disabled: ({ made, memory }) =>
    memory.get(made.path['offerId'])?.['is_default'] === true,
  inactive_offer_cannot_be_default: ({ made, memory }) =>
    memory.get(made.path['offerId'])?.['active'] === false || bodyOf(made)['active'] === false,
  recurring_checkout_not_supported: ({ made, memory }, param) =>
    memory.get(offerOf(made, param))?.['type'] === 'recurring',
  recurring_item_must_be_alone: ({ made, memory }, param) =>
    memory.get(offerOf(made, param))?.['type'] === 'recurring',
  billing_interval_not_supported: ({ made, memory }, param) =>
    memory.get(offerOf(made, param))?.['type'] === 'recurring',
  invalid_cart_amount: ({ made, memory }) => {
    const range = bodyOf(made)['quantity'] as { min: number; max: number } | null | undefined
    const sums = [range?.min, range?.max].map((chosen) => sumOf(made, memory, chosen))
    return sums.some((sum) => sum < 1 || sum > 99_999_999_999)
  },
  invalid_cancel_at: ({ made, now_ms }) => {
    const leftMs = Date.parse(String(bodyOf(made)['cancel_at'])) - now_ms
    return leftMs <= 0 || leftMs > 86_400_000
  },
  invalid_request: ({ made, memory, now_ms }, param = '') => {
    if (param.endsWith('offer_id')) return memory.get(offerOf(made, param))?.['currency'] !== 'BRL'
    if (fieldsOfSalesOnce.has(param)) return sellsPlan(made, memory)
    // The fields that a bank needs stand in its profile.
    if (bodyOf(made)['pix_key'] !== undefined) return bankFields.has(param)
    const [, place] = /^items\.(\d+)\.name$/.exec(param) ?? []
    if (place) return trimmed(String(itemsOf(made)[Number(place)]?.['name'])) === ''
    if (['from', 'date_from'].includes(param)) {
      return daysOf(made, now_ms) < 1 || daysOf(made, now_ms) > 100
    }
    return param === 'seconds' && now_ms + Number(bodyOf(made)['seconds']) * 1000 > LATEST_MS
  },
  recurring_offer_required: ({ made, memory }) =>
    memory.get(bodyOf(made)['offer_id'])?.['type'] !== 'recurring',
  customer_tax_id_required: ({ made, memory }) => {
    const { customer, customer_id } = bodyOf(made)
    const { tax_id } = customer ?? memory.get(customer_id) ?? {}
    return typeof tax_id !== 'string' || taxIdOf(tax_id) === undefined
  },
  subscription_external_id_already_exists: ({ made, memory }) =>
    memory.taken('external_id of subscription', bodyOf(made)['external_id']),
  invalid_starts_on: ({ made, now_ms }) => {
    const days = daysFrom(now_ms, bodyOf(made)['starts_on'])
    return days < 5 || days > 365
  },
  invalid_first_amount: ({ made }) => typeof bodyOf(made)['starts_on'] === 'string',
  subscription_already_ended: ({ made, memory }) =>
    !['incomplete', 'active', 'past_due'].includes(statusAt(made, memory)),
  subscription_not_incomplete: ({ made, memory }) => statusAt(made, memory) !== 'incomplete',
  // No account here has a bank, which makes codes.
  subscription_code_not_available: () => true,
  subscription_amount_fixed: ({ made, memory }) => {
    const { subscription_id } = memory.get(made.path['invoiceId']) ?? {}
    return memory.get(subscription_id)?.['variable'] === null
  },
  invoice_not_draft: ({ made, memory }) => statusAt(made, memory) !== 'draft',
  invoice_not_open: ({ made, memory }) => statusAt(made, memory) !== 'open',
  invoice_not_voidable: ({ made, memory }) => statusAt(made, memory) !== 'draft',
  // An invented certificate is none, and no account has a bank.
  invalid_bank_address: ({ made }, param) => !isAddress(String(bodyOf(made)[param ?? ''])),
  invalid_certificate: ({ made }, param) =>
    /[^\0-\x7f]|^.{0,99}$/s.test(String(bodyOf(made)[param ?? ''])),
  unknown_bank_profile: ({ made }) => !findProfile(String(bodyOf(made)['profile'])),
  // A given value may be wrong, and one that this bank needs may be missing.
  invalid_profile_value: ({ made }, param = '') => {
    const { profile = CONTRACT_PROFILE, profile_values, [param]: credential } = bodyOf(made)
    if (typeof credential === 'string') return !/^[\x21-\x7e]+$/.test(credential)
    return profile_values !== undefined || findProfile(String(profile))?.values.length !== 0
  },
  invalid_pkcs12: ({ made }) => bodyOf(made)['pkcs12'] !== undefined,
  pkcs12_iterations_exceeded: ({ made }) => bodyOf(made)['pkcs12'] !== undefined,
  // Invented bytes are no image.
  invalid_logo: ({ made }) => bodyOf(made)['data'] !== undefined,
  // No account here has a logo.
  logo_not_found: () => true,
  bank_not_connected: () => true,
  // The memory keeps no banks, and a seller that could make another one gets it.
  bank_connection_limit_reached: () => true,
  oauth_unsupported_grant_type: ({ made }) => bodyOf(made)['grant_type'] !== 'client_credentials',
  oauth_invalid_scope: ({ made }) =>
    !['all', 'customers:read'].includes(String(bodyOf(made)['scope'])),
}

/** Fields that a link of a recurring offer cannot have. */
const fieldsOfSalesOnce = new Set(['max_payments', 'quantity', 'collect', 'items.0.quantity'])

/** True where the link that is made or changed sells a recurring offer. */
function sellsPlan(made: RequestParts, memory: Memory): boolean {
  const link = memory.get(made.path['paymentLinkId']) ?? bodyOf(made)
  const [item, ...others] = (link['items'] ?? []) as Record<string, unknown>[]
  return others.length === 0 && memory.get(item?.['offer_id'])?.['type'] === 'recurring'
}

/** The fields of a bank connection that some banks need, and others have no use for. */
const bankFields = new Set([
  ...['url', 'token_url', 'client_id', 'client_secret', 'certificate', 'private_key'],
  ...['pkcs12', 'pkcs12_password', 'authority', 'profile_values'],
])

const isAddress = (text: string) => /^https:\/\/[^/?#]/.test(text) && URL.canParse(text)

const inUse = (memory: Memory, kind: string) =>
  memory.ids(kind).filter((id) => !isOver(memory.get(id))).length

/** The status that the subscription or invoice at the path of a request has shown. */
const statusAt = ({ path }: RequestParts, memory: Memory): string =>
  String(memory.get(path['subscriptionId'] ?? path['invoiceId'])?.['status'])

/** The day in America/Sao_Paulo, which is three hours behind UTC. */
const todayAt = (now_ms: number) => new Date(now_ms - 3 * 3_600_000).toISOString().slice(0, 10)

const daysFrom = (now_ms: number, day: unknown): number =>
  (Date.parse(String(day)) - Date.parse(todayAt(now_ms))) / 86_400_000

/** The days of a range. */
function daysOf({ query }: RequestParts, now_ms: number): number {
  const from = query['from'] ?? query['date_from']
  const today = todayAt(now_ms)
  const to = query['to'] ?? query['date_to'] ?? today
  if (from === undefined) return 31
  return (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000 + 1
}

const bodyOf = ({ body }: RequestParts) =>
  (body ?? {}) as Record<string, unknown> & { customer?: ShownObject }

const itemsOf = (made: RequestParts) => (bodyOf(made)['items'] ?? []) as ShownObject[]

/** The sum of the items, for as many of each product as the buyer chooses. */
function sumOf(made: RequestParts, memory: Memory, chosen: number | undefined): number {
  const amounts = itemsOf(made).map(
    ({ offer_id, unit_amount_minor, kind = 'product', ...item }) => {
      const each = offer_id ? memory.get(offer_id)?.['amount_minor'] : unit_amount_minor
      const quantity = (kind === 'product' ? chosen : undefined) ?? item['quantity'] ?? 1
      return Number(each) * Number(quantity)
    },
  )
  return amounts.reduce((all, amount) => all + amount, 0)
}

/** The offer that a refusal is about: that of the body, or of one item of its cart. */
function offerOf(made: RequestParts, param = ''): unknown {
  const [, place] = /^items\.(\d+)\.offer_id$/.exec(param) ?? []
  return place ? itemsOf(made)[Number(place)]?.['offer_id'] : bodyOf(made)['offer_id']
}

/** An object that nothing else ends or hides is not found by an id that no answer has shown. */
function isUnknown({ made, memory }: RequestContext, code: string): boolean {
  const [, object] = /^(\w+)_not_found$/.exec(code) ?? []
  if (object === undefined) return false
  const name = object.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const id = made.path[`${name}Id`]
  return id !== undefined && !memory.get(id)
}

/** True when the known state explains the refusal of a valid request. */
export function explains(asked: RequestContext, code: string, param: string | undefined): boolean {
  return reasons[code]?.(asked, param) ?? isUnknown(asked, code)
}
