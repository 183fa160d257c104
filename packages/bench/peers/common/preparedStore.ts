import type SQLite from 'better-sqlite3'
import { ApiError } from '../../../../contract/apiError.ts'
import type { Row } from '../../../../db/schema/tables.ts'
import { listPage, firstBefore } from '../../../../handlers/support/pagination.ts'
import * as present from '../../../../handlers/support/present.ts'
import type { Caller } from './access.ts'
import {
  changedOffer,
  emailTaken,
  externalIdTaken,
  newCheckout,
  newCustomer,
  noCursor,
  requireBuyer,
  requireSellable,
} from './rules.ts'
import type { Page } from './rules.ts'
import { settings } from './settings.ts'
import { offerOf, prepareStatements, recordChange, saleOf } from './statements.ts'
import type { Preparing, Statements, StoredCheckout, StoredCustomer } from './statements.ts'
import type { CheckoutBody, CustomerBody, OfferBody, Store } from './store.ts'

const customerOf = (row: StoredCustomer): Row<'customers'> => ({
  ...row,
  metadata: JSON.parse(row.metadata),
})

const checkoutOf = (row: StoredCheckout): Row<'checkouts'> => ({
  ...row,
  metadata: JSON.parse(row.metadata),
  line_items: JSON.parse(row.line_items),
})

const presented = (row: Row<'checkouts'>) => present.checkout(row, settings.base_url)

/** better-sqlite3 as its documentation recommends it: prepared statements, short transactions. */
export class PreparedStore implements Store {
  readonly #statements: Statements
  readonly addCheckout: Store['addCheckout']
  readonly changeOffer: Store['changeOffer']

  /** @param preparing prepares its statements, when that is not the connection by itself */
  constructor(client: SQLite.Database, preparing: Preparing = client) {
    this.#statements = prepareStatements(preparing)
    const transaction = <Args extends unknown[], Result>(body: (...args: Args) => Result) =>
      client.transaction(body).immediate as (...args: Args) => Result
    this.addCheckout = transaction((...args) => this.#addCheckout(...args))
    this.changeOffer = transaction((...args) => this.#changeOffer(...args))
  }

  caller(client_id: string) {
    return this.#statements.caller.get(client_id)
  }

  credential(client_id: string) {
    const found = this.#statements.credential.get(client_id)
    return found && { ...found, scopes: JSON.parse(found.scopes) as string[] }
  }

  customer({ seller_id }: Caller, id: string) {
    const found = this.#statements.customer.get(seller_id, id)
    if (!found) throw new ApiError('customer_not_found')
    return present.customer(customerOf(found))
  }

  checkouts({ seller_id }: Caller, { limit, starting_after, external_id }: Page) {
    const statements = this.#statements
    const now = new Date().toISOString()
    if (statements.oneDue.get(seller_id, now)) statements.expireDue.run(now, seller_id, now)
    if (starting_after !== undefined && !statements.checkout.get(seller_id, starting_after)) {
      throw noCursor()
    }
    const before = firstBefore(starting_after, 'checkout_')
    const rows =
      external_id === undefined
        ? statements.checkoutsBefore.all(seller_id, before, limit + 1)
        : statements.checkoutsByExternalId.all(seller_id, before, external_id)
    return listPage(rows, limit, (row) => presented(checkoutOf(row)))
  }

  addCustomer({ seller_id }: Caller, body: CustomerBody) {
    const row = newCustomer(seller_id, body, new Date())
    const stored = { ...row, metadata: JSON.stringify(row.metadata) }
    if (this.#statements.addCustomer.run(stored).changes === 0) throw emailTaken()
    return present.customer(row)
  }

  #addCheckout(caller: Caller, body: CheckoutBody) {
    const { seller_id } = caller
    const { sale, customer, addCheckout } = this.#statements
    const found = sale.get(seller_id, body.offer_id)
    const sold = requireSellable(found && saleOf(found), caller)
    if (body.customer_id !== undefined) requireBuyer(customer.get(seller_id, body.customer_id))
    const row = newCheckout(seller_id, body, sold, new Date())
    const { changes } = addCheckout.run({
      ...row,
      metadata: JSON.stringify(row.metadata),
      line_items: JSON.stringify(row.line_items),
    })
    if (changes === 0) throw externalIdTaken()
    return presented(row)
  }

  #changeOffer(caller: Caller, id: string, body: OfferBody) {
    const { seller_id } = caller
    const { offer, demoteDefault, changeOffer } = this.#statements
    const found = offer.get(seller_id, id)
    if (!found) throw new ApiError('offer_not_found')
    const lacksDefault = found.lacks_default === 1
    const before = offerOf(found)
    const { row, promoted } = changedOffer(before, lacksDefault, body, new Date())
    if (promoted) demoteDefault.run(row.updated_at, seller_id, row.product_id)
    changeOffer.run({ ...row, active: row.active ? 1 : 0, is_default: row.is_default ? 1 : 0 })
    recordChange(this.#statements, caller, before, row)
    return present.offer(row)
  }
}
