import type { Database } from '../../../db/database.ts'
import { chargeOfCheckout, isBy, transfersFor } from '../charges/charges.ts'
import type { Source } from '../charges/charges.ts'
import { connectionById } from '../connections/bankConnections.ts'
import type { Banks } from '../connections/bankConnections.ts'
import { BankError, MAX_TRANSFERS, isSameId, recordedAmounts } from '../bank/provider.ts'
import type { BankCharge, PixProvider, Transfer, TransfersFound } from '../bank/provider.ts'
import { recordBankRefunds, refundsToRecord } from '../../payments/refunds.ts'
import type { Payment } from '../../payments/refunds.ts'
import { setFee } from '../../payments/payments.ts'
import { paymentByEndToEndId, receiveTransfer } from './transfers.ts'
import type { OnSettled } from './transfers.ts'
import type { RailContext } from '../connections/railContext.ts'

/** The largest difference assumed between the bank's clock and ours. */
const CLOCK_SKEW_MS = 60 * 60 * 1000

/** The fee of the provider's that a transfer shows, and that is not on record. */
export function newFeeOf(payment: Payment, transfer: Transfer): number | null {
  return payment.fee_minor === null ? recordedAmounts(transfer, payment.outcome).fee_minor : null
}

/** The most refunds that one check of a transfer logs one by one. */
const MAX_LOGGED = 10

/**
 * The bank where a charge was created.
 *
 * @param of a charge, a payment or a refund; a payment that is older than the column
 *   `connection_id` came by the charge of its checkout
 */
export async function bankOf(
  { db, banks }: { db: Database; banks: Banks },
  {
    seller_id,
    checkout_id,
    connection_id,
  }: Pick<Payment, 'seller_id' | 'checkout_id' | 'connection_id'>,
): Promise<PixProvider> {
  const connection = await db.read(function* () {
    const isOlder = connection_id === null && checkout_id !== null
    const [charge] = isOlder ? yield* chargeOfCheckout({ seller_id, checkout_id }) : []
    const id = connection_id ?? charge?.connection_id
    const [connection] = id ? yield* connectionById({ seller_id, id }) : []
    return connection
  })
  if (!connection) throw new Error(`A transfer for ${checkout_id} has no bank.`)
  return banks.of(connection)
}

/** @throws BankError when a bank has reported more transfers for a checkout than are accepted */
function requireFew(transfers: Pick<Payment, 'end_to_end_id'>[]): void {
  const ids = new Set(transfers.map(({ end_to_end_id }) => end_to_end_id))
  if (ids.size <= MAX_TRANSFERS) return
  throw new BankError('unreadable', 'The bank has told of too many transfers for a checkout.')
}

/** A transfer as its bank shows it; one that is known is named by the id on record. */
function asRecorded(transfer: Transfer, onRecord: readonly Payment[]): Transfer {
  const { end_to_end_id } = transfer
  const payment = onRecord.find((payment) => isSameId(payment.end_to_end_id, end_to_end_id))
  return { ...transfer, end_to_end_id: payment?.end_to_end_id ?? end_to_end_id }
}

/**
 * Result for one transfer: `known` when it was on record already, `unclear` when it was not
 * recorded because one of its refunds could not be read, else how it was recorded.
 */
export type TransferResult = 'settled' | 'returned' | 'known' | 'unclear'

/**
 * Brings the transfers that a bank has into the database: each transfer is recorded once, and at
 * every later check its amount and refunds are compared with the record.
 */
export class TransferSync {
  readonly #context: RailContext

  constructor(context: RailContext) {
    this.#context = context
  }

  /**
   * Reads one of a checkout's charges from its bank, and records the transfers for it.
   *
   * @param shown whether the code was shown, so that the charge may have been paid
   * @param onSettled joins the transaction in which a transfer settles the checkout
   * @returns the charge with all its transfers, or undefined when the bank does not know it
   * @throws BankError
   */
  async sync(
    source: Source,
    shown: boolean,
    onSettled?: OnSettled | false,
  ): Promise<BankCharge | undefined> {
    const { db, log } = this.#context
    const { seller_id, checkout_id, txid } = source
    const bank = await bankOf(this.#context, source)
    const shownNow = await bank.readCharge(txid)
    const onRecord = await db.read(() => transfersFor(source))
    const page = shownNow && {
      ...shownNow,
      transfers: shownNow.transfers.map((transfer) => asRecorded(transfer, onRecord)),
    }
    const payments = onRecord.filter((payment) => isBy(source, payment))
    const { transfers, unclear } = await this.#readHidden(bank, {
      source,
      found: page,
      known: payments,
      shown,
    })
    for (const reason of new Set([...(page?.unclear ?? []), ...unclear])) {
      log.error({ seller_id, checkout_id, txid, reason }, 'a transfer could not be read')
    }
    const all = [...(page?.transfers ?? []), ...transfers]
    requireFew([...onRecord, ...all])
    for (const transfer of all) await this.#receive(source, transfer, onSettled)
    return page && { ...page, transfers: all, unclear: [...page.unclear, ...unclear] }
  }

  /**
   * Records a transfer that the bank's list names for one of its own charges. The list comes over
   * the same authenticated connection as an answer about the transfer alone, so the bank is not
   * asked again.
   *
   * @throws BankError
   */
  async receiveListed(source: Source, transfer: Transfer): Promise<TransferResult> {
    const onRecord = await this.#context.db.read(() => transfersFor(source))
    requireFew([...onRecord, transfer])
    return this.#receive(source, asRecorded(transfer, onRecord))
  }

  /**
   * Asks the bank about a transfer that it lists for a charge and does not show with it, as when it
   * shows none and another one is on record, and records it.
   *
   * @returns whether it is on record
   * @throws BankError
   */
  async syncListed(source: Source, end_to_end_id: string): Promise<boolean> {
    const { db } = this.#context
    const onRecord = await db.read(() => transfersFor(source))
    if (onRecord.some((payment) => isSameId(payment.end_to_end_id, end_to_end_id))) return true
    const bank = await bankOf(this.#context, source)
    const transfer = await bank.readTransfer(end_to_end_id, source.txid)
    if (!transfer) return false
    requireFew([...onRecord, transfer])
    return (await this.#receive(source, transfer)) !== 'unclear'
  }

  /** Transfers that the bank has and does not show with the charge, as the contract permits. */
  async #readHidden(
    bank: PixProvider,
    {
      source: { seller_id, checkout_id, txid },
      found,
      known,
      shown,
    }: {
      source: Source
      found: BankCharge | undefined
      known: readonly Payment[]
      shown: boolean
    },
  ): Promise<TransfersFound> {
    const visible = found?.transfers.map((transfer) => transfer.end_to_end_id) ?? []
    const missing = known.filter((payment) => !visible.includes(payment.end_to_end_id ?? ''))
    const transfers: Transfer[] = []
    for (const { end_to_end_id, txid: paidTxid } of missing) {
      const transfer = end_to_end_id
        ? await bank.readTransfer(end_to_end_id, paidTxid ?? undefined)
        : undefined
      if (transfer) transfers.push(transfer)
    }
    const shows = found ? found.transfers.length + found.unclear.length > 0 : false
    const mayBePaid = found ? found.status === 'paid' : shown
    if (known.length > 0 || shows || !mayBePaid) return { transfers, unclear: [] }
    const [charge] = await this.#context.db.read(() => chargeOfCheckout({ seller_id, checkout_id }))
    const to = await this.#context.clock.now()
    const from = new Date(Date.parse(charge?.created_at ?? '') - CLOCK_SKEW_MS)
    return bank.readTransfers(txid, { from, to })
  }

  async #receive(
    source: Source,
    transfer: Transfer,
    onSettled?: OnSettled | false,
  ): Promise<TransferResult> {
    const { db, clock, events, log, metrics } = this.#context
    const { end_to_end_id, amount_minor } = transfer
    const { seller_id, checkout_id, txid } = source
    const facts = { seller_id, checkout_id, txid, end_to_end_id, amount_minor }
    const find = () => db.read(() => paymentByEndToEndId({ seller_id, end_to_end_id }))
    const [known] = await find()
    if (known) {
      await this.compare(known, transfer, facts)
      return 'known'
    }
    // The amount that is left decides if the transfer settles the checkout.
    if (transfer.unclear) return 'unclear'
    const now = await clock.now()
    const outcome = await db.run(() =>
      receiveTransfer({ ...source, transfer, now, onSettled, events, metrics }),
    )
    if (outcome !== 'known') log.info({ ...facts, outcome }, 'transfer received')
    const [payment] = await find()
    if (payment) await this.compare(payment, transfer, facts)
    return outcome === 'settled' || outcome === 'known' ? outcome : 'returned'
  }

  /**
   * Compares a transfer with its payment, and records the refunds that are new.
   *
   * @param facts the bank's values for the transfer, by the names of the columns
   */
  async compare(payment: Payment, transfer: Transfer, facts: object): Promise<void> {
    const { db, clock, log, metrics, events } = this.#context
    const { id: payment_id, amount_minor, checkout_id, invoice_id } = payment
    const source = invoice_id === null ? { checkout_id } : { invoice_id }
    const recorded = { amount_minor, ...source }
    const told = { ...facts, amount_minor: recordedAmounts(transfer, payment.outcome).amount_minor }
    if (Object.entries(recorded).some(([name, value]) => ({ ...told })[name] !== value)) {
      log.error({ ...facts, payment_id, recorded }, 'the bank has other facts of a transfer')
      return
    }
    const bankRefunds = transfer.refunds
    const fee_minor = newFeeOf(payment, transfer)
    if (fee_minor !== null) {
      await db.run(() => setFee({ seller_id: payment.seller_id, id: payment_id, fee_minor }))
    }
    const unrecorded = await db.read(() => refundsToRecord(payment, bankRefunds))
    if (!unrecorded) {
      log.error({ ...facts, payment_id }, 'the bank has told of too many refunds of a transfer')
      return
    }
    if (unrecorded.length === 0) return
    const now = await clock.now()
    const of = { ...facts, payment_id }
    const changed = await recordBankRefunds(db, { payment, told: bankRefunds, events, now }).catch(
      (error: unknown) => {
        if (!(error instanceof BankError)) throw error
        log.error({ ...of, reason: error.message }, 'refunds of a transfer are not believed')
      },
    )
    if (!changed) return
    // A transfer that settles nothing is counted as a whole, once all of it is back.
    const counted = payment.outcome === 'settled' ? changed : []
    for (const { status, amount_minor: backMinor } of counted) {
      if (status === 'succeeded') metrics.money('returned', backMinor)
    }
    for (const { id, status, nature, origin, return_id, ...rest } of changed.slice(0, MAX_LOGGED)) {
      const refund = { id, status, nature, origin, return_id, amount_minor: rest.amount_minor }
      log.info({ ...of, refund }, 'refund of a transfer recorded')
    }
    const more = changed.length - MAX_LOGGED
    if (more > 0) log.info({ ...of, refunds: more }, 'more refunds of a transfer recorded')
    if (changed.length === unrecorded.length) return
    // Another check may have recorded the others at the same time.
    const remaining = (await db.read(() => refundsToRecord(payment, bankRefunds))) ?? unrecorded
    if (remaining.length === 0) return
    const logged = { refunds: remaining.length, found: remaining.slice(0, MAX_LOGGED) }
    log.error({ ...of, ...logged }, 'the bank takes a refund back that had arrived')
  }
}
