/** Each request to a bank is counted by how it ended: an alert tells of a bank in trouble. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { counted } from '../../domain/pix/connections/bankMetrics.ts'
import { BankError } from '../../domain/pix/bank/provider.ts'
import type { PixProvider } from '../../domain/pix/bank/provider.ts'
import { noMetrics } from '../../runtime/metrics/metrics.ts'
import { startRail } from '../support/rail.ts'

const errors = {
  answered: [new BankError('refused', 'Of what was asked.', { status: 400 })],
  denied: [401, 403, 400].map((status) => new BankError('unavailable', 'Denied.', { status })),
  limited: [408, 425, 429].map((status) => new BankError('unavailable', 'Slower.', { status })),
  unanswered: [
    new BankError('unavailable', 'Away.'),
    new BankError('unavailable', 'Broken.', { status: 503 }),
  ],
  unreadable: [new BankError('unreadable', 'No amount.')],
}

for (const [outcome, all] of Object.entries(errors)) {
  test(`a request that is ${outcome} counts as such, and ends as it did`, async () => {
    for (const error of all) {
      const outcomes: string[] = []
      const metrics = { ...noMetrics, bank: (one: string) => void outcomes.push(one) }
      const readCharge = () => Promise.reject(error)
      const bank = counted({ readCharge } as unknown as PixProvider, metrics)
      await assert.rejects(bank.readCharge('x'), error)
      assert.deepEqual(outcomes, [outcome], error.message)
    }
  })
}

test('requests sent to a failing bank count, and none that the breaker holds back', async () => {
  const rail = await startRail({}, { bankPauseMs: 600_000 })
  const outcomes: string[] = []
  rail.service.service.metrics.bank = (outcome) => void outcomes.push(outcome)
  const { txid } = await rail.charged()
  assert.deepEqual(outcomes, ['answered'])
  rail.bank.order('POST /token', 401)
  rail.bank.endTokens()
  await rail.announce({ endToEndId: `E${'9'.repeat(31)}`, txid, valor: '49.90' })
  assert.deepEqual(outcomes.splice(0), ['answered', 'denied'])
  rail.bank.recover()
  rail.bank.order('POST /token', 503)
  for (let i = 0; i < 5; i++) await rail.view(await rail.seller.checkout())
  assert.deepEqual(outcomes, ['unanswered', 'unanswered', 'unanswered'])
})

test('a bank that fails is counted as away until it answers', async () => {
  const rail = await startRail({}, { bankPauseMs: 1 })
  const away: number[] = []
  const { service } = rail.service
  service.metrics.banksAway = (banks) => void away.push(banks)
  rail.bank.order('', 503)
  for (let i = 0; i < 3; i++) await rail.view(await rail.seller.checkout())
  assert.deepEqual(away, [1])
  await service.rail.reconcile()
  assert.equal(away.at(-1), 1)
  rail.bank.recover()
  while (away.at(-1) !== 0) await rail.view(await rail.seller.checkout())
})
