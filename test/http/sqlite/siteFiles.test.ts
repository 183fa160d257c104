/** The files that are looked for on every site, and on none in vain. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../../support/service.ts'

const securityContact = 'mailto:falhas@loja.example'
const service = await startService({ securityContact })

test('search engines are led to the docs, and to nothing of buyers and sellers', async () => {
  const { status, headers, text } = await service.request('GET', '/robots.txt')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  const rules = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(': '))
  const isAllowed = (path: string) => {
    const rule = rules.filter(([, prefix = '']) => path.startsWith(prefix))
    return rule.toSorted(([, one = ''], [, other = '']) => other.length - one.length)[0]?.[0]
  }
  assert.equal(text.split('\n')[0], 'User-agent: *')
  for (const path of ['/docs', '/docs/en', '/docs/pt-BR', '/llms.txt', '/openapi.json']) {
    assert.equal(isAllowed(path), 'Allow', path)
  }
  for (const path of ['/', '/pay/x', '/dashboard/sign-in', '/v1/me', '/health', '/pix/x']) {
    assert.equal(isAllowed(path), 'Disallow', path)
  }
})

test('security.txt names the contact that the operator has set', async () => {
  const { status, headers, text } = await service.request('GET', '/.well-known/security.txt')
  assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  )
  assert.equal(fields.get('Contact'), securityContact)
  assert.equal(fields.get('Canonical'), `${service.url}/.well-known/security.txt`)
  const leftMs = Date.parse(fields.get('Expires') ?? '') - Date.now()
  assert.ok(leftMs > 30 * 86_400_000 && leftMs < 365 * 86_400_000)
  const silent = await startService()
  assert.equal((await silent.request('GET', '/.well-known/security.txt')).status, 404)
})

test('a browser that asks for an icon gets one', async () => {
  const { status, headers, text } = await service.request('GET', '/favicon.ico')
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/svg+xml'])
  assert.match(text, /^<svg /)
})

test('site files are read by GET and HEAD, and by nothing else', async () => {
  for (const path of ['/robots.txt', '/favicon.ico', '/.well-known/security.txt']) {
    const head = await service.request('HEAD', path)
    assert.deepEqual([head.status, head.text], [200, ''], path)
    assert.notEqual(head.headers.get('content-length'), '0')
    assert.ok(head.headers.get('x-request-id'))
    assert.equal(head.headers.get('x-content-type-options'), 'nosniff')
    const post = await service.request('POST', path)
    assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD'], path)
  }
})
