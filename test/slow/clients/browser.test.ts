/**
 * One real browser for the pages that people use: a buyer pays, a newcomer joins and refunds, a
 * reader searches the docs. `test/slow/` has every state, width, language and fault of them.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { invitationUrl } from '../../../domain/access/users.ts'
import { barriers, Buyer, heading, openBrowser, overflowOf, press } from '../../support/chromium.ts'
import { at, mouse, withPasskeys } from '../../support/hands.ts'
import { invitationTo } from '../../support/people.ts'
import { startService } from '../../support/service.ts'

const PHONE = { width: 390, height: 844 }

const service = await startService({ hostName: 'localhost' })
const { baseUrl } = service.service
const seller = await service.account('Ateliê da Rua')
const browser = await openBrowser()
const buyer = await Buyer.with(browser, [baseUrl], {
  permissions: ['clipboard-read', 'clipboard-write'],
})

test('a buyer copies the code on a phone, and sees the payment by itself', async () => {
  const { id, checkout_url } = await seller.checkout()
  const { page, faults, outside } = await buyer.visit(checkout_url, async (tab) => {
    await tab.setViewportSize(PHONE)
    await tab.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  })
  await heading(page, 'Pague com Pix R$ 49,90')
  assert.deepEqual(await barriers(page), [])
  assert.ok((await overflowOf(page)) <= 0)
  await press(page, 'Copiar código Pix')
  await page.getByRole('button', { name: 'Código copiado' }).waitFor()
  const code = await page.getByLabel('Pix copia e cola').inputValue()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), code)
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  await heading(page, 'Pagamento confirmado')
  // The page is read aloud from its heading.
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
  assert.deepEqual([faults, outside], [[], []])
  await page.close()
})

test('a newcomer joins by a passkey, charges, and refunds in part', async () => {
  const { token } = await invitationTo(seller)
  const { page, faults, outside } = await buyer.visit(invitationUrl(baseUrl, token), (tab) =>
    withPasskeys(buyer.context, tab),
  )
  await at(page, 'join')
  await mouse.use(page, /^Criar passkey e entrar$/)
  await at(page, 'home')
  assert.deepEqual(await barriers(page), [])
  await mouse.use(page, /^Abrir uma cobrança de teste$/)
  await at(page, 'checkout')
  await mouse.use(page, /^Abrir a página de pagamento$/)
  await page.waitForURL(/\/pay\//)
  await mouse.use(page, /^Pagar/)
  await heading(page, 'Pagamento confirmado')
  while (page.url().includes('/pay/')) await page.goBack()
  await at(page, 'checkout')
  await mouse.use(page, /^Ver o pagamento$/)
  await at(page, 'payment')
  await mouse.write(page, /^Valor a devolver$/, '10,00')
  await mouse.use(page, /^Devolver$/)
  await page.getByText('A devolução foi pedida.').waitFor()
  assert.deepEqual([faults, outside], [[], []])
  await page.close()
})

test('a reader of the docs finds an operation by its words', async () => {
  const { page, faults, outside } = await buyer.visit(`${baseUrl}/docs/pt-BR`)
  await page.locator('.find input').fill('devolver metade de um pagamento')
  await page.locator('#found a:has(.title:text-is("Devolver um pagamento"))').first().click()
  await page.locator('.fields dt', { hasText: 'amount_minor' }).first().waitFor()
  assert.deepEqual([faults, outside], [[], []])
  await page.close()
})
