import { readCheckout } from '../db/checkouts.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Snapshot } from '../webhooks/events.ts'
import {
  chargeOfCheckout, chargesBefore, closeCharge, nextCheck, nextTxid, postponeCharge, renewCharge,
} from './charges.ts'
import type { Charge, ChargeKey, Source } from './charges.ts'
import { connectionById } from './connections.ts'
import type { Banks } from './connections.ts'
import { BankError } from './provider.ts'
import type { BankCharge, PixProvider, Transfer } from './provider.ts'
import { advanceReturn, returnsOfCheckout } from './returns.ts'
import type { Payment } from './returns.ts'
import { paymentByEndToEndId, receiveTransfer } from './transfers.ts'

/** What everything that deals with banks works with. */
export type Ground = {
  db: Database
  banks: Banks
  clock: Clock
  log: Logger
  metrics: Metrics
  snapshot: Snapshot
  /** Called after a commit that recorded an event. */
  onEvent: (seller_id: string) => void
  /** How often the bank is asked about a charge that can be paid. */
  interval_ms: number
}

/** How an attempt ended: whether the bank could be worked with. */
export type Attempt = 'done' | 'bank_unavailable'

/** Keeps up with what the banks know of charges, and acts on it. */
export class Watch {
  readonly #on: Ground

  constructor(ground: Ground) {
    this.#on = ground
  }

  /**
   * Asks the bank about a charge: what arrived settles the session or is sent back, and a charge
   * whose session has ended is canceled. Whatever goes wrong is logged and tried again later.
   */
  async check(charge: Charge): Promise<Attempt> {
    const { db, clock, log, interval_ms } = this.#on
    const { seller_id, checkout_id } = charge
    try {
      const next = await this.#ask(charge)
      const now = await clock.now()
      await db.run(() => next
        ? postponeCharge({ seller_id, checkout_id, check_at: next.toISOString() })
        : closeCharge({ seller_id, checkout_id, now: now.toISOString() }))
      return 'done'
    } catch (error) {
      log[error instanceof BankError ? 'warn' : 'error'](
        { seller_id, checkout_id, reason: (error as Error).message },
        'charge not checked',
      )
      const later = new Date((await clock.now()).getTime() + interval_ms).toISOString()
      await db.run(() => postponeCharge({ seller_id, checkout_id, check_at: later }))
      return isUnavailable(error) ? 'bank_unavailable' : 'done'
    }
  }

  /** The same by the charge's key; does nothing when there is no such charge. */
  async checkOf(key: ChargeKey): Promise<void> {
    const [charge] = await this.#on.db.read(() => chargeOfCheckout(key))
    if (charge) await this.check(charge)
  }

  /** Brings a return further; whatever goes wrong is logged and tried again later. */
  async return(payment: Payment): Promise<Attempt> {
    const { db, clock, log, metrics, snapshot, onEvent, interval_ms } = this.#on
    const { seller_id, checkout_id, id, end_to_end_id, return_id, amount_minor } = payment
    const facts = { seller_id, checkout_id, payment_id: id, end_to_end_id, return_id }
    try {
      const provider = await this.#bankOf(payment)
      const now = await clock.now()
      const options = { provider, db, snapshot, now, interval_ms }
      const status = await advanceReturn(payment, options)
      if (status === 'failed') log.error(facts, 'the bank did not send a transfer back')
      else log.info({ ...facts, status }, 'transfer on its way back')
      if (status === 'done') onEvent(seller_id)
      if (status === 'done') metrics.money('returned', amount_minor)
      if (status === 'failed') metrics.money('return_failed', amount_minor)
      return 'done'
    } catch (error) {
      const reason = (error as Error).message
      log[error instanceof BankError ? 'warn' : 'error']({ ...facts, reason }, 'return not ordered')
      return isUnavailable(error) ? 'bank_unavailable' : 'done'
    }
  }

  /** @returns when to ask again, or undefined when nothing more is to be asked */
  async #ask(charge: Charge): Promise<Date | undefined> {
    const { db, clock, log, interval_ms } = this.#on
    const { seller_id, checkout_id, txid, pix_code } = charge
    const found = await this.#askAbout(charge)
    const before = await db.read(() => chargesBefore(charge))
    for (const source of before) await this.#askAbout(source)
    for (const payment of await db.read(() => returnsOfCheckout(charge))) await this.return(payment)

    const now = await clock.now()
    const checkout = await readCheckout(db, { seller_id, id: checkout_id }, now)
    if (!checkout) throw new Error(`${checkout_id} has a charge and does not exist.`)
    const ended = checkout.status !== 'open'
    if (ended && found?.status === 'active') {
      await (await this.#bankOf(charge)).cancelCharge(txid)
      log.info({ seller_id, checkout_id }, 'charge canceled at the bank')
    }
    if (!ended && found && isSpent(found)) await this.#renew(charge, now)
    // Nobody has seen the code of a charge that the bank does not know: nothing can arrive for it.
    if (ended && !found && pix_code === null && before.length === 0) return undefined
    return nextCheck(checkout, { now, interval_ms })
  }

  /** Asks about one of the session's charges, and receives what has arrived for it. */
  async #askAbout(source: Source): Promise<BankCharge | undefined> {
    const { log } = this.#on
    const { seller_id, checkout_id, txid } = source
    const found = await (await this.#bankOf(source)).readCharge(txid)
    for (const reason of found?.unclear ?? []) {
      log.error({ seller_id, checkout_id, txid, reason }, 'a transfer could not be read')
    }
    for (const transfer of found?.transfers ?? []) await this.#receive(source, transfer)
    return found
  }

  /** What arrived has not settled the session: it is to be paid by another charge. */
  async #renew({ seller_id, checkout_id, txid }: Charge, now: Date): Promise<void> {
    const { db, log } = this.#on
    const next_txid = nextTxid(txid)
    if (!next_txid) return
    const key = { seller_id, checkout_id }
    const [renewed] = await db.run(() =>
      renewCharge({ ...key, txid, next_txid, now: now.toISOString() }))
    if (renewed) log.info({ ...key, txid, next_txid }, 'charge renewed')
  }

  /** @param of a charge, or a payment, which may be older than its column for the bank */
  async #bankOf(
    { seller_id, checkout_id, connection_id }: ChargeKey & { connection_id: string | null },
  ): Promise<PixProvider> {
    const connection = await this.#on.db.read(function* () {
      const [charge] = connection_id ? [] : yield* chargeOfCheckout({ seller_id, checkout_id })
      const id = connection_id ?? charge?.connection_id
      const [found] = id ? yield* connectionById({ seller_id, id }) : []
      return found
    })
    if (!connection) throw new Error(`${checkout_id} has no bank.`)
    return this.#on.banks.of(connection)
  }

  async #receive(source: Source, transfer: Transfer): Promise<void> {
    const { db, clock, log, metrics, snapshot, onEvent } = this.#on
    const { end_to_end_id, amount_minor } = transfer
    const { seller_id, checkout_id, txid } = source
    const [known] = await db.read(() => paymentByEndToEndId({ seller_id, end_to_end_id }))
    if (known) return
    const now = await clock.now()
    const outcome = await db.run(() => receiveTransfer({ ...source, transfer, snapshot, now }))
    if (outcome === 'known') return
    const facts = { seller_id, checkout_id, txid, end_to_end_id, amount_minor, outcome }
    log.info(facts, 'transfer received')
    if (outcome !== 'settled') return
    metrics.money('completed', amount_minor)
    onEvent(seller_id)
  }
}

/**
 * Banks take no second transfer for a charge. One that says that something arrived and does not
 * show all of it legibly may yet turn out to have been paid as it should.
 */
const isSpent = ({ status, transfers, unclear }: BankCharge): boolean =>
  status === 'paid' && transfers.length > 0 && unclear.length === 0

const isUnavailable = (error: unknown): boolean =>
  error instanceof BankError && error.kind === 'unavailable'

