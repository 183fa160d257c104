import { paymentById } from '../domain/payments/payments.ts'
import { reversePayment } from '../domain/payments/refundPayment.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'
import { paramOfRefusal } from './support/refusal.ts'

export const sandboxReversePayment = writing<'sandboxReversePayment', 'events' | 'metrics'>(
  function* (input) {
    const { path, body, seller, now, service, fail } = input
    const order = { seller_id: seller.id, payment_id: path.paymentId, ...body }
    const made = yield* reversePayment(order, { events: service.events, now })
    if ('refusal' in made) throw fail(made.refusal, paramOfRefusal(made.refusal))
    const [payment] = yield* paymentById({ seller_id: seller.id, id: path.paymentId })
    if (!payment) throw fail('payment_not_found')
    yield* afterCommit(() => service.metrics.money('returned', made.refund.amount_minor))
    return { status: 200, body: present.payment(payment) }
  },
)
