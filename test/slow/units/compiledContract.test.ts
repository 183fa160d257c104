/** Validators compiled ahead answer as the contract's schemas do when they are compiled afresh. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mock } from 'node:test'
import type { ValidateFunction } from 'ajv'
import core from 'ajv/dist/core.js'
import fc from 'fast-check'
import { test } from 'vitest'
import { createAjv, sourcesOf } from '../../../contract/build/validators.ts'
import type { Parts } from '../../../contract/build/validators.ts'
import { readContract } from '../../../contract/document.ts'
import { keywordMessage } from '../../../contract/keywords.ts'
import { responseValidators } from '../../../contract/responseCheck.ts'
import { requests } from '../../../contract/validator.ts'
import { long } from '../../support/property.ts'
import { startService } from '../../support/service.ts'

type Schema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  maxProperties?: number
  required?: string[]
  items?: Schema
  not?: Schema
  if?: Schema
  then?: Schema
  else?: Schema
  maxItems?: number
  minItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  'x-max-bytes'?: number
  'x-max-depth'?: number
}

/** Samples with the required fields only, or with all fields. */
type Fill = 'lean' | 'full'

const fills: Fill[] = ['lean', 'full']

/** The branches of a choice, which a `oneOf` of a request is compiled to. */
const choicesOf = (schema: Schema): Schema[] => {
  const { then, else: otherwise, type } = schema
  if (type !== undefined || !then || !otherwise) return []
  return [then, ...(choicesOf(otherwise).length > 0 ? choicesOf(otherwise) : [otherwise])]
}

/** A value that the schema allows. */
function sample(schema: Schema, fill: Fill): unknown {
  const { oneOf = [], properties = {}, required = [], items, examples = [] } = schema
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(fill === 'lean' ? 0 : -1)
  if (fill === 'lean' && examples.length > 0) return examples[0]
  const [branch] = [...oneOf, ...choicesOf(schema)]
  if (branch) return sample(branch, fill)
  const { minItems = 0, maxItems = 2, minLength = 1 } = schema
  if (items) {
    const length = fill === 'lean' ? minItems : Math.min(maxItems, 2)
    return Array.from({ length }, () => sample(items, fill))
  }
  const names = fill === 'lean' ? required : Object.keys(properties)
  if (schema.properties) {
    const forbidden = (fill === 'full' && schema.then?.properties) || {}
    const allowed = names.filter((name) => !forbidden[name]?.not)
    return Object.fromEntries(allowed.map((name) => [name, sample(properties[name] ?? {}, fill)]))
  }
  if (examples.length > 0) return examples.at(-1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer') return schema.minimum ?? 0
  return schema.type === 'object' ? {} : 'x'.repeat(minLength)
}

const others = [null, true, 0, -1, 1.5, 1e21, '', ' ', 'x', [], [0], {}, { x: 0 }]

const texts = [
  'a@b',
  'a\0b',
  `${'a.'.repeat(32)}a@b.c`,
  'ana@example.com',
  'javascript:alert(1)',
  'http://',
  'https://loja.example/a b',
  '/pay/x',
  'https://loja.example/',
  'não',
  '2026-03-02T12:00:00.000Z',
  '2026-02-30T12:00:00.000Z',
  '2026-03-02',
  '2026-02-30',
]

function stringsAround(schema: Schema, one: string): string[] {
  const { minLength = 0, maxLength = 0, pattern, format } = schema
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((n) => n >= 0)
  const sized = lengths.flatMap((length) => ['a', '🧁', ' '].map((text) => text.repeat(length)))
  // Of other schemas, lengths and types are all that counts.
  const formed = pattern !== undefined || format !== undefined ? texts : []
  return [...sized, ...formed, `${one}\n`, ` ${one}`, one.slice(1), one.toUpperCase()]
}

function arraysAround(schema: Schema, inner: Fill[]): unknown[] {
  const { items = {}, minItems = 0, maxItems = 1 } = schema
  const lengths = [0, Math.max(0, minItems - 1), minItems, maxItems, maxItems + 1]
  const one = sample(items, 'lean')
  const rest = Array.from({ length: Math.max(0, minItems - 1) }, () => one)
  return [
    ...lengths.map((length) => Array.from({ length }, () => one)),
    ...around(items, inner, inner).map((item) => [item, ...rest]),
  ]
}

const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })

function objectsAround(schema: Schema, inner: Fill[], whole: object): unknown[] {
  const { properties = {}, 'x-max-bytes': bytes, 'x-max-depth': depth } = schema
  const { additionalProperties: others, maxProperties } = schema
  const without = Object.keys(whole).map((name) =>
    Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)),
  )
  const changed = Object.entries(properties).flatMap(([name, property]) =>
    around(property, inner, inner).map((value) => ({ ...whole, [name]: value })),
  )
  const strange = ['extra', 'a/b~c', '', '__proto__'].map((name) => ({ ...whole, [name]: 1 }))
  const sized = bytes ? [0, 1].map((more) => ({ a: 'x'.repeat(bytes - 8 + more) })) : []
  const deep = depth ? [nested(depth), nested(depth + 1)] : []
  const further =
    typeof others === 'object'
      ? around(others, inner, inner).map((value) => ({ ...whole, extra: value }))
      : []
  const names = Array.from({ length: (maxProperties ?? 0) + 1 }, (_, i) => [`n${i}`, 'x'])
  const many = maxProperties === undefined ? [] : [Object.fromEntries(names) as object]
  return [...without, ...changed, ...strange, ...sized, ...deep, ...further, ...many]
}

/**
 * Values at the edges of what the schema allows, and past them, with one fault each.
 *
 * @param inner collects the faults of its parts
 * @param wholes collects its own faults
 */
function around(schema: Schema, inner: Fill[], wholes = fills): unknown[] {
  const { enum: listed = [], examples = [], oneOf = [], minimum = 0, maximum = 0 } = schema
  const lean = sample(schema, 'lean')
  const full = sample(schema, 'full')
  const isObject = !schema.items && typeof full === 'object' && full !== null
  // Under a condition, no one sample is near all that is refused.
  const conditional = schema.if ? (examples as object[]) : []
  const objects = [...wholes.map((fill) => Object(sample(schema, fill)) as object), ...conditional]
  return [
    lean,
    full,
    ...listed,
    ...examples,
    ...others,
    ...[...oneOf, ...choicesOf(schema)].flatMap((branch) => around(branch, inner, wholes)),
    minimum - 1,
    minimum,
    maximum,
    maximum + 1,
    Number.MAX_SAFE_INTEGER + 1,
    ...(typeof lean === 'string' ? stringsAround(schema, lean) : []),
    ...(schema.items ? arraysAround(schema, inner) : []),
    ...(isObject ? objects.flatMap((whole) => objectsAround(schema, inner, whole)) : []),
  ]
}

/** Objects with several faults and several good members at once. */
function mixtures({ properties = {} }: Schema): fc.Arbitrary<object> {
  const members = Object.entries(properties).map(([name, property]) => [
    name,
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(sample(property, 'lean'), sample(property, 'full')) },
      { weight: 1, arbitrary: fc.constantFrom(...around(property, fills)) },
    ),
  ])
  return fc.record(Object.fromEntries(members), { requiredKeys: [] })
}

/** Keywords that refuse nothing by themselves. */
const silent = [
  'x-secret',
  'title',
  'description',
  'example',
  'examples',
  'default',
  'x-error-code',
  'properties',
  'items',
  'if',
  'then',
  'else',
]

/** Demands of a branch that hold whenever it is chosen. */
function claimedBy(schema: Schema): string[] {
  const [branch] = choicesOf(schema)
  if (!branch) return []
  const constants = Object.entries(schema.if?.properties ?? {})
    .filter(([, field]) => field.const !== undefined)
    .flatMap(([name]) => [`properties/${name}/type`, `properties/${name}/const`])
  return ['type', ...(branch.required?.length === 1 ? ['required'] : []), ...constants]
}

/** The places, as ajv names them, of all that the schema demands and a value can fail to give. */
function* demands(schema: Schema, path = '#'): Generator<string> {
  const { properties = {}, oneOf = [], then, else: otherwise } = schema
  const items = schema.maxItems === 0 ? undefined : schema.items
  for (const [keyword, value] of Object.entries(schema)) {
    const open = keyword === 'additionalProperties' && value !== false
    const empty = Array.isArray(value) && value.length === 0
    const isBounded = schema.not?.pattern !== undefined && keyword === 'maxLength'
    // The maximum is looked at first, and an unsafe integer is past it.
    const hidden = isBounded || (keyword === 'format' && schema.maximum !== undefined)
    if (!open && !empty && !hidden && !silent.includes(keyword)) yield `${path}/${keyword}`
  }
  for (const [name, one] of Object.entries(properties)) {
    // A branch that says it again is looked at first.
    const saidAgain = [then, otherwise].map((branch) => branch?.properties?.[name])
    const isSaidAgain = saidAgain.every((said) => said?.maximum !== undefined)
    const typeBy = saidAgain.map((said) => said?.type)
    const { type: _, ...rest } = one
    const demanded = typeBy.every((said) => said !== undefined) ? rest : one
    if (!isSaidAgain) yield* demands(demanded, `${path}/properties/${name}`)
  }
  for (const [i, branch] of oneOf.entries()) yield* demands(branch, `${path}/oneOf/${i}`)
  const { additionalProperties } = schema
  const further = { items, then, else: otherwise, additionalProperties }
  const claimed = claimedBy(schema).map((place) => `${path}/then/${place}`)
  for (const [keyword, one] of Object.entries(further)) {
    const found = typeof one === 'object' ? demands(one, `${path}/${keyword}`) : []
    yield* [...found].filter((place) => !claimed.includes(place))
  }
}

type Answer = { fits: boolean; value: unknown; errors: ValidateFunction['errors'] }

/** The verdict on a value, its defaults filled in, and the errors of a refusal. */
function answer(validate: ValidateFunction, value: unknown): Answer {
  const copy = structuredClone(value)
  return { fits: validate(copy), value: copy, errors: validate.errors }
}

const sources = sourcesOf(readContract())
const ahead: Record<keyof typeof sources, Parts<ValidateFunction>> = {
  requests,
  responses: responseValidators(),
}

for (const kind of ['requests', 'responses'] as const) {
  const { schemas, options } = sources[kind]
  const ajv = createAjv(options)
  const checked = new Map<string, ValidateFunction>()
  // No caller depends on how responses are refused: a fault beside all other fields is enough.
  const wholes: Fill[] = long || kind === 'requests' ? fills : ['full']

  const check = (schema: Schema, compiled: ValidateFunction) => {
    const fresh = ajv.compile(schema)
    const broken = new Set<string>()
    let accepted = 0
    // A third of the values comes up more than once.
    const tried = new Set<string>()
    const agree = (value: unknown) => {
      const text = JSON.stringify(value)
      if (tried.has(text)) return
      tried.add(text)
      const expected = answer(fresh, value)
      assert.deepEqual(answer(compiled, value), expected)
      for (const { schemaPath } of expected.errors ?? []) broken.add(schemaPath)
      if (expected.fits) accepted += 1
    }
    const unbroken = () => [...demands(schema)].filter((demand) => !broken.has(demand))
    around(schema, long ? fills : ['lean'], wholes).forEach(agree)
    // Fields may demand something only beside others.
    if (unbroken().length > 0) around(schema, fills).forEach(agree)
    assert.ok(accepted > 0, 'nothing was accepted')
    assert.deepEqual(unbroken(), [], 'these were never broken')
    fc.assert(fc.property(mixtures(schema), agree), { numRuns: long ? 5_000 : 10 })
  }

  for (const [id, parts] of Object.entries(schemas)) {
    test(`${kind} of ${id} are checked as the schemas say`, () => {
      assert.deepEqual(Object.keys(ahead[kind][id] ?? {}), Object.keys(parts))
      for (const [part, schema] of Object.entries(parts)) {
        const compiled = ahead[kind][id]?.[part]
        assert.ok(compiled)
        const text = JSON.stringify(schema)
        if (!checked.has(text)) check(schema, compiled)
        // Parts of the same schema share one function.
        assert.equal(checked.get(text) ?? compiled, compiled)
        checked.set(text, compiled)
      }
    })
  }
}

test('a message of x-at-least names the sibling that the schema names', () => {
  assert.match(keywordMessage('x-at-least', 'minimum_minor') ?? '', /minimum_minor$/)
  assert.equal(keywordMessage('minLength', 1), undefined)
})

test('generated code imports packages and other generated files only', () => {
  const folder = new URL('../../../generated/', import.meta.url)
  const files = readdirSync(folder).filter((name) => /\.[jt]s$/.test(name))
  assert.ok(files.includes('requests.js') && files.includes('statements.sqlite.d.ts'))
  for (const name of files) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    for (const [, from = ''] of text.matchAll(
      /(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g,
    )) {
      assert.doesNotMatch(from, /^\.\.|^\//, `${name} imports ${from}`)
    }
  }
})

test('a service compiles no schema, neither when it starts nor when it answers', async () => {
  const compile = mock.method(core.default.prototype, 'compile')
  createAjv({}).compile({})
  assert.equal(compile.mock.callCount(), 1, 'compiling is seen')
  const service = await startService()
  const { status } = await service.request('POST', '/oauth/token', { raw: new URLSearchParams() })
  assert.equal(status, 400)
  assert.equal(compile.mock.callCount(), 1)
})
