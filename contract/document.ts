import { readFileSync } from 'node:fs'
import { requireGenerated } from './generatedFiles.ts'

/** The parts of an OpenAPI 3.1 operation that the project's own code reads. */
export type Operation = {
  operationId: string
  security?: Record<string, string[]>[]
  servers?: { url: string }[]
  responses: Record<
    string,
    {
      content?: Record<string, { schema?: object; examples?: Record<string, object> }>
    }
  >
}

export type Schema = {
  $ref?: string
  default?: unknown
  /** A secret: one response shows the value, and it is never stored in plain text. */
  'x-secret'?: true
  properties?: Record<string, Schema>
  required?: string[]
}

export type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation> & { servers?: { url: string }[] }>
  components: {
    examples: Record<string, { value: unknown }>
    schemas: Record<string, Schema>
    parameters: Record<string, { required?: boolean; schema: Schema }>
    securitySchemes: {
      oauth2: { flows: { clientCredentials: { scopes: Record<string, string> } } }
    }
  }
}

export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const

/** The contract as it is written by hand. */
export const contractFile = new URL('../openapi.yaml', import.meta.url)

/** The contract as JSON, generated from the YAML: a running service loads no YAML parser. */
export const contractJsonFile = new URL('../generated/openapi.json', import.meta.url)

/** The part that a service reads as it starts: less than a third of it. */
export const servedFile = new URL('../generated/served.json', import.meta.url)

function read(file: URL): Document {
  requireGenerated()
  return JSON.parse(readFileSync(file, 'utf8')) as Document
}

/** Reads the contract; its `$ref`s are not resolved. */
export const readContract = (): Document => read(contractJsonFile)

/** Reads the contract without prose, examples and the schemas of responses; it has no `$ref`. */
export const readServedContract = (): Document => read(servedFile)

/**
 * Every operation with its path and method, in the order of the contract. `elsewhere` is true for
 * paths with `servers` of their own: the public port does not serve them.
 */
export function* operationsOf(document: Document) {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method]
      if (operation) yield { path, method, operation, elsewhere: item.servers !== undefined }
    }
  }
}

/** Keywords that count beside a `$ref`; the words of the place are for those who read it. */
export const besideReference = ['default', 'x-deprecation'] as const

/**
 * The object that a `#/components/…` reference points to, with what stands beside the reference;
 * any other object itself.
 */
export function resolved<Value extends object>(document: Document, value: Value): Value {
  if (!('$ref' in value)) return value
  const path = String(value.$ref).split('/').slice(1)
  const target = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document)
  const siblings = besideReference.filter((name) => name in value)
  if (siblings.length === 0) return target as Value
  const beside = siblings.map((name) => [name, (value as Record<string, unknown>)[name]])
  return { ...(target as Value), ...Object.fromEntries(beside) }
}

/** The status and the code of each error that an operation lists. */
export function* listedErrors(
  document: Document,
  { responses }: Operation,
): Generator<[number, string]> {
  for (const [status, response] of Object.entries(responses)) {
    if (!/^[45]\d\d$/.test(status)) continue
    const json = resolved(document, response).content?.['application/json']
    for (const code of Object.keys(json?.examples ?? {})) yield [Number(status), code]
  }
}
