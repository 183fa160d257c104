/** `db migrate --plan`: the locks and the duration of migrations that a database has not had. */
import { lastingIndexes, migrations, tablesMadeBy } from '../postgres/migrationSteps.ts'
import type { Migration, Step } from '../postgres/migrationSteps.ts'
import type { Engine, Reader } from './rows.ts'
import { appliedMigrations, knownMigrations, openSnapshot } from './snapshot.ts'

/** A lock that others may have to wait for, and for how long it is held at most, about. */
export type PlannedLock = { table: string; mode: string; seconds: number }

export type PlannedMigration = {
  name: string
  locks: PlannedLock[]
  /** How long it takes. */
  seconds: number
  /** Bytes written to tables, indexes and the server's log. */
  bytes: number
}

/** How many rows each table has, about. */
type Sizes = ReadonlyMap<string, number>

/** A lock that is held for the time of a commit: as with every change of the catalogue. */
const INSTANT_SECONDS = 0.02

/** How long it takes to read, to sort and to write an index of, a row (measured at 10^6 rows). */
const READ_SECONDS_PER_ROW = 0.5e-6
const INDEX_SECONDS_PER_ROW = 3e-6
const FILL_SECONDS_PER_ROW = 3e-6

/** The bytes of an entry for each column of an index, most of which are ids. */
const BYTES_PER_COLUMN = 24
const BYTES_PER_ENTRY = 16

/** Each byte of a table or an index is written to the log, too. */
const WITH_LOG = 2

const ALTER = 'ACCESS EXCLUSIVE'
const REFER = 'SHARE ROW EXCLUSIVE'
/** Waited for by other changes of the schema only. */
const QUIET = 'SHARE UPDATE EXCLUSIVE'

const sizes: Record<Engine, string> = {
  postgres: `
    select relname, greatest(reltuples, 0)::bigint from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  // The tables of the search index are FTS5's, and some have no numbers of rows.
  sqlite: `
    select name, 0 from sqlite_schema
    where type = 'table' and name not like 'sqlite%' and name not like 'search_index%'
      and name <> 'search_words'`,
}

async function sizesOf(reader: Reader): Promise<Sizes> {
  const found = new Map<string, number>()
  for (const [name, rows] of await reader.rows(sizes[reader.engine])) {
    const table = String(name)
    // On SQLite, the numbers of rows count them, unless many were deleted.
    const count = `select coalesce(max(rowid), 0) from main."${table}"`
    const counted = reader.engine === 'sqlite' ? (await reader.rows(count))[0]?.[0] : rows
    found.set(table, Number(counted))
  }
  return found
}

type Part = { locks: PlannedLock[]; seconds: number; bytes: number }

const nothing: Part = { locks: [], seconds: 0, bytes: 0 }

function entryBytes(text: string): number {
  const columns = text.slice(text.indexOf('(') + 1, text.indexOf(')'))
  return BYTES_PER_ENTRY + BYTES_PER_COLUMN * columns.split(',').length
}

/** @param lasting the names of indexes that no later migration drops */
function partOf(
  step: Step,
  {
    rowsOf,
    fresh,
    lasting,
  }: {
    rowsOf: (table: string) => number
    fresh: ReadonlySet<string>
    lasting: ReadonlySet<Step>
  },
): Part {
  if (step.kind === 'table') return nothing
  if (step.kind === 'dropIndex') return { ...nothing, seconds: INSTANT_SECONDS }
  const { table } = step
  const rows = rowsOf(table)
  const held = (mode: string, seconds: number, of = table): PlannedLock => ({
    ...{ table: of, mode, seconds },
  })
  if (step.kind === 'fill') {
    const read = /\bfrom (\w+)/i.exec(step.text)?.[1] ?? table
    return { ...nothing, seconds: rowsOf(read) * FILL_SECONDS_PER_ROW }
  }
  if (step.kind === 'index') {
    if (fresh.has(table) || !lasting.has(step)) return nothing
    const seconds = INSTANT_SECONDS + rows * INDEX_SECONDS_PER_ROW
    const bytes = WITH_LOG * rows * entryBytes(step.text)
    return { locks: [held(QUIET, seconds)], seconds, bytes }
  }
  const { references } = step as { references?: string }
  const others =
    references && !fresh.has(references) ? [held(REFER, INSTANT_SECONDS, references)] : []
  if (fresh.has(table)) return { ...nothing, locks: others, seconds: INSTANT_SECONDS }
  const alter = held(references ? REFER : ALTER, INSTANT_SECONDS)
  if (step.kind === 'column') return { ...nothing, locks: [alter], seconds: INSTANT_SECONDS }
  const reading = rows * READ_SECONDS_PER_ROW
  const seconds = INSTANT_SECONDS + reading
  return { ...nothing, locks: [alter, ...others, held(QUIET, reading)], seconds }
}

/** One lock for each table and mode: the longest. */
function merged(locks: PlannedLock[]): PlannedLock[] {
  const longest = new Map<string, PlannedLock>()
  for (const lock of locks) {
    const key = `${lock.table} ${lock.mode}`
    const before = longest.get(key)
    if (!before || before.seconds < lock.seconds) longest.set(key, lock)
  }
  return [...longest.values()]
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000

function planOf(pending: readonly Migration[], sizes: Sizes): PlannedMigration[] {
  const fresh = tablesMadeBy(pending)
  const lasting = new Set<Step>(lastingIndexes())
  const rowsOf = (table: string) => (fresh.has(table) ? 0 : (sizes.get(table) ?? 0))
  return pending.map(({ tag, steps }) => {
    const parts = steps.map((step) => partOf(step, { rowsOf, fresh, lasting }))
    return {
      name: tag,
      locks: merged(parts.flatMap(({ locks }) => locks)).map((lock) => ({
        ...lock,
        seconds: rounded(lock.seconds),
      })),
      seconds: rounded(parts.reduce((sum, { seconds }) => sum + seconds, INSTANT_SECONDS)),
      bytes: Math.round(parts.reduce((sum, { bytes }) => sum + bytes, 0)),
    }
  })
}

/** SQLite has one lock, of the file's only writer, which one transaction holds to its end. */
function planOnSqlite(pending: readonly Migration[], sizes: Sizes): PlannedMigration[] {
  const planned = planOf(pending, sizes)
  const seconds = rounded(planned.reduce((sum, step) => sum + step.seconds, 0))
  return planned.map((migration) => ({
    ...migration,
    locks: [...new Set(migration.locks.map(({ table }) => table))].map((table) => {
      return { table, mode: 'RESERVED', seconds }
    }),
  }))
}

/** The pending migrations of a database, oldest first. Nothing is changed. */
export async function planMigrations(databaseUrl: string): Promise<PlannedMigration[]> {
  const snapshot = await openSnapshot(databaseUrl)
  try {
    const { engine } = snapshot
    const applied = new Set(await appliedMigrations(snapshot))
    const names = knownMigrations[engine].filter((name) => !applied.has(name))
    const sizes = await sizesOf(snapshot)
    // Both engines have the same migrations under the same numbers.
    const numbers = new Map(names.map((name) => [name.slice(0, 4), name]))
    const pending = migrations().flatMap((migration) => {
      const tag = numbers.get(migration.tag.slice(0, 4))
      return tag ? [{ ...migration, tag }] : []
    })
    return engine === 'sqlite' ? planOnSqlite(pending, sizes) : planOf(pending, sizes)
  } finally {
    await snapshot.close()
  }
}
