/** Sums to the cent, and check digits. */
import assert from 'node:assert/strict'
import type { World } from './world.ts'

type Line = { name: string; unit_amount_minor: number; quantity: number; kind: string }

/** Amounts of a line in WooCommerce, taxes apart. */
type Item = { class: string } & Record<string, string | number>

const itemsOf = ({ shop }: World, items: Item[], total: string) =>
  shop.wordpress.do<Line[] | string>('items', { items, total })

const product = (subtotal: number, more: object = {}): Item => ({
  class: 'product',
  name: 'Queijo',
  quantity: 1,
  subtotal,
  total: subtotal,
  ...more,
})

async function sums(world: World): Promise<void> {
  const cases: [Item[], string, unknown[]][] = [
    // Taxes are in the price, as the buyer pays it.
    [[product(10, { subtotal_tax: 1.8, total_tax: 1.8 })], '11.80', ['Queijo 1180 × 1 product']],
    // A price of one that does not come out even, and a weight.
    [[product(100, { quantity: 3 })], '100.00', ['3 × Queijo 10000 × 1 product']],
    [[product(12.34, { quantity: 0.5 })], '12.34', ['0,5 × Queijo 1234 × 1 product']],
    // A discount without a coupon.
    [
      [product(100, { total: 80 })],
      '80.00',
      ['Queijo 10000 × 1 product', 'Desconto -2000 × 1 discount'],
    ],
    // Rounding of taxes, both ways.
    [[product(10)], '10.01', ['Queijo 1000 × 1 product', 'Arredondamento 1 × 1 fee']],
    [[product(10)], '9.99', ['Queijo 1000 × 1 product', 'Arredondamento -1 × 1 discount']],
    // A fee below nothing.
    [
      [product(10), { class: 'fee', name: 'Fidelidade', total: -2 }],
      '8.00',
      ['Queijo 1000 × 1 product', 'Fidelidade -200 × 1 discount'],
    ],
    // A gift card, and what a plugin adds outside the lines.
    [[product(10)], '4.00', ['Queijo 1000 × 1 product', 'Desconto -600 × 1 discount']],
    [[product(10)], '10.02', ['Queijo 1000 × 1 product', 'Acréscimo 2 × 1 fee']],
  ]
  for (const [items, total, expected] of cases) {
    const lines = await itemsOf(world, items, total)
    assert.ok(typeof lines !== 'string', String(lines))
    assert.deepEqual(
      lines.map((one) => `${one.name} ${one.unit_amount_minor} × ${one.quantity} ${one.kind}`),
      expected,
    )
  }
}

/** A shop that shows no cents rounds each line to whole reais. */
async function withoutCents(world: World): Promise<void> {
  const { shop } = world
  await shop.setOption('woocommerce_price_num_decimals', '0')
  const lines = await itemsOf(world, [product(10.4), product(10.4)], '22.00')
  await shop.setOption('woocommerce_price_num_decimals', '2')
  assert.ok(typeof lines !== 'string', String(lines))
  assert.deepEqual(lines.map(({ name, unit_amount_minor }) => [name, unit_amount_minor]).at(-1), [
    'Arredondamento',
    120,
  ])
}

/** More lines than the service takes, and one above its limit: one line, and a sale. */
async function asOneLine(world: World): Promise<void> {
  const { shop, service, product: id } = world
  const fee = (name: string, total: string) => ({ kind: 'fee' as const, name, total })
  const cases = [
    { extra: Array.from({ length: 101 }, () => fee('Taxa', '1.00')), total: 15090 },
    { extra: [fee('Obra', '1000000000.00'), fee('Crédito', '-999999990.00')], total: 5990 },
  ]
  for (const { extra, total } of cases) {
    const order = await shop.sold({ products: [[id, 1]], extra })
    const path = { checkoutId: order.checkout_id }
    const { line_items } = await service.api.getCheckout({ path })
    assert.deepEqual(
      line_items.map(({ name, unit_amount_minor }) => [name, unit_amount_minor]),
      [[`Pedido ${order.id}`, total]],
    )
  }
}

async function longCart(world: World): Promise<void> {
  const items = Array.from({ length: 130 }, () => product(1, { name: 'ç'.repeat(300) }))
  const lines = await itemsOf(world, items, '130.00')
  assert.ok(typeof lines !== 'string')
  assert.equal(lines.length, 99)
  assert.equal([...(lines[0]?.name ?? '')].length, 160)
  assert.deepEqual(lines.at(-1), {
    name: '32 outros itens',
    unit_amount_minor: 3200,
    quantity: 1,
    kind: 'product',
  })
}

async function names(world: World): Promise<void> {
  const written = [
    'A &amp; B',
    '<b>Caneca</b> &#8211; 300&nbsp;ml',
    '&lt;i&gt;',
    '',
    'x\u0000\u200by',
  ]
  const items = written.map((name) => product(1, { name }))
  const lines = await itemsOf(world, items, '5.00')
  assert.ok(typeof lines !== 'string', String(lines))
  assert.deepEqual(
    lines.map(({ name }) => name),
    ['A & B', 'Caneca – 300 ml', '<i>', 'Item', 'x y'],
  )
}

async function checkDigits({ shop }: World): Promise<void> {
  const valid = ['529.982.247-25', '52998224725', '12.345.678/0001-95', '12.ABC.345/01DE-35']
  const wrong = [
    '529.982.247-24',
    '111.111.111-11',
    '12.ABC.345/01DE-36',
    '00.000.000/0000-00',
    '1',
  ]
  const texts = [...valid, '12.abc.345/01de-35', ...wrong]
  assert.deepEqual(
    await shop.wordpress.do('tax_id', { texts }),
    texts.map((text) => !wrong.includes(text)),
  )
}

export async function carts(world: World): Promise<void> {
  const { steps } = world
  await steps.step('lines sum to the total to the cent, whatever it is', () => sums(world))
  await steps.step('a shop without cents rounds whole reais', () => withoutCents(world))
  await steps.step('sells as one line what the service would refuse', () => asOneLine(world))
  await steps.step('puts the end of a cart of 130 lines together', () => longCart(world))
  await steps.step('names are text, not HTML', () => names(world))
  await steps.step('checks the digits of CPF and CNPJ', () => checkDigits(world))
}
