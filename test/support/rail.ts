/** A service with a seller whose buyers pay through a simulated bank. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { Vault } from '../../domain/identity/vault.ts'
import type { Row } from '../../db/schema/tables.ts'
import { txidOf } from '../../domain/pix/bank/txid.ts'
import { callbackUrl } from '../../domain/pix/connections/bankConnections.ts'
import { fromValor } from '../../domain/pix/bank/fields.ts'
import type { Environment } from '../../runtime/environment.ts'
import type { ServiceLimits } from '../../server.ts'
import { startBank } from './bank.ts'
import type { Bank } from '../../packages/bank/bank.ts'
import { codeOf } from '../../packages/bank/books.ts'
import type { Pix } from '../../packages/bank/books.ts'
import { addBank } from './bankSettings.ts'
import { startService } from './service.ts'
import type { TestAccount, TestService } from './service.ts'
import { pageOf } from './sessions.ts'

type Checkout = Awaited<ReturnType<TestAccount['checkout']>>
type Refund = Awaited<ReturnType<TestAccount['refund']>>

/** The price of a checkout unless a test says otherwise. */
export const PRICE_MINOR = 4990

/** The time for all else that a bank is asked, once a test holds a request up there. */
const HELD_UP_MS = 3_000
/** The same where it is another bank at which one is held up. */
const PATIENCE_MS = 60_000

/** An interval so long that no round begins by itself while a test runs. */
export const INTERVAL_MS = 300_000

/** The columns that order the rows of each table: ids rise. */
const keys = {
  payments: 'id',
  charges: 'checkout_id',
  events: 'id',
  refunds: 'id',
} as const

export class RailTest {
  readonly service: TestService
  readonly bank: Bank
  readonly vault: Vault
  readonly seller: TestAccount

  constructor(of: { service: TestService; bank: Bank; vault: Vault; seller: TestAccount }) {
    this.service = of.service
    this.bank = of.bank
    this.vault = of.vault
    this.seller = of.seller
  }

  /**
   * Another seller of the same service, at a bank of its own unless one is given. After the test
   * the reconciler leaves that bank alone: a round costs what all banks cost together.
   */
  async another(shared?: Bank): Promise<RailTest> {
    const { service, vault } = this
    const seller = await service.account()
    const bank = shared ?? (await bankOf(service, this.bank))
    if (bank !== shared) bank.checks_answers = this.bank.checks_answers
    await connect(service, vault, seller, bank)
    leaveAfterTest(service, seller)
    return new RailTest({ service, bank, vault, seller })
  }

  /** The elements of the hosted page, without its style and script. */
  async page(checkout: Checkout): Promise<string> {
    const { status, text } = await this.service.request('GET', pageOf(checkout))
    assert.equal(status, 200)
    return text.replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
  }

  /** Opens the hosted page; returns the code that it shows, or null when it shows none. */
  async glance(checkout: Checkout): Promise<string | null> {
    return />([^<]+)<\/textarea>/.exec(await this.page(checkout))?.[1] ?? null
  }

  /** The same, once the bank has been asked: the first page has the charge made. */
  async view(checkout: Checkout): Promise<string | null> {
    const shown = await this.glance(checkout)
    if (shown !== null) return shown
    await this.#asked()
    const charges = await this.rows('charges')
    const charge = charges.find(({ checkout_id }) => checkout_id === checkout.id)
    // Each page without a code has the bank asked once more.
    return charge?.pix_code ? this.glance(checkout) : null
  }

  /** A bank that a test holds up is not waited for. */
  async #asked(): Promise<void> {
    const over = new AbortController()
    const { signal } = over
    const after = (ms: number) => wait(ms, undefined, { ref: false, signal })
    const heldUp = this.bank.holdsUp(signal).then(() => after(HELD_UP_MS))
    await Promise.race([this.service.service.rail.idle(), heldUp, after(PATIENCE_MS)])
    over.abort()
  }

  /** An open session whose page was opened, and the txid of its charge. */
  async charged(): Promise<{ checkout: Checkout; txid: string }> {
    const seller = await this.service.login(this.seller)
    const checkout = await seller.checkout()
    const txid = txidOf(checkout.id)
    assert.equal(await this.view(checkout), codeOf(txid))
    return { checkout, txid }
  }

  /** The bank's callback about money that arrived; resolves when the service is done with it. */
  async announce(...pix: object[]): Promise<void> {
    assert.equal(await this.post({ pix }), 200)
    await this.service.service.rail.idle()
  }

  async post(json: object): Promise<number> {
    const { url } = this.service
    const path = `${callbackUrl(url, this.seller.seller_id)}/pix`.slice(url.length)
    return (await this.service.request('POST', path, { json })).status
  }

  /** Money arrives, and the bank says so. */
  async pay(txid: string, amount_minor = PRICE_MINOR): Promise<Pix> {
    const pix = this.bank.books.pay(txid, amount_minor)
    await this.announce(pix)
    return pix
  }

  /** Opens the page as a buyer and pays its code, if their bank lets them. */
  async payPage(checkout: Checkout, amount_minor = PRICE_MINOR): Promise<Pix | undefined> {
    const pix = this.bank.books.payCode((await this.view(checkout)) ?? '', amount_minor)
    if (pix) await this.announce(pix)
    return pix
  }

  /** A round of the reconciler, when everything that is asked at intervals is due. */
  async reconcile(after_ms = INTERVAL_MS): Promise<void> {
    this.service.clock.advanceMs(after_ms)
    await this.service.service.rail.reconcile()
  }

  /** Days pass in which the bank ends no refund: it is asked less and less often. */
  async assertAskedLessOften({ id }: Checkout, days: number): Promise<void> {
    // The charge itself is looked at as well, at intervals of its own.
    await this.service.sql("update charges set status = 'closed' where checkout_id = ?", id)
    const asked: number[] = []
    for (let day = 0; day < days; day++) {
      const before = this.bank.count('GET /devolucao')
      for (let hour = 0; hour < 24; hour++) await this.reconcile(60 * 60 * 1000)
      asked.push(this.bank.count('GET /devolucao') - before)
    }
    const [first = 0, ...later] = asked
    assert.ok(first > 4 && first < 24, `${asked}`)
    for (const count of later) assert.ok(count >= 3 && count <= 4, `${asked}`)
  }

  /** The session as its seller reads it, with a token of the present. */
  async read({ id }: Checkout): Promise<Checkout> {
    const seller = await this.service.login(this.seller)
    return (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body
  }

  /** A refund of a payment that the seller orders; the bank has been told of it afterwards. */
  async refund(payment_id: string, body: object = {}): Promise<Refund> {
    const seller = await this.service.login(this.seller)
    const made = await seller.refund(payment_id, body)
    await this.service.service.rail.idle()
    return made
  }

  /** A refund as its seller reads it. */
  async readRefund({ id }: Pick<Refund, 'id'>): Promise<Refund> {
    const seller = await this.service.login(this.seller)
    return (await seller.get<'Refund'>(`/v1/refunds/${id}`)).body
  }

  async cancel({ id }: Checkout): Promise<void> {
    const seller = await this.service.login(this.seller)
    assert.equal((await seller.post(`/v1/checkouts/${id}/cancel`)).status, 200)
    await this.service.service.rail.idle()
  }

  rows<Name extends keyof typeof keys>(table: Name): Promise<Row<Name>[]> {
    const statement = `select * from ${table} where seller_id = ? order by ${keys[table]}`
    return this.service.sql<Row<Name>>(statement, this.seller.seller_id)
  }

  /** The types of the events about checkouts that were recorded, in order. */
  async events(): Promise<string[]> {
    return (await this.#eventTypes()).filter((type) => !type.startsWith('refund.'))
  }

  /** The same for those about refunds. */
  async refundEvents(): Promise<string[]> {
    return (await this.#eventTypes()).filter((type) => type.startsWith('refund.'))
  }

  async #eventTypes(): Promise<string[]> {
    return (await this.rows('events')).map(({ type }) => type)
  }

  /**
   * The outcome of each transfer for a session: `settled`, or why it goes back and how far it is.
   */
  async outcomes({ id }: Checkout): Promise<string[]> {
    return (await this.rows('payments'))
      .filter(({ checkout_id }) => checkout_id === id)
      .map(({ outcome, return_reason, return_status }) =>
        outcome === 'settled' ? outcome : `${return_reason} ${return_status}`,
      )
  }

  /**
   * The bank's books and ours agree, to the cent: each transfer that arrived is on record once, and
   * so is each return of it, as far as it has come, ordered here or not. What settled is the
   * price of a completed session, and of all that went back the seller was told.
   */
  async assertMoneyAccountedFor(): Promise<void> {
    const payments = await this.rows('payments')
    const refunds = await this.rows('refunds')
    const ours = payments
      .filter(({ rail }) => rail === 'bacen')
      .map((payment) => ({
        end_to_end_id: payment.end_to_end_id,
        amount_minor: payment.amount_minor,
        returns: refunds
          .filter(({ payment_id }) => payment_id === payment.id)
          .filter(({ status }) => status === 'succeeded')
          .map(({ return_id, amount_minor }) => `${return_id} ${amount_minor}`)
          .toSorted(),
      }))
    const theirs = this.bank.books.transfers().map((pix) => ({
      end_to_end_id: pix.endToEndId,
      amount_minor: fromValor(pix.valor, 'valor'),
      returns: (pix.devolucoes ?? [])
        .filter(({ status }) => status === 'DEVOLVIDO')
        .map(({ id, valor }) => `${id} ${fromValor(valor, 'valor')}`)
        .toSorted(),
    }))
    const byId = (a: { end_to_end_id: string | null }, b: { end_to_end_id: string | null }) =>
      String(a.end_to_end_id) < String(b.end_to_end_id) ? -1 : 1
    assert.deepEqual(ours.toSorted(byId), theirs.toSorted(byId))
    for (const payment of payments.filter(({ return_status }) => return_status === 'done')) {
      assert.equal(this.bank.books.balances().get(payment.end_to_end_id ?? ''), 0)
    }
    const settled = payments.filter(({ outcome }) => outcome === 'settled').map(({ id }) => id)
    const reversals = refunds.filter(
      ({ status, payment_id }) => status === 'succeeded' && settled.includes(payment_id),
    ).length
    const done = payments.filter(({ return_status }) => return_status === 'done').length
    const told = (await this.events()).filter((type) => type.endsWith('.reversed')).length
    assert.equal(told, reversals + done)
    const ended = refunds.filter(({ status }) => status !== 'pending').map(({ id }) => id)
    const toldOf = (await this.rows('events'))
      .filter(({ type }) => type.startsWith('refund.'))
      .map(({ data }) => (JSON.parse(String(data)) as { id: string }).id)
    assert.deepEqual(new Set(toldOf), new Set(ended))
    const unequal = await this.service.sql(
      `
      select c.id from checkouts c left join payments p
        on p.seller_id = c.seller_id and p.checkout_id = c.id and p.outcome = 'settled'
      where c.seller_id = ? and c.status = 'completed'
      group by c.seller_id, c.id
      having count(p.id) <> 1 or sum(p.amount_minor) <> c.amount_total_minor
      union all
      select p.id from payments p join checkouts c
        on c.seller_id = p.seller_id and c.id = p.checkout_id
      where p.seller_id = ? and p.outcome = 'settled' and c.status <> 'completed'
    `,
      this.seller.seller_id,
      this.seller.seller_id,
    )
    assert.deepEqual(unequal, [])
  }
}

/**
 * Removes a seller's bank once the test has ended: the reconciler looks at each that is on record,
 * and a disconnected one costs a round almost as much as another.
 */
export function leaveAfterTest(service: TestService, { seller_id }: TestAccount): void {
  onTestFinished(async () => {
    for (const change of [
      // A payment names no connection that is gone.
      'update payments set txid = null, connection_id = null',
      'delete from charges',
      'delete from bank_connections',
    ]) {
      await service.sql(`${change} where seller_id = ?`, seller_id)
    }
  })
}

/** Connects a seller to a bank as an application of its own there: text beside PEM is ignored. */
async function connect(
  service: TestService,
  vault: Vault,
  { seller_id }: TestAccount,
  bank: Bank,
): Promise<void> {
  const certificate = `${bank.settings.certificate}\n${seller_id}\n`
  const settings = { ...bank.settings, certificate }
  // The stored standing is that of a bank that was asked, so that its daily check comes after a
  // day.
  const webhook_url = callbackUrl(service.url, seller_id)
  const standing = {
    callbacks: 'registered',
    webhook_url,
    granted_scopes: null,
    recurring: 'available',
    recurring_callbacks: 'registered',
  } as const
  const now = service.clock.now()
  const { account } = bank
  await addBank(service.db, vault, { seller_id, settings, account, standing, now })
}

/** A bank that lives in the service's time, with its own authority unless it is like another. */
export const bankOf = (service: TestService, like?: Bank): Promise<Bank> =>
  startBank(() => service.clock.now(), like)

/** Starts a service and a bank, and connects a seller to it. */
export async function startRail(
  changes: Partial<Environment> = {},
  limits: Partial<ServiceLimits> = {},
): Promise<RailTest> {
  const secretKey = changes.secretKey ?? randomBytes(32)
  const reconcileSeconds = INTERVAL_MS / 1000
  const service = await startService({ reconcileSeconds, ...changes, secretKey }, limits)
  const bank = await bankOf(service)
  const vault = new Vault(secretKey)
  const seller = await service.account()
  await connect(service, vault, seller, bank)
  return new RailTest({ service, bank, vault, seller })
}
