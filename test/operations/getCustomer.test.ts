import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

test('reads the customer as it was created', async () => {
  const customer = await seller.customer()
  const { status, body } = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body, customer)
})

test('reads a customer who is inactive', async () => {
  const customer = await seller.customer()
  await service.sql(`update customers set status = 'inactive' where id = ?`, customer.id)
  const { status, body } = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body, { ...customer, status: 'inactive' })
})

for (const id of malformedIds('cus_')) {
  test(`refuses ${id} as a customer's id`, async () => {
    const answer = await seller.get(`/v1/customers/${id}`)
    assertRefused(answer, 'invalid_customer_id', 'customerId')
  })
}

test('does not find an id that nothing has', async () => {
  assertRefused(await seller.get(`/v1/customers/${unknownId('cus_')}`), 'customer_not_found')
})

test('refuses a query parameter that the contract does not name', async () => {
  const { id } = await seller.customer()
  assertRefused(await seller.get(`/v1/customers/${id}?expand=x`), 'invalid_request', 'expand')
})

test('looks at the scope before the id', async () => {
  const writer = await seller.restrictedTo(['customers:write'])
  assertRefused(await writer.get('/v1/customers/x'), 'insufficient_scope')
})
