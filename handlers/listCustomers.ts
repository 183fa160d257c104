import {
  customerByEmail,
  customerById,
  customersBefore,
  customersByTaxId,
} from '../domain/catalog/customers.ts'
import { searchCustomers } from '../domain/search/search.ts'
import { spellingsOf } from '../domain/formats/taxId.ts'
import type { operations } from '../generated/types.ts'
import type { Row } from '../db/schema/tables.ts'
import type { Transaction } from '../db/query.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'
import { idPrefixes } from '../generated/idPrefixes.ts'

export const listCustomers = reading<'listCustomers'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [customer] = yield* customerById({ seller_id: seller.id, id: cursor })
    if (!customer) throw fail('invalid_cursor', 'starting_after')
  }
  const page = {
    seller_id: seller.id,
    before: firstBefore(cursor, idPrefixes.customers),
    limit: limit + 1,
  }
  const rows = yield* rowsOf(page, query)
  return { status: 200, body: listPage(rows, limit, present.customer) }
})

type Filters = NonNullable<operations['listCustomers']['parameters']['query']>
type Page = { seller_id: string; before: string; limit: number }
type Customer = Row<'customers'>

function* rowsOf(page: Page, { email, tax_id, q }: Filters): Transaction<Customer[]> {
  const { seller_id } = page
  if (q === undefined && email === undefined) {
    return tax_id === undefined
      ? yield* customersBefore(page)
      : yield* customersByTaxId(page, tax_id)
  }
  const customers =
    email === undefined
      ? yield* searchCustomers({ seller_id, typed: q ?? '' })
      : yield* customerByEmail({ seller_id, email: email.toLowerCase() })
  const among =
    email === undefined || q === undefined ? customers : yield* both(customers, seller_id, q)
  const spellings = tax_id === undefined ? undefined : spellingsOf(tax_id)
  return among
    .filter(
      (customer) =>
        customer.id < page.before && (spellings?.includes(customer.tax_id ?? '') ?? true),
    )
    .slice(0, page.limit)
}

/** Customers that match the search, too. */
function* both(customers: Customer[], seller_id: string, typed: string): Transaction<Customer[]> {
  const ids = (yield* searchCustomers({ seller_id, typed })).map(({ id }) => id)
  return customers.filter(({ id }) => ids.includes(id))
}
