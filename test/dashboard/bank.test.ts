import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { startRail } from '../support/rail.ts'

const rail = await startRail()
const { service } = rail
const PAGE = '/dashboard/bank'

test('the bank that is connected is shown with its certificate, and nothing secret', async () => {
  const owner = await signIn(rail.seller)
  const { status, html } = await owner.get(PAGE)
  assert.equal(status, 200)
  const { url, pix_key, client_secret } = rail.bank.settings
  for (const said of [url, pix_key, 'Certificado válido até']) assert.ok(html.includes(said), said)
  assert.ok(!html.includes(client_secret))
  assert.doesNotMatch(html, /PRIVATE KEY/)
})

test('a seller without a bank is told so, and how it is connected', async () => {
  const seller = await service.account()
  const { html } = await (await signIn(seller, 'finance')).get(PAGE)
  assert.match(html, /Nenhum banco conectado/)
  assert.ok(html.includes(`psp connect --seller ${seller.seller_id}`))
})

test('a certificate that has ended is pointed out', async () => {
  const { html } = await (await signIn(rail.seller)).get(PAGE)
  const [, end = ''] = /Certificado válido até<\/dt><dd><time datetime="([^"]+)"/.exec(html) ?? []
  const at = (moment: number) => service.clock.advanceMs(moment - service.clock.now().getTime())
  const day = 24 * 60 * 60 * 1000
  at(Date.parse(end) - 29 * day)
  assert.match((await (await signIn(rail.seller)).get(PAGE)).html, /menos de 30 dias/)
  at(Date.parse(end) + 1)
  assert.match((await (await signIn(rail.seller)).get(PAGE)).html, /O certificado venceu/)
})
