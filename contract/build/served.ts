/** Makes `generated/served.json`: the part of the contract that a running service reads. */
import { operationsOf, resolved } from '../document.ts'
import type { Document, Operation } from '../document.ts'

/** Read by people only. */
const prose = new Set(['summary', 'description', 'tags', 'example', 'examples'])

/** A part of the contract without prose, with what its `$ref`s point to in their place. */
function withoutProse(document: Document, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((element) => withoutProse(document, element))
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(resolved(document, part)).filter(([name]) => !prose.has(name))
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      // Its names are those of fields: one of them may be `description`.
      name === 'properties' ? eachWithoutProse(document, value) : withoutProse(document, value),
    ]),
  )
}

const eachWithoutProse = (document: Document, parts: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, withoutProse(document, part)]),
  )

/** Bodies of responses are compared by `generated/responses.js`; here are their media types. */
function bareResponses(document: Document, { responses }: Operation): object {
  const bare = Object.entries(responses).map(([status, response]) => {
    const types = Object.keys(resolved(document, response).content ?? {})
    return [status, { content: Object.fromEntries(types.map((type) => [type, {}])) }]
  })
  return Object.fromEntries(bare)
}

/** The contract without its prose, its examples and the schemas of responses; it has no `$ref`. */
export function servedContract(document: Document): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { path, method, operation } of operationsOf(document)) {
    const { responses: _, ...described } = operation
    const { servers } = document.paths[path] ?? {}
    paths[path] ??= { ...(servers && { servers }) }
    paths[path][method] = {
      ...described,
      responses: bareResponses(document, operation),
    }
  }
  const { openapi, info, components } = document
  const { securitySchemes } = components
  return withoutProse(document, { openapi, info, paths, components: { securitySchemes } }) as object
}
