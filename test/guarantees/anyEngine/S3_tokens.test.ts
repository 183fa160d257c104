/** Tokens that this service did not issue, or not like that, open nothing. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { compactVerify, createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import type { TestContext } from 'vitest'
import { verifiedPayload } from '../../../domain/auth/jose.ts'
import type { Claims } from '../../../domain/auth/tokens.ts'
import { control, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import { Forger, forgeriesOf } from '../support/forgeries.ts'

const secretKey = randomBytes(32)
const service = await startService({ secretKey })
const account = await service.account()
const other = await service.account()
const forger = await Forger.of(account, secretKey)
const forgeries = forgeriesOf(forger, other)

const me = (token: string) => service.request<'Account'>('GET', '/v1/me', { token })

/** Asserts that each forgery is refused, and that its original is not. */
async function assertRefused(): Promise<number> {
  for (const token of [account.token, forger.forge({}), forger.withClaims({ scope: '' })]) {
    assert.equal((await me(token)).status, 200)
  }
  for (const [what, token] of Object.entries(forgeries)) {
    assert.notEqual(token, account.token, what)
    const { status, headers, body, text } = await me(token)
    const { type, code, param, request_id } = body.error ?? {}
    const expected = [401, 'authentication_error', 'invalid_access_token', undefined]
    assert.deepEqual([status, type, code, param], expected, `${what}: ${text}`)
    assert.equal(request_id, headers.get('x-request-id'))
    const challenge = 'Bearer realm="balcao", error="invalid_token"'
    assert.equal(headers.get('www-authenticate'), challenge, what)
  }
  return Object.keys(forgeries).length
}

property('S3', async () => {
  const count = await assertRefused()
  assert.ok(count >= 60)
  return `${count} of ${count} forged tokens refused, each with 401 and its challenge`
})

type Verify = (token: string) => Promise<Claims | undefined>

/** Puts another verifier in the place of the service's. */
function verifyBy(t: TestContext, verify: Verify): void {
  const verifier = (token: string) => verify(token).catch(() => undefined)
  mock.method(service.service.tokens, 'verify', verifier)
  t.onTestFinished(() => mock.restoreAll())
}

const published = async () =>
  createLocalJWKSet({ keys: await service.service.keys.published(service.clock.now()) })

control('S3', 'signatures are not looked at', async (t) => {
  verifyBy(t, async (token) => decodeJwt<Claims>(token))
  await assertRefused()
})

control('S3', 'the claims are not looked at', async (t) => {
  verifyBy(t, async (token) => {
    const { payload } = await compactVerify(token, await published(), { algorithms: ['RS256'] })
    return JSON.parse(Buffer.from(payload).toString()) as Claims
  })
  await assertRefused()
})

control('S3', 'a library alone looks at tokens', async (t) => {
  verifyBy(t, async (token) => {
    const options = {
      issuer: service.url,
      audience: service.url,
      subject: account.client_id,
      typ: 'at+jwt',
      algorithms: ['RS256'],
      requiredClaims: Object.keys(forger.claims),
      currentDate: service.clock.now(),
    }
    return (await jwtVerify<Claims>(token, await published(), options)).payload
  })
  await assertRefused()
})

control('S3', "the service's own library alone looks at tokens", async (t) => {
  const { keys } = service.service
  verifyBy(t, async (token) => {
    const { key } = await keys.signing(service.clock.now())
    const claims = JSON.parse((await verifiedPayload(token, key)) ?? 'null') as Claims | null
    const { iss, aud, sub, exp } = claims ?? {}
    const isInForce = Number(exp) * 1_000 > service.clock.now().getTime()
    const isOurs = iss === service.url && aud === service.url && sub === account.client_id
    return claims && isOurs && isInForce ? claims : undefined
  })
  await assertRefused()
})
