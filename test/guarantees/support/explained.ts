/** Whether a good request may be refused for what the account has, as earlier answers showed it. */
import { MAX_ACTIVE_CLIENTS } from '../../../domain/auth/clientChanges.ts'
import { MAX_ENDPOINTS } from '../../../domain/webhooks/endpointChanges.ts'
import type { Made } from './judge.ts'

type Seen = Record<string, unknown>

/** What an account has shown of itself. */
export class Memory {
  readonly #things = new Map<string, Seen>()
  readonly #ids = new Map<string, string[]>()
  readonly keys: string[] = []
  /** The client that asks: a request that ended it would be its last. */
  readonly #own: string

  constructor(own_client_id = '') {
    this.#own = own_client_id
  }

  readonly #taken = new Set<string>()

  /** The ids of a kind, newest last; those of pages are their tokens. */
  ids = (kind: string): string[] => this.#ids.get(kind) ?? []

  get(id: unknown): Seen | undefined {
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

  /** Takes in an answer: every object in it that has an id, as it is now. */
  learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const seen = value as Seen
    const { id, email, external_id, checkout_url, client_id } = seen
    // An answer that is given again is older than what is known to be over.
    const isKept = client_id === this.#own || isOver(this.get(id))
    if (typeof id === 'string' && !isKept) {
      if (!this.#things.has(id)) this.#add(id.slice(0, id.indexOf('_')), id)
      this.#things.set(id, seen)
    }
    if (email) this.#taken.add(`email ${String(email)}`)
    if (external_id) this.#taken.add(`external_id ${String(external_id).toLowerCase()}`)
    const token = typeof checkout_url === 'string' ? checkout_url.split('/pay/')[1] : undefined
    if (token && !this.#things.has(token)) {
      this.#add('pay', token)
      this.#things.set(token, seen)
    }
    for (const [key, inner] of Object.entries(seen)) if (key !== 'metadata') this.learn(inner)
  }

  #add(kind: string, id: string): void {
    const ids = this.#ids.get(kind) ?? []
    ids.push(id)
    this.#ids.set(kind, ids)
  }
}

const isOver = (seen: Seen | undefined) =>
  seen?.['status'] === 'revoked' || typeof seen?.['deleted_at'] === 'string'

const LATEST_MS = Date.parse('9999-01-01T00:00:00.000Z')

type Asked = { made: Made; memory: Memory; now_ms: number }

/** For each code, whether what is known explains it. */
const reasons: Record<string, (asked: Asked, param: string | undefined) => boolean> = {
  customer_not_found: ({ made, memory }) =>
    !memory.get(made.path['customerId'] ?? bodyOf(made)['customer_id']),
  product_not_found: ({ made, memory }) => !memory.get(made.path['productId']),
  offer_not_found: ({ made, memory }) => {
    const { offerId } = made.path
    const offer = memory.get(offerId ?? bodyOf(made)['offer_id'])
    return !offer || (offerId === undefined && offer['active'] === false)
  },
  checkout_not_found: ({ made, memory }) =>
    !memory.get(made.path['checkoutId'] ?? made.path['token']),
  api_client_not_found: ({ made, memory }) => !memory.get(made.path['apiClientId']),
  api_client_revoked: ({ made, memory }) => isOver(memory.get(made.path['apiClientId'])),
  api_client_limit_reached: ({ memory }) => inUse(memory, 'client') >= MAX_ACTIVE_CLIENTS - 1,
  webhook_endpoint_not_found: ({ made, memory }) => {
    const endpoint = memory.get(made.path['webhookEndpointId'])
    return !endpoint || isOver(endpoint)
  },
  webhook_endpoint_limit_reached: ({ memory }) => inUse(memory, 'wh') >= MAX_ENDPOINTS,
  invalid_cursor: ({ made, memory }) => {
    const cursor = memory.get(made.query['starting_after'])
    return !cursor || cursor['product_id'] !== made.path['productId']
  },
  customer_email_already_exists: ({ made, memory }) => memory.taken('email', bodyOf(made)['email']),
  checkout_external_id_already_exists: ({ made, memory }) =>
    memory.taken('external_id', bodyOf(made)['external_id']),
  idempotency_key_reused: ({ made, memory }) =>
    memory.keys.includes(made.headers['Idempotency-Key'] ?? ''),
  checkout_not_open: ({ made, memory, now_ms }) => {
    const { status, expires_at } = memory.get(made.path['checkoutId']) ?? {}
    return status !== 'open' || Date.parse(String(expires_at)) < now_ms
  },
  default_offer_cannot_be_disabled: ({ made, memory }) =>
    memory.get(made.path['offerId'])?.['is_default'] === true,
  inactive_offer_cannot_be_default: ({ made, memory }) =>
    memory.get(made.path['offerId'])?.['active'] === false || bodyOf(made)['active'] === false,
  recurring_checkout_not_supported: ({ made, memory }) =>
    memory.get(bodyOf(made)['offer_id'])?.['type'] === 'recurring',
  invalid_request: ({ made, memory, now_ms }, param) => {
    if (param === 'offer_id') return memory.get(bodyOf(made)['offer_id'])?.['currency'] !== 'BRL'
    return param === 'seconds' && now_ms + Number(bodyOf(made)['seconds']) * 1000 > LATEST_MS
  },
  oauth_unsupported_grant_type: ({ made }) => bodyOf(made)['grant_type'] !== 'client_credentials',
  oauth_invalid_scope: ({ made }) =>
    !['all', 'customers:read'].includes(String(bodyOf(made)['scope'])),
}

const inUse = (memory: Memory, kind: string) =>
  memory.ids(kind).filter((id) => !isOver(memory.get(id))).length

const bodyOf = ({ body }: Made) => (body ?? {}) as Seen

/** Whether a refusal of a good request follows from what is known. */
export function explains(asked: Asked, code: string, param: string | undefined): boolean {
  return reasons[code]?.(asked, param) ?? false
}
