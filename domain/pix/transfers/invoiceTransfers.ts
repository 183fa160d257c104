import { and, eq } from '../../../db/operators.ts'
import { isAnyOf, query } from '../../../db/query.ts'
import type { Arguments, Transaction } from '../../../db/query.ts'
import { paymentOfTransfer } from '../../payments/invoicePayments.ts'
import { receiveTransfer } from '../../subscriptions/bankWords.ts'
import type { Recorder } from '../../subscriptions/ports.ts'
import type { Invoice } from '../../subscriptions/rows.ts'
import { BankError, MAX_TRANSFERS, comparableId } from '../bank/provider.ts'
import type { Transfer } from '../bank/provider.ts'
import { invoiceTxidOf } from '../bank/txid.ts'
import type { RailContext } from '../connections/railContext.ts'
import { TransferSync, bankOf } from './transferSync.ts'

/** The invoice that a charge at a bank is for, with the txid of that charge. */
export type InvoiceSource = Pick<Invoice, 'seller_id' | 'id' | 'txid' | 'connection_id'>

const invoicesByTxids = query(
  'invoices_of_charges',
  (db, { invoices: t }, args: Arguments<{ seller_id: string; txids: string[] }>) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), isAnyOf(t.txid, args.txids))),
)

/**
 * The invoices that charges are for, by the txids of these, which have the form of a checkout's.
 *
 * @param txids of charges: an invoice is paid by its own, or by that of its code
 */
export function* invoicesOfCharges({
  seller_id,
  txids,
}: {
  seller_id: string
  txids: readonly string[]
}): Transaction<Map<string, Invoice>> {
  if (txids.length === 0) return new Map()
  const own = [...new Set(txids.map(invoiceTxidOf))]
  const invoices = yield* invoicesByTxids({ seller_id, txids: own })
  const byTxid = new Map(invoices.map((invoice) => [invoice.txid, invoice]))
  const found = new Map<string, Invoice>()
  for (const txid of txids) {
    const invoice = byTxid.get(invoiceTxidOf(txid))
    if (invoice) found.set(txid, { ...invoice, txid })
  }
  return found
}

/** Payments of an invoice, of which a bank may report `MAX_TRANSFERS`. */
const paymentsOfInvoice = query(
  'payments_for_invoice',
  (
    db,
    { payments: t },
    args: Arguments<{ seller_id: string; invoice_id: string; limit: number }>,
  ) =>
    db
      .select()
      .from(t)
      .where(and(eq(t.seller_id, args.seller_id), eq(t.invoice_id, args.invoice_id)))
      .limit(args.limit),
)

/** Brings transfers for invoices into the books, and what goes back of them. */
export class InvoiceTransfers {
  readonly #context: RailContext
  readonly #recorder: (now: Date) => Recorder
  readonly #transfers: TransferSync

  /** @param recorder of changes of subscriptions at a moment */
  constructor(context: RailContext, recorder: (now: Date) => Recorder) {
    this.#context = context
    this.#recorder = recorder
    this.#transfers = new TransferSync(context)
  }

  /**
   * Records a transfer as the bank has shown it: it pays the invoice or is sent back. One that is
   * on record is compared with the record.
   *
   * @returns whether it is on record; not while one of its refunds could not be read
   * @throws BankError when the bank has reported more transfers for an invoice than are accepted
   */
  async receive(source: InvoiceSource, transfer: Transfer): Promise<boolean> {
    const { db, clock, log } = this.#context
    const { seller_id, id: invoice_id, txid, connection_id } = source
    const { end_to_end_id, amount_minor, paid_at } = transfer
    const facts = { seller_id, checkout_id: null, invoice_id, txid, end_to_end_id, amount_minor }
    const comparable_id = comparableId(end_to_end_id)
    const find = () => db.read(() => paymentOfTransfer({ seller_id, comparable_id }))
    const [known] = await find()
    if (!known) {
      if (transfer.unclear) return false
      await this.#requireFew(source)
      const now = await clock.now()
      const received = { end_to_end_id, amount_minor, paid_at, connection_id, txid }
      await db.run(() =>
        receiveTransfer({ seller_id, id: invoice_id, transfer: received }, this.#recorder(now)),
      )
    }
    const [payment] = known ? [known] : await find()
    if (!payment) return false
    if (!known) log.info({ ...facts, outcome: payment.outcome }, 'transfer received')
    await this.#transfers.compare(payment, transfer, facts)
    return true
  }

  /** Asks the bank about a transfer that its list shows for an invoice and cannot be read there. */
  async read(source: InvoiceSource, end_to_end_id: string): Promise<boolean> {
    const bank = await bankOf(this.#context, { ...source, checkout_id: null })
    const transfer = await bank.readTransfer(end_to_end_id, source.txid)
    return transfer !== undefined && (await this.receive(source, transfer))
  }

  /**
   * Compares the payments of an invoice with what the bank has gone back of them.
   *
   * @throws BankError
   */
  async compareAll(source: InvoiceSource): Promise<void> {
    const payments = await this.#paymentsOf(source)
    for (const { end_to_end_id, txid } of payments) {
      const of = { ...source, txid: txid ?? source.txid }
      if (end_to_end_id !== null) await this.read(of, end_to_end_id)
    }
  }

  #paymentsOf({ seller_id, id: invoice_id }: InvoiceSource) {
    return this.#context.db.read(() =>
      paymentsOfInvoice({ seller_id, invoice_id, limit: MAX_TRANSFERS }),
    )
  }

  async #requireFew(source: InvoiceSource): Promise<void> {
    if ((await this.#paymentsOf(source)).length < MAX_TRANSFERS) return
    throw new BankError('unreadable', 'The bank has told of too many transfers for an invoice.')
  }
}
