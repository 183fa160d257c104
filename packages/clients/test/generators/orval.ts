/** The main job by the client that `orval` makes. */
import * as api from './client'

/** The answer's body, when it is the success that the operation promises. */
function data<Answer extends { status: number; data: unknown }, Status extends Answer['status']>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status }>['data'] {
  if (answer.status !== status) throw new Error(JSON.stringify(answer.data))
  return answer.data
}

export async function mainJob(
  { client_id, client_secret }: { client_id: string; client_secret: string },
): Promise<string> {
  const basic = btoa(`${client_id}:${client_secret}`)
  const token = data(
    await api.issueToken(
      { grant_type: 'client_credentials' },
      { headers: { Authorization: `Basic ${basic}` } },
    ),
    200,
  )
  const signed = { headers: { Authorization: `Bearer ${token.access_token}` } }

  const body = { name: 'Ana', email: 'ana.orval@example.com' }
  const customer = data(await api.createCustomer(body, signed), 201)
  const product = data(await api.createProduct({
    name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' },
  }, signed), 201)
  const offer_id = product.default_offer?.id
  if (offer_id === undefined) throw new Error('The product has no offer.')
  const session = { offer_id, customer_id: customer.id }
  const checkout = data(await api.createCheckout(session, signed), 201)
  data(await api.sandboxPayCheckout(checkout.id, {}, signed), 200)

  const missing = await api.getCustomer('cus_00000000-0000-0000-0000-000000000000', signed)
  if (missing.status !== 404 || missing.data.error.code !== 'customer_not_found') {
    throw new Error('It was found.')
  }
  return data(await api.getCheckout(checkout.id, signed), 200).status
}
