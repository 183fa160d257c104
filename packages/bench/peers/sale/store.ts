/** Storage of a sale by hand, on either engine: each write is one transaction, synced once. */
import SQLite from 'better-sqlite3'
import pg from 'pg'
import { databaseFile } from '../../../../db/databaseUrl.ts'
import { Group } from '../byHand/group.ts'

type Value = string | number | null

/** A statement with its parameters, each a `?` in the text. */
export type Statement = [text: string, ...values: Value[]]

export type Store = {
  /** Resolves once all of them are durable. */
  write(...statements: Statement[]): Promise<void>
  row<Row>(...statement: Statement): Promise<Row | undefined>
  /** Commits since the start. */
  commits(): number
}

const tables = [
  'offers (id text primary key, name text, amount_minor integer)',
  `checkouts (id text primary key, page_token text unique, external_id text unique, status text,
    offer_id text, offer_name text, amount_minor integer, success_url text, cancel_url text,
    metadata text, created_at text, page_opened_at text, completed_at text, payment_id text)`,
  `charges (checkout_id text primary key, txid text, pix_code text, created_at text)`,
  `payments (id text primary key, checkout_id text, end_to_end_id text unique,
    amount_minor integer, paid_at text)`,
  'events (id text primary key, type text, data text, created_at text)',
  `deliveries (id text primary key, event_id text, status text, response_status integer,
    updated_at text)`,
].map((table) => `create table if not exists ${table}`)

function onSqlite(file: string | undefined): Store {
  const client = new SQLite(file)
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = FULL')
  for (const table of tables) client.exec(table)
  const prepared = new Map<string, SQLite.Statement>()
  const statement = (text: string) => {
    // With the sign SQLite does not compile it again at each execution.
    const known = prepared.get(text) ?? client.prepare(text.replaceAll('?', '+?'))
    prepared.set(text, known)
    return known
  }
  const group = new Group(client)
  return {
    write: (...statements) =>
      group.run(() => {
        for (const [text, ...values] of statements) statement(text).run(...values)
      }),
    row: async <Row>(...[text, ...values]: Statement) =>
      statement(text).get(...values) as Row | undefined,
    commits: () => group.commits,
  }
}

async function onPostgres(url: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  for (const table of tables) await pool.query(table)
  let commits = 0
  const named = ([text, ...values]: Statement) => {
    let number = 0
    const numbered = text.replaceAll('?', () => `$${++number}`)
    return { name: numbered.slice(0, 60), text: numbered, values }
  }
  return {
    async write(...statements) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        for (const statement of statements) await client.query(named(statement))
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
      commits += 1
    },
    row: async <Row>(...statement: Statement) =>
      (await pool.query(named(statement))).rows[0] as Row | undefined,
    commits: () => commits,
  }
}

export const openStore = async (url: string): Promise<Store> =>
  url.startsWith('sqlite:') ? onSqlite(databaseFile(url)) : await onPostgres(url)
