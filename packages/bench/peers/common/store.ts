import type { components } from '../../../../generated/types.ts'
import type { Caller, Credential } from './access.ts'
import type { Page } from './rules.ts'

type Wire = components['schemas']

export type CustomerBody = Wire['CreateCustomerBody']
export type CheckoutBody = Wire['CreateCheckoutBody']
export type OfferBody = Wire['UpdateOfferBody']

/**
 * The six operations' work on the database. Each call is one statement or one transaction, which
 * is durable when the call returns; what cannot be done is thrown as an ApiError.
 */
export interface Store {
  caller(client_id: string): Caller | undefined
  credential(client_id: string): Credential | undefined
  customer(caller: Caller, id: string): Wire['Customer']
  checkouts(caller: Caller, page: Page): Wire['CheckoutList']
  addCustomer(caller: Caller, body: CustomerBody): Wire['Customer']
  addCheckout(caller: Caller, body: CheckoutBody): Wire['Checkout']
  changeOffer(caller: Caller, id: string, body: OfferBody): Wire['Offer']
}
