/** The primary is lost while the service is used, and its standby is promoted. */
import assert from 'node:assert/strict'
import { openDatabase } from '../../../../db/open.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { onServer, startServer, startSynchronousStandby } from '../../../support/postgres.ts'
import type { Server } from '../../../support/postgres.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import { assertKept, Writers } from '../../../guarantees/support/writers.ts'

const WRITERS = 16
const FACTS = 100
const LONG_FACTS = 8_000

/** The time after which a request is served again once a standby is promoted. */
const HEALED_WITHIN_MS = 1_000

/** Loses the primary under writers, promotes its standby, and compares the standby's rows. */
async function failOver(
  facts: number,
  change: (primary: Server, standby: Server) => Promise<void> = async () => undefined,
): Promise<string> {
  const primary = await startServer()
  atEnd(() => primary.remove())
  const standby = await startSynchronousStandby(primary)
  atEnd(() => standby.remove())
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  const databaseUrl = `postgres://postgres:postgres@${hosts}/postgres`
  const service = await startService({ databaseUrl, real_clock: true })
  const account = await service.account()
  await change(primary, standby)

  const writers = new Writers({ url: service.url, token: account.token }, WRITERS)
  await writers.more(facts)
  await primary.crash()
  // The standby answers, but what is read there may not be all.
  const meanwhile = await account.get('/v1/customers')
  await assert.rejects(openDatabase(databaseUrl))
  await onServer(standby.url, (client) => client.query('select pg_promote(wait => true)'))
  const promoted_ms = performance.now()
  await writers.more(1)
  const healed_ms = performance.now() - promoted_ms
  await writers.more(WRITERS)
  await writers.stop()

  assert.equal(meanwhile.status, 503)
  assert.equal(writers.cut, 0)
  assert.deepEqual(
    writers.refused.filter(({ status }) => status !== 503),
    [],
  )
  await assertKept(standby.url, writers.told)
  if (long) assert.ok(healed_ms <= HEALED_WITHIN_MS, `healed after ${healed_ms} ms`)
  return (
    `0 of ${writers.told.length} acknowledged writes lost with the primary; ` +
    `a request was served ${Math.round(healed_ms)} ms after the promotion`
  )
}

property('H1', () => failOver(long ? LONG_FACTS : FACTS))

control('H1', 'a standby is promoted that the primary did not wait for', () =>
  failOver(FACTS, async (primary, standby) => {
    const set = (server: Server, name: string) =>
      onServer(server.url, async (client) => {
        await client.query(`alter system set ${name} = ''`)
        await client.query('select pg_reload_conf()')
      })
    await set(primary, 'synchronous_standby_names')
    await set(standby, 'primary_conninfo')
  }),
)
