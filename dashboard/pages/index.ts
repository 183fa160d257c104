/** Every page, action and download of the dashboard. */
import type { Action, Download, Page } from '../page.ts'
import { accessPage } from './access.ts'
import { apiClientActions, apiClientPage, apiClientsPage } from './apiClients.ts'
import { auditPage } from './audit.ts'
import { bankActions, bankPage } from './bank.ts'
import { cancelAction, checkoutPage, checkoutsFiles, checkoutsPage } from './checkouts.ts'
import { customerActions, customerPage, customersFiles, customersPage } from './customers.ts'
import { eventPage, eventsPage } from './events.ts'
import { searchPage } from './found.ts'
import { homePage, tryAction } from './home.ts'
import { newCheckoutAction, newCheckoutPage } from './newCheckout.ts'
import { offerActions, offerPage } from './offer.ts'
import { paymentLinkActions, paymentLinkPage, paymentLinksPage } from './paymentLinks.ts'
import { paymentPage, paymentsFiles, paymentsPage } from './payments.ts'
import { refundActionOf } from './refundForm.ts'
import { refundPage, refundsFiles, refundsPage } from './refunds.ts'
import { invoiceActions, invoicePage } from './invoice.ts'
import { invoicesFiles, invoicesPage } from './invoices.ts'
import { newSubscriptionAction, newSubscriptionPage } from './newSubscription.ts'
import { productActions, productPage } from './product.ts'
import { createProductAction, productsFiles, productsPage } from './products.ts'
import { settingsActions, settingsPage } from './settings.ts'
import { statementFiles, statementPage } from './statement.ts'
import { subscriptionActions, subscriptionPage } from './subscription.ts'
import { subscriptionsFiles, subscriptionsPage } from './subscriptions.ts'
import { teamActions, teamPage, userPage } from './team.ts'
import { unmatchedPage } from './unmatched.ts'
import { webhookActions, webhookPage, webhooksPage } from './webhooks.ts'

export const pages: readonly Page[] = [
  homePage,
  searchPage,
  checkoutsPage,
  checkoutPage,
  newCheckoutPage,
  paymentsPage,
  paymentPage,
  refundsPage,
  refundPage,
  statementPage,
  unmatchedPage,
  paymentLinksPage,
  paymentLinkPage,
  subscriptionsPage,
  subscriptionPage,
  newSubscriptionPage,
  invoicesPage,
  invoicePage,
  customersPage,
  customerPage,
  productsPage,
  productPage,
  offerPage,
  apiClientsPage,
  apiClientPage,
  webhooksPage,
  webhookPage,
  eventsPage,
  eventPage,
  bankPage,
  teamPage,
  userPage,
  accessPage,
  auditPage,
  settingsPage,
]

export const actions: readonly Action[] = [
  tryAction,
  cancelAction,
  newCheckoutAction,
  refundActionOf(paymentPage),
  ...paymentLinkActions,
  newSubscriptionAction,
  ...subscriptionActions,
  ...invoiceActions,
  ...customerActions,
  createProductAction,
  ...productActions,
  ...offerActions,
  ...apiClientActions,
  ...webhookActions,
  ...bankActions,
  ...teamActions,
  ...settingsActions,
]

export const downloads: readonly Download[] = [
  ...checkoutsFiles,
  ...paymentsFiles,
  ...subscriptionsFiles,
  ...invoicesFiles,
  ...customersFiles,
  ...refundsFiles,
  ...productsFiles,
  ...statementFiles,
]
