/** E2: mails of subscriptions, by processes that are killed as these change. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../../../db/open.ts'
import { Vault } from '../../../../domain/identity/vault.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { newDatabase, sqlOn } from '../../../support/engine.ts'
import type { Sql } from '../../../support/engine.ts'
import { mailServerAt, startMailServer } from '../../../support/mailServer.ts'
import type { MailMessage } from '../../../support/mailServer.ts'
import { joinedUser } from '../../../support/people.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import type { TestService } from '../../../support/service.ts'
import { seed } from '../../../guarantees/support/endings.ts'
import {
  giveUpLeft,
  killedAt,
  killingServer,
  mailsOf,
  sendRest,
  steps,
} from '../../../guarantees/support/mailKills.ts'
import type { Mail, Step } from '../../../guarantees/support/mailKills.ts'
import { mailsOfEvents } from '../../../guarantees/support/subscriptionChanges.ts'

const LONG_MS = 60_000

/** A seller of two plans, with every mail of a subscription switched on, and one who reads it. */
async function planSeller(
  service: TestService,
): Promise<{ seller_id: string; offer_ids: string[] }> {
  const seller = await service.account()
  await joinedUser(seller)
  const mail = { buyer_subscription: true, buyer_receipt: true, seller_sale: true }
  assert.equal((await seller.patch('/v1/settings', { mail })).status, 200)
  const terms = {
    amount_minor: 4990,
    currency: 'BRL',
    type: 'recurring',
    billing_interval: 'month',
  }
  const offer_ids: string[] = []
  // Another amount makes another subject of each mail.
  for (const amount_minor of [4990, 5990]) {
    const default_offer = { ...terms, amount_minor }
    const name = `Clube ${amount_minor}`
    const { body } = await seller.post<'Product'>('/v1/products', { name, default_offer })
    offer_ids.push(body.default_offer?.id ?? '')
  }
  return { seller_id: seller.seller_id, offer_ids }
}

const SUBSCRIPTION_MAILS = Object.values(mailsOfEvents).flat()

/** The types of a seller's mails about subscriptions, and those that its events ask for. */
async function mailsAndEvents({ sql, seller_id }: { sql: Sql; seller_id: string }) {
  const of = (table: string) =>
    sql<{ type: string }>(`select type from ${table} where seller_id = ?`, seller_id)
  const mails = (await of('mails')).map(({ type }) => type)
  const asked = (await of('events')).flatMap(({ type }) => mailsOfEvents[type] ?? [])
  return {
    recorded: mails.filter((type) => SUBSCRIPTION_MAILS.includes(type)).toSorted(),
    asked: asked.toSorted(),
  }
}

/** Kills a process at each step as subscriptions of a seller of its own change. */
async function oneForEachEvent(steps: readonly Step[], late: string[] = []) {
  const database_url = await newDatabase()
  const key = randomBytes(32)
  const quiet = mailServerAt((await startMailServer()).url)
  const service = await startService({
    databaseUrl: database_url,
    secretKey: key,
    mailServer: quiet,
  })
  const sellers: Awaited<ReturnType<typeof planSeller>>[] = []
  for (const _ of steps) sellers.push(await planSeller(service))
  await service.close()
  const db = await openDatabase(database_url)
  atEnd(() => db.close())
  const sql = await sqlOn(database_url)
  const vault = new Vault(key)
  const killing = await killingServer()
  const counts = { mails: 0, sent: 0 }
  for (const [i, step] of steps.entries()) {
    const { seller_id, offer_ids } = sellers[i] ?? assert.fail('no seller')
    await killedAt(step, { database_url, seller_id, key }, killing, { offer_ids, late })
    await giveUpLeft({ db, seller_id })
    await sendRest({ db, vault, sql, seller_id }, killing.server.url)
    const { recorded, asked } = await mailsAndEvents({ sql, seller_id })
    assert.deepEqual(recorded, asked, `killed ${step}`)
    const all = await mailsOf({ sql, seller_id })
    counts.mails += recorded.length
    counts.sent += all.filter(({ status }) => status === 'sent').length
    assertSentOnce(all, killing.server.mails)
  }
  return counts
}

/** A reader has a mail of each subject at most, and at least as many as were sent. */
function assertSentOnce(all: Mail[], came: MailMessage[]): void {
  const addresses = new Set(all.map(({ recipient }) => recipient))
  for (const address of addresses) {
    const own = came.filter(({ to }) => to.includes(address))
    const subjects = own.map(({ headers }) => headers['subject'])
    assert.equal(new Set(subjects).size, subjects.length, `${address}: ${subjects.join()}`)
    const mails = all.filter(({ recipient }) => recipient === address)
    assert.ok(own.length <= mails.length && own.length >= sentAmong(mails), address)
  }
}

const sentAmong = (mails: Mail[]): number => mails.filter(({ status }) => status === 'sent').length

const changeSteps: readonly Step[] = ['committed', ...steps]

property('E2', async () => {
  const endMs = performance.now() + (long ? LONG_MS : 0)
  const all = { mails: 0, sent: 0, kills: 0 }
  do {
    const run = await oneForEachEvent(changeSteps)
    all.mails += run.mails
    all.sent += run.sent
    all.kills += changeSteps.length
  } while (performance.now() < endMs)
  const { mails, sent, kills } = all
  const found = `${mails} mails of events in ${kills} kills: ${sent} sent once, 0 twice`
  return `${found} (seed ${seed})`
})

control('E2', 'a mail is claimed when it has been sent', () =>
  oneForEachEvent(['answered'], ['late']),
)
