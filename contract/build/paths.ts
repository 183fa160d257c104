/** Makes `generated/paths.ts`: the paths and scopes that code has to name, said once. */
import { operationsOf } from '../document.ts'
import type { Document } from '../document.ts'

/** `/v1/offers/{offerId}` as a function of its parameters that gives the path. */
function pathFunction(path: string): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  if (names.length === 0) return `() => '${path}'`
  const types = names.map((name) => `${name}: string`).join('; ')
  const text = path.replaceAll(/\{(\w+)\}/g, '${encodeURIComponent($1)}')
  return `({ ${names.join(', ')} }: { ${types} }) => \`${text}\``
}

/** The text of `generated/paths.ts`, but for its first line. */
export function pathsModule(document: Document): string {
  const functions = [...operationsOf(document)].map(
    ({ path, operation }) => `  ${operation.operationId}: ${pathFunction(path)},`,
  )
  const { scopes } = document.components.securitySchemes.oauth2.flows.clientCredentials
  return `/** The path of each operation. Parameters are escaped: a page has any text for an id. */
export const paths = {
${functions.join('\n')}
} as const

/** The scopes that a client can be granted, in the order of the contract. */
export const scopes = ${JSON.stringify(Object.keys(scopes), undefined, 2)} as const
`
}
