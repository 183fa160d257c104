import { sqliteCore } from './drizzle.ts'

const { check, foreignKey, index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } =
  sqliteCore

/** The prefix of the ids in a column, or of those that are shown of its hashes. */
export type IdForm = { kind: 'id' | 'hash' | 'within'; prefix?: string | undefined }

/** Keeps the form of a column's ids with the column; `generated/idPrefixes.ts` is made of it. */
function withIdForm<Column extends object>(column: Column, idForm: IdForm): Column {
  const { config } = column as unknown as { config: { idForm?: IdForm } }
  config.idForm = idForm
  return column
}

/** The form of the ids in a column of SQLite's tables. */
export const idFormOf = (column: object): IdForm | undefined =>
  (column as { config: { idForm?: IdForm } }).config.idForm

/**
 * The vocabulary of db/schema/, for SQLite. PostgreSQL has the same words (db/postgres/dialect.ts);
 * the types of queries and rows come from this one.
 */
export const sqlite = {
  table: sqliteTable,
  text: () => text(),
  /** The id of a row, as `newId` makes it: the prefix, with its underscore, and a UUIDv7. */
  id: (prefix: string) => withIdForm(text().notNull(), { kind: 'id', prefix }),
  /** SHA-256 in base64url as the key; `idOfHash` shows an id with the prefix of it, if any. */
  hash: (prefix?: string) => withIdForm(text().notNull(), { kind: 'hash', prefix }),
  /** A text that can hold only the named values. */
  oneOf: <const Values extends readonly [string, ...string[]]>(values: Values) =>
    text({ enum: values }),
  /** Whole numbers up to 2^53 - 1: amounts in minor units, counts, milliseconds. */
  integer: () => integer(),
  boolean: () => integer({ mode: 'boolean' }),
  /** Any JSON; keys keep their order. Objects within it may have ids, with a prefix of theirs. */
  json: <Value>(prefix?: string) => {
    const column = text({ mode: 'json' }).$type<Value>()
    return prefix === undefined ? column : withIdForm(column, { kind: 'within', prefix })
  },
  primaryKey,
  foreignKey,
  unique,
  uniqueIndex,
  index,
  check,
}

export type Dialect = typeof sqlite
