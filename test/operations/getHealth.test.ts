import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../db/database.ts'
import manifest from '../../package.json' with { type: 'json' }
import { startService } from '../support/service.ts'

const service = await startService()

test('answers 200 with the version, to everyone', async () => {
  const { status, headers, body } = await service.request<'Health'>('GET', '/health')
  assert.equal(status, 200)
  assert.deepEqual(body, { status: 'ok', version: manifest.version })
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.match(headers.get('x-request-id') ?? '', /./)
})

test('answers 503 while the database does not answer, and 200 when it does again', async () => {
  const read = mock.method(service.db, 'read', () =>
    Promise.reject(new DatabaseUnavailable('SQLITE_IOERR')),
  )
  const { status, headers, body, text } = await service.request('GET', '/health')
  read.mock.restore()
  assert.equal(status, 503)
  assert.deepEqual([body.error.type, body.error.code], ['api_error', 'service_unavailable'])
  assert.match(headers.get('retry-after') ?? '', /^\d+$/)
  assert.doesNotMatch(text, /SQLITE/)
  assert.equal((await service.request('GET', '/health')).status, 200)
})

test('does not look at an access token', async () => {
  assert.equal((await service.request('GET', '/health', { token: 'x' })).status, 200)
})
