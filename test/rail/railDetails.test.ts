/** A charge shows the product and its debtor at the buyer's bank. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { descriptionOf } from '../../domain/pix/charges/chargeDetails.ts'
import type { LineItem } from '../../db/schema/tables.ts'
import { txidOf } from '../../domain/pix/bank/txid.ts'
import type { Bank, Fault } from '../../packages/bank/bank.ts'
import { Refusal, codeOf } from '../../packages/bank/books.ts'
import { startRail } from '../support/rail.ts'
import type { RailTest } from '../support/rail.ts'
import { linkOf, press, sessionOf } from '../support/paymentLinks.ts'

const first = await startRail()

type Fields = Record<string, unknown>

/** A customer with this tax number, or none, and a checkout for it whose page was opened. */
async function bought(rail: RailTest, customer: object | undefined, external_id?: string) {
  const seller = await rail.service.login(rail.seller)
  const email = `c${crypto.randomUUID()}@example.com`
  const made = customer && (await seller.post<'Customer'>('/v1/customers', { email, ...customer }))
  if (made) assert.equal(made.status, 201, made.text)
  const checkout = await seller.checkout({
    ...(made && { customer_id: made.body.id }),
    ...(external_id !== undefined && { external_id }),
  })
  const txid = txidOf(checkout.id)
  return { txid, code: await rail.view(checkout), customer: made?.body }
}

const shown = ({ books }: Bank, txid: string): Fields => {
  const { solicitacaoPagador, devedor } = books.charges.get(txid)?.fields ?? assert.fail()
  return { solicitacaoPagador, devedor }
}

test('a charge names the product, the reference and a customer with a tax number', async () => {
  const rail = await first.another()
  const { txid, customer } = await bought(
    rail,
    { name: 'Ana Souza', tax_id: '529.982.247-25' },
    'pedido-1042',
  )
  assert.deepEqual(shown(rail.bank, txid), {
    solicitacaoPagador: 'Caneca - pedido-1042',
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
  })
  assert.equal(customer?.tax_id, '529.982.247-25')
})

test('a CNPJ with letters is sent in upper case and without punctuation', async () => {
  const rail = await first.another()
  const { txid } = await bought(rail, { name: 'Loja Ltda.', tax_id: '12.abc.345/01de-35' })
  assert.deepEqual(shown(rail.bank, txid), {
    solicitacaoPagador: 'Caneca',
    devedor: { cnpj: '12ABC34501DE35', nome: 'Loja Ltda.' },
  })
})

for (const [what, customer] of [
  ['no customer', undefined],
  ['a customer without a tax number', { name: 'Ana' }],
  ['a customer whose number is none', { name: 'Ana', tax_id: '529.982.247-26' }],
  ['a customer with a foreign number', { name: 'Ana', tax_id: 'DE811907980' }],
] as const) {
  test(`a checkout for ${what} has no debtor`, async () => {
    const rail = await first.another()
    const { txid } = await bought(rail, customer)
    assert.equal(shown(rail.bank, txid)['devedor'], undefined)
  })
}

const ana = { name: 'Ana Souza', email: 'ana@example.com', tax_id: '529.982.247-25' }
const items = [{ name: 'Caneca', unit_amount_minor: 4990 }]

/** The debtor of a session's charge, once its page was opened. */
async function debtorOf(rail: RailTest, session: Awaited<ReturnType<typeof sessionOf>>) {
  await rail.view(session)
  return shown(rail.bank, txidOf(session.id))['devedor']
}

test('the debtor of a link is as its buyer typed, not as on file under the e-mail', async () => {
  const rail = await first.another()
  const { service, seller } = rail
  await seller.post('/v1/customers', ana)
  const byEmail = await linkOf(seller, { collect: ['email'] })
  const emailAlone = await press(service, byEmail, { email: ana.email })
  assert.equal(await debtorOf(rail, await sessionOf(seller, emailAlone)), undefined)
  const byAll = await linkOf(seller, { collect: ['name', 'email', 'tax_id'] })
  const typed = { name: 'Bia', email: ana.email, tax_id: '111.444.777-35' }
  const session = await sessionOf(seller, await press(service, byAll, typed))
  assert.deepEqual(session.buyer, { ...typed, phone: null })
  assert.deepEqual(await debtorOf(rail, session), { cpf: '11144477735', nome: 'Bia' })
})

test("the debtor of a cart is the cart's own customer, or the one whose id it gives", async () => {
  const rail = await first.another()
  const { seller } = rail
  const { body: onFile } = await seller.post<'Customer'>('/v1/customers', ana)
  const debtor = async (of: object) => {
    const { body } = await seller.post<'Checkout'>('/v1/cart_checkouts', { items, ...of })
    assert.deepEqual([body.customer_id, body.buyer], [onFile.id, null])
    return debtorOf(rail, body)
  }
  const other = { name: ' Bia ', email: 'ANA@example.com' }
  assert.equal(await debtor({ customer: other }), undefined)
  const withTaxId = { ...other, tax_id: '11144477735' }
  assert.deepEqual(await debtor({ customer: withTaxId }), { cpf: '11144477735', nome: 'Bia' })
  const byId = await debtor({ customer_id: onFile.id })
  assert.deepEqual(byId, { cpf: '52998224725', nome: 'Ana Souza' })
})

/** Refuses requests whose body has any of these fields. */
const refusing = (bank: Bank, ...names: string[]) => {
  bank.books.onCharge = (asked) => {
    if (names.some((name) => name in asked)) throw new Refusal(400, 'CobOperacaoInvalida')
  }
}

const debtor = { name: 'Ana Souza', tax_id: '52998224725' }

for (const [names, left] of [
  [['devedor'], { solicitacaoPagador: 'Caneca', devedor: undefined }],
  [['devedor', 'solicitacaoPagador'], { solicitacaoPagador: undefined, devedor: undefined }],
] as const) {
  test(`a bank that refuses ${names.join(' and ')}: the checkout can be paid`, async () => {
    const rail = await first.another()
    refusing(rail.bank, ...names)
    const { txid, code } = await bought(rail, debtor)
    assert.equal(code, codeOf(txid))
    assert.deepEqual(shown(rail.bank, txid), left)
    assert.equal(rail.bank.count('PUT /cob'), 1 + names.length)
    await rail.pay(txid)
    assert.deepEqual(await rail.events(), ['payment.succeeded'])
    const lines = rail.service.log.filter((line) => line.includes(txid))
    assert.ok(lines.some((line) => line.includes('without refused details')))
  })
}

test("a bank's words about a debtor whom it refuses are not logged", async () => {
  const rail = await first.another()
  const detail = `CPF ${debtor.tax_id} de ${debtor.name} inválido`
  const body = JSON.stringify({ title: 'CobOperacaoInvalida', status: 400, detail })
  const repeating = (status: number): Fault => ({ answer: { status, body } })
  // The second request names no debtor, and the bank's words about it are logged.
  rail.bank.order('PUT /cob', repeating(400), 1)
  rail.bank.order('PUT /cob', 503)
  assert.equal((await bought(rail, debtor)).code, null)
  rail.bank.recover()
  rail.bank.order('PUT /cob', repeating(503), 2)
  assert.equal((await bought(rail, debtor)).code, null)
  const told = rail.service.log.filter((line) => /charge not created/.test(line))
  assert.deepEqual(told.length, 2)
  const leaked = rail.service.log.filter((line) => line.includes(debtor.tax_id))
  assert.deepEqual(leaked, [])
})

test('a charge that was made although the answer was lost is not made again in part', async () => {
  const rail = await first.another()
  rail.bank.order('PUT /cob', 'lose', 2)
  const { txid, code } = await bought(rail, debtor)
  assert.equal(code, codeOf(txid))
  assert.deepEqual(shown(rail.bank, txid)['devedor'], { cpf: debtor.tax_id, nome: debtor.name })
  assert.equal(rail.bank.books.charges.get(txid)?.revisao, 0)
})

const item = (name: string) => ({ name }) as LineItem

for (const [what, checkout, expected] of [
  ['a short name alone', { line_items: [item('Caneca')], external_id: null }, 'Caneca'],
  [
    'line breaks and signs that turn the text',
    { line_items: [item('Caneca\n\u202eazul')], external_id: 'a\tb' },
    'Caneca azul - a b',
  ],
  [
    'a long name: the reference stays',
    { line_items: [item('x'.repeat(255))], external_id: 'pedido-1' },
    `${'x'.repeat(129)} - pedido-1`,
  ],
  [
    'both long',
    { line_items: [item('x'.repeat(255))], external_id: 'y'.repeat(255) },
    `${'x'.repeat(77)} - ${'y'.repeat(60)}`,
  ],
  [
    'a pair at the end: it is not cut in two',
    { line_items: [item(`${'x'.repeat(139)}😀`)], external_id: null },
    'x'.repeat(139),
  ],
  ['no name to be seen', { line_items: [item('\u0007')], external_id: 'pedido-1' }, 'pedido-1'],
] as const) {
  test(`the description of ${what}`, () => {
    const description = descriptionOf({ ...checkout, line_items: [...checkout.line_items] })
    assert.equal(description, expected)
    assert.ok(description.length <= 140 && description.isWellFormed())
  })
}
