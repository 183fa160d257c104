/** Invariants of the books after a load, however the service was stopped meanwhile. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { onServer } from '../support/postgres.ts'
import type { Load } from './load.ts'

/** Waits until the background has named all sales. */
export async function untilNamed(url: string, limitMs: number): Promise<void> {
  const endMs = performance.now() + limitMs
  await onServer(url, async (client) => {
    const unnamed = `
      select 1 from checkouts where status = 'completed' and payment_id is null limit 1`
    while ((await client.query(unnamed)).rowCount !== 0) {
      assert.ok(performance.now() < endMs, 'sales are not named in time')
      await wait(500)
    }
  })
}

/** Every sale that was acknowledged names its payment, and stands in the sums. */
export async function assertCounted(url: string, load: Load): Promise<void> {
  await onServer(url, async (client) => {
    const named = await client.query(
      'select 1 from checkouts where id = any($1) and payment_id is not null',
      [load.paid],
    )
    assert.equal(named.rowCount, load.paid.length, 'a sale is lost, or names no payment')
    const { rows } = await client.query<{ n: string; days: string }>(`
      select (select count(*) from payments where outcome = 'settled') as n,
        (select sum(payments_count) from daily_totals) as days`)
    assert.equal(rows[0]?.n, rows[0]?.days, 'the days do not count each payment once')
  })
}
