import { randomUUID } from 'node:crypto'
import { createClient, createSeller, revoke } from '../domain/access/clients.ts'
import { DEMO_SELLER, demoSellerId } from '../domain/auth/demoSeller.ts'
import { everyScope } from '../domain/identity/scopes.ts'
import type { Database } from '../db/database.ts'
import { Api } from './api.ts'
import type { Step } from './api.ts'

/** As much of a token as shows that there is one. */
const SHOWN_OF_TOKEN = 12

type Answer = Record<string, unknown>

/** The step as it may be shown: credentials are cut short. */
function shortened(step: Step): Step {
  const { access_token } = step.body
  if (typeof access_token !== 'string') return step
  const shown = `${access_token.slice(0, SHOWN_OF_TOKEN)}…`
  return { ...step, body: { ...step.body, access_token: shown } }
}

/** Part of what is unique in an account, so that the demo can be run again. */
const newRun = () => randomUUID().slice(0, 8)

async function openSession(api: Api, runId: string): Promise<string> {
  const customer = await api.post('Register a customer', '/v1/customers', {
    name: 'Padaria Pão Quente',
    email: `compras-${runId}@padaria.example`,
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
    external_id: `pedido-${runId}`,
    success_url: 'https://loja.example/obrigado',
  })
  return String(checkout['id'])
}

async function refund(api: Api, payment_id: string, runId: string): Promise<void> {
  await api.get('Read the payment', `/v1/payments/${payment_id}`)
  await api.post('Refund a part of it', `/v1/payments/${payment_id}/refunds`, {
    amount_minor: 1500,
    external_id: `devolucao-${runId}`,
    reason: 'Uma caneca chegou quebrada',
  })
  await api.get('Read the payment: a part has gone back', `/v1/payments/${payment_id}`)
}

/**
 * Runs the main job over HTTP: token, customer, product, offer, checkout, payment, the checkout
 * read as completed, and a part of its payment refunded. It works in the demo seller of the first
 * start, by an API client that it revokes, or in a seller that it makes.
 *
 * @param base_url where a service in sandbox mode answers that works on the same database
 * @param onStep called with each request once it is answered
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
  const seller_id = await demoSellerId(db)
  const scopes = [...everyScope]
  if (seller_id === undefined) {
    await api.authenticate(await createSeller(db, { name: DEMO_SELLER, scopes, now }))
    return runMainJob(api)
  }
  const client = await createClient(db, { seller_id, name: 'demo', scopes, now })
  if (!client) throw new Error('The demo seller was not there to give it a client.')
  try {
    await api.authenticate(client)
    return await runMainJob(api)
  } finally {
    await revoke(db, { name: client.id, now })
  }
}

async function runMainJob(api: Api): Promise<Answer> {
  const runId = newRun()
  await api.get('See whose account it is', '/v1/me')
  const id = await openSession(api, runId)
  await api.get('Read the checkout: it is open', `/v1/checkouts/${id}`)
  await api.post('The buyer pays by instant bank transfer', `/sandbox/checkouts/${id}/pay`)
  const checkout = await api.get('Read the checkout: it is completed', `/v1/checkouts/${id}`)
  await refund(api, String(checkout['payment_id']), runId)
  return checkout
}
