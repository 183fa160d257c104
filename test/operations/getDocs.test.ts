import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()
const get = (path: string) => service.request('GET', path)

test('shows what a partner may do in a page that names no other host', async () => {
  const { status, headers, text } = await get('/docs')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(headers.get('x-request-id') ?? '', /./)
  assert.doesNotMatch(text, /https?:|"\/\/[a-z]/)
  const scripts = [...text.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path)
  assert.deepEqual(scripts, ['/docs/early.js', '/docs/site.js'])
  for (const path of scripts) assert.doesNotMatch((await get(path ?? '')).text, /https?:/)
})

test('the reference on one page is in the language of its reader', async () => {
  for (const [wish, language] of [
    ['pt-BR,pt;q=0.9', 'pt-BR'],
    ['en', 'en'],
  ] as const) {
    const headers = { 'accept-language': wish }
    const asked = await service.request('GET', '/docs/reference', { headers })
    const own = await get(`/docs/${language}/reference`)
    assert.equal(asked.text, own.text)
    assert.match(own.text, /<script src="\/docs\/redoc.js">/)
    assert.equal(asked.headers.get('content-language'), language)
    assert.equal(asked.headers.get('vary'), 'Accept-Language, Accept-Encoding')
    const policy = own.headers.get('content-security-policy') ?? ''
    assert.doesNotMatch(policy, /unsafe|https?:/)
  }
})

test('lets the browser load from this host only, and be framed by none', async () => {
  const policy = (await get('/docs')).headers.get('content-security-policy') ?? ''
  const rules = policy.split('; ')
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
    assert.ok(rules.includes(rule), rule)
  assert.doesNotMatch(policy, /https?:|\*/)
  assert.doesNotMatch(policy, /unsafe/)
})

test('the files of the page are served whole, from this host', async () => {
  for (const [name, type] of [
    ['redoc.js', 'text/javascript'],
    ['start.js', 'text/javascript'],
    ['style.css', 'text/css'],
    ['site.css', 'text/css'],
    ['search.pt-BR.json', 'application/json'],
    ['minisearch.js', 'text/javascript'],
    ['document.en.json', 'application/json'],
    ['document.pt-BR.json', 'application/json'],
    ['calls.en.json', 'application/json'],
    ['console.js', 'text/javascript'],
    ['icon.svg', 'image/svg+xml'],
  ] as const) {
    const { status, headers, text } = await get(`/docs/${name}`)
    assert.equal(status, 200)
    assert.ok(headers.get('content-type')?.startsWith(type), name)
    const file = new URL(`../../generated/docs/${name}`, import.meta.url)
    const { host } = new URL(service.url)
    assert.equal(text, readFileSync(file, 'utf8').replaceAll('localhost:3000', host))
  }
})

test('the files of the page are small on their way, and sent once', async () => {
  const script = async (headers: Record<string, string>) => {
    const sent = request(`${service.url}/docs/redoc.js`, { headers }).end()
    const [answer] = await once(sent, 'response')
    const { statusCode, headers: given } = answer as IncomingMessage
    const { length } = await buffer(answer as IncomingMessage)
    return { status: statusCode, length, given }
  }
  const packed = await script({ 'accept-encoding': 'gzip' })
  const plain = await script({})
  assert.equal(packed.given['content-encoding'], 'gzip')
  assert.equal(plain.given['content-encoding'], undefined)
  assert.ok(packed.length < plain.length / 3)
  for (const { given } of [packed, plain]) {
    assert.equal(given.vary, 'Accept-Encoding')
    const again = { 'accept-encoding': given['content-encoding'] ?? 'identity' }
    const { status, length } = await script({ ...again, 'if-none-match': given.etag ?? '' })
    assert.deepEqual({ status, length }, { status: 304, length: 0 })
  }
})

test('the files of the page have its headers', async () => {
  const page = (await get('/docs')).headers
  for (const name of ['redoc.js', 'start.js', 'style.css', 'document.en.json', 'icon.svg']) {
    const { headers } = await get(`/docs/${name}`)
    for (const header of ['content-security-policy', 'referrer-policy', 'x-content-type-options'])
      assert.equal(headers.get(header), page.get(header), `${name}: ${header}`)
  }
})

test('every answer below /docs carries an X-Request-Id', async () => {
  for (const path of ['/docs/redoc.js', '/docs/start.js', '/docs/nothing.js']) {
    assert.match((await get(path)).headers.get('x-request-id') ?? '', /./, path)
  }
})

test('serves nothing else of the machine', async () => {
  for (const path of [
    '/docs/nothing.js',
    '/docs/es',
    '/docs/en.html',
    '/docs/en/guides',
    '/docs/en/guides/errors.html',
    '/docs/page.eta',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/%2e%2e%2f%2e%2e%2fpackage.json',
    '/docs/..%5c..%5cpackage.json',
    '/docs/%00',
    '/docs/%',
    '/docs/.%2fredoc.js%00',
    '/docs//etc/passwd',
    '/generated/docs/redoc.js',
    '/package.json',
  ]) {
    const { status, body, text } = await get(path)
    assert.ok(status === 404 || status === 400, `${path}: ${status}`)
    assert.match(body.error.code, /^(route_not_found|invalid_request)$/, path)
    assert.doesNotMatch(text, /balcao"|root:/)
  }
})

test('speaks the language of its reader, and names the other one', async () => {
  for (const [wish, language, other] of [
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', 'en'],
    ['pt-PT', 'pt-BR', 'en'],
    ['en-GB,en;q=0.9,pt;q=0.8', 'en', 'pt-BR'],
    ['de', 'en', 'pt-BR'],
    ['', 'en', 'pt-BR'],
  ] as const) {
    const asked = await service.request('GET', '/docs', { headers: { 'accept-language': wish } })
    assert.match(asked.text, new RegExp(`<html lang="${language}">`), wish)
    assert.equal(asked.headers.get('content-language'), language)
    assert.equal(asked.headers.get('vary'), 'Accept-Language')
    assert.match(asked.text, new RegExp(`<a href="/docs/${other}" lang="${other}" hreflang`))
  }
})

test('is in one language at an address of its own, whatever the reader asks for', async () => {
  for (const language of ['pt-BR', 'en']) {
    const headers = { 'accept-language': language === 'en' ? 'pt-BR' : 'en' }
    const page = await service.request('GET', `/docs/${language}`, { headers })
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(page.text, new RegExp(`<html lang="${language}">`))
  }
})

test('takes query parameters that others add', async () => {
  assert.equal((await get('/docs?utm_source=x')).status, 200)
  assert.equal((await get('/docs?ref=1&ref=50%')).status, 200)
})
