/** Refunds whose transactions overlap, which on SQLite cannot be. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { operator } from '../../../domain/auth/actor.ts'
import { refundPayment } from '../../../domain/payments/refundPayment.ts'
import { waitingForLock } from '../../support/locks.ts'
import { startService } from '../../support/service.ts'

const service = await startService()
const { sql } = service

test('of two refunds by one external_id the refused one takes nothing of its payment', async () => {
  const { db, clock } = service
  const { events } = service.service
  const seller = await service.account()
  const payments = [await seller.payment(), await seller.payment()]
  // Both have found the external_id free, and wait before they write the refund.
  await sql('begin')
  await sql('lock table refunds in share mode')
  const ordering = payments.map(({ id: payment_id }) => {
    const of = { seller_id: seller.seller_id, payment_id, external_id: 'devolucao-1' }
    const by = { events, actor: operator(), now: clock.now() }
    return db.run(() => refundPayment({ ...of, metadata: {} }, by))
  })
  while ((await waitingForLock(sql)) < ordering.length) await wait(1)
  await sql('commit')
  const ended = await Promise.all(ordering)
  const refused = payments.filter((_, i) => ended[i] && 'refusal' in ended[i])
  assert.equal(refused.length, 1)
  for (const { id, amount_minor } of refused) {
    const { status, body } = await seller.post<'Refund'>(`/v1/payments/${id}/refunds`)
    assert.deepEqual([status, body.amount_minor], [201, amount_minor])
  }
})
