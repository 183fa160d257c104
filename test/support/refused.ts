/** The shape of every refused request's answer. */
import assert from 'node:assert/strict'
import type { Answer } from './service.ts'

/** Status and type of each code, as the specification's tables have them. */
const refusals = {
  invalid_request: [400, 'invalid_request_error'],
  invalid_cursor: [400, 'invalid_request_error'],
  invalid_customer_name: [400, 'invalid_request_error'],
  invalid_customer_id: [400, 'invalid_request_error'],
  invalid_product_name: [400, 'invalid_request_error'],
  invalid_product_id: [400, 'invalid_request_error'],
  invalid_offer_name: [400, 'invalid_request_error'],
  invalid_offer_id: [400, 'invalid_request_error'],
  invalid_compare_at_amount: [400, 'invalid_request_error'],
  billing_interval_required: [400, 'invalid_request_error'],
  invalid_one_time_billing: [400, 'invalid_request_error'],
  invalid_checkout_id: [400, 'invalid_request_error'],
  invalid_payment_link_id: [400, 'invalid_request_error'],
  invalid_logo: [400, 'invalid_request_error'],
  invalid_event_id: [400, 'invalid_request_error'],
  invalid_payment_id: [400, 'invalid_request_error'],
  invalid_refund_id: [400, 'invalid_request_error'],
  invalid_api_client_id: [400, 'invalid_request_error'],
  invalid_api_client_name: [400, 'invalid_request_error'],
  invalid_webhook_endpoint_id: [400, 'invalid_request_error'],
  invalid_webhook_url: [400, 'invalid_request_error'],
  invalid_user_id: [400, 'invalid_request_error'],
  invalid_passkey_id: [400, 'invalid_request_error'],
  invalid_bank_address: [400, 'invalid_request_error'],
  invalid_certificate: [400, 'invalid_request_error'],
  certificate_mismatch: [400, 'invalid_request_error'],
  invalid_pkcs12: [400, 'invalid_request_error'],
  unknown_bank_profile: [400, 'invalid_request_error'],
  invalid_profile_value: [400, 'invalid_request_error'],
  invalid_external_id: [400, 'invalid_request_error'],
  invalid_success_url: [400, 'invalid_request_error'],
  invalid_cancel_url: [400, 'invalid_request_error'],
  invalid_cancel_at: [400, 'invalid_request_error'],
  invalid_cart_amount: [400, 'invalid_request_error'],
  recurring_checkout_not_supported: [400, 'invalid_request_error'],
  invalid_access_token: [401, 'authentication_error'],
  insufficient_scope: [403, 'authorization_error'],
  customer_not_found: [404, 'not_found_error'],
  product_not_found: [404, 'not_found_error'],
  offer_not_found: [404, 'not_found_error'],
  checkout_not_found: [404, 'not_found_error'],
  payment_link_not_found: [404, 'not_found_error'],
  logo_not_found: [404, 'not_found_error'],
  event_not_found: [404, 'not_found_error'],
  payment_not_found: [404, 'not_found_error'],
  refund_not_found: [404, 'not_found_error'],
  api_client_not_found: [404, 'not_found_error'],
  webhook_endpoint_not_found: [404, 'not_found_error'],
  user_not_found: [404, 'not_found_error'],
  passkey_not_found: [404, 'not_found_error'],
  user_already_exists: [409, 'conflict_error'],
  user_limit_reached: [409, 'conflict_error'],
  last_owner: [409, 'conflict_error'],
  api_client_revoked: [409, 'conflict_error'],
  api_client_limit_reached: [409, 'conflict_error'],
  webhook_endpoint_limit_reached: [409, 'conflict_error'],
  customer_email_already_exists: [409, 'conflict_error'],
  checkout_external_id_already_exists: [409, 'conflict_error'],
  checkout_not_open: [409, 'conflict_error'],
  refund_external_id_already_exists: [409, 'conflict_error'],
  payment_not_refundable: [409, 'conflict_error'],
  refund_window_closed: [409, 'conflict_error'],
  refund_amount_exceeds_payment: [409, 'conflict_error'],
  bank_not_connected: [409, 'conflict_error'],
  bank_connection_limit_reached: [409, 'conflict_error'],
  bank_refused: [409, 'conflict_error'],
  bank_unavailable: [409, 'conflict_error'],
  default_offer_cannot_be_disabled: [409, 'conflict_error'],
  inactive_offer_cannot_be_default: [409, 'conflict_error'],
  request_too_large: [413, 'invalid_request_error'],
} as const

/** The conflicts that name the object in the way. */
const naming = /^(customer_email|checkout_external_id)_already_exists$/

export type RefusalCode = keyof typeof refusals

/**
 * Asserts that the answer is the specification's error object with this code, the status and the
 * type that belong to it, a message, and the id of the request.
 *
 * @param param the field at fault; omitted means that the answer must not have one
 */
export function assertRefused(answer: Answer<unknown>, code: RefusalCode, param?: string): void {
  const [status, type] = refusals[code]
  const { error } = answer.body
  assert.ok(error, `expected ${code}, got ${answer.status}: ${answer.text}`)
  const { message, request_id, existing_id, ...rest } = error
  const named = param === undefined ? {} : { param }
  assert.deepEqual(
    { status: answer.status, ...rest },
    { status, type, code, ...named },
    answer.text,
  )
  assert.equal(existing_id !== undefined, naming.test(code), answer.text)
  assert.match(message, /\S/)
  assert.equal(request_id, answer.headers.get('x-request-id'))
  assert.deepEqual(Object.keys(answer.body), ['error'])
}
