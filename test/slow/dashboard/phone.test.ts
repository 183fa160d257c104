/** The dashboard as a person holds it in one hand, and on a desk: bar, menu, forms, references. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { barriers, Buyer, openBrowser, overflowOf, picture } from '../../support/chromium.ts'
import { signIn } from '../../support/dashboard.ts'
import type { Visitor } from '../../support/dashboard.ts'
import { startService } from '../../support/service.ts'
import { pagesOfShop, shopOf } from '../../support/shop.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }

/** By this the first line of a page's title has ended. */
const TITLE_PX = 120

const browser = await openBrowser()
const service = await startService()
const shop = await shopOf(service)
const owner = await signIn(shop.seller)
const pages = pagesOfShop(shop)

async function opened(
  visitor: Visitor,
  path: string,
  { scripts = true, size = PHONE }: { scripts?: boolean; size?: typeof PHONE } = {},
) {
  const buyer = await Buyer.with(browser, [service.url], { language: 'pt-BR', scripts })
  const visit = await buyer.visit(service.url + path, async (tab) => {
    await tab.setViewportSize(size)
    await tab.setExtraHTTPHeaders({ cookie: visitor.cookie })
  })
  return { ...visit, close: () => buyer.context.close() }
}

/** Where the first line of the title ends, from the top of the page. */
const titleEnd = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('h1'))
    return range.getClientRects()[0].bottom + scrollY
  })()`)

test('on a phone each title begins below one bar, with the badge of the sandbox', async () => {
  const { page, faults, close } = await opened(owner, pages.home)
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(service.url + path)
    const end = await titleEnd(page)
    assert.ok(end <= TITLE_PX, `${name}: ${end} px`)
    assert.ok((await overflowOf(page)) <= 0, name)
    assert.equal(await page.locator('.short-badge').isVisible(), true, name)
    await picture(page, `${name} 390`)
  }
  assert.deepEqual(faults, [])
  await close()
})

for (const scripts of [true, false]) {
  test(`the menu has four groups, ${scripts ? 'and' : 'without script'} leads on`, async () => {
    const { page, close } = await opened(owner, pages.home, { scripts })
    const item = page.getByRole('link', { name: 'Extrato', exact: true })
    assert.equal(await item.count(), 0)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    for (const group of ['Vendas', 'Dinheiro', 'Loja', 'Conta']) {
      assert.ok(await page.getByRole('list', { name: group, exact: true }).isVisible(), group)
    }
    const menu = await page.locator('#menu').boundingBox()
    assert.ok(menu && menu.y + menu.height <= PHONE.height, 'the menu fits the screen')
    assert.deepEqual(scripts ? await barriers(page, { rule: 'all' }) : [], [])
    await picture(page, `menu 390 ${scripts}`)
    await item.click()
    await page.locator('main[data-page="statement"]').waitFor()
    await close()
  })

  test(`a new customer is one button away, ${scripts ? '' : 'without script '}folded`, async () => {
    const { page, close } = await opened(owner, pages.customers, { scripts })
    const field = page.getByLabel('E-mail', { exact: true })
    assert.equal(await field.isVisible(), false)
    await page.locator('summary', { hasText: 'Novo cliente' }).click()
    await page.getByLabel('Nome', { exact: true }).fill('Débora')
    await field.fill('ana@padaria.example')
    await page.getByRole('button', { name: 'Cadastrar cliente' }).click()
    // The address is taken: the form is open again, with what was typed and why.
    await page.locator('.wrong').waitFor()
    assert.equal(await page.getByLabel('Nome', { exact: true }).inputValue(), 'Débora')
    await close()
  })
}

test('lists come before the forms for new things, which are folded', async () => {
  const { page, close } = await opened(owner, pages.home)
  for (const name of [
    'payment-links',
    'products',
    'customers',
    'api-clients',
    'webhooks',
    'team',
  ]) {
    await page.goto(`${service.url}/dashboard/${name}`)
    const shown = await page.locator('main form.form:visible').count()
    assert.equal(shown, 0, name)
    assert.equal(await page.locator('main details.new').count(), 1, name)
    await page.locator('main details.new > summary').click()
    assert.ok((await page.locator('main form.form:visible').count()) > 0, name)
    assert.deepEqual(await barriers(page, { rule: 'all' }), [], name)
  }
  await close()
})

test('what needs attention comes first on the home page, or nothing does', async () => {
  const { page, close } = await opened(owner, pages.home)
  const first = page.locator('main > :nth-child(2)')
  assert.match(await first.innerText(), /^Precisa de atenção/)
  const calm = await signIn(await service.account())
  const other = await opened(calm, pages.home)
  assert.doesNotMatch(await other.page.locator('main').innerText(), /atenção/)
  await close()
  await other.close()
})

test('references stay in one line, numbers are punctuated, cut texts have «…»', async () => {
  const { page, close } = await opened(owner, pages.checkouts)
  const reference = page.locator('td', { hasText: 'pedido-1477' }).first()
  const lines = (text: string) =>
    page.evaluate<number>(
      `(() => {
        const walker = document.createTreeWalker(document.querySelector('main'), 4)
        while (walker.nextNode()) {
          if (walker.currentNode.data !== ${JSON.stringify(text)}) continue
          const range = document.createRange()
          range.selectNodeContents(walker.currentNode)
          return new Set([...range.getClientRects()].map(({ top }) => top)).size
        }
        return 0
      })()`,
    )
  assert.equal(await reference.isVisible(), true)
  for (const size of [PHONE, DESK, { width: 1024, height: 800 }]) {
    await page.setViewportSize(size)
    assert.equal(await lines('pedido-1477'), 1, `${size.width}`)
  }
  assert.ok((await page.locator('main').innerText()).includes('…'))
  await page.goto(service.url + pages.customer)
  const said = await page.locator('main .facts').innerText()
  assert.match(said, /12\.ABC\.345\/01DE-35/)
  assert.match(said, /\(11\) 98765-4321/)
  await close()
})

test('on a desk the menu stands beside the page, and the search in the bar', async () => {
  const { page, close } = await opened(owner, pages.home, { size: DESK })
  assert.equal(await page.getByRole('link', { name: 'Auditoria', exact: true }).isVisible(), true)
  assert.equal(await page.getByRole('button', { name: 'Menu', exact: true }).count(), 0)
  assert.equal(await page.getByRole('searchbox').isVisible(), true)
  for (const [name, path] of Object.entries(pages)) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(service.url + path)
    await picture(page, `${name} 1440`)
  }
  await close()
})

for (const size of [PHONE, DESK]) {
  test(`at ${size.width} px the audit trail has sentences, data behind a fold`, async () => {
    const items = [{ name: 'Bolo', unit_amount_minor: 9333 }]
    const { body: sold } = await shop.seller.post<'Checkout'>('/v1/cart_checkouts', {
      items,
      customer_id: shop.debora,
      external_id: `pedido-${size.width}`,
    })
    await shop.seller.post(`/sandbox/checkouts/${sold.id}/pay`)
    const { body: paid } = await shop.seller.get<'Checkout'>(`/v1/checkouts/${sold.id}`)
    const refunds = `/dashboard/payments/${paid.payment_id}`
    const fields = { amount_minor: '93,33', chosen: '' }
    await owner.submit(refunds, `${refunds}/refunds`, fields)
    const { page, close } = await opened(owner, pages.audit, { size, scripts: false })
    const act = page.locator('main li', { hasText: 'devolveu' }).first()
    const said = (await act.locator('p').first().innerText()).replaceAll('\u00a0', ' ')
    const who = owner.email
    assert.equal(said, `${who} devolveu R$ 93,33 do pedido-${size.width} a Débora Oliveira`)
    assert.equal(await act.getByText('refund.requested').isVisible(), false)
    await act.locator('summary').click()
    assert.equal(await act.getByText('refund.requested').isVisible(), true)
    await page.locator('summary', { hasText: 'Filtros' }).click()
    await page.getByLabel('Autor').selectOption({ label: owner.email })
    await page.getByRole('button', { name: 'Aplicar' }).click()
    assert.doesNotMatch(await page.locator('main ol').innerText(), /criou o produto/)
    await close()
  })
}

test('on a phone the search opens below the bar, and finds', async () => {
  const { page, close } = await opened(owner, pages.home, { scripts: false })
  await page.getByRole('button', { name: 'Buscar em tudo' }).click()
  await page.getByRole('searchbox').fill('débora')
  await page.keyboard.press('Enter')
  await page.locator('main[data-page="search"]').waitFor()
  assert.match(await page.locator('main').innerText(), /Débora Oliveira/)
  await close()
})

test('a photograph that is too large for a logo ends on the page that says so', async () => {
  const { page, faults, close } = await opened(owner, pages.settings)
  const file = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(30_000_000) }
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('button', { name: 'Usar este logotipo', exact: true }).click()
  await page.getByText('O arquivo é grande demais: o limite é de 128 KiB.').waitFor()
  assert.equal(await page.locator('main').getAttribute('data-page'), 'settings')
  assert.equal(faults.filter((fault) => !fault.includes('413')).length, 0, faults.join('\n'))
  await close()
})

test('on a desk a row of a list is one line, and its figures end at one edge', async () => {
  const { page, close } = await opened(owner, pages.checkouts, { size: DESK })
  const rows = await page
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => row.clientHeight))
  assert.ok(rows.length > 9)
  assert.deepEqual([...new Set(rows)].length, 1, `rows of ${rows.join(', ')} px`)
  for (const name of ['Valor', 'Devolvido']) {
    const heading = page.getByRole('columnheader', { name, exact: true })
    assert.equal(await heading.getAttribute('class').then((of) => of?.split(' ')[0]), 'number')
  }
  const hidden = await page
    .locator('.scroll')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  assert.equal(hidden, 0)
  await close()
})
