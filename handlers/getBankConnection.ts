import { connectionInUse } from '../domain/pix/connections/bankConnections.ts'
import { bankView } from '../domain/pix/rounds/bankView.ts'
import { reading } from './support/handler.ts'

export const getBankConnection = reading<'getBankConnection', 'baseUrl' | 'mode' | 'rail'>(
  function* ({ seller, service, now }) {
    const [connection] = yield* connectionInUse({ seller_id: seller.id })
    const of = { seller_id: seller.id, connection }
    const body = yield* bankView(of, service, now)
    return { status: 200, body }
  },
)
