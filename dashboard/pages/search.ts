/** The one search of checkouts: a reference, an e-mail, an end-to-end id, or an id. */
import { pageOf } from '../objectPages.ts'
import type { PageContext } from '../page.ts'

/** The end-to-end id of a transfer (Pix, DICT API: `E`, ISPB, time, sequence), in any case. */
const endToEndId = /^E\d{8}\d{12}[A-Z0-9]{11}$/i

type SearchTarget = { to: string } | { filters: Record<string, string>; isNothing?: boolean }

/** The payment of a transfer; who may not read customers finds it as the bank writes it alone. */
async function paymentOf({ call, can }: PageContext, typed: string): Promise<string | undefined> {
  if (can('search')) {
    const { data } = await call('search', { query: { q: typed } })
    return data.find(({ type }) => type === 'payment')?.id
  }
  const { data } = await call('listPayments', { query: { end_to_end_id: typed, limit: 1 } })
  return data[0]?.id
}

/** Reads the search of the page's address as filters for the list, or as an id that has a page. */
export async function checkoutsFound(context: PageContext): Promise<SearchTarget> {
  const { query, call } = context
  const search = query['search']?.trim() ?? ''
  if (search === '') return { filters: {} }
  const page = pageOf(search, ['checkouts', 'payments'])
  if (page) return { to: page }
  if (endToEndId.test(search)) {
    const payment = await paymentOf(context, search)
    return payment === undefined ? nothing : { to: `/dashboard/payments/${payment}` }
  }
  if (search.includes('@')) {
    const list = await call('listCustomers', { query: { email: search, limit: 1 } })
    const [customer] = list.data
    return customer ? { filters: { customer_id: customer.id } } : nothing
  }
  return { filters: { external_id: search } }
}

const nothing: SearchTarget = { filters: {}, isNothing: true }
