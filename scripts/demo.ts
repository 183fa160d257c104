import { createSeller } from '../domain/auth/clients.ts'
import { everyScope } from '../domain/auth/scopes.ts'
import type { Database } from '../db/database.ts'
import { Api } from './api.ts'
import type { Step } from './api.ts'

/** As much of a token as shows that there is one. */
const SHOWN_OF_TOKEN = 12

type Answer = Record<string, unknown>

/** The step as it may be shown: what gives access is cut short. */
function shortened(step: Step): Step {
  const { access_token } = step.body
  if (typeof access_token !== 'string') return step
  const shown = `${access_token.slice(0, SHOWN_OF_TOKEN)}…`
  return { ...step, body: { ...step.body, access_token: shown } }
}

async function openSession(api: Api): Promise<string> {
  const customer = await api.post('Register a customer', '/v1/customers', {
    name: 'Padaria Pão Quente',
    email: 'compras@padaria.example',
    phone: '+5511987654321',
  })
  const product = await api.post('Model a product, with its first offer', '/v1/products', {
    name: 'Caneca de cerâmica',
    description: 'Caneca de 300 ml.',
    default_offer: { amount_minor: 4990, currency: 'BRL' },
  })
  const path = `/v1/products/${product['id']}/offers`
  const offer = await api.post('Add an offer that becomes the default', path, {
    name: 'Promoção',
    amount_minor: 3990,
    compare_at_amount_minor: 4990,
    currency: 'BRL',
    is_default: true,
  })
  const checkout = await api.post('Open a checkout', '/v1/checkouts', {
    offer_id: offer['id'],
    customer_id: customer['id'],
    external_id: 'pedido-1001',
    success_url: 'https://loja.example/obrigado',
  })
  return String(checkout['id'])
}

/**
 * Runs the whole main job over HTTP as a seller that is made for it: token, customer, product,
 * offer, checkout, payment, and the checkout read as completed.
 *
 * @param base_url where a service in sandbox mode answers that works on the same database
 * @param onStep told of each request once it is answered
 * @returns the checkout as it was read last
 * @throws NoService, UnexpectedAnswer
 */
export async function runDemo({
  db,
  base_url,
  now,
  onStep,
}: {
  db: Database
  base_url: string
  now: Date
  onStep: (step: Step) => void
}): Promise<Answer> {
  const api = new Api(base_url, (step) => onStep(shortened(step)))
  await api.get('See that the service is ready', '/health')
  const seller = await createSeller(db, { name: 'Loja de Demonstração', scopes: everyScope, now })
  await api.authenticate(seller)
  await api.get('See whose account it is', '/v1/me')
  const id = await openSession(api)
  await api.get('Read the checkout: it is open', `/v1/checkouts/${id}`)
  await api.post('The buyer pays by instant bank transfer', `/sandbox/checkouts/${id}/pay`)
  return api.get('Read the checkout: it is completed', `/v1/checkouts/${id}`)
}
