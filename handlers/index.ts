// Made from openapi.yaml by `npm run generate`; edits here are lost.

import { actOnPaymentPage } from './actOnPaymentPage.ts'
import { advanceClock } from './advanceClock.ts'
import { archiveOffer } from './archiveOffer.ts'
import { cancelCheckout } from './cancelCheckout.ts'
import { connectBank } from './connectBank.ts'
import { createApiClient } from './createApiClient.ts'
import { createCartCheckout } from './createCartCheckout.ts'
import { createCheckout } from './createCheckout.ts'
import { createCustomer } from './createCustomer.ts'
import { createOffer } from './createOffer.ts'
import { createPaymentLink } from './createPaymentLink.ts'
import { createProduct } from './createProduct.ts'
import { createRefund } from './createRefund.ts'
import { createWebhookEndpoint } from './createWebhookEndpoint.ts'
import { deleteLogo } from './deleteLogo.ts'
import { deleteUserPasskey } from './deleteUserPasskey.ts'
import { deleteWebhookEndpoint } from './deleteWebhookEndpoint.ts'
import { disconnectBank } from './disconnectBank.ts'
import { endUserSessions } from './endUserSessions.ts'
import { eraseCustomer } from './eraseCustomer.ts'
import { exportCustomers } from './exportCustomers.ts'
import { exportProducts } from './exportProducts.ts'
import { exportRefunds } from './exportRefunds.ts'
import { exportStatementEntries } from './exportStatementEntries.ts'
import { getAccount } from './getAccount.ts'
import { getApiClient } from './getApiClient.ts'
import { getAuthorizationServerMetadata } from './getAuthorizationServerMetadata.ts'
import { getBankConnection } from './getBankConnection.ts'
import { getCheckout } from './getCheckout.ts'
import { getCheckoutPage } from './getCheckoutPage.ts'
import { getCheckoutPix } from './getCheckoutPix.ts'
import { getClock } from './getClock.ts'
import { getContractJson } from './getContractJson.ts'
import { getContractYaml } from './getContractYaml.ts'
import { getCustomer } from './getCustomer.ts'
import { getDocs } from './getDocs.ts'
import { getEvent } from './getEvent.ts'
import { getHealth } from './getHealth.ts'
import { getJwks } from './getJwks.ts'
import { getLogo } from './getLogo.ts'
import { getMetrics } from './getMetrics.ts'
import { getOffer } from './getOffer.ts'
import { getPayment } from './getPayment.ts'
import { getPaymentLink } from './getPaymentLink.ts'
import { getPaymentLinkPage } from './getPaymentLinkPage.ts'
import { getPaymentPage } from './getPaymentPage.ts'
import { getPaymentStatus } from './getPaymentStatus.ts'
import { getProduct } from './getProduct.ts'
import { getRefund } from './getRefund.ts'
import { getSettings } from './getSettings.ts'
import { getUser } from './getUser.ts'
import { getWebhookEndpoint } from './getWebhookEndpoint.ts'
import { getWebhookJwks } from './getWebhookJwks.ts'
import { inviteUser } from './inviteUser.ts'
import { issueToken } from './issueToken.ts'
import { listAccess } from './listAccess.ts'
import { listApiClients } from './listApiClients.ts'
import { listAuditEvents } from './listAuditEvents.ts'
import { listBankProfiles } from './listBankProfiles.ts'
import { listCheckouts } from './listCheckouts.ts'
import { listCustomers } from './listCustomers.ts'
import { listDailyTotals } from './listDailyTotals.ts'
import { listEmails } from './listEmails.ts'
import { listEvents } from './listEvents.ts'
import { listOffers } from './listOffers.ts'
import { listPaymentLinks } from './listPaymentLinks.ts'
import { listPayments } from './listPayments.ts'
import { listProducts } from './listProducts.ts'
import { listRefunds } from './listRefunds.ts'
import { listStatementEntries } from './listStatementEntries.ts'
import { listUsers } from './listUsers.ts'
import { listWebhookDeliveries } from './listWebhookDeliveries.ts'
import { listWebhookEndpoints } from './listWebhookEndpoints.ts'
import { openPaymentLink } from './openPaymentLink.ts'
import { receivePixCallback } from './receivePixCallback.ts'
import { receivePixCallbackAtRoot } from './receivePixCallbackAtRoot.ts'
import { removeUser } from './removeUser.ts'
import { revokeApiClient } from './revokeApiClient.ts'
import { rotateApiClientSecret } from './rotateApiClientSecret.ts'
import { rotateWebhookEndpointSecret } from './rotateWebhookEndpointSecret.ts'
import { sandboxDeclineCheckout } from './sandboxDeclineCheckout.ts'
import { sandboxExpireCheckout } from './sandboxExpireCheckout.ts'
import { sandboxPayCheckout } from './sandboxPayCheckout.ts'
import { sandboxReversePayment } from './sandboxReversePayment.ts'
import { search } from './search.ts'
import { setLogo } from './setLogo.ts'
import { streamPaymentStatus } from './streamPaymentStatus.ts'
import { testBankConnection } from './testBankConnection.ts'
import { testWebhookEndpoint } from './testWebhookEndpoint.ts'
import { updateApiClient } from './updateApiClient.ts'
import { updateCustomer } from './updateCustomer.ts'
import { updateOffer } from './updateOffer.ts'
import { updatePaymentLink } from './updatePaymentLink.ts'
import { updateProduct } from './updateProduct.ts'
import { updateSettings } from './updateSettings.ts'
import { updateUser } from './updateUser.ts'
import { updateWebhookEndpoint } from './updateWebhookEndpoint.ts'
import type { Handlers } from './support/handler.ts'

/** Every operation of the contract by its operationId; a missing one does not compile. */
export const handlers: Handlers = {
  actOnPaymentPage,
  advanceClock,
  archiveOffer,
  cancelCheckout,
  connectBank,
  createApiClient,
  createCartCheckout,
  createCheckout,
  createCustomer,
  createOffer,
  createPaymentLink,
  createProduct,
  createRefund,
  createWebhookEndpoint,
  deleteLogo,
  deleteUserPasskey,
  deleteWebhookEndpoint,
  disconnectBank,
  endUserSessions,
  eraseCustomer,
  exportCustomers,
  exportProducts,
  exportRefunds,
  exportStatementEntries,
  getAccount,
  getApiClient,
  getAuthorizationServerMetadata,
  getBankConnection,
  getCheckout,
  getCheckoutPage,
  getCheckoutPix,
  getClock,
  getContractJson,
  getContractYaml,
  getCustomer,
  getDocs,
  getEvent,
  getHealth,
  getJwks,
  getLogo,
  getMetrics,
  getOffer,
  getPayment,
  getPaymentLink,
  getPaymentLinkPage,
  getPaymentPage,
  getPaymentStatus,
  getProduct,
  getRefund,
  getSettings,
  getUser,
  getWebhookEndpoint,
  getWebhookJwks,
  inviteUser,
  issueToken,
  listAccess,
  listApiClients,
  listAuditEvents,
  listBankProfiles,
  listCheckouts,
  listCustomers,
  listDailyTotals,
  listEmails,
  listEvents,
  listOffers,
  listPaymentLinks,
  listPayments,
  listProducts,
  listRefunds,
  listStatementEntries,
  listUsers,
  listWebhookDeliveries,
  listWebhookEndpoints,
  openPaymentLink,
  receivePixCallback,
  receivePixCallbackAtRoot,
  removeUser,
  revokeApiClient,
  rotateApiClientSecret,
  rotateWebhookEndpointSecret,
  sandboxDeclineCheckout,
  sandboxExpireCheckout,
  sandboxPayCheckout,
  sandboxReversePayment,
  search,
  setLogo,
  streamPaymentStatus,
  testBankConnection,
  testWebhookEndpoint,
  updateApiClient,
  updateCustomer,
  updateOffer,
  updatePaymentLink,
  updateProduct,
  updateSettings,
  updateUser,
  updateWebhookEndpoint,
}
