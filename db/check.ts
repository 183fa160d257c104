import type SQLite from 'better-sqlite3'
import { appliedMigrations, knownMigrations, openToInspect } from './inspect.ts'
import { invariants } from './invariants.ts'
import type { Invariant } from './invariants.ts'

/** Of each promise that does not hold, this many rows are named. */
const NAMED_ROWS = 20

/** One promise that was checked; `broken` says where it does not hold. */
export type Check = { name: string; ok: boolean; broken: string[] }

type ForeignKeyFault = { table: string; rowid: number | null; parent: string }

/** What cannot even be looked up, because the file is damaged, does not hold either. */
function check(name: string, look: () => string[]): Check {
  try {
    const broken = look()
    return { name, ok: broken.length === 0, broken }
  } catch (error) {
    return { name, ok: false, broken: [(error as Error).message] }
  }
}

function damage(client: SQLite.Database): string[] {
  const rows = client.prepare(`pragma integrity_check(${NAMED_ROWS})`).pluck().all() as string[]
  return rows.filter((row) => row !== 'ok')
}

function danglingReferences(client: SQLite.Database): string[] {
  const rows = client.pragma('foreign_key_check') as ForeignKeyFault[]
  return rows.slice(0, NAMED_ROWS)
    .map(({ table, rowid, parent }) => `${table} row ${rowid} refers to no row of ${parent}`)
}

function schemaFault(client: SQLite.Database): string[] {
  const applied = appliedMigrations(client)
  if (applied.join() === knownMigrations.join()) return []
  const last = applied.at(-1) ?? 'empty'
  return [`it is ${last}, and this program is made for ${knownMigrations.at(-1)}`]
}

function brokenRows(client: SQLite.Database, { broken }: Invariant): string[] {
  return client.prepare(`${broken} limit ${NAMED_ROWS}`).pluck().all() as string[]
}

/**
 * Checks a database file as it is at one moment, while others may go on writing: that SQLite finds
 * it whole, that its schema is this program's, and that every invariant of the data holds.
 *
 * @param path of the database file
 * @throws SqliteError when it is not there or is not a database
 */
export function checkDatabase(path: string): Check[] {
  const client = openToInspect(path)
  try {
    client.exec('begin')
    const checks = [
      check('the file is whole', () => damage(client)),
      check('what a row refers to is there', () => danglingReferences(client)),
      check('the schema is up to date', () => schemaFault(client)),
    ]
    if (appliedMigrations(client).at(-1) !== knownMigrations.at(-1)) return checks
    return [...checks, ...invariants.map((one) => check(one.name, () => brokenRows(client, one)))]
  } finally {
    client.close()
  }
}
