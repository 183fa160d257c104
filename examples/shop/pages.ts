import type { Offer, Product } from '@balcao/client'
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

const buyButton = ({ id }: Offer) =>
  `<form method="post" action="/buy"><button name="offer_id" value="${id}">Buy</button></form>`

/** What is sold once and in reais; no checkout can be opened for anything else. */
export function listPage(products: Product[]): string {
  const items = products.flatMap(({ name, default_offer: offer }) =>
    offer?.type === 'one_time' && offer.currency === 'BRL'
      ? [`<li>${escaped(name)}: ${escaped(price(offer))} ${buyButton(offer)}</li>`]
      : [],
  )
  return page('Shop', `<ul>\n${items.join('\n')}\n</ul>`)
}

const texts: Record<Order['status'], string> = {
  open: 'We are waiting for your payment.',
  completed: 'Thank you! Your order is paid.',
  expired: 'The time to pay is over. Nothing was charged.',
  canceled: 'The order is canceled. Nothing was charged.',
}

export function orderPage({ id, status, declined, refunded_minor }: Order): string {
  const lines = [texts[status]]
  if (status === 'open' && declined) lines.push('Your bank declined a payment; please try again.')
  // Checkouts settle in reais.
  const refunded = price({ amount_minor: refunded_minor, currency: 'BRL' })
  if (refunded_minor > 0) lines.push(`${refunded} went back to you.`)
  const cancel = `<form method="post" action="/orders/${id}/cancel"><button>Cancel</button></form>`
  const body = lines.map((line) => `<p>${line}</p>`).join('\n')
  return page('Your order', status === 'open' ? body + cancel : body)
}

export const messagePage = (text: string) => page('Shop', `<p>${text}</p>`)
