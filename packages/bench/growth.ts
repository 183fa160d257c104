/** Measures the same work on few and on many rows of one seller, without HTTP. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { ApiError } from '../../contract/apiError.ts'
import type { Code } from '../../contract/apiError.ts'
import { markEnded } from '../../domain/checkouts/expire.ts'
import { EventLog } from '../../domain/webhooks/events.ts'
import { databaseFile } from '../../db/databaseUrl.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import type { Row } from '../../db/schema/tables.ts'
import { handlers } from '../../handlers/index.ts'
import { noMetrics } from '../../runtime/metrics/metrics.ts'
import type { Fixture, Place } from './data.ts'
import { median } from './median.ts'
import { pick } from './requests.ts'

export const works = ['read', 'page', 'write', 'expiry mark'] as const

export type Work = (typeof works)[number]

/** The time of each kind of work on so many rows, in microseconds: medians over the rounds. */
export type Growth = { rows: number; durations_us: Record<Work, number> }[]

/**
 * Repeats of each kind of work in a round, and transactions at once that are committed together.
 */
const REPEATS = 256
const AT_ONCE = 32

/** Copies one session of the seller so often, under ids that are older than all others. */
const multiply = `
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
  insert into checkouts (seller_id, id, customer_id, external_id, status, currency,
    amount_total_minor, page_token, success_url, cancel_url, metadata, line_items, expires_at,
    completed_at, created_at, updated_at)
  select seller_id, printf('checkout_01800000-%04x-7000-8000-%012x', n >> 16, n), customer_id, null,
    'expired', currency, amount_total_minor, printf('%s-%d', page_token, n), success_url,
    cancel_url, metadata, line_items, expires_at, null, created_at, updated_at
  from numbers, (select * from checkouts where seller_id = ? order by id desc limit 1)`

/** Opens one session again, long past its end. */
const overdue = `
  update checkouts set status = 'open', expires_at = '2020-01-01T00:00:00.000Z'
  where seller_id = ? and id = ?`

type Subject = { rows: number; db: Database; client: SQLite.Database; ids: string[] }

async function grown(folder: string, place: Place, rows: number, seller: string): Promise<Subject> {
  const file = join(folder, `rows-${rows}.db`)
  copyFileSync(databaseFile(place.DATABASE_URL) ?? '', file)
  const db = await openDatabase(`sqlite:${file}`)
  const client = new SQLite(file)
  const count = client.prepare('select count(*) from checkouts where seller_id = ?').pluck()
  client.prepare(multiply).run(rows - (count.get(seller) as number), seller)
  const some = 'select id from checkouts where seller_id = ? order by id limit 1000'
  const ids = client.prepare(some).pluck().all(seller) as string[]
  return { rows, db, client, ids }
}

/** Takes turns, some at once, and tells how long one took. */
async function timed(work: (i: number) => unknown): Promise<number> {
  const start_ms = performance.now()
  for (let i = 0; i < REPEATS; i += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => work(i + k)))
  }
  return ((performance.now() - start_ms) / REPEATS) * 1000
}

function worksOf({ db, client, ids }: Subject, { accounts }: Fixture) {
  const [account] = accounts
  if (!account) throw new Error('There is no seller.')
  const now = new Date()
  const at = now.toISOString()
  const seller: Row<'sellers'> = {
    id: account.seller_id,
    name: 'Loja',
    status: 'active',
    default_currency: 'BRL',
    search_fill: null,
    created_at: at,
    updated_at: at,
  }
  const fail = (code: Code, param?: string) => new ApiError(code, { param })
  const baseUrl = 'https://x.example'
  const events = new EventLog({ baseUrl, wake: () => undefined })
  const service = { baseUrl, events, metrics: noMetrics }
  const input = { seller, now, db, service, fail }
  const ask = (id: 'getCheckout' | 'listCheckouts' | 'createCheckout', more: object) =>
    // A handler of the service takes more than these three look at.
    (handlers[id] as (input: object) => unknown)({ ...input, ...more })
  const again = client.prepare(overdue)
  return {
    read: () => timed((i) => ask('getCheckout', { path: { checkoutId: pick(ids, i) } })),
    page: () => timed(() => ask('listCheckouts', { query: { limit: 20 } })),
    write: () =>
      timed((i) =>
        ask('createCheckout', {
          body: { offer_id: pick(account.offers, i), metadata: {} },
        }),
      ),
    async 'expiry mark'() {
      const durations_us: number[] = []
      for (const id of ids.slice(0, AT_ONCE)) {
        again.run(seller.id, id)
        const start_ms = performance.now()
        await markEnded(db, { seller_id: seller.id, ids: [id] }, { now, events })
        durations_us.push((performance.now() - start_ms) * 1000)
      }
      return median(durations_us)
    },
  }
}

/**
 * Grows two copies of the prepared database and does the same work on both in turn.
 *
 * @param counts how many sessions the first seller has in each
 * @param rounds that are measured, behind one that warms up
 */
export async function growth(
  folder: string,
  place: Place,
  fixture: Fixture,
  counts: number[],
  rounds: number,
): Promise<Growth> {
  const seller_id = fixture.accounts[0]?.seller_id ?? ''
  const subjects: Subject[] = []
  for (const rows of counts) subjects.push(await grown(folder, place, rows, seller_id))
  const measured = subjects.map((subject) => ({
    rows: subject.rows,
    work: worksOf(subject, fixture),
    durations_us: { read: [], page: [], write: [], 'expiry mark': [] } as Record<Work, number[]>,
  }))
  for (let round = 0; round <= rounds; round++) {
    for (const name of works) {
      for (const { work, durations_us } of measured) {
        const duration_us = await work[name]()
        // The first round warms up.
        if (round > 0) durations_us[name].push(duration_us)
      }
    }
  }
  for (const { db, client } of subjects) {
    client.close()
    await db.close()
  }
  return measured.map(({ rows, durations_us }) => ({
    rows,
    durations_us: {
      read: median(durations_us.read),
      page: median(durations_us.page),
      write: median(durations_us.write),
      'expiry mark': median(durations_us['expiry mark']),
    },
  }))
}
