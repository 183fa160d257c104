/** Every limit of the contract's bodies and queries, at its edge and one past it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import type { Schema } from '../../../contract/document.ts'
import type { OperationShape } from '../../../contract/validator.ts'
import { OneOfEach, shapeOf, shapes } from '../../support/oneOfEach.ts'
import { assertRefused } from '../../support/refused.ts'
import type { RefusalCode } from '../../support/refused.ts'
import { startService } from '../../support/service.ts'
import type { Answer } from '../../support/service.ts'

const service = await startService()

type Fields = Record<string, unknown>
type Limit = {
  /** Operation and field, as the contract names them. */
  at: string
  accepted: unknown[]
  refused: unknown[]
  code?: RefusalCode
  /** Sent beside the value. */
  beside?: Fields
  /** The place of the field in the answer, where it is another. */
  keptAs?: string
}

/** Fields that order an effect, and stand in no answer. */
const notKept = [
  'previous_secret_seconds',
  ...['name', 'email', 'phone', 'tax_id'].map((of) => `customer.${of}`),
]

const lists = [...shapes.values()]
  .filter(({ parameters }) => parameters.some(({ name }) => name === 'limit'))
  .map(({ id }) => id)

/** Texts of this many characters, each of which takes four bytes and two UTF-16 units. */
const texts = (...counts: number[]) => counts.map((count) => '🧁'.repeat(count))

const lengths = (at: string, max: number, blank: RefusalCode = 'invalid_request'): Limit[] => [
  { at, accepted: texts(1, max), refused: texts(max + 1) },
  { at, accepted: [], refused: [''], code: blank },
]

const urls = (length: number) => `https://loja.example/${'a'.repeat(length - 21)}`

const monthly = { type: 'recurring', billing_interval: 'month' }

/** The limits that an offer's body has wherever it stands. */
const offerLimits = (at: string): Limit[] => [
  ...lengths(`${at}name`, 160),
  {
    at: `${at}amount_minor`,
    accepted: [1, 99_999_999_999],
    refused: [0, -1, 100_000_000_000, Number.MAX_SAFE_INTEGER, 1e21],
  },
  {
    at: `${at}compare_at_amount_minor`,
    accepted: [1, 99_999_999_999],
    refused: [100_000_000_000, 1e21],
  },
  {
    at: `${at}compare_at_amount_minor`,
    accepted: [99_999_999_999],
    refused: [99_999_999_998],
    beside: { amount_minor: 99_999_999_999 },
    code: 'invalid_compare_at_amount',
  },
  {
    at: `${at}compare_at_amount_minor`,
    accepted: [1],
    refused: [0, -1],
    code: 'invalid_compare_at_amount',
  },
  {
    at: `${at}interval_count`,
    accepted: [1, 999],
    refused: [0, -1, 1_000],
    beside: monthly,
  },
]

/** An object of this many bytes as JSON, made of one repeated character. */
const ofBytes = (bytes: number, character: string) => {
  const each = Buffer.byteLength(JSON.stringify(character)) - 2
  const value = character.repeat((bytes - 8) / each)
  return { k: value + 'a'.repeat((bytes - 8) % each) }
}
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
const nestedArrays = (levels: number) =>
  JSON.parse(`{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`)

const metadataLimits = (operation: string): Limit => ({
  at: `${operation} metadata`,
  accepted: [
    ...['🧁', '\u0001'].map((character) => ofBytes(16_384, character)),
    nested(8),
    nestedArrays(8),
  ],
  refused: [
    ...['🧁', '\u0001'].map((character) => ofBytes(16_385, character)),
    ...[9, 1_000].flatMap((levels) => [nested(levels), nestedArrays(levels)]),
  ],
})

const emailLimits = (at: string): Limit => ({
  at: `${at}email`,
  accepted: ['a@b.co', `${'a'.repeat(64)}@${'b'.repeat(252)}.co`],
  refused: [
    '',
    'a@b',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b'.repeat(253)}.co`,
    `${'a'.repeat(65)}@${'b'.repeat(252)}.co`,
    `${'a'.repeat(64)}@${'b'.repeat(253)}.co`,
  ],
})

/** The longest texts of the fields that connect a bank. */
const bankLimits = {
  profile: 255,
  pkcs12: 90_112,
  url: 2_048,
  token_url: 2_048,
  client_id: 255,
  client_secret: 1_024,
  certificate: 16_384,
  private_key: 8_192,
  authority: 16_384,
  pix_key: 77,
  city: 60,
}

const limits: Limit[] = [
  ...lengths('createCustomer name', 160, 'invalid_customer_name'),
  emailLimits('createCustomer '),
  ...lengths('createCustomer phone', 32),
  ...lengths('createCustomer tax_id', 32),
  metadataLimits('createCustomer'),
  ...lengths('createProduct name', 160, 'invalid_product_name'),
  {
    at: 'createProduct description',
    accepted: ['', ...texts(1, 2_000)],
    refused: texts(2_001),
  },
  metadataLimits('createProduct'),
  ...offerLimits('createProduct default_offer.'),
  ...offerLimits('createOffer '),
  ...lengths('updateOffer name', 160, 'invalid_offer_name'),
  ...lengths('updateCustomer name', 160, 'invalid_customer_name'),
  emailLimits('updateCustomer '),
  ...lengths('updateCustomer phone', 32),
  ...lengths('updateCustomer tax_id', 32),
  metadataLimits('updateCustomer'),
  ...lengths('updateProduct name', 160, 'invalid_product_name'),
  {
    at: 'updateProduct description',
    accepted: ['', ...texts(1, 2_000)],
    refused: texts(2_001),
  },
  metadataLimits('updateProduct'),
  ...lengths('createCheckout external_id', 255, 'invalid_external_id'),
  { at: 'createCheckout success_url', accepted: ['http://a', urls(2_048)], refused: [urls(2_049)] },
  { at: 'createCheckout cancel_url', accepted: ['http://a', urls(2_048)], refused: [urls(2_049)] },
  metadataLimits('createCheckout'),
  ...lengths('createCartCheckout external_id', 255, 'invalid_external_id'),
  ...['success_url', 'cancel_url'].map((field) => ({
    at: `createCartCheckout ${field}`,
    accepted: ['http://a', urls(2_048)],
    refused: [urls(2_049)],
  })),
  metadataLimits('createCartCheckout'),
  ...lengths('createCartCheckout customer.name', 160, 'invalid_customer_name'),
  emailLimits('createCartCheckout customer.'),
  ...lengths('createCartCheckout customer.phone', 32),
  ...lengths('createCartCheckout customer.tax_id', 32),
  ...lengths('createSubscription external_id', 255, 'invalid_external_id'),
  { at: 'createSubscription cycles', accepted: [2, 999], refused: [] },
  {
    at: 'createSubscription cycles',
    accepted: [],
    refused: [1, 0, -1, 1_000],
    code: 'invalid_cycles',
  },
  ...['first_amount_minor', 'variable.minimum_limit_minor'].map((field) => ({
    at: `createSubscription ${field}`,
    accepted: [1, 99_999_999_999],
    refused: [0, -1, 100_000_000_000],
  })),
  ...['success_url', 'cancel_url'].map((field) => ({
    at: `createSubscription ${field}`,
    accepted: ['http://a', urls(2_048)],
    refused: [urls(2_049)],
  })),
  metadataLimits('createSubscription'),
  ...lengths('createSubscription customer.name', 160, 'invalid_customer_name'),
  emailLimits('createSubscription customer.'),
  ...lengths('createSubscription customer.phone', 32),
  // A shorter one cannot be a CPF or a CNPJ, with whatever stands between its digits.
  {
    at: 'createSubscription customer.tax_id',
    accepted: ['52998224725', '529.982.247-25'.padEnd(32)],
    refused: ['', ...texts(33)],
  },
  ...lengths('cancelSubscription reason', 140).map((limit) => ({
    ...limit,
    keptAs: 'cancellation.reason',
  })),
  {
    at: 'updateInvoice amount_minor',
    accepted: [1, 99_999_999_999],
    refused: [0, -1, 100_000_000_000, Number.MAX_SAFE_INTEGER, 1e21],
  },
  ...['create', 'update'].flatMap((verb) => [
    ...lengths(`${verb}PaymentLink name`, 160),
    {
      at: `${verb}PaymentLink max_payments`,
      accepted: [1, 1_000_000],
      refused: [0, -1, 1_000_001],
    },
    {
      at: `${verb}PaymentLink success_url`,
      accepted: ['http://a', urls(2_048)],
      refused: [urls(2_049)],
    },
    metadataLimits(`${verb}PaymentLink`),
  ]),
  ...lengths('updateSettings display_name', 160),
  ...lengths('updateSettings legal_name', 160),
  ...lengths('updateSettings tax_id', 32),
  emailLimits('updateSettings support_'),
  ...lengths('updateSettings support_phone', 32),
  ...lengths('updateSettings receipt_note', 500),
  ...['website_url', 'default_success_url', 'default_cancel_url'].map((field) => ({
    at: `updateSettings ${field}`,
    accepted: ['http://a', urls(2_048)],
    refused: [urls(2_049)],
  })),
  { at: 'setLogo data', accepted: [], refused: ['', 'A'.repeat(174_765)], code: 'invalid_logo' },
  ...['min_minor', 'max_minor'].map((field) => ({
    at: `createPaymentLink custom_amount.${field}`,
    accepted: [1, 99_999_999_999].slice(field === 'min_minor' ? 0 : 1),
    refused: [0, -1, 100_000_000_000],
  })),
  ...['min', 'max'].map((field) => ({
    at: `createPaymentLink quantity.${field}`,
    beside: { min: 1, max: 9_999 },
    accepted: [1, 9_999],
    refused: [0, -1, 10_000],
  })),
  ...lengths('createApiClient name', 160, 'invalid_api_client_name'),
  ...lengths('updateApiClient name', 160, 'invalid_api_client_name'),
  {
    at: 'rotateApiClientSecret previous_secret_seconds',
    accepted: [0, 86_400],
    refused: [-1, 86_401, 1e21],
  },
  {
    at: 'createWebhookEndpoint url',
    accepted: ['http://a', urls(2_048)],
    refused: [urls(2_049)],
  },
  {
    at: 'updateWebhookEndpoint url',
    accepted: ['http://a', urls(2_048)],
    refused: [urls(2_049)],
  },
  ...lists.map(
    (operation): Limit => ({
      at: `${operation} limit`,
      accepted: ['1', '100', '%35'],
      refused: [
        '0',
        '101',
        '-1',
        '-0',
        '0x10',
        '1e1',
        '+5',
        '%2B5',
        '05',
        '00',
        ' 5',
        '%205',
        '5%20',
        '5%0A',
        '1.0',
        '5.',
        '1_0',
        '',
        'x',
        'true',
        'NaN',
        'Infinity',
        '9'.repeat(30),
        '%D9%A5',
        '5,6',
        '5%00',
        '%',
        '5&limit=5',
        '5&limit=6',
        '&limit=5',
      ],
    }),
  ),
  emailLimits('inviteUser '),
  // None is listed as accepted, since a bank would have to accept it, too.
  ...Object.entries(bankLimits).flatMap(([field, most]): Limit[] => [
    { at: `connectBank ${field}`, accepted: [], refused: ['', 'a'.repeat(most + 1)] },
  ]),
  { at: 'connectBank pkcs12_password', accepted: [], refused: ['a'.repeat(1_025)] },
  ...['listCustomers', 'exportCustomers'].flatMap((operation): Limit[] => [
    {
      at: `${operation} email`,
      accepted: ['a@b', 'a'.repeat(320)],
      refused: ['ab', 'a'.repeat(321)],
    },
    { at: `${operation} q`, accepted: texts(1, 320), refused: ['', ...texts(321)] },
    { at: `${operation} tax_id`, accepted: texts(1, 32), refused: ['', ...texts(33)] },
  ]),
  { at: 'search q', accepted: texts(1, 320), refused: ['', ...texts(321)] },
  ...['listCheckouts', 'listRefunds', 'exportRefunds', 'listSubscriptions'].flatMap(
    (operation): Limit[] => [
      { at: `${operation} external_id`, accepted: texts(1, 255), refused: texts(256) },
      {
        at: `${operation} external_id`,
        accepted: [],
        refused: [''],
        code: 'invalid_external_id',
      },
    ],
  ),
  { at: 'updateUser name', accepted: [null, ...texts(1, 80)], refused: texts(81) },
  {
    at: 'createRefund amount_minor',
    accepted: [1, 4_990],
    refused: [0, -1, 100_000_000_000, Number.MAX_SAFE_INTEGER, 1e21],
  },
  {
    at: 'createRefund amount_minor',
    accepted: [],
    refused: [4_991, 99_999_999_999],
    code: 'refund_amount_exceeds_payment',
  },
  ...lengths('createRefund external_id', 255, 'invalid_external_id'),
  ...lengths('createRefund reason', 140),
  metadataLimits('createRefund'),
]

/** An account for each operation: what one has been sent is in no other's way. */
const accounts = new Map<string, Promise<OneOfEach>>()

function accountFor(operation: string): Promise<OneOfEach> {
  const account = accounts.get(operation) ?? OneOfEach.on(service)
  accounts.set(operation, account)
  return account
}

const isQuery = (operation: string) => shapeOf(operation).method === 'GET'

async function send({ at, beside }: Limit, value: unknown): Promise<Answer<unknown>> {
  const [operation = '', field = ''] = at.split(' ')
  const account = await accountFor(operation)
  if (isQuery(operation)) {
    const { method, path } = await account.request(operation)
    const format = operation.startsWith('export') ? 'format=csv&' : ''
    return account.send({ method, path: `${path.split('?')[0]}?${format}${field}=${value}` })
  }
  const [name = '', parent] = field.split('.').reverse()
  const { json = {}, ...request } = await account.request(operation, parent)
  const body = structuredClone(json) as Fields
  const place = (parent === undefined ? body : body[parent]) as Fields | undefined
  assert.ok(place, at)
  Object.assign(place, beside, { [name]: value })
  return account.send({ ...request, json: body })
}

/** The value at a dotted path of a single resource; undefined in a list. */
function kept(body: unknown, field: string): unknown {
  return field.split('.').reduce((value, name) => (value as Fields | undefined)?.[name], body)
}

const brief = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 30)}… (${[...text].length} characters)` : text
}

for (const limit of limits) {
  const { at, accepted, refused, code = 'invalid_request' } = limit
  const [operation = '', field = ''] = at.split(' ')
  const { keptAs = field } = limit
  for (const value of accepted) {
    test(`${at} accepts ${brief(value)}`, async () => {
      const { status, body, text } = await send(limit, value)
      assert.ok(status === 200 || status === 201, text)
      if (!isQuery(operation) && !notKept.includes(field))
        assert.deepEqual(kept(body, keptAs), value)
    })
  }
  for (const value of refused) {
    test(`${at} refuses ${brief(value)}`, async () => {
      assertRefused(await send(limit, value), code, field)
    })
  }
}

const metadataOwners = ['createCustomer', 'createProduct', 'createCheckout']
for (const operation of metadataOwners) {
  test(`${operation} refuses metadata that fills the body with levels`, async () => {
    const { owner } = await accountFor(operation)
    const { path } = shapeOf(operation)
    const headers = { 'content-type': 'application/json' }
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const levels = Math.floor(65_000 / (open.length + close.length))
      const value = `{"a":${open.repeat(levels)}0${close.repeat(levels)}}`
      const raw = `{"metadata":${value}}`
      const answer = await service.request('POST', path, { token: owner.token, raw, headers })
      assertRefused(answer, 'invalid_request', 'metadata')
    }
  })
}

/** Operations whose body has fields and no limit of its own; no bank is there to be connected. */
const sized = [...shapes.values()].filter(
  ({ path, isJson, examples, maxBytes, id }) =>
    path.startsWith('/v1/') && isJson && examples.length > 0 && !maxBytes && id !== 'connectBank',
)
for (const { id } of sized) {
  test(`${id} takes a body of 64 KiB and refuses one byte more`, async () => {
    const account = await accountFor(id)
    const { method, path, json } = await account.request(id)
    const headers = { 'content-type': 'application/json' }
    const text = JSON.stringify(json)
    const padded = (bytes: number) => {
      const raw = text + ' '.repeat(bytes - Buffer.byteLength(text))
      return service.request(method, path, { token: account.owner.token, raw, headers })
    }
    assertRefused(await padded(65_537), 'request_too_large')
    const { status, text: answer } = await padded(65_536)
    assert.ok(status === 200 || status === 201, answer)
  })
}

const limitKeywords = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'x-max-bytes',
  'x-max-depth',
  'x-at-least',
]

const { schemas } = readContract().components

/** The dotted paths of all fields below a schema that have a limit. */
function limitedFields(named: Schema, at: string): string[] {
  const schema = { ...schemas[named.$ref?.split('/').at(-1) ?? ''], ...named }
  const here = limitKeywords.some((keyword) => Object.hasOwn(schema, keyword)) ? [at] : []
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    limitedFields(property, /[ .]$/.test(at) ? at + name : `${at}.${name}`),
  )
  return [...here, ...below]
}

test('every limit of the contract has a test here', () => {
  const contract = readContract()
  const all = [...operationsOf(contract)].flatMap(({ path, operation }) => {
    if (!path.startsWith('/v1/')) return []
    const { operationId, parameters = [], requestBody } = operation as unknown as OperationShape
    // The body of an operation that takes no fields is a reference to an empty one.
    const body: Schema = requestBody?.content?.['application/json']?.schema ?? {}
    const inQuery = parameters.flatMap((named) => {
      const { $ref = '' } = named as { $ref?: string }
      const shared = contract.components.parameters[$ref.split('/').at(-1) ?? '']
      const parameter = { ...shared, ...named }
      if (parameter.in !== 'query') return []
      return limitedFields(parameter.schema, `${operationId} ${parameter.name}`)
    })
    return [...inQuery, ...limitedFields(body, `${operationId} `)]
  })
  assert.deepEqual(new Set(limits.map(({ at }) => at)), new Set(all))
})
