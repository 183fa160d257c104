/** A subscription in five calls, and a year of it on the sandbox's clock. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Days of the months of a year after the start of the test's clock, on 2 March 2026. */
const months = [31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28]

/** Sells a monthly plan, lets the days pass, each number by one call, and cancels it. */
async function year(advances: number[]) {
  const service = await startService()
  let seller: TestAccount = await service.account()
  const default_offer = { amount_minor: 4990, currency: 'BRL', type: 'recurring' }
  const plan = { name: 'Clube', default_offer: { ...default_offer, billing_interval: 'month' } }
  const { body: product } = await seller.post<'Product'>('/v1/products', plan)
  const customer = { name: 'Ana', email: 'ana@example.com', tax_id: '52998224725' }
  const order = { offer_id: product.default_offer?.id, customer }
  const { body: sold } = await seller.post<'Subscription'>('/v1/subscriptions', order)
  await seller.post(`/sandbox/subscriptions/${sold.id}/authorize`)
  for (const days of advances) {
    await seller.post('/sandbox/clock/advance', { seconds: days * DAY_SECONDS })
    seller = await service.login(seller)
  }
  const path = `/v1/subscriptions/${sold.id}`
  const { body: read } = await seller.get<'Subscription'>(path)
  const { body: canceled } = await seller.post<'Subscription'>(`${path}/cancel`)
  const { body: list } = await seller.get<'InvoiceList'>(
    `/v1/invoices?subscription_id=${sold.id}&limit=100`,
  )
  const invoices = list.data.map(({ number, status, due_on, amount_minor, paid_at, attempts }) => ({
    ...{ number, status, due_on, amount_minor, paid_at },
    attempts: attempts.map((attempt) => `${attempt.kind} ${attempt.status} ${attempt.date}`),
  }))
  return { read, canceled, invoices: invoices.reverse() }
}

const atOnce = await year([365])

test('a plan is sold, debited twelve times on its days, and canceled', () => {
  const { read, canceled, invoices } = atOnce
  assert.deepEqual([read.status, read.paid_until], ['active', '2027-04-02'])
  assert.deepEqual([canceled.status, canceled.paid_until], ['canceled', '2027-04-02'])
  const [first, ...debits] = invoices.filter(({ status }) => status === 'paid')
  assert.deepEqual([first?.due_on, first?.attempts], ['2026-03-02', []])
  const days = Array.from({ length: 12 }, (_, i) =>
    new Date(Date.UTC(2026, 3 + i, 2)).toISOString().slice(0, 10),
  )
  assert.deepEqual(
    debits.map(({ attempts }) => attempts),
    days.map((day) => [`first paid ${day}`]),
  )
  assert.deepEqual(
    debits.map(({ paid_at }) => paid_at),
    days.map((day) => `${day}T11:00:00.000Z`),
  )
})

test('a year by twelve advances is the year by one', async () => {
  const { invoices, read } = await year(months)
  assert.deepEqual(invoices, atOnce.invoices)
  assert.equal(read.paid_until, atOnce.read.paid_until)
})
