/** Reads and writes the shop's data through Medusa's own modules and workflows. */
import { container } from '@medusajs/framework'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import type {
  BigNumberInput,
  ILockingModule,
  IPaymentModuleService,
} from '@medusajs/framework/types'
import { BASKET_FIELDS } from './cart.ts'
import type { Basket } from './cart.ts'

export type Session = {
  id: string
  provider_id: string
  amount: BigNumberInput
  currency_code: string
  status: string
  data: Record<string, unknown>
  payment_collection_id: string
  payment_collection: { id: string; amount: BigNumberInput }
  payment?: { id: string; captured_at: string | null } | null
}

export type PlacedOrder = {
  id: string
  status: string
  metadata: Record<string, unknown> | null
}

/** Sessions that wait for their money, looked at in a pass. */
const MAX_WAITING = 200

/** A payment has no more refunds at Balcão. */
const MAX_REFUNDS = 1000

/** The completion of a cart takes no longer, from its mark to the link of its order. */
const COMPLETION_MS = 10 * 60 * 1000

const SESSION_FIELDS = [
  'id',
  'provider_id',
  'amount',
  'currency_code',
  'status',
  'data',
  'payment_collection_id',
  'payment_collection.id',
  'payment_collection.amount',
  'payment.id',
  'payment.captured_at',
]

/** True once the shop is up: its modules are loaded one after another. */
export const isLoaded = (): boolean =>
  container.hasRegistration(ContainerRegistrationKeys.QUERY) &&
  container.hasRegistration(Modules.WORKFLOW_ENGINE) &&
  container.hasRegistration(Modules.ORDER)

async function rows<T>(
  entity: string,
  fields: string[],
  filters: object,
  take = 100,
): Promise<T[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  // Entities are known by name only when types are generated for a shop.
  const { data } = await query.graph({ entity, fields, filters, pagination: { take } } as never)
  return data as T[]
}

export async function sessionOf(id: string): Promise<Session | undefined> {
  return (await rows<Session>('payment_session', SESSION_FIELDS, { id }))[0]
}

export const waitingSessions = (): Promise<Session[]> => {
  const filters = { provider_id: { $like: 'pp_balcao%' }, status: 'pending_authorization' }
  return rows<Session>('payment_session', SESSION_FIELDS, filters, MAX_WAITING)
}

/** The sessions of an order that has not been paid. */
export async function sessionsOfOrder(order_id: string): Promise<Session[]> {
  const links = await rows<{ payment_collection_id: string }>(
    'order_payment_collection',
    ['payment_collection_id'],
    { order_id },
  )
  const ids = links.map(({ payment_collection_id }) => payment_collection_id)
  if (ids.length === 0) return []
  const sessions = await rows<Session>('payment_session', SESSION_FIELDS, {
    payment_collection_id: ids,
  })
  return sessions.filter(({ provider_id }) => provider_id.startsWith('pp_balcao'))
}

export async function cartIdOf(payment_collection_id: string): Promise<string | undefined> {
  const filters = { payment_collection_id }
  const [link] = await rows<{ cart_id: string }>('cart_payment_collection', ['cart_id'], filters)
  return link?.cart_id
}

async function orderLinkOf(
  payment_collection_id: string | undefined,
  cart_id: string | undefined,
): Promise<{ order_id: string } | undefined> {
  const [link] = [
    ...(payment_collection_id
      ? await rows<{ order_id: string }>('order_payment_collection', ['order_id'], {
          payment_collection_id,
        })
      : []),
    ...(cart_id ? await rows<{ order_id: string }>('order_cart', ['order_id'], { cart_id }) : []),
  ]
  return link
}

/** The order of a payment, be it of its own or of the cart that it was made from. */
export async function orderOf(
  payment_collection_id: string | undefined,
  cart_id: string | undefined,
): Promise<PlacedOrder | undefined> {
  const link = await orderLinkOf(payment_collection_id, cart_id)
  if (!link) return undefined
  const fields = ['id', 'status', 'metadata']
  return (await rows<PlacedOrder>('order', fields, { id: link.order_id }))[0]
}

/**
 * True when the order or cart of a payment was deleted. A cart that is completed has its order a
 * moment later, so a missing one is no sign before that.
 */
export async function isDeleted(payment_collection_id: string): Promise<boolean> {
  const cartId = await cartIdOf(payment_collection_id)
  const link = await orderLinkOf(payment_collection_id, cartId)
  if (link) return (await rows('order', ['id'], { id: link.order_id })).length === 0
  if (!cartId) return false
  const fields = ['id', 'completed_at']
  const [cart] = await rows<{ completed_at: string | null }>('cart', fields, { id: cartId })
  if (!cart) return true
  return !!cart.completed_at && Date.now() - Date.parse(cart.completed_at) > COMPLETION_MS
}

/** True when this shop has a payment session, or the cart or order that it was begun for. */
export async function knowsSession(sessionId: unknown, basketId: unknown): Promise<boolean> {
  if (typeof sessionId === 'string' && (await sessionOf(sessionId))) return true
  if (typeof basketId !== 'string') return false
  const entity = basketId.startsWith('order_') ? 'order' : 'cart'
  return (await rows(entity, ['id'], { id: basketId })).length > 0
}

/** A refund of a payment as Medusa keeps it. */
export type RefundRow = { id: string; metadata: Record<string, unknown> | null }

export const refundsOf = (payment_id: string): Promise<RefundRow[]> =>
  rows<RefundRow>('refund', ['id', 'metadata'], { payment_id }, MAX_REFUNDS)

export async function refundRow(id: string | undefined): Promise<RefundRow | undefined> {
  return id ? (await rows<RefundRow>('refund', ['id', 'metadata'], { id }))[0] : undefined
}

/** The basket of a payment: the cart, or the order once it is placed. */
export async function basketOf(session: Session): Promise<Basket | undefined> {
  const cartId = await cartIdOf(session.payment_collection_id)
  const order = await orderOf(session.payment_collection_id, cartId)
  if (order) return (await rows<Basket>('order', BASKET_FIELDS, { id: order.id }))[0]
  return cartId ? (await rows<Basket>('cart', BASKET_FIELDS, { id: cartId }))[0] : undefined
}

/** The name by which Medusa's route of webhooks knows this provider. */
export async function providerName(): Promise<string> {
  const providers = await rows<{ id: string }>('payment_provider', ['id'], { is_enabled: true })
  const own = providers.find(({ id }) => id.startsWith('pp_balcao'))
  if (!own) throw new Error('Balcão is no payment provider of this shop.')
  return own.id.replace(/^pp_/, '')
}

/** Runs a workflow of Medusa by its name. */
export async function runWorkflow(name: string, input: object): Promise<void> {
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  await engine.run(name, { input } as never)
}

/** A session that is over, so that no pass looks at it again. */
export async function markCanceled(
  session: Pick<Session, 'id' | 'amount' | 'currency_code' | 'data'>,
): Promise<void> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  await payments.updatePaymentSession({ ...session, status: 'canceled' })
}

/** Does work that no other process of the shop does at the same time. */
export function locked(key: string, work: () => Promise<void>): Promise<void> {
  const locking: ILockingModule = container.resolve(Modules.LOCKING)
  return locking.execute(key, work)
}

/** Writes a note for the people of the shop, once: Medusa keeps an order's in its metadata. */
export async function note(
  { orderId, cartId }: { orderId?: string | undefined; cartId?: string | undefined },
  text: string,
): Promise<void> {
  const id = orderId ?? cartId
  if (!id) return
  await locked(`balcao-note-${id}`, async () => {
    const entity = orderId ? 'order' : 'cart'
    const [one] = await rows<PlacedOrder>(entity, ['id', 'metadata'], { id })
    const notes = (one?.metadata?.['balcao_notes'] ?? []) as string[]
    if (!one || notes.includes(text)) return
    const metadata = { ...one.metadata, balcao_notes: [...notes, text] }
    if (orderId) await container.resolve(Modules.ORDER).updateOrders(id, { metadata })
    else await container.resolve(Modules.CART).updateCarts(id, { metadata })
  })
}

/** Calls back when an order is canceled or changed. */
export function onOrderChange(listen: (orderId: string) => void): void {
  const bus = container.resolve(Modules.EVENT_BUS)
  for (const event of ['order.canceled', 'order-edit.confirmed']) {
    const subscriberId = `balcao-${event}`
    const take = async ({ data }: { data: unknown }) => {
      const { id, order_id } = data as { id?: string; order_id?: string }
      const orderId = order_id ?? id
      if (orderId) listen(orderId)
    }
    bus.subscribe(event, take, { subscriberId })
  }
}
