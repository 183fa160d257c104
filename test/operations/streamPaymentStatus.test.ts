import assert from 'node:assert/strict'
import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { mock } from 'node:test'
import { test } from 'vitest'
import type { Transaction } from '../../db/query.ts'
import { changeSellerStatus } from '../../domain/auth/sellers.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import { endedSessions, pageOf, passLifetime } from '../support/sessions.ts'

const service = await startService()

/** A stream that says nothing for this long fails its test, rather than holding up the others. */
const PATIENCE_MS = 20_000

/** Opens a stream; `next` gives the data of the next event, undefined when the stream has ended. */
async function open(url: string, leaving = new AbortController()) {
  const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(PATIENCE_MS)])
  const response = await fetch(`${url}/events`, { signal })
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  assert.ok(chunks)
  let text = ''
  async function next(): Promise<unknown> {
    for (;;) {
      const event = /^data: (.*)\n\n/.exec(text)
      if (event) {
        text = text.slice(event[0].length)
        return JSON.parse(event[1] ?? '')
      }
      text = text.replace(/^:.*\n\n/, '')
      const { done, value } = (await chunks?.read()) ?? { done: true, value: '' }
      if (done) return undefined
      text += value
    }
  }
  return { response, next }
}

const openStatus = (expires_at: string) => ({
  object: 'payment_status',
  status: 'open',
  expires_at,
  code_ready: true,
})

const endedStatus = (status: string, expires_at: string) => ({
  object: 'payment_status',
  status,
  expires_at,
  code_ready: false,
})

test('sends the status at once, as an event that a browser understands', async () => {
  const checkout = await (await service.account()).checkout()
  const leaving = new AbortController()
  const { response, next } = await open(checkout.checkout_url, leaving)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(response.headers.get('x-request-id') ?? '', /./)
  // By default nginx gathers a response, and gives the buyer no event of it.
  assert.equal(response.headers.get('x-accel-buffering'), 'no')
  const { expires_at } = checkout
  assert.deepEqual(await next(), openStatus(expires_at))
  leaving.abort()
})

for (const [action, status] of [
  ['/sandbox/checkouts/ID/pay', 'completed'],
  ['/v1/checkouts/ID/cancel', 'canceled'],
] as const) {
  test(`sends an event when the session is ${status}, and ends`, async () => {
    const seller = await service.account()
    const checkout = await seller.checkout()
    const { next } = await open(checkout.checkout_url)
    const { expires_at } = checkout
    assert.deepEqual(await next(), openStatus(expires_at))
    await seller.post(action.replace('ID', checkout.id))
    assert.deepEqual(await next(), endedStatus(status, expires_at))
    assert.equal(await next(), undefined)
  })
}

test('sends an event when the session expires, and ends', async () => {
  const checkout = await (await service.account()).checkout()
  const { next } = await open(checkout.checkout_url)
  await next()
  passLifetime(service)
  const { expires_at } = checkout
  assert.deepEqual(await next(), endedStatus('expired', expires_at))
  assert.equal(await next(), undefined)
})

test('a stream of an ended session sends the one event and ends', async () => {
  const { sessions } = await endedSessions(service)
  for (const { checkout_url, status, expires_at } of sessions) {
    const { next } = await open(checkout_url)
    assert.deepEqual(await next(), endedStatus(status, expires_at))
    assert.equal(await next(), undefined)
  }
})

test('a decline is no change of the session, and is not sent', async () => {
  const seller = await service.account()
  const { id, checkout_url } = await seller.checkout()
  const { next } = await open(checkout_url)
  await next()
  await seller.post(`/sandbox/checkouts/${id}/decline`)
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  assert.equal(((await next()) as { status: string }).status, 'completed')
})

test('each of several viewers gets the event', async () => {
  const seller = await service.account()
  const { id, checkout_url } = await seller.checkout()
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(checkout_url)))
  await Promise.all(streams.map(({ next }) => next()))
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  for (const { next } of streams) {
    assert.equal(((await next()) as { status: string }).status, 'completed')
    assert.equal(await next(), undefined)
  }
})

test('no viewer gets a code that was withdrawn before it came', async () => {
  const seller = await service.account()
  const { checkout_url, expires_at } = await seller.checkout()
  const { rail } = service.service
  const codeOf = rail.codeOf.bind(rail)
  const polled = Promise.withResolvers<void>()
  let asked = 0
  const mocked = mock.method(rail, 'codeOf', (of: Parameters<typeof codeOf>[0]) => {
    // The first viewer asks for it, and then the first poll.
    if (++asked === 2) polled.resolve()
    return codeOf(of)
  })
  const first = await open(checkout_url)
  assert.deepEqual(await first.next(), openStatus(expires_at))
  await polled.promise
  mocked.mock.restore()
  const { db, clock } = service
  await changeSellerStatus(db, { id: seller.seller_id, status: 'suspended', now: clock.now() })
  const withoutCode = { ...openStatus(expires_at), code_ready: false }
  const second = await open(checkout_url)
  assert.deepEqual(await second.next(), withoutCode)
  assert.deepEqual(await first.next(), withoutCode)
  passLifetime(service)
  for (const { next } of [first, second]) {
    assert.deepEqual(await next(), endedStatus('expired', expires_at))
  }
})

/** Counts the statements that look for a page by its token. */
function countLooks(page: string) {
  const token = page.slice('/pay/'.length)
  const read = service.db.read.bind(service.db)
  const counted = { looks: 0 }
  mock.method(service.db, 'read', (body: () => Transaction<unknown>) => {
    const { done, value } = body().next([])
    const looks = !done && value.definition.name === 'checkout_by_page_token'
    if (looks && value.args['page_token'] === token) counted.looks++
    return read(body)
  })
  return counted
}

test('stops looking when the viewer goes, long before anything is sent', async (t) => {
  t.onTestFinished(() => mock.restoreAll())
  const seller = await service.account()
  const checkout = await seller.checkout()
  const leaving = new AbortController()
  const { next } = await open(checkout.checkout_url, leaving)
  await next()
  leaving.abort()
  const counted = countLooks(pageOf(checkout))
  // Others who are told of a change mark the time: it takes them one look each.
  for (let round = 0; round < 5; round++) {
    const { id, checkout_url } = await seller.checkout()
    const other = await open(checkout_url)
    await other.next()
    await seller.post(`/sandbox/checkouts/${id}/pay`)
    await other.next()
  }
  assert.ok(counted.looks <= 2, `${counted.looks} looks without a reader`)
})

/** Opens streams of a page until one is refused; returns how many there were. */
async function refusedAt(url: string): Promise<number> {
  const leaving = new AbortController()
  // Each is kept: fetch closes the stream of a response that was collected as garbage.
  const streams: Response[] = []
  for (;;) {
    const response = await fetch(`${url}/events`, { signal: leaving.signal })
    if (response.status === 503) {
      assert.equal(response.headers.get('retry-after'), '10')
      await response.text()
      leaving.abort()
      return streams.length
    }
    streams.push(response)
  }
}

test("one link holds ten streams at most, and takes none of another's", async () => {
  const seller = await service.account()
  const [one, other] = [await seller.checkout(), await seller.checkout()]
  assert.equal(await refusedAt(one.checkout_url), 10)
  const { next } = await open(other.checkout_url)
  assert.equal(((await next()) as { status: string }).status, 'open')
  await seller.post(`/sandbox/checkouts/${other.id}/pay`)
  assert.equal(((await next()) as { status: string }).status, 'completed')
})

test('the streams of one session share its looks', async (t) => {
  t.onTestFinished(() => mock.restoreAll())
  const seller = await service.account()
  const checkout = await seller.checkout()
  const streams = await Promise.all(Array.from({ length: 10 }, () => open(checkout.checkout_url)))
  for (const { next } of streams) await next()
  const counted = countLooks(pageOf(checkout))
  const other = await seller.checkout()
  const clock = await open(other.checkout_url)
  await clock.next()
  await seller.post(`/sandbox/checkouts/${other.id}/pay`)
  await clock.next()
  assert.ok(counted.looks <= 2, `${counted.looks} looks`)
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  for (const { next } of streams) {
    assert.equal(((await next()) as { status: string }).status, 'completed')
  }
})

test('a caller who is gone before the answer leaves no stream behind', async (t) => {
  t.onTestFinished(() => mock.restoreAll())
  const checkout = await (await service.account()).checkout()
  const page = pageOf(checkout)
  const read = service.db.read.bind(service.db)
  for (let caller = 0; caller < 12; caller++) {
    const gone = Promise.withResolvers<void>()
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const onRequest = (message: unknown) =>
      (message as { response: ServerResponse }).response.once('close', () => gone.resolve())
    subscribe('http.server.request.start', onRequest)
    mock.method(service.db, 'read', async (body: () => Transaction<unknown>) => {
      socket.resetAndDestroy()
      await gone.promise
      return read(body)
    })
    socket.write(`GET ${page}/events HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await gone.promise
    mock.restoreAll()
    unsubscribe('http.server.request.start', onRequest)
  }
  assert.equal(await refusedAt(checkout.checkout_url), 10)
})

test('ends when the service drains', async () => {
  const on = await startService()
  const { next } = await open(on.url + pageOf(await (await on.account()).checkout()))
  await next()
  const closed = on.close()
  assert.equal(await next(), undefined)
  await closed
})

test('does not know a token of no page', async () => {
  const { id } = await (await service.account()).checkout()
  for (const token of ['x', id, 'A'.repeat(51), '%00']) {
    const answer = await service.request('GET', `/pay/${token}/events`)
    assertRefused(answer, 'checkout_not_found')
  }
})

test('a stream that closes late ends no newer one of its page', async () => {
  const seller = await service.account()
  const { id, expires_at, ...checkout } = await seller.checkout()
  const token = new URL(checkout.checkout_url).pathname.slice('/pay/'.length)
  const status = { object: 'payment_status', expires_at, code_ready: true } as const
  const open = (state: 'open' | 'completed') =>
    service.service.streams.open({ token, address: '::1', status: { ...status, status: state } })
  const [old, newer] = [open('completed'), open('open')]
  assert.ok(old && newer)
  old.destroy()
  await once(old, 'close')
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  assert.match((await newer.toArray()).join(''), /"open".*\n\n.*"completed"/)
})
