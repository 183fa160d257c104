/**
 * Compiles the schemas of the contract. `npm run generate` does so ahead, into `generated/`; a
 * service that runs imports what is there and never this file.
 */
import { _, Ajv2020 } from 'ajv/dist/2020.js'
import type { CodeKeywordDefinition, Options } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { operationsOf, resolved } from '../document.ts'
import type { Document } from '../document.ts'
import { formats, keywords } from '../keywords.ts'
import type { ReplyShape } from '../responseCheck.ts'
import type { OperationShape, Parameter } from '../validator.ts'

/** By operation, then by the part of a request or the status of a reply. */
export type Parts<Part> = Record<string, Record<string, Part>>

/** What is to be compiled, and how. */
export type Source = { schemas: Parts<object>; options: Options }

/** The schemas of requests and those of replies, with every reference replaced by its target. */
export function sourcesOf(document: Document): { requests: Source; replies: Source } {
  const requests: Parts<object> = {}
  const replies: Parts<object> = {}
  for (const { operation } of operationsOf(document)) {
    const shape = dereferenced(document, operation) as unknown as OperationShape & ReplyShape
    requests[operation.operationId] = requestParts(shape)
    replies[operation.operationId] = jsonSchemas(shape)
  }
  return {
    // The refusal of a request is made from the schema that it breaks.
    requests: { schemas: requests, options: { useDefaults: true, verbose: true } },
    replies: { schemas: replies, options: {} },
  }
}

function dereferenced(document: Document, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((member) => dereferenced(document, member))
  const target = resolved(document, value)
  if (target !== value) return dereferenced(document, target)
  // Another system writes it, and the handler reads of it what it can.
  if ('x-not-checked' in value) return {}
  const members = Object.entries(value).map(([key, one]) => [key, dereferenced(document, one)])
  return Object.fromEntries(members)
}

function requestParts({ parameters = [], requestBody }: OperationShape): Record<string, object> {
  const bodies = Object.entries(requestBody?.content ?? {})
  return {
    path: parametersSchema(parameters, 'path'),
    query: parametersSchema(parameters, 'query'),
    header: parametersSchema(parameters, 'header'),
    ...Object.fromEntries(bodies.map(([type, { schema }]) => [type, schema])),
  }
}

/** A query parameter that is an object stands for all that the contract does not name. */
function parametersSchema(all: Parameter[], place: string): object {
  const inPlace = all.filter((parameter) => parameter.in === place)
  const here = inPlace.filter(({ schema }) => schema['type'] !== 'object')
  return {
    type: 'object',
    additionalProperties: here.length < inPlace.length,
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter(({ required }) => required).map(({ name }) => name),
  }
}

function jsonSchemas({ responses }: ReplyShape): Record<string, object> {
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content?.['application/json']?.schema
      return schema ? [[status, schema]] : []
    }),
  )
}

const keywordTypes = {
  'x-at-least': { type: 'number', schemaType: 'string' },
  'x-max-bytes': { type: 'object', schemaType: 'number' },
  'x-max-depth': { type: 'object', schemaType: 'number' },
} as const

/** Code that calls the function of a keyword of ours, by the name that it is imported under. */
function definition(keyword: keyof typeof keywords): CodeKeywordDefinition {
  return {
    keyword,
    ...keywordTypes[keyword],
    code(cxt) {
      const code = _`keywords[${keyword}]`
      const fits = cxt.gen.scopeValue('keyword', { ref: keywords[keyword], code })
      cxt.pass(_`${fits}(${cxt.data}, ${cxt.schema}, ${cxt.it.parentData})`)
    },
  }
}

/** An ajv that knows the keywords and formats of the contract. */
export function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    allowUnionTypes: true,
    formats,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  })
  ajv.addVocabulary(['x-error-code', 'example'])
  for (const keyword of Object.keys(keywordTypes)) {
    ajv.addKeyword(definition(keyword as keyof typeof keywords))
  }
  return ajv
}

/**
 * An ES module that exports, under `name`, the compiled function of every part. Parts of the same
 * schema share one function, which has the name of the first of them.
 */
export function moduleOf(name: string, { schemas, options }: Source): string {
  const ajv = createAjv(options)
  const names = new Map<string, string>()
  const nameOf = (id: string, part: string, schema: object) => {
    const text = JSON.stringify(schema)
    let known = names.get(text)
    if (!known) {
      known = `${id}_${part.replaceAll(/\W/g, '_')}`
      names.set(text, known)
      ajv.addSchema(schema, known)
    }
    return known
  }
  const rows = Object.entries(schemas).map(([id, parts]) => {
    const cells = Object.entries(parts).map(
      ([part, schema]) => `    '${part}': ${nameOf(id, part, schema)},\n`,
    )
    return `  ${id}: {\n${cells.join('')}  },\n`
  })
  const ids = Object.fromEntries([...names.values()].map((id) => [id, id]))
  const code = standalone
    .default(ajv, ids)
    .replace('"use strict";', '')
    .replaceAll(/^export const/gm, 'const')
  return `${importing(code)}\nexport const ${name} = {\n${rows.join('')}}\n`
}

/** ajv writes `require` for its own functions, into an ES module too. */
function importing(code: string): string {
  const imports = new Map<string, string>()
  const body = code.replaceAll(/require\("(.*?)"\)/g, (_, path: string) => {
    const name = path.split('/').at(-1) ?? path
    imports.set(name, `import ${name} from '${path}.js'\n`)
    return name
  })
  const own = "import { formats, keywords } from '../contract/keywords.ts'\n"
  return `${[...imports.values()].join('')}${own}${body}`
}
