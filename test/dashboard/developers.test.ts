/** API keys, webhooks and events on the dashboard. */
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { answer, startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'
import { unzip } from '../support/unzip.ts'

const service = await startService()
const KEYS = '/dashboard/api-clients'
const WEBHOOKS = '/dashboard/webhooks'

const secretIn = (html: string, form: RegExp) =>
  new RegExp(`readonly value="(${form.source})"`).exec(html)?.[1]

/** Makes a key by its form, with several scopes; the passkey is given where it is asked for. */
async function makeKey(owner: Visitor, scopes: string[]) {
  const { html } = await owner.get(KEYS)
  const fields = new URLSearchParams({ ...hiddenFields(html, KEYS), name: 'Programa' })
  for (const scope of scopes) fields.append('scopes', scope)
  const asked = await owner.post(KEYS, fields)
  const isAsked = asked.html.includes('data-page="confirm"')
  const made = isAsked ? await owner.confirm(asked, KEYS) : asked
  return { asked, made }
}

test('the page of a key says in words what it may do, who made it, and its last use', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  await makeKey(owner, ['customers:read'])
  const { body } = await seller.get<'ApiClientList'>('/v1/api_clients')
  const made = body.data.find(({ name }) => name === 'Programa')
  const first = body.data.find(({ name }) => name !== 'Programa')
  const factsOf = async (id = '') => {
    const { html } = await owner.get(`${KEYS}/${id}`)
    return html.slice(html.indexOf('<dl'), html.indexOf('</dl>')).replaceAll(/\s+/g, ' ')
  }
  const facts = await factsOf(made?.id)
  assert.match(facts, /ler clientes/)
  assert.match(facts, /Criado por.*href="\/dashboard\/team\/user_/)
  assert.match(facts, /Último uso.*—/)
  assert.match(await factsOf(first?.id), /Último uso.*<time/)
})

test('a key is made with the passkey, and its secret is shown once', async () => {
  const owner = await signIn(await service.account())
  const { asked, made } = await makeKey(owner, ['customers:read', 'checkouts:write'])
  assert.match(asked.html, /data-page="confirm"/)
  assert.equal(made.status, 200)
  const client_secret = secretIn(made.html, /bcs_[\w-]+/) ?? ''
  const client_id = /bci_[\w-]{22}/.exec(made.html)?.[0] ?? ''
  const token = await service.requestToken(client_id, client_secret)
  assert.equal(token.body.scope, 'customers:read checkouts:write')
  // The same form again is the same key, and its secret is not kept to be shown.
  const fields = hiddenFields(asked.html, KEYS)
  const repeated = new URLSearchParams({ ...fields, scopes: 'customers:read' })
  repeated.append('scopes', 'checkouts:write')
  const again = await owner.confirm(await owner.post(KEYS, repeated), KEYS)
  assert.equal(again.status, 200)
  assert.equal(secretIn(again.html, /bcs_[\w-]+/), undefined)
  const [, id = ''] = /href="\/dashboard\/api-clients\/([^"]+)"/.exec(made.html) ?? []
  const page = await owner.get(`${KEYS}/${id}`)
  assert.ok(page.html.includes(client_id))
  assert.ok(!page.html.includes(client_secret))
})

test('a key is renamed, given another secret and revoked by its forms', async () => {
  const seller = await service.account()
  const { id, client_id, client_secret } = await seller.apiClient()
  const owner = await signIn(seller)
  const page = `${KEYS}/${id}`
  const changed = await owner.submit(page, page, { name: 'Loja nova', scopes: 'products:read' })
  assert.equal(changed.location, `${page}?done=key_changed`)
  const rotated = await owner.submit(page, `${page}/rotate_secret`, {
    previous_secret_seconds: '3600',
  })
  const secret = secretIn(rotated.html, /bcs_[\w-]+/) ?? ''
  for (const one of [secret, client_secret]) {
    assert.equal((await service.requestToken(client_id, one ?? '')).status, 200)
  }
  const { html } = await owner.get(page)
  assert.match(html, /Loja nova/)
  assert.match(html, /O segredo anterior vale até/)
  const revoked = await owner.submit(page, `${page}/revoke`, {})
  assert.equal(revoked.location, `${page}?done=key_revoked`)
  assert.equal((await service.requestToken(client_id, secret)).status, 401)
  assert.doesNotMatch((await owner.get(page)).html, /action="[^"]*\/revoke"/)
})

test('no person is offered a scope that the role lacks, and a forged one is refused', async () => {
  const developer = await signIn(await service.account(), 'developer')
  const { html } = await developer.get(KEYS)
  assert.match(html, /value="customers:write"/)
  assert.doesNotMatch(html, /value="refunds:write"/)
  const { made } = await makeKey(developer, ['refunds:write'])
  assert.equal(made.status, 403)
  assert.match(made.html, /data-page="api-clients"/)
})

test('a key with a scope that the role lacks is shown without forms', async () => {
  const seller = await service.account()
  const { id } = await seller.apiClient({ scopes: ['all', 'refunds:write'] })
  const page = `${KEYS}/${id}`
  const forms = async (reader: Visitor) =>
    [...(await reader.get(page)).html.matchAll(new RegExp(`action="${page}`, 'g'))].length
  assert.equal(await forms(await signIn(seller)), 3)
  assert.equal(await forms(await signIn(seller, 'developer')), 0)
})

test('a choice that is missing is refused beside its boxes, the first one focused', async () => {
  const owner = await signIn(await service.account())
  const { asked, made } = await makeKey(owner, [''])
  assert.equal(asked, made)
  assert.equal(made.status, 400)
  const [, boxes = ''] = /<fieldset([\s\S]*?)<\/fieldset>/.exec(made.html) ?? []
  const focused = [...boxes.matchAll(/value="([^"]+)"[^>]* autofocus/g)].map(([, value]) => value)
  assert.deepEqual(focused, ['customers:read'])
  assert.match(boxes, /<p class="wrong"[^>]*>não deve ter menos que 1 elemento</)
})

test('an endpoint is added, changed, given another secret and deleted by its forms', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const url = 'http://127.0.0.1:9/ganchos?a=1&b=2'
  const made = await owner.submit(WEBHOOKS, WEBHOOKS, {
    url,
    event_types: 'payment.succeeded',
    enabled: 'true',
  })
  assert.equal(made.status, 200, made.html)
  const secret = secretIn(made.html, /whsec_[\w+/=]+/)
  assert.ok(secret)
  const { body } = await seller.get<'WebhookEndpointList'>('/v1/webhook_endpoints')
  const [{ id = '', event_types } = {}] = body.data
  assert.deepEqual(event_types, ['payment.succeeded'])
  const page = `${WEBHOOKS}/${id}`
  const rotated = await owner.submit(page, `${page}/rotate_secret`, {})
  assert.notEqual(secretIn(rotated.html, /whsec_[\w+/=]+/), secret)
  const off = { url, event_types: 'refund.failed', enabled: 'false' }
  const changed = await owner.submit(page, page, off)
  assert.equal(changed.location, `${page}?done=endpoint_changed`, changed.html)
  const { html } = await owner.get(page)
  assert.match(html, /Desligado/)
  assert.ok(html.includes('?a=1&amp;b=2'), 'escaped')
  const gone = await owner.submit(page, `${page}/delete`, {})
  assert.equal(gone.location, `${WEBHOOKS}?done=endpoint_deleted`)
  assert.doesNotMatch((await owner.get(page)).html, /action="[^"]*\/delete"/)
})

test('an endpoint is tested by its button, which shows status, time and answer', async () => {
  const seller = await service.account()
  const receiver = await startReceiver(answer(503, '<b>volto já</b>'))
  const { id } = await seller.webhookEndpoint({ url: receiver.url })
  const owner = await signIn(seller)
  const page = `${WEBHOOKS}/${id}`
  const tested = await owner.submit(page, `${page}/test`, {})
  assert.equal(tested.status, 200)
  assert.match(receiver.received[0]?.body ?? '', /"type":"webhook\.test"/)
  assert.match(tested.html, /data-page="webhooks"/)
  assert.match(tested.html, /O endereço não recebeu o evento/)
  assert.match(tested.html, /<code[^>]*>503<\/code>/)
  assert.match(tested.html, /\d+ ms/)
  assert.ok(tested.html.includes('&lt;b&gt;volto já&lt;/b&gt;'))
  const viewer = await signIn(seller, 'finance')
  assert.doesNotMatch((await viewer.get(page)).html, /action="[^"]*\/test"/)
})

test('an endpoint leads to what it has missed, and each event can be read', async () => {
  const seller = await service.account()
  const { id } = await seller.webhookEndpoint({ url: 'http://127.0.0.1:9/' })
  await seller.payment()
  const owner = await signIn(seller)
  const page = `${WEBHOOKS}/${id}`
  const missed = async () => (await owner.get(`${page}?status=failed`)).html
  assert.ok((await owner.get(page)).html.includes(`href="${page}?status=failed"`))
  await vi.waitUntil(async () => /ECONNREFUSED/.test(await missed()))
  const html = await missed()
  assert.match(html, /Nada é enviado de novo/)
  const [, event = ''] = /href="(\/dashboard\/events\/evt_[^"]+)"/.exec(html) ?? []
  assert.match((await owner.get(event)).html, /&quot;object&quot;: &quot;checkout&quot;/)
})

test('below a form that was refused, the deliveries are still filtered on their page', async () => {
  const seller = await service.account()
  const { id } = await seller.webhookEndpoint()
  const owner = await signIn(seller)
  const page = `${WEBHOOKS}/${id}`
  const action = `${page}/rotate_secret`
  const answer = await owner.submit(page, action, { idempotency_key: 'k'.repeat(256) })
  assert.equal(answer.status, 400)
  assert.match(answer.html, new RegExp(`method="get" action="${page}"`))
})

test('an event shows what was sent and how each delivery went', async () => {
  const seller = await service.account()
  const { id: endpoint } = await seller.webhookEndpoint()
  await seller.payment()
  const owner = await signIn(seller)
  const { html } = await owner.get('/dashboard/events?type=payment.succeeded')
  const [, id = ''] = /href="\/dashboard\/events\/(evt_[^"]+)"/.exec(html) ?? []
  const event = await owner.get(`/dashboard/events/${id}`)
  assert.match(event.html, /&quot;object&quot;: &quot;checkout&quot;/)
  assert.ok(event.html.includes(`href="/dashboard/webhooks/${endpoint}"`))
  const other = await owner.get('/dashboard/events?type=refund.failed')
  assert.doesNotMatch(other.html, /href="\/dashboard\/events\/evt_/)
  const filtered = await owner.get(`/dashboard/webhooks/${endpoint}?status=delivered`)
  assert.doesNotMatch(filtered.html, /href="\/dashboard\/events\/evt_/)
  const none = `evt_${crypto.randomUUID()}`
  const ofOther = await owner.get(`/dashboard/webhooks/${endpoint}?event_id=${none}`)
  assert.doesNotMatch(ofOther.html, /href="\/dashboard\/events\/evt_/)
})

test('a key for a shop gets the scopes of its plugin, ticked by the server', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { html } = await owner.get(KEYS)
  assert.match(html, /<select id="[^"]*-purpose" name="purpose"/)
  const scopesOf = async (fields: Record<string, string>) => {
    const made = await owner.submit(KEYS, KEYS, { name: `Loja ${crypto.randomUUID()}`, ...fields })
    assert.equal(made.status, 200, made.html)
    const list = await seller.get<'ApiClientList'>('/v1/api_clients')
    return list.body.data[0]?.scopes.toSorted().join(' ')
  }
  const shop = 'account:read account:write checkouts:read checkouts:write'
  const woocommerce = `${shop} customers:write refunds:write`
  const others = `${shop} customers:read customers:write refunds:write`
  assert.equal(await scopesOf({ purpose: 'woocommerce' }), woocommerce)
  assert.equal(await scopesOf({ purpose: 'medusa' }), others)
  assert.equal(await scopesOf({ purpose: 'vendure' }), others)
  const ticked = { purpose: 'other', scopes: 'checkouts:read' }
  assert.equal(await scopesOf(ticked), 'checkouts:read')
  assert.equal(await scopesOf({ scopes: 'products:read' }), 'products:read')
})

test('the page of keys leads to the plugin of WooCommerce', async () => {
  const owner = await signIn(await service.account())
  const { html } = await owner.get(KEYS)
  const [, path = ''] = /href="([^"]+)">Plugin do WooCommerce/.exec(html) ?? []
  const file = (headers: Record<string, string>) =>
    fetch(service.url + path, { headers, redirect: 'manual' })
  const sent = await file({ cookie: owner.cookie })
  assert.equal(sent.headers.get('content-type'), 'application/zip')
  assert.match(
    sent.headers.get('content-disposition') ?? '',
    /^attachment; filename="?balcao-woocommerce\.zip"?$/,
  )
  const files = unzip(Buffer.from(await sent.arrayBuffer()))
  assert.match(files['balcao/balcao.php'] ?? '', /Plugin Name:/)
  assert.ok('balcao/LICENSE' in files && !Object.keys(files).some((name) => name.includes('test/')))
  const refused = await file({})
  assert.equal(refused.status, 303)
  assert.match(refused.headers.get('location') ?? '', /^\/dashboard\/sign-in/)
})
