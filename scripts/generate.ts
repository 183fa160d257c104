/**
 * Writes `generated/`, `packages/client/generated/`, `handlers/index.ts` from `openapi.yaml`, the
 * prefixes of ids from the schema, and statements from the queries of the program. With `--check`
 * it writes nothing, and exits 1 when a file is stale. With `--missing` it writes what git does not
 * keep, and else only what is missing: drift of the files that are reviewed has to be seen. It
 * prints nothing, since npm packs as JSON.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { moduleOf, sourcesOf } from '../contract/build/validators.ts'
import { contractFile, listedErrors, operationsOf, resolved } from '../contract/document.ts'
import type { Document, Schema } from '../contract/document.ts'
import { stamp, stampName, unkeptPaths } from '../contract/generatedFiles.ts'
import { pathsModule } from '../contract/build/paths.ts'
import { GenerationError, untilRefused } from '../contract/build/refused.ts'
import { routesModule } from '../contract/build/routes.ts'
import { secretsModule } from '../contract/build/secrets.ts'
import { servedContract } from '../contract/build/served.ts'
import { requireUnderstood } from '../contract/build/understood.ts'
import { parseYaml } from '../contract/build/yaml.ts'
import { clientModules } from './clientModules.ts'
import type { Errors } from './clientModules.ts'
import { brunoCollection } from '../packages/docs/bruno.ts'
import { consoleCalls, consolePage, consoleScript } from '../packages/docs/console.ts'
import { shownDocument } from '../packages/docs/document.ts'
import { guidesIn } from '../packages/docs/guides.ts'
import { docsPages, markdownFiles } from '../packages/docs/markdown.ts'
import { pageOf, startScript, style } from '../packages/docs/page.ts'
import { postmanCollection } from '../packages/docs/postman.ts'
import { licencesFile, redocBundle, redocLicences } from '../packages/docs/redoc.ts'
import { siteAssets, sitePages } from '../packages/docs/pages/site.ts'
import type { Language } from '../packages/docs/texts.ts'
import { readOverlay, translated } from '../packages/docs/translation.ts'
import { pluginZip } from '../packages/shops/woocommerce/archive.ts'

const check = process.argv.includes('--check')
const onlyMissing = process.argv.includes('--missing')

const root = new URL('../', import.meta.url)
const generated = new URL('generated/', root)
const notice = '// Made from openapi.yaml by `npm run generate`; edits here are lost.\n'
const statementsNotice = notice.replace('openapi.yaml', 'the queries of the program')

const schemaNotice = notice.replace('openapi.yaml', 'db/schema/')

const refused = (fault: string, mend: string) =>
  new GenerationError(`openapi.yaml: ${fault}; ${mend}.`)

/** The codes of each operation, and the status and body of each code. */
function readErrors(document: Document): Errors {
  const { catalogue, codes }: Errors = { catalogue: {}, codes: {} }
  for (const { operation } of operationsOf(document)) {
    const own: string[] = (codes[operation.operationId] = [])
    for (const [status, code] of listedErrors(document, operation)) {
      const body = document.components.examples[code]?.value
      if (body === undefined) {
        const { operationId } = operation
        throw refused(`${operationId} lists ${code}`, 'describe it in components.examples')
      }
      if (catalogue[code] && catalogue[code].status !== status) {
        const statuses = `${catalogue[code].status} and ${status}`
        throw refused(`${code} is listed under ${statuses}`, 'list it under one of them')
      }
      catalogue[code] = { status, body }
      own.push(code)
    }
  }
  const unlisted = Object.keys(document.components.examples).filter((code) => !catalogue[code])
  if (unlisted.length > 0) {
    throw refused(`no operation lists ${unlisted.join(', ')}`, 'list it in a 4xx response')
  }
  return { catalogue, codes }
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const literal = (value: unknown) => JSON.stringify(value, undefined, 2)

function errorsModule({ catalogue, codes }: Errors): string {
  return `${notice}
/** Each error code: the status and the body that it answers with. */
export const catalogue = ${literal(catalogue)} as const

/** The error codes that each operation can answer with. */
export const codes = ${literal(codes)} as const
`
}

/** Exports of `contract/keywords.ts`, as far as generated code depends on them. */
const vocabularyType = `/** The formats and keywords of the contract, from contract/keywords.ts. */
type Vocabulary = {
  formats: Record<string, unknown>
  keywords: Record<string, unknown>
}`

const requestsTypes = `${notice}
import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

${vocabularyType}

/** For each operation, the functions that validate the parts of a request. */
export declare const createRequests: (vocabulary: Vocabulary) => Record<keyof operations, {
  path: ValidateFunction
  query: ValidateFunction
  header: ValidateFunction
  'application/json'?: ValidateFunction
  'application/x-www-form-urlencoded'?: ValidateFunction
}>
`

const responsesTypes = `${notice}
import type { ValidateFunction } from 'ajv'
import type { operations } from './types.ts'

${vocabularyType}

/** For each operation and status, the function that validates a JSON body. */
export declare const createResponses: (
  vocabulary: Vocabulary,
) => Record<keyof operations, Record<string, ValidateFunction>>
`

/**
 * `handlers/index.ts`. An operation whose handler is not written yet is left out: the compiler then
 * names it, and everything else can be generated.
 */
function handlersModule(document: Document): string {
  const names = [...operationsOf(document)]
    .map(({ operation }) => operation.operationId)
    .filter((name) => existsSync(new URL(`../handlers/${name}.ts`, import.meta.url)))
    .toSorted()
  return `${notice}
import { loadedWhenCalled } from './support/loading.ts'

/** Every operation of the contract by its operationId; a missing one does not compile. */
export const { handlers, loadHandlers } = loadedWhenCalled({
${names.map((name) => `  ${name}: () => import('./${name}.ts'),`).join('\n')}
})
`
}

/**
 * The contract as a handler sees it: a field with a default is always present. Changes the document
 * in place.
 */
function withDefaultsPresent(document: Document): Document {
  const { schemas, parameters } = document.components
  const hasDefault = (schema: Schema) => resolved(document, schema).default !== undefined
  for (const schema of Object.values(schemas)) {
    const filled = Object.entries(schema.properties ?? {}).filter(([, property]) =>
      hasDefault(property),
    )
    const required = [...(schema.required ?? []), ...filled.map(([name]) => name)]
    if (filled.length > 0) schema.required = [...new Set(required)]
  }
  for (const parameter of Object.values(parameters)) {
    if (hasDefault(parameter.schema)) parameter.required = true
  }
  return document
}

/** The reference on one page with its document, the site and what it offers for programs. */
function docsFilesIn(language: Language, english: Document, translated: Document) {
  const changelog = read('CHANGELOG.md')
  const pages = docsPages(english, translated, language, guidesIn(language))
  const site = sitePages(language, pages, { changelog, console: consolePage(language) })
  return {
    ...site,
    ...markdownFiles(translated, language, pages),
    [`${language}/reference.html`]: pageOf(translated.info.title, language, {
      files: '/docs/',
      contract: '/',
      pages: { en: '/docs/en/reference', 'pt-BR': '/docs/pt-BR/reference' },
      site: `/docs/${language}`,
    }),
    [`calls.${language}.json`]: `${literal(consoleCalls(translated))}\n`,
    [`postman.${language}.json`]: `${literal(postmanCollection(translated, language))}\n`,
    [`bruno.${language}.json`]: `${literal(brunoCollection(translated, language))}\n`,
    [`document.${language}.json`]: `${literal(shownDocument(translated, language, changelog))}\n`,
  }
}

/** The files of the docs; see `docs/architecture.md`. */
async function docsFiles(document: Document): Promise<Record<string, string>> {
  const portuguese = await translated(document, readOverlay())
  const files = {
    ...docsFilesIn('en', document, document),
    ...docsFilesIn('pt-BR', document, portuguese),
    ...siteAssets(),
    'icon.svg': read('domain/checkouts/page/icon.svg'),
    'start.js': startScript,
    'console.js': consoleScript,
    'style.css': style,
    'redoc.js': redocBundle(),
    [licencesFile]: redocLicences(),
  }
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`docs/${name}`, text]))
}

async function contractFiles(): Promise<Record<string, string>> {
  const document = parseYaml(readFileSync(contractFile, 'utf8'), 'openapi.yaml') as Document
  requireUnderstood(document)
  // `Document` types only what this project reads of a contract.
  const filled = withDefaultsPresent(structuredClone(document)) as unknown as OpenAPI3
  const types = await openapiTypescript(filled)
  const errors = readErrors(document)
  const client = Object.entries(await clientModules(notice, document, errors))
  const { requests, responses } = sourcesOf(document)
  return {
    'types.ts': `${notice}\n${astToString(types)}`,
    'errors.ts': errorsModule(errors),
    'paths.ts': `${notice}\n${pathsModule(document)}`,
    'routes.ts': `${notice}\n${routesModule(document)}`,
    'secrets.ts': `${notice}\n${secretsModule(document)}`,
    'requests.js': `${notice}\n${moduleOf('createRequests', requests)}`,
    'requests.d.ts': requestsTypes,
    'responses.js': `${notice}\n${moduleOf('createResponses', responses)}`,
    'responses.d.ts': responsesTypes,
    'openapi.json': `${literal(document)}\n`,
    'served.json': `${literal(servedContract(document))}\n`,
    '../handlers/index.ts': handlersModule(document),
    ...(await docsFiles(document)),
    ...Object.fromEntries(
      client.map(([name, text]) => [`../packages/client/generated/${name}`, text]),
    ),
    [stampName]: stamp(),
  }
}

async function schemaFiles(): Promise<Record<string, string>> {
  const { idPrefixesModule } = await import('../db/build/idPrefixes.ts')
  const { layouts } = await import('../db/maintenance/layout.ts')
  return { 'idPrefixes.ts': `${schemaNotice}\n${idPrefixesModule(layouts)}` }
}

const statementsTypes = `${statementsNotice}
type Argument = (value: unknown, name: string) => unknown

/** Makers of statements by the names of queries; both arguments are from db/statement.ts. */
export declare const statements: (given: Argument, whole: Argument) => Record<
  string,
  () => {
    text: string
    tables: string[]
    values: (args: Record<string, unknown>) => unknown[]
    row: (values: unknown[]) => Record<string, unknown>
    source: string
  }
>
`

/** Stands for the statements while the program is loaded that declares them. */
const noStatements = 'export const statements = () => ({})\n'

/** The plugin that the dashboard serves. */
const pluginFiles = () => ({ 'plugins/woocommerce.zip': pluginZip() })

/** Runs last: the modules that declare queries import the other generated files. */
async function statementFiles(): Promise<Record<string, string>> {
  const files = ['sqlite', 'postgres'].map(
    (engine) => new URL(`statements.${engine}.js`, generated),
  )
  const missing = files.filter((file) => isMissing(current(file)))
  if (onlyMissing && missing.length === 0) return {}
  for (const file of missing) writeFileSync(file, noStatements)
  const { statementsModules } = await import('./statements.ts')
  const modules = Object.entries(statementsModules())
  return Object.fromEntries(
    modules.flatMap(([name, text]) => [
      [name, `${statementsNotice}\n${text}`],
      [name.replace(/js$/, 'd.ts'), statementsTypes],
    ]),
  )
}

function current(file: URL): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

const isMissing = (found: Buffer | undefined) => !found || found.equals(Buffer.from(noStatements))

const isUnkept = (file: URL) =>
  unkeptPaths.some((path) => `${file.href}/`.startsWith(`${new URL(path, root).href}/`))

/** True when a file stays as it is, right or wrong. */
const isLeft = (file: URL, found: Buffer | undefined) =>
  onlyMissing && !isMissing(found) && !isUnkept(file)

/** The files of the docs that are made no more: they would still be served. */
function leftOver(files: Record<string, string | Buffer>): string[] {
  const docs = new URL('docs/', generated)
  if (!existsSync(docs)) return []
  return readdirSync(docs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(fileURLToPath(generated), join(entry.parentPath, entry.name)))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => files[name] === undefined)
}

/** Writes the files that are not as they should be, and returns their names. */
async function update(): Promise<string[]> {
  const stale: string[] = []
  for (const files of [contractFiles, schemaFiles, pluginFiles, statementFiles]) {
    // The program is not loaded with stale files: it would refuse them.
    if (check && stale.length > 0) return stale
    const made: Record<string, string | Buffer> = await files()
    const over = files === contractFiles ? leftOver(made) : []
    stale.push(...over)
    if (!check) for (const name of over) rmSync(new URL(name, generated))
    for (const [name, content] of Object.entries(made)) {
      const file = new URL(name, generated)
      const found = current(file)
      if (found?.equals(Buffer.from(content)) || isLeft(file, found)) continue
      stale.push(name)
      if (check) continue
      mkdirSync(dirname(fileURLToPath(file)), { recursive: true })
      writeFileSync(file, content)
    }
  }
  return stale
}

await untilRefused(async () => {
  const stale = await update()
  if (check && stale.length > 0) {
    console.error(`Stale: ${stale.join(', ')}. Run npm run generate.`)
    process.exitCode = 1
  } else if (!onlyMissing) {
    console.log(stale.length > 0 ? `Wrote ${stale.join(', ')}.` : 'generated/ is fresh.')
  }
})
