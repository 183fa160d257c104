/** A buyer in the classic checkout of the real WooCommerce, from the cart to the paid order. */
import assert from 'node:assert/strict'
import { cookiesOf } from './admin.ts'
import { whenIs } from './world.ts'
import type { World } from './world.ts'

/** A browser without scripts: its cookies, and pages as text. */
class Buyer {
  readonly #origin: string
  #cookie = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  async open(path: string, fields?: Record<string, string>): Promise<string> {
    const response = await fetch(new URL(path, this.#origin), {
      redirect: 'manual',
      headers: { cookie: this.#cookie },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    this.#cookie = cookiesOf(response, this.#cookie)
    return response.text()
  }
}

const BUYER = {
  billing_first_name: 'Ana',
  billing_last_name: 'Souza',
  billing_country: 'BR',
  billing_address_1: 'Rua das Flores, 10',
  billing_postcode: '01310-100',
  billing_city: 'São Paulo',
  billing_state: 'SP',
  billing_phone: '+5511987654321',
  billing_email: 'classico@cliente.example',
  balcao_tax_id: '529.982.247-25',
}

export async function classicCheckout(world: World): Promise<void> {
  const { shop, service, product } = world
  const content = '[woocommerce_checkout]'
  const page = new URL(await shop.wordpress.do<string>('page', { content }))
  const buyer = new Buyer(`http://127.0.0.1:${shop.wordpress.port}`)
  await buyer.open(`/?add-to-cart=${product}`)
  const form = await buyer.open(page.pathname)
  assert.match(form, /id="payment_method_balcao"/)
  const name = 'woocommerce-process-checkout-nonce'
  const [, nonce = ''] = new RegExp(`name="${name}" value="(\\w+)"`).exec(form) ?? []
  const answer = await buyer.open('/?wc-ajax=checkout', {
    ...BUYER,
    payment_method: 'balcao',
    [name]: nonce,
  })
  const { result, redirect, messages } = JSON.parse(answer) as Record<string, string>
  assert.equal(result, 'success', messages)
  const checkout = await service.newest()
  const { code } = await service.api.getCheckoutPix({ path: { checkoutId: checkout.id } })
  const { pathname, search } = new URL(redirect ?? '')
  assert.ok((await buyer.open(pathname + search)).includes(code ?? 'no code'))
  await service.pay(checkout.id)
  const order = await shop.show({ id: Number(checkout.metadata['order_id']) })
  const paid = await whenIs(world, order, 'processing')
  assert.equal(paid.checkout_id, '')
  assert.match(await buyer.open(pathname + search), /O seu Pix chegou/)
}
