/**
 * Reads the bank's own list of transfers (`GET /pix`): transfers that no callback announced, and
 * refunds that were not ordered here. One request records what polls of single charges would find
 * one by one, and later.
 */
import { createHash } from 'node:crypto'
import { recentlyUsed } from '../../../runtime/recent.ts'
import type { Payment, Refund } from '../../payments/refunds.ts'
import { unrecordedRefunds } from '../../payments/unrecordedRefunds.ts'
import { profileNamed } from '../bank/profiles.ts'
import { AnswerTooLong, BankError, recordedAmounts } from '../bank/provider.ts'
import type {
  BankRefund,
  Capabilities,
  ListedTransfer,
  ListQuery,
  Transfer,
  TransferPage,
} from '../bank/provider.ts'
import type { Connection } from '../connections/bankConnections.ts'
import type { ChargeMonitor } from './chargeMonitor.ts'
import { chargeNumber, checkoutOf, isOurTxid } from '../bank/txid.ts'
import type { Charge } from '../charges/charges.ts'
import {
  connectionToList,
  markListed,
  markRefundsListed,
  markUnmatchedListed,
  onRecord,
} from './listedRecords.ts'
import { beginOf, isDueToList } from './listingPeriods.ts'
import type { ListKind } from './listingPeriods.ts'
import { ListingCursor } from './listingCursor.ts'
import type { NextPage } from './listingCursor.ts'
import { PollBudget } from './pollBudget.ts'
import type { RailContext } from '../connections/railContext.ts'
import type { InvoiceSource, InvoiceTransfers } from '../transfers/invoiceTransfers.ts'
import { newFeeOf, TransferSync } from '../transfers/transferSync.ts'
import { recordUnmatched, unmatchedAmong } from '../transfers/unmatched.ts'

/** Pages of one bank in a minute: the lists leave most of the poll budget to single charges. */
const PAGES_A_MINUTE = 20

/** The same of the list of all that arrived, beside those. */
const UNMATCHED_PAGES_A_MINUTE = 5

/** After so many transfers that the bank does not confirm, a round reads no more of them. */
const MAX_UNCONFIRMED = 5

/** After this, faulty entries of a list are handled again. */
const RETRY_MS = 15 * 60 * 1000

const MAX_CURSORS = 20_000
const MAX_HANDLED = 10_000

type List = {
  kind: ListKind
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
  readonly #invoices: InvoiceTransfers | undefined
  readonly #pages = new PollBudget(PAGES_A_MINUTE)
  readonly #unmatchedPages = new PollBudget(UNMATCHED_PAGES_A_MINUTE)
  readonly #cursors = recentlyUsed<ListingCursor>(MAX_CURSORS)
  /** When an unchanged entry was last handled, so that it is not handled in each round. */
  readonly #handledMs = recentlyUsed<number>(MAX_HANDLED)

  /** @param invoices undefined where no subscription is sold */
  constructor(
    context: RailContext,
    monitor: ChargeMonitor,
    { polls, invoices }: { polls: PollBudget; invoices: InvoiceTransfers | undefined },
  ) {
    this.#context = context
    this.#monitor = monitor
    this.#transfers = new TransferSync(context)
    this.#polls = polls
    this.#invoices = invoices
  }

  /** Reads on in the lists of one bank, unless a process has just done so. Errors are logged. */
  async round(bank: { seller_id: string; id: string }): Promise<void> {
    const { db, clock, banks, log, intervalMs } = this.#context
    try {
      if (banks.stateOf(bank.id) === 'open') return
      const now = await clock.now()
      const toList = await db.read(() => connectionToList(bank, now))
      if (!toList || !(toList.hasNews || listsUnmatched(toList.connection))) return
      const { connection } = toList
      const list = (kind: ListKind): List => {
        const isDue = isDueToList(kind, toList, { now, intervalMs })
        return { kind, connection, cursor: this.#cursorOf(kind, connection), now, isDue }
      }
      const isWanted = (one: List) => this.#isWanted(one)
      const unmatched = list('unmatched')
      const both = [list('arrived'), list('refunded')].filter(isWanted)
      if ((await this.#readBoth(both)) && isWanted(unmatched)) await this.#readUnmatched(unmatched)
    } catch (error) {
      log.error({ err: error, ...bank }, 'transfers not listed')
    }
  }

  #budgetOf(connection_id: string): string {
    return this.#context.banks.budgetOf(connection_id) ?? connection_id
  }

  #cursorOf(kind: ListKind, { id }: Connection): ListingCursor {
    const key = `${kind} ${id}`
    const cursor = this.#cursors.get(key) ?? new ListingCursor()
    this.#cursors.set(key, cursor)
    return cursor
  }

  /** A list is wanted when it is due, or was begun, and the bank has it. */
  #isWanted({ kind, connection, cursor, isDue }: List): boolean {
    if (!isDue && !cursor.isReading) return false
    // Refunds that were not ordered here are else known by callbacks, and by checks of the charge.
    if (kind === 'refunded') return this.#refundsListed(connection) !== false
    return kind === 'arrived' || (listsUnmatched(connection) && connection.disconnected_at === null)
  }

  /**
   * Each list has its half of the pages, and the second one what the first leaves.
   *
   * @returns whether the bank answers
   */
  async #readBoth([arrived, refunded]: readonly List[]): Promise<boolean> {
    if (!arrived) return true
    const { connection, now } = arrived
    const { id } = connection
    const { banks } = this.#context
    const budget = this.#budgetOf(id)
    // Pages that one connection takes at first are missing for the others of its application while
    // their lists are behind.
    const share = Math.max(2, Math.ceil(PAGES_A_MINUTE / banks.sharesOf(id)))
    const wanted = this.#pages.take(budget, share, now)
    const pages = this.#polls.take(budget, wanted, now)
    const allowance = { pages: Math.ceil(pages / 2), unconfirmed: MAX_UNCONFIRMED }
    let unused = Math.floor(pages / 2)
    try {
      if (!(await this.#read(arrived, allowance))) return false
      allowance.pages += unused
      unused = 0
      return !refunded || (await this.#read(refunded, allowance))
    } finally {
      unused += allowance.pages
      this.#polls.giveBack(budget, unused)
      this.#pages.giveBack(budget, wanted - pages + unused)
    }
  }

  /** The list of all that arrived has pages of its own, which are missing for no sale. */
  async #readUnmatched(list: List): Promise<void> {
    const { connection, now } = list
    const budget = this.#budgetOf(connection.id)
    const shares = this.#context.banks.sharesOf(connection.id)
    const share = Math.ceil(UNMATCHED_PAGES_A_MINUTE / shares)
    const wanted = this.#unmatchedPages.take(budget, share, now)
    const pages = this.#polls.take(budget, wanted, now)
    const allowance = { pages, unconfirmed: 0 }
    try {
      await this.#read(list, allowance)
    } finally {
      this.#polls.giveBack(budget, allowance.pages)
      this.#unmatchedPages.giveBack(budget, wanted - pages + allowance.pages)
    }
  }

  /** @returns whether the bank answers */
  async #read(list: List, allowance: Allowance): Promise<boolean> {
    const { kind, connection, cursor, now, isDue } = list
    const { log, intervalMs } = this.#context
    if (cursor.isPaused(now.getTime())) return true
    try {
      // A pass that was begun in an earlier round ends at the time of that round.
      if (cursor.isReading) await this.#readPages(list, allowance)
      if (isDue && !cursor.isReading && !cursor.isPaused(now.getTime())) {
        const from = beginOf(kind, connection, { now, listing: this.#refundsListed(connection) })
        cursor.begin(from, now.getTime())
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
    const { kind, cursor, now } = list
    for (let next = cursor.next; next && allowance.pages > 0; next = cursor.next) {
      allowance.pages--
      const page = await this.#ask(list, next)
      if (page === 'refused') continue
      if (page && kind !== 'unmatched' && !(await this.#handle(list, page.transfers, allowance)))
        return
      if (page && kind !== 'arrived') await this.#keepUnmatched(list, page.transfers)
      cursor.hasNamed ||= page?.transfers.some(({ txid }) => isOurTxid(txid)) ?? false
      await this.#keep(list, cursor.advance(page, now.getTime()))
    }
  }

  async #ask(list: List, { isFiltered, ...query }: NextPage) {
    const { kind, connection, cursor, now } = list
    const { banks, log } = this.#context
    const only = filters[kind]
    const bank = banks.of(connection)
    try {
      return await bank.listTransfers(isFiltered && only ? { ...query, only } : query)
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
    if (kind === 'refunded' && this.#refundsListed(connection) !== 'by_change') return
    if (kind === 'arrived' && cursor.hasNamed && !cursor.isReading) this.#monitor.onListed(id, now)
    // A pass that was begun while the clock was ahead has read up to the present only.
    const until = new Date(Math.min(readMs, now.getTime())).toISOString()
    const listed = { seller_id, id, until, now: now.toISOString() }
    await this.#context.db.run(() => marks[kind](listed))
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
    const { payments, charges, invoices, refunds } = await this.#context.db.read(() =>
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
      const invoice = invoices.get(entry.txid)
      if (invoice) {
        await this.#receiveForInvoice({ connection, now }, invoice, entry)
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

  /** Records what came to the key of the connection since it was made, and is for no charge. */
  async #keepUnmatched(
    { connection, now }: List,
    listed: TransferPage['transfers'],
  ): Promise<void> {
    const { db, log } = this.#context
    const { seller_id, id: connection_id } = connection
    if (!listsUnmatched(connection)) return
    const own = listed.filter((entry) => isUnmatchedOf(connection, entry))
    const transfers = await db.read(() => unmatchedAmong(seller_id, own))
    const added = await recordUnmatched(db, { seller_id, transfers, now })
    if (added > 0) log.info({ seller_id, connection_id, rows: added }, 'unmatched money recorded')
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
   * Records a transfer for an invoice of this bank. One that the list does not show whole is read
   * by itself, within the budget of polls; where that is used up, in a later round.
   */
  async #receiveForInvoice(
    { connection, now }: Pick<List, 'connection' | 'now'>,
    invoice: InvoiceSource,
    { end_to_end_id, mark = '', transfer }: ListedTransfer,
  ): Promise<void> {
    const { seller_id, id: connection_id } = connection
    if (!this.#invoices || invoice.connection_id !== connection_id) return
    const key = `${seller_id} ${end_to_end_id} ${mark}`
    if (!this.#isNews(key, now)) return
    const isWhole = transfer !== undefined && !transfer.unclear
    if (!isWhole && this.#polls.take(this.#budgetOf(connection_id), 1, now) === 0) return
    try {
      if (isWhole) await this.#invoices.receive(invoice, transfer)
      else await this.#invoices.read(invoice, end_to_end_id)
    } catch (error) {
      if (!(error instanceof BankError)) throw error
      const { id: invoice_id, txid } = invoice
      const facts = { seller_id, invoice_id, txid, end_to_end_id, reason: error.message }
      this.#context.log.error(facts, 'listed transfer not recorded')
    }
    this.#handledMs.set(key, now.getTime())
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
    const { invoice_id } = payment
    const isOfInvoice = invoice_id !== null && payment.txid === txid
    const source = isOfInvoice ? { invoice_id } : { checkout_id: checkoutOf(txid) }
    const facts = { seller_id, ...source, txid, end_to_end_id, amount_minor }
    const recorded = recordedAmounts(transfer, payment.outcome)
    const isSame =
      payment.amount_minor === recorded.amount_minor &&
      (isOfInvoice || payment.checkout_id === checkoutOf(txid))
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

/** The filter of each list; the one of unmatched money has all that arrived. */
const filters = {
  arrived: 'with_txid',
  refunded: 'refunded',
  unmatched: undefined,
} as const satisfies Record<ListKind, ListQuery['only']>

const marks = {
  arrived: markListed,
  refunded: markRefundsListed,
  unmatched: markUnmatchedListed,
} satisfies Record<ListKind, unknown>

const listsUnmatched = ({ profile }: Connection): boolean =>
  profileNamed(profile).capabilities.listsUnmatched

/** True when a transfer came to the key of a connection, and since that was made. */
const isUnmatchedOf = (
  { pix_key, created_at }: Connection,
  { pix_key: key = '', transfer }: ListedTransfer,
): boolean =>
  (key === '' || key.toLowerCase() === pix_key.toLowerCase()) &&
  transfer !== undefined &&
  transfer.paid_at >= created_at

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
