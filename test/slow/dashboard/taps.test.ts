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
  const [entries, days] = await readWorkbook(await readFile(await download.path()))
  assert.deepEqual([entries?.sheet, entries?.data.length], ['Extrato', 3])
  assert.deepEqual([days?.sheet, days?.data[1]?.slice(1)], ['Por dia', [49.9, 19.9, 30]])
  await person.context.close()
})
