/** WordPress' tools for personal data. */
import assert from 'node:assert/strict'
import { whenIs } from './world.ts'
import type { World } from './world.ts'

type Exported = {
  balcao: { data: { item_id: string; data: { name: string; value: string }[] }[] }[]
}

type Erased = {
  balcao: { items_removed: boolean; items_retained: boolean; messages: string[] }[]
}

const CPF = '52998224725'

/** The CPF goes at once, and the ids of an order once no money can come or go. */
async function erases(world: World): Promise<void> {
  const { shop, service, product } = world
  const email = 'lgpd@cliente.example'
  const buy = () => shop.sold({ products: [[product, 1]], email, post: { balcao_tax_id: CPF } })
  const paid = await buy()
  await service.pay(paid.checkout_id)
  const { payment_id } = await whenIs(world, paid, 'processing')
  const over = await buy()
  await shop.setStatus(over, 'cancelled')
  const tool = <T>(name: string) => shop.wordpress.do<T>('privacy', { tool: name, email })
  const { balcao } = await tool<Exported>('exporter')
  const items = balcao.flatMap(({ data }) => data)
  assert.deepEqual(
    items.map(({ item_id }) => item_id),
    [`order-${paid.id}`, `order-${over.id}`],
  )
  for (const { data } of items) assert.ok(data.some(({ value }) => value === CPF))
  assert.ok(items[0]?.data.some(({ value }) => value === payment_id))
  const erased = await tool<Erased>('eraser')
  const [answer] = erased.balcao
  assert.deepEqual([answer?.items_removed, answer?.items_retained], [true, true])
  assert.match(answer?.messages.join(' ') ?? '', new RegExp(`pedido ${paid.id} ficam`))
  assert.deepEqual((await shop.show(paid)).tax_id, '')
  const { balcao: left } = await tool<Exported>('exporter')
  const names = left.flatMap(({ data }) => data)
  assert.deepEqual(
    names.map(({ item_id }) => item_id),
    [`order-${paid.id}`],
  )
  assert.ok(!JSON.stringify(names).includes(CPF))
  assert.equal(await shop.refund(paid, '10.00'), 'ok')
}

export async function privacy(world: World): Promise<void> {
  await world.steps.step('exports and erases what it keeps of a buyer', () => erases(world))
}
