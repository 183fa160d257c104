import { recorderOf } from '../domain/subscriptions/ports.ts'
import { invoiceNow } from '../domain/subscriptions/shownInvoices.ts'
import { skipPeriod } from '../domain/subscriptions/subscriptionChanges.ts'
import { writing } from './support/handler.ts'

export const voidInvoice = writing<'voidInvoice', 'books' | 'events'>(function* ({
  path,
  seller,
  actor,
  now,
  service,
  fail,
}) {
  const of = { seller_id: seller.id, id: path.invoiceId, actor }
  const { invoice, fault } = yield* skipPeriod(of, recorderOf(service, now))
  if (fault !== undefined) throw fail(fault)
  return { status: 200, body: yield* invoiceNow(invoice) }
})
