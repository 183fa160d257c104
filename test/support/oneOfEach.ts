/**
 * One object of each kind that a seller has, and a request for each operation, by the contract: its
 * ids, the operations that make them, and its examples. Every suite that walks these has a new
 * operation as soon as it is in the contract.
 */
import assert from 'node:assert/strict'
import { operationsOf, readContract, resolved } from '../../contract/document.ts'
import type { Operation, Schema } from '../../contract/document.ts'
import { logoOf } from './images.ts'
import { newPasskey } from './people.ts'
import { unknownId } from './samples.ts'
import type { Answer, TestAccount, TestService } from './service.ts'

export type Request = { method: string; path: string; json?: object }

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Content = Record<string, { schema: Schema; examples?: Record<string, object> }>
type ContractOperation = Operation & {
  parameters?: Parameter[]
  requestBody?: { content: Content; 'x-max-bytes'?: number }
}
type Ids = Record<string, string>
type Fields = Record<string, unknown>

const contract = readContract()

/** An operation, with the references of its parameters and of its body resolved. */
export type Shape = {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  /** The examples of the body, the minimal one first; none where it has no fields. */
  examples: object[]
  isJson: boolean
  /** True where no access token is asked for. */
  isPublic: boolean
  /** The most bytes that the body may have, where it is not the general limit. */
  maxBytes: number | undefined
}

function shapeFrom(method: string, path: string, operation: ContractOperation): Shape {
  const body = operation.requestBody && resolved(contract, operation.requestBody)
  const [[type, content] = []] = Object.entries(body?.content ?? {})
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map((one) => resolved(contract, one)),
    body: content?.schema,
    examples: Object.entries(content?.examples ?? {})
      .toSorted(([name], [other]) => Number(other === 'minimal') - Number(name === 'minimal'))
      .map(([, one]) => (resolved(contract, one) as { value: object }).value)
      .filter((one) => Object.keys(one).length > 0),
    isJson: type === 'application/json',
    isPublic: operation.security?.length === 0,
    maxBytes: body?.['x-max-bytes'],
  }
}

/** Every operation, by its id. */
export const shapes = new Map(
  [...operationsOf(contract)].map(({ path, method, operation }) => [
    operation.operationId,
    shapeFrom(method, path, operation as ContractOperation),
  ]),
)

export function shapeOf(operationId: string): Shape {
  const found = shapes.get(operationId)
  assert.ok(found, operationId)
  return found
}

/** The schema of an id, by the parameter that stands for it in a path: `CustomerId`. */
const idSchemas = new Map(
  Object.values(contract.components.parameters).flatMap((parameter) => {
    const { name, in: place, schema } = parameter as Parameter
    const named = schema.$ref?.split('/').at(-1)
    return place === 'path' && named ? [[name, named] as const] : []
  }),
)

/** The prefix of an id, by the parameter that stands for it in a path: `cus_`. */
export const prefixes: Record<string, string> = Object.fromEntries(
  [...idSchemas].map(([name, schema]) => {
    const { pattern = '' } = contract.components.schemas[schema] as { pattern?: string }
    return [name, /^\^(\w+?_)\[/.exec(pattern)?.[1] ?? '']
  }),
)

/** The operation that makes an object, by the parameter that stands for its id in a path. */
const makers = new Map<string, string>()
for (const { path, method, operation } of operationsOf(contract)) {
  const made = operation.responses['201']
  if (method !== 'post' || !made || !path.startsWith('/v1/')) continue
  const { schema = {} } = resolved(contract, made).content?.['application/json'] ?? {}
  const { id } = propertiesOf(schema)
  for (const [name, named] of idSchemas) {
    if (id?.$ref?.endsWith(`/${named}`) && !makers.has(name)) {
      makers.set(name, operation.operationId)
    }
  }
}

/** The fields of a schema, those of its parts included. */
function propertiesOf(schema: Schema): Record<string, Schema> {
  const { properties, allOf = [] } = resolved(contract, schema) as Schema & { allOf?: Schema[] }
  return Object.assign({}, ...allOf.map(propertiesOf), properties) as Record<string, Schema>
}

/**
 * Bodies in place of the contract's examples, whose fields bind each other: of these, each field
 * can be changed alone, and each client that may change any may send them.
 */
const price = { amount_minor: 1, currency: 'BRL' }
const anyUuid = crypto.randomUUID()
const bodies: Record<string, object> = {
  createProduct: { name: 'Caneca', default_offer: price },
  createOffer: price,
  createPaymentLink: { name: 'Link', custom_amount: { min_minor: 1, max_minor: 99_999_999_999 } },
  createApiClient: { name: 'Programa', scopes: ['account:write'] },
  inviteUser: { email: '', role: 'viewer' },
  // A customer inside it wants a scope of its own.
  createSubscription: {
    offer_id: `offer_${anyUuid}`,
    customer_id: `cus_${anyUuid}`,
    variable: {},
  },
  // Nothing listens there.
  createWebhookEndpoint: { url: 'http://127.0.0.1:9/' },
  // Tokens outlive a second.
  advanceClock: { seconds: 1 },
}

/** A value that no other object of the account may have. */
const unique: Record<string, () => string> = {
  email: () => `${crypto.randomUUID()}@example.com`,
  external_id: () => crypto.randomUUID(),
}

/** The value with the seller's own ids, and with values that no other object has. */
export function withOwn(value: unknown, ids: Ids): unknown {
  if (typeof value === 'string') {
    const prefix = /^([a-z]+_)[0-9a-f-]{36}$/.exec(value)?.[1]
    const name = Object.keys(prefixes).find((one) => prefixes[one] === prefix)
    return (name && ids[name]) ?? value
  }
  if (Array.isArray(value)) return value.map((one) => withOwn(one, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, unique[key]?.() ?? withOwn(one, ids)]),
  )
}

/**
 * The body of a good request: the first of the operation's examples that has a field, if one is
 * named.
 *
 * @param ids of objects that it may name, by the parameters that stand for them in paths
 */
export function bodyFor(operationId: string, ids: Ids, field?: string): Fields | undefined {
  const { examples } = shapeOf(operationId)
  const known = bodies[operationId]
  const all = [...(known ? [known] : []), ...examples]
  const body = all.find((one) => field === undefined || field in one)
  return body && (withOwn(body, ids) as Fields)
}

/** Ends objects of which an account may have few, so that there is room for the next. */
const ends: Record<string, (owner: TestAccount, id: string) => Promise<unknown>> = {
  apiClientId: (owner, id) => owner.post(`/v1/api_clients/${id}/revoke`),
  userId: (owner, id) => owner.delete(`/v1/users/${id}`),
  webhookEndpointId: (owner, id) => owner.delete(`/v1/webhook_endpoints/${id}`),
}

export class OneOfEach {
  readonly owner: TestAccount
  readonly #kept = new Map<string, Promise<string>>()
  readonly #spent = new Map<string, string>()

  constructor(owner: TestAccount) {
    this.owner = owner
  }

  static async on(service: TestService): Promise<OneOfEach> {
    return new OneOfEach(await service.account())
  }

  /** The object of a kind, which is made when it is first wanted. */
  id(parameter: string): Promise<string> {
    const kept = this.#kept.get(parameter) ?? this.#make(parameter, {})
    this.#kept.set(parameter, kept)
    return kept
  }

  /** An object of each kind, by the parameter that stands for it in a path. */
  async ids(): Promise<Ids> {
    const ids: Ids = {}
    for (const name of Object.keys(prefixes)) ids[name] = await this.id(name)
    return ids
  }

  /**
   * A request that succeeds. What it may end is an object of its own.
   *
   * @param field that the body has, though it need not
   */
  async request(operationId: string, field?: string): Promise<Request> {
    const shape = shapeOf(operationId)
    const { method, parameters, isJson } = shape
    const ids: Ids = {}
    for (const { name, in: place } of parameters) {
      if (place !== 'path') continue
      const isEnded = method !== 'GET' && method !== 'PATCH' && name !== 'sellerId'
      ids[name] = isEnded ? await this.#fresh(name, ids) : await this.id(name)
      const id = ids[name]
      if (operationId === 'sandboxRevokeSubscription') await this.#authorize(id)
      if (/^sandbox(Pay|Fail)Invoice$/.test(operationId)) await this.#finalize(id)
    }
    const json = isJson ? bodyFor(operationId, await this.#named(operationId), field) : undefined
    return { method, path: addressOf(shape, ids), ...(json && { json }) }
  }

  /** The same for something that does not exist. */
  missing(operationId: string): Request {
    const shape = shapeOf(operationId)
    const { method, isJson } = shape
    const ids = Object.fromEntries(
      Object.entries(prefixes).map(([name, prefix]) => [name, unknownId(prefix)]),
    )
    const json = isJson ? bodyFor(operationId, ids) : undefined
    return { method, path: addressOf(shape, ids), ...(json && { json }) }
  }

  /** The same with an id, a query and a body that are all wrong. */
  broken(operationId: string): Request {
    const { method, path } = shapeOf(operationId)
    const json = method === 'GET' ? {} : { json: { unknown: 1 } }
    return { method, path: `${filled(path, {})}?unknown=1`, ...json }
  }

  /** @param token null sends none */
  send(
    { method, path, json }: Request,
    token: string | null = this.owner.token,
  ): Promise<Answer<unknown>> {
    return this.owner.on.request<'Error'>(method, path, { token: token ?? undefined, json })
  }

  /** The objects that the examples of the operation's body name. */
  async #named(operationId: string): Promise<Ids> {
    const text = JSON.stringify([bodies[operationId], shapeOf(operationId).examples])
    const names = Object.keys(prefixes).filter((name) => text.includes(`"${prefixes[name]}`))
    const ids: Ids = {}
    for (const name of names) ids[name] = await this.id(name)
    if (operationId === 'createSubscription') {
      ids['offerId'] = await this.#recurring()
      ids['customerId'] = (await this.owner.customer({ tax_id: '52998224725' })).id
    }
    return ids
  }

  /** An offer that can be subscribed to. */
  async #recurring(): Promise<string> {
    const recurring = { type: 'recurring', billing_interval: 'month' }
    return (await this.owner.offer(await this.id('productId'), recurring)).id
  }

  /** A draft of a variable subscription, as time makes one. */
  async #draft(): Promise<string> {
    const { body } = await this.owner.get<'Subscription'>(
      `/v1/subscriptions/${await this.#make('subscriptionId', {})}`,
    )
    const { sql } = this.owner.on
    const id = body.latest_invoice_id ?? ''
    await sql(
      `update invoices set status = 'draft', collection = 'automatic', due_on = '2026-04-01',
        period_start = '2026-04-01', period_end = '2026-05-01' where id = ?`,
      id,
    )
    return id
  }

  async #authorize(id: string): Promise<void> {
    const { status, text } = await this.owner.post(`/sandbox/subscriptions/${id}/authorize`)
    assert.equal(status, 200, text)
  }

  /** Opens a draft, as time does it. */
  async #finalize(id: string): Promise<void> {
    await this.owner.on.sql(`update invoices set status = 'open' where id = ?`, id)
  }

  async #fresh(parameter: string, ids: Ids): Promise<string> {
    const spent = this.#spent.get(parameter)
    if (spent !== undefined) await ends[parameter]?.(this.owner, spent)
    const id = await this.#make(parameter, ids)
    this.#spent.set(parameter, id)
    return id
  }

  async #make(parameter: string, ids: Ids): Promise<string> {
    const { owner } = this
    const special = this.#special[parameter]
    if (special) return special(ids)
    const operationId = makers.get(parameter)
    assert.ok(
      operationId,
      `no POST answers 201 with a ${parameter}: say in oneOfEach.ts how one is made`,
    )
    const request = await this.request(operationId)
    const { status, text } = await owner.on.request(request.method, request.path, {
      token: owner.token,
      json: request.json,
    })
    assert.equal(status, 201, text)
    return (JSON.parse(text) as { id: string }).id
  }

  /** Objects that no request makes, and an offer, whose example can not be sold. */
  readonly #special: Record<string, (ids: Ids) => Promise<string>> = {
    sellerId: async () => this.owner.seller_id,
    offerId: async () => (await this.owner.offer(await this.id('productId'))).id,
    paymentId: async () => (await this.owner.payment()).id,
    eventId: async () => {
      await this.owner.payment()
      const { body } = await this.owner.get<'EventList'>('/v1/events')
      return body.data[0]?.id ?? ''
    },
    passkeyId: async ({ userId }) => newPasskey(this.owner, userId ?? (await this.id('userId'))),
    logoId: () => logoOf(this.owner),
    invoiceId: () => this.#draft(),
  }
}

const filled = (path: string, ids: Ids) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x')

/** The address of a request, with the parameters without which it is refused. */
export const addressOf = ({ path, parameters }: Shape, ids: Ids): string =>
  filled(path, ids) + needed(parameters)

export const schemaOf = (schema: Schema): Schema => resolved(contract, schema)

/** The parameters without which an operation refuses. */
function needed(parameters: Parameter[]): string {
  const query = new URLSearchParams()
  for (const { name, in: place, required, schema } of parameters) {
    if (place !== 'query' || !required) continue
    const { enum: values = [], examples = [] } = schemaOf(schema) as {
      enum?: string[]
      examples?: string[]
    }
    query.set(name, String(examples[0] ?? values[0]))
  }
  return query.size > 0 ? `?${query}` : ''
}
