import { actOnPaymentPage } from './actOnPaymentPage.ts'
import { advanceClock } from './advanceClock.ts'
import { cancelCheckout } from './cancelCheckout.ts'
import { createApiClient } from './createApiClient.ts'
import { createCheckout } from './createCheckout.ts'
import { createCustomer } from './createCustomer.ts'
import { createOffer } from './createOffer.ts'
import { createProduct } from './createProduct.ts'
import { createWebhookEndpoint } from './createWebhookEndpoint.ts'
import { deleteWebhookEndpoint } from './deleteWebhookEndpoint.ts'
import { getAccount } from './getAccount.ts'
import { getApiClient } from './getApiClient.ts'
import { getAuthorizationServerMetadata } from './getAuthorizationServerMetadata.ts'
import { getCheckout } from './getCheckout.ts'
import { getClock } from './getClock.ts'
import { getContractJson } from './getContractJson.ts'
import { getContractYaml } from './getContractYaml.ts'
import { getCustomer } from './getCustomer.ts'
import { getDocs } from './getDocs.ts'
import { getHealth } from './getHealth.ts'
import { getJwks } from './getJwks.ts'
import { getMetrics } from './getMetrics.ts'
import { getOffer } from './getOffer.ts'
import { getPaymentPage } from './getPaymentPage.ts'
import { getPaymentStatus } from './getPaymentStatus.ts'
import { getProduct } from './getProduct.ts'
import { getWebhookEndpoint } from './getWebhookEndpoint.ts'
import { issueToken } from './issueToken.ts'
import { listApiClients } from './listApiClients.ts'
import { listCheckouts } from './listCheckouts.ts'
import { listCustomers } from './listCustomers.ts'
import { listOffers } from './listOffers.ts'
import { listProducts } from './listProducts.ts'
import { listWebhookDeliveries } from './listWebhookDeliveries.ts'
import { listWebhookEndpoints } from './listWebhookEndpoints.ts'
import { receivePixCallback } from './receivePixCallback.ts'
import { receivePixCallbackAtRoot } from './receivePixCallbackAtRoot.ts'
import { revokeApiClient } from './revokeApiClient.ts'
import { rotateApiClientSecret } from './rotateApiClientSecret.ts'
import { rotateWebhookEndpointSecret } from './rotateWebhookEndpointSecret.ts'
import { sandboxDeclineCheckout } from './sandboxDeclineCheckout.ts'
import { sandboxPayCheckout } from './sandboxPayCheckout.ts'
import { streamPaymentStatus } from './streamPaymentStatus.ts'
import { updateApiClient } from './updateApiClient.ts'
import { updateOffer } from './updateOffer.ts'
import { updateWebhookEndpoint } from './updateWebhookEndpoint.ts'
import type { Handlers } from './support/handler.ts'

/** Every operation of the contract by its operationId; a missing one does not compile. */
export const handlers: Handlers = {
  actOnPaymentPage,
  advanceClock,
  cancelCheckout,
  createApiClient,
  createCheckout,
  createCustomer,
  createOffer,
  createProduct,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getAccount,
  getApiClient,
  getAuthorizationServerMetadata,
  getCheckout,
  getClock,
  getContractJson,
  getContractYaml,
  getCustomer,
  getDocs,
  getHealth,
  getJwks,
  getMetrics,
  getOffer,
  getPaymentPage,
  getPaymentStatus,
  getProduct,
  getWebhookEndpoint,
  issueToken,
  listApiClients,
  listCheckouts,
  listCustomers,
  listOffers,
  listProducts,
  listWebhookDeliveries,
  listWebhookEndpoints,
  receivePixCallback,
  receivePixCallbackAtRoot,
  revokeApiClient,
  rotateApiClientSecret,
  rotateWebhookEndpointSecret,
  sandboxDeclineCheckout,
  sandboxPayCheckout,
  streamPaymentStatus,
  updateApiClient,
  updateOffer,
  updateWebhookEndpoint,
}
