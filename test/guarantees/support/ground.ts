/** A request for each operation that needs a token: good, for nothing there is, and all wrong. */
import assert from 'node:assert/strict'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { logoBody } from '../../support/images.ts'
import { linkOf } from '../../support/paymentLinks.ts'
import { newPasskey } from '../../support/people.ts'
import { unknownId } from '../../support/samples.ts'
import type { Answer, TestAccount, TestService } from '../../support/service.ts'

export type Request = { method: string; path: string; json?: object }

/** Bounds as wide as may be, so that either end can be changed alone. */
const custom_amount = { min_minor: 1, max_minor: 99_999_999_999 }

/** A service with a seller who has one of everything. */
export class Ground {
  readonly owner: TestAccount
  readonly ids: Record<string, string>
  readonly #bodies: Record<string, () => object>
  /** Objects that are only read, and so serve again. */
  readonly #read = new Map<string, Promise<string>>()
  #clientId: string | undefined
  #endpointId: string | undefined
  #userId: string | undefined

  constructor(owner: TestAccount, ids: Record<string, string>) {
    this.owner = owner
    this.ids = ids
    const price = { amount_minor: 1, currency: 'BRL' }
    this.#bodies = {
      createCustomer: () => ({ name: 'Ana', email: `${crypto.randomUUID()}@example.com` }),
      createProduct: () => ({ name: 'Caneca', default_offer: price }),
      createOffer: () => price,
      updateOffer: () => ({ name: 'Novo' }),
      updateCustomer: () => ({ name: 'Bia' }),
      updateProduct: () => ({ name: 'Copo' }),
      createCheckout: () => ({ offer_id: ids['offerId'] }),
      createCartCheckout: () => ({ items: [{ name: 'Conserto', unit_amount_minor: 4990 }] }),
      createPaymentLink: () => ({ name: 'Link', custom_amount }),
      updatePaymentLink: () => ({ name: 'Novo' }),
      updateSettings: () => ({ receipt_note: 'Obrigado.' }),
      setLogo: () => logoBody(),
      createApiClient: () => ({ name: 'Programa', scopes: ['account:write'] }),
      updateApiClient: () => ({ name: 'Novo' }),
      inviteUser: () => ({ email: `${crypto.randomUUID()}@loja.example`, role: 'viewer' }),
      updateUser: () => ({ role: 'viewer' }),
      createWebhookEndpoint: () => ({ url: 'http://127.0.0.1:9/' }),
      updateWebhookEndpoint: () => ({ enabled: false }),
      connectBank: () => ({
        url: 'http://banco.example',
        token_url: 'http://banco.example',
        client_id: 'loja',
        client_secret: 'segredo',
        certificate: 'x',
        private_key: 'x',
        pix_key: 'loja@example.com',
      }),
      advanceClock: () => ({ seconds: 1 }),
    }
  }

  static async on(service: TestService): Promise<Ground> {
    const owner = await service.account()
    const [customer, product] = [await owner.customer(), await owner.product()]
    const offerId = product.default_offer?.id ?? ''
    const { id } = await owner.checkout({ offer_id: offerId })
    await owner.post(`/v1/checkouts/${id}/cancel`)
    const { body: events } = await owner.get<'EventList'>('/v1/events')
    const eventId = events.data[0]?.id ?? ''
    return new Ground(owner, { customerId: customer.id, productId: product.id, offerId, eventId })
  }

  /** A request that succeeds, with a session of its own where one is needed. */
  async good(operationId: string): Promise<Request> {
    const { method, path } = shapeOf(operationId)
    const json = this.#bodies[operationId]?.()
    const ids: Record<string, string> = { ...this.ids }
    if (operationId === 'archiveOffer') {
      ids['offerId'] = (await this.owner.offer(ids['productId'] ?? '')).id
    }
    for (const [name, make] of Object.entries(this.#makers)) {
      if (!path.includes(`{${name}}`)) continue
      const made = (method === 'GET' && this.#read.get(name)) || make()
      if (method === 'GET') this.#read.set(name, made)
      ids[name] = await made
    }
    if (path.includes('{apiClientId}')) ids['apiClientId'] = await this.#client()
    if (path.includes('{webhookEndpointId}')) ids['webhookEndpointId'] = await this.#endpoint()
    if (path.includes('{userId}')) ids['userId'] = await this.#user()
    if (path.includes('{passkeyId}')) {
      ids['passkeyId'] = await newPasskey(this.owner, ids['userId'] ?? '')
    }
    const address = pathWithIds(path, (name) => ids[name] ?? '') + (required[operationId] ?? '')
    return { method, path: address, ...(json && { json }) }
  }

  readonly #makers: Record<string, () => Promise<string>> = {
    checkoutId: async () => {
      const { offerId: offer_id } = this.ids
      return (await this.owner.post<'Checkout'>('/v1/checkouts', { offer_id })).body.id
    },
    paymentLinkId: async () => (await linkOf(this.owner)).id,
    paymentId: async () => (await this.owner.payment()).id,
    refundId: async () => (await this.owner.refund((await this.owner.payment()).id)).id,
  }

  /** A client that may be changed by each that may change any; the one before makes room for it. */
  async #client(): Promise<string> {
    if (this.#clientId) await this.owner.post(`/v1/api_clients/${this.#clientId}/revoke`)
    const { id } = await this.owner.apiClient({ scopes: ['account:write'] })
    return (this.#clientId = id)
  }

  /** A user who may be changed by each that may change any. */
  async #user(): Promise<string> {
    if (this.#userId) await this.owner.delete(`/v1/users/${this.#userId}`)
    const { id } = await this.owner.user({ role: 'viewer' })
    return (this.#userId = id)
  }

  async #endpoint(): Promise<string> {
    if (this.#endpointId) await this.owner.delete(`/v1/webhook_endpoints/${this.#endpointId}`)
    const { id } = await this.owner.webhookEndpoint()
    return (this.#endpointId = id)
  }

  /** The same for something that does not exist. */
  missing(operationId: string): Request {
    const { method, path } = shapeOf(operationId)
    const json = this.#bodies[operationId]?.()
    const id = (name: string) => unknownId(prefixes[name] ?? `${name.slice(0, -2)}_`)
    const address = pathWithIds(path, id) + (required[operationId] ?? '')
    return { method, path: address, ...(json && { json }) }
  }

  /** The same with an id, a query and a body that are all wrong. */
  broken(operationId: string): Request {
    const { method, path } = shapeOf(operationId)
    const json = method === 'GET' ? {} : { json: { unknown: 1 } }
    return { method, path: `${pathWithIds(path, () => 'x')}?unknown=1`, ...json }
  }

  send(token: string | undefined, { method, path, json }: Request): Promise<Answer<unknown>> {
    return this.owner.on.request<'Error'>(method, path, { token, json })
  }
}

/** The parameters without which an operation refuses. */
const required: Record<string, string> = {
  exportStatementEntries: '?format=csv',
  search: '?q=ana',
}

/** Ids whose prefix is not the name of their parameter. */
const prefixes: Record<string, string> = {
  productId: 'prod_',
  customerId: 'cus_',
  paymentId: 'pay_',
  eventId: 'evt_',
  apiClientId: 'client_',
  webhookEndpointId: 'wh_',
}

/** Path and method of every operation. */
export const shapes = new Map(
  [...operationsOf(readContract())].map(({ path, method, operation }) => [
    operation.operationId,
    { path, method: method.toUpperCase() },
  ]),
)

export function shapeOf(operationId: string): { path: string; method: string } {
  const shape = shapes.get(operationId)
  assert.ok(shape, operationId)
  return shape
}

const pathWithIds = (path: string, id: (name: string) => string) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => id(name))
