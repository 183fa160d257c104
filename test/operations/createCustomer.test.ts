import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { blankNames, metadataSamples, trimmedNames, unstorableTexts } from '../support/samples.ts'
import { START, startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

const create = (body: unknown, by = seller) => by.post<'Customer'>('/v1/customers', body)

/** A body that is accepted, with an e-mail of its own. */
const valid = (changes: object = {}) => ({
  name: 'Ana',
  email: `${crypto.randomUUID()}@example.com`,
  ...changes,
})

const stored = async (id: string) => (await seller.get<'Customer'>(`/v1/customers/${id}`)).body

/** Sends a body byte for byte. */
function createRaw(raw: string | Uint8Array<ArrayBuffer>) {
  const headers = { 'content-type': 'application/json' }
  return service.request('POST', '/v1/customers', { token: seller.token, raw, headers })
}

async function assertNoCustomer(of: TestAccount): Promise<void> {
  const { body } = await of.get<'CustomerList'>('/v1/customers')
  assert.deepEqual(body.data, [])
}

test('creates an active customer with every field of the table', async () => {
  const { status, body } = await create({
    name: ' Padaria Pão Quente ',
    email: 'Compras@Padaria.example',
    phone: '+551133334444',
    tax_id: '12.345.678/0001-95',
    metadata: { pedido: '1042' },
  })
  assert.equal(status, 201)
  assert.match(body.id, /^cus_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.deepEqual(body, {
    id: body.id,
    object: 'customer',
    name: 'Padaria Pão Quente',
    email: 'compras@padaria.example',
    phone: '+551133334444',
    tax_id: '12.345.678/0001-95',
    status: 'active',
    source: 'api',
    metadata: { pedido: '1042' },
    created_at: START,
    updated_at: START,
  })
  assert.deepEqual(await stored(body.id), body)
})

test('needs only a name and an e-mail; the rest is null, and metadata {}', async () => {
  const { status, body } = await create(valid())
  assert.equal(status, 201)
  assert.equal(body.phone, null)
  assert.equal(body.tax_id, null)
  assert.deepEqual(body.metadata, {})
})

test('keeps phone and tax_id exactly as they were sent', async () => {
  for (const text of ['12345678909', '123.456.789-09', ' (11) 9 ', '０１', '☎️']) {
    const { body } = await create(valid({ phone: text, tax_id: text }))
    assert.equal(body.phone, text)
    assert.equal(body.tax_id, text)
  }
})

test('stores the name trimmed of white space and invisible characters', async () => {
  for (const [sent, kept] of trimmedNames) {
    const { body } = await create(valid({ name: sent }))
    assert.equal(body.name, kept)
  }
})

for (const name of blankNames) {
  test(`refuses the blank name ${JSON.stringify(name)}`, async () => {
    assertRefused(await create(valid({ name })), 'invalid_customer_name', 'name')
  })
}

test('stores the e-mail in lower case', async () => {
  const { body } = await create(valid({ email: "O'Brien+NF-e@Sub.Example.COM" }))
  assert.equal(body.email, "o'brien+nf-e@sub.example.com")
})

const invalidEmails = [
  '',
  'ana',
  '@',
  '@example.com',
  'ana@',
  'ana@@example.com',
  'ana@b@example.com',
  'ana maria@example.com',
  ' ana@example.com',
  'ana@example.com ',
  'ana@example.com\n',
  '.ana@example.com',
  'ana.@example.com',
  'a..a@example.com',
  'ana@.example.com',
  'ana@example..com',
  'ana@-example.com',
  'ana@example-.com',
  'ana@exam_ple.com',
  'Ana <ana@example.com>',
  'ana@example.com,bia@example.com',
  'mailto:ana@example.com',
  'ána@example.com',
  'ana@exámple.com',
  'ana@ﬁsco.example',
  '\u212aana@example.com',
  'ana@example.com\u200b',
]
for (const email of invalidEmails) {
  test(`refuses ${JSON.stringify(email)} as an e-mail`, async () => {
    assertRefused(await create(valid({ email })), 'invalid_request', 'email')
  })
}

test('refuses an e-mail that another customer has, in any case', async () => {
  const by = await service.account()
  const first = { name: 'Ana', email: 'ana@example.com' }
  const { body } = await create(first, by)
  for (const email of ['ana@example.com', 'ANA@example.com', 'Ana@Example.Com']) {
    const answer = await create({ name: 'Outra', email }, by)
    assertRefused(answer, 'customer_email_already_exists', 'email')
  }
  const list = await by.get<'CustomerList'>('/v1/customers')
  assert.deepEqual(list.body.data, [body])
})

test('refuses the e-mail of a customer who is inactive', async () => {
  const customer = await seller.customer()
  await service.sql(`update customers set status = 'inactive' where id = ?`, customer.id)
  const answer = await create(valid({ email: customer.email }))
  assertRefused(answer, 'customer_email_already_exists', 'email')
})

for (const field of ['name', 'email'] as const) {
  test(`refuses a body without ${field}`, async () => {
    const { [field]: _, ...rest } = valid()
    assertRefused(await create(rest), 'invalid_request', field)
  })
}

const wrongTypes: Record<string, unknown[]> = {
  name: [null, 1, true, [], ['Ana'], {}],
  email: [null, 1, true, ['ana@example.com'], {}],
  phone: [null, 551133334444, true, [], {}, ''],
  tax_id: [null, 12345678909, false, [], {}, ''],
  metadata: [null, 1, true, '', '{}', [], [{}]],
}
for (const [field, values] of Object.entries(wrongTypes)) {
  test(`refuses in ${field} what is of another type, null or empty`, async () => {
    for (const value of values) {
      assertRefused(await create(valid({ [field]: value })), 'invalid_request', field)
    }
  })
}

for (const field of ['id', 'object', 'status', 'created_at', 'nome', 'Name', '']) {
  test(`refuses the unknown field ${JSON.stringify(field)}`, async () => {
    assertRefused(await create(valid({ [field]: 'x' })), 'invalid_request', field)
  })
}

test('refuses __proto__ as an unknown field', async () => {
  const raw = '{"name":"Ana","email":"proto@example.com","__proto__":{"phone":"1"}}'
  assertRefused(await createRaw(raw), 'invalid_request', '__proto__')
})

for (const [what, text] of Object.entries(metadataSamples)) {
  test(`returns metadata as sent: ${what}`, async () => {
    const { status, body } = await create(valid({ metadata: JSON.parse(text) }))
    assert.equal(status, 201)
    assert.equal(JSON.stringify(body.metadata), JSON.stringify(JSON.parse(text)))
    assert.deepEqual(await stored(body.id), body)
  })
}

for (const number of ['12345678901234567890', '-9007199254740993', '1e999', '-1e999']) {
  test(`returns the number ${number} in metadata as sent, or refuses it`, async () => {
    const { name, email } = valid()
    const raw = `{"name":"${name}","email":"${email}","metadata":{"n":${number}}}`
    const answer = await createRaw(raw)
    if (answer.status === 201) assert.ok(answer.text.includes(`"n":${number}`), answer.text)
    else assertRefused(answer, 'invalid_request', 'metadata.n')
  })
}

for (const text of unstorableTexts) {
  test(`refuses the text ${JSON.stringify(text)} in every string and key`, async () => {
    const by = await service.account()
    for (const field of ['name', 'email', 'phone', 'tax_id']) {
      assertRefused(await create(valid({ [field]: text }), by), 'invalid_request', field)
    }
    const nested = [{ a: text }, { a: { b: [text] } }]
    const params = ['metadata.a', 'metadata.a.b.0']
    for (const [i, metadata] of nested.entries()) {
      assertRefused(await create(valid({ metadata }), by), 'invalid_request', params[i])
    }
    const key = { metadata: { [text]: 1 } }
    assertRefused(await create(valid(key), by), 'invalid_request', 'metadata')
    const deep = { metadata: { a: [{ [text]: 1 }] } }
    assertRefused(await create(valid(deep), by), 'invalid_request', 'metadata.a.0')
    await assertNoCustomer(by)
  })
}

test('refuses an unstorable key of the body itself, and names no empty param', async () => {
  assertRefused(await create(valid({ 'a\0b': 1 })), 'invalid_request')
})

const malformedBodies: Record<string, string | Uint8Array<ArrayBuffer>> = {
  'nothing at all': '',
  'broken JSON': '{"name":"Ana",',
  'two documents': '{}{}',
  'single quotes': `{'name':'Ana'}`,
  'an array': '[]',
  'a string': '"Ana"',
  'a number': '1',
  null: 'null',
  'invalid UTF-8': new Uint8Array([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]),
  'UTF-16': new Uint8Array(Buffer.from('{"name":"Ana"}', 'utf16le')),
}
for (const [what, raw] of Object.entries(malformedBodies)) {
  test(`refuses a body of ${what}`, async () => {
    assertRefused(await createRaw(raw), 'invalid_request')
  })
}

test('looks at the body before the e-mails that are taken', async () => {
  const { email } = await seller.customer()
  assertRefused(await create({ name: ' ', email }), 'invalid_customer_name', 'name')
  assertRefused(await create({ name: 'Ana', email, x: 1 }), 'invalid_request', 'x')
})

test('looks at the scope before the body', async () => {
  const reader = await seller.restrictedTo(['customers:read'])
  assertRefused(await create({}, reader), 'insufficient_scope')
})

test('stores nothing of a refused customer', async () => {
  const by = await service.account()
  await create(valid({ name: '\u200b' }), by)
  await create(valid({ phone: '' }), by)
  await create(valid({ metadata: [] }), by)
  await create(valid({ x: 1 }), by)
  await assertNoCustomer(by)
})
