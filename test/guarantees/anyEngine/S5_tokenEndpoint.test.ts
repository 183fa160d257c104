/** S5: the token endpoint answers as RFC 6749 §5.2 says, whatever is wrong with a request. */
import { mock } from 'node:test'
import assert from 'node:assert/strict'
import type { TestContext } from 'vitest'
import { authenticate } from '../../../domain/auth/accounts.ts'
import { handlers } from '../../../handlers/index.ts'
import {
  assertRefused,
  basic,
  credentialsOf,
  exchangeAt,
  FORM,
  GRANT,
} from '../../support/exchange.ts'
import { control, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const seller = await service.account()
const other = await service.account()
const each = await seller.restrictedTo([
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'checkouts:read',
  'checkouts:write',
])
const reader = await seller.restrictedTo(['customers:read'])
const right = credentialsOf(seller)
const wrong = basic('nobody:nothing')

type Case = { body?: string; authorization?: string | null; type?: string }
type Cases = Record<string, Case>

/**
 * Requests refused with each error, by their fault; the credentials are right unless it says so.
 */
const cases: Record<'invalid_request' | 'unsupported_grant_type' | 'invalid_scope', Cases> = {
  invalid_request: {
    'no body': { body: '' },
    'no grant_type': { body: 'scope=all' },
    'an empty grant_type': { body: 'grant_type=' },
    'grant_type without a value': { body: 'grant_type' },
    'grant_type in capitals': { body: GRANT.toUpperCase() },
    'grant_type twice': { body: `${GRANT}&${GRANT}` },
    'two grant_types': { body: `${GRANT}&grant_type=password` },
    'an empty grant_type and a right one': { body: `grant_type=&${GRANT}` },
    'grant_type twice, one spelt in percents': { body: `${GRANT}&grant%5Ftype=client_credentials` },
    'scope twice': { body: `${GRANT}&scope=all&scope=all` },
    'an empty scope and a right one': { body: `${GRANT}&scope=&scope=all` },
    'an unknown parameter twice': { body: `${GRANT}&x=1&x=2` },
    'an empty name twice': { body: `${GRANT}&=1&=2` },
    'a secret in the body too': { body: `${GRANT}&client_secret=${seller.client_secret}` },
    'a wrong secret in the body too': { body: `${GRANT}&client_secret=x` },
    'an assertion in the body too': { body: `${GRANT}&client_assertion=x` },
    JSON: { body: '{"grant_type":"client_credentials"}', type: 'application/json' },
    'a form that is called JSON': { type: 'application/json' },
    'a form that is called text': { type: 'text/plain' },
    'a form of many parts': { type: 'multipart/form-data; boundary=x' },
    'a longer content type': { type: `${FORM}2` },
    'a content type with something before': { type: `x${FORM}` },
    'two content types': { type: `text/plain, ${FORM}` },
    'no content type': { type: '' },
    'everything wrong': { body: 'grant_type=password', type: 'text/plain', authorization: wrong },
  },
  unsupported_grant_type: Object.fromEntries(
    [
      'password',
      'authorization_code',
      'refresh_token',
      'implicit',
      'Client_Credentials',
      'client_credentials+',
      '+client_credentials',
      'client_credentials%00',
      'client-credentials',
      'client_credentials%20password',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'constructor',
      '__proto__',
      '1',
      '%FF',
    ].flatMap((grant) =>
      [right, wrong].map((authorization) => [
        `${grant} with ${authorization === right ? 'right' : 'wrong'} credentials`,
        { body: `grant_type=${grant}`, authorization },
      ]),
    ),
  ),
  invalid_scope: Object.fromEntries(
    [
      [reader, 'customers:write'],
      [reader, 'customers:read customers:write'],
      [reader, 'all'],
      [each, 'all'],
      [reader, 'CUSTOMERS:READ'],
      [reader, 'customers:read\tcustomers:read'],
      [reader, 'customers:read,products:read'],
      [reader, 'customers:read\n'],
      [seller, 'unknown'],
      [seller, 'all unknown'],
      [seller, 'constructor'],
      [seller, '"all"'],
      [seller, 'all\0'],
      [seller, 'é'],
      [seller, `all ${'x'.repeat(3_000)}`],
    ].map(([client, scope]) => {
      const asked = { scope: scope as string, grant_type: 'client_credentials' }
      const authorization = credentialsOf(client as typeof seller)
      return [
        `${asked.scope} of ${authorization}`,
        { body: new URLSearchParams(asked).toString(), authorization },
      ]
    }),
  ),
}

const { client_id: id, client_secret: secret } = seller

/** Credentials that are none, or of no client; each is refused like the others. */
const credentials = [
  null,
  '',
  'Basic',
  'Basic ',
  'Basic !!!!',
  'Basic ====',
  'Basic =',
  `${right}!`,
  `${right}==A`,
  `${right}====`,
  right.slice(0, -4),
  right.replace('Basic ', 'Basic'),
  right.replace('Basic', 'Basic Basic'),
  `${right}, ${right}`,
  `${right} ${right}`,
  right.replace('Basic', 'Bearer'),
  right.replace('Basic', 'Digest'),
  right.replace('Basic ', 'Basic\t'),
  `Bearer ${seller.token}`,
  `Basic ${id}:${secret}`,
  `Basic ${Buffer.from(`${id}:${secret}`).toString('hex')}`,
  `Basic username="${id}", password="${secret}"`,
  ...[
    '',
    ':',
    '::',
    id,
    secret,
    `${id}:`,
    `:${secret}`,
    `${id}${secret}`,
    `${secret}:${id}`,
    `${id}:${id}`,
    `${id}:${secret} `,
    ` ${id}:${secret}`,
    `${id}:${secret}\n`,
    `${id}:${secret}\0`,
    `${id}:${secret}:`,
    `${id}:x:${secret}`,
    `${id}:${secret.slice(0, -1)}`,
    `${id}:${secret}A`,
    `${id}:${secret.toUpperCase()}`,
    `${id.toUpperCase()}:${secret}`,
    `%zz:${secret}`,
    `${id}:%E0%A4%A`,
    `${id}:%`,
    `${id}%00:${secret}`,
    `é:${secret}`,
    `${id}:${'x'.repeat(5_000)}`,
    `${id}:${other.client_secret}`,
    `${other.client_id}:${secret}`,
    `${seller.seller_id}:${secret}`,
    `' or 1=1 --:${secret}`,
    `__proto__:${secret}`,
    `*:${secret}`,
  ].map(basic),
]

/** Sends every case, and gives their number. */
async function asTheRfcSays(): Promise<number> {
  const spelt = [right, right.replace('Basic', 'BASIC'), right.replace(' ', '  ')]
  for (const authorization of spelt) {
    assert.equal((await exchangeAt(service, GRANT, { authorization })).status, 200)
  }
  let count = 0
  for (const [error, ofError] of Object.entries(cases)) {
    for (const [what, { body = GRANT, authorization = right, type }] of Object.entries(ofError)) {
      const options = {
        ...(authorization !== null && { authorization }),
        ...(type !== undefined && { type }),
      }
      assertRefused(await exchangeAt(service, body, options), [400, error], what)
      count++
    }
  }
  const answers = []
  for (const authorization of credentials) {
    const options = authorization === null ? {} : { authorization }
    answers.push(await exchangeAt(service, `${GRANT}&scope=unknown`, options))
  }
  answers.push(await exchangeAt(service, `${GRANT}&client_id=${id}&client_secret=${secret}`))
  for (const [i, answer] of answers.entries()) {
    assertRefused(answer, [401, 'invalid_client'], credentials[i] ?? 'none')
    assert.deepEqual(answer.body, answers[0]?.body)
  }
  return count + answers.length
}

property('S5', async () => {
  const count = await asTheRfcSays()
  assert.ok(count >= 40)
  return `${count} of ${count} cases as the RFC says`
})

/** Changes what the token endpoint answers. */
function answerBy(
  t: TestContext,
  handler: (
    input: Parameters<typeof handlers.issueToken>[0],
    own: typeof handlers.issueToken,
  ) => ReturnType<typeof handlers.issueToken>,
): void {
  const own = handlers.issueToken
  const changed = (input: Parameters<typeof own>[0]) => handler(input, own)
  mock.method(handlers, 'issueToken', changed)
  t.onTestFinished(() => mock.restoreAll())
}

control('S5', 'a 401 names no scheme', async (t) => {
  answerBy(t, async (input, own) => {
    try {
      return await own(input)
    } catch (error) {
      delete (error as { headers: Record<string, string> }).headers['WWW-Authenticate']
      throw error
    }
  })
  await asTheRfcSays()
})

control('S5', 'a secret in the body is taken', async (t) => {
  answerBy(t, async (input, own) => {
    const { client_id, client_secret } = input.body as Record<string, string>
    if (client_id === undefined || client_secret === undefined) return own(input)
    const client = await authenticate(input.db, { client_id, client_secret, now: input.now })
    const authorization = client ? right : wrong
    const { client_secret: _, ...body } = input.body
    return own({ ...input, body, headers: { ...input.headers, authorization } })
  })
  await asTheRfcSays()
})

control('S5', 'the scope that a client lacks is left out instead of refused', async (t) => {
  answerBy(t, (input, own) => {
    const { scope: _, ...body } = input.body
    return own({ ...input, body })
  })
  await asTheRfcSays()
})
