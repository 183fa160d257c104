/** Shared parts of the request collections of all programs. */
import { operationsOf, resolved } from '../../contract/document.ts'
import type { Document } from '../../contract/document.ts'
import { callOf } from './call.ts'

type Parameter = {
  name: string
  in: string
  description?: string
  required?: boolean
  schema: { examples?: unknown[]; default?: unknown }
}
type Shape = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
}

/** A request of a collection, as every program needs it. */
export type CollectionRequest = {
  id: string
  tag: string
  name: string
  description: string
  method: string
  /** The segments of the path; `:name` is a parameter. */
  segments: string[]
  parameters: string[]
  query: { name: string; value: string; description: string }[]
  /** The form that gets a token is sent with the client's credentials. */
  as: 'bearer' | 'client'
  takesKey: boolean
  json?: string
  form?: [name: string, value: string][]
}

/** Values that may come once only; the programs make new ones of these names. */
const fresh: Record<string, string> = { email: '{{$randomEmail}}', external_id: '{{$guid}}' }

/** The path parameter that an id fills in, by the first part of the id. */
function parametersByPrefix(document: Document): Record<string, string> {
  const found = [...operationsOf(document)].flatMap(({ operation }) => {
    const { parameters = [] } = operation as unknown as Shape
    return parameters
      .map((one) => resolved(document, one))
      .filter((one) => one.in === 'path')
      .flatMap(({ name, schema }) => {
        const [example] = resolved(document, schema).examples ?? []
        const [, prefix] = /^([a-z]+)_[\da-f-]{36}$/.exec(String(example)) ?? []
        return prefix ? [[prefix, name] as const] : []
      })
  })
  return Object.fromEntries(found)
}

/** A body of the contract's examples, with the ids of what the requests before have made. */
function bodyText(value: object, byPrefix: Record<string, string>): string {
  const filled = (key: string, one: unknown): unknown => {
    if (typeof one !== 'string') return one
    const [, prefix = ''] = /^([a-z]+)_[\da-f-]{36}$/.exec(one) ?? []
    const parameter = byPrefix[prefix]
    return parameter === undefined ? (fresh[key] ?? one) : `{{${parameter}}}`
  }
  return JSON.stringify(value, filled, 2)
}

/** Requests that an API client sends to this server, in the contract's order. */
function requestsOf(document: Document): CollectionRequest[] {
  const byPrefix = parametersByPrefix(document)
  return [...operationsOf(document)].flatMap((found) => {
    const { as, body, method } = callOf(document, found)
    if (found.elsewhere || as === 'anyone') return []
    const {
      operationId,
      summary,
      description = '',
      tags,
      parameters = [],
    } = found.operation as unknown as Shape
    const all = parameters.map((one) => resolved(document, one))
    const of = (place: string) => all.filter((one) => one.in === place)
    return {
      id: operationId,
      tag: tags[0] ?? '',
      name: summary,
      description,
      method,
      segments: found.path
        .slice(1)
        .replaceAll(/\{(\w+)\}/g, ':$1')
        .split('/'),
      parameters: of('path').map(({ name }) => name),
      query: of('query').flatMap(({ name, schema, description: about = '' }) => {
        const { examples = [], default: usual } = resolved(document, schema)
        // A list is sent by its name once for each item.
        const values = [examples[0] ?? usual ?? ''].flat()
        return values.map((one) => ({ name, value: String(one), description: about }))
      }),
      as,
      takesKey: of('header').some(({ name }) => name === 'Idempotency-Key'),
      ...(body?.type === 'json' && { json: bodyText(body.value, byPrefix) }),
      ...(body?.type === 'form' && { form: Object.entries(body.value) as [string, string][] }),
    }
  })
}

/** A folder for each tag, with what an API client calls, in the contract's order. */
export function foldersOf(document: Document): [tag: string, requests: CollectionRequest[]][] {
  const requests = requestsOf(document)
  const tags = [...new Set(requests.map(({ tag }) => tag))]
  return tags.map((tag) => [tag, requests.filter((one) => one.tag === tag)])
}

/**
 * A script that keeps the ids of an answer for the requests after it.
 *
 * @param answer an expression: the body of a successful answer, else undefined
 * @param keep an expression that keeps `value` by the name `names[prefix]`
 */
export const keepIdsScript = (
  document: Document,
  { answer, keep }: { answer: string; keep: string },
): string => `const names = ${JSON.stringify(parametersByPrefix(document))}
function keepIds(value) {
  if (Array.isArray(value)) return keepIds(value[0])
  if (value !== null && typeof value === 'object') return Object.values(value).forEach(keepIds)
  const [, prefix] = /^([a-z]+)_[\\da-f-]{36}$/.exec(value) ?? []
  if (names[prefix]) ${keep}
}
keepIds(${answer})`
