import {
  customerByEmail,
  customerById,
  customersBefore,
  customersByTaxId,
} from '../domain/catalog/customers.ts'
import { spellingsOf } from '../domain/catalog/taxId.ts'
import type { operations } from '../generated/types.ts'
import type { Row } from '../db/schema/tables.ts'
import type { Transaction } from '../db/query.ts'
import { reading } from './support/handler.ts'
import { firstBefore, listPage } from './support/pagination.ts'
import * as present from './support/present.ts'

export const listCustomers = reading<'listCustomers'>(function* ({ query, seller, fail }) {
  const { limit, starting_after: cursor } = query
  if (cursor !== undefined) {
    const [known] = yield* customerById({ seller_id: seller.id, id: cursor })
    if (!known) throw fail('invalid_cursor', 'starting_after')
  }
  const page = { seller_id: seller.id, before: firstBefore(cursor, 'cus_'), limit: limit + 1 }
  const rows = yield* rowsOf(page, query)
  return { status: 200, body: listPage(rows, limit, present.customer) }
})

type Filters = NonNullable<operations['listCustomers']['parameters']['query']>
type Page = { seller_id: string; before: string; limit: number }

function* rowsOf(page: Page, { email, tax_id }: Filters): Transaction<Row<'customers'>[]> {
  if (email !== undefined) {
    const found = yield* customerByEmail({ seller_id: page.seller_id, email: email.toLowerCase() })
    const spellings = tax_id === undefined ? undefined : spellingsOf(tax_id)
    return found.filter(
      (one) => one.id < page.before && (spellings?.includes(one.tax_id ?? '') ?? true),
    )
  }
  return tax_id === undefined ? yield* customersBefore(page) : yield* customersByTaxId(page, tax_id)
}
