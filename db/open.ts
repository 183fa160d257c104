import { resolve } from 'node:path'
import { openSqlite } from './sqlite.ts'
import type { SqliteDatabase } from './sqlite.ts'

const prefix = 'sqlite:'

/** The file that a `sqlite:PATH` address names, or undefined when the address names none. */
export function sqliteFile(database_url: string): string | undefined {
  const path = database_url.startsWith(prefix) ? database_url.slice(prefix.length) : ''
  if (path === '') return undefined
  return path === ':memory:' ? path : resolve(path)
}

/**
 * Opens the database that `DATABASE_URL` names and brings its schema up to date.
 *
 * @param database_url `sqlite:PATH`
 */
export function openDatabase(database_url: string): SqliteDatabase {
  const path = sqliteFile(database_url)
  if (!path) throw new Error(`DATABASE_URL: ${database_url} is not sqlite:PATH.`)
  return openSqlite(path)
}
