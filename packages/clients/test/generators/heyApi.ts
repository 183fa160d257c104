/** The main job by the client that `@hey-api/openapi-ts` makes. */
import { client } from './client/client.gen'
import * as api from './client/sdk.gen'

export async function mainJob(
  { url, client_id, client_secret }: { url: string; client_id: string; client_secret: string },
): Promise<string> {
  client.setConfig({ baseUrl: url, throwOnError: true })
  client.setConfig({
    auth: ({ scheme }) => scheme === 'basic' ? `${client_id}:${client_secret}` : undefined,
  })
  const token = await api.issueToken({
    body: { grant_type: 'client_credentials' }, throwOnError: true,
  })
  client.setConfig({ auth: () => token.data.access_token })

  const customer = await api.createCustomer({
    body: { name: 'Ana', email: 'ana.heyapi@example.com' }, throwOnError: true,
  })
  const product = await api.createProduct({
    body: { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } },
    throwOnError: true,
  })
  const offer_id = product.data.default_offer?.id
  if (offer_id === undefined) throw new Error('The product has no offer.')
  const checkout = await api.createCheckout({
    body: { offer_id, customer_id: customer.data.id }, throwOnError: true,
  })
  const path = { checkoutId: checkout.data.id }
  await api.sandboxPayCheckout({ path, throwOnError: true })
  const read = await api.getCheckout({ path, throwOnError: true })

  const missing = await api.getCustomer({
    path: { customerId: 'cus_00000000-0000-0000-0000-000000000000' }, throwOnError: false,
  })
  if (missing.error?.error.code !== 'customer_not_found') throw new Error('It was found.')
  return read.data.status
}
