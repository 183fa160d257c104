import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const path = '/v1/payment_links'
const custom_amount = { min_minor: 1, max_minor: 2 }

test('links come newest first, a page at a time, those that have ended too', async () => {
  const seller = await service.account()
  const made: unknown[] = []
  for (const name of ['a', 'b', 'c']) {
    const { body } = await seller.post<'PaymentLink'>(path, { name, custom_amount })
    const ended = await seller.patch<'PaymentLink'>(`${path}/${body.id}`, { active: name !== 'b' })
    made.unshift(ended.body)
  }
  const first = (await seller.get<'PaymentLinkList'>(`${path}?limit=2`)).body
  assert.deepEqual([first.data, first.has_more], [made.slice(0, 2), true])
  const next = `${path}?starting_after=${first.next_cursor}`
  const last = (await seller.get<'PaymentLinkList'>(next)).body
  assert.deepEqual([last.data, last.has_more, last.next_cursor], [made.slice(2), false, null])
})

test('an account without links has an empty page, and no cursor of another', async () => {
  const seller = await service.account()
  const { body } = await seller.get<'PaymentLinkList'>(path)
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
  for (const cursor of ['x', unknownId('link_')]) {
    const answer = await seller.get(`${path}?starting_after=${cursor}`)
    assertRefused(answer, 'invalid_cursor', 'starting_after')
  }
})
