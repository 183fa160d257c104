import openapiTypescript, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { operationsOf, resolved } from '../contract/document.ts'
import type { Document, Operation } from '../contract/document.ts'

/** What the contract says of errors. */
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

/** The operations that a partner calls with a token. */
const operationsOfPartners = (document: Document) =>
  [...operationsOf(document)].filter(({ operation }) => scopesOf(operation) !== undefined)

/** The contract with these operations alone, and with its events. */
function ofPartners(document: Document): Document {
  const paths: Document['paths'] = {}
  for (const { path, method, operation } of operationsOfPartners(document)) {
    paths[path] = { ...paths[path], [method]: operation } as Document['paths'][string]
  }
  return { ...document, paths }
}

/** Lines of a documentation comment; Markdown is shown by editors as it is. */
function comment(text: string): string {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => `   * ${line}`.trimEnd())
  return ['  /**', ...lines, '   */'].join('\n')
}

function operationsModule(notice: string, document: Document): string {
  const operations = operationsOfPartners(document).map(({ path, method, operation }) => {
    const { operationId, summary, description, parameters = [] } = operation as Documented
    const names = parameters.map((parameter) => resolved(document, parameter).name)
    const scopes = scopesOf(operation) ?? []
    const needs = scopes.length > 0 ? `scope \`${scopes.join(' ')}\`` : 'any token'
    return {
      id: operationId,
      route: { method, path, takes_key: names.includes('Idempotency-Key') },
      text: `${summary}: \`${method.toUpperCase()} ${path}\`, ${needs}.\n\n${description}`,
    }
  })
  const routes = operations.map(
    ({ id, route: { method, path, takes_key } }) =>
      `  ${id}: { method: '${method}', path: '${path}', takes_key: ${takes_key} },`,
  )
  const calls = operations.map(({ id, text }) => `${comment(text)}\n  ${id}: Call<'${id}'>`)
  const imports = "import type { Call } from '../operation.ts'"
  return `${notice}
${imports}

/** Where each operation is, and whether it takes an \`Idempotency-Key\`. */
export const routes = {
${routes.join('\n')}
} as const

/** The operations of the contract, each as a function. */
export interface Operations {
${calls.join('\n\n')}
}
`
}

function errorsModule(notice: string, document: Document, { catalogue, codes }: Errors): string {
  const ids = operationsOfPartners(document).map(({ operation }) => operation.operationId)
  const own = ['issueToken', ...ids].map((id) => [id, codes[id] ?? []] as const)
  const listed = new Set(own.flatMap(([, names]) => names))
  const entries = Object.entries(catalogue).filter(([code]) => listed.has(code))
  const facts = entries.map(([code, { status, body }]) => {
    const { error } = body as { error: string | { type: string } }
    const type = typeof error === 'string' ? 'oauth_error' : error.type
    return `  ${code}: { status: ${status}; type: '${type}' }`
  })
  const unions = own.map(([id, names]) =>
    [`  ${id}:`, ...names.map((code) => `    | '${code}'`)].join('\n'),
  )
  return `${notice}
/** Each error code, with its status and type. */
export interface Catalogue {
${facts.join('\n')}
}

/** The error codes that each operation can answer with. */
export interface Codes {
${unions.join('\n')}
}
`
}

/** The generated part of the TypeScript client, by the names of its files. */
export async function clientModules(
  notice: string,
  document: Document,
  errors: Errors,
): Promise<Record<string, string>> {
  // Its types are wider than the document's own, which name only what is read here.
  const own = ofPartners(document) as unknown as OpenAPI3
  // What has a default need not be sent.
  const types = await openapiTypescript(own, { defaultNonNullable: false })
  return {
    'types.ts': `${notice}\n${astToString(types)}`,
    'operations.ts': operationsModule(notice, document),
    'errors.ts': errorsModule(notice, document, errors),
  }
}
