/** The first start of a sandbox makes a demo seller. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'
import { welcome } from '../../welcome.ts'

test('processes that start at once: one makes the demo seller and prints it', async () => {
  const { db, url, sql, clock } = await startService()
  const options = { localUrl: url, baseUrl: url, now: clock.now() }
  const demos = await Promise.all([welcome(db, options), welcome(db, options)])
  assert.equal(demos.filter((demo) => demo?.client_secret).length, 1)
  assert.equal((await sql('select id from sellers')).length, 1)
})
