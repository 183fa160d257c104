// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { Call } from '../operation.ts'

/** The method and path of each operation, and whether it takes an `Idempotency-Key`. */
export const routes = {
  getAccount: { method: 'get', path: '/v1/me', takesKey: false },
  listCustomers: { method: 'get', path: '/v1/customers', takesKey: false },
  createCustomer: { method: 'post', path: '/v1/customers', takesKey: true },
  getCustomer: { method: 'get', path: '/v1/customers/{customerId}', takesKey: false },
  updateCustomer: { method: 'patch', path: '/v1/customers/{customerId}', takesKey: false },
  eraseCustomer: { method: 'post', path: '/v1/customers/{customerId}/erase', takesKey: true },
  listProducts: { method: 'get', path: '/v1/products', takesKey: false },
  createProduct: { method: 'post', path: '/v1/products', takesKey: true },
  getProduct: { method: 'get', path: '/v1/products/{productId}', takesKey: false },
  updateProduct: { method: 'patch', path: '/v1/products/{productId}', takesKey: false },
  listOffers: { method: 'get', path: '/v1/products/{productId}/offers', takesKey: false },
  createOffer: { method: 'post', path: '/v1/products/{productId}/offers', takesKey: true },
  getOffer: { method: 'get', path: '/v1/offers/{offerId}', takesKey: false },
  updateOffer: { method: 'patch', path: '/v1/offers/{offerId}', takesKey: false },
  archiveOffer: { method: 'post', path: '/v1/offers/{offerId}/archive', takesKey: true },
  listCheckouts: { method: 'get', path: '/v1/checkouts', takesKey: false },
  createCheckout: { method: 'post', path: '/v1/checkouts', takesKey: true },
  getCheckout: { method: 'get', path: '/v1/checkouts/{checkoutId}', takesKey: false },
  cancelCheckout: { method: 'post', path: '/v1/checkouts/{checkoutId}/cancel', takesKey: true },
  sandboxPayCheckout: { method: 'post', path: '/sandbox/checkouts/{checkoutId}/pay', takesKey: false },
  sandboxDeclineCheckout: { method: 'post', path: '/sandbox/checkouts/{checkoutId}/decline', takesKey: false },
  getClock: { method: 'get', path: '/sandbox/clock', takesKey: false },
  advanceClock: { method: 'post', path: '/sandbox/clock/advance', takesKey: false },
} as const

/** The operations of the contract, each as a function. */
export type Operations = {
  /**
   * Read the account: `GET /v1/me`, any token.
   *
   * The seller that owns the access token, and the API client that it was issued to. Any valid token will do.
   */
  getAccount: Call<'getAccount'>

  /**
   * List customers: `GET /v1/customers`, scope `customers:read`.
   *
   * Customers of the account, newest first.
   */
  listCustomers: Call<'listCustomers'>

  /**
   * Create a customer: `POST /v1/customers`, scope `customers:write`.
   *
   * Register a customer. The e-mail is compared in lower case and is unique in the account.
   */
  createCustomer: Call<'createCustomer'>

  /**
   * Read a customer: `GET /v1/customers/{customerId}`, scope `customers:read`.
   *
   * One customer of the account, active or not.
   */
  getCustomer: Call<'getCustomer'>

  /**
   * Update a customer: `PATCH /v1/customers/{customerId}`, scope `customers:write`.
   *
   * Change a customer. Send at least one field; what you leave out stays. `phone` and `tax_id` are removed by null, and `metadata` is replaced as a whole. An `inactive` customer cannot be named in a new checkout. An erased customer can be changed like any other: what you send is new data.
   */
  updateCustomer: Call<'updateCustomer'>

  /**
   * Erase a customer: `POST /v1/customers/{customerId}/erase`, scope `customers:write`.
   *
   * Remove the personal data of a customer for good, as the LGPD has people ask for. Send no body. The customer stays as an `inactive` one without name, contact, tax number and metadata. Of its checkouts `metadata`, `success_url` and `cancel_url` go, of their refunds `reason` and `metadata`, and the same in events, in deliveries and in answers that are kept for an `Idempotency-Key`, which are given again without it. Amounts, times, ids and every `external_id` stay: the books need them. A customer with very many checkouts is finished in the background. Repeating it answers the same. It cannot be undone.
   */
  eraseCustomer: Call<'eraseCustomer'>

  /**
   * List products: `GET /v1/products`, scope `products:read`.
   *
   * Products of the account, newest first, each with its current default offer. Archived products are included.
   */
  listProducts: Call<'listProducts'>

  /**
   * Create a product: `POST /v1/products`, scope `products:write`.
   *
   * Create a product together with its first offer, which becomes the product's default.
   */
  createProduct: Call<'createProduct'>

  /**
   * Read a product: `GET /v1/products/{productId}`, scope `products:read`.
   *
   * One product with its current default offer, or null when no offer is active.
   */
  getProduct: Call<'getProduct'>

  /**
   * Update a product: `PATCH /v1/products/{productId}`, scope `products:write`.
   *
   * Change a product. Send at least one field; what you leave out stays, and `metadata` is replaced as a whole. An `archived` product takes no new offers and no new checkouts; `active` brings it back. Checkouts keep the name and the description that they were opened with.
   */
  updateProduct: Call<'updateProduct'>

  /**
   * List the offers of a product: `GET /v1/products/{productId}/offers`, scope `products:read`.
   *
   * Offers of the product, newest first: inactive ones included, archived ones omitted.
   */
  listOffers: Call<'listOffers'>

  /**
   * Create an offer: `POST /v1/products/{productId}/offers`, scope `products:write`.
   *
   * Add an offer to a product that is not archived. It becomes the default when `is_default` is true, or when the product has no active default; the offer that was the default is demoted in the same step.
   */
  createOffer: Call<'createOffer'>

  /**
   * Read an offer: `GET /v1/offers/{offerId}`, scope `products:read`.
   *
   * One offer of the account, active or not. An archived offer is not found.
   */
  getOffer: Call<'getOffer'>

  /**
   * Update an offer: `PATCH /v1/offers/{offerId}`, scope `products:write`.
   *
   * Rename, activate, deactivate or promote an offer. Send at least one field. Promoting an offer demotes the present default in the same step; the default itself can only be replaced, so promote another offer before you deactivate it.
   */
  updateOffer: Call<'updateOffer'>

  /**
   * Archive an offer: `POST /v1/offers/{offerId}/archive`, scope `products:write`.
   *
   * End an offer for good: afterwards it is not found and not listed, and no checkout can be opened with it. Send no body. The default offer stays while its product has another active one: promote that first. Repeating it answers with the offer as it is.
   */
  archiveOffer: Call<'archiveOffer'>

  /**
   * List checkouts: `GET /v1/checkouts`, scope `checkouts:read`.
   *
   * Sessions of the account, newest first. A session past its `expires_at` is marked `expired` before the answer. With `external_id`, the list holds the one session that has it, or none.
   */
  listCheckouts: Call<'listCheckouts'>

  /**
   * Open a checkout: `POST /v1/checkouts`, scope `checkouts:write`.
   *
   * Open a session for a `one_time` offer in the seller's currency, and send the buyer to its `checkout_url`. It stays open for 24 hours. An offer in another currency gives `invalid_request` with `param` `offer_id`. Set `external_id` to make retries safe.
   */
  createCheckout: Call<'createCheckout'>

  /**
   * Read a checkout: `GET /v1/checkouts/{checkoutId}`, scope `checkouts:read`.
   *
   * One session. Read it until `status` is `completed` to be sure of a payment, whatever became of the webhook. A session past its `expires_at` is marked `expired` before the answer.
   */
  getCheckout: Call<'getCheckout'>

  /**
   * Cancel a checkout: `POST /v1/checkouts/{checkoutId}/cancel`, scope `checkouts:write`.
   *
   * Close an open session before it is paid. Send no body. A transfer that arrives later is sent back to the buyer.
   */
  cancelCheckout: Call<'cancelCheckout'>

  /**
   * Pay as the buyer: `POST /sandbox/checkouts/{checkoutId}/pay`, scope `checkouts:write`.
   *
   * The buyer's transfer arrives: the session becomes `completed` and `payment.succeeded` is sent. Send no body. Sandbox only.
   */
  sandboxPayCheckout: Call<'sandboxPayCheckout'>

  /**
   * Decline as the buyer's bank: `POST /sandbox/checkouts/{checkoutId}/decline`, scope `checkouts:write`.
   *
   * The buyer's bank declines the transfer: the session stays `open` and `payment.declined` is sent. Send no body. Sandbox only.
   */
  sandboxDeclineCheckout: Call<'sandboxDeclineCheckout'>

  /**
   * Read the clock: `GET /sandbox/clock`, any token.
   *
   * The service's clock, which dates resources and ends sessions. Any valid token will do. Sandbox only.
   */
  getClock: Call<'getClock'>

  /**
   * Advance the clock: `POST /sandbox/clock/advance`, any token.
   *
   * Move the clock forward, for example by 86400 seconds to see a session expire. It never goes back, and it is the clock of the whole service. Any valid token will do. Sandbox only.
   */
  advanceClock: Call<'advanceClock'>
}
