import type { components } from '../generated/types.ts'
import type { Handler } from './support/handler.ts'

type Account = components['schemas']['Account']

export const getAccount: Handler<'getAccount'> = ({ seller, client, scopes }) => ({
  status: 200,
  body: {
    object: 'account',
    seller: {
      id: seller.id,
      name: seller.name,
      status: 'active',
      default_currency: seller.default_currency as Account['seller']['default_currency'],
    },
    api_client: {
      id: client.id,
      name: client.name,
      client_id: client.client_id,
      scopes: scopes as Account['api_client']['scopes'],
    },
  },
})
