/** The main job by `openapi-fetch` on the types that `openapi-typescript` makes. */
import createClient from 'openapi-fetch'
import type { paths } from './client'

function required<Value>({ data, error }: { data?: Value; error?: unknown }): Value {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

export async function mainJob(
  { url, client_id, client_secret }: { url: string; client_id: string; client_secret: string },
): Promise<string> {
  const api = createClient<paths>({ baseUrl: url })
  const token = required(await api.POST('/oauth/token', {
    body: { grant_type: 'client_credentials' },
    headers: {
      Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  }))
  api.use({
    onRequest: ({ request }) =>
      request.headers.set('Authorization', `Bearer ${token.access_token}`),
  })

  const customer = required(await api.POST('/v1/customers', {
    body: { name: 'Ana', email: 'ana.openapi@example.com' },
  }))
  const product = required(await api.POST('/v1/products', {
    body: { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } },
  }))
  const offer_id = product.default_offer?.id
  if (offer_id === undefined) throw new Error('The product has no offer.')
  const checkout = required(await api.POST('/v1/checkouts', {
    body: { offer_id, customer_id: customer.id },
  }))
  const params = { path: { checkoutId: checkout.id } }
  required(await api.POST('/sandbox/checkouts/{checkoutId}/pay', { params }))

  const missing = await api.GET('/v1/customers/{customerId}', {
    params: { path: { customerId: 'cus_00000000-0000-0000-0000-000000000000' } },
  })
  if (missing.error?.error.code !== 'customer_not_found') throw new Error('It was found.')
  return required(await api.GET('/v1/checkouts/{checkoutId}', { params })).status
}
