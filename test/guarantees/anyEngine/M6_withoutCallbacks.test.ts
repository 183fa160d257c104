/** M6: at a bank that announces nothing, its list settles every sale in the round that reads it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { mock } from 'node:test'
import { Vault } from '../../../domain/identity/vault.ts'
import { POLLS_A_MINUTE } from '../../../domain/pix/rounds/pollBudget.ts'
import { TransferSync } from '../../../domain/pix/transfers/transferSync.ts'
import { BankError } from '../../../domain/pix/bank/provider.ts'
import { startBank } from '../../support/bank.ts'
import { addBank } from '../../support/bankSettings.ts'
import { newDatabase } from '../../support/engine.ts'
import { control, long, property } from '../../support/property.ts'
import { INTERVAL_MS, PRICE_MINOR, RailTest, startRail } from '../../support/rail.ts'
import { startService } from '../../support/service.ts'

/** More than a page holds, and more than the budget of polls. */
const SALES = long ? 240 : 120

/** The requests for pages that hold the sales, of two lists, and one for the list of returns. */
const MAX_PAGES = 7

/** The long form: the interval, and by when every sale is settled. */
const RECONCILE_SECONDS = 5
const BAR_MS = 15_000

/** The longest wait for a settlement, and the pause between looks. */
const PATIENCE_MS = 60_000
const LOOK_MS = 100

/** A service, and a seller whose bank announces nothing, in real time. */
async function startInRealTime(): Promise<RailTest> {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const settings = { databaseUrl, secretKey, reconcileSeconds: RECONCILE_SECONDS, real_clock: true }
  const service = await startService({ ...settings, logLevel: 'silent' })
  const bank = await startBank(() => new Date())
  const seller = await service.account()
  const vault = new Vault(secretKey)
  const { seller_id } = seller
  await addBank(service.db, vault, { seller_id, settings: bank.settings, now: new Date() })
  return new RailTest({ service, bank, vault, seller })
}

/** Pages are opened, and then all of them are paid at once. */
async function sell(rail: RailTest, sales: number): Promise<void> {
  const txids: string[] = []
  for (let i = 0; i < sales; i++) txids.push((await rail.charged()).txid)
  for (const txid of txids) rail.bank.books.pay(txid, PRICE_MINOR)
}

const settled = async (rail: RailTest) =>
  (await rail.rows('payments')).filter(({ outcome }) => outcome === 'settled').length

/** Asserts that one round settles all, by a few pages and within its budget of polls. */
async function assertOneRound(rail: RailTest, sales: number): Promise<string> {
  const before = { pages: rail.bank.count('GET /pix'), polls: rail.bank.count('GET /cob') }
  await rail.reconcile(INTERVAL_MS)
  assert.equal(await settled(rail), sales)
  const pages = rail.bank.count('GET /pix') - before.pages
  const polls = rail.bank.count('GET /cob') - before.polls
  assert.ok(pages <= MAX_PAGES, `${pages} pages`)
  assert.ok(polls + pages <= POLLS_A_MINUTE, `${polls} polls`)
  await rail.assertMoneyAccountedFor()
  return `${sales} sales settled in one round by ${pages} pages and ${polls} polls`
}

/** The time from the payments until all of them are settled. */
async function settledMs(rail: RailTest): Promise<number> {
  const startMs = performance.now()
  const sinceMs = () => performance.now() - startMs
  while ((await settled(rail)) < SALES && sinceMs() < PATIENCE_MS) await wait(LOOK_MS)
  return Math.round(sinceMs())
}

property('M6', async () => {
  const rail = await startRail({ logLevel: 'silent' })
  await sell(rail, SALES)
  const figure = await assertOneRound(rail, SALES)
  if (!long) return figure
  const real = await startInRealTime()
  await sell(real, SALES)
  const ms = await settledMs(real)
  assert.ok(ms <= BAR_MS, `${SALES} sales settled after ${ms} ms`)
  await real.assertMoneyAccountedFor()
  return `${figure}; with an interval of ${RECONCILE_SECONDS} s after ${ms} ms`
})

control('M6', 'listed transfers are asked about one by one', async () => {
  const rail = await startRail({ logLevel: 'silent' })
  await sell(rail, POLLS_A_MINUTE + 1)
  const refuse = async () => {
    throw new BankError('unreadable', 'The list is not believed.')
  }
  const { mock: broken } = mock.method(TransferSync.prototype, 'receiveListed', refuse)
  try {
    await assertOneRound(rail, POLLS_A_MINUTE + 1)
  } finally {
    broken.restore()
  }
})
