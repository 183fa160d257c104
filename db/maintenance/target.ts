import type SQLite from 'better-sqlite3'
import { requireDatabaseUrl } from '../databaseUrl.ts'
import type { Column, Layout } from './layout.ts'
import { openDatabase } from '../open.ts'
import { connectToPrimary } from '../postgres/client.ts'
import { plainTypes, PostgresReader, SqliteReader } from './rows.ts'
import type { Reader, Values } from './rows.ts'
import { writeOutSearchIndex } from './searchRows.ts'
import { openSqliteFile } from '../sqlite/open.ts'

/** A database that rows are copied to. Each call is one transaction, durable when it resolves. */
export type Target = Reader & {
  /** Inserts rows, and updates those whose keys exist. */
  write(layout: Layout, rows: Values[]): Promise<void>
  /** Deletes the rows that have the keys of these. */
  remove(layout: Layout, rows: Values[]): Promise<void>
  /** Sets columns of the rows that have the keys of these. */
  set(layout: Layout, assignment: string, rows: Values[]): Promise<void>
}

/** The statement that inserts a row, or replaces the one with the same key. */
function upsert({ table, columns, key }: Layout, values: string): string {
  const names = columns.map(({ name }) => name)
  const others = names.filter((name) => !key.includes(name))
  const changes = others.map((name) => `${name} = excluded.${name}`)
  return `insert into ${table} (${names.join()}) ${values}
    on conflict (${key.join()}) do update set ${changes.join()}`
}

const keysOf = ({ key }: Layout, rows: Values[]) => rows.map((row) => row.slice(0, key.length))

class SqliteTarget extends SqliteReader implements Target {
  #written = false

  async write(layout: Layout, rows: Values[]): Promise<void> {
    const places = layout.columns.map(() => '?').join()
    this.#each(upsert(layout, `values (${places})`), rows)
  }

  async remove(layout: Layout, rows: Values[]): Promise<void> {
    this.#atKeys(layout, `delete from ${layout.table}`, rows)
  }

  async set(layout: Layout, assignment: string, rows: Values[]): Promise<void> {
    this.#atKeys(layout, `update ${layout.table} set ${assignment}`, rows)
  }

  #atKeys(layout: Layout, statement: string, rows: Values[]): void {
    const conditions = layout.key.map((name) => `${name} = ?`)
    this.#each(`${statement} where ${conditions.join(' and ')}`, keysOf(layout, rows))
  }

  #each(text: string, rows: Values[]): void {
    const statement = this.client.prepare(text)
    this.client
      .transaction(() => {
        for (const row of rows) statement.run(row)
      })
      .immediate()
    this.#written = true
    this.#writeBack('PASSIVE')
  }

  override async close(): Promise<void> {
    try {
      if (this.#written) this.#writeBack('TRUNCATE')
    } finally {
      await super.close()
    }
  }

  /**
   * Brings what was written from the log into the file, after every batch, so that the log grows no
   * longer than a batch. SQLite's own checkpoints would pass over a sync that fails; these throw.
   */
  #writeBack(mode: 'PASSIVE' | 'TRUNCATE'): void {
    this.client.pragma(`wal_checkpoint(${mode})`)
  }
}

const types: Record<Column['type'], string> = {
  string: 'text',
  number: 'bigint',
  boolean: 'boolean',
  json: 'json',
}

/** Rows as a table of their own: one array for each column. */
const unnest = (columns: Column[]) =>
  `select * from unnest(${columns.map(({ type }, i) => `$${i + 1}::${types[type]}[]`).join()})`

class PostgresTarget extends PostgresReader implements Target {
  async write(layout: Layout, rows: Values[]): Promise<void> {
    await this.#send(upsert(layout, unnest(layout.columns)), layout.columns, rows)
  }

  remove(layout: Layout, rows: Values[]): Promise<void> {
    return this.#atKeys(layout, `delete from ${layout.table}`, rows)
  }

  set(layout: Layout, assignment: string, rows: Values[]): Promise<void> {
    return this.#atKeys(layout, `update ${layout.table} set ${assignment}`, rows)
  }

  async #atKeys(layout: Layout, statement: string, rows: Values[]): Promise<void> {
    const columns = layout.columns.slice(0, layout.key.length)
    const condition = `(${layout.key.join()}) in (${unnest(columns)})`
    await this.#send(`${statement} where ${condition}`, columns, keysOf(layout, rows))
  }

  async #send(text: string, columns: Column[], rows: Values[]): Promise<void> {
    await this.client.query(
      text,
      columns.map((_, i) => rows.map((row) => row[i])),
    )
  }
}

function openFile(path: string): SQLite.Database {
  const client = openSqliteFile(path)
  client.pragma('wal_autocheckpoint = 0')
  writeOutSearchIndex(client)
  return client
}

/**
 * Opens a database to copy rows to, creates it when it is a file that is missing, and brings its
 * schema up to date.
 */
export async function openTarget(databaseUrl: string): Promise<Target> {
  const address = requireDatabaseUrl(databaseUrl)
  if (address.engine === 'sqlite') return new SqliteTarget(openFile(address.path))
  await (await openDatabase(databaseUrl, { poolSize: 1 })).close()
  return new PostgresTarget(await connectToPrimary(address.urls, { types: plainTypes }))
}
