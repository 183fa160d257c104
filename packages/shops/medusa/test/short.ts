/** The provider with a double of Medusa's container, and a real Balcão. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { BalcaoService } from '../../test/support/balcao.ts'
import { installDoubles } from '../../test/support/double.ts'
import { ShopProxy } from '../../test/support/proxy.ts'
import type { ProxiedRequest } from '../../test/support/proxy.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'

type Row = Record<string, unknown> & { id: string }

type Action = { action: string; data?: { session_id: string; amount: number } }

/** An action, and the body of the event that led to it. */
type WebhookAction = Action & { event: string }

type PaymentSession = { id: string; data: Record<string, unknown> }

type Provider = {
  initiatePayment(input: object): Promise<PaymentSession>
  updatePayment(input: object): Promise<PaymentSession>
  authorizePayment(input: object): Promise<{ status: string }>
  refundPayment(input: object): Promise<object>
  cancelPayment(input: object): Promise<object>
  deletePayment(input: object): Promise<object>
  getWebhookActionAndData(payload: object): Promise<Action>
}

type Medusa = {
  tables: Record<string, Row[]>
  workflows: { name: string; input: { order_id?: string } }[]
}

type World = {
  steps: Steps
  service: BalcaoService
  proxy: ShopProxy
  medusa: Medusa
  provider: Provider
  /** The provider's actions for each event, in their order. */
  actions: WebhookAction[]
}

let count = 0

/** A cart of R$ 71,40 and its payment session, as Medusa has them when a payment begins. */
async function begin({ medusa, provider }: World, more: object = {}): Promise<PaymentSession> {
  count += 1
  const [session, collection, cart] = [`payses_${count}`, `pay_col_${count}`, `cart_${count}`]
  const amount = 71.4
  const mug = { title: 'Caneca', quantity: 1, original_total: 55.44, total: 49.9 }
  medusa.tables['cart']?.push({
    id: cart,
    email: `ana${count}@example.com`,
    total: amount,
    metadata: null,
    items: [{ ...mug, adjustments: [{ code: 'CUPOM', amount: 5.54 }] }],
    shipping_methods: [{ name: 'SEDEX', original_total: 21.5, total: 21.5, adjustments: [] }],
  })
  medusa.tables['cart_payment_collection']?.push({
    id: collection,
    payment_collection_id: collection,
    cart_id: cart,
  })
  const input = { amount, currency_code: 'brl', data: { session_id: session }, ...more }
  const row: Row = {
    id: session,
    provider_id: 'pp_balcao_balcao',
    amount,
    currency_code: 'brl',
    status: 'pending',
    data: {},
    payment_collection_id: collection,
    payment_collection: { id: collection, amount },
  }
  medusa.tables['payment_session']?.push(row)
  const begun = await provider.initiatePayment(input)
  row['data'] = begun.data
  return begun
}

/** The order of the last cart that was begun. */
function place({ medusa }: World): Row {
  const order: Row = { id: `order_${count}`, status: 'pending', metadata: null }
  medusa.tables['order']?.push(order)
  const link = { id: order.id, order_id: order.id, cart_id: `cart_${count}` }
  medusa.tables['order_cart']?.push(link)
  const session = medusa.tables['payment_session']?.at(-1)
  if (session) session['status'] = 'pending_authorization'
  return order
}

const checkoutOf = ({ service }: World, { id }: PaymentSession) =>
  service.api.getCheckout({ path: { checkoutId: id } })

const notesOf = (row: Row | undefined) =>
  ((row?.['metadata'] as { balcao_notes?: string[] } | null)?.balcao_notes ?? []).length

async function sells(world: World): Promise<void> {
  const { steps, service, medusa, provider } = world
  await steps.step('a cart is one checkout of its total, which a repeat finds', async () => {
    const begun = await begin(world)
    const { amount_total_minor, external_id, line_items } = await checkoutOf(world, begun)
    assert.deepEqual([amount_total_minor, external_id], [7140, 'payses_1'])
    assert.deepEqual(
      line_items.map(({ kind, total_amount_minor }) => [kind, total_amount_minor]),
      [
        ['product', 5544],
        ['shipping', 2150],
        ['discount', -554],
      ],
    )
    const data = { session_id: 'payses_1' }
    const again = await provider.initiatePayment({ amount: 71.4, currency_code: 'brl', data })
    assert.equal(again.id, begun.id)
    const cart = medusa.tables['cart']?.[0]
    if (cart) cart['total'] = 60
    const next = await provider
      .updatePayment({ data: begun.data, amount: 60, currency_code: 'brl' })
      .catch(() => undefined)
    assert.equal(next, undefined, 'its lines sum to another amount')
    assert.equal((await checkoutOf(world, begun)).status, 'canceled')
  })
  await steps.step('a cart in dollars opens nothing', async () => {
    const before = (await service.newest()).id
    await assert.rejects(begin(world, { currency_code: 'usd' }))
    assert.equal((await service.newest()).id, before)
  })
  await steps.step(
    'an unpaid session waits, a paid one is captured, one that ended is over',
    async () => {
      const [paid, ended] = [await begin(world), await begin(world)]
      assert.equal((await provider.authorizePayment(paid)).status, 'pending_authorization')
      await service.pay(paid.id)
      assert.equal((await provider.authorizePayment(paid)).status, 'captured')
      await assert.rejects(provider.cancelPayment(paid))
      await provider.refundPayment({ ...paid, amount: 15, context: { idempotency_key: 'ref_1' } })
      assert.equal((await checkoutOf(world, paid)).amount_refunded_minor, 1500)
      await provider.deletePayment(ended)
      assert.equal((await provider.authorizePayment(ended)).status, 'canceled')
    },
  )
}

async function events(world: World): Promise<void> {
  const { steps, service, proxy, actions } = world
  await steps.step(
    'events that are doubled or repeated pay once, forged ones nothing',
    async () => {
      const [other, begun] = [await begin(world), await begin(world)]
      // Events of what other steps have done may still come.
      const ofThese = () =>
        actions.filter(({ event }) => event.includes(begun.id) || event.includes(other.id))
      proxy.events = 'twice'
      await service.pay(begun.id)
      await until('both are answered', () => ofThese().length === 2)
      proxy.events = 'pass'
      const captured = ofThese().filter(({ action }) => action === 'captured')
      assert.deepEqual(
        captured.map(({ data }) => data),
        [{ session_id: begun.data['session_id'], amount: 71.4 }],
      )
      const event = proxy.sent.find(({ body }) => body.includes(begun.id)) as ProxiedRequest
      await proxy.resend(event)
      const forged = event.body
        .replaceAll(begun.id, other.id)
        .replaceAll(String(begun.data['session_id']), String(other.data['session_id']))
      await proxy.resend(event, { body: forged })
      assert.deepEqual(
        ofThese()
          .slice(2)
          .map(({ action }) => action),
        ['not_supported', 'not_supported'],
      )
    },
  )
}

async function changes(world: World): Promise<void> {
  const { steps, service, medusa, actions } = world
  await steps.step(
    'money for a changed or canceled order goes back once, with a note',
    async () => {
      const changed = await begin(world)
      const session = medusa.tables['payment_session']?.at(-1)
      if (session) session['payment_collection'] = { id: 'x', amount: 80 }
      const order = place(world)
      await service.pay(changed.id)
      await until('it is noted', () => notesOf(order) === 1)
      const canceled = await begin(world)
      const late = place(world)
      late['status'] = 'canceled'
      world.proxy.events = 'twice'
      await service.pay(canceled.id)
      await until('it is noted', () => notesOf(late))
      world.proxy.events = 'pass'
      assert.equal(notesOf(late), 1)
      assert.equal((await checkoutOf(world, changed)).amount_refunded_minor, 7140)
      assert.equal((await checkoutOf(world, canceled)).amount_refunded_minor, 7140)
      assert.ok(!actions.some(({ data }) => data?.session_id === canceled.data['session_id']))
    },
  )
  await steps.step('a canceled session cancels its order', async () => {
    const begun = await begin(world)
    const order = place(world)
    await service.api.cancelCheckout({ path: { checkoutId: begun.id } })
    await until('it is canceled', () =>
      medusa.workflows.some(
        ({ name, input }) => name === 'cancel-order' && input.order_id === order.id,
      ),
    )
  })
}

/** A server in front of the provider, which tells Medusa of an event as its own route does. */
async function listen(
  actions: WebhookAction[],
  provider: () => Provider,
): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { headers } = request
    const rawData = await buffer(request)
    const action = await provider().getWebhookActionAndData({ rawData, headers, data: {} })
    actions.push({ ...action, event: rawData.toString() })
    response.writeHead(200).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

export async function short(steps: Steps): Promise<void> {
  await steps.run(async () => {
    const framework = fileURLToPath(new URL('double/framework', import.meta.url))
    const { folder, remove } = await steps.step('compile', () =>
      installDoubles('medusa', { '@medusajs/framework': framework }),
    )
    steps.atEnd(remove)
    const service = await steps.step('start Balcão', () => BalcaoService.start())
    steps.atEnd(() => service.close())
    const file = (path: string) => import(join(folder, 'node_modules', path)) as Promise<unknown>
    const medusa = (await file('@medusajs/framework/index.js')) as Medusa
    const built = (await file('@balcao/medusa/dist/medusa/src/index.js')) as {
      default: { services: [new (cradle: object, options: object) => Provider] }
    }
    const actions: WebhookAction[] = []
    let provider: Provider | undefined
    const server = await listen(actions, () => provider as Provider)
    const proxy = await ShopProxy.start(server.url)
    steps.atEnd(() => {
      proxy.close()
      server.close()
    })
    const options = { base_url: service.baseUrl, ...service.credentials, backend_url: proxy.url }
    const [Provider] = built.default.services
    provider = new Provider({}, options)
    const world = { steps, service, proxy, medusa, provider, actions }
    await sells(world)
    await events(world)
    await changes(world)
  })
}
