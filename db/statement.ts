import type { Query } from 'drizzle-orm'
import { Column, getTableName, is, Param, Placeholder } from './drizzle.ts'
import type { Builder, Definition } from './query.ts'
import type { Tables } from './schema.ts'

type Args = Record<string, unknown>
type Row = Record<string, unknown>
type Decoder = { mapFromDriverValue(value: unknown): unknown }

type Field = { path: string[]; field: Decoder | { decoder: Decoder } }

/** What Drizzle hands to a driver when a statement is prepared. */
type Built = {
  query: Query
  /** Where each column of the result goes, `[name]` or with joins `[table, name]`. */
  fields: Field[] | undefined
  /** The tables that are read or written, but for those that only a subquery names. */
  tables: string[]
  /** Of the tables that are joined, whether there is a row of each for every row of the result. */
  joinsNotNullableMap?: Record<string, boolean>
}

/**
 * A statement as an engine sends it. Drizzle builds it; but to execute it, Drizzle interprets its
 * parameters and fields anew for each row, which takes longer than SQLite does to find the row.
 */
export type Statement = {
  readonly text: string
  readonly tables: string[]
  /** The parameters, in the order of their places in the text. */
  readonly values: (args: Args) => unknown[]
  /** Makes a row of the values of its columns; without any, what stands for one. */
  readonly row: (values: unknown[]) => Row
}

/** Stands where Drizzle expects a driver, and hands back what it was to prepare. */
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

/**
 * @param builder of the dialect in which the tables are
 * @returns makes the statement of a definition, once for the whole process
 */
export function statements(
  builder: object,
  tables: Tables,
): (definition: Definition) => Statement {
  const known = new Map<Definition, Statement>()
  return (definition) => {
    let statement = known.get(definition)
    if (!statement) {
      const built = definition.build(builder as Builder, tables).prepare()
      statement = compiled(built as unknown as Built)
      known.set(definition, statement)
    }
    return statement
  }
}

/** Works out once what is the same at each execution. */
function compiled({ query, fields, tables, joinsNotNullableMap }: Built): Statement {
  return {
    text: query.sql,
    tables,
    values: argumentsReader(query.params),
    row: rowReader(fields ?? [], joinsNotNullableMap ?? {}),
  }
}

/**
 * Puts the arguments into the order of the parameters. Like the reader of rows, it is compiled, as
 * an array literal: in a loop, each name is looked up anew.
 */
function argumentsReader(params: unknown[]): Statement['values'] {
  const members = params.map((param, i) => {
    const placeholder = is(param, Param) ? param.value : param
    if (!is(placeholder, Placeholder)) return `params[${i}]`
    const name = JSON.stringify(placeholder.name)
    const given = `given(args[${name}], ${name})`
    const asItIs = !is(param, Param) ||
      param.encoder.mapToDriverValue === Column.prototype.mapToDriverValue
    return asItIs ? given : `params[${i}].encoder.mapToDriverValue(${given})`
  })
  const code = `return (args) => [${members.join(', ')}]`
  return new Function('params', 'given', code)(params, given)
}

function given(value: unknown, name: string): unknown {
  if (value === undefined) throw new Error(`The argument ${name} is missing.`)
  return value
}

/** A column of the result: its name, where it stands, and what reads it if it is not as it is. */
type Cell = { name: string; index: number; decoder: Decoder | undefined }

function cellOf({ path, field }: Field, index: number): Cell {
  const decoder = 'decoder' in field ? field.decoder : field
  const asItIs = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
  return { name: path.at(-1) ?? '', index, decoder: asItIs ? undefined : decoder }
}

/**
 * Makes an object of the values of some columns. It is compiled as an object literal, which takes
 * half as long as a loop that looks up each name.
 */
function objectReader(cells: Cell[]): Statement['row'] {
  const members = cells.map(({ name, index, decoder }, i) => {
    const value = `values[${index}]`
    const decoded = `${value} === null ? null : cells[${i}].decoder.mapFromDriverValue(${value})`
    return `${JSON.stringify(name)}: ${decoder ? decoded : value}`
  })
  return new Function('cells', `return (values) => ({ ${members.join(', ')} })`)(cells)
}

/** The cells that make an object of their own, null when the join has found no row for it. */
type Part = { name: string; cells: Cell[]; optional: boolean }

function rowReader(fields: Field[], always: Record<string, boolean>): Statement['row'] {
  const own: Cell[] = []
  const parts = new Map<string, Part>()
  for (const [index, one] of fields.entries()) {
    const [name = '', ...nested] = one.path
    if (nested.length === 0) own.push(cellOf(one, index))
    else {
      const optional = is(one.field, Column) && always[getTableName(one.field.table)] === false
      const part = parts.get(name) ?? { name, cells: [], optional }
      part.cells.push(cellOf(one, index))
      parts.set(name, part)
    }
  }
  const readOwn = objectReader(own)
  if (parts.size === 0) return readOwn
  const nested = [...parts.values()].map((part) => ({ ...part, read: objectReader(part.cells) }))
  return (values) => {
    const row = readOwn(values)
    for (const { name, cells, optional, read } of nested) {
      const missing = optional && cells.every(({ index }) => values[index] === null)
      row[name] = missing ? null : read(values)
    }
    return row
  }
}
