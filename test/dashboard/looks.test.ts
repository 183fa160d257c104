/** How every page looks: its widths, colour schemes and languages, with the longest texts. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { barriers, Buyer, openBrowser, overflowOf, picture } from '../support/chromium.ts'
import { signIn } from '../support/dashboard.ts'
import { filledPages } from '../support/dashboardPages.ts'
import { invitationTo } from '../support/people.ts'
import { long } from '../support/property.ts'
import { startService } from '../support/service.ts'

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

type View = { width: number; scheme: 'light' | 'dark'; language: string }

/** Pixels that a line of about 60 characters takes. */
const MIN_READABLE = 480

/** Each width, scheme and language comes up; all eighteen of them in the long form. */
const views: View[] = long
  ? [320, 768, 1280].flatMap((width) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        ['pt-BR', 'en', 'es'].map((language) => ({ width, scheme, language })),
      ),
    )
  : [
      { width: 320, scheme: 'dark', language: 'es' },
      { width: 768, scheme: 'light', language: 'en' },
      { width: 1280, scheme: 'light', language: 'pt-BR' },
    ]

test('every page: no barrier to readers, nothing too wide, nothing from elsewhere', async () => {
  const problems: string[] = []
  for (const { width, scheme, language } of views) {
    const reader = await Buyer.with(browser, [service.url], { language })
    const visit = await reader.visit(`${service.url}/dashboard/sign-in`, async (page) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.setExtraHTTPHeaders({ cookie: owner.cookie })
    })
    for (const [name, path] of Object.entries(pages)) {
      const response = await visit.page.goto(service.url + path)
      const seen = `${name} at ${width} in ${language}`
      if (response?.status() !== 200) problems.push(`${seen}: ${response?.status()}`)
      const overflow = await overflowOf(visit.page)
      if (overflow > 0) problems.push(`${seen}: ${overflow} px too wide`)
      const room = await visit.page.locator('main').evaluate((main) => main.clientWidth)
      if (room < Math.min(width, MIN_READABLE)) problems.push(`${seen}: ${room} px too narrow`)
      problems.push(...(await barriers(visit.page)).map((one) => `${seen}: ${one}`))
      await picture(visit.page, `dashboard ${name} ${width} ${scheme} ${language}`)
    }
    problems.push(...visit.faults, ...visit.outside)
    await reader.context.close()
  }
  assert.deepEqual(problems, [])
})

test('every page: strict headers, its own name, no script within, at most 150 KB', async () => {
  for (const [name, path] of Object.entries(pages)) {
    const { status, html, headers } = await owner.get(path)
    assert.equal(status, 200, name)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'/, name)
    assert.doesNotMatch(policy, /unsafe-/, name)
    assert.equal(headers.get('cache-control'), 'no-store', name)
    assert.equal(/<main[^>]* data-page="([^"]+)"/.exec(html)?.[1], name.split(',')[0], name)
    assert.doesNotMatch(html, /<script(?! src="\/dashboard\/assets\/)| style="| on\w+="/, name)
    assert.ok(!html.includes('<img src=x'), name)
    assert.ok(Buffer.byteLength(html) <= 150_000, `${name}: ${html.length}`)
  }
})
