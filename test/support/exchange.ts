/** Requests to the token endpoint, as they are written on the wire. */
import assert from 'node:assert/strict'
import type { components } from '../../generated/types.ts'
import type { TestAccount, TestService } from './service.ts'

type Schemas = components['schemas']

export const FORM = 'application/x-www-form-urlencoded'
export const GRANT = 'grant_type=client_credentials'

export const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

export const credentialsOf = ({ client_id, client_secret }: TestAccount): string =>
  basic(`${client_id}:${client_secret}`)

export type Exchange = { authorization?: string; type?: string }

export async function exchangeAt(
  on: TestService,
  raw: string,
  { authorization, type = FORM }: Exchange = {},
) {
  const given = { 'content-type': type, ...(authorization !== undefined && { authorization }) }
  const answer = await on.request('POST', '/oauth/token', { headers: given, raw })
  const body = JSON.parse(answer.text) as Schemas['Token'] & Schemas['OAuthError']
  return { ...answer, body }
}

export type Exchanged = Awaited<ReturnType<typeof exchangeAt>>

/**
 * RFC 6749 §5.2: the two fields, of which the description is ASCII without `"` and `\`, not to be
 * stored, and with 401 the scheme that would have done.
 */
export function assertRefused(
  { status, headers, body }: Exchanged,
  expected: [status: number, error: string],
  what = '',
): void {
  assert.deepEqual([status, body.error], expected, what)
  assert.deepEqual(Object.keys(body), ['error', 'error_description'], what)
  assert.match(body.error_description, /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/, what)
  assert.match(headers.get('content-type') ?? '', /^application\/json(;|$)/, what)
  assert.equal(headers.get('cache-control'), 'no-store', what)
  assert.match(headers.get('x-request-id') ?? '', /./, what)
  const challenge = headers.get('www-authenticate')
  if (status === 401) assert.match(challenge ?? '', /^Basic realm="/, what)
  else assert.equal(challenge, null, what)
}
