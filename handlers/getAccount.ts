import type { components } from '../generated/types.ts'
import type { Handler } from './support/handler.ts'

type Account = components['schemas']['Account']

export const getAccount: Handler<'getAccount'> = ({ seller, actor, scopes }) => {
  if (actor.type !== 'api_client') throw new Error('Only an API client asks for its account.')
  return {
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
        id: actor.id,
        name: actor.name,
        client_id: actor.client_id,
        scopes: scopes as Account['api_client']['scopes'],
      },
    },
  }
}
