/** The contract and the docs are small on their way, and are sent once to who keeps them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'vitest'
import { startService } from '../../support/service.ts'

const service = await startService()

/** The answer's bytes as they are sent: `fetch` would unpack them. */
async function sent(path: string, headers: Record<string, string>, method = 'GET') {
  const asked = request(service.url + path, { method, headers }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) }
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync } as const

test.each(['/openapi.json', '/openapi.yaml', '/docs/document.en.json', '/docs/redoc.js'])(
  '%s is packed as its reader likes it, and the same in every form',
  async (path) => {
    const plain = await sent(path, {})
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers.vary, 'Accept-Encoding')
    const wishes: [accepted: string, coding: 'br' | 'gzip' | undefined][] = [
      ['gzip', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['*', 'br'],
      ['gzip;q=1, br;q=0.1', 'br'],
      ['gzip;q=0', undefined],
      ['identity', undefined],
      ['x', undefined],
    ]
    const tags = new Set([plain.headers.etag])
    for (const [accepted, coding] of wishes) {
      const { status, headers, bytes } = await sent(path, { 'accept-encoding': accepted })
      assert.deepEqual([status, headers['content-encoding']], [200, coding], accepted)
      assert.equal(headers.vary, 'Accept-Encoding')
      assert.equal(Number(headers['content-length']), bytes.length)
      const text = coding ? unpack[coding](bytes) : bytes
      assert.ok(text.equals(plain.bytes), accepted)
      if (coding) assert.ok(bytes.length < plain.bytes.length / 3)
      tags.add(headers.etag)
    }
    assert.equal(tags.size, 3, 'each form has a tag of its own')
  },
)

test.each(['/openapi.json', '/openapi.yaml'])('%s is not sent again', async (path) => {
  const br = { 'accept-encoding': 'br' }
  const { headers, bytes } = await sent(path, br)
  const tag = headers.etag ?? ''
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const again = await sent(path, { ...br, 'if-none-match': known })
    assert.deepEqual([again.status, again.bytes.length], [304, 0], known)
    assert.deepEqual(
      [again.headers.etag, again.headers.vary, again.headers['cache-control']],
      [tag, 'Accept-Encoding', 'no-cache'],
    )
  }
  // Another form is another file.
  const others: [known: string, coding: string][] = [
    [tag, 'gzip'],
    ['"x"', 'br'],
    ['', 'br'],
  ]
  for (const [known, coding] of others) {
    const other = await sent(path, { 'accept-encoding': coding, 'if-none-match': known })
    assert.equal(other.status, 200)
  }
  const head = await sent(path, br, 'HEAD')
  assert.deepEqual([head.bytes.length, head.headers['content-length']], [0, String(bytes.length)])
})
