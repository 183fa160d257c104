// Made from openapi.yaml by `npm run generate`; edits here are lost.

/** The path of each operation. Ids and tokens are URL-safe, so nothing is escaped. */
export const paths = {
  issueToken: () => '/oauth/token',
  getAuthorizationServerMetadata: () => '/.well-known/oauth-authorization-server',
  getJwks: () => '/.well-known/jwks.json',
  getHealth: () => '/health',
  getAccount: () => '/v1/me',
  listCustomers: () => '/v1/customers',
  createCustomer: () => '/v1/customers',
  getCustomer: ({ customerId }: { customerId: string }) => `/v1/customers/${customerId}`,
  updateCustomer: ({ customerId }: { customerId: string }) => `/v1/customers/${customerId}`,
  eraseCustomer: ({ customerId }: { customerId: string }) => `/v1/customers/${customerId}/erase`,
  listProducts: () => '/v1/products',
  createProduct: () => '/v1/products',
  getProduct: ({ productId }: { productId: string }) => `/v1/products/${productId}`,
  updateProduct: ({ productId }: { productId: string }) => `/v1/products/${productId}`,
  listOffers: ({ productId }: { productId: string }) => `/v1/products/${productId}/offers`,
  createOffer: ({ productId }: { productId: string }) => `/v1/products/${productId}/offers`,
  getOffer: ({ offerId }: { offerId: string }) => `/v1/offers/${offerId}`,
  updateOffer: ({ offerId }: { offerId: string }) => `/v1/offers/${offerId}`,
  archiveOffer: ({ offerId }: { offerId: string }) => `/v1/offers/${offerId}/archive`,
  listCheckouts: () => '/v1/checkouts',
  createCheckout: () => '/v1/checkouts',
  getCheckout: ({ checkoutId }: { checkoutId: string }) => `/v1/checkouts/${checkoutId}`,
  cancelCheckout: ({ checkoutId }: { checkoutId: string }) => `/v1/checkouts/${checkoutId}/cancel`,
  sandboxPayCheckout: ({ checkoutId }: { checkoutId: string }) => `/sandbox/checkouts/${checkoutId}/pay`,
  sandboxDeclineCheckout: ({ checkoutId }: { checkoutId: string }) => `/sandbox/checkouts/${checkoutId}/decline`,
  getClock: () => '/sandbox/clock',
  advanceClock: () => '/sandbox/clock/advance',
  getPaymentPage: ({ token }: { token: string }) => `/pay/${token}`,
  actOnPaymentPage: ({ token }: { token: string }) => `/pay/${token}`,
  getPaymentStatus: ({ token }: { token: string }) => `/pay/${token}/status`,
  streamPaymentStatus: ({ token }: { token: string }) => `/pay/${token}/events`,
  receivePixCallback: ({ sellerId }: { sellerId: string }) => `/pix/${sellerId}/pix`,
  receivePixCallbackAtRoot: ({ sellerId }: { sellerId: string }) => `/pix/${sellerId}`,
  getDocs: () => '/docs',
  getContractJson: () => '/openapi.json',
  getContractYaml: () => '/openapi.yaml',
  getMetrics: () => '/metrics',
} as const

/** The scopes that a client can be granted, in the order of the contract. */
export const scopes = [
  "customers:read",
  "customers:write",
  "products:read",
  "products:write",
  "checkouts:read",
  "checkouts:write",
  "all"
] as const
