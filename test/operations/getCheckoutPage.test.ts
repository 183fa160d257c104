import assert from 'node:assert/strict'
import { test } from 'vitest'
import { DatabaseUnavailable } from '../../db/database.ts'
import { recordPageOpening } from '../../domain/checkouts/pageOpening.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const read = (id: string) => seller.get<'CheckoutPage'>(`/v1/checkouts/${id}/page`)
const open = (url: string) => service.request('GET', new URL(url).pathname)

test('says when the page was first opened, and changes nothing of the checkout', async () => {
  const checkout = await seller.checkout()
  const page = { object: 'checkout_page', checkout_id: checkout.id, url: checkout.checkout_url }
  const { status, body } = await read(checkout.id)
  assert.deepEqual([status, body], [200, { ...page, first_opened_at: null }])
  const first_opened_at = service.clock.advanceMs(1500).toISOString()
  assert.equal((await open(checkout.checkout_url)).status, 200)
  service.clock.advanceMs(1500)
  await open(checkout.checkout_url)
  assert.deepEqual((await read(checkout.id)).body, { ...page, first_opened_at })
  assert.deepEqual((await seller.get(`/v1/checkouts/${checkout.id}`)).body, checkout)
})

test('a page that is first opened once its session has ended was never opened', async () => {
  const { id, checkout_url } = await seller.checkout()
  await seller.post(`/v1/checkouts/${id}/cancel`)
  assert.equal((await open(checkout_url)).status, 200)
  assert.equal((await read(id)).body.first_opened_at, null)
})

test('a database that cannot write keeps no buyer from the page, another fault does', async () => {
  const { id } = await seller.checkout()
  const [checkout] = await service.sql<never>('select * from checkouts where id = ?', id)
  assert.ok(checkout)
  const failing = (error: Error) => ({ ...service.db, run: () => Promise.reject(error) }) as never
  const seen = { now: service.clock.now(), locale: 'pt-BR', isMailOn: false } as const
  await recordPageOpening(failing(new DatabaseUnavailable('full')), checkout, seen)
  const fault = new Error('no such column')
  await assert.rejects(recordPageOpening(failing(fault), checkout, seen), fault)
})
