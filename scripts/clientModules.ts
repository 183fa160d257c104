import openapiTypescript, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { operationsOf, resolved } from '../contract/document.ts'
import type { Document, Operation } from '../contract/document.ts'

/** The errors of the contract: the catalogue by code, and the codes by operationId. */
export type Errors = {
  catalogue: Record<string, { status: number; body: unknown }>
  /** The codes that each operation lists. */
  codes: Record<string, string[]>
}

type Documented = Operation & {
  summary: string
  description: string
  parameters?: { name: string }[]
}

const scopesOf = ({ security }: Operation) => security?.[0]?.['oauth2']

/** The operations that need a token, which are those of the client. */
const operationsWithToken = (document: Document) =>
  [...operationsOf(document)].filter(({ operation }) => scopesOf(operation) !== undefined)

/** The contract reduced to these operations; its events stay. */
function reducedContract(document: Document): Document {
  const paths: Document['paths'] = {}
  for (const { path, method, operation } of operationsWithToken(document)) {
    paths[path] = { ...paths[path], [method]: operation } as Document['paths'][string]
  }
  return { ...document, paths }
}

/** A documentation comment; editors render its Markdown. */
function comment(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => `   * ${line}`.trimEnd())
  return ['  /**', ...lines, '   */'].join('\n')
}

function operationsModule(notice: string, document: Document): string {
  const operations = operationsWithToken(document).map(({ path, method, operation }) => {
    const { operationId, summary, description, parameters = [] } = operation as Documented
    const names = parameters.map((parameter) => resolved(document, parameter).name)
    const scopes = scopesOf(operation) ?? []
    const needs = scopes.length > 0 ? `scope \`${scopes.join(' ')}\`` : 'any token'
    return {
      id: operationId,
      route: { method, path, takesKey: names.includes('Idempotency-Key') },
      text: `${summary}: \`${method.toUpperCase()} ${path}\`, ${needs}.\n\n${description}`,
    }
  })
  const routes = operations.map(
    ({ id, route: { method, path, takesKey } }) =>
      `  ${id}: { method: '${method}', path: '${path}', takesKey: ${takesKey} },`,
  )
  const calls = operations.map(({ id, text }) => `${comment(text)}\n  ${id}: Call<'${id}'>`)
  const imports = "import type { Call } from '../operation.ts'"
  return `${notice}
${imports}

/** The method and path of each operation, and whether it takes an \`Idempotency-Key\`. */
export const routes = {
${routes.join('\n')}
} as const

/** The operations of the contract, each as a function. */
export type Operations = {
${calls.join('\n\n')}
}
`
}

function errorsModule(notice: string, document: Document, { catalogue, codes }: Errors): string {
  const ids = operationsWithToken(document).map(({ operation }) => operation.operationId)
  const operations = ['issueToken', ...ids].map((id) => [id, codes[id] ?? []] as const)
  const listed = new Set(operations.flatMap(([, names]) => names))
  const entries = Object.entries(catalogue).filter(([code]) => listed.has(code))
  const facts = entries.map(([code, { status, body }]) => {
    const { error } = body as { error: string | { type: string } }
    const type = typeof error === 'string' ? 'oauth_error' : error.type
    return `  ${code}: { status: ${status}; type: '${type}' }`
  })
  const unions = operations.map(([id, names]) =>
    [`  ${id}:`, ...names.map((code) => `    | '${code}'`)].join('\n'),
  )
  return `${notice}
/** Each error code, with its status and type. */
export type Catalogue = {
${facts.join('\n')}
}

/** The error codes that each operation can answer with. */
export type Codes = {
${unions.join('\n')}
}
`
}

/** The text of each file in `packages/client/generated/`, by its name. */
export async function clientModules(
  notice: string,
  document: Document,
  errors: Errors,
): Promise<Record<string, string>> {
  // `Document` types only what this project reads of a contract.
  const reduced = reducedContract(document) as unknown as OpenAPI3
  // A field with a default may be left out of a request.
  const types = await openapiTypescript(reduced, { defaultNonNullable: false })
  return {
    'types.ts': `${notice}\n${astToString(types)}`,
    'operations.ts': operationsModule(notice, document),
    'errors.ts': errorsModule(notice, document, errors),
  }
}
