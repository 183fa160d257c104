/** Copies of a database to be spoiled, made by the engine itself. */
import { copyFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { databaseFile } from '../../db/databaseUrl.ts'
import { copyDatabase } from '../../db/maintenance/copy.ts'
import { layouts } from '../../db/maintenance/layout.ts'
import { newDatabase, newEmptyDatabase, sqlOn } from './engine.ts'
import type { Sql } from './engine.ts'
import { newNameOf } from './postgres.ts'

/** A database as it was at one moment, and as many copies of it as are wanted. */
export interface Original {
  /** The address of a copy on which statements were run. */
  copy(statements?: string): Promise<string>
  /**
   * The same, where nothing but the primary keys forbids a statement. There is one such copy at a
   * time: the next call takes it.
   */
  spoiled(statements: string): Promise<string>
}

class OriginalFile implements Original {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  async copy(statements = ''): Promise<string> {
    return this.#changed((client) => client.exec(statements))
  }

  async spoiled(statements: string): Promise<string> {
    return this.#changed((client) => {
      client.pragma('foreign_keys = OFF')
      client.pragma('ignore_check_constraints = ON')
      const indexes = client
        .prepare("select name from sqlite_master where sql like 'create unique index%'")
        .pluck()
      for (const name of indexes.all()) client.exec(`drop index ${name}`)
      client.exec(statements)
    })
  }

  async #changed(change: (client: SQLite.Database) => void): Promise<string> {
    const url = await newEmptyDatabase()
    const file = databaseFile(url) ?? ''
    copyFileSync(this.#file, file)
    const client = new SQLite(file)
    change(client)
    client.close()
    return url
  }
}

/** Lets go of every constraint but the primary keys. */
const loosen = `
  do $$ declare one record; begin
    for one in select conrelid::regclass as table, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u')
    loop execute format('alter table %s drop constraint %I', one.table, one.conname); end loop;
    for one in select indexrelid::regclass as index from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        and indisunique and not indisprimary
    loop execute format('drop index %s', one.index); end loop;
  end $$`

const names = layouts.map(({ table }) => table)
const keep = names.map((name) => `create table kept.${name} as table public.${name}`).join(';')
const restore = names.map((name) => `insert into public.${name} table kept.${name}`).join(';')

class OriginalOnServer implements Original {
  readonly #url: string
  readonly #name: string
  /** The connection on which copies are made: no client may be connected to the original. */
  readonly #elsewhere: Sql
  #loose: Promise<{ url: string; sql: Sql }> | undefined

  constructor(url: string, elsewhere: Sql) {
    this.#url = url
    this.#name = new URL(url).pathname.slice(1)
    this.#elsewhere = elsewhere
  }

  async copy(statements = ''): Promise<string> {
    const name = newNameOf(this.#name)
    const role = new URL(this.#url).username
    await this.#elsewhere(
      `create database ${name} template ${this.#name} strategy file_copy owner ${role}`,
    )
    const url = this.#url.replace(this.#name, name)
    if (statements !== '') await (await sqlOn(url))(statements)
    return url
  }

  /** Making and dropping a database costs most of a second, so one is filled again and again. */
  async spoiled(statements: string): Promise<string> {
    this.#loose ??= (async () => {
      const url = await this.copy()
      const sql = await sqlOn(url)
      await sql(`${loosen}; create schema kept; ${keep}`)
      return { url, sql }
    })()
    const { url, sql } = await this.#loose
    await sql(`truncate ${names.join()}; ${restore}; ${statements}`)
    return url
  }
}

/** Keeps the rows of a database at this moment, while other clients go on working on it. */
export async function originalOf(database_url: string): Promise<Original> {
  const url = await newDatabase()
  await copyDatabase({ from: database_url, to: url })
  const file = databaseFile(url)
  return file === undefined
    ? new OriginalOnServer(url, await sqlOn(database_url))
    : new OriginalFile(file)
}
