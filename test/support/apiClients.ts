/** API clients that are managed through the API, as several tests need them. */
import assert from 'node:assert/strict'
import type { Scope } from '../../domain/identity/scopes.ts'
import type { Answer, TestAccount, TestService } from './service.ts'

/** Everything that `all` contains, and the right to manage clients. */
export const manager: Scope[] = [
  'all',
  'account:read',
  'account:write',
  'subscriptions:read',
  'subscriptions:write',
]

/** True while a token is accepted. */
export const holds = async (on: TestService, token: string): Promise<boolean> => {
  const { status } = await on.request('GET', '/v1/me', { token })
  assert.ok(status === 200 || status === 401)
  return status === 200
}

/** True while a secret gets tokens. */
export async function getsTokens(
  { on }: TestAccount,
  client: { client_id: string },
  secret: string | undefined,
): Promise<boolean> {
  const { status } = await on.requestToken(client.client_id, secret ?? '')
  assert.ok(status === 200 || status === 401)
  return status === 200
}

/** Asserts a 403 that names the scopes which the caller would need. */
export function assertLacks(answer: Answer<unknown>, scopes: string[], param?: string): void {
  const { error } = answer.body
  assert.deepEqual([answer.status, error?.code], [403, 'insufficient_scope'], answer.text)
  assert.equal(error?.param, param)
  assert.equal(
    answer.headers.get('www-authenticate'),
    `Bearer realm="balcao", error="insufficient_scope", scope="${scopes.join(' ')}"`,
  )
}
