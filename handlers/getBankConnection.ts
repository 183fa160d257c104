import { connectionInUse } from '../domain/pix/connections/bankConnections.ts'
import { bankView } from '../domain/pix/rounds/bankView.ts'
import { reading } from './support/handler.ts'

export const getBankConnection = reading<'getBankConnection', 'baseUrl' | 'mode' | 'rail'>(
  function* ({ seller, service, now }) {
    const [connection] = yield* connectionInUse({ seller_id: seller.id })
    return { status: 200, body: bankView(connection, service, now) }
  },
)
