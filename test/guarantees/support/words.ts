/**
 * The inputs of the contract, one by one, and the verdict of an independent validator on values.
 */
import { isIPv6 } from 'node:net'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { operationsOf, readContract, resolved } from '../../../contract/document.ts'

export type Schema = Record<string, unknown>
export type PlaceName = 'path' | 'query' | 'header' | 'body'

/** An input of an operation: a parameter, or a field of its JSON body. */
export type Word = {
  id: string
  place: PlaceName
  /** The name of a parameter, or the names that lead to a field. */
  path: string[]
  schema: Schema
  /** Judges all that stands in the place: the body as a whole, or the parameter. */
  judge: ValidateFunction
}

const document = readContract()

/** A schema by itself: references are replaced by what they lead to. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...own } = value as Schema
  const base = $ref === undefined ? {} : resolved(document, { $ref } as Schema)
  const entries = Object.entries({ ...base, ...own })
  return Object.fromEntries(entries.map(([name, one]) => [name, whole(one)]))
}

/** Characters that RFC 3987 allows in no part of an IRI, and its parts by RFC 3986, appendix B. */
const forbidden = /[\p{Cc}\p{Cs}\s<>"{}|\\^`]|%(?![\da-f]{2})/iu
const parts = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/iu

/** The format `iri`, which stock validators lack: RFC 3987 by hand, and what a browser can open. */
function isIri(text: string): boolean {
  const [, authority = '', ...rest] = parts.exec(text) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const [, literal, name = ''] = /^(?:\[(.*)\]|([^:]*))(?::\d*)?$/u.exec(host) ?? [host, '', '[']
  const isHost = literal === undefined ? !/[[\]]/.test(name) : isIPv6(literal)
  const isRest = rest.every((part = '') => !/[[\]#]/.test(part))
  return !forbidden.test(text) && isHost && isRest && URL.canParse(text)
}

/**
 * A stock validator for JSON Schema 2020-12 with the named formats. Keywords that begin with `x-`
 * mean nothing to it, as to every generator of clients. It has no `iri`; that one is judged here
 * by the RFC and the URL Standard.
 */
export function stockAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addFormat('iri', isIri)
  return ajv
}

/** The fields of an object schema and of those within it, each by the names that lead to it. */
function* fieldsOf(schema: Schema, path: string[] = []): Generator<[string[], Schema]> {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  for (const [name, one] of Object.entries(properties)) {
    yield [[...path, name], one]
    if (one['properties'] && path.length === 0) yield* fieldsOf(one, [name])
  }
}

type Described = {
  parameters?: object[]
  requestBody?: object
}
type Parameter = { name: string; in: string; schema: Schema }

/** Every input of the operations under `/v1` and `/sandbox`. */
export function everyWord(): Word[] {
  const ajv = stockAjv()
  const words: Word[] = []
  for (const { path, operation } of operationsOf(document)) {
    if (!/^\/(v1|sandbox)\//.test(path)) continue
    const { parameters = [], requestBody } = operation as Described
    const id = operation.operationId
    for (const written of parameters) {
      const one = whole(written) as Parameter
      // The queries that are ignored stand for all that have no name.
      if (one.schema['type'] === 'object') continue
      const place = one.in as PlaceName
      words.push({
        id,
        place,
        path: [one.name],
        schema: one.schema,
        judge: ajv.compile(one.schema),
      })
    }
    const body = whole(requestBody ?? {}) as { content?: Record<string, { schema: Schema }> }
    const schema = body.content?.['application/json']?.schema
    if (!schema) continue
    const judge = ajv.compile(schema)
    for (const [names, one] of fieldsOf(schema)) {
      words.push({ id, place: 'body', path: names, schema: one, judge })
    }
  }
  return words
}

/** The kind of an input: one of each kind stands for all. */
export function kindOf({ place, path, schema }: Word): string {
  const prose = new Set(['description', 'examples', 'example', 'title', 'default', 'x-error-code'])
  const entries = Object.entries(schema).filter(([name]) => !prose.has(name))
  return JSON.stringify([place, path.length, Object.fromEntries(entries)])
}

const texts = [
  '',
  ' ',
  'a',
  'Ana',
  ' Ana ',
  'ã',
  '日本',
  '😀',
  'a\u0000b',
  '\ud800',
  '\u200b',
  '\u3164',
  'a\nb',
  'null',
  'true',
  '0',
  '1',
  '10',
  '010',
  '1.0',
  '1e1',
  '+5',
  '-1',
  '0x10',
  '\ufeff',
  'a%00b',
  '%',
  'a+b',
  'a&b=c',
  '__proto__',
]

/** Texts of each format, in and out of it, beside its edges. */
const byFormat: Record<string, readonly string[]> = {
  email: [
    'ana@example.com',
    'ANA@EXAMPLE.COM',
    'ana+loja@example.com',
    'a@b.co',
    'ana@sub.example.com.br',
    "o'neil@example.com",
    'ana@localhost',
    'ana@example',
    'ana',
    '@example.com',
    'ana@',
    'ana@@example.com',
    'ana.@example.com',
    '.ana@example.com',
    'a..b@example.com',
    'ana@example..com',
    'ana@-example.com',
    'ana@example.com-',
    'ana@exa_mple.com',
    'ana @example.com',
    ' ana@example.com',
    'ana@example.com ',
    'ana@example.com\n',
    '"ana b"@example.com',
    'ana@[127.0.0.1]',
    'ana@127.0.0.1',
    'joão@example.com',
    'ana@açaí.com.br',
    'ana@xn--aa-4iaz.com.br',
    `${'a'.repeat(64)}@example.com`,
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(63)}.com`,
    `a@${'b'.repeat(64)}.com`,
  ],
  iri: [
    'https://loja.example',
    'https://loja.example/',
    'HTTPS://LOJA.EXAMPLE/OK',
    'http://loja.example:8080/a?b=c#d',
    'https://loja.example:443/',
    'https://loja.example:/',
    'https://loja.example:99999/',
    'https://loja.example:x/',
    'https://açaí.com.br/ok?n=João',
    'https://xn--aa-4iaz.com.br/',
    'https://loja.example/%C3%A3?%20',
    'https://loja.example/%zz',
    'https://ana@loja.example/',
    'https://ana:segredo@loja.example/',
    'https://[::1]:8443/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::1/',
    'https://[g::1]/',
    'https://127.0.0.1/',
    'https://1.2.3.256/',
    'https://127.1/',
    'https:///ok',
    'https://?q',
    'https:loja.example',
    'https:/loja.example',
    '//loja.example',
    'loja.example',
    'ftp://loja.example/',
    'javascript:alert(1)',
    'https://loja.example/a b',
    ' https://loja.example/',
    'https://loja.example/\n',
    'https://loja.example/\\a',
    'https://loja.example/<a>',
    'https://loja.example/{a}',
    'https://loja.example/|',
    'https://loja.example/^',
    'https://loja.example/`',
    'https://loja.example/"',
    'https://loja.example/[a]',
    'https://lo ja.example/',
    'https://loja..example/',
    'https://-loja.example/',
    'https://lo_ja.example/',
    'https://a%62.br/',
    'https://loja.example/#a#b',
    'https://loja.example/?a?b/c:d@e',
    `https://loja.example/${'a'.repeat(2027)}`,
    `https://loja.example/${'a'.repeat(2028)}`,
  ],
  'date-time': [
    '2026-11-27T00:00:00.000Z',
    '2026-11-27T00:00:00Z',
    '2026-11-27t00:00:00z',
    '2026-11-27T00:00:00.1Z',
    '2026-11-27T00:00:00.123456789Z',
    '2026-11-27T00:00:00+00:00',
    '2026-11-27T00:00:00-03:00',
    '2026-11-27T23:59:59+23:59',
    '2026-11-27T23:59:60Z',
    '2016-12-31T23:59:60Z',
    '2026-11-27T00:00:60Z',
    '2026-11-27T24:00:00Z',
    '2026-11-27T00:60:00Z',
    '2026-11-27T00:00:00',
    '2026-11-27T00:00Z',
    '2026-11-27 00:00:00Z',
    '2026-11-27',
    '2026-02-29T00:00:00Z',
    '2028-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-11-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59-23:59',
    '26-11-27T00:00:00Z',
    '+002026-11-27T00:00:00Z',
    '2026-11-27T00:00:00,5Z',
    '2026-11-27T00:00:00.Z',
    '2026-11-27T00:00:00+0000',
    '2026-11-27T00:00:00+00',
    '2026-11-27T00:00:00+24:00',
    '2026-11-27T00:00:00Z ',
    '2026-W48-5T00:00:00Z',
  ],
  date: [
    '2026-11-27',
    '2026-02-29',
    '2028-02-29',
    '2026-13-01',
    '2026-11-31',
    '2026-11-00',
    '0000-01-01',
    '9999-12-31',
    '2026-1-1',
    '20261127',
    '2026-11-27T00:00:00Z',
    '26-11-27',
    ' 2026-11-27',
  ],
}

const numbers = [
  0,
  1,
  -1,
  2,
  9,
  10,
  99,
  100,
  101,
  999,
  1000,
  1.5,
  1e3,
  0.1,
  -0,
  2 ** 31,
  2 ** 53,
  2 ** 53 - 1,
  1e21,
]

const others = [null, true, false, [], {}, [1], ['a'], { a: 1 }, [[]], { a: { b: [] } }]

/** The same with a letter in another case, with white space around it, and with more. */
const mutations = (text: string): string[] => [
  text,
  text.toUpperCase(),
  text.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase()),
  ` ${text}`,
  `${text} `,
  `${text}\n`,
  `${text}a`,
  text.slice(0, -1),
]

/** Texts and numbers about the limits of a schema. */
function* edgesOf(schema: Schema): Generator<unknown> {
  for (const name of ['minLength', 'maxLength']) {
    const edge = schema[name]
    if (typeof edge !== 'number') continue
    for (const length of [edge - 1, edge, edge + 1].filter((one) => one >= 0)) {
      for (const letter of ['a', 'ã', '😀']) yield letter.repeat(length)
    }
  }
  for (const name of ['minimum', 'maximum']) {
    const edge = schema[name]
    if (typeof edge === 'number') yield* [edge - 1, edge, edge + 1, edge + 0.5]
  }
  const { enum: members = [], examples = [], items } = schema as Record<string, unknown[]>
  for (const one of [...members.slice(0, 8), ...examples]) {
    yield* typeof one === 'string' ? mutations(one) : [one]
  }
  if (items) for (const one of edgesOf(items as unknown as Schema)) yield* [[one], [one, one]]
}

/** Values of every type, of the schema's own format and about its limits, each once. */
export function valuesFor(schema: Schema): unknown[] {
  const all = [
    ...texts,
    ...numbers,
    ...others,
    ...(byFormat[String(schema['format'])] ?? []),
    ...edgesOf(schema),
  ]
  const known = new Set<string>()
  return all.filter((one) => {
    const key = Object.is(one, -0) ? '-0' : JSON.stringify(one)
    return !known.has(key) && known.add(key)
  })
}
