import { invoiceById } from '../domain/subscriptions/rows.ts'
import { shownInvoices } from '../domain/subscriptions/shownInvoices.ts'
import { reading } from './support/handler.ts'
import * as present from './support/present.ts'

export const getInvoice = reading<'getInvoice'>(function* ({ path, seller, fail }) {
  const key = { seller_id: seller.id, id: path.invoiceId }
  const [invoice] = yield* shownInvoices(yield* invoiceById(key))
  if (!invoice) throw fail('invoice_not_found')
  return { status: 200, body: present.invoice(invoice) }
})
