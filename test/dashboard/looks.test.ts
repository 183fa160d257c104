/** Every page with the longest texts: its headers, its name, its size. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { filledPages } from '../support/dashboardPages.ts'
import { invitationTo } from '../support/people.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account('L'.repeat(160))
const owner = await signIn(seller)
const { token } = await invitationTo(seller)
const pages = {
  ...(await filledPages(seller)),
  join: `/dashboard/join/${token}`,
  'sign-in': '/dashboard/sign-in',
}

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
