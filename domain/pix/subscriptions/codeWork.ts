/** Reads the codes that pay invoices which could not be collected, and ends those out of use. */
import { dayOf } from '../../../runtime/brasilia.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import { invoiceTxidOf } from '../bank/txid.ts'
import type { CheckOutcome } from '../connections/railContext.ts'
import { bankOfSubscriptions, isUnavailable } from './bank.ts'
import type { SubscriptionContext } from './bank.ts'
import { receiveAll } from './chargeWords.ts'
import { endCode, readCode } from './paidCodes.ts'
import { pausedSince } from './pace.ts'
import { invoiceByTxid, postponeCode } from './rows.ts'
import type { Code } from './rows.ts'

export class CodeWork {
  readonly #context: SubscriptionContext

  constructor(context: SubscriptionContext) {
    this.#context = context
  }

  /** Reads the charge of a code that was claimed. Errors are logged, and it is read later. */
  async carry(claimed: Code): Promise<CheckOutcome> {
    const { db, log, clock, intervalMs } = this.#context
    const { seller_id, subscription_id, number, check_at } = claimed
    const facts = { seller_id, subscription_id, number }
    const postpone = async (next: Date | null) => {
      const at = next?.toISOString() ?? null
      await db.run(() => postponeCode({ ...facts, claimed: check_at ?? '', next: at }))
    }
    try {
      await postpone(await this.#read(claimed))
      return 'done'
    } catch (error) {
      const isBank = error instanceof BankError
      const reason = (error as Error).message
      log[isBank ? 'warn' : 'error']({ ...facts, reason }, 'code of an invoice not read')
      const pauseMs = Math.max(intervalMs, isBank ? error.retryAfterMs : 0)
      await postpone(new Date((await clock.now()).getTime() + pauseMs))
      return isUnavailable(error) ? 'bank_unavailable' : 'done'
    }
  }

  /** @returns when it is read next; null once nobody can pay it */
  async #read(code: Code): Promise<Date | null> {
    const { db, clock, recorder, intervalMs } = this.#context
    const { seller_id, connection_id, txid, created_at: since } = code
    const now = await clock.now()
    const found = await db.read(function* () {
      const [invoice] = yield* invoiceByTxid({ seller_id, txid: invoiceTxidOf(txid ?? '') })
      const bank = yield* bankOfSubscriptions({ seller_id, connection_id })
      return invoice && bank && { invoice, ...bank }
    })
    if (!found || txid === null) return null
    const { invoice, connection } = found
    const bank: PixProvider = this.#context.banks.of(connection)
    const isInUse = invoice.status === 'uncollectible' && dayOf(now) < (invoice.period_end ?? '')
    const ask = isInUse ? readCode : endCode
    const { transfers, isOver } = await ask(bank, { txid, since, now })
    const key = { seller_id, id: invoice.id }
    const of = { transfers, connection_id: connection.id, txid }
    await db.run(() => receiveAll(key, of, recorder(now)))
    return isOver
      ? null
      : new Date(now.getTime() + pausedSince(code.viewed_at, { now, intervalMs }))
  }
}
