// Made from openapi.yaml by `npm run generate`; edits here are lost.

import type { Call } from '../operation.ts'

/** The method and path of each operation, and whether it takes an `Idempotency-Key`. */
export const routes = {
  getAccount: { method: 'get', path: '/v1/me', takesKey: false },
  getBankConnection: { method: 'get', path: '/v1/bank_connection', takesKey: false },
  connectBank: { method: 'put', path: '/v1/bank_connection', takesKey: false },
  disconnectBank: { method: 'delete', path: '/v1/bank_connection', takesKey: false },
  testBankConnection: { method: 'post', path: '/v1/bank_connection/test', takesKey: true },
  listBankProfiles: { method: 'get', path: '/v1/bank_profiles', takesKey: false },
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
  getCheckoutPage: { method: 'get', path: '/v1/checkouts/{checkoutId}/page', takesKey: false },
  getCheckoutPix: { method: 'get', path: '/v1/checkouts/{checkoutId}/pix', takesKey: false },
  createCartCheckout: { method: 'post', path: '/v1/cart_checkouts', takesKey: true },
  listPaymentLinks: { method: 'get', path: '/v1/payment_links', takesKey: false },
  createPaymentLink: { method: 'post', path: '/v1/payment_links', takesKey: true },
  getPaymentLink: { method: 'get', path: '/v1/payment_links/{paymentLinkId}', takesKey: false },
  updatePaymentLink: { method: 'patch', path: '/v1/payment_links/{paymentLinkId}', takesKey: false },
  getSettings: { method: 'get', path: '/v1/settings', takesKey: false },
  updateSettings: { method: 'patch', path: '/v1/settings', takesKey: false },
  setLogo: { method: 'put', path: '/v1/settings/logo', takesKey: false },
  deleteLogo: { method: 'delete', path: '/v1/settings/logo', takesKey: false },
  cancelCheckout: { method: 'post', path: '/v1/checkouts/{checkoutId}/cancel', takesKey: true },
  listApiClients: { method: 'get', path: '/v1/api_clients', takesKey: false },
  createApiClient: { method: 'post', path: '/v1/api_clients', takesKey: true },
  getApiClient: { method: 'get', path: '/v1/api_clients/{apiClientId}', takesKey: false },
  updateApiClient: { method: 'patch', path: '/v1/api_clients/{apiClientId}', takesKey: false },
  rotateApiClientSecret: { method: 'post', path: '/v1/api_clients/{apiClientId}/rotate_secret', takesKey: true },
  revokeApiClient: { method: 'post', path: '/v1/api_clients/{apiClientId}/revoke', takesKey: true },
  listUsers: { method: 'get', path: '/v1/users', takesKey: false },
  inviteUser: { method: 'post', path: '/v1/users', takesKey: true },
  getUser: { method: 'get', path: '/v1/users/{userId}', takesKey: false },
  removeUser: { method: 'delete', path: '/v1/users/{userId}', takesKey: false },
  updateUser: { method: 'patch', path: '/v1/users/{userId}', takesKey: false },
  deleteUserPasskey: { method: 'delete', path: '/v1/users/{userId}/passkeys/{passkeyId}', takesKey: false },
  endUserSessions: { method: 'post', path: '/v1/users/{userId}/end_sessions', takesKey: true },
  listAccess: { method: 'get', path: '/v1/access', takesKey: false },
  listEmails: { method: 'get', path: '/v1/emails', takesKey: false },
  listWebhookEndpoints: { method: 'get', path: '/v1/webhook_endpoints', takesKey: false },
  createWebhookEndpoint: { method: 'post', path: '/v1/webhook_endpoints', takesKey: true },
  getWebhookEndpoint: { method: 'get', path: '/v1/webhook_endpoints/{webhookEndpointId}', takesKey: false },
  deleteWebhookEndpoint: { method: 'delete', path: '/v1/webhook_endpoints/{webhookEndpointId}', takesKey: false },
  updateWebhookEndpoint: { method: 'patch', path: '/v1/webhook_endpoints/{webhookEndpointId}', takesKey: false },
  rotateWebhookEndpointSecret: { method: 'post', path: '/v1/webhook_endpoints/{webhookEndpointId}/rotate_secret', takesKey: true },
  testWebhookEndpoint: { method: 'post', path: '/v1/webhook_endpoints/{webhookEndpointId}/test', takesKey: true },
  listWebhookDeliveries: { method: 'get', path: '/v1/webhook_deliveries', takesKey: false },
  listAuditEvents: { method: 'get', path: '/v1/audit_events', takesKey: false },
  listEvents: { method: 'get', path: '/v1/events', takesKey: false },
  getEvent: { method: 'get', path: '/v1/events/{eventId}', takesKey: false },
  listPayments: { method: 'get', path: '/v1/payments', takesKey: false },
  getPayment: { method: 'get', path: '/v1/payments/{paymentId}', takesKey: false },
  createRefund: { method: 'post', path: '/v1/payments/{paymentId}/refunds', takesKey: true },
  search: { method: 'get', path: '/v1/search', takesKey: false },
  listDailyTotals: { method: 'get', path: '/v1/daily_totals', takesKey: false },
  listStatementEntries: { method: 'get', path: '/v1/statement_entries', takesKey: false },
  exportStatementEntries: { method: 'get', path: '/v1/statement_entries/export', takesKey: false },
  listRefunds: { method: 'get', path: '/v1/refunds', takesKey: false },
  getRefund: { method: 'get', path: '/v1/refunds/{refundId}', takesKey: false },
  sandboxPayCheckout: { method: 'post', path: '/sandbox/checkouts/{checkoutId}/pay', takesKey: false },
  sandboxDeclineCheckout: { method: 'post', path: '/sandbox/checkouts/{checkoutId}/decline', takesKey: false },
  sandboxExpireCheckout: { method: 'post', path: '/sandbox/checkouts/{checkoutId}/expire', takesKey: false },
  sandboxReversePayment: { method: 'post', path: '/sandbox/payments/{paymentId}/reverse', takesKey: false },
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
   * Read the bank connection: `GET /v1/bank_connection`, scope `account:read`.
   *
   * The bank through which the account's buyers pay, and the certificate by which it knows the account. Secrets are never shown. Without a bank `provider` is `sandbox`, and in live mode `none`, and the rest is null.
   */
  getBankConnection: Call<'getBankConnection'>

  /**
   * Connect a bank: `PUT /v1/bank_connection`, scope `bank:write`.
   *
   * From now on the account's buyers pay through this bank. The bank is asked first: it must accept the credentials and take the address of its callbacks, unless `callbacks` is `optional`; otherwise nothing changes. A bank that is connected by the same Pix key gets the new settings, so that a certificate can be renewed. Another one takes the place of the bank before, which is asked about its own charges only. In live mode the addresses must be public. `too_many_requests` comes while another trial of a bank is under way. `GET /v1/bank_profiles` says what each bank needs; `url`, `token_url`, `client_id` and `client_secret` are left out where its profile does not need them.
   */
  connectBank: Call<'connectBank'>

  /**
   * Disconnect the bank: `DELETE /v1/bank_connection`, scope `bank:write`.
   *
   * The account's buyers no longer pay through the bank. It is still asked about the charges and refunds that are open there.
   */
  disconnectBank: Call<'disconnectBank'>

  /**
   * Test the bank connection: `POST /v1/bank_connection/test`, scope `bank:write`.
   *
   * Ask the bank for a token and for the address of its callbacks. Send no body. What it answers is kept as `granted_scopes` and `warnings` of the connection, and nothing else changes. What keeps the bank from answering stands in the answer. `too_many_requests` comes while another trial of a bank is under way.
   */
  testBankConnection: Call<'testBankConnection'>

  /**
   * List the banks known by name: `GET /v1/bank_profiles`, scope `account:read`.
   *
   * The banks that need more than the Central Bank's Pix API, or are known by their addresses, each with what it needs of the seller. The list is not paged.
   */
  listBankProfiles: Call<'listBankProfiles'>

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
   * Sessions of the account, newest first. A session past its `expires_at` is marked `expired` before the answer. With `external_id`, the list holds the one session that has it, or none. The filters may be combined.
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
   * Read a checkout's page: `GET /v1/checkouts/{checkoutId}/page`, scope `checkouts:read`.
   *
   * Whether the hosted page of a session has been opened, and when first. A messenger that shows a preview of the link opens it too.
   */
  getCheckoutPage: Call<'getCheckoutPage'>

  /**
   * Get the Pix code of a checkout: `GET /v1/checkouts/{checkoutId}/pix`, scope `checkouts:read`.
   *
   * The code by which an open session is paid, as text and as pictures, to be shown in a shop, at a till or in a chat. Asking has the bank make the charge when there is none yet, as opening the page does, and waits for it for at most 5 s. While `status` is `pending`, ask again.
   */
  getCheckoutPix: Call<'getCheckoutPix'>

  /**
   * Open a checkout for a cart: `POST /v1/cart_checkouts`, scope `checkouts:write`.
   *
   * Open a session for what a shop sells: items of your own, offers of the catalogue, freight, fees and discounts, in one currency. Nothing enters the catalogue. The session is like any other: send the buyer to its `checkout_url`, or show the code of `GET /v1/checkouts/{checkoutId}/pix`.
   */
  createCartCheckout: Call<'createCartCheckout'>

  /**
   * List payment links: `GET /v1/payment_links`, scope `checkouts:read`.
   *
   * Links of the account, newest first, those that have ended too.
   */
  listPaymentLinks: Call<'listPaymentLinks'>

  /**
   * Create a payment link: `POST /v1/payment_links`, scope `checkouts:write`.
   *
   * Make an address to give away: each buyer who opens its page and presses the button gets a session of their own. It sells `items`, as a cart has them, or takes a `custom_amount` that the buyer types.
   */
  createPaymentLink: Call<'createPaymentLink'>

  /**
   * Read a payment link: `GET /v1/payment_links/{paymentLinkId}`, scope `checkouts:read`.
   *
   * One link of the account, and how many of its sessions were paid.
   */
  getPaymentLink: Call<'getPaymentLink'>

  /**
   * Update a payment link: `PATCH /v1/payment_links/{paymentLinkId}`, scope `checkouts:write`.
   *
   * Change a link. Send at least one field; what you leave out stays. `max_payments`, `ends_at` and `success_url` are removed by null, and `metadata` is replaced as a whole. What a link sells never changes. Sessions that are open already stay so: with `active: false`, a past `ends_at` or a lower `max_payments` no more are opened.
   */
  updatePaymentLink: Call<'updatePaymentLink'>

  /**
   * Read the settings: `GET /v1/settings`, scope `account:read`.
   *
   * What the seller says of itself to buyers, and which mails are sent. What was never set is null; of the mails only `seller_attention` is on then.
   */
  getSettings: Call<'getSettings'>

  /**
   * Update the settings: `PATCH /v1/settings`, scope `account:write`.
   *
   * Change the settings. Send at least one field; what you leave out stays, of `mail` too. Null takes away what was set. Pages show the change from their next request on.
   */
  updateSettings: Call<'updateSettings'>

  /**
   * Set the logo: `PUT /v1/settings/logo`, scope `account:write`.
   *
   * Show this image on the account's pages and in its mails, in the place of the one before: a still PNG, JPEG or WebP of at most 128 KiB, 32 to 2,048 pixels a side. It is kept without what its file tells of camera and place. A body may have 192 KiB here.
   */
  setLogo: Call<'setLogo'>

  /**
   * Delete the logo: `DELETE /v1/settings/logo`, scope `account:write`.
   *
   * Pages show the first letter of the name instead, and the address of the logo answers 404. Without a logo nothing changes.
   */
  deleteLogo: Call<'deleteLogo'>

  /**
   * Cancel a checkout: `POST /v1/checkouts/{checkoutId}/cancel`, scope `checkouts:write`.
   *
   * Close an open session before it is paid. Send no body. A transfer that arrives later is sent back to the buyer.
   */
  cancelCheckout: Call<'cancelCheckout'>

  /**
   * List API clients: `GET /v1/api_clients`, scope `account:read`.
   *
   * Clients of the account, newest first, revoked ones included. No secrets.
   */
  listApiClients: Call<'listApiClients'>

  /**
   * Create an API client: `POST /v1/api_clients`, scope `account:write`.
   *
   * Make a client for a program of yours, with the scopes that it needs. `client_secret` stands in this answer only: a repeat by `Idempotency-Key` has it no more. No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`. An account has 100 active clients at most.
   */
  createApiClient: Call<'createApiClient'>

  /**
   * Read an API client: `GET /v1/api_clients/{apiClientId}`, scope `account:read`.
   *
   * One client of the account, revoked or not.
   */
  getApiClient: Call<'getApiClient'>

  /**
   * Update an API client: `PATCH /v1/api_clients/{apiClientId}`, scope `account:write`.
   *
   * Rename a client, or give it other scopes. Send at least one field. When a scope is taken away, the tokens of the client end at once; one that is added stands in its next token. Webhook endpoints that it made are disabled once it may not read what they are sent (`checkouts:read`). No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`.
   */
  updateApiClient: Call<'updateApiClient'>

  /**
   * Rotate an API client's secret: `POST /v1/api_clients/{apiClientId}/rotate_secret`, scope `account:write`.
   *
   * Give a client a new secret. Without `previous_secret_seconds` the secret before it and every token end at once. With it, the secret before it still gets tokens for so long, and tokens live on until they expire; another rotation within that time ends the older secret. `client_secret` stands in this answer only: a repeat by `Idempotency-Key` has it no more. No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`.
   */
  rotateApiClientSecret: Call<'rotateApiClientSecret'>

  /**
   * Revoke an API client: `POST /v1/api_clients/{apiClientId}/revoke`, scope `account:write`.
   *
   * End a client for good: its secret, every token of it and the invitations that it made end at once. Send no body. A client that is revoked already stays as it is. A client may revoke itself. `made` names what it has made that is alive; `end_made` [ends that too](#tag/Access). No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`.
   */
  revokeApiClient: Call<'revokeApiClient'>

  /**
   * List users: `GET /v1/users`, scope `account:read`.
   *
   * Users of the account, newest first, without those who are removed.
   */
  listUsers: Call<'listUsers'>

  /**
   * Invite a user: `POST /v1/users`, scope `account:write`.
   *
   * Invite a person to the dashboard, with a role. A browser that opens `invitation_url` within 24 hours makes a passkey there, once, and signs in: send it to that person only. A user who is there already gets a new invitation, to make another passkey; it ends the one before. `invitation_url` stands in this answer only: a repeat by `Idempotency-Key` has it no more. No client gives a role that has a scope which its own token lacks, and only one with every scope makes an invitation of a user who has joined already: `403` `insufficient_scope`. An account has 100 users at most. The invitation ends early when the caller loses access.
   */
  inviteUser: Call<'inviteUser'>

  /**
   * Read a user: `GET /v1/users/{userId}`, scope `account:read`.
   *
   * One user of the account, with the passkeys by which it signs in.
   */
  getUser: Call<'getUser'>

  /**
   * Remove a user: `DELETE /v1/users/{userId}`, scope `account:write`.
   *
   * End a user: passkeys, sessions, the invitation and those that the user made end at once. `made` names what the user has made that is alive; `end_made` [ends that too](#tag/Access). Secrets of API clients that the user has seen stay good: rotate them. The last active owner cannot be removed. The e-mail may be invited anew, as another user. No client concerns itself with a user whose role has a scope that its own token lacks: `403` `insufficient_scope`.
   */
  removeUser: Call<'removeUser'>

  /**
   * Update a user: `PATCH /v1/users/{userId}`, scope `account:write`.
   *
   * Give a user another role, which holds from its next request on. An invitation that was not used yet ends: `POST /v1/users` with the new role makes another. The last active owner keeps the role. No client gives or takes a role that has a scope which its own token lacks: `403` `insufficient_scope`.
   */
  updateUser: Call<'updateUser'>

  /**
   * Delete a user's passkey: `DELETE /v1/users/{userId}/passkeys/{passkeyId}`, scope `account:write`.
   *
   * Delete a passkey, such as that of a lost device. The sessions that it began end at once, and so do those from before sessions named their passkey; the user's others go on. A user without a passkey signs in by a new invitation. The last passkey of the last owner who has one cannot be deleted. No client concerns itself with a user whose role has a scope that its own token lacks: `403` `insufficient_scope`.
   */
  deleteUserPasskey: Call<'deleteUserPasskey'>

  /**
   * End a user's sessions: `POST /v1/users/{userId}/end_sessions`, scope `account:write`.
   *
   * Sign a user out everywhere, at once. Send no body. Passkeys stay. No client concerns itself with a user whose role has a scope that its own token lacks: `403` `insufficient_scope`.
   */
  endUserSessions: Call<'endUserSessions'>

  /**
   * List who can act for the account: `GET /v1/access`, scope `account:read`.
   *
   * Everything living that can act for the account, the newest first, with who made it. What has ended or expired is not in it.
   */
  listAccess: Call<'listAccess'>

  /**
   * List e-mails: `GET /v1/emails`, scope `account:read customers:read`.
   *
   * The e-mails to buyers and to people of the account, newest first, with what became of each: one that failed is not sent again, and `error` says why. Without a mail server nothing is sent or kept.
   */
  listEmails: Call<'listEmails'>

  /**
   * List webhook endpoints: `GET /v1/webhook_endpoints`, scope `account:read`.
   *
   * Endpoints of the account, newest first, disabled ones included and deleted ones left out. No secrets.
   */
  listWebhookEndpoints: Call<'listWebhookEndpoints'>

  /**
   * Create a webhook endpoint: `POST /v1/webhook_endpoints`, scope `account:write`.
   *
   * Have events sent to an address from now on. `secret` verifies their signatures and stands in this answer only: a repeat by `Idempotency-Key` has it no more. An account has 16 endpoints at most. The token also needs `checkouts:read`, which reads what is sent: `403` `insufficient_scope`.
   */
  createWebhookEndpoint: Call<'createWebhookEndpoint'>

  /**
   * Read a webhook endpoint: `GET /v1/webhook_endpoints/{webhookEndpointId}`, scope `account:read`.
   *
   * One endpoint of the account. A deleted one is not found.
   */
  getWebhookEndpoint: Call<'getWebhookEndpoint'>

  /**
   * Delete a webhook endpoint: `DELETE /v1/webhook_endpoints/{webhookEndpointId}`, scope `account:write`.
   *
   * End an endpoint for good: nothing is sent to it any more, not even what waits to be sent, and its secrets are deleted. Its deliveries can still be listed.
   */
  deleteWebhookEndpoint: Call<'deleteWebhookEndpoint'>

  /**
   * Update a webhook endpoint: `PATCH /v1/webhook_endpoints/{webhookEndpointId}`, scope `account:write`.
   *
   * Change the address of an endpoint, the types of events that it is sent, or whether it is sent any. Send at least one field. It holds for events from then on. What waits to be sent to an endpoint that is disabled fails; it is not sent later. What has more sent than before, or sent elsewhere (another `url`, one more type, `enabled` again) also needs `checkouts:read`, which reads what is sent: `403` `insufficient_scope`.
   */
  updateWebhookEndpoint: Call<'updateWebhookEndpoint'>

  /**
   * Rotate a webhook endpoint's secret: `POST /v1/webhook_endpoints/{webhookEndpointId}/rotate_secret`, scope `account:write`.
   *
   * Give an endpoint a new secret. For 24 hours each delivery carries two signatures, of the new secret and of the one before it; a second rotation within them ends the oldest secret at once. Send no body. `secret` stands in this answer only: a repeat by `Idempotency-Key` has it no more. The token also needs `checkouts:read`, which reads what is sent: `403` `insufficient_scope`.
   */
  rotateWebhookEndpointSecret: Call<'rotateWebhookEndpointSecret'>

  /**
   * Send a test event to a webhook endpoint: `POST /v1/webhook_endpoints/{webhookEndpointId}/test`, scope `account:write`.
   *
   * Sends one event of the type `webhook.test` to this endpoint, disabled or not, signed as every delivery is, and says how it was answered. Nothing is kept of it, so neither `GET /v1/events` nor `GET /v1/webhook_deliveries` has it. An account has one test at a time, and 60 a minute; past that the answer is 429. Repeated with its `Idempotency-Key`, it sends another event and gives the first answer. Send no body.
   */
  testWebhookEndpoint: Call<'testWebhookEndpoint'>

  /**
   * List webhook deliveries: `GET /v1/webhook_deliveries`, scope `account:read`.
   *
   * What was sent to the endpoints of the account, and how they answered, newest first. Filters can be combined.
   */
  listWebhookDeliveries: Call<'listWebhookDeliveries'>

  /**
   * List audit events: `GET /v1/audit_events`, scope `account:read`.
   *
   * What was changed in the account, newest first. Events are numbered without a gap, and each one's `hash` covers the one before it, so that none can be altered or removed without a trace. They are kept for 400 days, unless the operator of the service says otherwise. Filters can be combined. With both `actor_id` and `target_id`, a page looks at 1,000 events of the target: it may hold fewer than `limit`, or none, while `has_more` is true.
   */
  listAuditEvents: Call<'listAuditEvents'>

  /**
   * List events: `GET /v1/events`, scope `checkouts:read`.
   *
   * What was announced to the account, newest first, whether or not it reached an endpoint, and also while there was none. Nothing is sent again: a service that was away reads here what it missed, with `created_from` set to when it was there last. Events are kept for 400 days, unless the operator of the service says otherwise.
   */
  listEvents: Call<'listEvents'>

  /**
   * Read an event: `GET /v1/events/{eventId}`, scope `checkouts:read`.
   *
   * One event by the id that its webhook carries as `webhook-id`.
   */
  getEvent: Call<'getEvent'>

  /**
   * List payments: `GET /v1/payments`, scope `checkouts:read`.
   *
   * Every transfer that arrived, newest first. A filter that names one thing (`checkout_id`, `end_to_end_id`, `txid`) keeps that order; without one of these, `paid_from` and `paid_to` order the list by `paid_at`, latest first.
   */
  listPayments: Call<'listPayments'>

  /**
   * Read a payment: `GET /v1/payments/{paymentId}`, scope `checkouts:read`.
   *
   * One transfer: how a session was paid, and how much of it has gone back since.
   */
  getPayment: Call<'getPayment'>

  /**
   * Refund a payment: `POST /v1/payments/{paymentId}/refunds`, scope `refunds:write`.
   *
   * Send money of a payment back to the buyer, in whole or in part, within 90 days of `paid_at`. At a bank the refund is `pending` until the bank has carried it out, and the event `refund.succeeded` or `refund.failed` tells; in the sandbox it succeeds at once, and one of R$ 13,13 (`amount_minor` 1313) fails. Refunds that are pending or succeeded never sum to more than the payment. Set `external_id` to make retries safe. The client needs the scope `refunds:write`, which `all` does not contain.
   */
  createRefund: Call<'createRefund'>

  /**
   * Search: `GET /v1/search`, scope `checkouts:read customers:read`.
   *
   * One search over customers, sessions, payments, refunds, products and payment links, with at most 20 results: by the beginning of any word of a name, an e-mail address, a product or a reference; by a tax id or a phone in any spelling; by any id, `txid` or end-to-end id; or by an amount (`149,37` or `149.37`). Capitals and accents do not matter. Of several words each begins a word of what is found; of two that very many have, apart from each other, not all are found. What was erased is found no more.
   */
  search: Call<'search'>

  /**
   * List daily totals: `GET /v1/daily_totals`, scope `checkouts:read`.
   *
   * What came in and what went back on each day, newest first. Days are those of Brasília (`America/Sao_Paulo`). A payment counts on the day it was paid, a refund on the day it was completed, the seller's and the bank's alike. Money that settled no session and was sent back counts nowhere. Days on which nothing happened are left out.
   */
  listDailyTotals: Call<'listDailyTotals'>

  /**
   * List the statement: `GET /v1/statement_entries`, scope `checkouts:read`.
   *
   * Every amount that came in or went back, newest first, as the bank's own statement has it. A day is one of Brasília (`America/Sao_Paulo`). On each day `payment`, `refund` and `reversal` sum to what `listDailyTotals` says of it; all entries together sum to the bank's statement. A refund that is pending or has failed is none.
   */
  listStatementEntries: Call<'listStatementEntries'>

  /**
   * Export the statement: `GET /v1/statement_entries/export`, scope `checkouts:read`.
   *
   * The entries of `listStatementEntries`, oldest first, as a file that is sent while it is read: for spreadsheets (`csv`, `xlsx`) or for programs that keep accounts (`ofx`, Open Financial Exchange 2.2, one `STMTTRN` for each entry, whose `FITID` is the entry's id). `locale` decides the words, and in CSV how amounts and times are written: `pt-BR` and `es` as `49,90` and `15/12/2026 22:29:59`, separated by semicolons, in UTF-8 with a byte order mark; `en` as `49.90` and `2026-12-15T22:29:59-03:00`, separated by commas (RFC 4180). Times are those of Brasília. A file that breaks off is not complete. Few are sent to an account at once: `service_unavailable`.
   */
  exportStatementEntries: Call<'exportStatementEntries'>

  /**
   * List refunds: `GET /v1/refunds`, scope `checkouts:read`.
   *
   * All that was sent back or is on its way, newest first: ordered by you, by the bank itself, or by the service because the money settled nothing.
   */
  listRefunds: Call<'listRefunds'>

  /**
   * Read a refund: `GET /v1/refunds/{refundId}`, scope `checkouts:read`.
   *
   * One refund, and how far it is.
   */
  getRefund: Call<'getRefund'>

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
   * Let a session expire: `POST /sandbox/checkouts/{checkoutId}/expire`, scope `checkouts:write`.
   *
   * This session alone is past its end: it is `expired`, whatever its `expires_at` and `cancel_at` say, and `checkout.expired` is sent. The clock stays as it is. Send no body. Sandbox only.
   */
  sandboxExpireCheckout: Call<'sandboxExpireCheckout'>

  /**
   * Take money back as the bank: `POST /sandbox/payments/{paymentId}/reverse`, scope `checkouts:write`.
   *
   * The bank takes money of a payment back by itself, as it does after a report of fraud: a refund of origin `bank` is recorded, and `refund.succeeded` and `payment.reversed` are sent. Sandbox only; a payment that a connected bank received is refused with `payment_not_refundable`.
   */
  sandboxReversePayment: Call<'sandboxReversePayment'>

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
