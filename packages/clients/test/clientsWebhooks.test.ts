/** The clients of all languages believe what the service has sent, and nothing else. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { test } from 'vitest'
import {
  NoResponse,
  UnverifiedWebhook,
  verifyWebhook,
  verifyWebhookByKeys,
  webhookKeys,
} from '../../client/index.ts'
import type { WebhookKeySet } from '../../client/index.ts'
import { makeAuthority, makeServerPair } from '../../bank/certificates.ts'
import type { Pair } from '../../bank/certificates.ts'
import { atEnd } from '../../../test/support/atEnd.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { environmentOf, missing, packageFolder, runScenario } from './clientPackages.ts'
import { answer, startReceiver } from '../../../test/support/receiver.ts'
import { startService } from '../../../test/support/service.ts'

const run = promisify(execFile)
const service = await startService()
const receiver = await startReceiver()
const account = await service.account()
const { secret = '' } = await account.webhookEndpoint({ url: receiver.url })
await account.post(`/sandbox/checkouts/${(await account.checkout()).id}/pay`)
const [sent = assert.fail()] = await receiver.arrived(1)
const address = `${service.url}/webhooks/${account.seller_id}/jwks.json`
const keys = (await (await fetch(address)).json()) as WebhookKeySet

/** Serves the keys as they are, by a certificate that is good for `localhost`. */
async function secureServer(authority: Pair): Promise<number> {
  const server = createServer(await makeServerPair(authority), (_, response) => {
    response.end(JSON.stringify(keys))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close().closeAllConnections())
  return (server.address() as AddressInfo).port
}

const authority = await makeAuthority('An authority that is trusted')
const trustedPort = await secureServer(authority)
const strangePort = await secureServer(await makeAuthority('Another authority'))
const trust = join(temporaryFolder(), 'authority.pem')
writeFileSync(trust, authority.cert)

const broken = await startReceiver(answer(500))
const moved = await startReceiver(answer(307, '', { location: address }))

const id = sent.headers['webhook-id'] ?? ''
const timestamp = sent.headers['webhook-timestamp'] ?? ''
const signature = sent.headers['webhook-signature'] ?? ''
const [v1 = '', v1a = ''] = signature.split(' ')

type Case = {
  what: string
  outcome: string
  /** Node.js is told whom it trusts when it starts. */
  isOfOthers?: true
  body?: string
  headers?: Record<string, string | undefined>
  by?: { secret: string } | { keys: object } | { address: string }
}

const genuine = `payment.succeeded ${id}`
const unverified = 'unverified'

/** Headers of another request, signed by the endpoint's secret. */
function signedAt(secondsFromNow: number, body = sent.body, by = secret) {
  const at = new Date(Date.now() + secondsFromNow * 1000)
  const own = `v1,${new Webhook(by).sign(id, at, body).split(',')[1]}`
  return { 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)), 'webhook-signature': own }
}

const upper = Object.fromEntries(
  ['Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature'].flatMap((name) => [
    [name.toLowerCase(), undefined],
    [name, sent.headers[name.toLowerCase()]],
  ]),
)
const former = `whsec_${randomBytes(32).toString('base64')}`
const wrongV1 = `v1,${randomBytes(32).toString('base64')}`
const wrongV1a = `v1a,${randomBytes(64).toString('base64')}`
const signedBy = (text: string) => ({ 'webhook-signature': text })
const shortSecret = `whsec_${randomBytes(23).toString('base64')}`

/** Each is tried with the secret, and with the keys where nothing else is said. */
const everyWay: Case[] = [
  { what: 'as it came', outcome: genuine },
  { what: 'a second time, for which its id tells', outcome: genuine },
  { what: 'names in capitals', outcome: genuine, headers: upper },
  { what: 'a space more', outcome: unverified, body: `${sent.body} ` },
  { what: 'another id', outcome: unverified, headers: { 'webhook-id': 'evt_other' } },
  { what: 'no id', outcome: unverified, headers: { 'webhook-id': undefined } },
  { what: 'no time', outcome: unverified, headers: { 'webhook-timestamp': undefined } },
  { what: 'no signature', outcome: unverified, headers: { 'webhook-signature': undefined } },
  ...['now', '', `${Number(timestamp) + 1}`, `-${timestamp}`, '9'.repeat(5000)].map((time) => ({
    what: `the time ${time.slice(0, 20)}`,
    outcome: unverified,
    headers: { 'webhook-timestamp': time },
  })),
  ...['v1', 'v1a', 'v1,', 'v1,!!', ', ,', 'v1,é v1a,é', `v2,${v1.slice(3)}`].map((text) => ({
    what: `the signature ${text}`,
    outcome: unverified,
    headers: signedBy(text),
  })),
  {
    what: 'each signature under the version of the other',
    outcome: unverified,
    headers: signedBy(`v1a,${v1.slice(3)} v1,${v1a.slice(4)}`),
  },
  {
    what: 'both behind several that are wrong',
    outcome: genuine,
    headers: signedBy(`${wrongV1} ${wrongV1a} ${wrongV1} ${wrongV1a} ${signature}`),
  },
]

const bySecret: Case[] = [
  { what: 'two minutes old', outcome: genuine, headers: signedAt(-120) },
  { what: 'older than five minutes', outcome: unverified, headers: signedAt(-302) },
  { what: 'of the future', outcome: unverified, headers: signedAt(3600) },
  { what: 'signed, but no JSON', outcome: unverified, body: 'x', headers: signedAt(0, 'x') },
  { what: 'by another secret', outcome: unverified, by: { secret: former } },
  {
    what: 'the former secret during a rotation',
    outcome: genuine,
    headers: {
      ...signedAt(0),
      ...signedBy(
        [secret, former].map((by) => signedAt(0, sent.body, by)['webhook-signature']).join(' '),
      ),
    },
    by: { secret: former },
  },
  ...['', 'whsec_', 'whsec_AA==', 'whsec_!!', shortSecret, `${secret} ${secret}`].map(
    (wrong, i) => ({
      what: `a secret that is none (${i})`,
      outcome: 'wrong argument',
      by: { secret: wrong },
    }),
  ),
]

const byKeys: Case[] = [
  { what: 'a set of other keys', outcome: unverified, by: { keys: otherKeys() } },
  { what: 'a set without keys', outcome: 'wrong argument', by: { keys: { keys: [] } } },
  { what: 'keys of another kind', outcome: 'wrong argument', by: { keys: ofKind({ kty: 'RSA' }) } },
  {
    what: 'keys of another curve',
    outcome: 'wrong argument',
    by: { keys: ofKind({ crv: 'X25519' }) },
  },
  { what: 'a key too short', outcome: 'wrong argument', by: { keys: ofKind({ x: 'AAAA' }) } },
  { what: 'keys that cannot be read', outcome: 'no response', by: { address: broken.url } },
  { what: 'keys that have moved elsewhere', outcome: 'no response', by: { address: moved.url } },
  {
    what: 'keys over TLS',
    outcome: genuine,
    isOfOthers: true,
    by: { address: `https://localhost:${trustedPort}/` },
  },
  {
    what: "keys over TLS by another host's certificate",
    outcome: 'no response',
    by: { address: `https://127.0.0.1:${trustedPort}/` },
  },
  {
    what: 'keys over TLS by an authority that is not trusted',
    outcome: 'no response',
    by: { address: `https://localhost:${strangePort}/` },
  },
  {
    what: 'an address of no server',
    outcome: 'wrong argument',
    by: { address: 'file:///etc/hosts' },
  },
  {
    what: 'more signatures than are tried',
    outcome: unverified,
    headers: signedBy(`${Array(8).fill(wrongV1a).join(' ')} ${v1a}`),
    by: { address },
  },
]

function otherKeys() {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return ofKind({ x })
}

function ofKind(change: object) {
  return { keys: keys.keys.map((key) => ({ ...key, ...change })) }
}

const cases = [
  ...[{ secret }, { keys }, { address }].flatMap((by) => everyWay.map((one) => ({ by, ...one }))),
  ...bySecret.map((one) => ({ by: { secret }, ...one })),
  ...byKeys.map((one) => ({ by: { keys }, ...one })),
].map(({ body = sent.body, headers, ...rest }) => {
  const all = { ...sent.headers, ...headers }
  const own = Object.entries(all).filter(
    ([name, value]) => name.toLowerCase().startsWith('webhook-') && value !== undefined,
  )
  return { ...rest, body, headers: Object.fromEntries(own) as Record<string, string> }
})

async function byTypeScript({ body, headers, by }: (typeof cases)[number]): Promise<string> {
  try {
    const event = await ('secret' in by
      ? verifyWebhook({ body, headers, secret: by.secret })
      : verifyWebhookByKeys({
          body,
          headers,
          keys: 'address' in by ? webhookKeys(by.address) : (by.keys as WebhookKeySet),
        }))
    return `${event.type} ${event.id}`
  } catch (error) {
    if (error instanceof UnverifiedWebhook) return unverified
    if (error instanceof NoResponse) return 'no response'
    if (error instanceof TypeError) return 'wrong argument'
    throw error
  }
}

const wanted = cases.map(({ what, outcome }) => `${what}: ${outcome}`)
const named = (outcomes: string[]) => cases.map(({ what }, i) => `${what}: ${outcomes[i]}`)

const own = cases.filter(({ isOfOthers }) => !isOfOthers)

test('the client in TypeScript believes what was sent, and nothing else', async () => {
  const outcomes = await Promise.all(own.map(byTypeScript))
  assert.deepEqual(
    outcomes.map((outcome, i) => `${own[i]?.what}: ${outcome}`),
    own.map(({ what, outcome }) => `${what}: ${outcome}`),
  )
})

for (const language of ['php', 'python', 'go'] as const) {
  test(`the client in ${language} believes what was sent, and nothing else`, async (t) => {
    const reason = missing(language)
    if (reason) return void t.annotate(reason)
    const webhooks = cases.map(({ body, headers, by }) => ({
      ...by,
      headers,
      body: Buffer.from(body).toString('base64'),
    }))
    const task = { url: service.url, client_id: 'a', client_secret: 'b', steps: [], webhooks }
    const result = (await runScenario(language, task, trust)) as { webhooks: string[] }
    assert.deepEqual(named(result.webhooks), wanted)
  })
}

/** Ed25519's order, which may be added to a scalar without changing what it multiplies. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

function withOrderAdded(own: Buffer): Buffer {
  const scalar = BigInt(`0x${Buffer.from(own.subarray(32)).reverse().toString('hex')}`) + ORDER
  const hex = scalar.toString(16).padStart(64, '0')
  return Buffer.concat([own.subarray(0, 32), Buffer.from(hex, 'hex').reverse()])
}

test("Python's own verification of Ed25519 judges as OpenSSL does", async (t) => {
  const reason = missing('python')
  if (reason) return void t.annotate(reason)
  const judged = Array.from({ length: 12 }, (_, i) => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const content = randomBytes(i)
    const own = sign(null, content, privateKey)
    const { x = '' } = publicKey.export({ format: 'jwk' })
    const changes: [Buffer, Buffer][] = [
      [content, own],
      [Buffer.concat([content, Buffer.from([0])]), own],
      [content, flipped(own, i)],
      [content, flipped(own, 511 - i)],
      [content, withOrderAdded(own)],
      [content, Buffer.concat([own.subarray(0, 32), Buffer.alloc(32)])],
      [content, Buffer.alloc(64, 0xff)],
    ]
    return changes.map(([text, signed]) => ({
      key: Buffer.from(x, 'base64url').toString('hex'),
      content: text.toString('hex'),
      signature: signed.toString('hex'),
      isSigned: verify(null, text, publicKey, signed),
    }))
  }).flat()
  const program = `
import json, sys
from balcao._ed25519 import is_signed
h = bytes.fromhex
def judged(one):
    return is_signed(h(one["key"]), h(one["content"]), h(one["signature"]))
print(json.dumps([judged(one) for one in json.loads(sys.argv[1])]))
# RFC 8032 §5.1.3: no encodings of points beyond the field, and none of x = 0 with a sign.
for number in (2**256 - 1, 2**255 - 19, 1 | 1 << 255):
    assert not is_signed(number.to_bytes(32, "little"), b"", bytes(64)), number
`
  const cwd = packageFolder('python')
  const args = ['-c', program, JSON.stringify(judged)]
  const { stdout } = await run('python3', args, { cwd, env: environmentOf(cwd) })
  assert.deepEqual(
    JSON.parse(stdout),
    judged.map((one) => one.isSigned),
  )
  assert.equal(judged.filter((one) => one.isSigned).length, 12)
})

function flipped(own: Buffer, bit: number): Buffer {
  const changed = Buffer.from(own)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}
