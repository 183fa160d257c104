/** Customers, products and refunds as files. */
import assert from 'node:assert/strict'
import readWorkbook from 'read-excel-file/node'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()

async function fileOf(seller: TestAccount, list: string, query: string) {
  const { url } = seller.on
  const headers = { Authorization: `Bearer ${seller.token}` }
  const response = await fetch(`${url}/v1/${list}/export?${query}`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The lines of a file in Portuguese, whose values have no quotation marks. */
async function linesOf(seller: TestAccount, list: string, query = 'format=csv') {
  const { response, bytes } = await fileOf(seller, list, query)
  assert.equal(response.status, 200, bytes.toString())
  const lines = bytes.toString().replace('\uFEFF', '').split('\r\n')
  assert.equal(lines.pop(), '')
  return { response, lines: lines.map((line) => line.split(';')) }
}

test('exportCustomers has every customer once, newest first, the names first', async () => {
  const seller = await service.account()
  const made = []
  for (let n = 0; n < 205; n++) {
    const phone = '+5511987654321'
    const body = { name: `Ana ${n}`, email: `ana-${n}@padoca.com.br`, tax_id: '12345678909', phone }
    made.push((await seller.post<'Customer'>('/v1/customers', body)).body)
  }
  const { response, lines } = await linesOf(seller, 'customers')
  const disposition = response.headers.get('content-disposition')
  assert.equal(disposition, 'attachment; filename="clientes.csv"')
  const [titles, ...rows] = lines
  assert.deepEqual(titles?.slice(0, 4), ['Nome', 'CPF/CNPJ', 'E-mail', 'Telefone'])
  assert.deepEqual(
    rows.map((row) => [row[0], row[1], row.at(-1)]),
    made.toReversed().map(({ id, name }) => [name, '12345678909', id]),
  )
  const { lines: some } = await linesOf(seller, 'customers', 'format=csv&q=ana+117&locale=es')
  assert.deepEqual(
    some.map(([name]) => name),
    ['Nombre', 'Ana 117'],
  )
})

test('exportProducts has the price of the default offer as a number, by status', async () => {
  const seller = await service.account()
  const { id } = await seller.product()
  const { bytes } = await fileOf(seller, 'products', 'format=xlsx&locale=en')
  const [sheet, ...others] = await readWorkbook(bytes)
  assert.deepEqual([sheet?.sheet, others.length], ['Products', 0])
  const [titles, ...rows] = sheet?.data ?? []
  assert.deepEqual(titles?.slice(0, 5), ['Name', 'Description', 'Price', 'Currency', 'Status'])
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0]?.slice(2, 5), [49.9, 'BRL', 'On sale'])
  assert.equal(rows[0]?.[7], id)
  const { lines } = await linesOf(seller, 'products', 'format=csv&status=archived')
  assert.equal(lines.length, 1)
})

test('exportRefunds names the customer to those who may read customers', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const { id } = await seller.checkout({ customer_id: customer.id, external_id: 'pedido 7' })
  const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  const refund = await seller.refund(body.payment_id ?? '', {
    amount_minor: 1990,
    reason: 'Veio quebrado',
    external_id: 'troca 1',
  })
  const { lines } = await linesOf(seller, 'refunds', `format=csv&checkout_id=${id}`)
  const [titles = [], row = []] = lines
  assert.deepEqual(titles.slice(0, 7), [
    'Data',
    'Situação',
    'Cliente',
    'CPF/CNPJ',
    'Motivo',
    'Referência',
    'Valor',
  ])
  const tax_id = customer.tax_id ?? ''
  const shown = ['02/03/2026', 'Concluída', customer.name, tax_id, 'Veio quebrado', 'troca 1']
  assert.deepEqual(row.slice(0, 7), [...shown, '19,90'])
  assert.deepEqual(titles.slice(-2), ['Assinatura', 'Fatura'])
  assert.deepEqual(row.slice(-6), [refund.id, body.payment_id, id, customer.id, '', ''])
  const limited = await seller.restrictedTo(['checkouts:read'])
  const { lines: unnamed } = await linesOf(limited, 'refunds')
  assert.equal(unnamed[1]?.[5], 'troca 1')
  assert.ok(!unnamed.join().includes(customer.id) && !unnamed.join().includes(customer.name))
})

test('an export takes the filters of its list alone, and its scope', async () => {
  const seller = await service.account()
  for (const list of ['customers', 'products', 'refunds']) {
    for (const [query, param] of [
      ['', 'format'],
      ['format=ofx', 'format'],
      ['format=csv&locale=fr', 'locale'],
      ['format=csv&limit=1', 'limit'],
    ]) {
      assertRefused(await seller.get(`/v1/${list}/export?${query}`), 'invalid_request', param)
    }
    const other = await seller.restrictedTo(['account:read'])
    assertRefused(await other.get(`/v1/${list}/export?format=csv`), 'insufficient_scope')
  }
})

test('a file of a list has no row of another account', async () => {
  const [seller, other] = [await service.account(), await service.account()]
  await other.customer()
  await other.product()
  for (const list of ['customers', 'products']) {
    assert.equal((await linesOf(seller, list)).lines.length, 1)
  }
})
