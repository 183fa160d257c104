import { differences } from './differences.ts'
import type { Difference } from './differences.ts'
import type { Layout } from './layout.ts'
import type { Reader, Values } from './rows.ts'

/** How many of the rows that a copy would destroy are named for each table. */
const NAMED_ROWS = 3

/** How the target of a copy differs from its source in one table. */
export type Survey = {
  /** Rows that only the target has, which a copy deletes. */
  extra: number
  /** Rows that differ between the two. */
  changed: number
  /** Messages about those of these rows whose content would be lost. */
  losses: string[]
}

/** The shortest time for which events, deliveries and audit events are kept (`RETENTION_DAYS`). */
const LEAST_RETENTION_MS = 7 * 24 * 60 * 60 * 1000

/** Times of the source, by which it is known which rows it has deleted itself. */
type Moments = {
  now: string
  newestSigningKey: string
  newestWebhookKey: string
  keptFrom: string
}

const columnValue = ({ columns }: Layout, row: Values, column: string): string =>
  String(row[columns.findIndex(({ name }) => name === column)] ?? '')

/**
 * The rows that the service deletes when they have expired. When only the target has one of these,
 * the source has deleted it since the last copy.
 */
const expired: Record<string, (layout: Layout, row: Values, moments: Moments) => boolean> = {
  idempotency_keys: (layout, row, { now }) => columnValue(layout, row, 'expires_at') <= now,
  signing_keys: (layout, row, { newestSigningKey }) =>
    columnValue(layout, row, 'created_at') <= newestSigningKey,
  webhook_keys: (layout, row, { newestWebhookKey }) =>
    columnValue(layout, row, 'created_at') <= newestWebhookKey,
  events: (layout, row, { keptFrom }) => columnValue(layout, row, 'created_at') < keptFrom,
  deliveries: (layout, row, { keptFrom }) => columnValue(layout, row, 'created_at') < keptFrom,
  // These end early, too. To lose one costs another invitation or another sign-in.
  invitations: () => true,
  passkeys: () => true,
  user_sessions: () => true,
  audit_events: (layout, row, { keptFrom }) => columnValue(layout, row, 'created_at') < keptFrom,
}

async function momentsOf(source: Reader): Promise<Moments> {
  const [clock] = await source.rows('select offset_ms from sandbox_clock')
  const newestOf = async (table: string) =>
    String((await source.rows(`select max(created_at) from ${table}`))[0]?.[0] ?? '')
  const now = new Date(Date.now() + Number(clock?.[0] ?? 0n))
  const keptFrom = new Date(now.getTime() - LEAST_RETENTION_MS).toISOString()
  return {
    now: now.toISOString(),
    newestSigningKey: await newestOf('signing_keys'),
    newestWebhookKey: await newestOf('webhook_keys'),
    keptFrom,
  }
}

/** Counts rows that would be lost, and keeps the names of the first. */
class Loss {
  #count = 0
  readonly #names: string[] = []

  add({ key }: Layout, row: Values): void {
    this.#count++
    if (this.#names.length < NAMED_ROWS) this.#names.push(row.slice(0, key.length).join(' '))
  }

  messages(what: (rows: string) => string): string[] {
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
  const [older, newer] = [new Loss(), new Loss()]
  const isNewer = (source: Values, target: Values) =>
    columnValue(layout, target, 'updated_at') > columnValue(layout, source, 'updated_at')
  const look = ({ source, target }: Difference) => {
    if (!target) return
    survey[source ? 'changed' : 'extra']++
    if (source) return void (isNewer(source, target) && newer.add(layout, target))
    if (!expired[table]?.(layout, target, moments)) older.add(layout, target)
  }
  for await (const difference of differences(both, layout)) look(difference)
  survey.losses = [
    ...older.messages((rows) => `${rows} of ${table} of its own`),
    ...newer.messages((rows) => `${rows} of ${table} changed later than in the source`),
  ]
  return survey
}

/**
 * Compares every table before a copy writes anything, row by row: the time of the last write to a
 * database says nothing about rows that only one of them has.
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
