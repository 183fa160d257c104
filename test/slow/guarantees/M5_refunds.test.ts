/**
 * M5: however many refunds of a payment are asked for at once, no more are made than fit, and each
 * order is carried out once, at a bank that shows what is two seconds old, and that queues orders
 * for minutes in which their ids are used and nothing shows them.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { onTestFinished } from 'vitest'
import { and, eq, sql } from '../../../db/operators.ts'
import { DOUBT_MS } from '../../../domain/pix/refunds/orders.ts'
import { Bacen } from '../../../domain/pix/bank/bacen/bacen.ts'
import type { NewRefundOrder } from '../../../domain/pix/bank/provider.ts'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { startBank } from '../../support/bank.ts'
import { addBank } from '../../support/bankSettings.ts'
import { newDatabase } from '../../support/engine.ts'
import { ask, startProcesses } from '../../support/processes.ts'
import type { Processes } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { PRICE_MINOR, RailTest } from '../../support/rail.ts'
import { startService } from '../../support/service.ts'
import { breakQueries, replaced } from '../../guarantees/support/breakage.ts'
import { below, shuffled } from '../../guarantees/support/endings.ts'

const PAYMENTS = long ? 200 : 2
const PROCESSES = long ? 4 : 2
/** The refunds of each payment that are asked for at once, and the amount of each. */
const REFUNDS = long ? 50 : 20
const AMOUNT_MINOR = PRICE_MINOR * 0.4
/** The refunds of 40% that fit into a payment. */
const FITTING = 2

/** The pause between kills. The short form kills one process while each payment is refunded. */
const KILL_EVERY_MS = long ? 1_000 : 0

/** The time before each round of the reconciler, and the number of rounds. */
const ROUND_SECONDS = 3_600
const ROUNDS = 6

/** The age of the books that the bank shows while refunds are under way. */
const STALE_MS = 2_000

/** How long the bank queues the orders of each other payment: longer than a doubt lasts. */
const QUEUED_MS = 10 * DOUBT_MS

const faults = [503, 'drop', 'lose', 'garble'] as const

/** A service and its bank, both in real time, as the other processes are. */
async function startWorld() {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const settings = { databaseUrl, secretKey, reconcileSeconds: 300, real_clock: true }
  const service = await startService({ ...settings, logLevel: 'silent' })
  let ahead_ms = 0
  const bank = await startBank(() => new Date(Date.now() + ahead_ms))
  const advanceBank = (ms: number) => {
    ahead_ms += ms
  }
  const seller = await service.account()
  const vault = new Vault(secretKey)
  const { seller_id } = seller
  await addBank(service.db, vault, { seller_id, settings: bank.settings, now: new Date() })
  const rail = new RailTest({ service, bank, vault, seller })
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    // One issuer of tokens, whichever process is asked.
    BASE_URL: service.url,
    RECONCILE_SECONDS: '1',
  }
  return { rail, databaseUrl, environment, advanceBank }
}

/** Several processes; one that is killed is started again. */
class Fleet {
  readonly #environment: Record<string, string>
  readonly #alive = new Set<Processes>()
  #starting: Promise<void>[] = []
  kills = 0

  constructor(environment: Record<string, string>) {
    this.#environment = environment
  }

  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#add()))
  }

  get urls(): string[] {
    return [...this.#alive].map(({ url }) => url)
  }

  /** Kills one of them, unless it is the last. */
  kill(): void {
    const [one] = shuffled([...this.#alive])
    if (!one || this.#alive.size === 1) return
    this.#alive.delete(one)
    one.kill('SIGKILL')
    this.kills += 1
    this.#starting.push(this.#add())
  }

  /** Resolves when all of them run. */
  async whole(): Promise<void> {
    await Promise.all(this.#starting)
    this.#starting = []
  }

  async #add(): Promise<void> {
    this.#alive.add(await startProcesses(this.#environment))
  }
}

/** Asks for a refund; undefined when there was no answer, or none that says what was done. */
async function askRefund(url: string, token: string, payment_id: string) {
  const headers = { authorization: `Bearer ${token}` }
  const json = { amount_minor: AMOUNT_MINOR }
  const path = `/v1/payments/${payment_id}/refunds`
  const answer = await ask(url + path, { method: 'POST', headers, json }).catch(() => undefined)
  return answer && answer.status < 500 ? answer : undefined
}

/** Refunds a payment many times at once, while a process is killed; more than fit never are. */
async function refundAtOnce(
  rail: RailTest,
  fleet: Fleet,
  { kills, isQueued }: { kills: boolean; isQueued: boolean },
): Promise<void> {
  const { books } = rail.bank
  books.staleMs = 0
  books.queuedMs = isQueued ? QUEUED_MS : 0
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  const { payment_id } = await rail.read(checkout)
  books.staleMs = STALE_MS
  const { token } = await rail.service.login(rail.seller)
  const fault = faults[below(faults.length * 2)]
  if (fault) rail.bank.order('PUT /devolucao', fault, 1 + below(2))
  const { urls } = fleet
  const asked = (url = '') => askRefund(url, token, payment_id ?? '')
  let heard = 0
  const answers = await Promise.all(
    Array.from({ length: REFUNDS }, async (_, i) => {
      const answer = await asked(urls[i % urls.length])
      if (kills && ++heard === 1) fleet.kill()
      return answer
    }),
  )
  // Requests without an answer may have done nothing: one more is sent until one is refused.
  while (!answers.some((answer) => answer?.status === 409)) {
    answers.push(await asked(rail.service.url))
  }
  const made = answers.filter((answer) => answer?.status === 201).length
  assert.ok(made <= FITTING, `${made} refunds of 40% were made`)
  for (const { status, body } of answers.flatMap((answer) => answer ?? [])) {
    if (status === 201) continue
    const { code } = (body as { error: { code: string } }).error
    assert.equal(code, 'refund_amount_exceeds_payment')
  }
}

/**
 * Time goes on until the bank was told and asked of every refund. In half of it the orders that it
 * has queued are still hidden.
 */
async function settleDown(
  { service, seller, bank }: RailTest,
  advanceBank: (ms: number) => void,
): Promise<void> {
  bank.recover()
  bank.books.staleMs = 0
  bank.books.queuedMs = 0
  for (let round = 0; round < ROUNDS; round++) {
    const own = await service.login(seller)
    await own.post('/sandbox/clock/advance', { seconds: ROUND_SECONDS })
    await service.service.rail.reconcile()
    if (round === ROUNDS / 2) advanceBank(QUEUED_MS)
  }
}

/** Each payment was refunded as often as fits, under as many ids at the bank, and none failed. */
async function assertRefunded(rail: RailTest, databaseUrl: string): Promise<void> {
  const refunds = await rail.rows('refunds')
  for (const payment of await rail.rows('payments')) {
    const of = refunds.filter(({ payment_id }) => payment_id === payment.id)
    const states = of.map(({ status }) => status)
    assert.deepEqual(states, Array(FITTING).fill('succeeded'))
    assert.equal(payment.amount_refunded_minor, FITTING * AMOUNT_MINOR)
    assert.equal(payment.amount_committed_minor, FITTING * AMOUNT_MINOR)
  }
  const orders = rail.bank.books.transfers().map(({ devolucoes = [] }) => devolucoes.length)
  assert.deepEqual(orders, Array(orders.length).fill(FITTING))
  // Of one that was carried out no failure is announced, not even for a while.
  assert.ok(!(await rail.refundEvents()).includes('refund.failed'))
  await rail.assertMoneyAccountedFor()
  const broken = (await checkDatabase(databaseUrl)).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [])
}

property('M5', async () => {
  const { rail, databaseUrl, environment, advanceBank } = await startWorld()
  const fleet = new Fleet(environment)
  await fleet.start(PROCESSES)
  let next_ms = performance.now() + KILL_EVERY_MS
  for (let i = 0; i < PAYMENTS; i++) {
    if (KILL_EVERY_MS === 0) await fleet.whole()
    const kills = performance.now() >= next_ms
    if (kills) next_ms = performance.now() + KILL_EVERY_MS
    await refundAtOnce(rail, fleet, { kills, isQueued: i % 2 === 1 })
  }
  await fleet.whole()
  await settleDown(rail, advanceBank)
  await assertRefunded(rail, databaseUrl)
  const { received_minor, returned_minor } = rail.bank.books.sums()
  return (
    `${PAYMENTS} payments, ${REFUNDS} refunds of 40% of each at once by ${PROCESSES} processes ` +
    `with ${fleet.kills} kills: each refunded ${FITTING} times, ${returned_minor} of ` +
    `${received_minor} centavos back, equal to the cent`
  )
})

const admitAnything = query(
  'test_admit_any_refund',
  (
    db,
    { payments: t },
    args: Arguments<{ seller_id: string; id: string; amountMinor: number; now: string }>,
  ) =>
    db
      .update(t)
      .set({
        amount_committed_minor: sql`${t.amount_committed_minor} + ${args.amountMinor}`,
        updated_at: args.now,
      })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

control('M5', 'the statement that admits refunds does not compare', async () => {
  const { rail } = await startWorld()
  breakQueries(rail.service.db, { admit_refund: replaced(admitAnything) })
  const fleet = { urls: [rail.service.url] } as Fleet
  await refundAtOnce(rail, fleet, { kills: false, isQueued: false })
})

control('M5', 'an order is repeated at once, and has failed once it is refused', async () => {
  const { rail, databaseUrl } = await startWorld()
  const { refund } = Bacen.prototype
  mock.method(Bacen.prototype, 'refund', function (this: Bacen, order: NewRefundOrder) {
    return refund.call(this, order).catch(() => refund.call(this, order))
  })
  onTestFinished(() => mock.reset())
  const longAgo = (row: unknown) => ({
    ...(row as object),
    absent_since: '2000-01-01T00:00:00.000Z',
  })
  breakQueries(rail.service.db, {
    refund_by_id: (step) => ({ step, rows: (found) => found.map(longAgo) }),
  })
  const { txid } = await rail.charged()
  await rail.pay(txid)
  const [payment] = await rail.rows('payments')
  rail.bank.books.staleMs = STALE_MS
  rail.bank.order('PUT /devolucao', 'lose', 1)
  for (let i = 0; i < FITTING; i++) {
    await rail.refund(payment?.id ?? '', { amount_minor: AMOUNT_MINOR })
  }
  await assertRefunded(rail, databaseUrl)
})

control('M5', 'an order whose id is used has failed once the bank shows nothing', async () => {
  const { rail, databaseUrl, advanceBank } = await startWorld()
  breakQueries(rail.service.db, {
    mark_refund_refusal: (step) => ({
      step: { ...step, args: { ...step.args, order_status: 'refused' } },
    }),
  })
  const { txid } = await rail.charged()
  await rail.pay(txid)
  const [payment] = await rail.rows('payments')
  rail.bank.books.queuedMs = QUEUED_MS
  rail.bank.order('PUT /devolucao', 'lose', FITTING)
  for (let i = 0; i < FITTING; i++) {
    await rail.refund(payment?.id ?? '', { amount_minor: AMOUNT_MINOR })
  }
  await settleDown(rail, advanceBank)
  await assertRefunded(rail, databaseUrl)
})

control('M5', 'an order is given under a second id', async () => {
  const { rail, databaseUrl } = await startWorld()
  const { txid } = await rail.charged()
  const pix = await rail.pay(txid)
  const [payment] = await rail.rows('payments')
  for (let i = 0; i < FITTING; i++) {
    await rail.refund(payment?.id ?? '', { amount_minor: AMOUNT_MINOR })
  }
  await assertRefunded(rail, databaseUrl)
  const [order] = pix.devolucoes ?? []
  if (order) pix.devolucoes?.push({ ...order, id: 'second', rtrId: 'D'.repeat(32) })
  await assertRefunded(rail, databaseUrl)
})
