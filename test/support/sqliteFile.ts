/** A file of a database and its rows, for tests of SQLite's own promises. */
import { join } from 'node:path'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { SqliteDatabase } from '../../db/sqlite/database.ts'
import { onceForFile } from './atEnd.ts'
import { temporaryFolder } from './commandLine.ts'

/** The folder of the files. */
export const folder = onceForFile(temporaryFolder)

let files = 0
export const newFile = () => join(folder(), `${files++}.db`)

export const add = query('test_add_seller', (db, { sellers }, { id }: Arguments<{ id: string }>) =>
  db
    .insert(sellers)
    .values({
      id,
      name: 'Loja',
      status: 'active',
      default_currency: 'BRL',
      created_at: '',
      updated_at: '',
    })
    .returning({ id: sellers.id }),
)

export const all = query('test_all_sellers', (db, { sellers }) =>
  db.select({ id: sellers.id }).from(sellers).orderBy(sellers.id),
)

export const ids = async (db: SqliteDatabase) => (await db.read(() => all({}))).map(({ id }) => id)
