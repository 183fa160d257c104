import { refundById } from '../domain/payments/refundList.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getRefund = reading<'getRefund'>(function* ({ path, seller, fail }) {
  const [refund] = yield* refundById({ seller_id: seller.id, id: path.refundId })
  if (!refund) throw fail('refund_not_found')
  return { status: 200, body: present.refund(refund) }
})
