/** The demo seller that the first start of a sandbox makes. */
import type { Database } from './db/database.ts'
import { createFirstSeller } from './domain/access/clients.ts'
import { DEMO_SELLER } from './domain/auth/demoSeller.ts'
import { everyScope } from './domain/identity/scopes.ts'
import { invitationUrl, invite } from './domain/access/users.ts'

/** The demo seller's addresses and credentials, shown once: at the first start. */
export type Demo = {
  checkoutUrl: string
  invitationUrl: string
  client_id: string
  client_secret: string
}

/** E-mail address of the demo seller's owner, who gets the first invitation. */
const OWNER = 'dono@loja.example'

const products = {
  mug: {
    name: 'Caneca de cerâmica',
    description: 'Caneca de 300 ml, queimada a 1.200 °C.',
    default_offer: { amount_minor: 4990, currency: 'BRL', compare_at_amount_minor: 5990 },
  },
  coffee: {
    name: 'Assinatura de café',
    description: '500 g de café torrado em casa todo mês.',
    default_offer: {
      amount_minor: 7900,
      currency: 'BRL',
      type: 'recurring',
      billing_interval: 'month',
    },
  },
} as const

/**
 * On an empty database, makes a demo seller with products, a checkout that is ready to be paid, and
 * an invitation to its dashboard. All but the seller and the invitation is made through the API, by
 * the project's own client.
 *
 * @param localUrl where this process listens
 * @param baseUrl the public address, for what is opened in a browser
 * @returns the data to be shown once; undefined when there are sellers already
 */
export async function welcome(
  db: Database,
  { localUrl, baseUrl, now }: { localUrl: string; baseUrl: string; now: Date },
): Promise<Demo | undefined> {
  const demo = { name: DEMO_SELLER, scopes: everyScope, now }
  const seller = await createFirstSeller(db, demo)
  if (!seller) return undefined
  const { client_id, client_secret } = seller
  // A start that finds sellers needs no client.
  const { createBalcao } = await import('./packages/client/index.ts')
  const balcao = createBalcao({
    baseUrl: localUrl,
    clientId: client_id,
    clientSecret: client_secret,
  })
  const mug = await balcao.createProduct({ body: products.mug })
  await balcao.createProduct({ body: products.coffee })
  const offerId = mug.default_offer?.id
  if (offerId === undefined) throw new Error('The demo product was made without its offer.')
  const checkout = await balcao.createCheckout({ body: { offer_id: offerId } })
  const { seller_id } = seller
  const owner = await invite(db, { seller_id, email: OWNER, role: 'owner', now })
  if (!owner) throw new Error('The demo seller was not there to invite its owner.')
  const { checkout_url: checkoutUrl } = checkout
  const join = invitationUrl(baseUrl, owner.token)
  return { checkoutUrl, invitationUrl: join, client_id, client_secret }
}
