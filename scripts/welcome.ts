import { createSeller, listSellers } from '../domain/auth/clients.ts'
import type { Database } from '../db/database.ts'
import { Api } from './api.ts'

const products = [
  {
    name: 'Caneca de cerâmica',
    description: 'Caneca de 300 ml, queimada a 1.200 °C.',
    default_offer: { amount_minor: 4990, currency: 'BRL', compare_at_amount_minor: 5990 },
  },
  {
    name: 'Assinatura de café',
    description: '500 g de café torrado em casa todo mês.',
    default_offer: {
      amount_minor: 7900,
      currency: 'BRL',
      type: 'recurring',
      billing_interval: 'month',
    },
  },
]

/**
 * On an empty database, makes a demo seller with products and a session that is ready to be paid.
 *
 * @param local_url where this process answers
 * @param base_url the public address, for what a person opens
 * @returns what to show, once; undefined when there are sellers already
 */
export async function welcome(
  db: Database,
  { local_url, base_url, now }: { local_url: string; base_url: string; now: Date },
): Promise<string | undefined> {
  if ((await listSellers(db)).length > 0) return undefined
  const seller = await createSeller(db, { name: 'Loja de Demonstração', now })
  const api = new Api(local_url)
  await api.authenticate(seller)
  const made: Record<string, unknown>[] = []
  for (const product of products) made.push(await api.post('Product', '/v1/products', product))
  const offer = made[0]?.['default_offer'] as { id: string }
  const checkout = await api.post('Checkout', '/v1/checkouts', { offer_id: offer.id })
  return `
Balcão runs in sandbox mode: no money moves.

  Pay as a buyer   ${checkout['checkout_url']}
  Hear of it       npm run -s cli -- webhooks listen
  Read the docs    ${base_url}/docs
  Try the API      npm run -s cli -- demo

A demo seller was made. These credentials are shown only now:

  client_id        ${seller.client_id}
  client_secret    ${seller.client_secret}
`
}
