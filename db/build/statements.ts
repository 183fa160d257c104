/**
 * Writes statements as code, at generation. Drizzle builds their text, but it would interpret
 * parameters and fields anew for each row, which takes longer than SQLite needs to find the row.
 */
import type { AnyColumn, Query } from 'drizzle-orm'
import { Column, getTableName, is, noopDecoder, Param, Placeholder } from '../sqlite/drizzle.ts'
import type { Builder, QueryDefinition } from '../query.ts'
import { LONG_JSON } from '../longJson.ts'
import type { JsonCell } from '../longJson.ts'
import { sourceHash } from '../statement.ts'
import type { Tables } from '../schema/tables.ts'

type Field = { path: string[]; field: unknown }

/** Arguments with which Drizzle asks a driver to prepare a statement. */
type Built = {
  query: Query
  /** Where each column of the result goes, `[name]` or with joins `[table, name]`. */
  fields: Field[] | undefined
  tables: string[]
  /** Of the tables that are joined, whether there is a row of each for every row of the result. */
  joinsNotNullableMap?: Record<string, boolean>
}

/** In place of a database driver: returns what it was asked to prepare. */
export const driver = {
  prepareQuery: (
    query: Query,
    fields: Built['fields'],
    _name: unknown,
    _rowMode: unknown,
    _mapper: unknown,
    { tables }: { tables: string[] },
  ) => ({
    query,
    fields,
    tables,
    setToken() {
      return this
    },
  }),
} as never

/** Code that converts a value of a column to what the driver stores, and back. */
type Conversion = {
  toStored(value: string): string
  fromStored(value: string): string
  isJson?: true
}

const asItIs: Conversion = { toStored: (value) => value, fromStored: (value) => value }

const number: Conversion = { ...asItIs, fromStored: (value) => `Number(${value})` }

const conversions: Record<string, Conversion> = {
  SQLiteText: asItIs,
  SQLiteInteger: asItIs,
  SQLiteBoolean: {
    toStored: (value) => `${value} ? 1 : 0`,
    fromStored: (value) => `${value} === 1`,
  },
  SQLiteTextJson: {
    isJson: true,
    toStored: (value) => `JSON.stringify(${value})`,
    fromStored: (value) => `JSON.parse(${value})`,
  },
  PgCustomColumn: asItIs,
  PgBoolean: asItIs,
  PgBigInt53: number,
  PgJson: {
    isJson: true,
    toStored: (value) => `JSON.stringify(${value})`,
    fromStored: (value) => `JSON.parse(${value})`,
  },
}

/** The conversion of a column's type, or of an expression that is declared to be a number. */
function conversionOf(of: unknown): Conversion {
  const { columnType, decoder } = of as { columnType?: string; decoder?: typeof noopDecoder }
  if (decoder === noopDecoder) return asItIs
  if (decoder?.mapFromDriverValue === Number) return number
  const conversion = conversions[columnType ?? '']
  if (!conversion) throw new Error(`There is no conversion for ${columnType ?? 'this expression'}.`)
  return conversion
}

/** @returns the code of a `Statement` as an object literal */
export function codeOf(definition: QueryDefinition, builder: object, tables: Tables): string {
  const prepared = definition.build(builder as Builder, tables).prepare()
  const {
    query,
    fields = [],
    tables: used,
    joinsNotNullableMap = {},
  } = prepared as unknown as Built
  const json = jsonOf(fields, definition)
  const text = definition.endsEarly ? withLengths(query.sql, json) : query.sql
  const cells = JSON.stringify(json.map(({ cell }) => cell))
  return `{
  text: ${JSON.stringify(text)},
  tables: ${JSON.stringify(used)},
  values: (args) => [${query.params.map(argument).join(', ')}],
  row: (values) => (${rowOf(fields, joinsNotNullableMap)}),
  ${json.length > 0 ? `json: ${cells},\n  ` : ''}source: ${JSON.stringify(sourceHash(definition))},
}`
}

/** A column of JSON that a statement selects. */
type JsonColumn = { column: AnyColumn; cell: JsonCell }

function jsonOf(fields: Field[], { name, endsEarly }: QueryDefinition): JsonColumn[] {
  return fields.flatMap(({ path, field }, index) => {
    if (!is(field, Column) || !conversionOf(field).isJson) return []
    const cell = { index, path }
    if (!endsEarly) return [{ column: field, cell }]
    const isId = ({ field: id }: Field) =>
      is(id, Column) && id.name === 'id' && id.table === field.table
    const idAt = fields.findIndex(isId)
    if (idAt < 0) throw new Error(`${name} selects no id beside ${field.name}.`)
    return [{ column: field, cell: { ...cell, long: { text: longValues(field), idAt } } }]
  })
}

const isPostgres = ({ columnType }: AnyColumn) => columnType.startsWith('Pg')

/** The statement that reads a column of JSON of several rows of a seller. */
function longValues(column: AnyColumn): string {
  const table = `"${getTableName(column.table)}"`
  const from = `select "id", "${column.name}" from ${table}`
  return isPostgres(column)
    ? `${from} where ${table}."seller_id" = $1 and "id" = any($2)`
    : `${from} where ${table}."seller_id" = +? and "id" in (select value from json_each(+?))`
}

/** Selects the bytes of JSON that is long in place of it: SQLite need not read it for that. */
function withLengths(text: string, json: JsonColumn[]): string {
  const end = text.indexOf(' from ')
  const cells = json.reduce(
    (list, { column }) => {
      const name = `"${column.name}"`
      const qualified = `"${getTableName(column.table)}".${name}`
      const selected = list.includes(qualified) ? qualified : name
      return list.replace(selected, () => lengthOrValue(column, selected))
    },
    text.slice(0, end),
  )
  return cells + text.slice(end)
}

function lengthOrValue(column: AnyColumn, name: string): string {
  if (isPostgres(column)) {
    // The bytes as they are stored, perhaps compressed, are known without reading the value.
    const stored = `pg_column_size(${name})`
    const bytes = `octet_length(${name}::text)`
    const isLong = `${stored} > ${LONG_JSON} or ${bytes} > ${LONG_JSON}`
    return `case when ${isLong} then to_json(${bytes}) else ${name} end`
  }
  const bytes = `octet_length(${name})`
  return `case when ${bytes} > ${LONG_JSON} then ${bytes} || '' else ${name} end`
}

/** The code of one parameter: an array literal of them is faster than a loop over names. */
function argument(param: unknown): string {
  const placeholder = is(param, Param) ? param.value : param
  // A query that spreads its arguments (`{ ...args }`) gets none: their names become known only as
  // each is read.
  if (placeholder === undefined) throw new Error('A parameter of the statement has no value.')
  if (!is(placeholder, Placeholder)) return JSON.stringify(placeholder)
  const name = JSON.stringify(placeholder.name)
  if (!is(param, Param)) return `given(args[${name}], ${name})`
  const { toStored, isJson } = conversionOf(param.encoder)
  const check = isJson ? 'whole' : 'given'
  const stored = toStored(`${check}(args[${name}], ${name})`)
  const isNullable = is(param.encoder, Column) && !param.encoder.notNull
  return isNullable && stored !== `given(args[${name}], ${name})`
    ? `args[${name}] === null ? null : ${stored}`
    : stored
}

function cell({ path, field }: Field, index: number): string {
  const value = `values[${index}]`
  const stored = conversionOf(field).fromStored(value)
  const name = JSON.stringify(path.at(-1))
  return stored === value ? `${name}: ${value}` : `${name}: ${value} === null ? null : ${stored}`
}

/**
 * The code of an object literal, which takes half the time of a loop over names.
 *
 * @param always for each joined table, whether every row of the result has a row of it
 */
function rowOf(fields: Field[], always: Record<string, boolean>): string {
  const lines: string[] = []
  const parts = new Map<string, { cells: string[]; missing: string[]; optional: boolean }>()
  for (const [index, field] of fields.entries()) {
    const [name = '', ...nested] = field.path
    if (nested.length === 0) {
      lines.push(cell(field, index))
      continue
    }
    const { field: column } = field
    const optional = is(column, Column) && always[getTableName(column.table)] === false
    const part = parts.get(name) ?? { cells: [], missing: [], optional }
    part.cells.push(cell(field, index))
    part.missing.push(`values[${index}] === null`)
    parts.set(name, part)
  }
  const nested = [...parts].map(([name, { cells, missing, optional }]) => {
    const unless = optional ? `${missing.join(' && ')} ? null : ` : ''
    return `${JSON.stringify(name)}: ${unless}{ ${cells.join(', ')} }`
  })
  return `{ ${[...lines, ...nested].join(', ')} }`
}

/**
 * The generated module of an engine. V8 compiles a function in brackets with its module, so that
 * the compile cache has it, and a function within that is not called costs nothing.
 */
export function statementsModule(code: Record<string, string>): string {
  const members = Object.entries(code).map(
    ([name, member]) => `${JSON.stringify(name)}: () => (${member}),\n`,
  )
  return `export const statements = ((given, whole) => ({\n${members.join('')}}))\n`
}
