/**
 * Compiles the schemas of the contract to JavaScript. Only `npm run generate` imports this file: a
 * running service loads the code in `generated/` and compiles no schema.
 */
import { _, Ajv2020 } from 'ajv/dist/2020.js'
import type { CodeKeywordDefinition, Options } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { claimOf } from './claims.ts'
import { operationsOf, resolved } from '../document.ts'
import type { Document } from '../document.ts'
import { formats, keywords } from '../keywords.ts'
import type { ResponseShape } from '../responseCheck.ts'
import type { Parameter } from '../parameters.ts'
import type { OperationShape } from '../validator.ts'

/** Keyed by operationId, then by the part of a request or the status of a response. */
export type Parts<Part> = Record<string, Record<string, Part>>

/** The schemas of one generated module, and ajv's options for them. */
export type Source = { schemas: Parts<object>; options: Options }

/** The schemas of requests and of responses, with every `$ref` replaced by its target. */
export function sourcesOf(document: Document): { requests: Source; responses: Source } {
  const requests: Parts<object> = {}
  const responses: Parts<object> = {}
  for (const { operation } of operationsOf(document)) {
    const shape = dereferenced(document, operation) as unknown as OperationShape & ResponseShape
    requests[operation.operationId] = requestParts(shape)
    responses[operation.operationId] = jsonSchemas(shape)
  }
  return {
    // `verbose` keeps the failing schema in each error: its `x-error-code` names the API's code.
    requests: { schemas: requests, options: { useDefaults: true, verbose: true } },
    responses: { schemas: responses, options: {} },
  }
}

function dereferenced(document: Document, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((member) => dereferenced(document, member))
  const target = resolved(document, value)
  if (target !== value) return dereferenced(document, target)
  // A bank's callback: its form is the bank's, so the handler reads it leniently.
  if ('x-not-checked' in value) return {}
  const members = Object.entries(value).map(([key, member]) => [
    key,
    dereferenced(document, member),
  ])
  return Object.fromEntries(members)
}

function requestParts({ parameters = [], requestBody }: OperationShape): Record<string, object> {
  const bodies = Object.entries(requestBody?.content ?? {})
  return {
    path: parametersSchema(parameters, 'path'),
    query: parametersSchema(parameters, 'query'),
    header: parametersSchema(parameters, 'header'),
    ...Object.fromEntries(bodies.map(([type, { schema }]) => [type, decided(schema)])),
  }
}

/**
 * A schema of a request in which each `oneOf` is a choice by `if`, so that a refusal is that of the
 * branch that was meant, with its code and field, and only that branch is looked at. The last
 * branch stands for all that the others do not claim.
 */
function decided(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(decided)
  const { oneOf, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, decided(part)]),
  ) as { oneOf?: object[] }
  if (!oneOf) return rest
  const choice = oneOf.reduceRight((others, branch): object =>
    // As entries, since an object with `then` could be taken for a promise.
    Object.fromEntries([
      ['if', claimOf(branch)],
      ['then', branch],
      ['else', others],
    ]),
  )
  return { ...rest, ...choice }
}

/** A query parameter of type object stands for all parameters that the contract does not name. */
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

function jsonSchemas({ responses }: ResponseShape): Record<string, object> {
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

/** Code that calls the function of one of the contract's own keywords. */
function definition(keyword: keyof typeof keywords): CodeKeywordDefinition {
  return {
    keyword,
    ...keywordTypes[keyword],
    code(cxt) {
      const code = _`keywords[${keyword}]`
      const holds = cxt.gen.scopeValue('keyword', { ref: keywords[keyword], code })
      cxt.pass(_`${holds}(${cxt.data}, ${cxt.schema}, ${cxt.it.parentData})`)
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
  ajv.addVocabulary(['x-deprecation', 'x-error-code', 'x-secret', 'example'])
  for (const keyword of Object.keys(keywordTypes)) {
    ajv.addKeyword(definition(keyword as keyof typeof keywords))
  }
  return ajv
}

/**
 * The text of an ES module that exports one function, under `name`: given the formats and keywords
 * of `contract/keywords.ts`, it returns the validation function of every part. They are arguments
 * because generated code imports nothing that is not generated. Parts with equal schemas share one
 * function, which is named after the first of them.
 */
export function moduleOf(name: string, { schemas, options }: Source): string {
  const ajv = createAjv(options)
  const names = new Map<string, string>()
  const nameOf = (id: string, part: string, schema: object) => {
    const text = JSON.stringify(schema)
    let name = names.get(text)
    if (!name) {
      name = `${id}_${part.replaceAll(/\W/g, '_')}`
      names.set(text, name)
      ajv.addSchema(schema, name)
    }
    return name
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
  const { imports, body } = withImports(code)
  const table = `return {\n${rows.join('')}}`
  // V8 compiles a function in brackets with its module, so that the compile cache has it.
  const made = `(function ({ formats, keywords }) {${body}\n${table}\n})`
  return `${imports}export const ${name} = ${made}\n`
}

/** ajv writes `require` for its own functions, into an ES module too. */
function withImports(code: string): { imports: string; body: string } {
  const imports = new Map<string, string>()
  const body = code.replaceAll(/require\("(.*?)"\)/g, (_, path: string) => {
    const name = path.split('/').at(-1) ?? path
    imports.set(name, `import ${name} from '${path}.js'\n`)
    return name
  })
  return { imports: `${[...imports.values()].join('')}\n`, body }
}
