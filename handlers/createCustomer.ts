import { addCustomer } from '../domain/catalog/customers.ts'
import { trimmed } from '../domain/catalog/names.ts'
import type { Row } from '../db/schema/tables.ts'
import { newId } from '../runtime/ids.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const createCustomer = writing<'createCustomer'>(function* ({ body, seller, now, fail }) {
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
    erasing_since: null,
    created_at: at,
    updated_at: at,
  }
  const [added] = yield* addCustomer(customer)
  if (!added) throw fail('customer_email_already_exists', 'email')
  return { status: 201, body: present.customer(customer) }
})
