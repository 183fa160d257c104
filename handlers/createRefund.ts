import { refundPayment } from '../domain/payments/refundPayment.ts'
import { afterCommit, writing } from './support/handler.ts'
import * as present from './support/present.ts'
import { paramOfRefusal } from './support/refusal.ts'

export const createRefund = writing<'createRefund', 'events' | 'metrics' | 'rail'>(
  function* (input) {
    const { path, body, seller, actor, now, service, fail } = input
    const order = {
      seller_id: seller.id,
      payment_id: path.paymentId,
      ...body,
      metadata: body?.metadata ?? {},
    }
    const made = yield* refundPayment(order, { events: service.events, actor, now })
    if ('refusal' in made) throw fail(made.refusal, paramOfRefusal(made.refusal))
    const { refund } = made
    yield* afterCommit(() => {
      if (refund.status === 'pending') service.rail.orderRefund(refund)
      if (refund.status === 'succeeded') service.metrics.money('returned', refund.amount_minor)
    })
    return { status: 201, body: present.refund(refund) }
  },
)
