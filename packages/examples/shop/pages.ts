import type { Offer, PixCode, Product } from '@balcao/client'
import type { Order } from './orders.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => entities[one] ?? one)

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { font: 1.1rem/1.5 system-ui; max-width: 32rem; margin: 2rem auto; padding: 0 1rem }
</style>
<h1>${title}</h1>
${body}
</html>
`

type Money = { amount_minor: number; currency: string }

/** Money is in minor units, of which currencies have more or fewer. */
function price({ amount_minor, currency }: Money): string {
  const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency })
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return format.format(amount_minor / 10 ** maximumFractionDigits)
}

const howMany = ({ id }: Offer) =>
  `<input type="number" name="${id}" min="0" max="99" value="0" aria-label="How many">`

/** Lists the one-time offers in reais; no checkout can be opened for any other. */
export function listPage(products: Product[]): string {
  const items = products.flatMap(({ name, default_offer: offer }) =>
    offer?.type === 'one_time' && offer.currency === 'BRL'
      ? [`<li>${escaped(name)}: ${escaped(price(offer))} ${howMany(offer)}</li>`]
      : [],
  )
  const list = `<ul>\n${items.join('\n')}\n</ul>`
  return page('Shop', `<form method="post" action="/buy">${list}<button>Buy</button></form>`)
}

const texts: Record<Order['status'], string> = {
  open: 'We are waiting for your payment.',
  completed: 'Thank you! Your order is paid.',
  expired: 'The time to pay is over. Nothing was charged.',
  canceled: 'The order is canceled. Nothing was charged.',
}

/** The code, to be scanned or copied, and the hosted page for those who would rather pay there. */
function payment({ status, code, qr_code_svg }: PixCode, { checkout_url }: Order): string {
  const link = `<p><a href="${escaped(checkout_url)}">Pay on the payment page</a></p>`
  if (status !== 'ready' || code === null || qr_code_svg === null) return link
  const picture = `data:image/svg+xml;base64,${Buffer.from(qr_code_svg).toString('base64')}`
  return `<img src="${picture}" width="240" height="240" alt="Pix QR code">
<p><textarea readonly rows="4" cols="40" aria-label="Pix code">${escaped(code)}</textarea></p>
${link}`
}

/** @param code by which it is paid, while it is open */
export function orderPage(order: Order, code?: PixCode): string {
  const { id, status, declined, refunded_minor } = order
  const lines = [texts[status]]
  if (status === 'open' && declined) lines.push('Your bank declined a payment; please try again.')
  // Checkouts settle in reais.
  const refunded = price({ amount_minor: refunded_minor, currency: 'BRL' })
  if (refunded_minor > 0) lines.push(`${refunded} went back to you.`)
  const cancel = `<form method="post" action="/orders/${id}/cancel"><button>Cancel</button></form>`
  const body = lines.map((line) => `<p>${line}</p>`).join('\n')
  return page('Your order', code ? body + payment(code, order) + cancel : body)
}

export const messagePage = (text: string) => page('Shop', `<p>${text}</p>`)
