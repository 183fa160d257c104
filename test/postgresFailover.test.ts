/** The primary is lost while the service is used, and its standby is promoted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atEnd } from './atEnd.ts'
import { Ledger } from './ledger.ts'
import { onServer, startServer, startSynchronousStandby } from './postgres.ts'
import { startService } from './service.ts'

/** After the promotion, within so long somebody is served again. */
const HEALED_WITHIN_MS = 1_000

const WRITES = process.env['LONG'] ? 20_000 : 500

const primary = await startServer()
atEnd(() => primary.remove())
const standby = await startSynchronousStandby(primary)
atEnd(() => standby.remove())
const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
const service = await startService({
  database_url: `postgres://postgres:postgres@${hosts}/postgres`,
})
const account = await service.account()

test('nothing acknowledged is lost with the primary, and the standby is used once promoted',
  async (t) => {
    const ledger = new Ledger(account, 16)
    while (ledger.acknowledged.length < WRITES) await ledger.next()
    await primary.crash()
    // The standby answers, but nobody may read there what may not be all.
    const meanwhile = await account.get('/v1/customers')
    await onServer(standby.url, (client) => client.query('select pg_promote(wait => true)'))
    const promoted_ms = performance.now()
    await ledger.next()
    const healed_ms = performance.now() - promoted_ms
    const before = ledger.acknowledged.length
    while (ledger.acknowledged.length < before + 100) await ledger.next()
    await ledger.stop()

    assert.equal(meanwhile.status, 503)
    assert.equal(ledger.cut, 0)
    assert.deepEqual(ledger.refused.filter(({ status }) => status !== 503), [])
    const stored = await onServer(standby.url, async (client) =>
      (await client.query<{ email: string }>('select email from customers')).rows)
    const kept = new Set(stored.map(({ email }) => email))
    assert.deepEqual(ledger.acknowledged.filter((email) => !kept.has(email)), [])
    t.diagnostic(`${ledger.acknowledged.length} acknowledged, 0 lost, ` +
      `healed ${Math.round(healed_ms)} ms after the promotion`)
    assert.ok(healed_ms < HEALED_WITHIN_MS, `${healed_ms}`)
  })
