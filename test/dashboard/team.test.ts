/** The people of the account, and what the audit trail says of what they did. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { recordChange } from '../../domain/audit/record.ts'
import { operator } from '../../domain/identity/actor.ts'
import { hiddenFields, signIn, Visitor } from '../support/dashboard.ts'
import type { PageAnswer } from '../support/dashboard.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const TEAM = '/dashboard/team'

const invitationIn = ({ html }: PageAnswer) =>
  /readonly value="([^"]+\/join\/[^"]+)"/.exec(html)?.[1]

const userIdOf = ({ html }: PageAnswer, email: string) =>
  new RegExp(`href="/dashboard/team/(user_[^"]+)"><bdi>${email}`).exec(html)?.[1]

test('a person is invited, joins, gets another role and is removed by forms', async () => {
  const owner = await signIn(await service.account())
  const email = 'ana@loja.example'
  const invited = await owner.submit(TEAM, TEAM, { email, role: 'viewer' })
  assert.equal(invited.status, 200, invited.html)
  const ana = new Visitor(service.url, email)
  await ana.join(invitationIn(invited) ?? '')
  assert.equal((await ana.get('/dashboard/payments')).status, 200)
  assert.equal((await ana.get(TEAM)).status, 403)
  const page = `${TEAM}/${userIdOf(await owner.get(TEAM), email)}`
  const changed = await owner.submit(page, page, { role: 'developer' })
  assert.equal(changed.location, `${page}?done=role_changed`)
  assert.equal((await ana.get(TEAM)).status, 200)
  const ended = await owner.submit(page, `${page}/end_sessions`, {})
  assert.equal(ended.location, `${page}?done=sessions_ended`)
  assert.equal((await ana.get(TEAM)).status, 303)
  await ana.signIn()
  const removed = await owner.submit(page, `${page}/remove`, {})
  assert.equal(removed.location, `${TEAM}?done=user_removed`)
  assert.equal((await ana.get(TEAM)).status, 303)
})

test('a lost passkey is replaced by another invitation, and deleted', async () => {
  const owner = await signIn(await service.account())
  const email = 'rui@loja.example'
  const rui = new Visitor(service.url, email)
  const invite = () => owner.submit(TEAM, TEAM, { email, role: 'finance' })
  await rui.join(invitationIn(await invite()) ?? '')
  const again = new Visitor(service.url, email)
  await again.join(invitationIn(await invite()) ?? '')
  const page = `${TEAM}/${userIdOf(await owner.get(TEAM), email)}`
  const { html } = await owner.get(page)
  const passkeys = [...html.matchAll(/action="([^"]+\/passkeys\/[^"]+\/delete)"/g)]
  assert.equal(passkeys.length, 2)
  // The device that is lost may be signed in.
  assert.equal(html.match(/As sessões que ela abriu terminam agora/g)?.length, 2)
  const [, action = ''] = passkeys[0] ?? []
  assert.equal((await owner.submit(page, action, {})).location, `${page}?done=passkey_deleted`)
  const signedIn = await Promise.all([rui, again].map((one) => one.get('/dashboard/home')))
  assert.deepEqual(signedIn.map(({ status }) => status).toSorted(), [200, 303])
  assert.equal((await owner.get(page)).html.match(/\/passkeys\/[^"]+\/delete/g)?.length, 1)
})

test('what the passkey is asked for names the person, the key and the address', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const user = await seller.user()
  const key = await seller.apiClient({ name: 'Loja virtual' })
  const { id, url } = await seller.webhookEndpoint()
  const { form_token = '' } = hiddenFields((await owner.get(TEAM)).html, '/dashboard/sign-out')
  const asked: [path: string, named: string[], fields?: Record<string, string>][] = [
    ['team', ['bia@loja.example', 'Financeiro'], { email: 'bia@loja.example', role: 'finance' }],
    [`team/${user.id}`, [user.email, 'Financeiro'], { role: 'finance' }],
    [`team/${user.id}/end_sessions`, [user.email]],
    [`team/${user.id}/passkeys/${unknownId('passkey_')}/delete`, [user.email]],
    [`team/${user.id}/remove`, [user.email]],
    ['api-clients', ['Padaria', 'all'], { name: 'Padaria', scopes: 'all' }],
    [`api-clients/${key.id}`, ['Loja virtual', 'all'], { name: 'Padaria', scopes: 'all' }],
    [`api-clients/${key.id}/rotate_secret`, ['Loja virtual']],
    [`api-clients/${key.id}/revoke`, ['Loja virtual']],
    ['webhooks', ['https://a.example/'], { url: 'https://a.example/' }],
    [`webhooks/${id}`, [url, 'https://a.example/'], { url: 'https://a.example/' }],
    [`webhooks/${id}/rotate_secret`, [url]],
    [`webhooks/${id}/delete`, [url]],
  ]
  for (const [path, named, fields] of asked) {
    const { html } = await owner.post(`/dashboard/${path}`, { form_token, ...fields })
    const [, said = ''] = /data-page="confirm".*?<p class="note plain">(.*?)<\/p>/s.exec(html) ?? []
    for (const name of named) assert.ok(said.includes(name), `${path}: ${said}`)
  }
})

test('what the passkey is asked for reads in order, whatever a name turns around', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const key = await seller.apiClient({ name: 'A\u2069\u202eB' })
  const { form_token = '' } = hiddenFields((await owner.get(TEAM)).html, '/dashboard/sign-out')
  const { html } = await owner.post(`/dashboard/api-clients/${key.id}/revoke`, { form_token })
  assert.ok(html.includes('Revogar a chave de API \u2068AB\u2069.'), html)
})

test('the last owner stays, and a developer gives no role with more than their own', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const page = `${TEAM}/${userIdOf(await owner.get(TEAM), owner.email)}`
  const demoted = await owner.submit(page, page, { role: 'viewer' })
  assert.equal(demoted.status, 409)
  assert.match(demoted.html, /data-page="team"/)
  const developer = await signIn(seller, 'developer')
  const { html } = await developer.get(TEAM)
  assert.match(html, /<option value="viewer"/)
  assert.doesNotMatch(html, /<option value="(owner|finance)"/)
  const forged = await developer.submit(TEAM, TEAM, { email: 'x@loja.example', role: 'owner' })
  assert.equal(forged.status, 403)
  assert.doesNotMatch((await developer.get(page)).html, /action="[^"]*\/remove"/)
})

test('a developer sees the passkeys of an owner, and no form to delete one', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const page = `${TEAM}/${userIdOf(await owner.get(TEAM), owner.email)}`
  const forms = async (reader: Visitor) =>
    [...(await reader.get(page)).html.matchAll(/\/passkeys\/[^"]+\/delete"/g)].length
  const developer = await signIn(seller, 'developer')
  assert.deepEqual([await forms(owner), await forms(developer)], [1, 0])
  assert.match((await developer.get(page)).html, /<bdi>Teste<\/bdi>/)
})

test('the audit trail names who did what, and is read by owners, not by viewers', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  await seller.product()
  const keys = '/dashboard/api-clients'
  await owner.submit(keys, keys, { name: '<b>Chave</b>', scopes: 'customers:read' })
  const { status, html } = await owner.get('/dashboard/audit')
  assert.equal(status, 200)
  for (const said of ['api_client.created', 'product.created', 'user.joined', 'seller.created']) {
    assert.ok(html.includes(said), said)
  }
  assert.ok(html.includes(`<bdi>${owner.email}</bdi> criou a chave de API <bdi>`))
  assert.ok(!html.includes('<b>Chave'))
  const [, actor = ''] = new RegExp(`<option value="(user_[^"]+)">${owner.email}<`).exec(html) ?? []
  const own = await owner.get(`/dashboard/audit?actor_id=${actor}`)
  assert.ok(own.html.includes('api_client.created'))
  assert.ok(!own.html.includes('product.created'))
  const viewer = await signIn(seller, 'viewer')
  assert.equal((await viewer.get('/dashboard/audit')).status, 403)
})

test('a search of the audit trail that found nothing yet says so, and goes on', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { seller_id } = seller
  const { id } = await seller.product()
  const now = service.clock.now()
  const change = {
    seller_id,
    actor: operator(),
    action: 'product.updated',
    target: id,
    now,
  } as const
  await service.db.run(function* () {
    for (let i = 0; i < 1_000; i++) yield* recordChange(change)
  })
  const actor = userIdOf(await owner.get(TEAM), owner.email)
  const first = await owner.get(`/dashboard/audit?actor_id=${actor}&target_id=${id}`)
  assert.match(first.html, /Nada encontrado até aqui/)
  const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1] ?? ''
  const last = await owner.get(next.replaceAll('&amp;', '&'))
  assert.match(last.html, /Nada registrado\./)
  assert.doesNotMatch(last.html, /rel="next"/)
})

test('a name that is told when joining is said by pages and the trail, and changes', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const email = 'debora@loja.example'
  const invited = await owner.submit(TEAM, TEAM, { email, role: 'developer' })
  const debora = new Visitor(service.url, email)
  await debora.join(invitationIn(invited) ?? '', { person: ' Débora  Oliveira ' })
  const { html } = await owner.get(TEAM)
  const [, id = ''] = /href="\/dashboard\/team\/(user_[^"]+)"><bdi>Débora/.exec(html) ?? []
  const page = `${TEAM}/${id}`
  await debora.submit('/dashboard/products', '/dashboard/products', {
    name: 'Bolo',
    'default_offer.amount_minor': '10,00',
  })
  const trail = await seller.get<'AuditEventList'>(`/v1/audit_events?actor_id=${id}`)
  assert.equal(trail.body.data[0]?.actor.name, 'Débora  Oliveira')
  const renamed = await owner.submit(page, page, { name: 'Débora O.' })
  assert.equal(renamed.location, `${page}?done=user_renamed`)
  assert.match((await owner.get(page)).html, /<h1[^>]*>Débora O\./)
  const { body: user } = await seller.get<'User'>(`/v1/users/${id}`)
  assert.deepEqual([user.name, user.role], ['Débora O.', 'developer'])
})

test('the menu names the person who is signed in, by e-mail where there is no name', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const person = async () => {
    const { html } = await owner.get('/dashboard/home')
    return /<div class="person">.*?<bdi>(.*?)<\/bdi>/s.exec(html)?.[1]
  }
  assert.equal(await person(), owner.email)
  const { body } = await seller.get<'UserList'>('/v1/users')
  const page = `/v1/users/${body.data[0]?.id}`
  assert.equal((await seller.patch(page, { name: 'Ana & Filhos' })).status, 200)
  assert.equal(await person(), 'Ana &amp; Filhos')
  assert.equal((await seller.patch(page, { name: null })).status, 200)
  assert.equal(await person(), owner.email)
})
