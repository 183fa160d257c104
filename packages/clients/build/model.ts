/**
 * The contract as the clients in PHP, Python and Go see it: one walk for all of them. What a
 * language makes of it is its own file here.
 */
import { listedErrors, operationsOf, resolved } from '../../../contract/document.ts'
import type { Document, Operation } from '../../../contract/document.ts'

/** The type of a value, without the keywords that only the service checks. */
export type Type =
  | { kind: 'text' | 'time' | 'integer' | 'number' | 'boolean' | 'any' }
  | { kind: 'oneOfTexts'; values: string[] }
  | { kind: 'list'; of: Type }
  | { kind: 'map'; of: Type }
  | { kind: 'object'; name: string }
  | { kind: 'either'; of: Type[] }

export type Field = {
  /** As the wire has it. */
  name: string
  type: Type
  isNullable: boolean
  isRequired: boolean
  description: string
}

export type ObjectType = {
  name: string
  description: string
  fields: Field[]
  /** True for a request body and the objects within it, where null differs from an absent field. */
  isSent: boolean
}

export type ClientOperation = {
  id: string
  method: string
  path: string
  /** The operation's summary, address, scope and description, in paragraphs. */
  text: string[]
  /** Its error codes, without those of every operation. */
  codes: string[]
  takesKey: boolean
  pathParameters: string[]
  query: Field[]
  body: { name: string; isRequired: boolean } | undefined
  /** The name of the answer's type; a file without one. */
  answer: string | undefined
  /** The name of the type of each item, of an operation whose pages can be walked. */
  item: string | undefined
}

export type Model = {
  version: string
  operations: ClientOperation[]
  types: ObjectType[]
  /** The names of the types of webhooks' bodies, by the events' types. */
  events: Map<string, string>
  /** Each error code with its status, those of the token endpoint included. */
  codes: Map<string, number>
}

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  const?: string | boolean
  enum?: (string | null)[]
  items?: Schema
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
}
type Content = Record<string, { schema: Schema }>
type Described = Operation & {
  summary: string
  description: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Content }
}

const scopesOf = ({ security }: Operation) => security?.[0]?.['oauth2']

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `checkout_id` and `checkoutId` as their words, in lower case. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.]/)

/** The sentence of an operation's documentation about its error codes. */
export const codesOf = (codes: string[]): string =>
  codes.length === 0 ? '' : `Error codes of its own: ${codes.join(', ')}.`

const isNull = ({ type }: Schema) => type === 'null'

class Walk {
  readonly types = new Map<string, ObjectType>()
  readonly #document: Document

  constructor(document: Document) {
    this.#document = document
  }

  #resolved(schema: Schema): Schema {
    return resolved(this.#document, schema)
  }

  /** @param name of an object that has none of its own: of its holder and its field */
  type(schema: Schema, name: string, isSent: boolean): Type {
    const own = schema.$ref?.split('/').at(-1) ?? name
    const { type, oneOf, allOf, properties, items, format, ...rest } = this.#resolved(schema)
    const alternatives = oneOf?.filter((one) => !isNull(this.#resolved(one)))
    if (alternatives?.length === 1) return this.type(alternatives[0] as Schema, own, isSent)
    if (alternatives) {
      return { kind: 'either', of: alternatives.map((one) => this.type(one, own, isSent)) }
    }
    if (allOf || properties) {
      this.#addObject(own, schema, isSent)
      return { kind: 'object', name: own }
    }
    const texts =
      typeof rest.const === 'string' ? [rest.const] : rest.enum?.filter((one) => one !== null)
    if (texts) return { kind: 'oneOfTexts', values: texts }
    const [plain] = [type].flat().filter((one) => one !== 'null')
    if (plain === 'array') return { kind: 'list', of: this.type(items ?? {}, own, isSent) }
    if (plain === 'object') {
      const { additionalProperties: more } = rest
      const isTyped = typeof more === 'object'
      return { kind: 'map', of: isTyped ? this.type(more, own, isSent) : { kind: 'any' } }
    }
    if (plain === 'string') return { kind: format === 'date-time' ? 'time' : 'text' }
    if (plain === 'integer' || plain === 'number' || plain === 'boolean') return { kind: plain }
    if (plain === undefined) return { kind: 'any' }
    throw new Error(`${own} is of the type ${plain}, of which the clients know nothing.`)
  }

  field(name: string, schema: Schema, isRequired: boolean, holder: string, isSent: boolean): Field {
    const target = this.#resolved(schema)
    const isNullable =
      [target.type].flat().includes('null') ||
      (target.oneOf ?? []).some((one) => isNull(this.#resolved(one)))
    const ownName = holder + wordsOf(name).map(upperFirst).join('')
    const type = this.type(schema, ownName, isSent)
    const description = schema.description ?? target.description ?? ''
    return { name, type, isNullable, isRequired, description }
  }

  #addObject(name: string, schema: Schema, isSent: boolean): void {
    if (this.types.has(name)) return
    const target = this.#resolved(schema)
    const parts = (target.allOf ?? [target]).map((one) => this.#resolved(one))
    const description = target.description ?? ''
    const made: ObjectType = { name, description, fields: [], isSent }
    this.types.set(name, made)
    for (const { properties = {}, required = [] } of parts) {
      for (const [field, one] of Object.entries(properties)) {
        made.fields.push(this.field(field, one, required.includes(field), name, isSent))
      }
    }
  }

  /** The name of an answer's type; undefined when it is a file. */
  answer({ operationId, responses }: Operation): string | undefined {
    const ok = resolved(this.#document, responses['200'] ?? responses['201'] ?? {}) as {
      content: Content
    }
    const json = ok.content['application/json']?.schema
    if (!json) return undefined
    const type = this.type(json, `${upperFirst(operationId)}Answer`, false)
    if (type.kind !== 'object') throw new Error(`${operationId} answers with no object.`)
    return type.name
  }

  body({ operationId, requestBody }: Described): ClientOperation['body'] {
    if (!requestBody) return undefined
    const { required, content } = resolved(this.#document, requestBody)
    const { schema } = content['application/json'] ?? {}
    if (!schema || Object.keys(this.#resolved(schema).properties ?? {}).length === 0) {
      return undefined
    }
    const type = this.type(schema, `${upperFirst(operationId)}Body`, true)
    if (type.kind !== 'object') throw new Error(`${operationId} takes no object.`)
    return { name: type.name, isRequired: required === true }
  }

  operation(path: string, method: string, written: Operation): ClientOperation {
    const operation = written as Described
    const { operationId: id, summary, description } = operation
    const parameters = (operation.parameters ?? []).map((one) => resolved(this.#document, one))
    const placed = (place: string) => parameters.filter((one) => one.in === place)
    const scopes = scopesOf(operation) ?? []
    const needs = scopes.length > 0 ? `scope \`${scopes.join(' ')}\`` : 'any token'
    const query = placed('query').map(({ name, schema, required }) =>
      this.field(name, schema, required === true, id, true),
    )
    const answer = this.answer(operation)
    const data = this.types.get(answer ?? '')?.fields.find(({ name }) => name === 'data')?.type
    const isList = query.some(({ name }) => name === 'starting_after') && data?.kind === 'list'
    return {
      id,
      method: method.toUpperCase(),
      path,
      text: [`${summary} (\`${method.toUpperCase()} ${path}\`, ${needs}).`, description],
      codes: [...listedErrors(this.#document, operation)].map(([, code]) => code),
      takesKey: placed('header').some(({ name }) => name === 'Idempotency-Key'),
      pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      query,
      body: this.body(operation),
      answer,
      item: isList && data.of.kind === 'object' ? data.of.name : undefined,
    }
  }

  /** The bodies of webhooks, each with the id that comes in a header. */
  events(): Map<string, string> {
    const { webhooks } = this.#document as unknown as {
      webhooks: Record<string, { post: { requestBody: { content: Content } } }>
    }
    const described = Object.entries(webhooks).map(([type, { post }]) => {
      const { content } = resolved(this.#document, post.requestBody)
      const { schema } = content['application/json'] ?? {}
      const found = this.type(schema ?? {}, '', false)
      const made = found.kind === 'object' ? this.types.get(found.name) : undefined
      if (!made) throw new Error(`The event ${type} has no object.`)
      made.fields.unshift({
        name: 'id',
        type: { kind: 'text' },
        isNullable: false,
        isRequired: true,
        description: 'The id of the event, as `listEvents` has it. Handle each id once.',
      })
      return [type, made.name] as const
    })
    return new Map(described)
  }
}

/** Every operation that takes a token, with the types that they and the webhooks are made of. */
export function modelOf(document: Document): Model {
  const walk = new Walk(document)
  const all = [...operationsOf(document)]
  const operations = all
    .filter(({ operation }) => scopesOf(operation) !== undefined)
    .map(({ path, method, operation }) => walk.operation(path, method, operation))
  const [first, ...others] = operations.map(({ codes }) => codes)
  const common = first?.filter((code) => others.every((codes) => codes.includes(code))) ?? []
  for (const one of operations) one.codes = one.codes.filter((code) => !common.includes(code))
  const events = walk.events()
  const listed = all
    .filter(({ operation }) => scopesOf(operation) || operation.operationId === 'issueToken')
    .flatMap(({ operation }) => [...listedErrors(document, operation)])
    .map(([status, code]) => [code, status] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    version: document.info.version,
    operations,
    types: [...walk.types.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    events,
    codes: new Map(listed),
  }
}
