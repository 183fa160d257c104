import { lockAccount } from '../domain/auth/accountChange.ts'
import { disconnect } from '../domain/pix/connections/bankConnections.ts'
import { bankView } from '../domain/pix/rounds/bankView.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'

export const disconnectBank = writing<'disconnectBank', 'baseUrl' | 'mails' | 'mode' | 'rail'>(
  function* (input) {
    const change = accountChange(input)
    const fault = yield* lockAccount(change)
    if (fault) throw changeError(fault)
    const ended = yield* disconnect({ ...change, mails: input.service.mails })
    if (!ended) throw input.fail('bank_not_connected')
    const { now, seller, service } = input
    const of = { seller_id: seller.id, connection: undefined }
    const body = yield* bankView(of, service, now)
    return { status: 200, body }
  },
)
