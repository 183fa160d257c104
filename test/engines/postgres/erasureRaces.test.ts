/** Transactions that overlap an erasure, which on SQLite cannot be. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { waitingForLock } from '../../support/locks.ts'
import { startService } from '../../support/service.ts'

const { sql, account } = await startService().then((service) => ({
  sql: service.sql,
  account: () => service.account(),
}))

test('a checkout that was being opened when its customer is erased keeps nothing', async () => {
  const seller = await account()
  const { id } = await seller.customer()
  const offer_id = (await seller.product()).default_offer?.id
  // The request has read its customer, and waits before it writes the checkout.
  await sql('begin')
  await sql('lock table checkouts in share mode')
  const sale = { offer_id, customer_id: id, metadata: { nome: 'Ana Souza' } }
  const opening = seller.post<'Checkout'>('/v1/checkouts', sale)
  while ((await waitingForLock(sql)) < 1) await wait(1)
  let isErased = false
  const erasing = seller.post(`/v1/customers/${id}/erase`).then(({ status }) => {
    isErased = true
    return status
  })
  while ((await waitingForLock(sql)) < 2 && !isErased) await wait(1)
  await sql('commit')
  const { status, body } = await opening
  assert.deepEqual([status, await erasing], [201, 200])
  const { body: stored } = await seller.get<'Checkout'>(`/v1/checkouts/${body.id}`)
  assert.deepEqual([stored.customer_id, stored.metadata], [id, {}])
})
