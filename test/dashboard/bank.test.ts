import assert from 'node:assert/strict'
import { test } from 'vitest'
import { bankBody } from '../support/bankSettings.ts'
import { hiddenFields, passkeyOptions, signIn } from '../support/dashboard.ts'
import type { PageAnswer, Visitor } from '../support/dashboard.ts'
import { startRail } from '../support/rail.ts'
import type { TestAccount } from '../support/service.ts'

const rail = await startRail()
const { service } = rail
const PAGE = '/dashboard/bank'
const FORM = `${PAGE}?profile=bacen`

test('the bank that is connected is shown with its certificate, and nothing secret', async () => {
  const owner = await signIn(rail.seller)
  const { status, html } = await owner.get(PAGE)
  assert.equal(status, 200)
  const { url, pix_key, client_secret } = rail.bank.settings
  for (const said of [url, pix_key, 'Certificado válido até']) assert.ok(html.includes(said), said)
  assert.ok(!html.includes(client_secret))
  assert.doesNotMatch(html, /PRIVATE KEY/)
})

/** A form with files, as a browser sends it. */
function formWith(fields: object, files: readonly string[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields) as [string, string][]) {
    if (files.includes(name)) form.append(name, new Blob([value.replaceAll('\n', '\r\n')]), name)
    else form.append(name, value)
  }
  return form
}

const FILES = ['certificate', 'private_key', 'authority']

/** Fills in the form that connects a bank, and sends it; the passkey is still to be given. */
async function fillIn(owner: Visitor, changes: object = {}): Promise<PageAnswer> {
  const hidden = hiddenFields((await owner.get(FORM)).html, PAGE)
  return owner.post(PAGE, formWith({ ...hidden, ...bankBody(rail.bank, changes) }, FILES))
}

const connected = async (seller: TestAccount) =>
  (await seller.get<'BankConnection'>('/v1/bank_connection')).body.provider

test('an owner connects a bank by files, tests it and disconnects it', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  assert.match((await owner.get(PAGE)).html, /Nenhum banco conectado/)
  const asked = await fillIn(owner)
  assert.match(asked.html, /data-page="confirm"/)
  assert.ok(asked.html.includes(rail.bank.settings.url))
  for (const secret of ['PRIVATE KEY', rail.bank.client_secret]) {
    assert.ok(!asked.html.includes(secret), secret)
  }
  assert.equal(await connected(seller), 'sandbox')
  const { location } = await owner.confirm(asked, PAGE)
  assert.equal(location, `${PAGE}?done=bank_connected`)
  assert.equal(await connected(seller), 'bacen')
  const tested = await owner.submit(PAGE, `${PAGE}/test`, {})
  assert.match(tested.html, /avisa os pagamentos aqui/)
  await owner.submit(PAGE, `${PAGE}/disconnect`, {})
  assert.equal(await connected(seller), 'sandbox')
})

test('a bank that refuses is named on the page, which repeats no secret', async () => {
  const owner = await signIn(await service.account())
  rail.bank.order('POST /token', 401)
  const { status, html } = await owner.confirm(await fillIn(owner), PAGE)
  rail.bank.recover()
  assert.equal(status, 409)
  assert.match(html, /O banco recusou/)
  assert.ok(html.includes(`value="${rail.bank.settings.url}"`))
  for (const secret of ['PRIVATE KEY', rail.bank.client_secret]) {
    assert.ok(!html.includes(secret), secret)
  }
})

test('what was sealed for one session and one form opens for no other', async () => {
  const seller = await service.account()
  const [owner, other] = [await signIn(seller), await signIn(seller)]
  const asked = await fillIn(owner)
  const { sealed_form = '' } = hiddenFields(asked.html, PAGE)
  const others = await fillIn(other)
  const { form_token = '' } = hiddenFields(others.html, PAGE)
  const passkey = JSON.stringify(other.authenticator.get(passkeyOptions(others.html)))
  for (const [path, form] of [
    [PAGE, { form_token, sealed_form, passkey }],
    [`${PAGE}/disconnect`, { ...hiddenFields(others.html, PAGE), passkey }],
    [PAGE, { ...hiddenFields(others.html, PAGE), sealed_form: 'x', passkey }],
  ] as const) {
    assert.equal((await other.post(path, form)).status, 403)
  }
  assert.equal(await connected(seller), 'sandbox')
})

test('a form is sent twice with its passkey, and once without: one connects', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const asked = await fillIn(owner)
  await owner.post(PAGE, hiddenFields(asked.html, PAGE))
  assert.equal(await connected(seller), 'sandbox')
  await owner.confirm(asked, PAGE)
  await owner.submit(PAGE, `${PAGE}/disconnect`, {})
  const again = await owner.confirm(asked, PAGE)
  assert.match(again.html, /data-page="confirm"/)
  assert.equal(await connected(seller), 'sandbox')
})

test('no other role connects, tests or disconnects, by the page or past it', async () => {
  const seller = await service.account()
  for (const role of ['developer', 'finance'] as const) {
    const visitor = await signIn(seller, role)
    const { html } = await visitor.get(PAGE)
    assert.match(html, /Só o proprietário/)
    assert.doesNotMatch(html, new RegExp(`action="${PAGE}`))
    const { form_token = '' } = hiddenFields(html, '/dashboard/sign-out')
    for (const path of [PAGE, `${PAGE}/test`, `${PAGE}/disconnect`]) {
      assert.equal((await visitor.post(path, { form_token })).status, 403)
    }
  }
})

test('home tells of a bank that does not answer', async () => {
  const own = await startRail({}, { bankPauseMs: 600_000 })
  const owner = await signIn(own.seller)
  const home = async () => (await owner.get('/dashboard/home')).html
  assert.doesNotMatch(await home(), /não responde/)
  own.bank.order('', 'drop')
  const { seller } = own
  for (let n = 0; n < 3; n++) await own.view(await seller.checkout())
  assert.match(await home(), /O banco não responde/)
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
