import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { databaseFile } from '../databaseUrl.ts'
import { openTarget } from './target.ts'
import type { Target } from './target.ts'
import { BATCH_ROWS, differences } from './differences.ts'
import type { Difference } from './differences.ts'
import { openSnapshot, schemaFault } from './snapshot.ts'
import { layouts } from './layout.ts'
import type { Layout } from './layout.ts'
import { survey } from './losses.ts'
import type { Survey } from './losses.ts'
import { SqliteReader } from './rows.ts'
import type { Reader, Values } from './rows.ts'
import { tabulateSearchRows } from './searchRows.ts'

/** How many of the rows that differ at the end are named. */
const NAMED_ROWS = 20

export type CopiedTable = { name: string; rows: number; written: number; deleted: number }

/** Result of a copy; `differing` names rows of the target that are not those of the source. */
export type Copied = { tables: CopiedTable[]; differing: string[] }

/** The progress of a copy, reported after every batch, and with `done` after each table. */
export type Progress = {
  step: 'copying' | 'verifying'
  table: string
  rows: number
  done: boolean
}

export type OnProgress = (progress: Progress) => void

type Both = { source: Reader; target: Target }

/**
 * The assignment that takes a row out of each partial unique index, or out of the way in one whose
 * values can go from row to row. Rows are copied one after another, so the row that leaves such an
 * index must do so before another one enters it.
 */
const releases: Record<string, string> = {
  attempts_one_scheduled: `status = 'paid', failed_at = null`,
  bank_connections_one_in_use: `disconnected_at = coalesce(disconnected_at, '')`,
  customers_email: 'email = id',
  offers_one_default: 'is_default = false',
  payments_one_settles: `outcome = 'returned'`,
  payments_one_settles_invoice: `outcome = 'returned'`,
  users_email: `status = 'removed'`,
}

function releaseOf({ table, partialIndexes }: Layout): string {
  const names = [...partialIndexes, ...(table === 'customers' ? ['customers_email'] : [])]
  const changes = names.map((name) => {
    const release = releases[name]
    if (release === undefined) throw new Error(`Nothing takes a row out of the index ${name}.`)
    return release
  })
  return [...new Set(changes)].join()
}

/**
 * Compares the files behind two URLs, links resolved. They must be compared before they are opened:
 * a file that is open under two names can be corrupted (https://sqlite.org/howtocorrupt.html).
 */
function areSameFile(...urls: [string, string]): boolean {
  const [one, other] = urls.map((url) =>
    statSync(databaseFile(url) ?? '', { bigint: true, throwIfNoEntry: false }),
  )
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}

/** True when two connections lead to the same PostgreSQL database. */
async function areSameDatabase(a: Reader, b: Reader): Promise<boolean> {
  if (a.engine === 'sqlite' || b.engine === 'sqlite') return false
  // A random advisory lock, whose scope is one database: if `b` cannot take it, `a` holds it there.
  const lock = randomBytes(8).readBigInt64BE()
  await a.rows('select pg_advisory_lock_shared($1)', [lock])
  const [row] = await b.rows('select pg_try_advisory_lock($1)', [lock])
  return row?.[0] === 0n
}

/** @throws when the target has rows that a copy would destroy */
function requireNothingToLose(surveys: Map<Layout, Survey>): void {
  const losses = [...surveys.values()].flatMap((survey) => survey.losses)
  if (losses.length === 0) return
  throw new Error(
    `The target has what a copy would destroy: ${losses.join('; ')}. Only with --replace-target ` +
      'does a copy delete and undo that.',
  )
}

/** Collects rows and passes them on `BATCH_ROWS` at a time. */
class Batch {
  #rows: Values[] = []
  readonly #work: (rows: Values[]) => Promise<void>

  constructor(work: (rows: Values[]) => Promise<void>) {
    this.#work = work
  }

  async add(row: Values): Promise<void> {
    if (this.#rows.push(row) === BATCH_ROWS) await this.flush()
  }

  async flush(): Promise<void> {
    const rows = this.#rows
    this.#rows = []
    if (rows.length > 0) await this.#work(rows)
  }
}

/** Deletes rows that the source does not have, and releases values that other rows may take. */
async function clear(both: Both, layout: Layout, { extra, changed }: Survey): Promise<void> {
  const { target } = both
  const release = releaseOf(layout)
  if (extra === 0 && (changed === 0 || release === '')) return
  const removed = new Batch((rows) => target.remove(layout, rows))
  const released = new Batch(async (rows) => {
    if (release !== '') await target.set(layout, release, rows)
  })
  for await (const { source, target: row } of differences(both, layout)) {
    // Rows that were added since the survey are not deleted; the comparison at the end names them.
    if (row && (source || extra > 0)) await (source ? released : removed).add(row)
  }
  await removed.flush()
  await released.flush()
}

/** Counts the rows of a table and reports the progress. */
function counting(step: Progress['step'], { table }: Layout, onProgress: OnProgress) {
  let rows = 0
  const report = (done: boolean) => onProgress({ step, table, rows, done })
  return {
    onRow: () => {
      if (++rows % BATCH_ROWS === 0) report(false)
    },
    end: () => {
      report(true)
      return rows
    },
  }
}

/** Inserts rows that are missing and updates those that differ. */
async function write(both: Both, layout: Layout, onProgress: OnProgress) {
  const { onRow, end } = counting('copying', layout, onProgress)
  const batch = new Batch((rows) => both.target.write(layout, rows))
  let inserted = 0
  for await (const { source, target } of differences(both, layout, onRow)) {
    if (!source) continue
    if (!target) inserted++
    await batch.add(source)
  }
  await batch.flush()
  return { rows: end(), inserted }
}

/** Names a row and its differing columns, never their values, which may be secret or personal. */
function describe({ table, columns, key }: Layout, { source, target }: Difference): string {
  const name = [table, ...(source ?? target ?? []).slice(0, key.length)].join(' ')
  if (!target) return `${name} is missing`
  if (!source) return `${name} is not in the source`
  const differing = columns.filter((_, i) => source[i] !== target[i])
  return `${name} differs in ${differing.map((column) => column.name).join(', ')}`
}

async function verify(both: Both, layout: Layout, onProgress: OnProgress): Promise<string[]> {
  const { onRow, end } = counting('verifying', layout, onProgress)
  const differing: string[] = []
  for await (const difference of differences(both, layout, onRow)) {
    differing.push(describe(layout, difference))
    if (differing.length === NAMED_ROWS) break
  }
  end()
  return differing
}

async function copyRows(
  both: Both,
  surveys: Map<Layout, Survey>,
  onProgress: OnProgress,
): Promise<Copied> {
  const tables: CopiedTable[] = []
  for (const [layout, survey] of [...surveys].toReversed()) await clear(both, layout, survey)
  for (const [layout, { extra, changed }] of surveys) {
    const { rows, inserted } = await write(both, layout, onProgress)
    tables.push({ name: layout.table, rows, written: changed + inserted, deleted: extra })
  }
  const differing: string[] = []
  for (const layout of layouts) differing.push(...(await verify(both, layout, onProgress)))
  return { tables, differing: differing.slice(0, NAMED_ROWS) }
}

/**
 * Copies a snapshot of one database to another one, of the same or the other engine, and then
 * compares them row by row. Only rows that differ are written, so a copy that was interrupted can
 * be run again, and a repeated copy takes little time.
 *
 * The source may be in use; the target must not be.
 *
 * @param from `sqlite:PATH` or `postgres://…`, and so is `to`, whose schema is brought up to date
 * @param replaceTarget deletes rows that only the target has, and overwrites newer ones
 * @param onWriting called before the first row is written
 * @throws before anything is written, when rows would be lost or both are the same database
 */
export async function copyDatabase(
  {
    from,
    to,
    replaceTarget = false,
    onWriting = () => undefined,
  }: { from: string; to: string; replaceTarget?: boolean; onWriting?: () => void },
  onProgress: OnProgress = () => undefined,
): Promise<Copied> {
  const same = new Error('They are the same database.')
  if (areSameFile(from, to)) throw same
  const source = await openSnapshot(from)
  try {
    await requireSchema(source, 'source')
    if (source instanceof SqliteReader) tabulateSearchRows(source.client)
    const target = await openTarget(to)
    try {
      if (await areSameDatabase(source, target)) throw same
      await requireSchema(target, 'target')
      const both = { source, target }
      const surveys = await survey(both, layouts)
      if (!replaceTarget) requireNothingToLose(surveys)
      onWriting()
      return await copyRows(both, surveys, onProgress)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function requireSchema(reader: Reader, role: 'source' | 'target'): Promise<void> {
  const fault = await schemaFault(reader)
  if (fault === undefined) return
  throw new Error(`The ${role}'s schema: ${fault}. Run db migrate, or the program of that version.`)
}
