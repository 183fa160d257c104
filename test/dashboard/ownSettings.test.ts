/** The forms by which a seller says what buyers see. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { jpeg, logoOf, png, webp } from '../support/images.ts'
import { startService } from '../support/service.ts'

const service = await startService()

const PAGE = '/dashboard/settings'
const LOGO = `${PAGE}/logo`

/** Sends the form of the logo with a file, as a browser does. */
async function upload(visitor: Visitor, file: Buffer) {
  const { html } = await visitor.get(PAGE)
  const form = new FormData()
  for (const [name, value] of Object.entries(hiddenFields(html, LOGO))) form.append(name, value)
  form.append('data', new Blob([file]), 'logo.bin')
  return visitor.post(LOGO, form)
}

test('what is typed is saved, what is emptied is cleared, and mails are switched', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const fields = {
    display_name: 'Padaria',
    accent_color: '#FFCC00',
    receipt_note: 'Uma linha.\r\nOutra.',
    'mail.buyer_receipt': 'true',
  }
  const { location } = await owner.submit(PAGE, PAGE, fields)
  assert.equal(location, `${PAGE}?done=settings_updated`)
  const settings = async () => (await seller.get<'Settings'>('/v1/settings')).body
  const saved = await settings()
  assert.deepEqual(
    [saved.display_name, saved.accent_color, saved.receipt_note, saved.mail.buyer_receipt],
    ['Padaria', '#ffcc00', 'Uma linha.\nOutra.', true],
  )
  await owner.submit(PAGE, PAGE, { display_name: '', 'mail.buyer_receipt': 'false' })
  const cleared = await settings()
  assert.deepEqual([cleared.display_name, cleared.mail.buyer_receipt], [null, false])
})

test('a passkey confirms changes of what buyers trust, and no others', async () => {
  const seller = await service.account()
  const owner = await signIn(seller)
  const { html } = await owner.get(PAGE)
  const post = async (fields: Record<string, string>) => {
    const form = new URLSearchParams({ ...hiddenFields(html, PAGE), ...fields })
    return (await owner.post(PAGE, form)).html.includes('data-page="confirm"')
  }
  const settings = async () => (await seller.get<'Settings'>('/v1/settings')).body
  const before = await settings()
  for (const fields of [
    { display_name: 'Outra' },
    { support_email: 'outra@example.com' },
    { website_url: 'https://outra.example' },
    { default_success_url: 'https://outra.example' },
    { default_cancel_url: 'https://outra.example' },
  ]) {
    assert.equal(await post(fields), true, JSON.stringify(fields))
  }
  assert.deepEqual(await settings(), before)
  assert.equal(await post({ display_name: '', receipt_note: 'Obrigado' }), false)
  assert.equal((await settings()).receipt_note, 'Obrigado')
})

test('a field that is refused says why beside itself, in the language of the reader', async () => {
  const owner = await signIn(await service.account())
  const { status, html } = await owner.submit(PAGE, PAGE, { default_success_url: 'loja' })
  assert.equal(status, 400)
  assert.match(html, /name="default_success_url" value="loja"[^>]*aria-invalid="true"/)
})

for (const [name, file] of Object.entries({ png: png(64), jpeg: jpeg(64), webp: webp(64) })) {
  test(`a ${name} of a reader's disk becomes the logo, and is shown`, async () => {
    const seller = await service.account()
    const owner = await signIn(seller)
    const { location } = await upload(owner, file)
    assert.equal(location, `${PAGE}?done=logo_set`)
    const { body } = await seller.get<'Settings'>('/v1/settings')
    const served = await fetch(body.logo_url ?? '')
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), file)
    const { html } = await owner.get(PAGE)
    assert.ok(html.includes(`<img class="logo" src="${new URL(body.logo_url ?? '').pathname}"`))
  })
}

test('a file of 128 KiB passes through the form, and a larger one is refused', async () => {
  const owner = await signIn(await service.account())
  const large = png(2_048, 2_048)
  assert.equal((await upload(owner, large)).location, `${PAGE}?done=logo_set`)
  const refused = await upload(owner, Buffer.concat([large, Buffer.alloc(129 * 1024)]))
  assert.equal(refused.status, 400)
  assert.match(refused.html, /128 KiB/)
  assert.equal((await upload(owner, Buffer.alloc(193 * 1024))).status, 413)
})

test('the logo is removed by its own form', async () => {
  const seller = await service.account()
  await logoOf(seller)
  const owner = await signIn(seller)
  const { location } = await owner.submit(PAGE, `${LOGO}/delete`, {})
  assert.equal(location, `${PAGE}?done=logo_deleted`)
  assert.equal((await seller.get<'Settings'>('/v1/settings')).body.logo_url, null)
})

test('who may not change the settings reads them, who may not read them sees none', async () => {
  const seller = await service.account()
  await seller.patch('/v1/settings', { display_name: 'Padaria Única', accent_color: '#336699' })
  const finance = await (await signIn(seller, 'finance')).get(PAGE)
  assert.match(finance.html, /Padaria Única/)
  assert.ok(!finance.html.includes(`action="${PAGE}"`) && finance.html.includes('swatches'))
  const viewer = await (await signIn(seller, 'viewer')).get(PAGE)
  assert.equal(viewer.status, 200)
  const [bar = '', own = ''] = viewer.html.split('<main')
  assert.ok(bar.includes('<bdi class="shop">Padaria Única</bdi>'))
  assert.ok(!own.includes('Padaria Única') && !viewer.html.includes('swatches'))
})
