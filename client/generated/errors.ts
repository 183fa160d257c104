// Made from openapi.yaml by `npm run generate`; edits here are lost.

/** Each error code, with its status and type. */
export type Catalogue = {
  oauth_invalid_request: { status: 400; type: 'oauth_error' }
  oauth_unsupported_grant_type: { status: 400; type: 'oauth_error' }
  oauth_invalid_scope: { status: 400; type: 'oauth_error' }
  oauth_invalid_client: { status: 401; type: 'oauth_error' }
  method_not_allowed: { status: 405; type: 'invalid_request_error' }
  request_timeout: { status: 408; type: 'invalid_request_error' }
  request_too_large: { status: 413; type: 'invalid_request_error' }
  oauth_too_many_requests: { status: 429; type: 'oauth_error' }
  headers_too_large: { status: 431; type: 'invalid_request_error' }
  oauth_temporarily_unavailable: { status: 503; type: 'oauth_error' }
  invalid_request: { status: 400; type: 'invalid_request_error' }
  internal_error: { status: 500; type: 'api_error' }
  service_unavailable: { status: 503; type: 'api_error' }
  missing_access_token: { status: 401; type: 'authentication_error' }
  invalid_access_token: { status: 401; type: 'authentication_error' }
  too_many_requests: { status: 429; type: 'rate_limit_error' }
  invalid_cursor: { status: 400; type: 'invalid_request_error' }
  insufficient_scope: { status: 403; type: 'authorization_error' }
  invalid_customer_name: { status: 400; type: 'invalid_request_error' }
  customer_email_already_exists: { status: 409; type: 'conflict_error' }
  idempotency_key_reused: { status: 409; type: 'conflict_error' }
  invalid_customer_id: { status: 400; type: 'invalid_request_error' }
  customer_not_found: { status: 404; type: 'not_found_error' }
  invalid_product_name: { status: 400; type: 'invalid_request_error' }
  invalid_compare_at_amount: { status: 400; type: 'invalid_request_error' }
  billing_interval_required: { status: 400; type: 'invalid_request_error' }
  invalid_one_time_billing: { status: 400; type: 'invalid_request_error' }
  invalid_product_id: { status: 400; type: 'invalid_request_error' }
  product_not_found: { status: 404; type: 'not_found_error' }
  invalid_offer_id: { status: 400; type: 'invalid_request_error' }
  offer_not_found: { status: 404; type: 'not_found_error' }
  invalid_offer_name: { status: 400; type: 'invalid_request_error' }
  default_offer_cannot_be_disabled: { status: 409; type: 'conflict_error' }
  inactive_offer_cannot_be_default: { status: 409; type: 'conflict_error' }
  invalid_external_id: { status: 400; type: 'invalid_request_error' }
  invalid_success_url: { status: 400; type: 'invalid_request_error' }
  invalid_cancel_url: { status: 400; type: 'invalid_request_error' }
  recurring_checkout_not_supported: { status: 400; type: 'invalid_request_error' }
  checkout_external_id_already_exists: { status: 409; type: 'conflict_error' }
  invalid_checkout_id: { status: 400; type: 'invalid_request_error' }
  checkout_not_found: { status: 404; type: 'not_found_error' }
  checkout_not_open: { status: 409; type: 'conflict_error' }
  invalid_event_id: { status: 400; type: 'invalid_request_error' }
  event_not_found: { status: 404; type: 'not_found_error' }
  route_not_found: { status: 404; type: 'not_found_error' }
}

/** The error codes that each operation can answer with. */
export type Codes = {
  issueToken:
    | 'oauth_invalid_request'
    | 'oauth_unsupported_grant_type'
    | 'oauth_invalid_scope'
    | 'oauth_invalid_client'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'request_too_large'
    | 'oauth_too_many_requests'
    | 'headers_too_large'
    | 'oauth_temporarily_unavailable'
  getAccount:
    | 'invalid_request'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  listCustomers:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  createCustomer:
    | 'invalid_request'
    | 'invalid_customer_name'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'customer_email_already_exists'
    | 'idempotency_key_reused'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  getCustomer:
    | 'invalid_request'
    | 'invalid_customer_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'customer_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  listProducts:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  createProduct:
    | 'invalid_request'
    | 'invalid_product_name'
    | 'invalid_compare_at_amount'
    | 'billing_interval_required'
    | 'invalid_one_time_billing'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'idempotency_key_reused'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  getProduct:
    | 'invalid_request'
    | 'invalid_product_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'product_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  listOffers:
    | 'invalid_request'
    | 'invalid_product_id'
    | 'invalid_cursor'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'product_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  createOffer:
    | 'invalid_request'
    | 'invalid_product_id'
    | 'invalid_compare_at_amount'
    | 'billing_interval_required'
    | 'invalid_one_time_billing'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'product_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'idempotency_key_reused'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  getOffer:
    | 'invalid_request'
    | 'invalid_offer_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'offer_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  updateOffer:
    | 'invalid_request'
    | 'invalid_offer_id'
    | 'invalid_offer_name'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'offer_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'default_offer_cannot_be_disabled'
    | 'inactive_offer_cannot_be_default'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  listCheckouts:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'invalid_customer_id'
    | 'invalid_external_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  createCheckout:
    | 'invalid_request'
    | 'invalid_offer_id'
    | 'invalid_customer_id'
    | 'invalid_external_id'
    | 'invalid_success_url'
    | 'invalid_cancel_url'
    | 'recurring_checkout_not_supported'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'offer_not_found'
    | 'customer_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'checkout_external_id_already_exists'
    | 'idempotency_key_reused'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  getCheckout:
    | 'invalid_request'
    | 'invalid_checkout_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'checkout_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  cancelCheckout:
    | 'invalid_request'
    | 'invalid_checkout_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'checkout_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'checkout_not_open'
    | 'idempotency_key_reused'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  listEvents:
    | 'invalid_request'
    | 'invalid_cursor'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  getEvent:
    | 'invalid_request'
    | 'invalid_event_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'event_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  sandboxPayCheckout:
    | 'invalid_request'
    | 'invalid_checkout_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'checkout_not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'checkout_not_open'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  sandboxDeclineCheckout:
    | 'invalid_request'
    | 'invalid_checkout_id'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'insufficient_scope'
    | 'checkout_not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'checkout_not_open'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  getClock:
    | 'invalid_request'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
  advanceClock:
    | 'invalid_request'
    | 'missing_access_token'
    | 'invalid_access_token'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'request_too_large'
    | 'too_many_requests'
    | 'headers_too_large'
    | 'internal_error'
    | 'service_unavailable'
}
