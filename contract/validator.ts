import type { ErrorObject, ValidateFunction } from 'ajv'
import portuguese from 'ajv-i18n/localize/pt-BR/index.js'
import type { Localize } from 'ajv-i18n/localize/types.js'
import { createRequests } from '../generated/requests.js'
import { parseJsonMessage, parseJsonObject, requireText } from './json.ts'
import { formats, keywordMessage, keywords } from './keywords.ts'
import { toTimestamp, withOffset } from './moment.ts'
import { ApiError } from './apiError.ts'
import type { Code } from './apiError.ts'

type Schema = Record<string, unknown>
export type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

/** The parts of a dereferenced OpenAPI operation that describe its requests. */
export type OperationShape = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: {
    required?: boolean
    content: Record<string, { schema: Schema }>
    /** Whether nothing of it is kept, so that any JSON may stand in it. */
    'x-not-stored'?: boolean
  }
}

/** The parts of a request that are validated. */
export type RequestParts = {
  /** The path parameters, percent-decoded. */
  params: Record<string, string>
  /** The query as it was sent, without the question mark. */
  query: string
  /** By name in lower case. */
  headers: Record<string, string>
  /** Undefined when there is none; an ApiError when it could not be read to its end. */
  body: Uint8Array | ApiError | undefined
}

/** A request that the contract allows, with defaults filled in. */
export type ValidRequest = {
  path: Record<string, string>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
}

/** For each operation, the functions that validate the parts of a request. */
export const requests = createRequests({ formats, keywords })

type Compiled = (typeof requests)[keyof typeof requests]

// The package is CommonJS: its default export arrives as the module itself.
const translate = portuguese as unknown as Localize

const bodyTypes = {
  'application/json': { pattern: /^application\/json[ \t]*(;|$)/i, parse: parseJsonObject },
  'application/x-www-form-urlencoded': {
    pattern: /^application\/x-www-form-urlencoded[ \t]*(;|$)/i,
    parse: parseForm,
  },
}

/**
 * Makes the function that validates one operation's requests, from code compiled ahead.
 *
 * Checks run in the order path, query, headers, body. The error's code is the `x-error-code` beside
 * the keyword that failed; without one it is `invalid_request`, with ajv's message in Portuguese.
 *
 * @returns a function that returns the request with defaults filled in, or throws an ApiError
 */
export function createValidator(operation: OperationShape): (raw: RequestParts) => ValidRequest {
  const { operationId, parameters = [] } = operation
  const compiled = requests[operationId as keyof typeof requests]
  const numbers = ofType(parameters, 'integer')
  const choices = ofType(parameters, 'boolean')
  const moments = momentsOf(parameters)
  const read = namesToRead(parameters)
  const headerNames = parameters.flatMap(({ in: place, name }) => (place === 'header' ? name : []))
  const body = bodyReader(operation, compiled)
  return (raw) => {
    enforce(compiled.path, raw.params)
    const query = parseQuery(raw.query, numbers, read)
    for (const name of choices) change(query, name, readChoice)
    for (const name of moments) change(query, name, withOffset)
    enforce(compiled.query, query)
    for (const name of moments) change(query, name, toTimestamp)
    for (const name in query) {
      const value = query[name]
      if (typeof value === 'string') requireText(value, [name])
    }
    const headers: Record<string, unknown> = {}
    for (const name of headerNames) {
      const value = raw.headers[name.toLowerCase()]
      if (value !== undefined) headers[name] = value
    }
    enforce(compiled.header, headers)
    return { path: raw.params, query, headers, body: body?.(raw) }
  }
}

const ofType = (parameters: Parameter[], type: string): Set<string> =>
  new Set(parameters.filter((p) => p.schema['type'] === type).map((p) => p.name))

/** Other spellings of a boolean stay text and fail. */
const readChoice = (text: string): string | boolean =>
  text === 'true' || (text === 'false' ? false : text)

const momentsOf = (parameters: Parameter[]): string[] =>
  parameters.flatMap(({ name, schema }) => (schema['format'] === 'date-time' ? name : []))

function change(
  query: Record<string, unknown>,
  name: string,
  by: (text: string) => string | boolean,
): void {
  const value = query[name]
  if (typeof value === 'string') query[name] = by(value)
}

/** The query parameters that are read where others are ignored; undefined where none may come. */
function namesToRead(parameters: Parameter[]): Set<string> | undefined {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const named = inQuery.filter(({ schema }) => schema['type'] !== 'object')
  return named.length < inQuery.length ? new Set(named.map(({ name }) => name)) : undefined
}

/** Only plain decimal digits become a number: `0x10`, `1e1` and `+5` stay text and fail. */
function parseQuery(
  text: string,
  numbers: Set<string>,
  read: Set<string> | undefined,
): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null)
  if (text === '') return query
  for (const part of text.split('&')) {
    if (part === '') continue
    const sign = part.indexOf('=')
    const name = decodedComponent(sign < 0 ? part : part.slice(0, sign))
    if (read && !read.has(name)) continue
    const value = sign < 0 ? '' : decodedComponent(part.slice(sign + 1))
    requireText(name, [])
    if (Object.hasOwn(query, name)) throw repeated(name)
    query[name] = numbers.has(name) && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value
  }
  return query
}

function repeated(name: string): ApiError {
  return new ApiError('invalid_request', {
    param: name,
    detail: `${name} aparece mais de uma vez.`,
  })
}

/** Malformed percent-encoding becomes a NUL, which `requireText` rejects. */
function decodedComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return '\0'
  }
}

/** Parses and validates the body by its content type; undefined when the operation takes none. */
function bodyReader({ requestBody }: OperationShape, compiled: Compiled) {
  for (const [name, { pattern, parse: parseStored }] of Object.entries(bodyTypes)) {
    const validate = compiled[name as keyof typeof bodyTypes]
    if (!validate) continue
    const parse = requestBody?.['x-not-stored'] ? parseJsonMessage : parseStored
    return (raw: RequestParts) => {
      if (!requestBody?.required && raw.body === undefined) return undefined
      const body = parse(bodyBytes(raw, pattern, name))
      enforce(validate, body)
      return body
    }
  }
  return undefined
}

function bodyBytes({ body, headers }: RequestParts, type: RegExp, name: string): Uint8Array {
  if (body instanceof ApiError) throw body
  if (!type.test(headers['content-type'] ?? '')) {
    throw new ApiError('invalid_request', { detail: `O Content-Type deve ser ${name}.` })
  }
  return body ?? new Uint8Array()
}

/** Counts unknown parameters too, which the token endpoint ignores (RFC 6749 §3.2). */
const MAX_FORM_PARAMETERS = 16

/** A parameter without a value counts as omitted, a repeated one is an error (RFC 6749 §3.2). */
function parseForm(bytes: Uint8Array): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  const seen = new Set<string>()
  for (const [name, value] of new URLSearchParams(Buffer.from(bytes).toString())) {
    if (seen.has(name)) throw repeated(name)
    seen.add(name)
    if (seen.size > MAX_FORM_PARAMETERS) {
      throw new ApiError('invalid_request', { detail: 'O formulário tem parâmetros demais.' })
    }
    if (value !== '') fields[name] = value
  }
  return fields
}

function enforce(validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return
  const [error] = validate.errors ?? []
  throw error ? apiErrorOf(error) : new ApiError('invalid_request')
}

function apiErrorOf(error: ErrorObject): ApiError {
  const param = paramOf(error)
  const code = codeOf(error)
  if (code !== 'invalid_request') return new ApiError(code, { param })
  translate([error])
  const text = keywordMessage(error.keyword, error.schema) ?? error.message ?? ''
  return new ApiError(code, { param, detail: param === undefined ? text : `${param}: ${text}` })
}

function codeOf({ keyword, parentSchema }: ErrorObject): Code {
  const named: unknown = parentSchema?.['x-error-code']
  if (typeof named === 'string') return named as Code
  const byKeyword = (named ?? {}) as Partial<Record<string, Code>>
  return byKeyword[keyword] ?? 'invalid_request'
}

/** The dotted path of the field at fault, which for a missing or unknown one includes its name. */
function paramOf({ instancePath, params }: ErrorObject): string | undefined {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last: unknown = params['missingProperty'] ?? params['additionalProperty']
  if (last !== undefined) path.push(String(last))
  return path.length === 0 ? undefined : path.join('.')
}
