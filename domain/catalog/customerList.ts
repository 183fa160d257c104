/** Customers as they are listed. */
import type { ListPage, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { spellingsOf } from '../formats/taxId.ts'
import { searchCustomers } from '../search/search.ts'
import { customerByEmail, customersBefore, customersByTaxId } from './customers.ts'

type Customer = Row<'customers'>

export type CustomerFilters = {
  email?: string | undefined
  tax_id?: string | undefined
  q?: string | undefined
}

/** A page of customers, newest first. */
export function* customersWith(
  { email, tax_id, q }: CustomerFilters,
  page: ListPage,
): Transaction<Customer[]> {
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
