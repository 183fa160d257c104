import { recorderOf } from '../domain/subscriptions/ports.ts'
import { invoiceNow } from '../domain/subscriptions/shownInvoices.ts'
import { repriceDraft } from '../domain/subscriptions/subscriptionChanges.ts'
import { writing } from './support/handler.ts'

export const updateInvoice = writing<'updateInvoice', 'books' | 'events'>(function* ({
  path,
  body,
  seller,
  actor,
  now,
  service,
  fail,
}) {
  const order = { seller_id: seller.id, id: path.invoiceId, actor, ...body }
  const { invoice, fault } = yield* repriceDraft(order, recorderOf(service, now))
  if (fault !== undefined) throw fail(fault)
  return { status: 200, body: yield* invoiceNow(invoice) }
})
