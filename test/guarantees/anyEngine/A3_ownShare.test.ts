/** A3: a caller's share is not spent by one that merely names it, or comes beside it. */
import assert from 'node:assert/strict'
import { rotateSecret } from '../../../domain/access/clients.ts'
import { basic, FORM, GRANT } from '../../support/exchange.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount, TestService } from '../../support/service.ts'
import { Wire } from '../support/wire.ts'
import type { WireRequest } from '../support/wire.ts'

const RATE = 12
const GUESSES = 10
const STRANGER = '127.0.0.3'

/** Each kind of spender sends one request after the other on so many connections. */
const CONNECTIONS = long ? 40 : 4
const OWN_REQUESTS = long ? 2_000 : 14

/** Few places, so that spenders would leave none if they shared them. */
const PLACES = 40

const bearer = (token: string): [string, string] => ['Authorization', `Bearer ${token}`]

const reading = (path: string, ...headers: [string, string][]): WireRequest => ({
  method: 'GET',
  path,
  headers,
})

const exchanging = (id: string, secret: string): WireRequest => ({
  method: 'POST',
  path: '/oauth/token',
  headers: [
    ['Content-Type', FORM],
    ['Authorization', basic(`${id}:${secret}`)],
  ],
  body: GRANT,
})

/** The service, the owner of what is spent, a token of its that has ended, and another seller. */
type World = { service: TestService; owner: TestAccount; ended: string; other: TestAccount }

/** The request that each kind of spender sends, over and over. */
const spenders: Record<string, (world: World, i: number) => WireRequest> = {
  'tokens that have ended': ({ ended }) => reading('/v1/customers', bearer(ended)),
  'tokens that were never issued': ({ owner }, i) =>
    reading('/v1/me', bearer(`${owner.token.slice(0, -6)}${100_000 + i}`)),
  'wrong secrets of the client': ({ owner }, i) => exchanging(owner.client_id, `${i}`),
  'secrets of no client': (_, i) => exchanging(`nobody${i}`, 'x'),
  "another seller's own tokens": ({ other }) => exchanging(other.client_id, other.client_secret),
  "another seller's own requests": ({ other }) => reading('/v1/customers', bearer(other.token)),
  'pages that there are not': (_, i) => reading(`/pay/${'x'.repeat(45)}${100_000 + i}`),
  'callbacks of a seller': ({ owner }) => ({
    method: 'POST',
    path: `/pix/${owner.seller_id}/pix`,
    headers: [['Content-Type', 'application/json']],
    body: '{"pix":[]}',
  }),
}

/** Sends requests of one kind, one after the other, until it is told to stop. */
async function spend(world: World, kind: string, isOver: () => boolean): Promise<number> {
  const wire = new Wire(world.service.url, STRANGER)
  let sent = 0
  while (!isOver()) {
    const request = spenders[kind]?.(world, sent++)
    if (request) await wire.request(request)
  }
  wire.close()
  return sent
}

async function newWorld(): Promise<World> {
  const service = await startService(
    { rateLimit: RATE, authFailureLimit: GUESSES, logLevel: 'error' },
    { maxInFlight: PLACES },
  )
  const first = await service.account()
  const now = service.clock.now()
  const renewed = await rotateSecret(service.db, { name: first.client_id, now })
  assert.ok(renewed)
  const owner = await service.login({ ...first, ...renewed })
  return { service, owner, ended: first.token, other: await service.account() }
}

/** The owner stays below its rate, and each of its requests is answered. */
async function assertOwnerServed(world: World): Promise<string> {
  const { owner, service } = world
  let over = false
  const kinds = Object.keys(spenders).flatMap((kind) =>
    Array.from({ length: CONNECTIONS }, () => kind),
  )
  const spending = Promise.all(kinds.map((kind) => spend(world, kind, () => over)))
  let [window, own] = [0, 0]
  try {
    for (let i = 0; i < OWN_REQUESTS; i++) {
      const { status, headers } =
        i % 10 === 9
          ? await service.requestToken(owner.client_id, owner.client_secret)
          : await owner.get('/v1/customers')
      assert.equal(status, 200, `own request ${i} was answered ${status}`)
      // Half of what is allowed in a second, so that two windows that meet are not too much.
      const left = /r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '')
      if (left && Number(left[1]) < RATE / 2) {
        window++
        await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(left[2])))
      }
      own++
    }
  } finally {
    over = true
  }
  const sent = (await spending).reduce((sum, one) => sum + one)
  assert.ok(sent > kinds.length, 'nothing was spent')
  await service.close()
  return (
    `${own} of ${OWN_REQUESTS} requests of the owner answered in ${window + 1} seconds ` +
    `beside ${sent.toLocaleString('en')} of ${Object.keys(spenders).length} kinds of spenders`
  )
}

property('A3', async () => assertOwnerServed(await newWorld()))

control('A3', 'a token that has ended counts to its client', async () => {
  const world = await newWorld()
  const { tokens, limits } = world.service.service
  const own = tokens.verify.bind(tokens)
  // A former version counted as soon as the signature was good, before anything was asked.
  tokens.verify = async (token, now) => {
    const claims = await own(token, now)
    if (claims && token === world.ended) await limits.request(claims.client_id)
    return claims
  }
  await assertOwnerServed(world)
})

control('A3', 'wrong secrets count to the client that they name', async () => {
  const world = await newWorld()
  const { limits } = world.service.service
  const own = limits.failure.bind(limits)
  limits.failure = async (address) => {
    await limits.request(world.owner.client_id)
    return own(address)
  }
  await assertOwnerServed(world)
})
