/** Schemas of the contract as Markdown. */
import { resolved } from '../../contract/document.ts'
import type { Document } from '../../contract/document.ts'
import type { Texts } from './texts.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

/** With more values than this, only the type is named: the list of currencies has 150. */
const LISTED_VALUES = 30

type Fields = Required<Pick<Schema, 'properties' | 'required'>>

/** The fields of an object, those of the schemas that it extends (`allOf`) first. */
export function fieldsOf(document: Document, schema: Schema): Fields {
  const { allOf = [], properties, required = [] } = resolved(document, schema)
  const extended = allOf.map((one) => fieldsOf(document, one))
  return {
    properties: Object.assign({}, ...extended.map((one) => one.properties), properties),
    required: [...extended.flatMap((one) => one.required), ...required],
  }
}

/** The type of a value in words; an object of the contract becomes a link to its page. */
export function typeOf(document: Document, schema: Schema): string {
  const target = resolved(document, schema)
  const name = schema.$ref?.split('/').at(-1)
  if (name && (target.properties || target.allOf)) return `[${name}](../objects/${name}.md)`
  const { type, const: only, enum: values, items } = target
  if (only !== undefined) return `\`${JSON.stringify(only)}\``
  if (values && values.length <= LISTED_VALUES) {
    return values.map((value) => `\`${JSON.stringify(value)}\``).join(' \\| ')
  }
  const either = target.oneOf ?? target.anyOf
  if (either) return either.map((one) => typeOf(document, one)).join(' \\| ')
  if (items && type === 'array') return `array: ${typeOf(document, items)}`
  return [type ?? 'any'].flat().join(' \\| ')
}

type Row = {
  name: string
  /** Of a parameter: in the path, the query or a header. */
  place?: string
  type: string
  required: boolean
  description: string
}

const cell = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replaceAll(/(?<!\\)\|/g, '\\|')

/** Fields or parameters as a table. */
export function table(rows: Row[], { markdown }: Texts): string {
  const places = rows.some(({ place }) => place)
  const heads = [markdown.name, ...(places ? [markdown.place] : []), markdown.type]
  const lines = rows.map(({ name, place, type, required, description }) => {
    const cells = [
      `\`${name}\``,
      ...(places ? [place ?? ''] : []),
      type,
      required ? markdown.yes : '',
      cell(description),
    ]
    return `| ${cells.join(' | ')} |`
  })
  const titles = [...heads, markdown.required, markdown.meaning]
  return [`| ${titles.join(' | ')} |`, `|${titles.map(() => ' - |').join('')}`, ...lines].join('\n')
}
