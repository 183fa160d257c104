/** The one search of checkouts: a reference, an e-mail, an end-to-end id, or an id. */
import { pageOf } from '../objectPages.ts'
import type { PageContext } from '../page.ts'

/** The end-to-end id of a transfer (Pix, DICT API: `E`, ISPB, time, sequence). */
const endToEndId = /^E\d{8}\d{12}[A-Za-z0-9]{11}$/

type SearchTarget = { to: string } | { filters: Record<string, string>; isNothing?: boolean }

/** Reads the search of the page's address as filters for the list, or as an id that has a page. */
export async function checkoutsFound({ query, call }: PageContext): Promise<SearchTarget> {
  const search = query['search']?.trim() ?? ''
  if (search === '') return { filters: {} }
  const page = pageOf(search, ['checkouts', 'payments'])
  if (page) return { to: page }
  if (endToEndId.test(search)) {
    const list = await call('listPayments', { query: { end_to_end_id: search, limit: 1 } })
    const [payment] = list.data
    return payment ? { to: `/dashboard/payments/${payment.id}` } : nothing
  }
  if (search.includes('@')) {
    const list = await call('listCustomers', { query: { email: search, limit: 1 } })
    const [customer] = list.data
    return customer ? { filters: { customer_id: customer.id } } : nothing
  }
  return { filters: { external_id: search } }
}

const nothing: SearchTarget = { filters: {}, isNothing: true }
