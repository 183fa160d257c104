import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()

test('gives everyone the contract as it is edited, to the letter but for the address', async () => {
  const { status, headers, text } = await service.request('GET', '/openapi.yaml')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/yaml/)
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal(headers.get('cache-control'), 'no-cache')
  const edited = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')
  assert.equal(text, edited.replaceAll('localhost:3000', new URL(service.url).host))
})
