/**
 * Judges requests and answers by the contract alone: ajv over its schemas as they are written, and
 * the few rules that it states in words. It shares no code with the service's own checks.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readContract } from '../../../contract/document.ts'

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  enum?: unknown[]
  const?: unknown
  oneOf?: Schema[]
  not?: Schema
  if?: Schema
  then?: Schema
  else?: Schema
  examples?: unknown[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  'x-max-bytes'?: number
}

export type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

type Response = {
  headers?: Record<string, { required?: boolean; schema: Schema }>
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>
}

/** An operation of the contract, with every reference replaced by its target. */
export type Op = {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body?: {
    type: string
    required: boolean
    schema: Schema
    max_bytes?: number | undefined
    /** True when a part of it is stored. */
    stored: boolean
  }
  secured: boolean
  scopes: string[]
  responses: Record<string, Response>
}

type Node = Record<string, unknown>

const document = readContract() as unknown as Node

function whole(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(whole)
  // Compared later, and with more than the schema: every value of its type is taken here.
  if ('x-not-checked' in value) return 'type' in value ? { type: value.type } : {}
  const { $ref, ...rest } = value as Node
  const inner = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, whole(one)]))
  if (typeof $ref !== 'string') return inner
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Node)[key], document)
  return { ...(whole(target) as Node), ...inner }
}

type AffectedRow = {
  operationId: string
  parameters?: Parameter[]
  security?: Record<string, string[]>[]
  requestBody?: {
    required?: boolean
    content: Record<string, { schema: Schema }>
    'x-max-bytes'?: number
    'x-not-stored'?: boolean
  }
  responses: Record<string, Response>
}

function opOf(method: string, path: string, written: AffectedRow): Op {
  const { operationId, parameters = [], security = [], requestBody, responses } = written
  const [body] = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => ({
    type,
    required: requestBody?.required === true,
    schema,
    max_bytes: requestBody?.['x-max-bytes'],
    stored: type === 'application/json' && !requestBody?.['x-not-stored'],
  }))
  const scopes = security[0]?.['oauth2']
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    ...(body && { body }),
    secured: scopes !== undefined,
    scopes: scopes ?? [],
    responses,
  }
}

/** Every operation on the public port. */
export const operations: Op[] = Object.entries(
  whole(document['paths']) as Record<string, Node>,
).flatMap(([path, item]) =>
  'servers' in item
    ? []
    : Object.entries(item).map(([method, one]) => opOf(method, path, one as AffectedRow)),
)

/** The fault of a request: its error code, and the field. */
export type Fault = { code: string; param: string | undefined }

/** A request as the contract sees it: everything decoded, the body parsed. */
export type RequestParts = {
  path: Record<string, string>
  /** A list is sent by its name once for each item. */
  query: Record<string, string | string[]>
  headers: Record<string, string>
  body?: unknown
}

const depth = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map(depth))
    : 0

const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true })
addFormats.default(ajv)
const uri = ajv.formats['uri'] as (text: string) => boolean
// A browser must be able to open it.
ajv.addFormat('uri', (text) => uri(text) && URL.canParse(text))
// Every IRI is a URI once each character beyond ASCII is a letter (RFC 3987 §2.2).
const asUri = (text: string) => text.replaceAll(/[\u{a0}-\u{10ffff}]/gu, 'a')
ajv.addFormat('iri', (text) => uri(asUri(text)) && URL.canParse(text))
ajv.addKeyword({
  keyword: 'x-at-least',
  validate: (sibling: string, value: unknown, _: unknown, at?: { parentData: Node }) =>
    typeof value !== 'number' || !(value < Number(at?.parentData[sibling])),
})
ajv.addKeyword({
  keyword: 'x-max-bytes',
  validate: (limit: number, value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= limit,
})
ajv.addKeyword({
  keyword: 'x-max-depth',
  validate: (limit: number, value: unknown) => depth(value) <= limit,
})

const compiled = new Map<Schema, ValidateFunction>()
/** Each operation has a copy of its own of what it refers to, such as the envelope of errors. */
const compiledTexts = new Map<string, ValidateFunction>()

function validatorOf(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema)
  const validate = compiledTexts.get(text) ?? ajv.compile(schema)
  compiledTexts.set(text, validate)
  return validate
}

function errorsOf(schema: Schema, value: unknown): ErrorObject[] {
  const validate = compiled.get(schema) ?? validatorOf(schema)
  compiled.set(schema, validate)
  return validate(value) ? [] : (validate.errors ?? [])
}

function faultOf({ keyword, instancePath, params, parentSchema }: ErrorObject, name = ''): Fault {
  const named = parentSchema as { 'x-error-code'?: string | Record<string, string> }
  const code = named['x-error-code']
  const last = params['missingProperty'] ?? params['additionalProperty']
  const steps = [
    ...(name === '' ? [] : [name]),
    ...instancePath
      .split('/')
      .slice(1)
      .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~')),
    ...(last === undefined ? [] : [String(last)]),
  ]
  return {
    code: (typeof code === 'string' ? code : code?.[keyword]) ?? 'invalid_request',
    param: steps.length === 0 ? undefined : steps.join('.'),
  }
}

const faultsOf = (schema: Schema, value: unknown, name?: string) =>
  errorsOf(schema, value)
    .filter(({ keyword }) => keyword !== 'if' && keyword !== 'oneOf')
    .map((error) => faultOf(error, name))

/** True for a pattern that wants one visible character, as those of names do. */
export const isOfNames = (pattern: string | undefined): boolean =>
  pattern?.startsWith('[^\\s') ?? false

/** Texts in which nothing can be seen. */
const blank = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * Faults by the rules that the contract and the design say in words, of every text and number in a
 * body.
 */
function wordsOf(value: unknown, path: string[], schema?: Schema): Fault[] {
  const param = path.length === 0 ? undefined : path.join('.')
  const fault = { code: 'invalid_request', param }
  if (typeof value === 'number') return Math.abs(value) < 2 ** 53 ? [] : [fault]
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) return [fault]
    if (!isOfNames(schema?.pattern) || !blank.test(value)) return []
    const error = { keyword: 'pattern', instancePath: '', params: {}, parentSchema: schema }
    return [{ ...faultOf(error as unknown as ErrorObject), param }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [
    ...wordsOf(key, path).map(() => fault),
    ...wordsOf(one, [...path, key], schema?.properties?.[key]),
  ])
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typesOf = ({ type = [] }: Schema) => [type].flat()

/**
 * The value of a parameter's text: what JSON has for it, when that is of a type of its schema, and
 * else the text itself (OpenAPI 3.1 §4.8.12). RFC 6570 writes values as plain texts: `1e1` is
 * no number.
 */
function readText(text: string, schema: Schema): unknown {
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  const types = typesOf(schema)
  const isWanted =
    (typeof value === 'number' &&
      String(value) === text &&
      (types.includes('integer') || types.includes('number'))) ||
    (typeof value === 'boolean' && types.includes('boolean')) ||
    (value === null && types.includes('null'))
  return isWanted ? value : text
}

/** The value of a parameter by its style: a list of `form` with `explode` is sent several times. */
function parameterValue({ schema }: Parameter, sent: string | string[]): unknown {
  const texts = [sent].flat()
  if (typesOf(schema).includes('array')) {
    return texts.map((text) => readText(text, schema.items ?? {}))
  }
  return texts.length === 1 ? readText(texts[0] ?? '', schema) : texts
}

function parameterFaults({ parameters }: Op, request: RequestParts): Fault[] {
  const { path, headers } = request
  const free = parameters.some((one) => one.in === 'query' && one.schema.type === 'object')
  // Where others are ignored, no text and no repeat is refused.
  const query = free ? {} : request.query
  const given: Record<string, RequestParts['query']> = { path, query, header: headers }
  const unknown = Object.keys(query).filter(
    (name) => !parameters.some((one) => one.in === 'query' && one.name === name),
  )
  return [
    ...unknown.map((param) => ({ code: 'invalid_request', param })),
    ...parameters
      .filter(({ schema }) => schema.type !== 'object')
      .flatMap((one) => {
        const sent = given[one.in]?.[one.name]
        if (sent === undefined) return []
        return faultsOf(one.schema, parameterValue(one, sent), one.name)
      }),
    ...Object.entries(query).flatMap(([name, sent]) => [
      ...wordsOf(name, []),
      ...[sent].flat().flatMap((text) => wordsOf(text, [name])),
    ]),
  ]
}

/** Everything that the contract finds wrong with a request; nothing when it is a good one. */
export function faultsIn(op: Op, made: RequestParts): Fault[] {
  const { body } = op
  const faults = parameterFaults(op, made)
  if (body && (body.required || made.body !== undefined)) {
    if (!isObject(made.body)) faults.push({ code: 'invalid_request', param: undefined })
    else faults.push(...faultsOf(body.schema, made.body))
    // The fields of a form are compared and not kept.
    if (body.stored) faults.push(...wordsOf(made.body, [], body.schema))
  }
  if (op.id !== 'issueToken') return faults
  return faults.map(({ code }) => ({
    code: code === 'invalid_request' ? 'oauth_invalid_request' : code,
    param: undefined,
  }))
}

/** The code of a refusal, by the name that the catalogue has for it. */
export function codeIn(text: string): { code: string; param: string | undefined } | undefined {
  const { error } = JSON.parse(text) as { error?: string | { code: string; param?: string } }
  if (typeof error === 'string') return { code: `oauth_${error}`, param: undefined }
  return error && { code: error.code, param: error.param }
}

/** The part of an answer that its operation's contract does not have, if any. */
export function undocumented(
  op: Op,
  { status, headers, text }: { status: number; headers: Record<string, string>; text: string },
): string | undefined {
  const response = op.responses[status]
  if (status >= 500) return `it answers ${status}: ${text}`
  if (!response) return `it does not list ${status}`
  for (const [name, { required, schema }] of Object.entries(response.headers ?? {})) {
    const value = headers[name.toLowerCase()]
    if (value === undefined && required) return `${status} has no ${name}`
    const read = schema.type === 'integer' ? Number(value) : value
    if (value !== undefined && errorsOf(schema, read).length > 0) return `${name}: ${value}`
  }
  if (!response.content) return text === '' ? undefined : `${status} has a body`
  const type = headers['content-type']?.split(';')[0] ?? ''
  const content = response.content[type]
  if (!content) return `${status} has the type ${type}`
  if (type !== 'application/json') return undefined
  const [error] = errorsOf(content.schema, JSON.parse(text))
  if (error) return `${status} ${error.instancePath} ${error.message}: ${text}`
  const code = status < 400 ? undefined : codeIn(text)?.code
  const listed = code === undefined || Object.hasOwn(content.examples ?? {}, code)
  return listed ? undefined : `${status} does not list ${code}`
}
