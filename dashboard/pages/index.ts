/** Every page, action and download of the dashboard, and what the menu leads to. */
import type { OperationId } from '../../handlers/support/handler.ts'
import type { CommonTexts } from '../texts/common.ts'
import type { Action, Download, Page } from '../page.ts'
import { customerActions, customerPage, customersPage } from './customers.ts'
import { offerActions, offerPage } from './offer.ts'
import { paymentPage, paymentsPage, refundAction } from './payments.ts'
import { productActions, productPage } from './product.ts'
import { createProductAction, productsPage } from './products.ts'
import { settingsPage } from './settings.ts'

export const pages: readonly Page[] = [
  paymentsPage,
  paymentPage,
  customersPage,
  customerPage,
  productsPage,
  productPage,
  offerPage,
  settingsPage,
]

export const actions: readonly Action[] = [
  refundAction,
  ...customerActions,
  createProductAction,
  ...productActions,
  ...offerActions,
]

export const downloads: readonly Download[] = []

/** The menu, in its order; an item is shown to those whose role permits its operation. */
export const menu: readonly { name: keyof CommonTexts['navigation']; needs: OperationId }[] = [
  { name: 'payments', needs: 'listPayments' },
  { name: 'customers', needs: 'listCustomers' },
  { name: 'products', needs: 'listProducts' },
  // Every role may read the account.
  { name: 'settings', needs: 'getAccount' },
]
