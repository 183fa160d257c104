/** The parts that every step of this shop's test works with. */
import assert from 'node:assert/strict'
import type { BalcaoService } from '../../test/support/balcao.ts'
import type { ShopProxy } from '../../test/support/proxy.ts'
import type { Steps } from '../../test/support/steps.ts'
import { until } from '../../test/support/until.ts'
import type { Order, Shop } from './order.ts'

export type World = {
  steps: Steps
  service: BalcaoService
  proxy: ShopProxy
  shop: Shop
  /** A product at 49.90 without stock to count. */
  product: number
}

/** The order as soon as it has this status. */
export const whenIs = ({ shop }: World, order: Order, status: string): Promise<Order> =>
  until(`order ${order.id} is ${status}`, async () => {
    const now = await shop.show(order)
    return now.status === status ? now : undefined
  })

/** Does something while the shop gets no events, as one that is away. */
export async function withoutEvents<T>({ proxy }: World, work: () => Promise<T>): Promise<T> {
  proxy.events = 'lost'
  try {
    return await work()
  } finally {
    proxy.events = 'pass'
  }
}

/** Pays a session while the shop is away, and waits until its event is lost. */
export async function payUnheard(world: World, checkoutId: string): Promise<void> {
  const { proxy, service } = world
  await withoutEvents(world, async () => {
    await service.pay(checkoutId)
    await until('the event was sent', () =>
      proxy.sent.some(
        ({ body }) => body.includes('payment.succeeded') && body.includes(checkoutId),
      ),
    )
  })
}

/** Sells one of the product and pays it. */
export async function paidOrder(world: World): Promise<Order> {
  const order = await world.shop.sold({ products: [[world.product, 1]] })
  await world.service.pay(order.checkout_id)
  const paid = await whenIs(world, order, 'processing')
  assert.ok(paid.paid)
  return paid
}
