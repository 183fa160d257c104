/** A code ends so early that money of its last second is known before its session ends. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { txidOf } from '../../domain/pix/bank/txid.ts'
import { longestPauseMs } from '../../domain/pix/charges/checkSchedule.ts'
import { PRICE_MINOR, startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** The default of `RECONCILE_SECONDS`. */
const INTERVAL_MS = 30 * SECOND_MS
const first = await startRail({ reconcileSeconds: INTERVAL_MS / SECOND_MS })

/** A session of the shop's own cart that is canceled after a while. */
async function canceledAfter(rail: RailTest, ms: number) {
  const seller = await rail.service.login(rail.seller)
  const cancel_at = new Date(rail.service.clock.now().getTime() + ms).toISOString()
  const items = [{ name: 'Pão', unit_amount_minor: PRICE_MINOR }]
  const { status, body } = await seller.post<'Checkout'>('/v1/cart_checkouts', { items, cancel_at })
  assert.equal(status, 201)
  return body
}

/** When a charge can no longer be paid, by the bank's books. */
function codeEndMs(rail: RailTest, txid: string): number {
  const { calendario } = rail.bank.books.shown(txid)
  const { criacao, expiracao } = calendario as { criacao: string; expiracao: number }
  return Date.parse(criacao) + expiracao * SECOND_MS
}

for (const [name, session] of [
  ['a session of a day whose page is not viewed', undefined],
  ['a cart that is canceled after ten minutes', 10 * MINUTE_MS],
] as const) {
  test(`${name} is paid in the last second of its code, without a callback`, async () => {
    const rail = await first.another()
    const { clock } = rail.service
    const seller = await rail.service.login(rail.seller)
    const checkout = session ? await canceledAfter(rail, session) : await seller.checkout()
    const code = await rail.view(checkout)
    const txid = txidOf(checkout.id)
    rail.bank.books.staleMs = 2 * SECOND_MS
    const leftMs = () => codeEndMs(rail, txid) - clock.now().getTime()
    await rail.reconcile(leftMs() - 3 * SECOND_MS)
    clock.advanceMs(leftMs())
    assert.ok(rail.bank.books.payCode(code ?? '', PRICE_MINOR))
    await rail.reconcile(longestPauseMs(INTERVAL_MS) - 3 * SECOND_MS)
    assert.equal((await rail.read(checkout)).status, 'completed')
    clock.advanceMs(longestPauseMs(INTERVAL_MS))
    assert.equal((await rail.read(checkout)).status, 'completed')
    await rail.assertMoneyAccountedFor()
  })
}

test('a session that is too short for a code has none, and is read as unavailable', async () => {
  const rail = await first.another()
  const checkout = await canceledAfter(rail, 40 * SECOND_MS)
  const seller = await rail.service.login(rail.seller)
  const { body } = await seller.get<'PixCode'>(`/v1/checkouts/${checkout.id}/pix`)
  assert.deepEqual([body.status, body.code, body.txid], ['unavailable', null, txidOf(checkout.id)])
  assert.equal(await rail.view(checkout), null)
  assert.deepEqual(rail.bank.requests, [])
  assert.deepEqual(await rail.rows('charges'), [])
})
