import { customerIdForCart, newCustomer } from '../domain/catalog/customers.ts'
import { trimmedName } from '../domain/formats/names.ts'
import { permits } from '../domain/identity/scopes.ts'
import { cancellationAt, cartItems } from '../domain/checkouts/cart.ts'
import { buyer, faultOfReturnUrl, openCheckout } from '../domain/checkouts/open.ts'
import type { Transaction } from '../db/query.ts'
import type { Buyer } from '../db/schema/tables.ts'
import { afterCommit, writing } from './support/handler.ts'
import type { Input } from './support/handler.ts'
import * as present from './support/present.ts'

type CartInput = Omit<Input<'createCartCheckout'>, 'db'>

export const createCartCheckout = writing<'createCartCheckout', 'baseUrl' | 'metrics' | 'mode'>(
  function* (input) {
    const { body, seller, now, service, scopes, fail } = input
    if (body.customer && !permits(scopes, 'customers:write')) throw fail('insufficient_scope')
    for (const field of ['success_url', 'cancel_url'] as const) {
      const fault = faultOfReturnUrl(body[field], service.mode)
      if (fault) throw fail(`invalid_${field}`, field, `A ${field} ${fault}.`)
    }
    const cancel_at = body.cancel_at && cancellationAt(body.cancel_at, now)
    if (body.cancel_at && !cancel_at) throw fail('invalid_cancel_at', 'cancel_at')
    const { items, fault } = yield* cartItems(body.items, { seller, now })
    if (fault) throw fail(fault.code, fault.param, fault.detail)
    const customer_id = yield* customerOf(input)
    const order = { ...body, items, customer_id, buyer: buyerOf(body), cancel_at }
    const result = yield* openCheckout(order, { seller, now })
    if (!result.opened) {
      const { existing_id } = result
      throw fail('checkout_external_id_already_exists', 'external_id', undefined, existing_id)
    }
    const { opened } = result
    yield* afterCommit(() => service.metrics.money('opened', opened.amount_total_minor))
    return { status: 201, body: present.checkout(opened, service.baseUrl) }
  },
)

/** The part of the cart's own `customer` that the bank is told; null where an id names it. */
const buyerOf = ({ customer }: CartInput['body']): Buyer | null =>
  customer
    ? {
        name: trimmedName(customer.name),
        email: null,
        tax_id: customer.tax_id ?? null,
        phone: null,
      }
    : null

/** The id of the buyer: of an active customer, or of the one that is made here. */
function* customerOf(input: CartInput): Transaction<string | undefined> {
  const { body, seller, fail } = input
  const id = body.customer_id ?? (body.customer && (yield* customerIdOf(body.customer, input)))
  if (id === undefined) return undefined
  const [customer] = yield* buyer({ seller_id: seller.id, id })
  if (customer?.status === 'active') return id
  if (body.customer === undefined) throw fail('customer_not_found', 'customer_id')
  throw fail('customer_email_already_exists', 'customer.email', undefined, id)
}

/** The id of the customer with an e-mail address, in whichever status. */
function* customerIdOf(
  fields: NonNullable<CartInput['body']['customer']>,
  { seller, actor, now, fail }: CartInput,
): Transaction<string | undefined> {
  const name = trimmedName(fields.name)
  if (name === '') throw fail('invalid_customer_name', 'customer.name')
  const customer = newCustomer({ ...fields, name }, { seller_id: seller.id, now })
  return yield* customerIdForCart(customer, { actor, now })
}
