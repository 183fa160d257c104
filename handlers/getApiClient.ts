import { clientById } from '../domain/identity/clientRows.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getApiClient = reading<'getApiClient'>(function* ({ path, seller, now, fail }) {
  const [client] = yield* clientById({ seller_id: seller.id, id: path.apiClientId })
  if (!client) throw fail('api_client_not_found')
  return { status: 200, body: present.apiClient(client, now) }
})
