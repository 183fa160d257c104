/** Each row of contract/README.md: it is understood, or generation refuses it in one sentence. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { ValidateFunction } from 'ajv'
import { test } from 'vitest'
import { notUnderstood } from '../../contract/build/understood.ts'
import { createAjv, sourcesOf } from '../../contract/build/validators.ts'
import type { Document } from '../../contract/document.ts'
import { matchPath } from '../../contract/router.ts'
import { createValidator } from '../../contract/validator.ts'
import type { OperationShape } from '../../contract/validator.ts'

type Node = Record<string, unknown>

/** A contract with one operation. */
const contractWith = (path: string, operation: Node, schemas: Node = {}) =>
  ({
    paths: { [path]: { post: { operationId: 'probe', responses: {}, ...operation } } },
    components: { schemas },
  }) as unknown as Document & { paths: Record<string, { post: OperationShape }> }

type Part = 'path' | 'query' | 'header' | 'application/json' | 'application/x-www-form-urlencoded'

/** The validator of the operation, as generation would make it. */
function validatorOf(document: ReturnType<typeof contractWith>) {
  assert.deepEqual(notUnderstood(document), [])
  const { schemas, options } = sourcesOf(document).requests
  const ajv = createAjv(options)
  const parts = Object.entries(schemas['probe'] ?? {})
  const compiled = Object.fromEntries(parts.map(([part, schema]) => [part, ajv.compile(schema)]))
  const [item] = Object.values(document.paths)
  assert.ok(item)
  return createValidator(item.post, compiled as Record<Part, ValidateFunction>)
}

const nothing = { params: {}, query: '', headers: {}, body: undefined }

/** The rows of a table of the README: the name, and the cells after it. */
function rowsUnder(title: string): [name: string, ...cells: string[]][] {
  const readme = readFileSync(new URL('../../contract/README.md', import.meta.url), 'utf8')
  const part = readme.split(/^## /m).find((one) => one.startsWith(title)) ?? ''
  const rows = [...part.matchAll(/^\| `([^`]+)` \| ([^`]+) \|$/gm)]
  return rows.map(([, name = '', cells = '']) => [name, ...cells.split(' | ')])
}

type Case = { schema: Node; texts: string[]; value: unknown; wrong: string[] }

/** Texts of a query for each type, the value that a handler gets, and texts that are refused. */
const types: Record<string, Case> = {
  string: {
    schema: { type: 'string', maxLength: 3 },
    texts: ['a+b'],
    value: 'a+b',
    wrong: ['long', '\0'],
  },
  'date-time': {
    schema: { type: 'string', format: 'date-time' },
    texts: ['2026-03-02T09:00:00.0001-03:00'],
    value: '2026-03-02T12:00:00.001Z',
    wrong: ['2026-03-02', '1'],
  },
  integer: {
    schema: { type: 'integer', minimum: -5 },
    texts: ['-5'],
    value: -5,
    wrong: ['-6', '1.5', '0x10', '1e1', '+5', '05', '', 'x', '1000000000000000'],
  },
  number: {
    schema: { type: 'number', maximum: 10 },
    texts: ['-0.25'],
    value: -0.25,
    wrong: ['10.5', '1e1', '.5', '5.', 'NaN', '', '0.12345678901234567'],
  },
  boolean: {
    schema: { type: 'boolean' },
    texts: ['false'],
    value: false,
    wrong: ['0', '1', 'FALSE', '', 'yes'],
  },
  array: {
    schema: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
    texts: ['1', '2'],
    value: [1, 2],
    wrong: ['x', '1,2', ''],
  },
  object: {
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    texts: ['x'],
    value: undefined,
    wrong: [],
  },
}

const parameterIn = (place: string, schema: Node) =>
  contractWith(place === 'path' ? '/probe/{it}' : '/probe', {
    parameters: [{ name: 'it', in: place, required: place === 'path', schema }],
  })

/** A request that carries the texts in a place. */
function carrying(place: string, texts: string[]) {
  const query = texts.map((text) => `it=${encodeURIComponent(text)}`).join('&')
  if (place === 'query') return { ...nothing, query }
  const values = { it: texts.join() }
  return place === 'path' ? { ...nothing, params: values } : { ...nothing, headers: values }
}

const places = ['path', 'query', 'header', 'cookie'] as const
const parameterRows = rowsUnder('Parameters')

test('the table of parameters has every type', () => {
  assert.deepEqual(
    parameterRows.map(([type]) => type),
    Object.keys(types),
  )
})

for (const [type, ...cells] of parameterRows) {
  for (const [index, place] of places.entries()) {
    const one = types[type]
    if (!one) continue
    const { schema, texts, value, wrong } = one
    if (cells[index] === 'yes') {
      test(`a parameter of the type ${type} in the ${place} is read and checked`, () => {
        const validate = validatorOf(parameterIn(place, schema))
        const valid = validate(carrying(place, texts))
        const from = place === 'header' ? valid.headers : valid[place as 'path' | 'query']
        assert.deepEqual(from['it'], value)
        for (const text of wrong) {
          // Node refuses such a header, and the router gives no such path.
          if (place !== 'query' && text === '\0') continue
          const code = { code: 'invalid_request', param: 'it' }
          assert.throws(
            () => validate(carrying(place, [text])),
            (error: { code: string; param: string }) =>
              error.code === code.code && error.param.split('.')[0] === code.param,
            text,
          )
        }
      })
    } else {
      test(`a parameter of the type ${type} in the ${place} is refused at generation`, () => {
        const [sentence = '', ...more] = notUnderstood(parameterIn(place, schema))
        assert.deepEqual(more, [])
        assert.match(sentence, /^openapi\.yaml, paths\.\/probe.*\.post\.parameters\.0.*: it .+; .+/)
      })
    }
  }
}

test('a NUL in a path stays encoded, since PostgreSQL has no text for it', () => {
  assert.deepEqual(matchPath('/v1/customers/a%00b')?.params, { customerId: 'a%00b' })
  assert.deepEqual(matchPath('/v1/customers/a%20b')?.params, { customerId: 'a b' })
})

test('a list has a default, and each of its texts is checked', () => {
  const schema = { type: 'array', items: { type: 'string' }, default: ['a'], maxItems: 2 }
  const validate = validatorOf(parameterIn('query', schema))
  assert.deepEqual(validate(nothing).query['it'], ['a'])
  assert.throws(() => validate(carrying('query', ['a', '\0'])), { code: 'invalid_request' })
  assert.throws(() => validate(carrying('query', ['a', 'b', 'c'])), { code: 'invalid_request' })
})

test('a default beside a reference is filled in', () => {
  const parameters = [
    { name: 'it', in: 'query', schema: { $ref: '#/components/schemas/Side', default: 'left' } },
  ]
  const Side = { type: 'string', enum: ['left', 'right'] }
  const validate = validatorOf(contractWith('/probe', { parameters }, { Side }))
  assert.equal(validate(nothing).query['it'], 'left')
})

const bodyOf = (type: string, schema: Node) => ({
  requestBody: { required: true, content: { [type]: { schema } } },
})
const answerOf = (type: string, schema: Node) => ({
  responses: { 200: { content: { [type]: { schema } } } },
})

for (const [type, request, answer] of rowsUnder('Bodies')) {
  for (const [kind, cell, make] of [
    ['request', request, bodyOf],
    ['answer', answer, answerOf],
  ] as const) {
    test(`${kind} as ${type}: ${cell}`, () => {
      const schema = { type: 'object', properties: { it: { type: 'string' } } }
      const document = contractWith('/probe', make(type, schema))
      const found = notUnderstood(document)
      if (cell === 'no') assert.match(found.join('\n'), /: .+ is not understood; use .+\.$/)
      else assert.deepEqual(found, [])
      if (cell === 'no' || kind === 'answer') return
      const text = type.endsWith('json') ? '{"it":"x"}' : 'it=x'
      const raw = { ...nothing, headers: { 'content-type': type }, body: Buffer.from(text) }
      assert.deepEqual({ ...(validatorOf(document)(raw).body as object) }, { it: 'x' })
    })
  }
}

// Written so, since an object with `then` could be taken for a promise.
const branches = JSON.parse('{"then":{"const":7},"else":{"const":1}}') as Node

/** An object of one field. */
const only = (name: string, field: Node = {}): Node => ({
  type: 'object',
  required: [name],
  additionalProperties: false,
  properties: { [name]: field },
})

/**
 * A schema of the field `it` for each keyword, with a value that it allows and one that it refuses.
 */
const keywords: Record<string, [schema: Node, good: unknown, bad: unknown]> = {
  type: [{ type: ['string', 'null'] }, null, 1],
  enum: [{ type: 'string', enum: ['a'] }, 'a', 'b'],
  const: [{ const: 1 }, 1, 2],
  format: [{ type: 'string', format: 'date' }, '2026-01-31', '2026-02-31'],
  pattern: [{ type: 'string', pattern: '^a$' }, 'a', 'b'],
  minLength: [{ type: 'string', minLength: 1 }, 'a', ''],
  maxLength: [{ type: 'string', maxLength: 1 }, 'a', 'aa'],
  minimum: [{ type: 'integer', minimum: 1 }, 1, 0],
  maximum: [{ type: 'integer', maximum: 1 }, 1, 2],
  items: [{ type: 'array', items: { type: 'integer' } }, [1], ['a']],
  minItems: [{ type: 'array', items: {}, minItems: 1 }, [1], []],
  maxItems: [{ type: 'array', items: {}, maxItems: 1 }, [1], [1, 2]],
  uniqueItems: [{ type: 'array', items: {}, uniqueItems: true }, [1, 2], [1, 1]],
  properties: [{ type: 'object', properties: { a: { const: 1 } } }, { a: 1 }, { a: 2 }],
  required: [{ type: 'object', properties: { a: {} }, required: ['a'] }, { a: 1 }, {}],
  additionalProperties: [{ type: 'object', additionalProperties: false }, {}, { a: 1 }],
  minProperties: [{ type: 'object', minProperties: 1 }, { a: 1 }, {}],
  maxProperties: [{ type: 'object', maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  not: [{ type: 'integer', not: { const: 1 } }, 2, 1],
  if: [{ type: 'integer', if: { minimum: 5 }, ...branches }, 7, 6],
  'x-at-least': [{ type: 'integer', 'x-at-least': 'least' }, 5, 4],
  'x-max-bytes': [{ type: 'object', 'x-max-bytes': 7 }, { a: 1 }, { a: 10 }],
  'x-max-depth': [{ type: 'object', 'x-max-depth': 1 }, { a: 1 }, { a: {} }],
  oneOf: [{ oneOf: [only('a'), only('b'), only('c', { const: 1 })] }, { b: 1 }, { a: 1, b: 1 }],
  allOf: [{ allOf: [{ type: 'integer' }, { type: 'integer', minimum: 1 }] }, 1, 0],
}

/** Refused everywhere, each with a value that would be valid for it. */
const unknown: Record<string, unknown> = {
  anyOf: [{ const: 1 }],
  multipleOf: 2,
  exclusiveMinimum: 1,
  patternProperties: { a: {} },
  propertyNames: { minLength: 1 },
  prefixItems: [{}],
  contains: {},
  dependentRequired: { a: ['b'] },
  unevaluatedProperties: false,
  readOnly: true,
  nullable: true,
}

const keywordRows = rowsUnder('Keywords')

test('the table of keywords has every keyword that is tried', () => {
  assert.deepEqual(
    keywordRows.map(([keyword]) => keyword),
    [...Object.keys(keywords), ...Object.keys(unknown)],
  )
})

for (const [keyword, request, answer] of keywordRows) {
  const [schema, good, bad] = keywords[keyword] ?? [{ [keyword]: unknown[keyword] }, 0, 0]
  const least = { type: 'integer' }
  const whole = { type: 'object', properties: { it: schema, least } }
  const values = (it: unknown) => ({ it, least: 5 })

  test(`${keyword} in a request: ${request}`, () => {
    const document = contractWith('/probe', bodyOf('application/json', whole))
    if (request === 'no') {
      const [sentence = '', ...more] = notUnderstood(document)
      assert.deepEqual(more, [])
      assert.match(sentence, RegExp(`\\.it\\.${keyword}: ${keyword} is not understood here; use `))
      return
    }
    const validate = validatorOf(document)
    const raw = (it: unknown) => ({
      ...nothing,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(values(it))),
    })
    assert.deepEqual(validate(raw(good)).body, values(good))
    assert.throws(() => validate(raw(bad)), { code: 'invalid_request' })
  })

  test(`${keyword} in an answer: ${answer}`, () => {
    const document = contractWith('/probe', answerOf('application/json', whole))
    const found = notUnderstood(document)
    assert.equal(found.length, answer === 'no' ? 1 : 0, found.join('\n'))
    if (answer === 'no') return
    const { schemas, options } = sourcesOf(document).responses
    const validate = createAjv(options).compile(schemas['probe']?.['200'] ?? {})
    assert.deepEqual([validate(values(good)), validate(values(bad))], [true, false])
  })
}

const text = { type: 'string' }
const query = (more: Node) => ({ parameters: [{ name: 'it', in: 'query', schema: text, ...more }] })

/** Further parameters that are refused: the path, the operation, and the end of the sentence. */
const others: Record<string, [path: string, operation: Node, said: RegExp]> = {
  'a style': ['/probe', query({ style: 'pipeDelimited' }), /it has the style .*; write form\.$/],
  'a list behind commas': ['/probe', query({ explode: false }), /explode: false; leave it out\.$/],
  'a parameter with a media type': ['/probe', query({ content: {} }), /content is not understood/],
  'a type of several': ['/probe', query({ schema: { type: ['string', 'null'] } }), /; use string/],
  'a type that is not said': ['/probe', query({ schema: {} }), /has the type undefined; use/],
  'a list of objects': [
    '/probe',
    query({ schema: { type: 'array', items: { type: 'object' } } }),
    /is a list of no scalars; let its items/,
  ],
  'two parameters in a segment': ['/probe/{a}.{b}', {}, /give it a segment alone\.$/m],
  'a parameter that is not in the path': [
    '/probe',
    { parameters: [{ name: 'it', in: 'path', required: true, schema: text }] },
    /it is in one of them only; name \{it\}/,
  ],
  'two ways to authenticate': [
    '/probe',
    { security: [{ oauth2: [] }, { clientBasic: [] }] },
    /only the first way to authenticate is read; name one scheme, or none\.$/,
  ],
  'a status of many': ['/probe', { responses: { '4XX': {} } }, /4XX is no single status; name/],
  'a choice that no field decides': [
    '/probe',
    bodyOf('application/json', {
      type: 'object',
      properties: { it: { oneOf: [only('a'), only('a', { type: 'string' })] } },
    }),
    /no field tells this branch from the others; let it require a field/,
  ],
  'a callback': ['/probe', { callbacks: {} }, /callbacks is not understood here; use/],
  'a reference out of the file': [
    '/probe',
    query({ schema: { $ref: 'other.yaml#/A' } }),
    /other\.yaml#\/A leads nowhere in this file; refer to/,
  ],
  'a limit beside a reference': [
    '/probe',
    query({ schema: { $ref: '#/components/schemas/Text', maxLength: 3 } }),
    /maxLength is not understood here; use \$ref, /,
  ],
  'a schema within itself': [
    '/probe',
    bodyOf('application/json', {
      type: 'object',
      properties: { it: { $ref: '#/components/schemas/Tree' } },
    }),
    /Tree contains itself; bound/,
  ],
  'a form with a number': [
    '/probe',
    bodyOf('application/x-www-form-urlencoded', {
      type: 'object',
      properties: { it: { type: 'integer' } },
    }),
    /a form carries texts; write type: string\.$/,
  ],
  'a body that is no object': [
    '/probe',
    bodyOf('application/json', { type: 'array', items: {} }),
    /its schema is no object; write type: object\.$/,
  ],
  'a default that nothing fills in': [
    '/probe',
    bodyOf('application/json', { type: 'object', default: {} }),
    /nothing fills it in; move it to a field/,
  ],
  'an unknown format': ['/probe', query({ schema: { ...text, format: 'cpf' } }), /cpf is unknown/],
  'a code of a keyword that is elsewhere': [
    '/probe',
    query({ schema: { ...text, 'x-error-code': { maxLength: 'a' } } }),
    /maxLength does not stand beside it; name keywords of the same schema\.$/,
  ],
}

for (const [what, [path, operation, said]] of Object.entries(others)) {
  test(`${what} is refused at generation, in one sentence`, () => {
    const Tree = { type: 'object', properties: { it: { $ref: '#/components/schemas/Tree' } } }
    const found = notUnderstood(contractWith(path, operation, { Tree, Text: text }))
    assert.ok(
      found.some((sentence) => said.test(sentence)),
      found.join('\n'),
    )
    for (const sentence of found) assert.match(sentence, /^openapi\.yaml, [^:]+: [^\n]+; [^\n]+\.$/)
  })
}

test('parameters of a whole path, and methods that are not served, are refused', () => {
  const document = contractWith('/probe', {})
  Object.assign(document.paths['/probe'] ?? {}, { parameters: [], trace: {} })
  const found = notUnderstood(document)
  assert.deepEqual(
    found.map((one) => /paths\.\/probe\.(\w+): \w+ is not understood here/.exec(one)?.[1]),
    ['parameters', 'trace'],
  )
})
