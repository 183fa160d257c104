/** A test that fails prints why the service answered 500. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { startService } from '../support/service.ts'
import { takeServiceErrors } from '../support/serviceErrors.ts'

test('the cause of a 500 is kept with its stack for a test that fails, once', async () => {
  const service = await startService()
  const { token } = await service.account()
  assert.deepEqual(takeServiceErrors(), [])
  const whole = service.db.read.bind(service.db)
  const read = mock.method(service.db, 'read', (...args: Parameters<typeof whole>) => {
    const error = new TypeError('the customer is odd')
    // Sweeps and rounds read beside the request, and go on.
    if (error.stack?.includes('/handlers/')) throw error
    return whole(...args)
  })
  const { status } = await service.request('GET', '/v1/products', { token })
  read.mock.restore()
  assert.equal(status, 500)
  const [text = '', ...more] = takeServiceErrors()
  assert.deepEqual(more, [])
  assert.match(text, /^The service logged: request failed listProducts\nTypeError: the customer/)
  assert.match(text, /\n +at .*serviceErrors\.test\.ts\S*:\d+/)
  assert.deepEqual(takeServiceErrors(), [])
})
