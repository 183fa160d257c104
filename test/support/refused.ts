/** The shape of every refused request's answer. */
import assert from 'node:assert/strict'
import type { Code } from '../../contract/apiError.ts'
import { catalogue } from '../../generated/errors.ts'
import type { Answer } from './service.ts'

/** The type of each status, as the specification's table of types has them. */
const types: Partial<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'authorization_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'invalid_request_error',
}

/** The conflicts that name the object in the way. */
const naming = /^(customer_email|(checkout|subscription)_external_id)_already_exists$/

export type RefusalCode = Exclude<Code, `oauth_${string}`>

/**
 * Asserts that the answer is the specification's error object with this code, the status that the
 * contract lists it under, the type of that status, a message, and the id of the request.
 *
 * @param param the field at fault; omitted means that the answer must not have one
 */
export function assertRefused(answer: Answer<unknown>, code: RefusalCode, param?: string): void {
  const { status } = catalogue[code]
  const { error } = answer.body
  assert.ok(error, `expected ${code}, got ${answer.status}: ${answer.text}`)
  const { message, request_id, existing_id, ...rest } = error
  const named = param === undefined ? {} : { param }
  assert.deepEqual(
    { status: answer.status, ...rest },
    { status, type: types[status], code, ...named },
    answer.text,
  )
  assert.equal(existing_id !== undefined, naming.test(code), answer.text)
  assert.match(message, /\S/)
  assert.equal(request_id, answer.headers.get('x-request-id'))
  assert.deepEqual(Object.keys(answer.body), ['error'])
}
