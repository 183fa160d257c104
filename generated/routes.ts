// Made from openapi.yaml by `npm run generate`; edits here are lost.

/** A path of the contract: its operations by method, and its parameters in order. */
export type Route = {
  readonly operations: Readonly<Record<string, string>>
  readonly parameters: readonly string[]
}

/** Successors at one place of a path: literal segments, which win over a parameter. */
export type Segment = {
  readonly literals: ReadonlyMap<string, Segment>
  readonly parameter?: Segment
  readonly route?: Route
}

/** The paths without parameters. */
export const exact: ReadonlyMap<string, Route> = new Map([
["/oauth/token", { operations: { POST: "issueToken" }, parameters: [] }],
["/.well-known/oauth-authorization-server", { operations: { GET: "getAuthorizationServerMetadata" }, parameters: [] }],
["/.well-known/jwks.json", { operations: { GET: "getJwks" }, parameters: [] }],
["/health", { operations: { GET: "getHealth" }, parameters: [] }],
["/v1/me", { operations: { GET: "getAccount" }, parameters: [] }],
["/v1/bank_connection", { operations: { GET: "getBankConnection", PUT: "connectBank", DELETE: "disconnectBank" }, parameters: [] }],
["/v1/bank_connection/test", { operations: { POST: "testBankConnection" }, parameters: [] }],
["/v1/bank_profiles", { operations: { GET: "listBankProfiles" }, parameters: [] }],
["/v1/customers", { operations: { GET: "listCustomers", POST: "createCustomer" }, parameters: [] }],
["/v1/customers/export", { operations: { GET: "exportCustomers" }, parameters: [] }],
["/v1/products", { operations: { GET: "listProducts", POST: "createProduct" }, parameters: [] }],
["/v1/products/export", { operations: { GET: "exportProducts" }, parameters: [] }],
["/v1/checkouts", { operations: { GET: "listCheckouts", POST: "createCheckout" }, parameters: [] }],
["/v1/cart_checkouts", { operations: { POST: "createCartCheckout" }, parameters: [] }],
["/v1/payment_links", { operations: { GET: "listPaymentLinks", POST: "createPaymentLink" }, parameters: [] }],
["/v1/settings", { operations: { GET: "getSettings", PATCH: "updateSettings" }, parameters: [] }],
["/v1/settings/logo", { operations: { PUT: "setLogo", DELETE: "deleteLogo" }, parameters: [] }],
["/v1/api_clients", { operations: { GET: "listApiClients", POST: "createApiClient" }, parameters: [] }],
["/v1/users", { operations: { GET: "listUsers", POST: "inviteUser" }, parameters: [] }],
["/v1/access", { operations: { GET: "listAccess" }, parameters: [] }],
["/v1/emails", { operations: { GET: "listEmails" }, parameters: [] }],
["/v1/webhook_endpoints", { operations: { GET: "listWebhookEndpoints", POST: "createWebhookEndpoint" }, parameters: [] }],
["/v1/webhook_deliveries", { operations: { GET: "listWebhookDeliveries" }, parameters: [] }],
["/v1/audit_events", { operations: { GET: "listAuditEvents" }, parameters: [] }],
["/v1/events", { operations: { GET: "listEvents" }, parameters: [] }],
["/v1/payments", { operations: { GET: "listPayments" }, parameters: [] }],
["/v1/search", { operations: { GET: "search" }, parameters: [] }],
["/v1/daily_totals", { operations: { GET: "listDailyTotals" }, parameters: [] }],
["/v1/statement_entries", { operations: { GET: "listStatementEntries" }, parameters: [] }],
["/v1/statement_entries/export", { operations: { GET: "exportStatementEntries" }, parameters: [] }],
["/v1/refunds", { operations: { GET: "listRefunds" }, parameters: [] }],
["/v1/refunds/export", { operations: { GET: "exportRefunds" }, parameters: [] }],
["/v1/subscriptions", { operations: { GET: "listSubscriptions", POST: "createSubscription" }, parameters: [] }],
["/v1/invoices", { operations: { GET: "listInvoices" }, parameters: [] }],
["/sandbox/clock", { operations: { GET: "getClock" }, parameters: [] }],
["/sandbox/clock/advance", { operations: { POST: "advanceClock" }, parameters: [] }],
["/docs", { operations: { GET: "getDocs" }, parameters: [] }],
["/openapi.json", { operations: { GET: "getContractJson" }, parameters: [] }],
["/openapi.yaml", { operations: { GET: "getContractYaml" }, parameters: [] }],
["/metrics", { operations: { GET: "getMetrics" }, parameters: [] }],])

/** The paths with parameters, segment by segment. */
export const tree: Segment = { literals: new Map([
["webhooks", { literals: new Map([]), parameter: { literals: new Map([
["jwks.json", { literals: new Map([]), route: { operations: { GET: "getWebhookJwks" }, parameters: ["sellerId"] } }],]) } }],
["v1", { literals: new Map([
["customers", { literals: new Map([]), parameter: { literals: new Map([
["erase", { literals: new Map([]), route: { operations: { POST: "eraseCustomer" }, parameters: ["customerId"] } }],]), route: { operations: { GET: "getCustomer", PATCH: "updateCustomer" }, parameters: ["customerId"] } } }],
["products", { literals: new Map([]), parameter: { literals: new Map([
["offers", { literals: new Map([]), route: { operations: { GET: "listOffers", POST: "createOffer" }, parameters: ["productId"] } }],]), route: { operations: { GET: "getProduct", PATCH: "updateProduct" }, parameters: ["productId"] } } }],
["offers", { literals: new Map([]), parameter: { literals: new Map([
["archive", { literals: new Map([]), route: { operations: { POST: "archiveOffer" }, parameters: ["offerId"] } }],]), route: { operations: { GET: "getOffer", PATCH: "updateOffer" }, parameters: ["offerId"] } } }],
["checkouts", { literals: new Map([]), parameter: { literals: new Map([
["page", { literals: new Map([]), route: { operations: { GET: "getCheckoutPage" }, parameters: ["checkoutId"] } }],
["pix", { literals: new Map([]), route: { operations: { GET: "getCheckoutPix" }, parameters: ["checkoutId"] } }],
["cancel", { literals: new Map([]), route: { operations: { POST: "cancelCheckout" }, parameters: ["checkoutId"] } }],]), route: { operations: { GET: "getCheckout" }, parameters: ["checkoutId"] } } }],
["payment_links", { literals: new Map([]), parameter: { literals: new Map([]), route: { operations: { GET: "getPaymentLink", PATCH: "updatePaymentLink" }, parameters: ["paymentLinkId"] } } }],
["api_clients", { literals: new Map([]), parameter: { literals: new Map([
["rotate_secret", { literals: new Map([]), route: { operations: { POST: "rotateApiClientSecret" }, parameters: ["apiClientId"] } }],
["revoke", { literals: new Map([]), route: { operations: { POST: "revokeApiClient" }, parameters: ["apiClientId"] } }],]), route: { operations: { GET: "getApiClient", PATCH: "updateApiClient" }, parameters: ["apiClientId"] } } }],
["users", { literals: new Map([]), parameter: { literals: new Map([
["passkeys", { literals: new Map([]), parameter: { literals: new Map([]), route: { operations: { DELETE: "deleteUserPasskey" }, parameters: ["userId","passkeyId"] } } }],
["end_sessions", { literals: new Map([]), route: { operations: { POST: "endUserSessions" }, parameters: ["userId"] } }],]), route: { operations: { GET: "getUser", DELETE: "removeUser", PATCH: "updateUser" }, parameters: ["userId"] } } }],
["webhook_endpoints", { literals: new Map([]), parameter: { literals: new Map([
["rotate_secret", { literals: new Map([]), route: { operations: { POST: "rotateWebhookEndpointSecret" }, parameters: ["webhookEndpointId"] } }],
["test", { literals: new Map([]), route: { operations: { POST: "testWebhookEndpoint" }, parameters: ["webhookEndpointId"] } }],]), route: { operations: { GET: "getWebhookEndpoint", DELETE: "deleteWebhookEndpoint", PATCH: "updateWebhookEndpoint" }, parameters: ["webhookEndpointId"] } } }],
["events", { literals: new Map([]), parameter: { literals: new Map([]), route: { operations: { GET: "getEvent" }, parameters: ["eventId"] } } }],
["payments", { literals: new Map([]), parameter: { literals: new Map([
["refunds", { literals: new Map([]), route: { operations: { POST: "createRefund" }, parameters: ["paymentId"] } }],]), route: { operations: { GET: "getPayment" }, parameters: ["paymentId"] } } }],
["refunds", { literals: new Map([]), parameter: { literals: new Map([]), route: { operations: { GET: "getRefund" }, parameters: ["refundId"] } } }],
["subscriptions", { literals: new Map([]), parameter: { literals: new Map([
["code", { literals: new Map([]), route: { operations: { GET: "getSubscriptionCode" }, parameters: ["subscriptionId"] } }],
["cancel", { literals: new Map([]), route: { operations: { POST: "cancelSubscription" }, parameters: ["subscriptionId"] } }],]), route: { operations: { GET: "getSubscription" }, parameters: ["subscriptionId"] } } }],
["invoices", { literals: new Map([]), parameter: { literals: new Map([
["void", { literals: new Map([]), route: { operations: { POST: "voidInvoice" }, parameters: ["invoiceId"] } }],]), route: { operations: { GET: "getInvoice", PATCH: "updateInvoice" }, parameters: ["invoiceId"] } } }],]) }],
["sandbox", { literals: new Map([
["checkouts", { literals: new Map([]), parameter: { literals: new Map([
["pay", { literals: new Map([]), route: { operations: { POST: "sandboxPayCheckout" }, parameters: ["checkoutId"] } }],
["decline", { literals: new Map([]), route: { operations: { POST: "sandboxDeclineCheckout" }, parameters: ["checkoutId"] } }],
["expire", { literals: new Map([]), route: { operations: { POST: "sandboxExpireCheckout" }, parameters: ["checkoutId"] } }],]) } }],
["payments", { literals: new Map([]), parameter: { literals: new Map([
["reverse", { literals: new Map([]), route: { operations: { POST: "sandboxReversePayment" }, parameters: ["paymentId"] } }],]) } }],
["subscriptions", { literals: new Map([]), parameter: { literals: new Map([
["authorize", { literals: new Map([]), route: { operations: { POST: "sandboxAuthorizeSubscription" }, parameters: ["subscriptionId"] } }],
["refuse", { literals: new Map([]), route: { operations: { POST: "sandboxRefuseSubscription" }, parameters: ["subscriptionId"] } }],
["revoke", { literals: new Map([]), route: { operations: { POST: "sandboxRevokeSubscription" }, parameters: ["subscriptionId"] } }],]) } }],
["invoices", { literals: new Map([]), parameter: { literals: new Map([
["pay", { literals: new Map([]), route: { operations: { POST: "sandboxPayInvoice" }, parameters: ["invoiceId"] } }],
["fail", { literals: new Map([]), route: { operations: { POST: "sandboxFailInvoice" }, parameters: ["invoiceId"] } }],]) } }],]) }],
["pay", { literals: new Map([]), parameter: { literals: new Map([
["status", { literals: new Map([]), route: { operations: { GET: "getPaymentStatus" }, parameters: ["token"] } }],
["events", { literals: new Map([]), route: { operations: { GET: "streamPaymentStatus" }, parameters: ["token"] } }],]), route: { operations: { GET: "getPaymentPage", POST: "actOnPaymentPage" }, parameters: ["token"] } } }],
["logos", { literals: new Map([]), parameter: { literals: new Map([]), parameter: { literals: new Map([]), route: { operations: { GET: "getLogo" }, parameters: ["sellerId","logoId"] } } } }],
["l", { literals: new Map([]), parameter: { literals: new Map([]), route: { operations: { GET: "getPaymentLinkPage", POST: "openPaymentLink" }, parameters: ["token"] } } }],
["subscribe", { literals: new Map([]), parameter: { literals: new Map([]), route: { operations: { GET: "getSubscriptionPage", POST: "actOnSubscriptionPage" }, parameters: ["token"] } } }],
["pix", { literals: new Map([]), parameter: { literals: new Map([
["pix", { literals: new Map([]), route: { operations: { POST: "receivePixCallback" }, parameters: ["sellerId"] } }],
["rec", { literals: new Map([]), route: { operations: { POST: "receiveMandateCallback" }, parameters: ["sellerId"] } }],
["cobr", { literals: new Map([]), route: { operations: { POST: "receiveRecurringChargeCallback" }, parameters: ["sellerId"] } }],]), route: { operations: { POST: "receivePixCallbackAtRoot" }, parameters: ["sellerId"] } } }],]) }
