/** The engine that a test file runs on: SQLite, or PostgreSQL with TEST_ENGINE=postgres. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { databaseFile, parseDatabaseUrl } from '../../db/databaseUrl.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import { SqliteDatabase } from '../../db/sqlite/database.ts'
import { openSqliteFile, setUp } from '../../db/sqlite/open.ts'
import { atEnd, onceForFile } from './atEnd.ts'
import { newNameOf, onServer, prepareServer, ROLE, startServer, urlOf } from './postgres.ts'

export const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'

/** Sends one statement, with `?` for each argument, and returns its rows. */
export type Sql = <Row = Record<string, unknown>>(
  statement: string,
  ...args: unknown[]
) => Promise<Row[]>

/** A database of the shared server that has the schema and no rows. */
const template = process.env['TEST_DATABASE_TEMPLATE']

/** The server that the whole run shares, or one of this file's own when it runs alone. */
const serverUrl = onceForFile(async () => {
  const shared = process.env['TEST_DATABASE_URL']
  if (shared) return shared
  const own = await startServer()
  atEnd(() => own.remove())
  await prepareServer(own.url)
  return own.url
})

/**
 * The address of a new PostgreSQL database, on whichever engine the file runs. It goes with its
 * server, or when all tests have run.
 *
 * @param of the database that it is a copy of, unless that is the one with the schema
 */
export async function newPostgres(of = template ?? 'template1'): Promise<string> {
  const url = await serverUrl()
  const name = newNameOf(template ?? 'test')
  // Copying files takes half the time of copying through the log, and leaves that small.
  const copy = `create database ${name} template ${of} strategy file_copy owner ${ROLE}`
  await onServer(url, (client) => client.query(copy))
  return urlOf(url, name, ROLE)
}

/** A file of SQLite that has the schema and no rows. */
let sqliteTemplate: Buffer | undefined

/** Copying the template takes a tenth of the time of the migrations. */
function migrated(): Buffer {
  if (sqliteTemplate) return sqliteTemplate
  const client = openSqliteFile(':memory:')
  sqliteTemplate = client.serialize()
  client.close()
  return sqliteTemplate
}

function newFile(content?: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'balcao.db')
  if (content) writeFileSync(file, content, { mode: 0o600 })
  return `sqlite:${file}`
}

/** The address of a database without a schema, or of a file that is not there yet. */
export const newEmptyDatabase = async (): Promise<string> =>
  engine === 'postgres' ? newPostgres('template1') : newFile()

/**
 * The address of a database that has the schema and no rows, and that other processes can open too;
 * it goes with the file.
 */
export const newDatabase = async (on: 'sqlite' | 'postgres' = engine): Promise<string> =>
  on === 'postgres' ? newPostgres() : newFile(migrated())

/** The same for this process only, which is the quicker one to have. */
export const newPrivateDatabase = async (): Promise<string> =>
  engine === 'postgres' ? newPostgres() : 'sqlite::memory:'

/** Opens a database that one of these has given. */
export async function open(
  database_url: string,
  options: Parameters<typeof openDatabase>[1] = {},
): Promise<Database> {
  if (database_url !== 'sqlite::memory:') return openDatabase(database_url, options)
  return new SqliteDatabase(setUp(new SQLite(migrated())), options)
}

const numbered = (statement: string) => {
  let count = 0
  return statement.replace(/\?/g, () => `$${++count}`)
}

/** Rows as SQLite gives them: booleans are 0 and 1, and whole numbers numbers. */
const plainTypes = {
  getTypeParser: (oid: number, format: 'text' | 'binary' = 'text') => {
    if (oid === pg.types.builtins.BOOL) return (text: string) => (text === 't' ? 1 : 0)
    if (oid === pg.types.builtins.INT8) return Number
    if (oid === pg.types.builtins.NUMERIC) return Number
    if (oid === pg.types.builtins.JSON) return String
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** Looks into a database and changes it behind the service's back. */
export async function sqlOn(database_url: string, db?: Database): Promise<Sql> {
  if (database_url.startsWith('sqlite:')) {
    const file = databaseFile(database_url)
    // No other connection can open what is in the memory of one connection.
    const client = !file && db instanceof SqliteDatabase ? db.client : new SQLite(file)
    if (file) atEnd(() => client.close())
    return async <Row>(statement: string, ...args: unknown[]) => {
      const prepared = client.prepare(statement)
      if (prepared.reader) return prepared.all(...args) as Row[]
      prepared.run(...args)
      return []
    }
  }
  // A single connection, which sends one statement after the other.
  const connectionString = await urlOfSuperuser(database_url)
  const pool = new pg.Pool({ connectionString, types: plainTypes, max: 1, idleTimeoutMillis: 0 })
  pool.on('error', () => undefined)
  atEnd(() => pool.end())
  return async <Row>(statement: string, ...args: unknown[]) => {
    const { rows } = await pool.query(numbered(statement), args)
    return rows as Row[]
  }
}

/** The same database for the superuser, whose statements are not the service's. */
export async function urlOfSuperuser(database_url: string): Promise<string> {
  if (database_url.includes(`//${ROLE}:`)) {
    return urlOf(await serverUrl(), new URL(database_url).pathname.slice(1))
  }
  const address = parseDatabaseUrl(database_url)
  const [url] = address?.engine === 'postgres' ? address.urls : []
  return url ?? database_url
}

/** All bytes of a database: the files of SQLite, or the rows in PostgreSQL's tables. */
export async function everythingStored(database_url: string): Promise<Buffer> {
  const file = databaseFile(database_url)
  if (file) {
    const folder = dirname(file)
    return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
  }
  const sql = await sqlOn(database_url)
  const tables = await sql<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  const rows = await Promise.all(tables.map(({ name }) => sql(`select * from ${name}`)))
  return Buffer.from(JSON.stringify(rows))
}

/** Opens a database for this file, and closes it after it. */
export async function openTestDatabase(database_url: string): Promise<Database> {
  const db = await open(database_url)
  atEnd(() => db.close())
  return db
}
