/** Requests as the contract's own examples make them. */
import assert from 'node:assert/strict'
import { readContract, resolved } from '../../contract/document.ts'
import type { operationsOf, Operation } from '../../contract/document.ts'

type Examples = Record<string, { value?: unknown }>

type Parameter = {
  name: string
  in: string
  required?: boolean
  schema: { type?: string; examples?: unknown[] }
}

type Described = Operation & {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { examples?: Examples }> }
}

/** A request: its path with the query, and its body as it is sent. */
export type ExampleRequest = {
  method: string
  path: string
  authorization: 'basic' | 'bearer' | 'none'
  /** True where it is sent to another port. */
  elsewhere: boolean
  type?: string
  body?: string
}

/** An operation with its place in the contract. */
export type ContractOperation =
  ReturnType<typeof operationsOf> extends Generator<infer One> ? One : never

const contract = readContract()

function written(type: string, value: unknown): string {
  if (type === 'application/json') return JSON.stringify(value, undefined, 2)
  return new URLSearchParams(value as Record<string, string>).toString()
}

const examplesOf = ({ schema }: Parameter): unknown[] =>
  schema.examples ?? resolved(contract, schema).examples ?? []

/** The parameters of the query that have an example; those that stand for others have none. */
const shownIn = ({ parameters = [] }: Described): Parameter[] =>
  parameters
    .map((one) => resolved(contract, one))
    .filter((one) => one.in === 'query' && one.schema.type !== 'object')
    .filter((one) => examplesOf(one).length > 0)

/** The path with its parameters filled in, and these of the query. */
function addressOf(path: string, { parameters = [] }: Described, inQuery: Parameter[]): string {
  const all = parameters.map((one) => resolved(contract, one))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = all.find((one) => one.name === name && one.in === 'path')
    return String(examplesOf(parameter ?? assert.fail(name))[0])
  })
  const query = inQuery.map((one): [string, string] => [one.name, String(examplesOf(one)[0])])
  return query.length > 0 ? `${filled}?${new URLSearchParams(query).toString()}` : filled
}

/**
 * The requests that the examples of an operation make: each of its body by its name, one with the
 * examples of all its parameters, and one with each parameter that may be left out.
 */
export function exampleRequests({
  path,
  method,
  operation,
  elsewhere,
}: ContractOperation): [name: string, request: ExampleRequest][] {
  const described = operation as Described
  const [scheme = {}] = operation.security ?? []
  const authorization = 'clientBasic' in scheme ? 'basic' : 'oauth2' in scheme ? 'bearer' : 'none'
  const shown = shownIn(described)
  const required = shown.filter((one) => one.required)
  const shared = { method: method.toUpperCase(), authorization, elsewhere } as const
  const body = described.requestBody && resolved(contract, described.requestBody)
  const [[type, { examples = {} }] = ['', {}]] = Object.entries(body?.content ?? {})
  const bodies = Object.entries(examples).map(([name, one]): [string, ExampleRequest] => [
    name,
    {
      ...shared,
      path: addressOf(path, described, required),
      type,
      body: written(type, resolved(contract, one).value),
    },
  ])
  const [first] = bodies
  const withQuery = (inQuery: Parameter[]): ExampleRequest => ({
    ...shared,
    ...first?.[1],
    path: addressOf(path, described, inQuery),
  })
  return [
    ...bodies,
    ['the examples of all its parameters', withQuery(shown)],
    ...shown
      .filter((one) => !one.required)
      .map((one): [string, ExampleRequest] => [`${one.name} alone`, withQuery([...required, one])]),
  ]
}
