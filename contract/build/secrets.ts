/** Makes `generated/secrets.ts`: the fields of answers that are never stored. */
import { operationsOf, resolved } from '../document.ts'
import type { Document, Schema } from '../document.ts'

type Described = { content?: Record<string, { schema?: Schema }> }

/** The properties that are marked `x-secret` in the bodies of an operation's successes. */
function secretsOf(document: Document, responses: Record<string, Described>): string[] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const properties = successes.flatMap(([, response]) => {
    const { schema = {} } = response.content?.['application/json'] ?? {}
    return Object.entries(resolved(document, schema).properties ?? {})
  })
  return properties.filter(([, property]) => property['x-secret'] === true).map(([name]) => name)
}

/** How often the contract marks a secret. */
const marks = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.entries(value).reduce(
        (sum, [name, member]) => sum + (name === 'x-secret' ? 1 : marks(member)),
        0,
      )

/** The text of `generated/secrets.ts`, but for its first line. */
export function secretsModule(document: Document): string {
  const schemas = Object.values(document.components.schemas)
  const properties = schemas.flatMap((schema) => Object.values(schema.properties ?? {}))
  const atTop = properties.filter((property) => property['x-secret'] === true)
  // A secret that is nested would be stored.
  if (marks(document) !== atTop.length) {
    throw new Error('x-secret marks a property of a schema in components/schemas, and no other.')
  }
  const secrets = [...operationsOf(document)].flatMap(({ operation }) => {
    const names = secretsOf(document, operation.responses as Record<string, Described>)
    return names.length > 0 ? [[operation.operationId, names] as const] : []
  })
  const table = JSON.stringify(Object.fromEntries(secrets), undefined, 2)
  return `/** The properties of an operation's answer that are shown once, and stored nowhere. */
export const secrets: Record<string, readonly string[]> = ${table}
`
}
