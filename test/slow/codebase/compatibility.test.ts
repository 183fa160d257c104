/** Within `v1` the contract may grow, and nothing that a client relies on may change. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { contractJsonFile } from '../../../contract/document.ts'
import type { Document } from '../../../contract/document.ts'
import { breakingChanges } from '../../../scripts/compatibility.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: object }

type Shape = {
  [keyword: string]: unknown
  required: string[]
  enum: unknown[]
  properties: Record<string, Shape>
}

type Answers = Record<
  string,
  {
    headers: Record<string, object>
    content: Record<string, { schema: object; examples: Record<string, object> }>
  }
>

type Contract = {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        description: string
        security: Record<string, string[]>[]
        parameters: Parameter[]
        requestBody: { content: Record<string, object> }
        responses: Answers
      }
    >
  >
  webhooks: Record<string, object>
  components: {
    schemas: Record<string, Shape>
    parameters: Record<string, { required?: boolean; schema: Shape }>
    requestBodies: Record<string, { required?: boolean }>
    headers: Record<string, { required?: boolean }>
    examples: Record<string, { value: { error: string | { type: string } } }>
    securitySchemes: { oauth2: { flows: Record<string, { scopes: Record<string, string> }> } }
  }
}

const text = readFileSync(contractJsonFile, 'utf8')
const released = JSON.parse(text) as Document

/** A copy of the contract, by its parts. */
function copyOf() {
  const contract = JSON.parse(text) as Contract
  const { paths, components } = contract
  const at = (name: string) => {
    const [method = '', path = ''] = name.split(' ')
    return paths[path]?.[method.toLowerCase()] ?? assert.fail(`no ${name}`)
  }
  const schema = (name: string) => components.schemas[name] ?? assert.fail(`no ${name}`)
  const field = (name: string, of: string) => schema(name).properties[of] ?? assert.fail(of)
  const answer = (name: string, status: number) =>
    at(name).responses[status] ?? assert.fail(`no ${status}`)
  const errors = (name: string, status: number) =>
    answer(name, status).content['application/json']?.examples ?? assert.fail('no examples')
  return { contract, paths, components, at, schema, field, answer, errors }
}

type Copy = ReturnType<typeof copyOf>

type Change = (copy: Copy) => unknown

const without = (list: unknown[], one: unknown) => list.splice(list.indexOf(one), 1)

/** Each kind of change that breaks clients, its place, and its message. */
const breaking: Record<string, [change: Change, place: string, text: RegExp]> = {
  'an operation under another tag, a name of generated classes': [
    ({ at }) => ((at('GET /v1/daily_totals') as { tags?: string[] }).tags = ['Totals']),
    'GET /v1/daily_totals',
    /^api tag `\w+` removed/,
  ],
  'a path that is gone': [({ paths }) => delete paths['/v1/me'], 'GET /v1/me', /^api path removed/],
  'an operation that is gone': [
    ({ paths }) => delete paths['/v1/products']?.['get'],
    'GET /v1/products',
    /^api removed/,
  ],
  'an operation that has another name': [
    ({ at }) => (at('GET /health').operationId = 'health'),
    'GET /health',
    /^api operation id `getHealth` removed/,
  ],
  'a schema that has another name': [
    ({ components, schema, answer }) => {
      components.schemas['Keys'] = schema('JsonWebKeySet')
      delete components.schemas['JsonWebKeySet']
      Object.assign(answer('GET /.well-known/jwks.json', 200).content['application/json'] ?? {}, {
        schema: { $ref: '#/components/schemas/Keys' },
      })
    },
    'components',
    /^removed the schema `JsonWebKeySet`/,
  ],
  'a parameter that is gone': [
    ({ at }) => {
      const { parameters } = at('GET /v1/checkouts')
      return without(
        parameters,
        parameters.find(({ name }) => name === 'external_id'),
      )
    },
    'GET /v1/checkouts',
    /^deleted the `query` request parameter `external_id`/,
  ],
  'a parameter that is new and required': [
    ({ at }) =>
      (at('GET /sandbox/clock').parameters = [
        { name: 'zone', in: 'query', required: true, schema: { type: 'string' } },
      ]),
    'GET /sandbox/clock',
    /^added the new required `query` request parameter `zone`/,
  ],
  'a parameter that becomes required': [
    ({ components }) => Object.assign(components.parameters['Language'] ?? {}, { required: true }),
    'GET /pay/{token}',
    /^the `query` request parameter `lang` became required/,
  ],
  'a parameter with a narrower limit': [
    ({ components }) =>
      Object.assign(components.parameters['Limit']?.schema ?? {}, { maximum: 50 }),
    'GET /v1/checkouts',
    /`limit`, the max was decreased from `100.00` to `50.00`/,
  ],
  'a parameter of another type': [
    ({ components }) =>
      Object.assign(components.parameters['OtherQuery']?.schema ?? {}, { type: 'string' }),
    'GET /docs',
    /`other`, the type\/format was generalized/,
  ],
  'a request field that is gone': [
    ({ schema }) => delete schema('CreateProductBody').properties['description'],
    'POST /v1/products',
    /^removed the request property `description`/,
  ],
  'a request field that is new and required': [
    ({ schema }) => {
      schema('CreateCustomerBody').properties['city'] = { type: 'string' } as unknown as Shape
      schema('CreateCustomerBody').required.push('city')
    },
    'POST /v1/customers',
    /^added the new required request property `city`/,
  ],
  'a request field that becomes required': [
    ({ schema }) => schema('CreateCustomerBody').required.push('tax_id'),
    'POST /v1/customers',
    /^the request property `tax_id` became required/,
  ],
  'a request field with a lower limit': [
    ({ field }) => (field('CreateCustomerBody', 'name')['maxLength'] = 100),
    'POST /v1/customers',
    /^the `name` request property's maxLength was decreased to `100`/,
  ],
  'a request field with a limit where none was': [
    ({ field }) => (field('TokenBody', 'scope')['maxLength'] = 100),
    'POST /oauth/token',
    /^the `scope` request property's maxLength was set to `100`/,
  ],
  'a request field with another pattern': [
    ({ field }) => (field('CreateCustomerBody', 'email')['pattern'] = '^[a-z@]+$'),
    'POST /v1/customers',
    /^changed the pattern of the request property `email`/,
  ],
  'a request field of another type': [
    ({ field }) => (field('CreateCustomerBody', 'phone')['type'] = 'integer'),
    'POST /v1/customers',
    /^the `phone` request property type\/format changed/,
  ],
  'a request field with fewer values': [
    ({ field }) => without(field('CreateOfferBody', 'billing_interval').enum, 'day'),
    'POST /v1/products/{productId}/offers',
    /^removed the enum value `day`/,
  ],
  'a request field with another default': [
    ({ field }) => (field('CreateOfferBody', 'name')['default'] = 'Normal'),
    'POST /v1/products/{productId}/offers',
    /^the `name` request property default value changed/,
  ],
  'a request field without its default': [
    ({ field }) => delete field('CreateOfferBody', 'type')['default'],
    'POST /v1/products/{productId}/offers',
    /^the `type` request property default value/,
  ],
  'a request field of a wider type': [
    ({ field }) => (field('AdvanceClockBody', 'seconds')['type'] = 'number'),
    'POST /sandbox/clock/advance',
    /^the `seconds` request property type\/format was generalized/,
  ],
  'a request that must hold more': [
    ({ schema }) => (schema('UpdateOfferBody')['minProperties'] = 2),
    'PATCH /v1/offers/{offerId}',
    /^`minProperties` of `body` is stricter or another now/,
  ],
  'a request that may hold less': [
    ({ schema }) => (schema('Metadata')['x-max-bytes'] = 1024),
    'POST /v1/customers',
    /^`x-max-bytes` of `body.metadata` is stricter or another now/,
  ],
  'a request that takes no other fields any more': [
    ({ schema }) => (schema('TokenBody')['additionalProperties'] = false),
    'POST /oauth/token',
    /^`additionalProperties` of `body` is stricter or another now/,
  ],
  'a request whose other fields have another type': [
    ({ schema }) => (schema('ReplacedMetadata')['additionalProperties'] = { type: 'string' }),
    'PATCH /v1/products/{productId}',
    /^`additionalProperties` of `body.(items.\[\].)?metadata` is stricter or another now/,
  ],
  'a request with one more choice to make': [
    ({ schema }) => (schema('UpdateCustomerBody')['anyOf'] = [{ required: ['name'] }]),
    'PATCH /v1/customers/{customerId}',
    /^`anyOf` of `body` is stricter or another now/,
  ],
  'a request under another condition': [
    ({ schema }) => (schema('CreateOfferBody')['then'] as Shape).required.push('interval_count'),
    'POST /v1/products/{productId}/offers',
    /^`then` of `body` is stricter or another now/,
  ],
  'a failure with another code': [
    ({ field }) => (field('UpdateOfferBody', 'name')['x-error-code'] = 'invalid_request'),
    'PATCH /v1/offers/{offerId}',
    /^`x-error-code` of `body.name` is stricter or another now/,
  ],
  'a body that becomes required': [
    ({ components }) => ((components.requestBodies['Nothing'] ?? {}).required = true),
    'POST /v1/checkouts/{checkoutId}/cancel',
    /^request body became required/,
  ],
  'a media type that is no longer taken': [
    ({ at }) => {
      const { content } = at('POST /pix/{sellerId}/pix').requestBody
      at('POST /pix/{sellerId}/pix').requestBody.content = { 'text/plain': content }
    },
    'POST /pix/{sellerId}/pix',
    /^removed the media type `application\/json`/,
  ],
  'an answer without a field that was always there': [
    ({ schema }) => {
      delete schema('Health').properties['version']
      without(schema('Health').required, 'version')
    },
    'GET /health',
    /^removed the required property `version` from the response/,
  ],
  'an answer without a field that was sometimes there': [
    ({ field }) => delete field('Error', 'error').properties['param'],
    'GET /v1/customers',
    /^removed the optional property `error\/param` from the response/,
  ],
  'an answer that may leave a field out': [
    ({ schema }) => without(schema('Customer').required, 'phone'),
    'GET /v1/customers',
    /^the response property `(data\/items\/)?phone` became optional/,
  ],
  'an answer with null where none was': [
    ({ field }) => (field('Customer', 'name')['type'] = ['string', 'null']),
    'GET /v1/customers',
    /^the response property `(data\/items\/)?name` became nullable/,
  ],
  'an answer with a field of another type': [
    ({ field }) => (field('CheckoutLineItem', 'quantity')['type'] = 'string'),
    'GET /v1/checkouts',
    /line_items\/items\/quantity` response's property type\/format changed/,
  ],
  'a success with another status': [
    ({ at }) => {
      const { responses } = at('POST /v1/customers')
      at('POST /v1/customers').responses = { ...responses, 200: responses['201'] ?? assert.fail() }
      delete at('POST /v1/customers').responses['201']
    },
    'POST /v1/customers',
    /^removed the success response with the status `201`/,
  ],
  'an error status that is gone': [
    ({ at }) => delete at('GET /v1/offers/{offerId}').responses[404],
    'GET /v1/offers/{offerId}',
    /^the error code `offer_not_found` \(404\) is gone/,
  ],
  'an error code that is gone': [
    ({ errors }) => delete errors('POST /v1/checkouts', 404)['customer_not_found'],
    'POST /v1/checkouts',
    /^the error code `customer_not_found` \(404\) is gone/,
  ],
  'an error code under another status': [
    ({ errors }) => {
      const name = 'POST /sandbox/checkouts/{checkoutId}/decline'
      Object.assign(errors(name, 404), errors(name, 409))
      delete errors(name, 409)['checkout_not_open']
    },
    'POST /sandbox/checkouts/{checkoutId}/decline',
    /^the error code `checkout_not_open` \(409\) is gone/,
  ],
  'an error code of another type': [
    ({ components }) => {
      const { value } = components.examples['customer_email_already_exists'] ?? assert.fail()
      Object.assign(value.error, { type: 'invalid_request_error' })
    },
    'POST /v1/customers',
    /^the error code `customer_email_already_exists` .* changed/,
  ],
  'an OAuth error of another name': [
    ({ components }) => {
      const { value } = components.examples['oauth_invalid_scope'] ?? assert.fail()
      value.error = 'invalid_request'
    },
    'POST /oauth/token',
    /^the error code `oauth_invalid_scope` .* changed/,
  ],
  'a header that is no longer sent': [
    ({ answer }) => delete answer('POST /v1/products', 201).headers['X-Request-Id'],
    'POST /v1/products',
    /^the mandatory response header `X-Request-Id` removed/,
  ],
  'an operation that now wants a token': [
    ({ at }) => (at('GET /.well-known/jwks.json').security = [{ oauth2: [] }]),
    'GET /.well-known/jwks.json',
    /^the endpoint scheme security `oauth2` was added/,
  ],
  'an operation that wants another scope': [
    ({ at }) => (at('POST /sandbox/clock/advance').security = [{ oauth2: ['checkouts:write'] }]),
    'POST /sandbox/clock/advance',
    /^the security scope `checkouts:write` was added/,
  ],
  'a scope that is gone': [
    ({ components }) =>
      delete components.securitySchemes.oauth2.flows['clientCredentials']?.scopes['all'],
    'components',
    /^`securitySchemes\.oauth2\..*\.scopes\.all` is gone or changed/,
  ],
  'an event that is gone': [
    ({ contract }) => delete contract.webhooks['payment.reversed'],
    'POST /webhooks/payment.reversed',
    /^api path removed/,
  ],
  'an event without a field': [
    ({ schema }) => {
      delete schema('EventPaymentDeclined').properties['timestamp']
      without(schema('EventPaymentDeclined').required, 'timestamp')
    },
    'POST /webhooks/payment.declined',
    /^removed the required property `timestamp`/,
  ],
}

/** Each kind of change that clients can live with. */
const additive: Record<string, Change> = {
  'a new path': ({ paths, at }) => (paths['/v1/status'] = { get: at('GET /health') }),
  'a new operation': ({ paths, at }) =>
    Object.assign(paths['/v1/me'] ?? {}, {
      patch: { ...at('GET /v1/me'), operationId: 'updateAccount' },
    }),
  'a new optional parameter': ({ at }) =>
    at('GET /v1/customers').parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
  'a new optional request field': ({ schema }) =>
    (schema('CreateCustomerBody').properties['city'] = { type: 'string' } as unknown as Shape),
  'a request field that becomes optional': ({ schema }) =>
    without(schema('CreateCustomerBody').required, 'email'),
  'a request with wider limits': ({ field, schema, components }) => {
    field('CreateCustomerBody', 'name')['maxLength'] = 200
    delete field('CreateCustomerBody', 'phone')['maxLength']
    delete field('CreateCustomerBody', 'email')['pattern']
    schema('Metadata')['x-max-bytes'] = 32_768
    delete schema('UpdateOfferBody')['minProperties']
    Object.assign(components.parameters['Limit']?.schema ?? {}, { maximum: 200 })
  },
  'a request field with more values': ({ field }) =>
    field('CreateOfferBody', 'billing_interval').enum.push('quarter'),
  'a request under fewer conditions': ({ schema }) => delete schema('DefaultOfferBody')['else'],
  'a field more in an answer': ({ schema }) => {
    schema('Customer').properties['city'] = { type: 'string' } as unknown as Shape
    schema('Customer').required.push('city')
  },
  'a value more in an answer': ({ schema }) => schema('CheckoutStatus').enum.push('refunded'),
  'a field of an answer that is always there now': ({ field }) =>
    field('Error', 'error').required.push('param'),
  'a new error code': ({ errors }) =>
    (errors('POST /v1/checkouts', 404)['product_not_found'] = {
      $ref: '#/components/examples/product_not_found',
    }),
  'an error status more': ({ at, answer }) =>
    (at('GET /v1/me').responses['409'] = answer('POST /v1/customers', 409)),
  'a header more in an answer': ({ answer }) =>
    (answer('GET /v1/me', 200).headers['X-Region'] = { schema: { type: 'string' } }),
  'an operation that wants no scope any more': ({ at }) =>
    (at('GET /v1/customers').security = [{ oauth2: [] }]),
  'a new scope': ({ components }) =>
    Object.assign(components.securitySchemes.oauth2.flows['clientCredentials']?.scopes ?? {}, {
      more: 'More.',
    }),
  'a new event': ({ contract }) =>
    (contract.webhooks['payment.expired'] = contract.webhooks['payment.reversed'] ?? assert.fail()),
  'a field more in an event': ({ schema }) => {
    schema('EventPaymentSucceeded').properties['id'] = { type: 'string' } as unknown as Shape
    schema('EventPaymentSucceeded').required.push('id')
  },
  'an operation that is deprecated': ({ at }) =>
    Object.assign(at('GET /sandbox/clock'), { deprecated: true }),
  'other texts and examples': ({ at, field, components }) => {
    at('GET /health').description = 'Something else.'
    Object.assign(field('Customer', 'name'), { description: 'Else.', examples: ['Ana'] })
    Object.assign(components.examples['offer_not_found'] ?? {}, { summary: 'Something else.' })
  },
}

/** The complaints about a contract with these changes. */
async function after(...changes: Change[]): Promise<string[]> {
  const copy = copyOf()
  let before = JSON.stringify(copy.contract)
  for (const change of changes) {
    change(copy)
    const changed = JSON.stringify(copy.contract)
    assert.notEqual(changed, before, 'the change changes nothing')
    before = changed
  }
  return breakingChanges(released, copy.contract as unknown as Document)
}

// The changes are made together, each at a place of its own, so that one run judges them all.
const told = after(...Object.values(breaking).map(([change]) => change))

for (const [name, [, place, text]] of Object.entries(breaking)) {
  test(`refused: ${name}`, async () => {
    const lines = (await told).filter((line) => text.test(line))
    const tells = (line: string) => line.endsWith(place) || line.includes(`${place}, `)
    assert.ok(lines.some(tells), (await told).join('\n'))
  })
}

test('nothing is refused but the breaking changes', async () => {
  const texts = Object.values(breaking).map(([, , text]) => text)
  assert.deepEqual(
    (await told).filter((line) => !texts.some((text) => text.test(line))),
    [],
  )
})

test('refused: removal of deprecated parts, even past their sunset', async () => {
  const { contract, at, paths } = copyOf()
  const concerned = ['/v1/me', '/v1/products', '/v1/checkouts']
  // To compare a small contract takes a tenth of the time.
  for (const path of Object.keys(paths)) if (!concerned.includes(path)) delete paths[path]
  contract.webhooks = {}
  const deprecated = { deprecated: true, 'x-sunset': '2020-01-01' }
  for (const name of ['GET /v1/me', 'GET /v1/products']) Object.assign(at(name), deprecated)
  Object.assign(at('GET /v1/checkouts').parameters.at(-1) ?? {}, deprecated)
  const later = structuredClone(contract)
  delete later.paths['/v1/me']
  delete later.paths['/v1/products']?.['get']
  later.paths['/v1/checkouts']?.['get']?.parameters.pop()
  const lines = await breakingChanges(contract as unknown as Document, later as unknown as Document)
  const places = lines.map((line) => line.replace(/^.*: /, '')).toSorted()
  assert.deepEqual(places, ['GET /v1/checkouts', 'GET /v1/me', 'GET /v1/products'])
})

const toldOfAdditions = after(...Object.values(additive))

for (const [name, change] of Object.entries(additive)) {
  test(`passes: ${name}`, async () => {
    const lines = await toldOfAdditions
    // Alone, so that it is known which of them is at fault.
    assert.deepEqual(lines.length === 0 ? [] : await after(change), [])
  })
}
