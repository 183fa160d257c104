/** Access to the dashboard: signing in, the lifetime of sessions, and the tokens of forms. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../db/database.ts'
import { invite, listUsers, remove } from '../../domain/access/users.ts'
import type { CreationOptions } from '../../domain/people/webauthn.ts'
import { recordedBy } from '../support/audit.ts'
import { hiddenFields, passkeyOptions, signIn, Visitor } from '../support/dashboard.ts'
import type { PageAnswer } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const HOME = '/dashboard/payments'

/** A payment, its page, and where the form of the page posts to. */
async function refundable(seller: TestAccount) {
  const { id } = await seller.payment()
  const page = `/dashboard/payments/${id}`
  const refunded = async () =>
    (await seller.get<'Payment'>(`/v1/payments/${id}`)).body.amount_refunded_minor
  return { page, action: `${page}/refunds`, refunded }
}

const isConfirmPage = ({ status, html }: PageAnswer) =>
  status === 200 && html.includes('data-page="confirm"')

const reasonsSince = (lines: number, event: string) =>
  service.log
    .slice(lines)
    .map((line) => JSON.parse(line) as { security?: string; reason?: string })
    .flatMap(({ security, reason }) => (security === event ? [reason] : []))

const loggedSince = (lines: number, event: string) => reasonsSince(lines, event).length

test('a reader without a session is led to sign in, and from there to the page', async () => {
  const visitor = new Visitor(service.url)
  const { status, location } = await visitor.get(`${HOME}?status=refunded`)
  assert.equal(status, 303)
  assert.equal(location, `/dashboard/sign-in?next=${encodeURIComponent(`${HOME}?status=refunded`)}`)
  const { html } = await visitor.get(location ?? '')
  assert.equal(hiddenFields(html, '/dashboard/sign-in')['next'], `${HOME}?status=refunded`)
})

test('signing in leads to no other site', async () => {
  for (const next of ['https://evil.example/', '//evil.example', '/dashboard//../../x', '\\x']) {
    const visitor = new Visitor(service.url)
    const { html } = await visitor.get(`/dashboard/sign-in?next=${encodeURIComponent(next)}`)
    const wished = hiddenFields(html, '/dashboard/sign-in')['next'] ?? ''
    assert.equal(new URL(wished, service.url).origin, service.url, next)
    assert.match(wished, /^\/dashboard\//)
  }
})

test('a sign-in that was refused still leads to the page', async () => {
  const visitor = new Visitor(service.url)
  const next = `${HOME}?status=refunded`
  const { status, html } = await visitor.post('/dashboard/sign-in', { next, passkey: '{}' })
  assert.equal(status, 403)
  assert.equal(hiddenFields(html, '/dashboard/sign-in')['next'], next)
})

test('an invitation lets one person in, once', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const now = service.clock.now()
  const invited = await invite(service.db, {
    seller_id,
    email: 'a@loja.example',
    role: 'viewer',
    now,
  })
  const path = `/dashboard/join/${invited?.token}`
  const first = new Visitor(service.url)
  await first.join(path)
  assert.equal((await first.get(HOME)).status, 200)
  const late = await new Visitor(service.url).get(path)
  assert.equal(late.status, 404)
  assert.match(late.html, /data-page="join"/)
  assert.match(late.html, /<a href="\/dashboard\/sign-in">/)
  assert.equal((await new Visitor(service.url).get('/dashboard/join/x')).status, 404)
})

test('a form that anybody may post is taken with the longest passkey, and no longer', async () => {
  const seller = await service.account()
  const { invitation_url } = await seller.user({ role: 'viewer' })
  const { pathname: path } = new URL(invitation_url ?? '')
  const visitor = new Visitor(service.url)
  const { html } = await visitor.get(path)
  const passkey = visitor.authenticator.create(passkeyOptions<CreationOptions>(html))
  const posted = (characters: number) => {
    const padding = 'x'.repeat(characters)
    return visitor.post(path, { name: 'A', passkey: JSON.stringify({ ...passkey, padding }) })
  }
  assert.equal((await posted(16_000)).status, 413)
  assert.equal((await visitor.post('/dashboard/sign-in', { next: '/'.repeat(6_000) })).status, 413)
  assert.equal((await posted(9_000)).status, 303)
})

test('a passkey signs in again; the cookie is for this host, https, and no script', async () => {
  const owner = await signIn(await service.account())
  const before = owner.cookie
  await owner.signIn()
  assert.notEqual(owner.cookie, before)
  const { html } = await owner.get('/dashboard/sign-in')
  const options = /data-options="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const passkey = JSON.stringify(owner.authenticator.get(JSON.parse(options)))
  const { headers } = await owner.post('/dashboard/sign-in', { passkey })
  const [cookie = ''] = headers.getSetCookie()
  assert.match(cookie, /^__Host-balcao_session=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax$/)
  // The same answer of the authenticator opens no second session.
  const lines = service.log.length
  const replayed = await owner.post('/dashboard/sign-in', { passkey })
  assert.equal(replayed.status, 403)
  assert.equal(loggedSince(lines, 'sign_in_refused'), 1)
})

test('what is no passkey is refused and no bug', async () => {
  const visitor = new Visitor(service.url)
  for (const passkey of [
    '',
    '{',
    'null',
    '[]',
    '{}',
    '{"id":"x","response":{}}',
    'x'.repeat(16_000),
  ]) {
    const { status, html } = await visitor.post('/dashboard/sign-in', { passkey })
    assert.equal(status, 403, passkey.slice(0, 30))
    assert.match(html, /data-page="sign-in"/)
  }
})

test('a cookie opens nothing once its person has signed out, and the form is a post', async () => {
  const owner = await signIn(await service.account())
  const { html } = await owner.get(HOME)
  const form_token = hiddenFields(html, '/dashboard/sign-out')['form_token'] ?? ''
  const { status, location, headers } = await owner.post('/dashboard/sign-out', { form_token })
  // Not "cookies": those of a shop on the same registrable domain would go as well.
  assert.equal(headers.get('clear-site-data'), '"cache", "storage"')
  assert.deepEqual([status, location], [303, '/dashboard/sign-in'])
  assert.match(headers.getSetCookie()[0] ?? '', /Max-Age=0/)
  const lines = service.log.length
  assert.equal((await owner.get(HOME)).status, 303)
  owner.cookie = '__Host-balcao_session=x'
  assert.equal((await owner.get(HOME)).status, 303)
  const reasons = reasonsSince(lines, 'session_refused')
  assert.deepEqual(reasons, ['session_ended', 'session_unknown'])
})

test('a removed user is out at the next request: nothing is done, and it is logged', async () => {
  const seller = await service.account()
  await signIn(seller)
  const owner = await signIn(seller)
  const { page, action, refunded } = await refundable(seller)
  const { html } = await owner.get(page)
  const asked = await owner.post(action, hiddenFields(html, action))
  assert.ok(isConfirmPage(asked))
  const users = (await listUsers(service.db, seller.seller_id)) ?? []
  const { id = '' } = users.find(({ user }) => user.email === owner.email)?.user ?? {}
  await remove(service.db, { id, now: service.clock.now() })
  const lines = service.log.length
  const { status, location } = await owner.confirm(asked, action)
  assert.deepEqual([status, location], [303, '/dashboard/sign-in'])
  assert.equal((await owner.get(HOME)).status, 303)
  assert.equal(loggedSince(lines, 'session_refused'), 2)
  assert.equal(await refunded(), 0)
})

test('a session ends after an hour without use, and after twelve with', async () => {
  const seller = await service.account()
  const idle = await signIn(seller)
  const busy = await signIn(seller)
  service.clock.advanceMs(50 * 60_000)
  assert.equal((await busy.get(HOME)).status, 200)
  service.clock.advanceMs(11 * 60_000)
  const lines = service.log.length
  assert.equal((await idle.get(HOME)).status, 303)
  assert.equal(reasonsSince(lines, 'session_refused').join(), 'session_expired')
  assert.equal((await busy.get(HOME)).status, 200)
  for (let half_hours = 0; half_hours < 22; half_hours++) {
    service.clock.advanceMs(30 * 60_000)
    await busy.get(HOME)
  }
  assert.equal((await busy.get(HOME)).status, 303)
})

test('a form from another site does nothing, and the security log says so', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { page, action, refunded } = await refundable(seller)
  const fields = hiddenFields((await owner.get(page)).html, action)
  const origins = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of origins) {
    const lines = service.log.length
    const { status, html } = await owner.post(action, fields, headers)
    assert.equal(status, 403, JSON.stringify(headers))
    assert.match(html, /data-page="message"/)
    assert.equal(loggedSince(lines, 'form_refused'), 1)
  }
  assert.equal(await refunded(), 0)
})

test('a form needs the token of its own session', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const other = await signIn(seller)
  const { page, action, refunded } = await refundable(seller)
  const foreign = hiddenFields((await other.get(page)).html, action)
  const own = hiddenFields((await owner.get(page)).html, action)
  assert.equal((await owner.post(action, foreign)).status, 403)
  assert.equal((await owner.post(action, { ...own, form_token: '' })).status, 403)
  const { form_token: _, ...without } = own
  assert.equal((await owner.post(action, without)).status, 403)
  assert.ok(isConfirmPage(await owner.post(action, own)))
  assert.equal(await refunded(), 0)
})

test('a form that is sent twice moves money once, and is once in the audit trail', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { page, action, refunded } = await refundable(seller)
  const fields = { ...hiddenFields((await owner.get(page)).html, action), amount_minor: '10,00' }
  const send = async () => owner.confirm(await owner.post(action, fields), action)
  const recorded = await recordedBy(seller, async () => {
    const answers = [await send(), await send()]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    )
  })
  assert.deepEqual(
    recorded.map((event) => event.action),
    ['refund.requested'],
  )
  assert.equal(await refunded(), 1000)
})

test('a passkey confirms one form, with these fields, in this session, once', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { page, action, refunded } = await refundable(seller)
  const typed = { ...hiddenFields((await owner.get(page)).html, action), amount_minor: '1,00' }
  const asked = await owner.post(action, typed)
  const [, json = ''] =
    /data-options="([^"]*)"/.exec(asked.html.slice(asked.html.indexOf(action))) ?? []
  const options = JSON.parse(json.replaceAll('&quot;', '"'))
  const passkey = JSON.stringify(owner.authenticator.get(options))
  const refusals = [
    { ...typed, amount_minor: '49,90', passkey },
    { ...typed, external_id: 'x', passkey },
    { ...typed, idempotency_key: crypto.randomUUID(), passkey },
    { ...typed, passkey: '{}' },
  ]
  for (const fields of refusals) {
    const lines = service.log.length
    const { status, html } = await owner.post(action, fields)
    assert.equal(status, 403, JSON.stringify(fields))
    assert.match(html, /data-page="confirm"/)
    assert.equal(loggedSince(lines, 'confirmation_refused'), 1)
  }
  assert.equal(await refunded(), 0)
  assert.equal((await owner.post(action, { ...typed, passkey })).status, 303)
  assert.equal((await owner.post(action, { ...typed, passkey })).status, 403)
  assert.equal(await refunded(), 100)
})

test("another account's objects are as ones that do not exist", async () => {
  const owner = await signIn(await service.account())
  const { page, action, refunded } = await refundable(await service.account())
  const foreign = await owner.get(page)
  const missing = await owner.get(page.replace(/.{12}$/, 'ffffffffffff'))
  assert.deepEqual([foreign.status, missing.status], [404, 404])
  const masked = (html: string) => html.replaceAll(/pay_[0-9a-f-]+/g, 'pay_')
  assert.equal(masked(foreign.html), masked(missing.html))
  const { html } = await owner.get(HOME)
  const form_token = hiddenFields(html, '/dashboard/sign-out')['form_token'] ?? ''
  assert.equal((await owner.post(action, { form_token })).status, 404)
  assert.equal(await refunded(), 0)
})

test('what is too large, no form, or nowhere is refused as a page', async () => {
  const owner = await signIn(await service.account())
  const { html } = await owner.get(HOME)
  const form_token = hiddenFields(html, '/dashboard/sign-out')['form_token'] ?? ''
  const large = await owner.post('/dashboard/sign-out', { form_token, x: 'x'.repeat(70_000) })
  const noForm = await fetch(`${service.url}/dashboard/sign-out`, {
    method: 'POST',
    body: '{}',
    headers: {
      cookie: owner.cookie,
      origin: service.url,
      'content-type': 'application/json',
    },
  })
  assert.deepEqual([large.status, noForm.status], [413, 400])
  assert.equal((await owner.get('/dashboard/nothing')).status, 404)
  assert.equal((await owner.get('/dashboard/payments/%E0%A4%A')).status, 400)
  assert.equal((await owner.get('/dashboard/payments/%00')).status, 400)
  for (const path of ['payments/a%2Fb', 'payments/%3F', 'checkouts/x%2Fpage']) {
    assert.equal((await owner.get(`/dashboard/${path}`)).status, 400, path)
  }
  assert.equal((await owner.get(HOME)).status, 200)
})

test('a page that needs the time is answered 503 while the database cannot tell it', async () => {
  const on = await startService()
  on.service.clock.now = () => Promise.reject(new DatabaseUnavailable('It is away.'))
  const { status, headers } = await new Visitor(on.url).get('/dashboard/sign-in')
  assert.deepEqual([status, headers.get('retry-after')], [503, '1'])
})

test('on a full disk, a page is shown to who is signed in', async () => {
  const on = await startService()
  const owner = await signIn(await on.account())
  on.clock.advanceMs(2 * 60 * 1000)
  const full = mock.method(on.db, 'run', async () => {
    throw new DatabaseUnavailable('SQLITE_FULL')
  })
  const { status } = await owner.get(HOME)
  full.mock.restore()
  assert.equal(status, 200)
})

test('the language is chosen once, and kept', async () => {
  const owner = await signIn(await service.account())
  const { headers, html } = await owner.get(`${HOME}?lang=es`)
  assert.match(html, /<html lang="es">/)
  const [language = ''] = headers.getSetCookie()
  owner.cookie += `; ${language.split(';', 1)[0]}`
  assert.match((await owner.get(HOME)).html, /<html lang="es">/)
  // Also by a link that names a language which there is not.
  assert.match((await owner.get(`${HOME}?lang=fr`)).html, /<html lang="es">/)
})

test('the language in which a person last saw a page is that of their mails', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const kept = async () => {
    const rows = await service.sql<{ locale: string }>(
      'select locale from users where seller_id = ?',
      seller.seller_id,
    )
    return rows.map(({ locale }) => locale)
  }
  assert.deepEqual(await kept(), ['pt-BR'])
  await owner.get(`${HOME}?lang=es`)
  assert.deepEqual(await kept(), ['es'])
  await owner.get(HOME, { 'accept-language': 'en' })
  assert.deepEqual(await kept(), ['en'])
})

test('what the service cannot answer now is a page, without advice to buyers', async () => {
  const full = await startService({}, { maxInFlight: 0 })
  const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'pt-BR' }
  for (const path of ['/', '/dashboard/home', '/dashboard/sign-in']) {
    const refused = await full.request('GET', path, { headers })
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.equal(refused.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.doesNotMatch(refused.headers.get('content-security-policy') ?? 'unsafe', /unsafe/)
    assert.match(refused.text, /Esta página está indisponível agora/)
    assert.doesNotMatch(refused.text, /pague|pagou/)
  }
})

test('pages at an address in digits say that passkeys need a host name', async () => {
  const pages = async (on: typeof service) => {
    const { invitation_url = '' } = await (await on.account()).user()
    const { pathname } = new URL(invitation_url)
    const answers = await Promise.all(
      [pathname, '/dashboard/sign-in'].map((path) => on.request('GET', path)),
    )
    return answers.map(({ text }) => /Passkeys precisam de um nome/.test(text))
  }
  assert.deepEqual(await pages(service), [true, true])
  assert.deepEqual(await pages(await startService({ hostName: 'localhost' })), [false, false])
})
