/** The page of a payment link in a real browser: read, filled in by a person, without a script. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import {
  barriers,
  Buyer,
  heading,
  openBrowser,
  overflowOf,
  picture,
  press,
} from '../../support/chromium.ts'
import { linkOf } from '../../support/paymentLinks.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const seller = await service.account('Ateliê da Ana')
const browser = await openBrowser()

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

const custom_amount = { min_minor: 500, max_minor: 100_000 }
const collect = ['name', 'email', 'tax_id', 'phone']

test('a buyer without scripts types, corrects what is wrong, and comes to pay', async () => {
  const link = await linkOf(seller, { name: 'Oficina de cerâmica', custom_amount, collect })
  const buyer = await Buyer.with(browser, [service.url], { scripts: false })
  const { page, faults } = await buyer.visit(link.url)
  await page.getByLabel('Valor').fill('4,00')
  await page.getByLabel('Nome completo ou razão social').fill('Ana Souza')
  await page.getByLabel('E-mail').fill('ana@example.com')
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-26')
  await page.getByLabel('Telefone com DDD').fill('(11) 99999-8888')
  await press(page, 'Pagar com Pix')
  await page.getByText('Nada foi aberto. Confira o que está marcado.').waitFor()
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'ana@example.com')
  await page.getByLabel('Valor').fill('R$ 49.90')
  await page.getByLabel('CPF ou CNPJ').fill('529.982.247-25')
  await press(page, 'Pagar com Pix')
  await page.getByText('R$ 49,90').first().waitFor()
  assert.match(page.url(), /\/pay\//)
  // A browser reports the 400 that it was answered.
  assert.deepEqual(
    faults.filter((text) => !text.includes('400')),
    [],
  )
})

test('everybody can read the page, on a phone and a desk, in light and dark', async () => {
  const items = Array.from({ length: 9 }, (_, n) => ({
    name: `${n} ${'Caneca de cerâmica '.repeat(8)}`.trim(),
    unit_amount_minor: 99_999_999,
  }))
  const quantity = { min: 1, max: 5 }
  const links = {
    amount: await linkOf(seller, { name: 'Doação', custom_amount, collect }),
    cart: await linkOf(seller, { name: 'W'.repeat(160), items, quantity }),
    over: await linkOf(seller, { ends_at: '2026-01-01T00:00:00Z' }),
  }
  const buyer = await Buyer.with(browser, [service.url])
  for (const [name, link] of Object.entries(links)) {
    const { page, faults, outside } = await buyer.visit(link.url)
    await heading(page, name === 'over' ? 'Este link foi encerrado' : link.name)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const size of [phone, desk]) {
        await page.setViewportSize(size)
        assert.deepEqual(await barriers(page), [], `${name} ${colorScheme}`)
        assert.equal(await overflowOf(page), 0, `${name} ${size.width}`)
        await picture(page, `link-${name}-${colorScheme}-${size.width}`)
      }
    }
    assert.deepEqual([faults, outside], [[], []])
    await page.close()
  }
})

test('what is wrong is marked so that it can be read and heard', async () => {
  const link = await linkOf(seller, { name: 'Doação', custom_amount, collect: ['email'] })
  const buyer = await Buyer.with(browser, [service.url])
  const { page } = await buyer.visit(link.url)
  await page.setViewportSize(phone)
  await page.getByLabel('Valor').fill('1e9')
  await page.getByLabel('E-mail').fill('ana@loja.example')
  await press(page, 'Pagar com Pix')
  await page.getByText('Nada foi aberto. Confira o que está marcado.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.id'), 'amount')
  assert.deepEqual(await barriers(page), [])
  await picture(page, 'link-wrong-390')
})

for (const [width, size] of Object.entries({ 390: phone, 1280: desk })) {
  test(`at ${width} px a session that is over offers another`, async () => {
    const link = await linkOf(await service.login(seller), { name: 'Caneca azul' })
    const buyer = await Buyer.with(browser, [service.url])
    const { page } = await buyer.visit(link.url)
    await page.setViewportSize(size)
    await press(page, 'Pagar com Pix')
    const first = page.url()
    service.clock.advanceMs(31 * 60 * 1000)
    await page.reload()
    await heading(page, 'O tempo para pagar acabou')
    assert.deepEqual(await barriers(page), [])
    await picture(page, `link-over-${width}`)
    await press(page, 'Fazer outro pagamento')
    assert.match(page.url(), /\/pay\//)
    assert.notEqual(page.url().split('?')[0], first.split('?')[0])
    const shop = await service.login(seller)
    await shop.patch(`/v1/payment_links/${link.id}`, { active: false })
    await page.goto(first)
    await page.getByText('Este link foi encerrado.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Fazer outro pagamento' }).count(), 0)
    await buyer.context.close()
  })
}

test('a session of a link that asks for something leads to its form', async () => {
  const link = await linkOf(await service.login(seller), { collect: ['email'] })
  const buyer = await Buyer.with(browser, [service.url], { scripts: false })
  const { page } = await buyer.visit(link.url)
  await page.getByLabel('E-mail').fill('ana@example.com')
  await press(page, 'Pagar com Pix')
  service.clock.advanceMs(31 * 60 * 1000)
  await page.reload()
  assert.ok(!(await page.content()).includes('ana@example.com'))
  await page.getByRole('link', { name: 'Fazer outro pagamento' }).click()
  assert.equal(page.url().split('?')[0], link.url)
  await buyer.context.close()
})
