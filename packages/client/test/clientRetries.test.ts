/** The client keeps a token, and repeats what may be repeated, and nothing else. */
import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as immediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { onTestFinished, test, vi } from 'vitest'
import { createBalcaoIn } from '../client.ts'
import { isApiError, NoResponse } from '../index.ts'
import { revoke } from '../../../domain/access/clients.ts'
import { atEnd } from '../../../test/support/atEnd.ts'
import { answer, ClientWorld, lose, refuse } from './clientWorld.ts'
import { startService } from '../../../test/support/service.ts'

const service = await startService()
const TOKEN = '/oauth/token'
const ME = '/v1/me'
const CUSTOMERS = '/v1/customers'

async function start() {
  const world = new ClientWorld()
  const account = await service.account()
  return { world, account, balcao: world.clientOf(account) }
}

const customer = () => ({ name: 'Ana', email: `c${crypto.randomUUID()}@example.com` })

test('a hundred calls at once ask for one token', async () => {
  const { world, balcao } = await start()
  await Promise.all(Array.from({ length: 100 }, () => balcao.getAccount()))
  assert.equal(world.tokens, 1)
  assert.equal(world.sent.length, 101)
})

test('a token serves until a minute before its end, and then is renewed once for all', async () => {
  const { world, balcao } = await start()
  await balcao.getAccount()
  world.timeMs = 839_999
  await balcao.getAccount()
  assert.equal(world.tokens, 1)
  world.timeMs = 840_000
  await Promise.all([balcao.getAccount(), balcao.getAccount()])
  assert.equal(world.tokens, 2)
})

test('a token that the service refuses is renewed once, for however many callers', async () => {
  const { world, balcao } = await start()
  await balcao.getAccount()
  service.clock.advanceMs(901_000)
  await Promise.all(Array.from({ length: 20 }, () => balcao.getAccount()))
  assert.equal(world.tokens, 2)
})

test('a 401 that comes late ends no newer token', async () => {
  const { world, balcao } = await start()
  await balcao.getAccount()
  service.clock.advanceMs(901_000)
  const renewed = Promise.withResolvers<void>()
  world.break(ME, async (request, pass) => {
    const refused = await pass(request)
    await renewed.promise
    return refused
  })
  const late = balcao.getAccount()
  await balcao.getAccount()
  renewed.resolve()
  await late
  assert.equal(world.tokens, 2)
})

test('a second 401 in a row is the answer', async () => {
  const { world, balcao } = await start()
  const body = { error: { type: 'authentication_error', code: 'invalid_access_token' } }
  world.break(ME, answer(401, body), answer(401, body))
  const error = await balcao.getAccount().catch((error: unknown) => error)
  assert.ok(isApiError(error, 'getAccount') && error.code === 'invalid_access_token')
  assert.equal(world.tokens, 2)
  // And the next call begins anew.
  await balcao.getAccount()
})

test('a client that was revoked is told so by the token endpoint, once', async () => {
  const { world, account, balcao } = await start()
  await balcao.getAccount()
  await revoke(service.db, { name: account.client_id, now: service.clock.now() })
  const error = await balcao.getAccount().catch((error: unknown) => error)
  assert.ok(isApiError(error, 'issueToken') && error.code === 'oauth_invalid_client')
  assert.equal(error.status, 401)
  assert.equal(world.tokens, 2)
  assert.deepEqual(world.pausesMs, [])
})

test('a caller who gives up waiting for the token leaves it to the others', async () => {
  const { world, balcao } = await start()
  const impatient = new AbortController()
  const passed = Promise.withResolvers<void>()
  world.break(TOKEN, async (request, pass) => {
    await passed.promise
    return pass(request)
  })
  const [one, other] = [balcao.getAccount({ signal: impatient.signal }), balcao.getAccount()]
  impatient.abort(new Error('enough'))
  await assert.rejects(one, /^Error: enough$/)
  passed.resolve()
  assert.equal((await other).seller.name, 'Loja')
  assert.equal(world.tokens, 1)
})

test('a caller who has given up already sends nothing', async () => {
  const { world, balcao } = await start()
  const signal = AbortSignal.abort(new Error('over'))
  await assert.rejects(balcao.getAccount({ signal }), /^Error: over$/)
  assert.deepEqual(world.sent, [])
})

test('a token that cannot be had once its only caller has given up ends no process', async () => {
  const { world, balcao } = await start()
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const controller = new AbortController()
  const leave = () => {
    controller.abort(new Error('enough'))
    return Promise.reject(new TypeError('fetch failed'))
  }
  world.break(TOKEN, leave, refuse, refuse, refuse, refuse)
  await assert.rejects(balcao.getAccount({ signal: controller.signal }), /^Error: enough$/)
  while (world.tokens < 5) await immediate()
  await immediate()
  assert.deepEqual(unhandled, [])
})

for (const status of [408, 500, 502, 503]) {
  test(`${status} is repeated, with pauses that grow`, async () => {
    const { world, balcao } = await start()
    world.break(ME, answer(status), answer(status), answer(status), answer(status))
    await balcao.getAccount()
    // Three quarters of each, since this world's dice always show one half.
    assert.deepEqual(world.pausesMs, [750, 1500, 3000, 6000])
  })
}

test('no connection is repeated too, and after the fifth attempt nothing is', async () => {
  const { world, balcao } = await start()
  world.break(ME, refuse, refuse, refuse, refuse, refuse)
  const error = await balcao.getAccount().catch((error: unknown) => error)
  assert.ok(error instanceof NoResponse)
  assert.match(error.message, /^getAccount: the service did not answer\.$/)
  assert.match(String(error.cause), /fetch failed/)
  assert.equal(world.sent.filter((line) => line === 'GET /v1/me').length, 5)
})

test('an answer that breaks off is repeated', async () => {
  const { world, balcao } = await start()
  world.break(
    ME,
    () =>
      new Response(
        new ReadableStream({
          start: (stream) => stream.enqueue(new TextEncoder().encode('{"seller":')),
          pull: (stream) => stream.error(new TypeError('terminated')),
        }),
      ),
  )
  assert.equal((await balcao.getAccount()).seller.name, 'Loja')
})

test('503 of the token endpoint is repeated', async () => {
  const { world, balcao } = await start()
  const busy = answer(503, { error: 'temporarily_unavailable' }, { 'retry-after': '1' })
  world.break(TOKEN, busy, busy)
  await balcao.getAccount()
  assert.equal(world.tokens, 3)
  assert.deepEqual(world.pausesMs, [1750, 2500])
})

test('Retry-After is honoured on 503 and 429, as seconds and as a date', async () => {
  const { world, balcao } = await start()
  const date = new Date(Date.now() + 40_000).toUTCString()
  world.break(
    ME,
    answer(503, '', { 'retry-after': '3' }),
    answer(429, '', { 'retry-after': '7' }),
    answer(429, '', { 'retry-after': date }),
    answer(503, '', { 'retry-after': 'soon' }),
  )
  await balcao.getAccount()
  const [first, second, third = 0, fourth] = world.pausesMs
  assert.deepEqual([first, second, fourth], [3750, 8500, 6000])
  assert.ok(third > 33_000 && third <= 43_000, `${third}`)
})

test('who is asked to come back after more than a minute is told so at once', async () => {
  const { world, balcao } = await start()
  const body = { error: { type: 'rate_limit_error', code: 'too_many_requests', message: '' } }
  world.break(ME, answer(429, body, { 'retry-after': '61' }))
  const error = await balcao.getAccount().catch((error: unknown) => error)
  assert.ok(isApiError(error, 'getAccount') && error.code === 'too_many_requests')
  assert.deepEqual(world.pausesMs, [])
})

test('no other 4xx is repeated', async () => {
  const { world, balcao } = await start()
  const path = { offerId: `offer_${crypto.randomUUID()}` }
  await assert.rejects(
    balcao.createProduct({
      body: { name: ' ', default_offer: { amount_minor: 1, currency: 'BRL' } },
    }),
    { code: 'invalid_product_name' },
  )
  await assert.rejects(balcao.getOffer({ path }), { code: 'offer_not_found', status: 404 })
  const body = customer()
  await balcao.createCustomer({ body })
  await assert.rejects(balcao.createCustomer({ body }), { code: 'customer_email_already_exists' })
  assert.equal(world.sent.length, 5)
  assert.deepEqual(world.pausesMs, [])
})

test('a POST whose answer was lost is repeated under its key, and done once', async () => {
  const { world, account, balcao } = await start()
  world.break(CUSTOMERS, lose, answer(500), lose)
  const made = await balcao.createCustomer({ body: customer() })
  const { body: list } = await account.get<'CustomerList'>(CUSTOMERS)
  assert.deepEqual(
    list.data.map(({ id }) => id),
    [made.id],
  )
  const [, key, ...others] = world.keys
  assert.match(key ?? '', /^[0-9a-f-]{36}$/)
  assert.deepEqual(others, [key, key, key])
})

test('each call has a key of its own, unless the caller gives one', async () => {
  const { world, balcao } = await start()
  const body = customer()
  const first = await balcao.createCustomer({ body, idempotencyKey: 'order-7' })
  const again = await balcao.createCustomer({ body, idempotencyKey: 'order-7' })
  assert.equal(again.id, first.id)
  await balcao.createCustomer({ body: customer() })
  await balcao.createCustomer({ body: customer() })
  const [, ...keys] = world.keys
  assert.deepEqual(keys.slice(0, 2), ['order-7', 'order-7'])
  assert.equal(new Set(keys).size, 3)
})

test('a key that is null, as plain JavaScript may have it, is made for each call', async () => {
  const { world, balcao } = await start()
  const idempotencyKey = null as unknown as string
  const body = customer()
  await balcao.createCustomer({ body, idempotencyKey })
  const again = balcao.createCustomer({ body, idempotencyKey })
  await assert.rejects(again, { code: 'customer_email_already_exists' })
  const [, ...keys] = world.keys
  assert.equal(new Set(keys).size, 2)
})

test('a POST that takes no key is repeated only when nothing was done', async () => {
  const { world, account, balcao } = await start()
  const { id } = await account.checkout()
  const pay = `/sandbox/checkouts/${id}/pay`
  world.break(pay, answer(429), answer(500, { error: { code: 'internal_error' } }))
  const call = () => balcao.sandboxPayCheckout({ path: { checkoutId: id } })
  await assert.rejects(call(), { code: 'internal_error' })
  world.break(pay, refuse)
  await assert.rejects(call(), NoResponse)
  assert.equal(world.sent.filter((line) => line === `POST ${pay}`).length, 3)
  assert.equal((await call()).status, 'completed')
})

test('a PATCH, which says what is to be, is repeated', async () => {
  const { world, account, balcao } = await start()
  const { id = '' } = (await account.product()).default_offer ?? {}
  world.break(`/v1/offers/${id}`, lose)
  const offer = await balcao.updateOffer({ path: { offerId: id }, body: { name: 'Natal' } })
  assert.equal(offer.name, 'Natal')
})

test('a DELETE whose answer was lost is repeated, and says that nothing is left', async () => {
  const { world, account, balcao } = await start()
  const { id } = await account.webhookEndpoint({ url: 'http://127.0.0.1:1/' })
  world.break(`/v1/webhook_endpoints/${id}`, lose)
  await assert.rejects(balcao.deleteWebhookEndpoint({ path: { webhookEndpointId: id } }), {
    code: 'webhook_endpoint_not_found',
  })
  world.break('/v1/bank_connection', lose)
  await assert.rejects(balcao.disconnectBank(), { code: 'bank_not_connected' })
})

test('who gives up ends the attempt that is under way', async () => {
  const { world, account, balcao } = await start()
  const { id } = await account.checkout()
  const controller = new AbortController()
  world.break(`/sandbox/checkouts/${id}/pay`, async ({ signal }) => {
    const aborted = once(signal, 'abort')
    controller.abort(new Error('enough'))
    await aborted
    throw signal.reason
  })
  const call = balcao.sandboxPayCheckout({ path: { checkoutId: id }, signal: controller.signal })
  await assert.rejects(call, /^Error: enough$/)
})

test('who gives up ends the call, the pause before the next attempt too', async () => {
  const { world, balcao } = await start()
  const controller = new AbortController()
  world.break(ME, () => {
    controller.abort(new Error('enough'))
    return new Response('', { status: 500 })
  })
  await assert.rejects(balcao.getAccount({ signal: controller.signal }), /^Error: enough$/)
  assert.equal(world.sent.filter((line) => line === 'GET /v1/me').length, 1)
  const over = AbortSignal.abort(new Error('over'))
  await assert.rejects(balcao.getAccount({ signal: over }), /^Error: over$/)
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

for (const part of ['answer', 'body']) {
  test(`a signal ends a call that awaits its ${part}, garbage collected or not`, async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    const server = createServer(({ url }, response) => {
      if (url === TOKEN) response.end('{"access_token":"a","expires_in":900}')
      else asked.resolve(response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(() => server.close().closeAllConnections())
    const { port } = server.address() as AddressInfo
    const options = { baseUrl: `http://127.0.0.1:${port}`, clientId: 'a', clientSecret: 'b' }
    const balcao = createBalcaoIn(new ClientWorld(), options)
    const controller = new AbortController()
    let error: unknown
    const ended = balcao.getAccount({ signal: controller.signal }).catch((reason: unknown) => {
      error = reason
    })
    const response = await asked.promise
    if (part !== 'answer') response.write('{')
    for (let i = 0; i < 10; i++) {
      await immediate()
      collectGarbage()
    }
    controller.abort(new Error('enough'))
    await immediate()
    assert.match(String(error), /^Error: enough$/)
    await ended
    // And the service need not go on with it.
    if (!response.destroyed) await once(response, 'close')
  })
}

test('an attempt ends after ten seconds, whatever becomes of its request', async () => {
  const { world, balcao } = await start()
  await balcao.getAccount()
  const hang = () => new Promise<Response>(() => undefined)
  world.break(ME, hang, answer(200, { seller: { name: 'Loja' } }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const count = world.sent.length
  const call = balcao.getAccount()
  while (world.sent.length === count) await immediate()
  vi.advanceTimersByTime(9_999)
  await immediate()
  assert.equal(world.sent.length, count + 1)
  vi.advanceTimersByTime(1)
  await immediate()
  assert.equal(world.sent.length, count + 2)
  assert.equal((await call).seller.name, 'Loja')
})

test('a signal of many calls is left without a listener of any', async () => {
  const { balcao } = await start()
  const { signal } = new AbortController()
  for (let i = 0; i < 20; i++) await balcao.getAccount({ signal })
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})
