/** How many taps a person on a phone is away from what is done every day. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import readWorkbook from 'read-excel-file/node'
import { test } from 'vitest'
import { invitationUrl, invite } from '../../../domain/access/users.ts'
import { Buyer, openBrowser, overflowOf, picture } from '../../support/chromium.ts'
import { at, mouse, withPasskeys } from '../../support/hands.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const PHONE = { width: 390, height: 844 }

const browser = await openBrowser()
const service = await startService({ hostName: 'localhost', real_clock: true })

/** The home of a person who has just joined, on a phone. */
async function homeOf(seller: TestAccount): Promise<{ person: Buyer; page: Page }> {
  const { seller_id } = seller
  const email = 'ana@padaria.example'
  const invited = await invite(service.db, { seller_id, email, role: 'owner', now: new Date() })
  assert.ok(invited)
  const { baseUrl } = service.service
  const person = await Buyer.with(browser, [baseUrl])
  const { page } = await person.visit(invitationUrl(baseUrl, invited.token), async (tab) => {
    await tab.setViewportSize(PHONE)
    await withPasskeys(person.context, tab)
  })
  await at(page, 'join')
  await mouse.use(page, /^Criar passkey e entrar$/)
  await at(page, 'home')
  return { person, page }
}

/** Taps on what has this name, and counts. */
class Thumb {
  taps = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async tap(role: 'button' | 'link', name: RegExp): Promise<void> {
    this.taps++
    await this.#page.getByRole(role, { name }).first().click()
  }
}

test('the spreadsheet of the month is three taps away from the home', async () => {
  const seller = await service.account('Padaria')
  const { id } = await seller.payment()
  await seller.refund(id, { amount_minor: 1990 })
  const { person, page } = await homeOf(seller)
  const thumb = new Thumb(page)
  await thumb.tap('button', /^Menu$/)
  await thumb.tap('link', /^Extrato$/)
  await at(page, 'statement')
  assert.ok((await overflowOf(page)) <= 0)
  await picture(page, 'statement of the month 390')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    thumb.tap('link', /^Exportar Excel/),
  ])
  assert.equal(thumb.taps, 3)
  assert.match(download.suggestedFilename(), /^extrato-(\d{4}-\d\d)-01-\1-\d\d\.xlsx$/)
  const [entries, days] = await readWorkbook(await readFile(await download.path()))
  assert.deepEqual([entries?.sheet, entries?.data.length], ['Extrato', 3])
  assert.deepEqual([days?.sheet, days?.data[1]?.slice(1)], ['Por dia', [49.9, 19.9, 30]])
  await person.context.close()
})

test('from a name to the refund form are three pages, the results the first', async () => {
  const seller = await service.account('Padaria')
  const body = { name: 'Débora Oliveira', email: 'debora@example.com', tax_id: '12345678909' }
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', body)
  const { id } = await seller.checkout({ customer_id: customer.id, external_id: 'pedido-1477' })
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const { person, page } = await homeOf(seller)
  await page.getByRole('button', { name: 'Buscar em tudo' }).click()
  await page.getByRole('searchbox').fill('debora')
  await page.keyboard.press('Enter')
  await at(page, 'search')
  assert.match(await page.locator('main').innerText(), /123\.456\.789-09/)
  await picture(page, 'search 390')
  const thumb = new Thumb(page)
  await thumb.tap('link', /^Débora Oliveira$/)
  await at(page, 'customer')
  assert.match(await page.locator('main').innerText(), /Caneca[\s\S]*pedido-1477[\s\S]*49,90/)
  assert.ok((await overflowOf(page)) <= 0)
  await picture(page, 'customer 390')
  await thumb.tap('link', /^Caneca$/)
  await at(page, 'payment')
  await page.getByLabel('Valor a devolver').waitFor()
  assert.equal(thumb.taps, 2)
  await person.context.close()
})

test('a paid charge leads to its refund by one button, until all was sent back', async () => {
  const seller = await service.account('Padaria')
  const payment = await seller.payment()
  const { person, page } = await homeOf(seller)
  const { baseUrl } = service.service
  await page.goto(`${baseUrl}/dashboard/checkouts/${payment.checkout_id}`)
  await picture(page, 'charge 390')
  await new Thumb(page).tap('link', /^Devolver$/)
  await at(page, 'payment')
  assert.ok(await page.getByLabel('Valor a devolver').isVisible())
  await seller.refund(payment.id, {})
  await page.goto(`${baseUrl}/dashboard/checkouts/${payment.checkout_id}`)
  assert.equal(await page.getByRole('link', { name: /^Devolver$/ }).count(), 0)
  await person.context.close()
})
