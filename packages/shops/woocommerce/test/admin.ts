/** The owner in the administration of WordPress, over HTTP. */
import assert from 'node:assert/strict'
import type { Shop } from './order.ts'

/** The cookies that a page has set, after those of before. */
export function cookiesOf(response: Response, before = ''): string {
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return [...(before ? [before] : []), ...pairs].join('; ')
}

const origin = ({ wordpress }: Shop) => `http://127.0.0.1:${wordpress.port}`

async function signIn(shop: Shop): Promise<string> {
  const response = await fetch(`${origin(shop)}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: 'wordpress_test_cookie=WP+Cookie+check' },
    body: new URLSearchParams({ log: 'admin', pwd: 'admin-pass', testcookie: '1' }),
  })
  assert.equal(response.status, 302)
  return cookiesOf(response)
}

async function read(shop: Shop, cookie: string): Promise<string> {
  const response = await fetch(`${origin(shop)}/wp-admin/profile.php`, { headers: { cookie } })
  assert.equal(response.status, 200)
  return response.text()
}

/** A page of the administration, with its notices. */
export async function adminPage(shop: Shop): Promise<string> {
  return read(shop, await signIn(shop))
}

/** Presses a button of the notice. Without its nonce it does nothing. */
export async function adminAnswers(shop: Shop, action: string): Promise<void> {
  const cookie = await signIn(shop)
  const page = await read(shop, cookie)
  const form = page.split('<form').find((part) => part.includes(`value="${action}"`)) ?? ''
  const [, nonce = ''] = /name="_wpnonce" value="(\w+)"/.exec(form) ?? []
  const post = (fields: Record<string, string>) =>
    fetch(`${origin(shop)}/wp-admin/admin-post.php`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams(fields),
    })
  assert.equal((await post({ action })).status, 403)
  assert.equal((await post({ action, _wpnonce: nonce })).status, 302)
}
