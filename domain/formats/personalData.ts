/** What of an object is a person's, in the rows and in the JSON that is kept of it. */
import type { Row } from '../../db/schema/tables.ts'

type Customer = Row<'customers'>
type Personal = Pick<Customer, 'name' | 'email' | 'phone' | 'tax_id' | 'status' | 'metadata'>

const DOMAIN = '@erased.invalid'

const uuidOf = (id: string) => id.slice(id.indexOf('_') + 1)

/** An address that no person has: `.invalid` is no domain and never will be (RFC 2606 §2). */
export const erasedEmail = (id: string): string => uuidOf(id) + DOMAIN

/** Whether it is the address that this customer was given when it was erased. */
export const isErasedEmail = ({ id, email }: Pick<Customer, 'id' | 'email'>): boolean =>
  email.startsWith(uuidOf(id)) && email.endsWith(DOMAIN)

/** What takes the place of a customer's data. */
export const erased = (email: string): Personal => ({
  name: '—',
  email,
  phone: null,
  tax_id: null,
  status: 'inactive',
  metadata: {},
})

/** The addresses lead back to the seller's site, and may say who comes. */
const fieldsOf: Record<string, (id: string) => object> = {
  customer: (id) => erased(erasedEmail(id)),
  checkout: () => ({ success_url: null, cancel_url: null, metadata: {} }),
  refund: () => ({ reason: null, metadata: {} }),
  user: (id) => ({ email: erasedEmail(id) }),
}

/** An object in the contract's form, as events and stored answers keep it, without the person. */
export function withoutPerson(json: object): object {
  const { object = '', id = '' } = json as { object?: string; id?: string }
  return { ...json, ...fieldsOf[object]?.(id) }
}
