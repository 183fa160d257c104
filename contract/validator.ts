import type { ErrorObject, ValidateFunction } from 'ajv'
import portuguese from 'ajv-i18n/localize/pt-BR/index.js'
import type { Localize } from 'ajv-i18n/localize/types.js'
import { requireGenerated } from './generatedFiles.ts'
import { isText, parseJsonMessage, parseJsonObject, requireText } from './json.ts'
import { formats, keywordMessage, keywords } from './keywords.ts'
import { parameterReaders } from './parameters.ts'
import type { Parameter, ParameterReaders } from './parameters.ts'
import { ApiError } from './apiError.ts'
import type { Code } from './apiError.ts'

type Schema = Record<string, unknown>

/** The parts of a dereferenced OpenAPI operation that describe its requests. */
export type OperationShape = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: {
    required?: boolean
    content: Record<string, { schema: Schema }>
    /**
     * Nothing of the body is stored, so any JSON may stand in it, text that no database takes
     * included.
     */
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
  path: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
}

// A static import of a missing file would end with a stack trace and not with one line.
requireGenerated()
const { createRequests } = await import('../generated/requests.js')

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
export function createValidator(
  operation: OperationShape,
  compiled: Compiled = requests[operation.operationId as keyof typeof requests],
): (raw: RequestParts) => ValidRequest {
  const { parameters = [] } = operation
  const inPath = parameterReaders(parameters, 'path')
  const inQuery = parameterReaders(parameters, 'query')
  const names = namesToRead(parameters)
  const headerNames = parameters.flatMap(({ in: place, name }) => (place === 'header' ? name : []))
  const body = bodyReader(operation, compiled)
  return (raw) => {
    const path: Record<string, unknown> = {}
    for (const name in raw.params) path[name] = inPath.read(name, raw.params[name] ?? '')
    enforce(compiled.path, path)
    inPath.normalize(path)
    const query = parseQuery(raw.query, inQuery, names)
    enforce(compiled.query, query)
    inQuery.normalize(query)
    for (const name in query) requireTexts(query[name], name)
    const headers: Record<string, unknown> = {}
    for (const name of headerNames) {
      const value = raw.headers[name.toLowerCase()]
      if (value !== undefined) headers[name] = value
    }
    enforce(compiled.header, headers)
    return { path, query, headers, body: body?.(raw) }
  }
}

function requireTexts(value: unknown, name: string): void {
  if (typeof value === 'string') requireText(value, [name])
  else if (Array.isArray(value)) for (const element of value) requireTexts(element, name)
}

/** The query parameters that are read where others are ignored; undefined where none may come. */
function namesToRead(parameters: Parameter[]): Set<string> | undefined {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const named = inQuery.filter(({ schema }) => schema['type'] !== 'object')
  return named.length < inQuery.length ? new Set(named.map(({ name }) => name)) : undefined
}

function parseQuery(
  text: string,
  { read, isList }: ParameterReaders,
  names: Set<string> | undefined,
): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null)
  if (text === '') return query
  for (const part of text.split('&')) {
    if (part === '') continue
    const sign = part.indexOf('=')
    const name = decodedComponent(sign < 0 ? part : part.slice(0, sign))
    if (names && !names.has(name)) continue
    const text = sign < 0 ? '' : decodedComponent(part.slice(sign + 1))
    // Where others are ignored, so is a value that is no text, and all but the first.
    if (names && (query[name] !== undefined || !isText(text))) continue
    const value = read(name, text)
    requireText(name, [])
    const before = query[name]
    if (Array.isArray(before)) before.push(value)
    else if (before !== undefined) throw repeated(name)
    else query[name] = isList(name) ? [value] : value
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
