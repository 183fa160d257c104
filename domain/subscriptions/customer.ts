/** The buyer of a subscription: an active customer with a valid CPF or CNPJ. */
import {
  changeCustomer,
  customerIdFor,
  customerIdForCart,
  lockCustomer,
  newCustomer,
} from '../catalog/customers.ts'
import { trimmedName } from '../formats/names.ts'
import { taxIdOf } from '../formats/taxId.ts'
import type { Actor } from '../identity/actor.ts'
import type { Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'

type Customer = Row<'customers'>

/** A customer by its id, or the data of one, as `POST /v1/cart_checkouts` takes it. */
export type Subscriber =
  | { customer_id: string; customer?: undefined }
  | {
      customer_id?: undefined
      customer: {
        name: string
        email: string
        tax_id?: string
        phone?: string
        /** `payment_link`: typed by anybody, so that it changes no customer of the seller's own. */
        source?: 'payment_link'
      }
    }

export type CustomerFault = {
  code:
    | 'customer_not_found'
    | 'customer_tax_id_required'
    | 'customer_email_already_exists'
    | 'invalid_customer_name'
  param: string
  existing_id?: string
}

type SubscriberResult =
  | { customer: Customer; fault?: undefined }
  | { customer?: undefined; fault: CustomerFault }

/** A tax id without punctuation; a text that is none, as it is. */
export const plainTaxId = (text: string): string =>
  Object.values(taxIdOf(text) ?? { text }).join('')

const isValid = (tax_id: string | null | undefined): boolean =>
  typeof tax_id === 'string' && taxIdOf(tax_id) !== undefined

/**
 * Finds or makes the customer of a new subscription, and locks it. One that is found by its e-mail
 * and has no tax id takes that of the request.
 */
export function* subscriberOf(
  { customer_id, customer }: Subscriber,
  { seller_id, actor, now }: { seller_id: string; actor: Actor; now: Date },
): Transaction<SubscriberResult> {
  if (customer_id !== undefined) return yield* customerById({ seller_id, id: customer_id })
  const name = trimmedName(customer.name)
  if (name === '') return { fault: { code: 'invalid_customer_name', param: 'customer.name' } }
  const required = { code: 'customer_tax_id_required', param: 'customer.tax_id' } as const
  if (customer.tax_id !== undefined && !isValid(customer.tax_id)) return { fault: required }
  const row = newCustomer({ ...customer, name }, { seller_id, now })
  const isTyped = customer.source === 'payment_link'
  const known = isTyped ? customerIdFor(row) : customerIdForCart(row, { actor, now })
  const id = (yield* known) ?? row.id
  const [found] = yield* lockCustomer({ seller_id, id })
  const { tax_id } = customer
  const isAnother =
    found?.tax_id != null && tax_id !== undefined && plainTaxId(found.tax_id) !== plainTaxId(tax_id)
  const mayTake = !isTyped || found?.source === 'payment_link'
  if (found?.status !== 'active' || isAnother || (found.tax_id === null && !mayTake)) {
    const taken = { code: 'customer_email_already_exists', param: 'customer.email' } as const
    return { fault: { ...taken, existing_id: id } }
  }
  if (found.tax_id === null && tax_id !== undefined) {
    const { customer: changed } = yield* changeCustomer({ tax_id }, { seller_id, id, actor, now })
    return { customer: changed ?? found }
  }
  return isValid(found.tax_id) ? { customer: found } : { fault: required }
}

function* customerById(key: { seller_id: string; id: string }): Transaction<SubscriberResult> {
  const [customer] = yield* lockCustomer(key)
  const param = 'customer_id'
  if (customer?.status !== 'active') return { fault: { code: 'customer_not_found', param } }
  if (isValid(customer.tax_id)) return { customer }
  return { fault: { code: 'customer_tax_id_required', param } }
}
