import { differences } from './differences.ts'
import type { Difference } from './differences.ts'
import type { Layout } from './layout.ts'
import type { Reader, Values } from './rows.ts'

/** Of the rows that a copy would destroy, this many are named for each table. */
const NAMED_ROWS = 3

/** How the target of a copy differs from its source in one table. */
export type Survey = {
  /** Rows that only the target has: they have to go. */
  extra: number
  /** Rows that both have, and not the same. */
  changed: number
  /** What a copy would destroy of these, in words. */
  losses: string[]
}

/** By what the source tells which rows it has deleted itself. */
type Moments = { now: string; newest_signing_key: string }

const columnOf = ({ columns }: Layout, row: Values, column: string): string =>
  String(row[columns.findIndex(({ name }) => name === column)] ?? '')

/**
 * The rows that the service itself deletes in the course of time. When only the target has one of
 * these, the source has forgotten it since the last copy.
 */
const forgotten: Record<string, (layout: Layout, row: Values, moments: Moments) => boolean> = {
  idempotency_keys: (layout, row, { now }) => columnOf(layout, row, 'expires_at') <= now,
  signing_keys: (layout, row, { newest_signing_key }) =>
    columnOf(layout, row, 'created_at') <= newest_signing_key,
}

async function momentsOf(source: Reader): Promise<Moments> {
  const [clock] = await source.rows('select offset_ms from sandbox_clock')
  const [key] = await source.rows('select max(created_at) from signing_keys')
  const now = new Date(Date.now() + Number(clock?.[0] ?? 0n))
  return { now: now.toISOString(), newest_signing_key: String(key?.[0] ?? '') }
}

/** Counts rows that would be destroyed, and remembers the names of the first. */
class Loss {
  #count = 0
  readonly #names: string[] = []

  add({ key }: Layout, row: Values): void {
    this.#count++
    if (this.#names.length < NAMED_ROWS) this.#names.push(row.slice(0, key.length).join(' '))
  }

  told(what: (rows: string) => string): string[] {
    if (this.#count === 0) return []
    const rest = this.#count > this.#names.length ? ', …' : ''
    const rows = this.#count === 1 ? '1 row' : `${this.#count} rows`
    return [`${what(rows)} (${this.#names.join(', ')}${rest})`]
  }
}

async function surveyOf(
  both: { source: Reader; target: Reader },
  layout: Layout,
  moments: Moments,
): Promise<Survey> {
  const { table } = layout
  const survey: Survey = { extra: 0, changed: 0, losses: [] }
  // Most copies begin with an empty target, and need not read the source for this.
  const first = await both.target.rows(`select 1 from ${table} limit 1`)
  if (first.length === 0) return survey
  const [own, newer] = [new Loss(), new Loss()]
  const isNewer = (source: Values, target: Values) =>
    columnOf(layout, target, 'updated_at') > columnOf(layout, source, 'updated_at')
  const look = ({ source, target }: Difference) => {
    if (!target) return
    survey[source ? 'changed' : 'extra']++
    if (source) return void (isNewer(source, target) && newer.add(layout, target))
    if (!forgotten[table]?.(layout, target, moments)) own.add(layout, target)
  }
  for await (const difference of differences(both, layout)) look(difference)
  survey.losses = [
    ...own.told((rows) => `${rows} of ${table} of its own`),
    ...newer.told((rows) => `${rows} of ${table} changed later than in the source`),
  ]
  return survey
}

/**
 * Compares every table before a copy writes anything. Rows are compared one by one: when the
 * databases were last written to says nothing of what only one of them has.
 */
export async function survey(
  both: { source: Reader; target: Reader },
  layouts: readonly Layout[],
): Promise<Map<Layout, Survey>> {
  const moments = await momentsOf(both.source)
  const surveys = new Map<Layout, Survey>()
  for (const layout of layouts) surveys.set(layout, await surveyOf(both, layout, moments))
  return surveys
}
