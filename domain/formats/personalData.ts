/** Personal data of each type of object, in the rows and in the JSON that is kept of it. */
import type { Cancellation } from '../../db/schema/subscriptionStatuses.ts'
import type { Row } from '../../db/schema/tables.ts'

type Customer = Row<'customers'>
type Personal = Pick<Customer, 'name' | 'email' | 'phone' | 'tax_id' | 'status' | 'metadata'>

const DOMAIN = '@erased.invalid'

const uuidOf = (id: string) => id.slice(id.indexOf('_') + 1)

/** An address that no person has: `.invalid` is no domain and never will be (RFC 2606 §2). */
export const erasedEmail = (id: string): string => uuidOf(id) + DOMAIN

/** True for the address that this customer got at its erasure. */
export const isErasedEmail = ({ id, email }: Pick<Customer, 'id' | 'email'>): boolean =>
  email.startsWith(uuidOf(id)) && email.endsWith(DOMAIN)

/** Values in the place of an erased customer's data. */
export const erased = (email: string): Personal => ({
  name: '—',
  email,
  phone: null,
  tax_id: null,
  status: 'inactive',
  metadata: {},
})

/** A cancellation without the words of a person; the reasons of the service itself are its own. */
export const erasedCancellation = (cancellation: Cancellation | null): Cancellation | null =>
  cancellation && cancellation.by !== 'system' ? { ...cancellation, reason: null } : cancellation

type Json = { object?: string; id?: string }

/** A subscription as events and answers keep it; one that only refers to its row has less. */
type SubscriptionJson = Json & {
  mandate?: { payer: { bank_ispb: string | null } | null }
  cancellation?: Cancellation | null
}

function withoutSubscriber({ mandate, cancellation }: SubscriptionJson): object {
  const bank_ispb = mandate?.payer?.bank_ispb ?? null
  const payer = bank_ispb === null ? null : { tax_id: null, bank_ispb }
  return {
    success_url: null,
    cancel_url: null,
    metadata: {},
    ...(mandate && { mandate: { ...mandate, payer } }),
    ...(cancellation && { cancellation: erasedCancellation(cancellation) }),
  }
}

/** The addresses lead back to the seller's site, and may name the buyer. */
const fieldsOf: Record<string, (json: Json) => object> = {
  customer: ({ id = '' }) => erased(erasedEmail(id)),
  checkout: () => ({ buyer: null, success_url: null, cancel_url: null, metadata: {} }),
  refund: () => ({ reason: null, metadata: {} }),
  subscription: withoutSubscriber,
  invoice: () => ({ metadata: {} }),
  user: ({ id = '' }) => ({ email: erasedEmail(id) }),
}

/** An object in the contract's form, as events and stored answers keep it, without the person. */
export function withoutPerson(json: object): object {
  const { object = '' } = json as Json
  return { ...json, ...fieldsOf[object]?.(json) }
}
