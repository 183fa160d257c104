import { newId } from '../runtime/ids.ts'
import { everyColumn, query } from '../db/query.ts'
import type { Arguments, Transaction } from '../db/query.ts'
import type { Row } from '../db/schema/tables.ts'
import type { Handler, Input, Reply } from './support/handler.ts'
import * as present from './support/present.ts'
import { trimmed } from '../domain/catalog/names.ts'

const addCustomer = query('add_customer', (db, { customers: t }, _: Arguments<Row<'customers'>>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoNothing({ target: [t.seller_id, t.email] }),
)

export const createCustomer: Handler<'createCustomer'> = ({ body, seller, now, db, fail }) => {
  const name = trimmed(body.name)
  if (name === '') throw fail('invalid_customer_name', 'name')
  const at = now.toISOString()
  const customer: Row<'customers'> = {
    seller_id: seller.id,
    id: newId('cus_', now),
    name,
    email: body.email.toLowerCase(),
    phone: body.phone ?? null,
    tax_id: body.tax_id ?? null,
    status: 'active',
    metadata: body.metadata,
    created_at: at,
    updated_at: at,
  }
  return db.run(() => add(customer, fail))
}

function* add(
  customer: Row<'customers'>,
  fail: Input<'createCustomer'>['fail'],
): Transaction<Reply<'createCustomer'>> {
  const [added] = yield* addCustomer(customer)
  if (!added) throw fail('customer_email_already_exists', 'email')
  return { status: 201, body: present.customer(customer) }
}
