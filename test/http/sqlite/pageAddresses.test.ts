/** Addresses of pages as people type them and mail programs change them. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../../support/service.ts'
import { pageOf } from '../../support/sessions.ts'

const service = await startService()

const get = (path: string, method = 'GET') =>
  service.request(method, path, { headers: { accept: 'text/html', 'accept-language': 'es' } })

test('a slash at the end of the address of a page leads to the page, with its query', async () => {
  const page = pageOf(await (await service.account()).checkout())
  for (const [path, wanted] of [
    [`${page}/`, page],
    [`${page}//?lang=en`, `${page}?lang=en`],
    ['/l/abc/', '/l/abc'],
    ['/docs/', '/docs'],
    ['/docs/pt-BR/', '/docs/pt-BR'],
  ] as const) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(path, method)
      assert.deepEqual([status, headers.get('location')], [308, wanted], path)
    }
  }
  assert.equal((await get(page)).status, 200)
})

test('an address whose token is lost or broken is a page that says so, in 404', async () => {
  for (const path of ['/pay', '/pay/', '/l', '/l/', '/l//', '/pay/abc', '/l/abc']) {
    const { status, headers, text } = await get(path)
    const type = headers.get('content-type')
    assert.deepEqual([status, type], [404, 'text/html; charset=utf-8'], path)
    assert.match(text, /<html lang="es"/)
    assert.doesNotMatch(headers.get('content-security-policy') ?? 'unsafe', /unsafe/)
  }
})

test('no slash leads to another host, and no other method is led anywhere', async () => {
  for (const path of ['//evil.example/', '/pay//evil.example/', '/l/\\evil.example/']) {
    const location = (await get(path)).headers.get('location')
    assert.ok(location === null || /^\/(pay|l)\//.test(location), `${path}: ${location}`)
  }
  assert.equal((await get('/docs/', 'POST')).status, 405)
})
