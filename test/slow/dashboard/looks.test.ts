/** How every page looks: its widths, colour schemes and languages, with the longest texts. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { barriers, Buyer, openBrowser, overflowOf, picture } from '../../support/chromium.ts'
import { signIn } from '../../support/dashboard.ts'
import { filledPages } from '../../support/dashboardPages.ts'
import { invitationTo } from '../../support/people.ts'
import { long } from '../../support/property.ts'
import { startService } from '../../support/service.ts'

const browser = await openBrowser()
const service = await startService()
const seller = await service.account('L'.repeat(160))
const owner = await signIn(seller)
const { token } = await invitationTo(seller)
const pages = {
  ...(await filledPages(seller)),
  join: `/dashboard/join/${token}`,
  'sign-in': '/dashboard/sign-in',
}

/** Barriers are looked for by all rules, by those of colours, or not at all. */
type View = { width: number; colorScheme: 'light' | 'dark'; rule?: 'all' | 'colours' }

/** Pixels that a line of about 60 characters takes. */
const MIN_READABLE = 480

const languages = ['pt-BR', 'en', 'es']

/** Each width and scheme comes up; all six of them in the long form. */
const views: View[] = long
  ? [320, 768, 1280].flatMap((width) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, rule: 'all' })),
    )
  : [
      { width: 320, colorScheme: 'dark', rule: 'all' },
      { width: 768, colorScheme: 'light' },
      { width: 1280, colorScheme: 'light', rule: 'colours' },
    ]

/** Everything wrong with the page that is shown, in each view. */
async function flawsOf(page: Page, name: string, language: string): Promise<string[]> {
  const flaws: string[] = []
  for (const { width, colorScheme, rule } of views) {
    const seen = `${name} at ${width} in ${language}`
    await page.setViewportSize({ width, height: 900 })
    // Colours that fade into each other have no contrast worth measuring half-way.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const overflow = await overflowOf(page)
    if (overflow > 0) flaws.push(`${seen}: ${overflow} px too wide`)
    const room = await page.locator('main').evaluate((main) => main.clientWidth)
    if (room < Math.min(width, MIN_READABLE)) flaws.push(`${seen}: ${room} px too narrow`)
    const found = rule === undefined ? [] : await barriers(page, { rule })
    flaws.push(...found.map((one) => `${seen}: ${one}`))
    await picture(page, `dashboard ${name} ${width} ${colorScheme} ${language}`)
  }
  return flaws
}

test('every page: no barrier to readers, nothing too wide, nothing from elsewhere', async () => {
  const problems: string[] = []
  for (const [i, language] of languages.entries()) {
    const reader = await Buyer.with(browser, [service.url], { language })
    const visit = await reader.visit(`${service.url}/dashboard/sign-in`, (page) =>
      page.setExtraHTTPHeaders({ cookie: owner.cookie }),
    )
    // In the short form each page is shown in one of the languages.
    const shown = Object.entries(pages).filter((_, k) => long || k % languages.length === i)
    for (const [name, path] of shown) {
      const response = await visit.page.goto(service.url + path)
      if (response?.status() !== 200) problems.push(`${name}: ${response?.status()}`)
      problems.push(...(await flawsOf(visit.page, name, language)))
    }
    problems.push(...visit.faults, ...visit.outside)
    await reader.context.close()
  }
  assert.deepEqual(problems, [])
})

test('a browser that knows no passkeys says so, as one does on a page without https', async () => {
  const reader = await Buyer.with(browser, [service.url])
  const { page, faults } = await reader.visit(`${service.url}/dashboard/sign-in`, (tab) =>
    tab.addInitScript('delete globalThis.PublicKeyCredential'),
  )
  await page.waitForLoadState('load')
  assert.equal(await page.locator('#passkey-unsupported').isVisible(), true)
  assert.deepEqual(faults, [])
  await reader.context.close()
})
