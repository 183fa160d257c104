/** Rows in the same form from both engines, for work on whole tables. */
import type SQLite from 'better-sqlite3'
import pg from 'pg'
import type { DatabaseLocation } from '../databaseUrl.ts'

export type Engine = DatabaseLocation['engine']

/** A text (JSON as it is stored) or an integer; a boolean is 0 or 1, as in SQLite. */
export type Value = string | bigint | null

/** The selected columns of a row. */
export type Values = Value[]

/** A connection for queries in the engine's own SQL. */
export type Reader = {
  readonly engine: Engine
  /** Runs one query; `$1`, `$2`, … stand for its arguments. */
  rows(query: string, args?: Values): Promise<Values[]>
  close(): Promise<void>
}

export class SqliteReader implements Reader {
  readonly engine = 'sqlite'
  readonly client: SQLite.Database

  constructor(client: SQLite.Database) {
    this.client = client
  }

  async rows(query: string, args: Values = []): Promise<Values[]> {
    const statement = this.client.prepare(query).safeIntegers().raw()
    // In SQLite, `$1` is a named parameter.
    const named = Object.fromEntries(args.map((value, i) => [i + 1, value]))
    return (args.length > 0 ? statement.all(named) : statement.all()) as Values[]
  }

  async close(): Promise<void> {
    this.client.close()
  }
}

const { BOOL, INT8 } = pg.types.builtins

/** How the driver parses columns: text stays as the server sends it, JSON included. */
export const plainTypes = {
  getTypeParser: (type: number) => {
    if (type === BOOL) return (text: string) => (text === 't' ? 1n : 0n)
    return type === INT8 ? BigInt : String
  },
} as pg.CustomTypesConfig

export class PostgresReader implements Reader {
  readonly engine = 'postgres'
  readonly client: pg.Client

  /** @param client with `plainTypes` */
  constructor(client: pg.Client) {
    this.client = client
  }

  async rows(text: string, values: Values = []): Promise<Values[]> {
    const { rows } = await this.client.query<Values>({ text, values, rowMode: 'array' })
    return rows
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}
