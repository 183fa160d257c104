import { paymentById } from '../domain/payments/payments.ts'
import { reversePayment } from '../domain/payments/refundPayment.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'
import { paramOfRefusal } from './support/refusal.ts'

export const sandboxReversePayment = writing<'sandboxReversePayment', 'events' | 'metrics'>(
  function* (input) {
    const { path, body, seller, now, service, fail } = input
    const order = { seller_id: seller.id, payment_id: path.paymentId, ...body }
    const refund = yield* reversePayment(order, { events: service.events, now })
    if ('refusal' in refund) throw fail(refund.refusal, paramOfRefusal(refund.refusal))
    const [payment] = yield* paymentById({ seller_id: seller.id, id: path.paymentId })
    if (!payment) throw fail('payment_not_found')
    yield* afterCommit(() => service.metrics.money('returned', refund.refund.amount_minor))
    return { status: 200, body: present.payment(payment) }
  },
)
