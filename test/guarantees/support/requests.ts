/** Requests made from the contract: good ones, and the same with one thing broken. */
import fc from 'fast-check'
import { START } from '../../support/service.ts'
import { faultsIn, isOfNames } from './judge.ts'
import type { RequestParts, Op, Parameter, Schema } from './judge.ts'

type Random = () => number
type Fields = Record<string, unknown>

/** The ids and keys that earlier answers have shown, for later requests to name. */
export type RequestSources = {
  /** The ids of a kind, newest last: `cus`, `page` for the tokens of pages. */
  ids: (kind: string) => string[]
  /** The keys that were sent with requests that were not refused. */
  keys: string[]
}

const TRIES = 50
const SAMPLES = 200

const one = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

const chance = (random: Random, share: number) => random() < share

const letters = [
  'a',
  'Z',
  '0',
  ' ',
  '-',
  '_',
  '.',
  'ç',
  'ã',
  'ß',
  'İ',
  'Ω',
  '日',
  '🧁',
  'a\u0301',
  '"',
  '\\',
  '<',
  '&',
  "'",
  '%',
  '/',
  '\u202e',
  '\u200d',
  '\n',
  '\u2028',
  '$',
  '{',
  '--',
  '\u00a0',
]

function text(random: Random, characters: number): string {
  let made = ''
  for (let i = 0; i < characters; i++) made += one(random, letters)
  return [...made].slice(0, characters).join('')
}

/** Around the days in which tests take place. */
const FIRST_DAY = new Date('2026-01-01T00:00:00.000Z')
const LAST_DAY = new Date('2027-01-01T00:00:00.000Z')
const toIso = (date: Date) => date.toISOString()

/** Anything that is in the texts of a pattern, drawn once for each pattern and seed. */
const drawn = new Map<string, string[]>()

function fromPattern(random: Random, schema: Schema, seed: number): string {
  const name = `${schema.format} ${schema.pattern}`
  const known = drawn.get(name) ?? fc.sample(arbitraryOf(schema), { numRuns: SAMPLES, seed })
  drawn.set(name, known)
  return one(random, known)
}

/** Addresses of web pages. To make `webUrl` takes most of a second: it maps all of Unicode. */
function addresses(): fc.Arbitrary<string> {
  const some = fc.array(fc.constantFrom(...letters), { maxLength: 8 })
  const part = some.map((all) => encodeURIComponent(all.join('')))
  const path = fc.array(part, { maxLength: 4 }).map((all) => all.map((one) => `/${one}`).join(''))
  const after = (mark: string) => part.map((text) => mark + text)
  const query = fc.option(after('?'), { nil: '' })
  const fragment = fc.option(after('#'), { nil: '' })
  const scheme = fc.constantFrom('http://', 'https://')
  return fc.tuple(scheme, fc.domain(), path, query, fragment).map((parts) => parts.join(''))
}

function arbitraryOf({ pattern = '', format }: Schema): fc.Arbitrary<string> {
  const days = () => fc.date({ min: FIRST_DAY, max: LAST_DAY, noInvalidDate: true })
  if (format === 'uri' || format === 'iri') return addresses()
  if (isOfEmails(pattern)) return fc.emailAddress()
  if (format === 'date-time') return days().map(toIso)
  if (format === 'date') return days().map((day) => toIso(day).slice(0, 10))
  return fc.stringMatching(new RegExp(pattern, 'u'))
}

/** The same moment as one of the texts that RFC 3339 has for it. */
function writtenMoment(random: Random, moment: string): string {
  const local = new Date(Date.parse(moment) - 10_800_000).toISOString().slice(0, -1)
  const finer = moment.replace('Z', `${Math.floor(random() * 1_000_000)}Z`)
  return one(random, [moment, finer, `${moment.slice(0, 19)}z`, `${local}-03:00`])
}

/** True for the pattern of e-mails; those of addresses forbid an @. */
const isOfEmails = (pattern: string) => pattern.includes('}@(')

const idPattern = /^\^([a-z]+)_\[0-9a-f\]\{8\}/

/** The kind of tokens that open the pages at an operation's path. */
function pagesAt({ path }: Op): string {
  if (path.startsWith('/subscribe/')) return 'subscription page'
  return path.startsWith('/l/') ? 'link page' : 'page'
}

const isNotNull = ({ not }: Schema) => not !== undefined && 'const' in not && not.const === null

/** A schema narrowed by a branch of its condition. */
function narrowedTo(schema: Schema = {}, narrowed: Schema): Schema {
  const all = { ...schema, ...narrowed }
  if (!isNotNull(narrowed)) return all
  const types = [all.type ?? []].flat().filter((type) => type !== 'null')
  return { ...all, type: types }
}

export class Requests {
  readonly #random: Random
  readonly #known: RequestSources
  readonly #seed: number
  #count = 0

  constructor(random: Random, known: RequestSources, seed: number) {
    this.#random = random
    this.#known = known
    this.#seed = seed
  }

  /** A request that the contract allows, with one parameter in any case. */
  good(op: Op, wanted?: Parameter): RequestParts {
    for (let i = 0; i < TRIES; i++) {
      const made = this.#made(op, wanted)
      if (faultsIn(op, made).length === 0) return made
    }
    throw new Error(`No good request of ${op.id} was found.`)
  }

  /** A good one, and then one of its parts made otherwise; most of these are bad. */
  broken(op: Op): RequestParts {
    const made = this.good(op)
    const parts = op.parameters.filter(({ schema }) => schema.type !== 'object')
    if (isFields(made.body) && (parts.length === 0 || chance(this.#random, 0.8))) {
      this.#breakFields(made.body, op.body?.schema ?? {})
      return made
    }
    const named = parts.length > 0 && chance(this.#random, 0.8)
    const part = named ? one(this.#random, parts) : undefined
    if (!part) return { ...made, query: { ...made.query, [one(this.#random, letters)]: 'x' } }
    const { schema } = part
    const value = this.#otherThan(schema)
    this.#put(made, part, Array.isArray(value) ? value.map(String) : String(value))
    return made
  }

  #made(op: Op, forced?: Parameter): RequestParts {
    const made: RequestParts = { path: {}, query: {}, headers: {} }
    for (const parameter of op.parameters) {
      const wanted = parameter.required || chance(this.#random, 0.35) || parameter === forced
      if (wanted && parameter.schema.type !== 'object') {
        this.#put(made, parameter, this.#parameter(parameter, pagesAt(op)))
      }
    }
    const wanted = op.body?.required || chance(this.#random, 0.5)
    if (op.body && wanted) made.body = this.#value(op.body.schema, '')
    return made
  }

  #put(
    made: RequestParts,
    { in: place, name, schema }: Parameter,
    wanted: string | string[],
  ): void {
    const isList = place === 'query' && schema.type === 'array'
    // An address is made of whole characters. A list without items is no parameter.
    const texts = [wanted].flat().map((text) => text.toWellFormed())
    if (isList) {
      if (texts.length > 0) made.query[name] = texts
      return
    }
    const value = texts.join()
    if (place === 'path') made.path[name] = value || 'x'
    else if (place === 'query') made.query[name] = value
    // A header can carry printable characters only.
    else if (/^[\x21-\x7e]+$/.test(value)) made.headers[name] = value
  }

  #parameter({ name, schema }: Parameter, pages: string): string | string[] {
    const { keys, ids } = this.#known
    if (name === 'token') return this.#id(pages) ?? one(this.#random, ['x', ...ids(pages)])
    if (name === 'Idempotency-Key') {
      if (keys.length > 0 && chance(this.#random, 0.1)) return one(this.#random, keys)
      return `${fromPattern(this.#random, schema, this.#seed).slice(0, 200)}-${this.#count++}`
    }
    const value = this.#value(schema, name)
    return Array.isArray(value) ? value.map(String) : String(value)
  }

  /** A recent id of this kind, or now and then an unknown one. */
  #id(kind: string): string | undefined {
    const recent = this.#known.ids(kind).slice(-6)
    return recent.length > 0 && chance(this.#random, 0.96) ? one(this.#random, recent) : undefined
  }

  #value(schema: Schema, name: string): unknown {
    const random = this.#random
    const { examples = [], enum: values, oneOf } = schema
    if (schema.const !== undefined) return schema.const
    if (oneOf) return this.#value(one(random, oneOf), name)
    if (values)
      return examples.length > 0 && chance(random, 0.7)
        ? one(random, examples)
        : one(random, values)
    const type = Array.isArray(schema.type) ? one(random, schema.type) : schema.type
    if (type === 'null') return null
    if (type === 'boolean') return chance(random, 0.5)
    if (type === 'integer' || type === 'number') return this.#integer(schema)
    if (type === 'string') return this.#string(schema, name)
    if (type === 'array')
      return Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
        this.#value(schema.items ?? {}, ''),
      )
    return schema['x-max-bytes'] === undefined ? this.#object(schema) : this.#free(0)
  }

  #object(schema: Schema): Fields {
    const { properties = {}, required = [] } = schema
    const entries = Object.entries(properties).filter(
      ([name]) => required.includes(name) || chance(this.#random, 0.35),
    )
    const made = Object.fromEntries(entries.map(([name, one]) => [name, this.#value(one, name)]))
    return this.#branched(made, schema, properties)
  }

  /** Adds the fields that the branch of a condition asks for, and removes those that it forbids. */
  #branched(made: Fields, schema: Schema, properties: Record<string, Schema>): Fields {
    const { if: condition, required = [] } = schema
    for (const name of required) made[name] ??= this.#value(properties[name] ?? {}, name)
    for (const [name, narrowed] of Object.entries(schema.properties ?? {})) {
      if (narrowed.not && Object.keys(narrowed.not).length === 0) delete made[name]
      else if (name in made) made[name] = this.#value(narrowedTo(properties[name], narrowed), name)
    }
    if (!condition) return made
    const holds =
      (condition.required ?? []).every((name) => name in made) &&
      Object.entries(condition.properties ?? {}).every(
        ([name, wanted]) =>
          !(name in made) ||
          ((!('const' in wanted) || made[name] === wanted.const) &&
            (!isNotNull(wanted) || made[name] !== null)),
      )
    const branch = holds ? schema.then : schema.else
    return branch ? this.#branched(made, branch, properties) : made
  }

  /** Free JSON of at most eight levels. */
  #free(level: number): Fields {
    const random = this.#random
    const value = (): unknown => {
      const inner = level < 7 && chance(random, 0.3)
      if (inner) return chance(random, 0.5) ? this.#free(level + 1) : [value()]
      return one(random, [null, true, 0, -1.5, 1e-7, 2 ** 53 - 1, '', text(random, 5)])
    }
    const keys = ['a', 'b', '10', '9', '', '__proto__', 'constructor', text(random, 3)]
    return Object.fromEntries(keys.filter(() => chance(random, 0.3)).map((key) => [key, value()]))
  }

  #integer({ minimum = 0, maximum = 1e6 }: Schema): number {
    const edges = [minimum, minimum + 1, maximum]
    if (chance(this.#random, 0.1)) return one(this.#random, edges)
    // Draws small numbers as often as large ones.
    const spread = Math.log(maximum - minimum + 1)
    return minimum + Math.floor(Math.exp(this.#random() * spread)) - 1
  }

  /** A moment of the first week, when most that a test makes is made. */
  #moment(): string {
    const ms = Date.parse(START) + Math.floor(this.#random() * 7 * 86_400_000)
    return new Date(ms).toISOString()
  }

  #string(schema: Schema, name: string): string {
    const random = this.#random
    const { pattern = '', format, minLength = 0, maxLength = 40, examples = [] } = schema
    const prefix = idPattern.exec(pattern)?.[1]
    if (prefix) return this.#id(prefix) ?? `${prefix}_${crypto.randomUUID()}`
    if (name === 'scope') return one(random, ['all', 'customers:read', 'nothing', ''])
    if (format === 'date-time') return writtenMoment(random, this.#moment())
    if (format === 'date') return this.#moment().slice(0, 10)
    if (isOfEmails(pattern)) return `${this.#count++}${fromPattern(random, schema, this.#seed)}`
    const free = pattern === '' || isOfNames(pattern)
    if (!free || format) return fromPattern(random, schema, this.#seed)
    if (examples.length > 0 && chance(random, 0.2)) return String(one(random, examples))
    const spread = Math.log(maxLength - minLength + 1)
    const length = chance(random, 0.1)
      ? one(random, [minLength, maxLength])
      : minLength + Math.floor(Math.exp(random() * spread)) - 1
    return text(random, length)
  }

  /** Breaks one field of these, or of the ones within. */
  #breakFields(fields: Fields, schema: Schema): void {
    const random = this.#random
    const { properties = {}, required = [] } = schema
    const names = Object.keys(properties)
    const within = names.filter((name) => isFields(fields[name]) && properties[name]?.properties)
    if (within.length > 0 && chance(random, 0.6)) {
      const name = one(random, within)
      return this.#breakFields(fields[name] as Fields, properties[name] ?? {})
    }
    if (names.length === 0 || chance(random, 0.15)) {
      fields[one(random, ['id', 'status', 'seller_id', '', '__proto__ ', text(random, 4)])] = 'x'
    } else if (required.length > 0 && chance(random, 0.2)) {
      delete fields[one(random, required)]
    } else {
      const name = one(random, names)
      fields[name] = this.#otherThan(properties[name] ?? {})
    }
  }

  /** Something that a schema does not allow, more often than not. */
  #otherThan(schema: Schema): unknown {
    const random = this.#random
    const { minimum = 0, maximum = 100, maxLength = 50, type } = schema
    const wrongTypes = [null, 5, 'x', true, [], {}, ['x'], 1.5, '5', -1]
    if (type === 'integer' && chance(random, 0.5)) {
      return one(random, [minimum - 1, maximum + 1, minimum + 0.5, String(minimum), 1e15])
    }
    if (type === 'string' && chance(random, 0.6)) {
      const good = String(this.#value(schema, ''))
      return one(random, [
        '',
        ' ',
        '\u200b\u3000',
        `${good}x`.padEnd(maxLength + 1, 'x'),
        good.slice(1),
        good.toUpperCase(),
        `${good}\0`,
        `\ud83d${good}`,
        `javascript:${good}`,
        text(random, 4),
      ])
    }
    if (schema['x-max-bytes'] !== undefined && chance(random, 0.5)) {
      const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`) as object
      return one(random, [deep, { a: 'x'.repeat(16_384) }, { a: 2 ** 53 }, { 'a\0': 1 }])
    }
    return one(random, wrongTypes)
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
