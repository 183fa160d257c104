import { playPayment } from '../domain/subscriptions/played.ts'
import { recorderOf } from '../domain/subscriptions/ports.ts'
import { invoiceById } from '../domain/subscriptions/rows.ts'
import { invoiceNow } from '../domain/subscriptions/shownInvoices.ts'
import { writing } from './support/handler.ts'

export const sandboxPayInvoice = writing<'sandboxPayInvoice', 'books' | 'events'>(function* ({
  path,
  seller,
  now,
  service,
  fail,
}) {
  const key = { seller_id: seller.id, id: path.invoiceId }
  const fault = yield* playPayment(key, recorderOf(service, now))
  const [invoice] = yield* invoiceById(key)
  if (fault !== undefined || !invoice) throw fail(fault ?? 'invoice_not_found')
  return { status: 200, body: yield* invoiceNow(invoice) }
})
