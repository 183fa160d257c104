/** The call that a code sample makes: an operation with the values of the contract's examples. */
import { resolved } from '../../contract/document.ts'
import type { Document, operationsOf } from '../../contract/document.ts'

type Examples = Record<string, { value?: unknown }>
type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: { examples?: unknown[] }
}
type Shape = {
  operationId: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { examples?: Examples }> }
  responses: Record<string, { content?: Record<string, object> }>
}
type Server = { url: string; variables?: Record<string, { default: string }> }
type DocumentedOperation =
  ReturnType<typeof operationsOf> extends Generator<infer Item> ? Item : never

/** The input of every sample writer, whatever its language. */
export type Call = {
  operationId: string
  method: string
  url: string
  /** How the call is authenticated: not at all, by a token, or by a client with its secret. */
  as: 'anyone' | 'bearer' | 'client'
  body?: { type: 'json' | 'form'; value: Record<string, unknown> }
  /** How the response is read. */
  answer: 'json' | 'text' | 'stream'
  /** True when a response may be a redirect, which samples follow and the console leaves out. */
  redirects: boolean
}

function baseUrl({ url, variables = {} }: Server): string {
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name]?.default ?? '')
}

/** The path with an example for each of its parameters. */
function pathOf(document: Document, path: string, parameters: Parameter[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    const [example] = parameter ? (resolved(document, parameter.schema).examples ?? []) : []
    if (example === undefined) throw new Error(`No example for {${name}} of ${path}.`)
    return encodeURIComponent(String(example))
  })
}

/** The parameters without which an operation refuses, each with its example. */
function queryOf(document: Document, parameters: Parameter[]): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required)
  const given = required.map(({ name, schema }) => {
    const [example] = resolved(document, schema).examples ?? []
    return [name, String(example)] as [string, string]
  })
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

function bodyOf(id: string, body: Shape['requestBody']): Call['body'] {
  if (!body) return undefined
  const [[type, { examples = {} }] = ['', {}]] = Object.entries(body.content)
  const [example] = Object.values(examples)
  if (!example) throw new Error(`No example for the body of ${id}.`)
  const value = example.value as Record<string, unknown>
  if (!body.required && Object.keys(value).length === 0) return undefined
  return { type: type === 'application/json' ? 'json' : 'form', value }
}

function answerOf(responses: Shape['responses']): Call['answer'] {
  const [type = ''] = Object.keys(responses['200']?.content ?? responses['201']?.content ?? {})
  if (type === 'text/event-stream') return 'stream'
  return type === 'application/json' ? 'json' : 'text'
}

/**
 * The call for an operation's sample: no optional parameter, and the first example of the body, an
 * optional one too unless that example is empty.
 */
export function callOf(document: Document, { path, method, operation }: DocumentedOperation): Call {
  const shape = operation as unknown as Shape
  const parameters = (shape.parameters ?? []).map((one) => resolved(document, one))
  const item = document.paths[path] as { servers?: Server[] } | undefined
  const [server] = item?.servers ?? (document as unknown as { servers: Server[] }).servers
  if (!server) throw new Error('The contract names no server.')
  const [security = {}] = shape.security ?? []
  const body = shape.requestBody && resolved(document, shape.requestBody)
  const sent = bodyOf(shape.operationId, body)
  return {
    operationId: shape.operationId,
    method: method.toUpperCase(),
    url: baseUrl(server) + pathOf(document, path, parameters) + queryOf(document, parameters),
    as: 'oauth2' in security ? 'bearer' : 'clientBasic' in security ? 'client' : 'anyone',
    ...(sent && { body: sent }),
    answer: answerOf(shape.responses),
    redirects: Object.keys(shape.responses).some((status) => status.startsWith('3')),
  }
}
