import assert from 'node:assert/strict'
import { test } from 'node:test'
import { START, startService } from './service.ts'

const service = await startService()

test('creates an active customer with every field of the table', async () => {
  const seller = await service.account()
  const { status, body } = await seller.post<'Customer'>('/v1/customers', {
    name: ' Padaria Pão Quente ',
    email: 'Compras@Padaria.example',
    phone: '+551133334444',
    tax_id: '12.345.678/0001-95',
    metadata: { pedido: '1042' },
  })
  assert.equal(status, 201)
  assert.match(body.id, /^cus_[0-9a-f-]{36}$/)
  assert.deepEqual(body, {
    id: body.id,
    object: 'customer',
    name: 'Padaria Pão Quente',
    email: 'compras@padaria.example',
    phone: '+551133334444',
    tax_id: '12.345.678/0001-95',
    status: 'active',
    metadata: { pedido: '1042' },
    created_at: START,
    updated_at: START,
  })
})

test('refuses an e-mail that another customer has, in any case', async () => {
  const seller = await service.account()
  const first = { name: 'Ana', email: 'ana@example.com' }
  await seller.post('/v1/customers', first)
  const { status, body } = await seller.post('/v1/customers', { ...first, email: 'ANA@example.com' })
  assert.equal(status, 409)
  assert.equal(body.error.type, 'conflict_error')
  assert.equal(body.error.code, 'customer_email_already_exists')
  assert.equal(body.error.param, 'email')
})
