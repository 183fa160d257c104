/** Going live without a terminal: every bank by its name, with the file that it hands out. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { p12File } from '../support/p12File.ts'
import { profileNames, subjectOf } from '../support/providers.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const PAGE = '/dashboard/bank'
const formOf = (profile: string) => `${PAGE}?profile=${profile}`
const PASSWORD = 'senha do arquivo'

/** Credentials that a bank asks for, where they are not `client_id` and `client_secret` alone. */
const own: Record<string, string[]> = {
  bb: ['client_id', 'client_secret', 'profile_values.app_key'],
  inter: ['client_id', 'client_secret', 'profile_values.account'],
  itau: ['client_id', 'client_secret', 'profile_values.api_key'],
  sicoob: ['client_id'],
  mercadopago: ['client_secret', 'profile_values.payer_email'],
  woovi: ['client_secret'],
}
const withoutCertificate = ['mercadopago', 'woovi']
/** Fields that Pix Automático needs. */
const ACCOUNT = ['account.branch', 'account.number', 'account.type']

const CERTIFICATE = ['pkcs12', 'pkcs12_password', 'certificate', 'private_key']

/** The fields of the form that a reader sees, by name. */
function fieldsIn(html: string): string[] {
  const [, form = ''] = new RegExp(`action="${PAGE}"([\\s\\S]*?)</form>`).exec(html) ?? []
  const named = form.matchAll(/<(?:input(?! type="hidden")|select)[^>]* name="([^"]+)"/g)
  return [...named].map(([, name = '']) => name).toSorted()
}

/** The form of a bank as a seller fills it in. */
function filledIn(settings: BankSettings, html: string): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(hiddenFields(html, PAGE))) form.append(name, value)
  const { url, token_url, client_id, client_secret, pix_key, authority } = settings
  const typed = { url, token_url, client_id, client_secret, pix_key, city: 'Recife' }
  const fields = fieldsIn(html)
  for (const [name, value] of Object.entries(typed)) {
    if (fields.includes(name)) form.append(name, value)
  }
  for (const [name, value] of Object.entries(settings.profile_values)) {
    form.append(`profile_values.${name}`, value)
  }
  form.append('authority', new Blob([authority ?? '']), 'banco.pem')
  if (!fields.includes('pkcs12')) return form
  form.append('pkcs12', new Blob([p12File(settings, PASSWORD)]), 'loja.p12')
  form.append('pkcs12_password', PASSWORD)
  // A browser sends the files that were not chosen as empty ones.
  for (const name of ['certificate', 'private_key']) form.append(name, new Blob([]), '')
  return form
}

const connectionOf = async (seller: TestAccount) =>
  (await seller.get<'BankConnection'>('/v1/bank_connection')).body

async function connect(owner: Visitor, settings: BankSettings) {
  const { html } = await owner.get(formOf(settings.profile))
  const asked = await owner.post(PAGE, filledIn(settings, html))
  assert.match(asked.html, /data-page="confirm"/)
  assert.ok(!asked.html.includes(PASSWORD))
  return owner.confirm(asked, PAGE)
}

for (const profile of profileNames) {
  test(`${profile}: asks for what it needs and nothing else, connects, and is tried`, async () => {
    const seller = await service.account()
    const owner = await signIn(seller)
    const chooser = await owner.get(PAGE)
    assert.ok(chooser.html.includes(`href="${formOf(profile)}"`))
    const every = ['pix_key', 'city', 'callbacks', 'url', 'token_url', 'authority']
    const credentials = own[profile] ?? ['client_id', 'client_secret']
    const ofContract = withoutCertificate.includes(profile) ? [] : [...CERTIFICATE, ...ACCOUNT]
    const { html } = await owner.get(formOf(profile))
    assert.deepEqual(fieldsIn(html), [...every, ...credentials, ...ofContract].toSorted())
    const subject = await subjectOf({ service, seller, profile })
    const { location } = await connect(owner, subject.settings())
    assert.equal(location, `${PAGE}?done=bank_connected`)
    const connection = await connectionOf(seller)
    assert.deepEqual([connection.profile, connection.city], [profile, 'Recife'])
    const provider = withoutCertificate.includes(profile) ? profile : 'bacen'
    assert.equal(connection.provider, provider)
    const connected = await owner.get(PAGE)
    assert.ok(connected.html.includes(connection.callback_url ?? ''))
    const tested = await owner.submit(PAGE, `${PAGE}/test`, {})
    assert.match(tested.html, /O banco respondeu/)
  })
}

test('what the profile knows of a bank is filled in, and can be changed', async () => {
  const owner = await signIn(await service.account())
  const { html } = await owner.get(formOf('bb'))
  assert.match(html, /<details class="fold">\s*<summary>Endereços do banco/)
  assert.match(html, /name="url" value="https:\/\/api-pix\.bb\.com\.br\/pix\/v2"/)
  const unknown = await owner.get(formOf('bacen'))
  assert.match(unknown.html, /<details class="fold" open>\s*<summary>Endereços do banco/)
})

test('without a certificate, or with half of one, no passkey is asked for', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const settings = (await subjectOf({ service, seller, profile: 'bb' })).settings()
  const sent = async (name: string, change: (form: FormData) => void) => {
    const { html } = await owner.get(formOf('bb'))
    const form = filledIn(settings, html)
    form.delete('pkcs12')
    change(form)
    const answer = await owner.post(PAGE, form)
    assert.equal(answer.status, 400)
    assert.match(answer.html, new RegExp(`name="${name}"[^>]*aria-invalid`))
    // The form is that of the bank that was chosen.
    assert.match(answer.html, /name="profile" value="bb"/)
    return answer.html
  }
  assert.match(await sent('pkcs12', () => undefined), /Escolha o arquivo do certificado/)
  await sent('private_key', (form) => {
    form.delete('certificate')
    form.append('certificate', new Blob([settings.certificate]), 'loja.pem')
  })
  await sent('client_secret', (form) => {
    form.append('pkcs12', new Blob([p12File(settings, PASSWORD)]), 'loja.p12')
    form.delete('client_secret')
  })
})

test('a wrong password of the file is said beside it', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const settings = (await subjectOf({ service, seller, profile: 'bb' })).settings()
  const form = filledIn(settings, (await owner.get(formOf('bb'))).html)
  form.set('pkcs12_password', 'outra')
  const { status, html } = await owner.confirm(await owner.post(PAGE, form), PAGE)
  assert.equal(status, 400)
  assert.match(html, /name="pkcs12_password"[^>]*aria-invalid/)
})

test("what the bank refuses is said in the reader's language, with the bank's reason", async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const settings = (await subjectOf({ service, seller, profile: 'bb' })).settings()
  const wrong = { ...settings, profile_values: { app_key: 'outra' } }
  for (const [locale, said] of [
    ['pt-BR', /O banco respondeu 403: [^<]*Falta gw-dev-app-key/],
    ['en', /The bank answered 403: [^<]*Falta gw-dev-app-key/],
    ['es', /El banco respondió 403: [^<]*Falta gw-dev-app-key/],
  ] as const) {
    const { status, html } = await connect(owner.reading(locale), wrong)
    assert.equal(status, 409)
    assert.match(html, said)
    assert.doesNotMatch(html, /was answered|outra/)
  }
  assert.equal((await connectionOf(seller)).provider, 'sandbox')
})

test('a bank that refuses callbacks is connected on demand, with a warning', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const settings = (await subjectOf({ service, seller, profile: 'efi' })).settings()
  const { html } = await owner.get(formOf('efi'))
  assert.match(html, /<option value="required" selected>/)
  const form = filledIn(settings, html)
  form.append('callbacks', 'optional')
  assert.equal((await owner.confirm(await owner.post(PAGE, form), PAGE)).status, 303)
  await service.sql(
    "update bank_connections set callbacks = 'refused' where seller_id = ?",
    seller.seller_id,
  )
  for (const page of [PAGE, '/dashboard/home']) {
    assert.match((await owner.get(page)).html, /O banco recusou o endereço de avisos/, page)
  }
  assert.match((await owner.get(PAGE)).html, /<option value="optional" selected>/)
})

test('a bank is renewed without saying again what is kept', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const settings = (await subjectOf({ service, seller, profile: 'bb' })).settings()
  await connect(owner, settings)
  const { html } = await owner.get(PAGE)
  assert.match(html, /Em branco, fica o valor que já está guardado/)
  const form = filledIn({ ...settings, profile_values: {} }, html)
  form.append('profile_values.app_key', '')
  form.set('city', 'Olinda')
  const { location } = await owner.confirm(await owner.post(PAGE, form), PAGE)
  assert.equal(location, `${PAGE}?done=bank_connected`)
  assert.equal((await connectionOf(seller)).city, 'Olinda')
})
