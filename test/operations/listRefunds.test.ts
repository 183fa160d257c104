import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const path = '/v1/refunds'

/** Two payments with refunds of each origin and state, oldest first. */
async function several(seller: TestAccount) {
  const [one, two] = [await seller.payment(), await seller.payment()]
  const refunds = [
    await seller.refund(one.id, { amount_minor: 1, external_id: 'a' }),
    await seller.refund(two.id, { amount_minor: 2, external_id: 'b' }),
    await seller.refund(one.id, { amount_minor: 3 }),
    await seller.refund(two.id, { amount_minor: 4 }),
  ]
  await service.sql(
    "update refunds set status = 'failed', completed_at = null where id = ?",
    refunds[3]?.id,
  )
  return { one, two, refunds }
}

async function list(seller: TestAccount, query: Record<string, string> = {}): Promise<string[]> {
  const { body, text } = await seller.get<'RefundList'>(`${path}?${new URLSearchParams(query)}`)
  assert.ok(body.data, text)
  return body.data.map(({ id }) => id)
}

test('an account without refunds has an empty list', async () => {
  const { body } = await (await service.account()).get<'RefundList'>(path)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists refunds whole, newest first, and walks the pages by next_cursor', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  const all = []
  for (const amount_minor of [1, 2, 3]) all.push(await seller.refund(id, { amount_minor }))
  const { body: first } = await seller.get<'RefundList'>(`${path}?limit=2`)
  assert.deepEqual(first.data, all.toReversed().slice(0, 2))
  assert.deepEqual([first.has_more, first.next_cursor], [true, all[1]?.id])
  const next = `${path}?limit=2&starting_after=${first.next_cursor}`
  const { body: last } = await seller.get<'RefundList'>(next)
  assert.deepEqual(last.data, all.slice(0, 1))
  assert.deepEqual([last.has_more, last.next_cursor], [false, null])
})

test('each filter, and each pair of filters, finds what it names', async () => {
  const seller = await service.account()
  const { one, two, refunds } = await several(seller)
  const shown = refunds.map((refund, i) => ({
    ...refund,
    status: i === 3 ? 'failed' : 'succeeded',
  }))
  const values: Record<string, string[]> = {
    payment_id: [one.id, two.id, unknownId('pay_')],
    checkout_id: [one.checkout_id, two.checkout_id, unknownId('checkout_')],
    status: ['succeeded', 'failed', 'pending'],
    external_id: ['a', 'b', 'A'],
  }
  const single = Object.entries(values).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  )
  for (const [name, value] of single) {
    for (const other of [undefined, ...single.filter(([second]) => second > name)]) {
      const query = Object.fromEntries([[name, value], ...(other ? [other] : [])])
      const fits = shown.filter((one) =>
        Object.entries(query).every(([key, wanted]) => one[key as 'status'] === wanted),
      )
      const ids = fits.map(({ id }) => id).toReversed()
      assert.deepEqual(await list(seller, query), ids, JSON.stringify(query))
    }
  }
})

test('a filter goes on from a cursor', async () => {
  const seller = await service.account()
  const { one, refunds } = await several(seller)
  for (const filter of [{ payment_id: one.id }, { checkout_id: one.checkout_id }]) {
    const query = { ...filter, starting_after: refunds[2]?.id ?? '' }
    assert.deepEqual(await list(seller, query), [refunds[0]?.id])
  }
  const rest = await list(seller, { status: 'succeeded', starting_after: refunds[2]?.id ?? '' })
  assert.deepEqual(rest, [refunds[1]?.id, refunds[0]?.id])
})

test('refuses filters that break the contract', async () => {
  const seller = await service.account()
  for (const [query, code, param] of [
    ['payment_id=x', 'invalid_payment_id', 'payment_id'],
    ['checkout_id=x', 'invalid_checkout_id', 'checkout_id'],
    ['external_id=', 'invalid_external_id', 'external_id'],
    [`external_id=${'x'.repeat(256)}`, 'invalid_request', 'external_id'],
    ['status=done', 'invalid_request', 'status'],
    ['origin=bank', 'invalid_request', 'origin'],
  ] as const) {
    assertRefused(await seller.get(`${path}?${query}`), code, param)
  }
})
