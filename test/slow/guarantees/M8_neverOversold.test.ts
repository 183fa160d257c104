/** M8: many open one link at once, by two processes of which one is killed. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSeller } from '../../../domain/access/clients.ts'
import { openDatabase } from '../../../db/open.ts'
import { newDatabase, sqlOn } from '../../support/engine.ts'
import type { Sql } from '../../support/engine.ts'
import { FORM, linkOf, pageOfLink } from '../../support/paymentLinks.ts'
import { startProcesses, tokenOf } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import { breakQueries } from '../../guarantees/support/breakage.ts'

const OPENERS = long ? 1_000 : 60
const MAX_PAYMENTS = long ? 100 : 15

/** Buyers who press at the same time. */
const AT_ONCE = 20

/** An opener whose process has ended, or has no place free, tries again so often. */
const TRIES = 20

const posted = (url: string, body: string, from: number) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': FORM,
      connection: 'close',
      'x-forwarded-for': `198.51.${from >> 8}.${from & 255}`,
    },
    body,
  })

type Rush = {
  /** The addresses at which the link is served at present. */
  urls: () => string[]
  path: string
  openers: number
  /** Called after each payment with how many there are. */
  onPaid?: (paid: number) => void
}

/** Each opener presses the button; two of three pay what they have opened. */
async function rush({ urls, path, openers, onPaid }: Rush): Promise<void> {
  let [next, paid] = [0, 0]
  /** The location of a page, or undefined when none was opened. */
  const post = async (from: number, place: string, body: string): Promise<string | undefined> => {
    for (let i = 0; i < TRIES; i++) {
      const all = urls()
      const url = all[(from + i) % all.length] ?? ''
      // The process may be gone, before its answer or after it.
      const answer = await posted(url + place, body, from).catch(() => undefined)
      await answer?.text().catch(() => '')
      if (answer?.status === 303) return answer.headers.get('location') ?? ''
      if (answer && answer.status !== 503) return undefined
    }
    return undefined
  }
  const opener = async () => {
    while (next < openers) {
      const from = next++
      const page = await post(from, path, '')
      if (page === undefined || from % 3 === 2) continue
      if ((await post(from, page, 'action=pay')) !== undefined) onPaid?.(++paid)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, opener))
}

/** The sessions of a link that are paid or can be, and the number that the link says were paid. */
async function takenOf(sql: Sql, link_id: string) {
  const [row] = await sql<{ paid: number; open: number; counted: number }>(
    `select
       (select count(*) from checkouts
         where payment_link_id = ? and status = 'completed') as paid,
       (select count(*) from checkouts where payment_link_id = ? and status = 'open') as open,
       (select payments_count from payment_links where id = ?) as counted`,
    link_id,
    link_id,
    link_id,
  )
  const { paid, open, counted } = row ?? { paid: -1, open: 0, counted: 0 }
  return { paid: Number(paid), open: Number(open), counted: Number(counted) }
}

async function assertNeverOversold(sql: Sql, link_id: string, most: number) {
  const { paid, open, counted } = await takenOf(sql, link_id)
  assert.equal(counted, paid, 'the link counts another number than was paid')
  assert.ok(paid > 0, 'nothing was paid')
  assert.ok(paid + open <= most, `${paid} are paid and ${open} open of ${most}`)
  return { paid, open }
}

property('M8', async () => {
  const DATABASE_URL = await newDatabase()
  const environment = {
    DATABASE_URL,
    SECRET_KEY: randomBytes(32).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const db = await openDatabase(DATABASE_URL)
  const client = await createSeller(db, { name: 'Loja', now: new Date() })
  await db.close()
  const [doomed, other] = await Promise.all([
    startProcesses(environment),
    startProcesses(environment),
  ])
  const token = await tokenOf(other.url, client)
  const answer = await fetch(`${other.url}/v1/payment_links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ingresso',
      items: [{ name: 'Ingresso', unit_amount_minor: 18_000 }],
      max_payments: MAX_PAYMENTS,
    }),
  })
  const link = (await answer.json()) as { id: string; url: string }
  let alive = [doomed.url, other.url]
  await rush({
    urls: () => alive,
    path: pageOfLink(link),
    openers: OPENERS,
    onPaid(paid) {
      if (paid !== Math.floor(MAX_PAYMENTS / 3)) return
      doomed.kill('SIGKILL')
      alive = [other.url]
    },
  })
  const sql = await sqlOn(DATABASE_URL)
  const { paid, open } = await assertNeverOversold(sql, link.id, MAX_PAYMENTS)
  const sold = `${paid} paid, ${open} open`
  return `${OPENERS} openers of ${MAX_PAYMENTS}, two processes, one killed: ${sold}`
})

control('M8', 'open sessions are not counted', async () => {
  const service = await startService({ trustedProxies: ['127.0.0.1'] })
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 5 })
  breakQueries(service.db, {
    count_open_sessions_of_link: (step) => ({ step, rows: () => [{ count: 0 }] }),
  })
  await rush({ urls: () => [service.url], path: pageOfLink(link), openers: 30 })
  await assertNeverOversold(service.sql, link.id, 5)
})
