import { actOnPaymentPage } from './actOnPaymentPage.ts'
import { advanceClock } from './advanceClock.ts'
import { archiveOffer } from './archiveOffer.ts'
import { cancelCheckout } from './cancelCheckout.ts'
import { createCheckout } from './createCheckout.ts'
import { createCustomer } from './createCustomer.ts'
import { createOffer } from './createOffer.ts'
import { createProduct } from './createProduct.ts'
import { eraseCustomer } from './eraseCustomer.ts'
import { getAccount } from './getAccount.ts'
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
import { issueToken } from './issueToken.ts'
import { listCheckouts } from './listCheckouts.ts'
import { listCustomers } from './listCustomers.ts'
import { listOffers } from './listOffers.ts'
import { listProducts } from './listProducts.ts'
import { receivePixCallback } from './receivePixCallback.ts'
import { receivePixCallbackAtRoot } from './receivePixCallbackAtRoot.ts'
import { sandboxDeclineCheckout } from './sandboxDeclineCheckout.ts'
import { sandboxPayCheckout } from './sandboxPayCheckout.ts'
import { streamPaymentStatus } from './streamPaymentStatus.ts'
import { updateCustomer } from './updateCustomer.ts'
import { updateOffer } from './updateOffer.ts'
import { updateProduct } from './updateProduct.ts'
import type { Handlers } from './support/handler.ts'

/** Every operation of the contract by its operationId; a missing one does not compile. */
export const handlers: Handlers = {
  actOnPaymentPage,
  advanceClock,
  archiveOffer,
  cancelCheckout,
  createCheckout,
  createCustomer,
  createOffer,
  createProduct,
  eraseCustomer,
  getAccount,
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
  issueToken,
  listCheckouts,
  listCustomers,
  listOffers,
  listProducts,
  receivePixCallback,
  receivePixCallbackAtRoot,
  sandboxDeclineCheckout,
  sandboxPayCheckout,
  streamPaymentStatus,
  updateCustomer,
  updateOffer,
  updateProduct,
}
