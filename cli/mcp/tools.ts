/** The contract's operations as tools of the Model Context Protocol (2025-11-25, Tools). */
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { operationsOf, resolved } from '../../contract/document.ts'
import type { Document, Operation } from '../../contract/document.ts'
import { secrets } from '../../generated/secrets.ts'
import { routes } from '../../packages/client/generated/operations.ts'
import type { OperationId } from '../../packages/client/index.ts'

type Json = Record<string, unknown>
type Schema = Json & { properties?: Record<string, Json>; required?: string[] }
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Json
}

/** An operation's parts, as far as tools are made of them. */
type Described = Operation & {
  summary: string
  description: string
  parameters?: { $ref?: string }[]
  requestBody?: { content: { 'application/json': { schema: Json } } }
}

/** Where each argument of a tool goes. */
export type Place = 'path' | 'query' | 'body'

export type OperationTool = Tool & { id: OperationId; places: ReadonlyMap<string, Place> }

/** Keywords that only the service needs: it checks every request in full. */
const isOurs = (name: string) => name.startsWith('x-') || ['if', 'then', 'else'].includes(name)

/** A schema by itself: references are replaced by their targets. */
function whole(document: Document, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => whole(document, element))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Json
  const base = $ref === undefined ? {} : resolved(document, { $ref } as Json)
  const all = Object.entries({ ...base, ...rest }).filter(([name]) => !isOurs(name))
  return Object.fromEntries(all.map(([name, child]) => [name, whole(document, child)]))
}

function argumentsOf(document: Document, { parameters = [], requestBody }: Described) {
  const properties: Record<string, Json> = {}
  const places = new Map<string, Place>()
  const required: string[] = []
  for (const written of parameters) {
    const parameter = resolved(document, written as Json) as unknown as Parameter
    if (parameter.in !== 'path' && parameter.in !== 'query') continue
    const schema = whole(document, parameter.schema) as Json
    properties[parameter.name] = {
      ...schema,
      ...(parameter.description && { description: parameter.description }),
    }
    places.set(parameter.name, parameter.in)
    if (parameter.required) required.push(parameter.name)
  }
  const content = requestBody && resolved(document, requestBody).content
  const body = whole(document, content?.['application/json'].schema ?? {}) as Schema
  for (const [name, property] of Object.entries(body.properties ?? {})) {
    if (places.has(name)) throw new Error(`${name} is a parameter and a field.`)
    properties[name] = property
    places.set(name, 'body')
  }
  required.push(...(body.required ?? []))
  return { properties, places, required }
}

/** The operations that change something which are offered: all of them, none, or these. */
export type AllowedWrites = boolean | readonly string[]

const allows = (allowed: AllowedWrites, id: string) =>
  typeof allowed === 'boolean' ? allowed : allowed.includes(id)

/**
 * One tool for each operation under `/v1`, named by its `operationId`. Its arguments are the
 * operation's parameters and the fields of its body, side by side. An operation whose answer has a
 * secret (`x-secret` in the contract) is no tool: the input of an agent is kept in logs and by
 * others.
 */
export function toolsOf(document: Document, allowed: AllowedWrites): OperationTool[] {
  const tools: OperationTool[] = []
  for (const { path, method, operation } of operationsOf(document)) {
    if (!path.startsWith('/v1/') || !Object.hasOwn(routes, operation.operationId)) continue
    const isRead = method === 'get'
    if (!isRead && !allows(allowed, operation.operationId)) continue
    if (Object.hasOwn(secrets, operation.operationId)) continue
    const described = operation as Described
    const { properties, places, required } = argumentsOf(document, described)
    tools.push({
      id: operation.operationId as OperationId,
      name: operation.operationId,
      title: described.summary,
      description: described.description,
      inputSchema: { type: 'object', properties, required, additionalProperties: false },
      annotations: { readOnlyHint: isRead, destructiveHint: !isRead, openWorldHint: false },
      places,
    })
  }
  return tools
}
