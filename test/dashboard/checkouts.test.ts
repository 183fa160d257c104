import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const LIST = '/dashboard/checkouts'

test('a checkout tells its story: created, paid, refunded, and what was delivered', async () => {
  const seller = await service.account()
  await seller.webhookEndpoint()
  const { id, checkout_id } = await seller.payment()
  await seller.refund(id, { amount_minor: 1000 })
  const owner = await signIn(seller)
  const { status, html } = await owner.get(`${LIST}/${checkout_id}`)
  assert.equal(status, 200)
  for (const said of ['Cobrança criada', 'Pagamento confirmado', 'Devolução concluída', 'Paga']) {
    assert.ok(html.includes(said), said)
  }
  assert.ok(html.includes(`href="/dashboard/payments/${id}"`))
  assert.ok(html.includes('href="/dashboard/webhooks/wh_'))
})

test('a story that is longer than the page goes on among the events', async () => {
  const seller = await service.account()
  const { id } = await seller.checkout()
  for (let n = 0; n < 21; n++) await seller.post(`/sandbox/checkouts/${id}/decline`)
  const owner = await signIn(seller)
  const { html } = await owner.get(`${LIST}/${id}`)
  const [, next = ''] = /href="(\/dashboard\/events\?[^"]+)"/.exec(html) ?? []
  const events = (text: string) => new Set(text.match(/evt_[0-9a-f-]{36}(?=")/g))
  const rest = await owner.get(next.replaceAll('&amp;', '&'))
  assert.deepEqual([events(html).size, events(rest.html).size], [20, 1])
})

test('the story says when the page was opened, in its place among the events', async () => {
  const seller = await service.account()
  const { id, checkout_url } = await seller.checkout()
  const owner = await signIn(seller)
  const story = async () => {
    const { html } = await owner.get(`${LIST}/${id}`)
    const steps = ['Pagamento confirmado', 'Página aberta pelo link', 'Cobrança criada']
    return steps
      .filter((step) => html.includes(step))
      .toSorted((a, b) => {
        return html.indexOf(a) - html.indexOf(b)
      })
  }
  assert.deepEqual(await story(), ['Cobrança criada'])
  service.clock.advanceMs(1000)
  await service.request('GET', new URL(checkout_url).pathname)
  service.clock.advanceMs(1000)
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  assert.deepEqual(await story(), [
    'Pagamento confirmado',
    'Página aberta pelo link',
    'Cobrança criada',
  ])
})

test('an open checkout is canceled by its form, and offers it no more', async () => {
  const seller = await service.account()
  const { id } = await seller.checkout()
  const owner = await signIn(seller)
  const page = `${LIST}/${id}`
  const { status, location } = await owner.submit(page, `${page}/cancel`, {})
  assert.deepEqual([status, location], [303, `${page}?done=checkout_canceled`])
  const { html } = await owner.get(location ?? '')
  assert.match(html, /A cobrança foi cancelada\./)
  assert.doesNotMatch(html, /action="[^"]*\/cancel"/)
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
  assert.equal(body.status, 'canceled')
})

test('one search finds a checkout by reference, e-mail and id, a payment by id', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const wanted = await seller.checkout({ external_id: 'pedido 7', customer_id: customer.id })
  const payment = await seller.payment()
  const owner = await signIn(seller)
  const found = async (text: string) => {
    const { location, html } = await owner.get(`${LIST}?search=${encodeURIComponent(text)}`)
    const links = [...html.matchAll(/href="\/dashboard\/checkouts\/(checkout_[^"?]+)"/g)]
    return location ?? links.map(([, id]) => id)
  }
  assert.deepEqual(await found('pedido 7'), [wanted.id])
  assert.deepEqual(await found(customer.email.toUpperCase()), [wanted.id])
  assert.equal(await found(wanted.id), `${LIST}/${wanted.id}`)
  assert.equal(await found(payment.id), `/dashboard/payments/${payment.id}`)
  const transfer = payment.end_to_end_id ?? ''
  for (const text of [transfer, transfer.toLowerCase(), transfer.toUpperCase()]) {
    assert.equal(await found(text), `/dashboard/payments/${payment.id}`)
  }
  for (const nothing of ['x@example.com', 'pedido', 'E1234567820260302120000abcdefghij1']) {
    assert.deepEqual(await found(nothing), [], nothing)
  }
})

test('days are filtered as Brasília has them, the last one included', async () => {
  const seller = await service.account()
  const { id } = await seller.checkout()
  const owner = await signIn(seller)
  const has = async (query: string) => (await owner.get(`${LIST}?${query}`)).html.includes(id)
  assert.equal(await has('created_from=2026-03-02&created_to=2026-03-03'), true)
  assert.equal(await has('created_from=2026-03-03'), false)
  assert.equal(await has('created_to=2026-03-02'), true)
  assert.equal(await has('created_to=2026-03-01'), false)
})

test('the field of a day has the day of a moment in Brasília', async () => {
  const owner = await signIn(await service.account())
  const dayFor = async (moment: string) => {
    const { html } = await owner.get(`${LIST}?created_from=${moment}`)
    return /name="created_from" value="([^"]*)"/.exec(html)?.[1]
  }
  assert.equal(await dayFor('2026-03-02T02:59:59.999Z'), '2026-03-01')
  assert.equal(await dayFor('2026-03-02T03:00:00.000Z'), '2026-03-02')
  assert.equal(await dayFor('2026-03-02'), '2026-03-02')
  // A search that finds nothing reads no list, which would refuse these.
  for (const typed of ['2026-02-31', '2026-99T', 'T', '-271821-04-20T00:00Z']) {
    assert.equal(await dayFor(`${typed}&search=x@example.com`), typed)
  }
})

test('a list is filtered further by its form, within what its address names', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const { id } = await seller.checkout({ customer_id: customer.id })
  const { id: other } = await seller.checkout()
  const owner = await signIn(seller)
  const { html } = await owner.get(`${LIST}?customer_id=${customer.id}&status=open`)
  const [, form = ''] = /<form class="card filters"([\s\S]*?)<\/form>/.exec(html) ?? []
  const kept = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g)]
  assert.deepEqual(
    kept.map(([, ...field]) => field),
    [['customer_id', customer.id]],
  )
  const filtered = await owner.get(`${LIST}?customer_id=${customer.id}&status=`)
  assert.deepEqual([filtered.html.includes(id), filtered.html.includes(other)], [true, false])
})

test('a day that no calendar has is refused as a filter, by a list and by its file', async () => {
  const owner = await signIn(await service.account())
  for (const day of ['2026-13-45', '2026-02-31', '0000-00-00']) {
    for (const path of [LIST, `${LIST}.csv`]) {
      const { status, html } = await owner.get(`${path}?created_from=${day}`)
      assert.equal(status, 400, `${path} ${day}`)
      assert.match(html, /data-page="message"/)
    }
  }
})

test('the file of a search holds what the search has found', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const wanted = await seller.checkout({ external_id: 'pedido 8', customer_id: customer.id })
  await seller.checkout()
  const owner = await signIn(seller)
  const fileOf = async (text: string) => {
    const { html } = await owner.get(`${LIST}?search=${encodeURIComponent(text)}`)
    return /href="([^"]+\.csv[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  for (const text of ['pedido 8', customer.email]) {
    const { html } = await owner.get((await fileOf(text)) ?? '')
    assert.match(html, new RegExp(`^[^\r]+\r\n[^\r]*;${wanted.id};[^\r]+\r\n$`), text)
  }
  assert.equal(await fileOf('x@example.com'), undefined)
})

test('a list goes on page by page with its filters', async () => {
  const seller = await service.account()
  for (let n = 0; n < 21; n++) await seller.checkout()
  const owner = await signIn(seller)
  const { html } = await owner.get(`${LIST}?status=open`)
  const [, next = ''] = /rel="next" href="([^"]+)"/.exec(html) ?? []
  assert.match(next, /status=open/)
  const { html: second } = await owner.get(next.replaceAll('&amp;', '&'))
  const rows = (page: string) => page.match(/<td class=" of-status">/g)?.length
  assert.deepEqual([rows(html), rows(second)], [20, 1])
  assert.doesNotMatch(second, /rel="next"/)
  const [, previous = ''] = /rel="prev" href="([^"]+)"/.exec(second) ?? []
  assert.equal(previous.replaceAll('&amp;', '&'), `${LIST}?status=open`)
})
