/** A page that waits for its code is brought it by its stream. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { drawQr } from '../../domain/checkouts/page/qr.ts'
import { startRail } from '../support/rail.ts'
import { pageOf } from '../support/sessions.ts'

const rail = await startRail()

/** A session whose bank holds the charge up until `made` is called. */
async function waiting() {
  const held = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: held.promise }, 1)
  const checkout = await rail.seller.checkout()
  assert.equal(await rail.glance(checkout), null)
  return { checkout, made: held.resolve }
}

/** Opens the stream of a page; `next` gives the text of the next event. */
async function follow(path: string) {
  const leaving = new AbortController()
  const { body } = await fetch(rail.service.url + path, { signal: leaving.signal })
  const chunks = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<string> {
    while (!text.includes('\n\n')) text += (await chunks?.read())?.value ?? assert.fail('It ended.')
    const [event = ''] = text.split('\n\n', 1)
    text = text.slice(event.length + 2)
    return event
  }
  return { next, leave: () => leaving.abort() }
}

const ready = /^data: \{.*"status":"open".*"code_ready":true\}$/
const notReady = /^data: \{.*"status":"open".*"code_ready":false\}$/

test('the code comes before the status that there is one, to those who asked for it', async () => {
  const { checkout, made } = await waiting()
  const asking = await follow(`${pageOf(checkout)}/events?code=1`)
  const other = await follow(`${pageOf(checkout)}/events`)
  for (const { next } of [asking, other]) assert.match(await next(), notReady)
  made()
  const event = /^event: code\ndata: (.*)$/.exec(await asking.next())?.[1] ?? ''
  const { pix_code, qr } = JSON.parse(event) as { pix_code: string; qr: unknown }
  assert.equal(pix_code, await rail.glance(checkout))
  assert.deepEqual(qr, drawQr(pix_code))
  for (const { next, leave } of [asking, other]) {
    assert.match(await next(), ready)
    leave()
  }
})

test('a code that was made before its stream was opened comes first, and once', async () => {
  const { checkout, made } = await waiting()
  made()
  await rail.service.service.rail.idle()
  const { next } = await follow(`${pageOf(checkout)}/events?code=1`)
  assert.match(await next(), /^event: code\n/)
  assert.match(await next(), ready)
  await rail.cancel(checkout)
  assert.match(await next(), /"status":"canceled"/)
})

test('a stream that ends while its code is read is sent nothing more', async () => {
  const on = await startRail()
  const checkout = await on.seller.checkout()
  const held = Promise.withResolvers<void>()
  on.bank.order('PUT /cob', { hold: held.promise }, 1)
  await on.glance(checkout)
  const { body } = await fetch(`${on.service.url}${pageOf(checkout)}/events?code=1`)
  const { rail, ending } = on.service.service
  const read = rail.codeOf.bind(rail)
  rail.codeOf = async (of) => {
    const code = await read(of)
    if (!code.isReady) return code
    ending.dispatchEvent(new Event('abort'))
    return code
  }
  held.resolve()
  const text = await new Response(body).text()
  assert.match(text, /^data: .*"code_ready":false\}\n\n$/)
})

test('the code of the sandbox, which every page shows, is not brought', async () => {
  const seller = await rail.service.account()
  const checkout = await seller.checkout()
  const { next, leave } = await follow(`${pageOf(checkout)}/events?code=1`)
  assert.match(await next(), ready)
  leave()
})
