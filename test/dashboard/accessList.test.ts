/** The page of who can act for the account, and the forms that end somebody with what they made. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { holds } from '../support/apiClients.ts'
import { signIn } from '../support/dashboard.ts'
import { clientOf } from '../support/makers.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const PAGE = '/dashboard/access'

test('each access is shown with who made it, escaped, and leads to its page', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { id, name } = await seller.apiClient({ name: '<b>Loja</b>' })
  const maker = await clientOf(seller)
  const { id: endpoint } = await maker.as.webhookEndpoint()
  await seller.user({ email: 'bia@loja.example', role: 'finance' })
  const { status, html } = await owner.get(PAGE)
  assert.equal(status, 200)
  assert.match(html, /<main [^>]*data-page="access"/)
  assert.ok(!html.includes(name))
  assert.ok(html.includes('&lt;b&gt;Loja'))
  for (const href of [
    `/dashboard/api-clients/${id}`,
    `/dashboard/webhooks/${endpoint}`,
    `/dashboard/api-clients/${maker.id}`,
  ]) {
    assert.ok(html.includes(`href="${href}"`), href)
  }
  for (const said of ['bia@loja.example', 'Financeiro', 'Convite', 'Operador', 'Sessão']) {
    assert.ok(html.includes(said), said)
  }
})

for (const [locale, said] of [
  ['pt-BR', 'Criado por'],
  ['en', 'Created by'],
  ['es', 'Creado por'],
] as const) {
  test(`it is read in ${locale}`, async () => {
    const owner = await signIn(await service.account())
    assert.ok((await owner.reading(locale).get(PAGE)).html.includes(said))
  })
}

test('it goes on, page after page', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  // Later than all else, they are the first that are listed.
  service.clock.advanceMs(1_000)
  for (let i = 0; i < 3; i++) await seller.webhookEndpoint()
  const { html } = await owner.get(`${PAGE}?limit=2`)
  const [, next = ''] = /href="(\/dashboard\/access\?[^"]*starting_after=[^"]+)"/.exec(html) ?? []
  const second = await owner.get(next.replaceAll('&amp;', '&'))
  assert.equal(second.status, 200)
  assert.equal(second.html.match(/Webhook<\/bdi>/g)?.length, 1)
})

test('a key that is revoked says what it has left, and ends it when asked', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const revoke = async (id: string, fields: Record<string, string>) => {
    const page = `/dashboard/api-clients/${id}`
    return (await owner.submit(page, `${page}/revoke`, fields)).location
  }
  const [idle, leaving, ending] = [
    await clientOf(seller),
    await clientOf(seller),
    await clientOf(seller),
  ]
  const [left, ended] = [await clientOf(leaving.as), await clientOf(ending.as)]
  assert.equal(await revoke(idle.id, {}), `/dashboard/api-clients/${idle.id}?done=key_revoked`)
  assert.equal(await revoke(leaving.id, {}), `${PAGE}?done=made_left`)
  assert.equal(await holds(service, left.as.token), true)
  assert.equal(await revoke(ending.id, { end_made: 'true' }), `${PAGE}?done=made_ended`)
  assert.equal(await holds(service, ended.as.token), false)
  assert.match((await owner.get(`${PAGE}?done=made_ended`)).html, /com tudo o que tinha criado/)
})
