/** Changes of webhook endpoints that overlap `keys reseal`, which on SQLite cannot be. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { asOperator } from '../../../domain/auth/accountChange.ts'
import { reseal, whatIsClosed } from '../../../domain/auth/sealed.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { changeEndpoint, rotateEndpointSecret } from '../../../domain/webhooks/endpointChanges.ts'
import type { ByWithScopes } from '../../../domain/webhooks/endpointChanges.ts'
import { createEndpoint } from '../../../domain/webhooks/endpoints.ts'
import { waitingForLock } from '../../support/locks.ts'
import { startService } from '../../support/service.ts'

const key = randomBytes(32)
const next = randomBytes(32)
const service = await startService({ secretKey: key })
const { db, clock, sql } = service

/** The vault of a process that is started to exchange the key. */
const vault = new Vault(next, key)

// A change waits at its write, before it locks a row. What reseals sets no URL.
await sql(`create function wait_for_test() returns trigger language plpgsql as
  'begin perform pg_advisory_xact_lock(1); return null; end'`)
await sql(`create trigger wait_for_test before update of url on webhook_endpoints
  for each statement execute function wait_for_test()`)

type Key = { seller_id: string; id: string }

const changes = {
  'is changed': (of: Key, by: ByWithScopes) =>
    changeEndpoint(of, { url: 'https://b.example/' }, { mode: 'sandbox', ...by }),
  'gets another secret': (of: Key, by: ByWithScopes) => rotateEndpointSecret(of, { vault, ...by }),
}

for (const [what, change] of Object.entries(changes)) {
  test(`no secret of an endpoint that ${what} meanwhile stays under the key before`, async () => {
    const { seller_id } = await service.account()
    const now = clock.now()
    const made = { seller_id, url: 'https://a.example/', mode: 'sandbox', now } as const
    const { id } = await createEndpoint(db, { ...made, vault: new Vault(key) })
    await sql('select pg_advisory_lock(1)')
    const changing = db.run(() => change({ seller_id, id }, asOperator(seller_id, now)))
    while ((await waitingForLock(sql)) < 1) await wait(1)
    let isDone = false
    const resealing = reseal(db, vault, now).finally(() => {
      isDone = true
    })
    while ((await waitingForLock(sql)) < 2 && !isDone) await wait(1)
    await sql('select pg_advisory_unlock(1)')
    assert.equal((await changing).fault, undefined)
    assert.equal((await resealing).complete, true)
    assert.equal(await whatIsClosed(db, new Vault(next)), undefined)
  })
}
