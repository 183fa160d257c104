/**
 * `npm run new operation archiveThing POST /v1/things/{thingId}/archive` writes the stub of an
 * operation: its contract and translation, its handler and its test. Parts that are to be filled in
 * say FILL IN.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GenerationError, untilRefused } from '../contract/build/refused.ts'
import { parseYaml } from '../contract/build/yaml.ts'
import { methods } from '../contract/document.ts'
import type { Document } from '../contract/document.ts'
import { sourceOf } from '../packages/docs/translation.ts'
import type { Overlay } from '../packages/docs/translation.ts'

const [kind, name = '', written = '', path = ''] = process.argv.slice(2)
const method = written.toLowerCase()
const verb = method.toUpperCase()
const isRead = method === 'get'
const status = method === 'post' ? 201 : 200
const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const subject = /^\/v1\/(customers|products|checkouts)/.exec(path)?.[1] ?? 'account'
const scope = `${subject}:${isRead ? 'read' : 'write'}`

/** The contract, without the operation. */
let document: Document

/** The first fault of the arguments, which need no contract. */
function faultOfCall(): string | undefined {
  if (kind !== 'operation') return 'Usage: npm run new operation NAME METHOD PATH'
  if (!/^[a-z][A-Za-z]+$/.test(name)) return `${name} is no name: write it as createThing.`
  if (!methods.some((one) => one === method)) return `${written} is no method: use ${methods}.`
  if (!/^\/v1(\/[a-z_]+|\/\{\w+\})+$/.test(path)) return `${path} is no path under /v1.`
  return existsSync(`${root}handlers/${name}.ts`)
    ? `handlers/${name}.ts is there already.`
    : undefined
}

/** The first fault of the operation beside the others of the contract. */
function faultOfOperation(): string | undefined {
  if (document.paths[path]?.[method]) return `${written} ${path} is there already.`
  const components = document.components.parameters
  const unknown = parameters.find((name) => !(componentOf(name) in components))
  return unknown && `Add ${componentOf(unknown)} to components.parameters of openapi.yaml first.`
}

const componentOf = (parameter: string) => `${parameter[0]?.toUpperCase()}${parameter.slice(1)}`

const responses = [
  ...['401 Unauthorized', '403 Forbidden', '405 MethodNotAllowed', '408 RequestTimeout'],
  ...['421 MisdirectedRequest', '429 TooManyRequests', '431 HeadersTooLarge'],
  ...['500 InternalError', '503 ServiceUnavailable'],
]

const codes = ['invalid_request']

function refusals(): string {
  const reference = (code: string) =>
    `                ${code}: { $ref: '#/components/examples/${code}' }`
  const refusal = (of: string, description: string, listed: string[]) => `        '${of}':
          description: '${description}'
          headers:
            X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Error' }
              examples:
${listed.map(reference).join('\n')}
`
  const malformed =
    'Malformed: do not repeat it unchanged. `param` names the field at fault, if any.'
  const rest = responses.map((response) => response.split(' '))
  const references = rest.map(
    ([of, to]) => `        '${of}': { $ref: '#/components/responses/${to}' }\n`,
  )
  return refusal('400', malformed, codes) + references.join('')
}

const parameterLines = () =>
  [...parameters.map(componentOf), ...(isRead ? [] : ['IdempotencyKey'])]
    .map((name) => `        - { $ref: '#/components/parameters/${name}' }\n`)
    .join('')

const operation = () => `    ${method}:
      operationId: ${name}
      tags: [Account]
      summary: FILL IN the summary of ${name}
      description: FILL IN what ${name} does, for a caller.
      security: [{ oauth2: ['${scope}'] }]
${parameterLines() && `      parameters:\n${parameterLines()}`}      responses:
        '${status}':
          description: FILL IN what ${name} answers.
          headers:
            X-Request-Id: { $ref: '#/components/headers/X-Request-Id' }
            RateLimit: { $ref: '#/components/headers/RateLimit' }
            RateLimit-Policy: { $ref: '#/components/headers/RateLimit-Policy' }
          content:
            application/json:
              schema:
                type: object
                required: [object]
                properties:
                  object: { type: string, const: fill_in, description: FILL IN the fields. }
              examples:
                fill_in:
                  summary: FILL IN an example of ${name}
                  value: { object: fill_in }
${refusals()}`

/** The contract with the operation, at the end of its path or of all paths. */
function contractWith(text: string): string {
  const heading = `  ${path}:\n`
  const at = text.indexOf(`\n${heading}`)
  if (at < 0) return text.replace('\nwebhooks:\n', () => `\n${heading}${operation()}\nwebhooks:\n`)
  const start = at + heading.length + 1
  const end = start + text.slice(start).search(/\n(?: {2}\/|webhooks:)/) + 1
  return `${text.slice(0, end).trimEnd()}\n\n${operation()}\n${text.slice(end)}`
}

/** The overlay's action, with the fingerprint of what it translates. */
const translation = (source: string) => `  - target: $.paths['${path}'].${method}
    x-source: '${source}'
    update:
      summary: PREENCHA o resumo de ${name}
      description: PREENCHA o que ${name} faz.
      responses:
        '${status}':
          description: PREENCHA o que ${name} responde.
          content:
            application/json:
              schema:
                properties:
                  object:
                    description: PREENCHA os campos.
              examples:
                fill_in:
                  summary: PREENCHA um exemplo de ${name}
`

/** The overlay's action with the fingerprint of the operation, beside which nothing is read. */
function fingerprinted(): string {
  const alone = { paths: { [path]: parseYaml(operation(), 'openapi.yaml') } }
  const [action] = parseYaml(translation(''), 'the translation') as Overlay['actions']
  return translation(action ? sourceOf(alone as Document, action) : '')
}

/** The path with a value for each of its parameters. */
const pathWith = (valueFor: (parameter: string) => string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => valueFor(parameter))

/** The example that the contract has for a parameter: no account has that id. */
function exampleOf(parameter: string): string {
  const { schema } = document.components.parameters[componentOf(parameter)] ?? {}
  const name = schema?.$ref?.split('/').at(-1) ?? ''
  const { examples } = (document.components.schemas[name] ?? {}) as { examples?: string[] }
  return examples?.[0] ?? 'FILL_IN'
}

const variable = (parameter: string) => `\${${parameter}}`

/** A line for each id: two of them are too long for the line of a path. */
const exampleLines = () =>
  parameters.map((parameter) => `  const ${parameter} = '${exampleOf(parameter)}'\n`).join('')

const handler = () => `import type { Handler } from './support/handler.ts'

// FILL IN: make it \`${isRead ? 'reading' : 'writing'}\`, as CONTRIBUTING.md, "Add an endpoint".
export const ${name}: Handler<'${name}'> = () => {
  return { status: ${status}, body: { object: 'fill_in' } }
}
`

const test = () => `import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

// FILL IN: one test for each promise of the operation, named after it.
test('${name} answers ${status}', async () => {
${exampleLines()}  const path = ${parameters.length > 0 ? `\`${pathWith(variable)}\`` : `'${path}'`}
  const { token } = seller
  const { status } = await service.request('${verb}', path, { token })
  assert.equal(status, ${status})
})
`

await untilRefused(() => {
  const malformed = faultOfCall()
  if (malformed !== undefined) throw new GenerationError(malformed)
  const contract = read('openapi.yaml')
  document = parseYaml(contract, 'openapi.yaml') as Document
  const unfit = faultOfOperation()
  if (unfit !== undefined) throw new GenerationError(unfit)
  const overlay = read('openapi.pt-BR.overlay.yaml')
  const files: Record<string, string> = {
    'openapi.yaml': contractWith(contract),
    'openapi.pt-BR.overlay.yaml': `${overlay.trimEnd()}\n${fingerprinted()}`,
    [`handlers/${name}.ts`]: handler(),
    [`test/operations/${name}.test.ts`]: test(),
  }
  for (const [file, content] of Object.entries(files)) writeFileSync(`${root}${file}`, content)
  console.log(`Wrote ${Object.keys(files).join(', ')}.`)
  console.log(
    'Search for FILL IN, FILL_IN and PREENCHA, name it in CHANGELOG.md, then npm run generate.',
  )
  console.log('A limit of a body or a query needs its line in test/http/sqlite/limits.test.ts.')
})
