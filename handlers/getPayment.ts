import { paymentById } from '../domain/payments/payments.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getPayment = reading<'getPayment'>(function* ({ path, seller, fail }) {
  const [payment] = yield* paymentById({ seller_id: seller.id, id: path.paymentId })
  if (!payment) throw fail('payment_not_found')
  return { status: 200, body: present.payment(payment) }
})
