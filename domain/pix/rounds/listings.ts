/**
 * Reads the bank's own list of transfers (`GET /pix`): transfers that no callback announced, and
 * refunds that were not ordered here. One request records what polls of single charges would find
 * one by one, and later.
 */
import { createHash } from 'node:crypto'
import { recentlyUsed } from '../../../runtime/recent.ts'
import { unrecordedRefunds } from '../../payments/refunds.ts'
import type { Payment, Refund } from '../../payments/refunds.ts'
import { AnswerTooLong, BankError, recordedAmounts } from '../bank/provider.ts'
import type {
  BankRefund,
  Capabilities,
  ListedTransfer,
  Transfer,
  TransferPage,
} from '../bank/provider.ts'
import type { Connection } from '../connections/bankConnections.ts'
import type { ChargeMonitor } from './chargeMonitor.ts'
import { chargeNumber, checkoutOf, isOurTxid } from '../bank/txid.ts'
import type { Charge } from '../charges/charges.ts'
import { SETTLED_WATCH_MS, WATCH_MS } from '../charges/checkSchedule.ts'
import { connectionToList, markListed, markRefundsListed, onRecord } from './listedRecords.ts'
import { ListingCursor } from './listingCursor.ts'
import type { NextPage } from './listingCursor.ts'
import { PollBudget } from './pollBudget.ts'
import type { RailContext } from '../connections/railContext.ts'
import { newFeeOf, TransferSync } from '../transfers/transferSync.ts'

/**
 * How much of the period before is read again: the bank's clock may differ from ours, and a
 * transfer may enter its list late.
 */
const OVERLAP_MS = 60 * 60 * 1000

/** Pages of one bank in a minute: the lists leave most of the poll budget to single charges. */
const PAGES_A_MINUTE = 20

/** After so many transfers that the bank does not confirm, a round reads no more of them. */
const MAX_UNCONFIRMED = 5

/** However short the interval, a list is not read again before this. */
const MIN_PAUSE_MS = 5_000

/** After this, faulty entries of a list are handled again. */
const RETRY_MS = 15 * 60 * 1000

const MAX_CURSORS = 20_000
const MAX_HANDLED = 10_000

type Kind = 'arrived' | 'refunded'
type List = {
  kind: Kind
  connection: Connection
  cursor: ListingCursor
  now: Date
  /** A pass may begin; one that was begun goes on. */
  isDue: boolean
}
type Allowance = { pages: number; unconfirmed: number }

/** Reads the lists of all banks, a few pages of each in a round. */
export class Listings {
  readonly #context: RailContext
  readonly #monitor: ChargeMonitor
  readonly #transfers: TransferSync
  readonly #polls: PollBudget
  readonly #pages = new PollBudget(PAGES_A_MINUTE)
  readonly #cursors = recentlyUsed<ListingCursor>(MAX_CURSORS)
  /** When an unchanged entry was last handled, so that it is not handled in each round. */
  readonly #handledMs = recentlyUsed<number>(MAX_HANDLED)

  constructor(context: RailContext, monitor: ChargeMonitor, polls: PollBudget) {
    this.#context = context
    this.#monitor = monitor
    this.#transfers = new TransferSync(context)
    this.#polls = polls
  }

  /** Reads on in the lists of one bank, unless a process has just done so. Errors are logged. */
  async round(bank: { seller_id: string; id: string }): Promise<void> {
    const { db, clock, banks, log, intervalMs } = this.#context
    try {
      if (banks.stateOf(bank.id) === 'open') return
      const now = await clock.now()
      const connection = await db.read(() => connectionToList(bank, now))
      if (!connection) return
      const isDue = !wasListed(connection, now, intervalMs)
      const list = (kind: Kind): List => {
        return { kind, connection, cursor: this.#cursorOf(kind, connection), now, isDue }
      }
      await this.#readBoth(list('arrived'), list('refunded'))
    } catch (error) {
      log.error({ err: error, ...bank }, 'transfers not listed')
    }
  }

  #budgetOf(connection_id: string): string {
    return this.#context.banks.budgetOf(connection_id) ?? connection_id
  }

  #cursorOf(kind: Kind, { id }: Connection): ListingCursor {
    const key = `${kind} ${id}`
    const cursor = this.#cursors.get(key) ?? new ListingCursor()
    this.#cursors.set(key, cursor)
    return cursor
  }

  /** Each list has its half of the pages, and the second one what the first leaves. */
  async #readBoth(arrived: List, refunded: List): Promise<void> {
    const { connection, now, isDue } = arrived
    if (!isDue && !arrived.cursor.isReading && !refunded.cursor.isReading) return
    const { id } = connection
    const { banks } = this.#context
    const budget = this.#budgetOf(id)
    // Pages that one connection takes at first are missing for the others of its application while
    // it reads, so each gets its share: at least one page of either list.
    const share = Math.max(2, Math.ceil(PAGES_A_MINUTE / banks.sharesOf(id)))
    const wanted = this.#pages.take(budget, share, now)
    const pages = this.#polls.take(budget, wanted, now)
    const allowance = { pages: Math.ceil(pages / 2), unconfirmed: MAX_UNCONFIRMED }
    let unused = Math.floor(pages / 2)
    try {
      if (!(await this.#read(arrived, allowance))) return
      allowance.pages += unused
      unused = 0
      await this.#read(refunded, allowance)
    } finally {
      unused += allowance.pages
      this.#polls.giveBack(budget, unused)
      this.#pages.giveBack(budget, wanted - pages + unused)
    }
  }

  /** @returns whether the bank answers */
  async #read(list: List, allowance: Allowance): Promise<boolean> {
    const { kind, connection, cursor, now, isDue } = list
    const { log, intervalMs } = this.#context
    if (cursor.isPaused(now.getTime())) return true
    const refundsListed = this.#refundsListed(connection)
    // Refunds that were not ordered here are then known by callbacks, and by checks of the charge.
    if (kind === 'refunded' && !refundsListed) return true
    try {
      // A pass that was begun in an earlier round ends at the time of that round.
      if (cursor.isReading) await this.#readPages(list, allowance)
      if (isDue && !cursor.isReading && !cursor.isPaused(now.getTime())) {
        cursor.begin(beginOf(list, refundsListed), now.getTime())
        await this.#readPages(list, allowance)
      }
      return true
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      const mayBeFilter = kind === 'arrived' && (error.status ?? 0) >= 500
      cursor.fail(now.getTime(), intervalMs, mayBeFilter)
      const { seller_id, id: connection_id } = connection
      const facts = { seller_id, connection_id, kind, reason: error.message }
      log.warn(facts, 'transfers not listed')
      return error.kind !== 'unavailable'
    }
  }

  #refundsListed(connection: Connection): Capabilities['listsRefunded'] {
    return this.#context.banks.of(connection).capabilities.listsRefunded
  }

  async #readPages(list: List, allowance: Allowance): Promise<void> {
    const { cursor, now } = list
    for (let next = cursor.next; next && allowance.pages > 0; next = cursor.next) {
      allowance.pages--
      const page = await this.#ask(list, next)
      if (page === 'refused') continue
      if (page && !(await this.#handle(list, page.transfers, allowance))) return
      cursor.hasNamed ||= page?.transfers.some(({ txid }) => isOurTxid(txid)) ?? false
      await this.#keep(list, cursor.advance(page, now.getTime()))
    }
  }

  async #ask(list: List, { isFiltered, ...query }: NextPage) {
    const { kind, connection, cursor, now } = list
    const { banks, log } = this.#context
    const only = kind === 'refunded' ? 'refunded' : 'with_txid'
    const bank = banks.of(connection)
    try {
      return await bank.listTransfers(isFiltered ? { ...query, only } : query)
    } catch (error) {
      if (error instanceof AnswerTooLong) {
        const { seller_id, id: connection_id } = connection
        const { from, to } = query
        const facts = { seller_id, connection_id, kind, from, to, reason: error.message }
        log.warn(facts, 'the bank lists more than is read at once: less is asked for')
        await this.#keep(list, cursor.shorten(now.getTime()))
        return 'refused'
      }
      const isForbidden = error instanceof BankError && error.status === 403
      if (!(error instanceof BankError && (isForbidden || error.kind === 'refused'))) throw error
      if (isForbidden) cursor.pause(now.getTime())
      else await this.#keep(list, cursor.refuse(now.getTime(), kind === 'arrived'))
      if (cursor.isPaused(now.getTime())) {
        const { seller_id, id: connection_id } = connection
        const facts = { seller_id, connection_id, kind, reason: error.message }
        log.warn(facts, 'the bank refuses to list transfers: its charges are asked about singly')
      }
      return 'refused'
    }
  }

  /** @param readMs up to when the list was read, if that is later than before */
  async #keep({ kind, connection, cursor, now }: List, readMs: number | undefined): Promise<void> {
    if (readMs === undefined) return
    const { seller_id, id } = connection
    const isArrived = kind === 'arrived'
    if (!isArrived && this.#refundsListed(connection) !== 'by_change') return
    if (isArrived && cursor.hasNamed && !cursor.isReading) this.#monitor.onListed(id, now)
    // A pass that was begun while the clock was ahead has read up to the present only.
    const until = new Date(Math.min(readMs, now.getTime())).toISOString()
    const listed = { seller_id, id, until, now: now.toISOString() }
    const mark = isArrived ? markListed : markRefundsListed
    await this.#context.db.run(() => mark(listed))
  }

  /**
   * Compares a page with the record. A transfer for a charge as this bank has it is recorded from
   * the page itself. A transfer that cannot be read, or is for an earlier charge, is polled within
   * the budget of polls; the first one on a page in any case, so that each page gets it further.
   *
   * @returns false when the page is to be read again in the next round
   */
  async #handle(
    { connection, cursor: { handledOnPage }, now }: List,
    listed: TransferPage['transfers'],
    allowance: Allowance,
  ): Promise<boolean> {
    const { seller_id } = connection
    const ours = listed.filter(({ txid }) => isOurTxid(txid))
    if (ours.length === 0) return true
    const { payments, charges, refunds } = await this.#context.db.read(() =>
      onRecord(seller_id, ours),
    )
    let checks = 0
    for (const entry of ours) {
      const payment = payments.get(entry.end_to_end_id)
      if (payment && entry.transfer) {
        const recordedRefunds = refunds.get(payment.id) ?? []
        await this.#compare({ connection, now }, payment, recordedRefunds, {
          ...entry,
          transfer: entry.transfer,
        })
        continue
      }
      const charge = charges.get(checkoutOf(entry.txid))
      if (!charge || !mayHavePaid(charge, entry, connection)) continue
      const key = `${seller_id} ${entry.end_to_end_id} ${entry.mark ?? ''}`
      if (handledOnPage.has(key) || !this.#isNews(key, now)) continue
      if (allowance.unconfirmed === 0) continue
      if (entry.transfer && !entry.transfer.unclear && charge.txid === entry.txid) {
        if (!(await this.#receive(charge, entry.transfer))) allowance.unconfirmed--
        this.#handledMs.set(key, now.getTime())
        continue
      }
      const polls = this.#polls.take(this.#budgetOf(connection.id), 1, now)
      if (polls === 0 && checks > 0) return false
      checks++
      const outcome = await this.#sync(connection, charge, entry)
      if (outcome !== 'confirmed') allowance.unconfirmed--
      this.#handledMs.set(key, now.getTime())
      handledOnPage.add(key)
      if (outcome === 'bank_unavailable' && !this.#mayGoOn(connection, allowance)) return false
    }
    return true
  }

  /**
   * Records a transfer for a charge that is on record as this bank has it.
   *
   * @returns false when the checkout takes no more transfers
   */
  async #receive(charge: Charge, transfer: Transfer): Promise<boolean> {
    const { seller_id, checkout_id, txid } = charge
    try {
      await this.#monitor.onReceived(charge, await this.#transfers.receiveListed(charge, transfer))
      return true
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      const { end_to_end_id } = transfer
      const facts = { seller_id, checkout_id, txid, end_to_end_id, reason: error.message }
      this.#context.log.error(facts, 'listed transfer not recorded')
      return false
    }
  }

  /**
   * One charge that cannot be read holds up no others; a bank that shows none is not asked further.
   */
  #mayGoOn({ id }: Connection, { unconfirmed }: Allowance): boolean {
    return unconfirmed > 0 && this.#context.banks.stateOf(id) === 'closed'
  }

  #isNews(key: string, now: Date): boolean {
    // The clock may have been ahead when it was handled.
    return Math.abs(now.getTime() - (this.#handledMs.get(key) ?? -Infinity)) >= RETRY_MS
  }

  /** Records the refunds of a known transfer that are not on record; of its own bank's alone. */
  async #compare(
    { connection, now }: Pick<List, 'connection' | 'now'>,
    payment: Payment,
    recordedRefunds: readonly Refund[],
    { txid, end_to_end_id, transfer }: ListedTransfer & { transfer: Transfer },
  ): Promise<void> {
    const { seller_id, id: connection_id } = connection
    if (payment.connection_id !== null && payment.connection_id !== connection_id) return
    const { amount_minor } = transfer
    const facts = { seller_id, checkout_id: checkoutOf(txid), txid, end_to_end_id, amount_minor }
    const recorded = recordedAmounts(transfer, payment.outcome)
    const isSame =
      payment.amount_minor === recorded.amount_minor && payment.checkout_id === facts.checkout_id
    const isRecorded = unrecordedRefunds(recordedRefunds, transfer.refunds).length === 0
    if (isSame && isRecorded && newFeeOf(payment, transfer) === null) return
    const key = handledKey(facts, transfer.refunds)
    if (!this.#isNews(key, now)) return
    await this.#transfers.compare(payment, transfer, facts)
    this.#handledMs.set(key, now.getTime())
  }

  /**
   * Asks the bank about the charge of a transfer that is not on record. After `bank_unavailable`
   * the check of the charge is repeated, also once the list has been read beyond it.
   */
  async #sync(
    { seller_id, id: connection_id }: Connection,
    charge: Charge,
    { txid, end_to_end_id }: ListedTransfer,
  ): Promise<'confirmed' | 'unconfirmed' | 'bank_unavailable'> {
    const { checkout_id } = charge
    const facts = { seller_id, checkout_id, txid, end_to_end_id }
    const source = { seller_id, checkout_id, txid, connection_id }
    let reason: string | undefined
    try {
      if (charge.txid === txid) {
        if ((await this.#monitor.checkNow(charge)) === 'bank_unavailable') return 'bank_unavailable'
      } else {
        // It came by an earlier charge of the checkout, which the checks of the present one forget.
        await this.#transfers.sync(source, true)
      }
      const isKnown = end_to_end_id === ''
      if (isKnown || (await this.#transfers.syncListed(source, end_to_end_id))) return 'confirmed'
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      if (error.kind === 'unavailable') {
        await this.#monitor.checkSoon(charge)
        return 'bank_unavailable'
      }
      reason = error.message
    }
    this.#context.log.warn({ ...facts, reason }, 'listed transfer not confirmed')
    return 'unconfirmed'
  }
}

/**
 * True when the bank has, or had, the charge that a listed transfer names: it made no later one.
 */
const mayHavePaid = (charge: Charge, { txid }: ListedTransfer, { id }: Connection): boolean =>
  charge.txid === txid
    ? charge.connection_id === id
    : chargeNumber(txid) < chargeNumber(charge.txid)

/**
 * A digest of what a bank lists of a transfer. The listing itself may have 1,000 refunds, and a
 * seller's own server as the bank may list others each time, so it is not kept as a key.
 */
export const handledKey = (facts: object, refunds: readonly BankRefund[]): string =>
  createHash('sha256')
    .update(JSON.stringify([facts, refunds]))
    .digest('base64')

/**
 * True when this process or another one has read the list within the last half interval, or within
 * `MIN_PAUSE_MS` if that is longer.
 */
function wasListed({ listed_until }: Connection, now: Date, intervalMs: number): boolean {
  if (listed_until === null) return false
  const sinceMs = Math.abs(now.getTime() - Date.parse(listed_until))
  return sinceMs < Math.max(intervalMs / 2, MIN_PAUSE_MS)
}

/**
 * Start of a pass in milliseconds. A transfer that was refunded may have arrived at any time in 90
 * days.
 *
 * @param refundsListed by which time of theirs the bank lists transfers that were refunded
 */
function beginOf(
  { kind, connection, now }: List,
  refundsListed: Capabilities['listsRefunded'],
): number {
  const { listed_until, refunds_listed_until, created_at } = connection
  const nowMs = now.getTime()
  const [createdMs, earliestMs] = [Date.parse(created_at), nowMs - SETTLED_WATCH_MS]
  const isRefunded = kind === 'refunded'
  const first = isRefunded ? createdMs : Math.max(createdMs, nowMs - WATCH_MS)
  if (isRefunded && refundsListed === 'by_arrival') return Math.max(first - OVERLAP_MS, earliestMs)
  const listedMs = Date.parse((isRefunded ? refunds_listed_until : listed_until) ?? '')
  // Transfers from before the first pass were found by the polls of the charges. A time in the
  // future is by a clock that was ahead, and does not say what was read.
  const sinceMs = listedMs <= nowMs ? listedMs : first
  return Math.max(Math.min(sinceMs, nowMs) - OVERLAP_MS, earliestMs)
}
