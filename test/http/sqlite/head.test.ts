/** `HEAD` wherever `GET` is (RFC 9110 §9.1): a monitor, a link preview or a CDN asks with it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { RawConnection } from '../../guarantees/support/rawHttp.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const seller = await service.account()
const customer = await seller.customer()
const product = await seller.product()
const checkout = await seller.checkout()
const pageToken = checkout.checkout_url.split('/').at(-1) ?? ''
const ids: Record<string, string> = {
  customerId: customer.id,
  productId: product.id,
  checkoutId: checkout.id,
  sellerId: seller.seller_id,
  token: pageToken,
}

const pathWithIds = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x')

const read = [...operationsOf(readContract())]
  .filter(({ method, elsewhere }) => method === 'get' && !elsewhere)
  .map(({ path }) => pathWithIds(path))

/** Headers that differ from one answer to the next; the last is about the body (RFC 9112 §6.1). */
const ofEachAnswer = new Set(['date', 'x-request-id', 'transfer-encoding'])

/** The status and the headers of an answer, and all that follows them on the connection. */
async function answerTo(method: string, path: string) {
  const connection = new RawConnection(Number(new URL(service.url).port))
  const fields = `Host: localhost\r\nAuthorization: Bearer ${seller.token}\r\nConnection: close\r\n`
  connection.write(`${method} ${path} HTTP/1.1\r\n${fields}\r\n`)
  while (!connection.heard.includes('\r\n\r\n')) await new Promise(setImmediate)
  if (method === 'HEAD') await new Promise((resolve) => connection.socket.once('close', resolve))
  else connection.socket.destroy()
  const end = connection.heard.indexOf('\r\n\r\n')
  const [status, ...headers] = connection.heard.slice(0, end).split('\r\n')
  const lasting = headers.filter((one) => !ofEachAnswer.has(one.split(':')[0]?.toLowerCase() ?? ''))
  return { status, headers: lasting, rest: connection.heard.slice(end + 4) }
}

const others = [
  '/docs/en',
  '/llms.txt',
  '/',
  '/dashboard/sign-in',
  '/dashboard/nothing',
  '/nothing',
]

for (const path of [...read, ...others]) {
  test(`HEAD ${path.replace(pageToken, '…')} is answered as GET is, without a body`, async () => {
    const get = await answerTo('GET', path)
    const head = await answerTo('HEAD', path)
    assert.deepEqual([head.status, head.headers], [get.status, get.headers])
    assert.equal(head.rest, '')
  })
}

test('HEAD of a stream takes no place of the page', async () => {
  const path = `/pay/${pageToken}/events`
  for (let i = 0; i < 100; i++) {
    assert.equal((await service.request('HEAD', path)).status, 200)
  }
})

test('a connection goes on after the answer to HEAD', async () => {
  const connection = new RawConnection(Number(new URL(service.url).port))
  const request = (method: string, last = '') =>
    `${method} /health HTTP/1.1\r\nHost: localhost\r\n${last}\r\n`
  connection.write(request('HEAD') + request('GET', 'Connection: close\r\n'))
  await new Promise((resolve) => connection.socket.once('close', resolve))
  assert.equal(connection.heard.match(/HTTP\/1\.1 200 OK/g)?.length, 2)
  assert.equal(connection.heard.match(/"status":"ok"/g)?.length, 1)
})

test('HEAD is refused where there is no GET', async () => {
  const answer = await service.request('HEAD', '/oauth/token')
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
})
