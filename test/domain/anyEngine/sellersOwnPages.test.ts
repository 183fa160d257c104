/** A seller's settings on its pages. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'vitest'
import { accentOf, contrastOf } from '../../../domain/settings/accent.ts'
import { logoOf } from '../../support/images.ts'
import { linkOf, pageOfLink } from '../../support/paymentLinks.ts'
import { pageOf } from '../../support/sessions.ts'
import { startService } from '../../support/service.ts'

const service = await startService()

const own = {
  display_name: 'Padaria <b>Pão</b>',
  legal_name: 'Pão Quente Ltda',
  tax_id: '12.345.678/0001-95',
  support_email: 'ajuda+1@padaria.example',
  support_phone: '+55 (11) 3333-4444',
  website_url: 'https://padaria.example/loja',
  accent_color: '#ffcc00',
  receipt_note: 'Trocas em 30 dias.\n<script>alert(1)</script>',
}

const show = (path: string) => service.request('GET', path)

test('an address by default leads on from the page, and stays out of the checkout', async () => {
  const seller = await service.account()
  await seller.patch('/v1/settings', {
    default_success_url: 'https://loja.example/sim',
    default_cancel_url: 'https://loja.example/nao',
  })
  const [plain, own] = [
    await seller.checkout(),
    await seller.checkout({
      success_url: 'https://outra.example/ok',
      cancel_url: 'https://outra.example/no',
    }),
  ]
  assert.deepEqual([plain.success_url, plain.cancel_url], [null, null])
  const page = (checkout: typeof plain) => service.request('GET', pageOf(checkout))
  assert.match((await page(plain)).text, /href="https:\/\/loja\.example\/nao"/)
  assert.match((await page(own)).text, /href="https:\/\/outra\.example\/no"/)
  for (const { id } of [plain, own]) await seller.post(`/sandbox/checkouts/${id}/pay`)
  assert.match((await page(plain)).text, /href="https:\/\/loja\.example\/sim"/)
  assert.match((await page(own)).text, /href="https:\/\/outra\.example\/ok"/)
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${plain.id}`)
  assert.deepEqual([body.success_url, body.cancel_url], [null, null])
})

test('page, receipt and link show name, logo, contact and company, no markup', async () => {
  const seller = await service.account()
  await seller.patch('/v1/settings', own)
  const logo = `/logos/${seller.seller_id}/${await logoOf(seller)}`
  const [open, paid] = [await seller.checkout(), await seller.checkout()]
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  for (const path of [pageOf(open), pageOf(paid), pageOfLink(await linkOf(seller))]) {
    const { status, text } = await show(path)
    assert.equal(status, 200)
    for (const part of [
      'Padaria &lt;b&gt;Pão&lt;/b&gt;',
      `<img class="logo" src="${logo}" alt="">`,
      'href="mailto:ajuda%2B1%40padaria.example"',
      'href="tel:+551133334444"',
      'href="https://padaria.example/loja"',
      'Pão Quente Ltda · 12.345.678/0001-95',
    ]) {
      assert.ok(text.includes(part), `${path}: ${part}`)
    }
    assert.ok(!text.includes('<b>Pão') && !text.includes('alert(1)</script>'), path)
  }
})

test('a logo that was removed is served no more', async () => {
  const seller = await service.account()
  const path = `/logos/${seller.seller_id}/${await logoOf(seller)}`
  assert.equal((await service.request('GET', path)).status, 200)
  await service.request('DELETE', '/v1/settings/logo', { token: seller.token })
  assert.equal((await service.request('GET', path)).status, 404)
})

test('a receipt ends with the note, and is shared by links without a script', async () => {
  const seller = await service.account()
  await seller.patch('/v1/settings', own)
  const paid = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  const { text } = await show(pageOf(paid))
  assert.match(text, /Trocas em 30 dias\.\n&lt;script&gt;/)
  const shared = encodeURIComponent(
    `Comprovante do pagamento a ${own.display_name}: ${paid.checkout_url}`,
  ).replaceAll("'", '&#39;')
  assert.ok(text.includes(`href="https://wa.me/?text=${shared}"`))
  assert.ok(text.includes(`body=${shared}"`))
})

test('a page of a seller without settings is unchanged, and lets in no image', async () => {
  const seller = await service.account('Loja')
  const { text, headers } = await show(pageOf(await seller.checkout()))
  assert.ok(!text.includes('<img') && !text.includes('class="contact"'))
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /img-src data:;/)
  assert.equal(policy.match(/'sha256-/g)?.length, 2)
})

test('the policy lets in the style of a colour by its hash, and images of this host', async () => {
  const seller = await service.account()
  await seller.patch('/v1/settings', { accent_color: '#336699' })
  await logoOf(seller)
  const { text, headers } = await show(pageOf(await seller.checkout()))
  const policy = headers.get('content-security-policy') ?? ''
  const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
  assert.equal(styles.length, 2)
  for (const style of styles) {
    const hash = createHash('sha256').update(style).digest('base64')
    assert.ok(policy.includes(`'sha256-${hash}'`))
  }
  assert.match(policy, /img-src data: 'self';/)
  assert.ok(!policy.includes('unsafe'))
})

test('text of and on any colour can be read in both schemes', () => {
  const steps = [0, 51, 102, 153, 204, 255]
  const grounds = { light: ['#f5f7f5', '#ffffff'], dark: ['#0f1513', '#18201d'] }
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const color = `#${Buffer.from([red, green, blue]).toString('hex')}`
        for (const scheme of ['light', 'dark'] as const) {
          const { accent, deep, on, tint } = accentOf(color, scheme)
          const pairs = [...grounds[scheme], tint].map((ground) => [accent, ground] as const)
          for (const [one, other] of [...pairs, [on, accent] as const, [on, deep] as const]) {
            const found = contrastOf(one, other)
            assert.ok(found >= 4.5, `${color} ${scheme}: ${one} on ${other} has ${found}`)
          }
        }
      }
})

test('a colour that can be read stays as it is', () => {
  assert.equal(accentOf('#0a6b51', 'light').accent, '#0a6b51')
  assert.equal(accentOf('#57d3a6', 'dark').accent, '#57d3a6')
})
