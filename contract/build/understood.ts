/**
 * Names everything in the contract that the project would ignore silently. The tables of
 * `contract/README.md` say what is understood; only `npm run generate` imports this file.
 */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { besideReference, methods } from '../document.ts'
import { formats } from '../keywords.ts'
import { claimOf, isOnly } from './claims.ts'
import { GenerationError } from './refused.ts'

type Node = { [name: string]: unknown }
type Place = (string | number)[]

/** A place of the contract, its content that is not understood, and the mend. */
type Problem = { place: Place; fault: string; mend: string }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const node = (value: unknown): Node => (isNode(value) ? value : {})

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Prose and marks that any schema may have. */
const marks = ['title', 'description', 'examples', 'deprecated', 'x-deprecation']

const requestKeywords = new Set([
  ...marks,
  ...['type', 'enum', 'const', 'format', 'pattern', 'default', 'not', 'if', 'then', 'else'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'items', 'minItems', 'maxItems'],
  ...['uniqueItems', 'properties', 'required', 'additionalProperties'],
  ...['minProperties', 'maxProperties', 'x-error-code', 'x-at-least', 'x-max-bytes'],
  ...['x-max-depth', 'x-not-checked', 'oneOf'],
])

/** An answer may extend a schema: no code is made that fills it in or refuses what it lacks. */
const answerKeywords = new Set([...requestKeywords, 'allOf', 'x-secret', 'contentMediaType'])

const beside = new Set<string>(['$ref', 'description', 'summary', 'deprecated', ...besideReference])

const operationKeys = new Set([
  ...['operationId', 'tags', 'summary', 'description', 'deprecated', 'x-deprecation'],
  ...['security', 'parameters', 'requestBody', 'responses'],
])

const parameterKeys = new Set([
  ...['name', 'in', 'description', 'required', 'deprecated', 'x-deprecation', 'schema'],
  ...['style', 'explode'],
])

const bodyKeys = new Set(['description', 'required', 'content', 'x-max-bytes', 'x-not-stored'])

const requestTypes = ['application/json', 'application/x-www-form-urlencoded']
const answerTypes = [
  ...['application/json', 'application/yaml', 'text/html', 'text/plain', 'text/event-stream'],
  // Files, which are written and not read.
  ...['text/csv', 'application/x-ofx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ...['image/png', 'image/jpeg', 'image/webp'],
]

const scalars = ['string', 'integer', 'number', 'boolean']

/** The style of each place, which is OpenAPI's default there. */
const styles: Record<string, string> = { path: 'simple', query: 'form', header: 'simple' }

const or = (names: Iterable<string>) => [...names].join(', ')

class Reader {
  readonly #document: Node
  readonly problems: Problem[] = []

  constructor(document: Node) {
    this.#document = document
  }

  #refuse(place: Place, fault: string, mend: string): void {
    this.problems.push({ place, fault, mend })
  }

  #refuseOthers(value: Node, understood: ReadonlySet<string>, place: Place): void {
    for (const name of Object.keys(value)) {
      if (understood.has(name)) continue
      this.#refuse([...place, name], `${name} is not understood here`, `use ${or(understood)} only`)
    }
  }

  /** The target of a reference, and a place that names it; undefined once it is refused. */
  #resolved(value: unknown, place: Place, seen: string[] = []): [Node, Place] | undefined {
    if (!isNode(value)) return [{}, place]
    const { $ref: reference } = value
    if (reference === undefined) return [value, place]
    this.#refuseOthers(value, beside, place)
    const text = String(reference)
    const names = text.split('/').slice(1)
    const target = names.reduce<unknown>((at, name) => node(at)[name], this.#document)
    if (!text.startsWith('#/components/') || !isNode(target)) {
      const mend = 'refer to what stands in #/components/'
      return void this.#refuse(place, `${text} leads nowhere in this file`, mend)
    }
    if (seen.includes(text)) {
      return void this.#refuse(place, `${text} contains itself`, 'bound how deep it is nested')
    }
    return this.#resolved(target, names, [...seen, text])
  }

  readPaths(): void {
    const shapes = new Map<string, string>()
    for (const [path, item] of Object.entries(node(this.#document['paths']))) {
      const place = ['paths', path]
      this.#refuseOthers(node(item), new Set([...methods, 'servers']), place)
      for (const segment of path.split('/').filter((one) => /[{}]/.test(one))) {
        if (/^\{\w+\}$/.test(segment)) continue
        this.#refuse(place, `${segment} is a parameter with other text`, 'give it a segment alone')
      }
      const shape = path.replaceAll(/\{\w+\}/g, '{}')
      const other = shapes.get(shape)
      if (other) this.#refuse(place, `${other} is the same path`, 'give both one name')
      shapes.set(shape, path)
      for (const method of methods) {
        const operation = node(item)[method]
        if (isNode(operation)) this.#readOperation(operation, [...place, method], path)
      }
    }
  }

  /** Events are sent, so their bodies have the rules of answers. */
  readEvents(): void {
    for (const [name, item] of Object.entries(node(this.#document['webhooks']))) {
      for (const [method, operation] of Object.entries(node(item))) {
        const place = ['webhooks', name, method]
        const body = this.#resolved(node(operation)['requestBody'], [...place, 'requestBody'])
        if (body) this.#readContent(body[0], body[1], answerTypes, answerKeywords)
      }
    }
  }

  #readOperation(operation: Node, place: Place, path: string): void {
    this.#refuseOthers(operation, operationKeys, place)
    const security = list(operation['security'])
    if (security.length > 1 || security.some((scheme) => Object.keys(node(scheme)).length !== 1)) {
      const mend = 'name one scheme, or none'
      this.#refuse([...place, 'security'], 'only the first way to authenticate is read', mend)
    }
    const names: string[] = []
    for (const [index, written] of list(operation['parameters']).entries()) {
      const found = this.#resolved(written, [...place, 'parameters', index])
      if (!found) continue
      const [parameter] = found
      if (parameter['in'] === 'path') names.push(String(parameter['name']))
      this.#readParameter(parameter, [...place, 'parameters', index])
    }
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    for (const name of new Set([...names, ...inPath])) {
      if (names.includes(name) && inPath.includes(name)) continue
      const mend = `name {${name}} in the path and in the parameters`
      this.#refuse(place, `${name} is in one of them only`, mend)
    }
    this.#readBody(operation['requestBody'], [...place, 'requestBody'])
    for (const [status, written] of Object.entries(node(operation['responses']))) {
      const at = [...place, 'responses', status]
      if (!/^[2-5]\d\d$/.test(status)) {
        this.#refuse(at, `${status} is no single status`, 'name each status by its three digits')
      }
      const response = this.#resolved(written, at)
      if (response) this.#readContent(response[0], response[1], answerTypes, answerKeywords)
    }
  }

  #readParameter(parameter: Node, place: Place): void {
    this.#refuseOthers(parameter, parameterKeys, place)
    const { name, in: where, style, explode, schema: written } = parameter
    const understoodStyles = styles[String(where)]
    if (!understoodStyles) {
      const fault = `${name} is a parameter in the ${where}`
      return this.#refuse(place, fault, `put it in the ${or(Object.keys(styles))}`)
    }
    if ((style ?? understoodStyles) !== understoodStyles) {
      this.#refuse(
        [...place, 'style'],
        `${name} has the style ${style}`,
        `write ${understoodStyles}`,
      )
    }
    if ((explode ?? understoodStyles === 'form') !== (understoodStyles === 'form')) {
      this.#refuse([...place, 'explode'], `${name} has explode: ${explode}`, 'leave it out')
    }
    const resolvedSchema = this.#resolved(written, [...place, 'schema'])
    if (!resolvedSchema) return
    const [schema, at] = resolvedSchema
    this.#readParameterType(String(name), String(where), schema, [...place, 'schema'])
    const isRest = where === 'query' && schema['type'] === 'object'
    if (!isRest) this.#readSchema(written, at, requestKeywords, true)
  }

  #readParameterType(name: string, where: string, schema: Node, place: Place): void {
    const { type, items, properties, default: preset } = schema
    const refuse = (what: string, mend: string) => this.#refuse(place, `${name} ${what}`, mend)
    if (type === 'array' && where === 'query') {
      const [item = {}] = this.#resolved(items, [...place, 'items']) ?? []
      if (scalars.includes(String(item['type']))) return
      return refuse('is a list of no scalars', `let its items have the type ${or(scalars)}`)
    }
    if (type === 'object' && where === 'query') {
      if (properties === undefined) return
      return refuse('is an object with fields', 'make each field a parameter of its own')
    }
    if (!scalars.includes(String(type))) {
      const mend = where === 'query' ? 'array or object' : 'or make it a query parameter'
      return refuse(`has the type ${JSON.stringify(type)}`, `use ${or(scalars)}, ${mend}`)
    }
    if (where === 'path') return
    if (where === 'query') return
    // A handler reads headers as they were sent.
    if (type !== 'string' || schema['format'] !== undefined || preset !== undefined) {
      refuse('is a header that would have to be changed', 'make it a text, without a default')
    }
  }

  #readBody(written: unknown, place: Place): void {
    const resolved = this.#resolved(written, place)
    if (!resolved || written === undefined) return
    const [body, at] = resolved
    this.#refuseOthers(body, bodyKeys, at)
    const types = Object.entries(node(body['content']))
    if (types.length !== 1) {
      const mend = 'give each form of it an operation'
      this.#refuse(at, `it has ${types.length} media types, of which the first is read`, mend)
    }
    this.#readContent(body, at, requestTypes, requestKeywords)
    for (const [type, media] of types) {
      const [schema = {}] = this.#resolved(node(media)['schema'], [...at, type]) ?? []
      if (schema['type'] !== 'object') {
        this.#refuse([...at, type], 'its schema is no object', 'write type: object')
      }
      if (type === 'application/json') continue
      for (const [name, field] of Object.entries(node(schema['properties']))) {
        const [target = {}] = this.#resolved(field, [...at, type, name]) ?? []
        if (target['type'] === 'string') continue
        this.#refuse([...at, type, name], 'a form carries texts', 'write type: string')
      }
    }
  }

  #readContent(holder: Node, place: Place, types: string[], keywords: ReadonlySet<string>) {
    for (const [type, media] of Object.entries(node(holder['content']))) {
      const at = [...place, 'content', type]
      if (!types.includes(type)) this.#refuse(at, `${type} is not understood`, `use ${or(types)}`)
      this.#refuseOthers(node(media), new Set(['schema', 'examples']), at)
      this.#readSchema(node(media)['schema'], [...at, 'schema'], keywords, false)
    }
  }

  #readSchema(
    written: unknown,
    place: Place,
    keywords: ReadonlySet<string>,
    mayPreset: boolean,
    seen: string[] = [],
  ): void {
    const { $ref: reference, default: preset } = node(written)
    const resolved = this.#resolved(written, place, seen)
    if (!resolved) return
    const [schema, at] = resolved
    const path = reference === undefined ? seen : [...seen, String(reference)]
    if ('x-not-checked' in schema) return
    this.#refuseOthers(schema, keywords, at)
    this.#readValues(schema, at)
    if (keywords === requestKeywords) this.#readChoice(list(schema['oneOf']), [...at, 'oneOf'])
    if ((preset ?? schema['default']) !== undefined && !mayPreset) {
      this.#refuse([...at, 'default'], 'nothing fills it in', 'move it to a field or a parameter')
    }
    const go = (part: unknown, to: Place, isField = false) =>
      this.#readSchema(part, [...at, ...to], keywords, isField, path)
    for (const [name, property] of Object.entries(node(schema['properties']))) {
      go(property, ['properties', name], true)
    }
    for (const name of ['items', 'additionalProperties', 'not', 'if', 'then', 'else']) {
      if (isNode(schema[name])) go(schema[name], [name])
    }
    for (const name of ['oneOf', 'allOf']) {
      for (const [index, part] of list(schema[name]).entries()) go(part, [name, index])
    }
  }

  /** A refusal is that of the branch that was meant, so each has to show itself. */
  #readChoice(written: unknown[], place: Place): void {
    const branches = written.map((branch, index) =>
      node(this.#resolved(branch, [...place, index])?.[0]),
    )
    for (const [index, branch] of branches.slice(0, -1).entries()) {
      const others = branches.filter((other) => other !== branch)
      const claim = claimOf(branch)
      if (claim && others.every((other) => isOnly(claim, other))) continue
      const mend = 'let it require a field, or a constant, that no other branch takes'
      this.#refuse([...place, index], 'no field tells this branch from the others', mend)
    }
  }

  #readValues(schema: Node, place: Place): void {
    const { format, 'x-error-code': codes } = schema
    if (format !== undefined && !Object.hasOwn(formats, String(format))) {
      const mend = `use one of ${or(['uri', 'iri', 'int64', ...Object.keys(fullFormats)])}`
      this.#refuse([...place, 'format'], `the format ${format} is unknown`, mend)
    }
    for (const keyword of Object.keys(node(codes))) {
      if (keyword in schema) continue
      const fault = `${keyword} does not stand beside it`
      this.#refuse([...place, 'x-error-code'], fault, 'name keywords of the same schema')
    }
  }
}

/** A sentence for each thing in a contract that is not understood: file, place, fault and mend. */
export function notUnderstood(document: object): string[] {
  const reader = new Reader(document as Node)
  reader.readPaths()
  reader.readEvents()
  const sentences = reader.problems.map(
    ({ place, fault, mend }) => `openapi.yaml, ${place.join('.')}: ${fault}; ${mend}.`,
  )
  return [...new Set(sentences)]
}

/** @throws GenerationError with all of these sentences, each on a line */
export function requireUnderstood(document: object): void {
  const sentences = notUnderstood(document)
  if (sentences.length > 0) throw new GenerationError(sentences.join('\n'))
}
