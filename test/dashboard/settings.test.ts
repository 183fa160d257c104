import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { CreationOptions } from '../../domain/people/webauthn.ts'
import { recordedBy } from '../support/audit.ts'
import { hiddenFields, passkeyOptions, signIn, Visitor } from '../support/dashboard.ts'
import type { Authenticator } from '../support/authenticator.ts'
import { joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

const PAGE = '/dashboard/settings'
const ADD = `${PAGE}/passkeys`
const MADE = `${ADD}/made`
const END_OTHERS = `${PAGE}/end-other-sessions`

/** A visitor who uses a browser's passkeys; the token is that of a session. */
function visitorOf(url: string, token: string, authenticator: Authenticator): Visitor {
  const visitor = new Visitor(url, '', authenticator)
  visitor.cookie = `__Host-balcao_session=${token}`
  return visitor
}

/** How many passkeys were refused, by the security log. */
const refusals = () =>
  service.log.filter((line) => line.includes('"security":"passkey_refused"')).length

/** The user of an account, signed in, with its authenticator. */
async function ownerOf(account: TestAccount) {
  const { user_id, browser, token } = await joinedUser(account)
  const visitor = visitorOf(account.on.url, token, browser.authenticator)
  const passkeys = async () =>
    (await account.get<'User'>(`/v1/users/${user_id}`)).body.passkeys.map(({ name }) => name)
  return { user_id, browser, visitor, passkeys }
}

for (const role of ['owner', 'developer', 'finance', 'viewer'] as const) {
  test(`${role} sees the account, and what concerns the person itself`, async () => {
    const seller = await service.account('Padaria <Pão>')
    const { status, html } = await (await signIn(seller, role)).get(PAGE)
    assert.equal(status, 200)
    assert.match(html, /<main [^>]*data-page="settings"/)
    assert.ok(html.includes('<bdi>Padaria &lt;Pão&gt;</bdi>'))
    assert.ok(html.includes(seller.seller_id))
    assert.ok(html.includes('Teste: nenhum dinheiro se move'))
    for (const action of [ADD, END_OTHERS]) assert.ok(html.includes(`action="${action}"`))
    assert.ok(html.includes(`href="${PAGE}" aria-current="page"`))
  })
}

test('a language that is chosen is kept', async () => {
  const owner = await signIn(await service.account())
  const { html, headers } = await owner.get(`${PAGE}?lang=es`)
  assert.match(html, /<h1>Configuración<\/h1>/)
  assert.match(headers.get('set-cookie') ?? '', /__Host-balcao_language=es;/)
})

test('a passkey is added once one that is there has confirmed, and it signs in', async () => {
  const seller = await service.account()
  const { visitor, browser, passkeys } = await ownerOf(seller)
  const { html } = await visitor.submit(PAGE, ADD, {})
  const passkey = JSON.stringify(
    browser.authenticator.create(passkeyOptions<CreationOptions>(html)),
  )
  const fields = { ...hiddenFields(html, MADE), passkey, name: 'Celular <i>' }
  const answer = await visitor.post(MADE, fields)
  assert.equal(answer.location, `${PAGE}?done=passkey_added`)
  assert.deepEqual(await passkeys(), ['Notebook', 'Celular <i>'])
  const shown = await visitor.get(answer.location ?? '')
  assert.match(shown.html, /A passkey foi adicionada\./)
  assert.ok(shown.html.includes('<bdi>Celular &lt;i&gt;</bdi>'))
  assert.ok((await browser.signIn()).token)
  // The same page makes no second passkey, not even another one.
  const other = browser.authenticator.create(passkeyOptions<CreationOptions>(html))
  for (const made of [passkey, JSON.stringify(other)]) {
    assert.equal((await visitor.post(MADE, { ...fields, passkey: made })).status, 403)
  }
  assert.equal((await passkeys()).length, 2)
})

// It would put the new passkey in the place of its other one of the same user, which would still be
// listed, and counted for the last owner, and sign nothing.
test('an authenticator is told which passkeys the user has already', async () => {
  const { visitor, browser } = await ownerOf(await service.account())
  const ask = async () => {
    const { html } = await visitor.submit(PAGE, ADD, {})
    return { html, ...passkeyOptions<CreationOptions>(html) }
  }
  const { html, ...options } = await ask()
  assert.equal(options.excludeCredentials?.length, 1)
  const made = browser.authenticator.create(options)
  const fields = { ...hiddenFields(html, MADE), passkey: JSON.stringify(made), name: '' }
  assert.equal((await visitor.post(MADE, fields)).status, 303)
  const excluded = (await ask()).excludeCredentials?.map(({ id }) => id)
  assert.deepEqual(excluded, [options.excludeCredentials?.[0]?.id, made.id])
})

test('a cookie alone makes no passkey: one that is there must confirm first', async () => {
  const seller = await service.account()
  const { visitor, browser, passkeys } = await ownerOf(seller)
  const before = refusals()
  const { html } = await visitor.get(PAGE)
  const fields = hiddenFields(html, ADD)
  const asked = await visitor.post(ADD, fields)
  assert.match(asked.html, /data-page="confirm"/)
  assert.match(asked.html, /data-passkey="get"/)
  const refused = await visitor.post(ADD, { ...fields, passkey: '{}' })
  assert.equal(refused.status, 403)
  assert.doesNotMatch(refused.html, /data-passkey="create"/)
  // A challenge that the service has made for something else.
  const { challenge } = await service.service.people.signInOptions(service.clock.now())
  const rp = { id: new URL(service.url).hostname, name: '' }
  const options = { rp, user: { id: 'AAAA' }, challenge } as CreationOptions
  const passkey = JSON.stringify(browser.authenticator.create(options))
  for (const made of [passkey, '{}', 'no JSON', '']) {
    const answer = await visitor.post(MADE, { ...fields, passkey: made, name: 'Alheia' })
    assert.equal(answer.status, 403)
    assert.match(answer.html, /A passkey não foi adicionada\./)
    assert.doesNotMatch(answer.html, /data-options/)
  }
  assert.deepEqual(await passkeys(), ['Notebook'])
  assert.equal(refusals() - before, 4)
})

test('other sessions of the person end, while this one and those of others go on', async () => {
  const seller = await service.account()
  const { visitor, browser } = await ownerOf(seller)
  const colleague = await signIn(seller)
  const elsewhere = visitorOf(service.url, (await browser.signIn()).token, browser.authenticator)
  const fields = hiddenFields((await visitor.get(PAGE)).html, END_OTHERS)
  assert.match((await visitor.post(END_OTHERS, fields)).html, /data-page="confirm"/)
  assert.equal((await elsewhere.get(PAGE)).status, 200)
  const answer = await visitor.submit(PAGE, END_OTHERS, {})
  assert.equal(answer.location, `${PAGE}?done=other_sessions_ended`)
  const after = await elsewhere.get(PAGE)
  assert.equal(after.location, `/dashboard/sign-in?next=${encodeURIComponent(PAGE)}`)
  for (const person of [visitor, colleague]) assert.equal((await person.get(PAGE)).status, 200)
})

/** The forms by which a page ends a session. */
const endings = (html: string): string[] =>
  [...html.matchAll(/action="(\/dashboard\/settings\/sessions\/[^"]+\/end)"/g)].map(
    ([, action = '']) => action,
  )

for (const role of ['owner', 'viewer'] as const) {
  test(`${role} sees their sessions with devices, and ends one of them`, async () => {
    const seller = await service.account()
    const person = await signIn(seller, role)
    const [elsewhere, third] = [1, 2].map(
      () => new Visitor(service.url, person.email, person.authenticator),
    )
    assert.ok(elsewhere && third)
    const agents = ['X11; Linux) Firefox/133.0', '<b>iPhone</b>) Version/18.1 Safari/604.1']
    for (const [i, visitor] of [elsewhere, third].entries()) {
      service.clock.advanceMs(1)
      await visitor.signIn({ 'user-agent': `Mozilla/5.0 (${agents[i]}` })
    }
    const { html } = await person.get(PAGE)
    for (const device of ['Firefox, Linux', 'Safari, iOS']) assert.ok(html.includes(device))
    assert.ok(!html.includes('<b>iPhone'))
    // This one has no form: the person signs out of it.
    const [newest = '', other = ''] = endings(html)
    assert.equal(endings(html).length, 2)
    const fields = hiddenFields(html, newest)
    assert.match((await person.post(newest, fields)).html, /data-page="confirm"/)
    assert.equal((await third.get(PAGE)).status, 200)
    const answer = await person.submit(PAGE, newest, {})
    assert.equal(answer.location, `${PAGE}?done=session_ended`)
    assert.equal((await third.get(PAGE)).status, 303)
    assert.equal((await elsewhere.get(PAGE)).status, 200)
    assert.deepEqual(endings((await person.get(PAGE)).html), [other])
  })
}

test('the sessions of others are not seen, and not ended by their address', async () => {
  const seller = await service.account()
  const [one, other] = [await signIn(seller), await signIn(seller)]
  const elsewhere = new Visitor(service.url, other.email, other.authenticator)
  await elsewhere.signIn()
  assert.deepEqual(endings((await one.get(PAGE)).html), [])
  const [theirs = ''] = endings((await other.get(PAGE)).html)
  const { form_token = '' } = hiddenFields((await one.get(PAGE)).html, END_OTHERS)
  const asked = await one.post(theirs, { form_token })
  await one.confirm(asked, theirs)
  for (const visitor of [other, elsewhere]) assert.equal((await visitor.get(PAGE)).status, 200)
})

test('a session names nothing of its token, nor of what the database keeps of it', async () => {
  const seller = await service.account()
  const { visitor, browser } = await ownerOf(seller)
  const { token, session } = await browser.signIn()
  const { html } = await visitor.get(PAGE)
  assert.equal(endings(html).length, 1)
  // A token begins with the seller's own id, which the page shows.
  const secret = Buffer.from(token, 'base64url').subarray(16)
  for (const bytes of [secret, Buffer.from(session.id, 'base64url')]) {
    for (const encoding of ['base64url', 'hex'] as const) {
      assert.ok(!html.includes(bytes.toString(encoding).slice(0, 8)))
    }
  }
})

test('the audit trail says who has ended their own other sessions', async () => {
  const seller = await service.account()
  const { visitor, user_id } = await ownerOf(seller)
  const events = await recordedBy(seller, () => visitor.submit(PAGE, END_OTHERS, {}))
  assert.deepEqual(
    events.map(({ action, actor, target }) => [action, actor.id, target.id]),
    [['user.sessions_ended', user_id, user_id]],
  )
})

test('a form of another session or site neither adds a passkey nor ends a session', async () => {
  const seller = await service.account()
  const { visitor, browser, passkeys } = await ownerOf(seller)
  const { token } = await browser.signIn()
  const other = await signIn(seller)
  const foreign = hiddenFields((await other.get(PAGE)).html, ADD)
  const own = hiddenFields((await visitor.get(PAGE)).html, ADD)
  for (const action of [ADD, MADE, END_OTHERS]) {
    assert.equal((await visitor.post(action, foreign)).status, 403)
    const headers = { origin: 'https://evil.example' }
    assert.equal((await visitor.post(action, own, headers)).status, 403)
    const stranger = new Visitor(service.url, '', browser.authenticator)
    assert.match((await stranger.post(action, own)).location ?? '', /^\/dashboard\/sign-in/)
  }
  assert.deepEqual(await passkeys(), ['Notebook'])
  assert.ok(await browser.session(token))
})
