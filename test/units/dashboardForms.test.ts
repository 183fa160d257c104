import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { test } from 'vitest'
import { formatMoney } from '../../domain/formats/locale.ts'
import { bodyOf, readForm } from '../../dashboard/forms.ts'
import { parseAmount } from '../../domain/formats/typedAmount.ts'

const form = (fields: Record<string, string[]>) => new Map(Object.entries(fields))
const by = { locale: 'pt-BR', currency: 'BRL' } as const

test('an amount is read as each language writes it', () => {
  const cases = [
    ['pt-BR', '49,90', 4990],
    ['pt-BR', 'R$ 1.234.567,8', 123456780],
    ['pt-BR', '1.234', 123400],
    ['es', '1.234,50', 123450],
    ['en', '49.90', 4990],
    ['en', '$1,234.50', 123450],
    ['pt-BR', '0', 0],
  ] as const
  for (const [locale, typed, minor] of cases) {
    assert.equal(parseAmount(locale, 'BRL', typed), minor, `${locale} ${typed}`)
  }
  assert.equal(parseAmount('pt-BR', 'JPY', '1.234'), 1234)
})

test('an amount has the digits of ISO 4217, which readers may have given up', () => {
  const cases = [
    ['COP', '1.234,56', 123456],
    ['HUF', '1.234', 123400],
    ['IQD', '1,234', 1234],
    ['KWD', '1,234', 1234],
    ['CLP', '1.234', 1234],
    ['UYW', '1,2345', 12345],
  ] as const
  for (const [currency, typed, minor] of cases) {
    assert.equal(parseAmount('pt-BR', currency, typed), minor, currency)
    const shown = formatMoney('pt-BR', currency, minor).replaceAll(/[^\d.,]/g, '')
    assert.equal(parseAmount('pt-BR', currency, shown), minor, `${currency} ${shown}`)
  }
})

test('a text that could be two amounts, or is none, is no amount', () => {
  const none = [
    '49.90',
    '1.23,4',
    '1,234',
    '12,345',
    '1,',
    ',5',
    '-1',
    '1e3',
    '',
    ' ',
    'x',
    '9'.repeat(16),
  ]
  for (const typed of none) assert.equal(parseAmount('pt-BR', 'BRL', typed), undefined, typed)
  assert.equal(parseAmount('en', 'JPY', '1.5'), undefined)
})

test('an amount that a page shows is read back, and one of another currency is none', () => {
  const currencies = ['BRL', 'USD', 'EUR', 'GBP', 'JPY', 'CLP']
  for (const locale of ['pt-BR', 'en', 'es'] as const) {
    for (const currency of currencies) {
      const shown = formatMoney(locale, currency, 12345600)
      assert.equal(parseAmount(locale, currency, shown), 12345600, `${locale} ${shown}`)
      assert.equal(
        parseAmount(locale, currency, ` ${currency} 10`),
        parseAmount(locale, currency, '10'),
      )
    }
    for (const typed of ['US$ 10', '€ 10', '10 €', 'USD 10', '10 US$', 'R$', 'R$ 10 R$']) {
      assert.equal(parseAmount(locale, 'BRL', typed), undefined, `${locale} ${typed}`)
    }
    assert.equal(parseAmount(locale, 'USD', 'R$ 10'), undefined, locale)
  }
})

test('a body has the types of its schema, and nothing that the schema does not name', () => {
  const schema = {
    properties: {
      name: { type: 'string' },
      phone: { type: ['string', 'null'] },
      description: { type: 'string' },
      amount_minor: { type: 'integer' },
      count: { type: 'integer' },
      active: { type: 'boolean' },
      scopes: { type: 'array', items: { type: 'string' } },
      default_offer: { type: 'object', properties: { amount_minor: { type: 'integer' } } },
    },
    required: ['name'],
  }
  const typed = {
    name: [''],
    phone: [''],
    description: [''],
    amount_minor: ['1.000,00'],
    count: ['12'],
    active: ['false', 'true'],
    scopes: ['', 'a', 'b'],
    'default_offer.amount_minor': ['0,50'],
    is_admin: ['true'],
  }
  assert.deepEqual(bodyOf(schema, form(typed), by), {
    name: '',
    phone: null,
    amount_minor: 100000,
    count: 12,
    active: true,
    scopes: ['a', 'b'],
    default_offer: { amount_minor: 50 },
  })
})

test('a value not of its type is passed on, for the contract to refuse', () => {
  const schema = { properties: { amount_minor: { type: 'integer' }, count: { type: 'integer' } } }
  const typed = { amount_minor: ['49.90'], count: ['0x10'] }
  assert.deepEqual(bodyOf(schema, form(typed), by), { amount_minor: '49.90', count: '0x10' })
})

const bytes = (text: string) => new TextEncoder().encode(text)

test('a form is read in both of its encodings, a file as its text', async () => {
  const urlEncoded = 'application/x-www-form-urlencoded'
  const simple = await readForm(bytes('a=1&b=%C3%A7+x&a=2'), urlEncoded)
  assert.deepEqual(simple, form({ a: ['1', '2'], b: ['ç x'] }))
  const data = new FormData()
  data.set('certificate', new File(['-----BEGIN'], 'c.pem'))
  const response = new Response(data)
  const type = response.headers.get('content-type') ?? ''
  const body = new Uint8Array(await response.arrayBuffer())
  assert.deepEqual(await readForm(body, type), form({ certificate: ['-----BEGIN'] }))
})

test('other types, broken parts and too many fields are no form', async () => {
  assert.equal(await readForm(bytes('{}'), 'application/json'), undefined)
  assert.equal(await readForm(bytes('x'), 'multipart/form-data; boundary=y'), undefined)
  const many = Array.from({ length: 201 }, (_, n) => `f${n}=1`).join('&')
  assert.equal(await readForm(bytes(many), 'application/x-www-form-urlencoded'), undefined)
})

test('fields are counted before a form is parsed', async () => {
  const parse = mock.method(Response.prototype, 'formData')
  const part = '--y\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'
  const forms = [
    ['application/x-www-form-urlencoded', 'a&'.repeat(201)],
    ['multipart/form-data; boundary=y', `${part.repeat(201)}--y--\r\n`],
    ['Multipart/Form-Data; boundary=y', `${part.repeat(201)}--y--\r\n`],
  ] as const
  for (const [type, text] of forms) assert.equal(await readForm(bytes(text), type), undefined)
  assert.equal(parse.mock.callCount(), 0)
  const few = await readForm(bytes(`${part.repeat(199)}--y--\r\n`), forms[1][0])
  assert.equal(few?.get('a')?.length, 199)
})
