/**
 * Subscriptions at their banks, as the rounds and the rest of the service see them: claims on what
 * is owed there, hints by callbacks, and codes.
 */
import { TaskQueue } from '../../../runtime/taskQueue.ts'
import type { Transaction } from '../../../db/query.ts'
import { sellerById } from '../../identity/sellerRows.ts'
import {
  claimInvoiceReadings,
  claimMandateReadings,
  claimMandates,
  claimOrders,
  earliestWork,
} from '../../subscriptions/orders.ts'
import type { OrderClaim } from '../../subscriptions/orders.ts'
import { invoiceById, subscriptionById } from '../../subscriptions/rows.ts'
import { startOn } from '../../subscriptions/bankWords.ts'
import type { Invoice, Key, Subscription } from '../../subscriptions/rows.ts'
import { BankError } from '../bank/provider.ts'
import { sandbox } from '../bank/sandbox.ts'
import { invoiceTxidOf } from '../bank/txid.ts'
import { ChargeAttempts } from '../charges/chargeAttempts.ts'
import { CLAIM_TTL_MS } from '../connections/claims.ts'
import type { CheckOutcome } from '../connections/railContext.ts'
import { invoicesOfCharges } from '../transfers/invoiceTransfers.ts'
import type { SubscriptionContext } from './bank.ts'
import { createCode, numberOf, wantedCode } from './codes.ts'
import type { CodeToShow } from './codes.ts'
import { CodeWork } from './codeWork.ts'
import { InvoiceWork } from './invoiceWork.ts'
import { MandateWork } from './mandateWork.ts'
import {
  claimCodes,
  codeByKey,
  hastenCode,
  hastenInvoice,
  hastenMandate,
  subscriptionsOfRecurrences,
  viewCode,
} from './rows.ts'
import type { Code } from './rows.ts'

/** The code of a subscription, for its page and its seller. */
export type SubscriptionCode = {
  /** The invoice that it pays; null where it only authorises. */
  invoice_id: string | null
  txid: string | null
  /** `pending`: the bank has not answered yet; `unavailable`: it is away, or refuses. */
  status: 'ready' | 'pending' | 'unavailable'
  code: string | null
  expires_at: string
}

type Bank = { seller_id: string; id: string }

/** `orders` are not to wait for a budget; `readings` are. */
export type WorkKind = 'orders' | 'readings'

export class SubscriptionWork {
  readonly #context: SubscriptionContext
  readonly #invoices: InvoiceWork
  readonly #mandates: MandateWork
  readonly #codes: CodeWork
  readonly #hints: TaskQueue
  readonly #creations: TaskQueue
  readonly #attempts: ChargeAttempts

  /** @param pauseMs the least time between two looks at one thing, or attempts to make one code */
  constructor(context: SubscriptionContext, pauseMs: number) {
    const { timers } = context
    this.#context = context
    this.#invoices = new InvoiceWork(context)
    this.#mandates = new MandateWork(context)
    this.#codes = new CodeWork(context)
    this.#hints = new TaskQueue({ pauseMs, timers })
    this.#creations = new TaskQueue({ pauseMs, timers })
    this.#attempts = new ChargeAttempts(timers)
  }

  async close(): Promise<void> {
    await Promise.all([this.#hints.close(), this.#creations.close()])
  }

  async idle(): Promise<void> {
    await this.#creations.idle()
    await this.#hints.idle()
  }

  /** True when something may be claimed at a bank. */
  async hasWork({ seller_id, id: connection_id }: Bank): Promise<boolean> {
    const { db, clock } = this.#context
    const now = (await clock.now()).toISOString()
    const [first] = await db.read(() => earliestWork({ seller_id, connection_id }))
    return Object.values(first ?? {}).some((at) => at !== null && at <= now)
  }

  /** Claims what is due at a bank. @returns a task for each */
  async claim(
    { seller_id, id: connection_id }: Bank,
    kind: WorkKind,
    limit: number,
  ): Promise<(() => Promise<CheckOutcome>)[]> {
    const { db, clock } = this.#context
    const nowMs = (await clock.now()).getTime()
    const at = (ms: number) => new Date(nowMs + ms).toISOString()
    const claim = { seller_id, connection_id, now: at(0), until: at(CLAIM_TTL_MS), limit }
    const isOrders = kind === 'orders'
    const { invoices, mandates, codes } = await db.run(() => claimAll(claim, isOrders))
    return [
      ...invoices.map((one) => () => this.#invoices.carry(one)),
      ...mandates.map((one) => () => this.#mandates.carry(one)),
      ...codes.map((one) => () => this.#codes.carry(one)),
    ]
  }

  /** A callback names mandates of a seller: each is read at the bank, in the background. */
  async heardOfMandates(seller_id: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const recurrence_ids = [...ids]
    const found = await this.#context.db.read(() =>
      subscriptionsOfRecurrences({ seller_id, recurrence_ids }),
    )
    for (const one of found) if (one.bank_order === null) this.#readMandate(one)
  }

  #readMandate({ seller_id, id }: Key): void {
    this.#addHint(`${seller_id} ${id}`, seller_id, async (soon) => {
      const { db } = this.#context
      await db.run(() => hastenMandate({ seller_id, id, soon }))
      const [current] = await db.read(() => subscriptionById({ seller_id, id }))
      if (current?.bank_order === null) await this.#mandates.carry(current)
    })
  }

  /** A callback names charges of a seller, recurring ones or codes, by their txids. */
  async heardOfCharges(seller_id: string, txids: readonly string[]): Promise<void> {
    const found = await this.#context.db.read(() => invoicesOfCharges({ seller_id, txids }))
    for (const [txid, invoice] of found) {
      if (invoice.connection_id === null) continue
      if (invoiceTxidOf(txid) !== txid) await this.#readCode(invoice)
      else if (invoice.collection === 'code') {
        this.#readMandate({ seller_id, id: invoice.subscription_id })
      } else if (invoice.bank_order === null) this.#readInvoice(invoice)
    }
  }

  #readInvoice({ seller_id, id }: Key): void {
    this.#addHint(`${seller_id} ${id}`, seller_id, async (soon) => {
      const { db } = this.#context
      await db.run(() => hastenInvoice({ seller_id, id, soon }))
      const [current] = await db.read(() => invoiceById({ seller_id, id }))
      if (current?.bank_order === null) await this.#invoices.carry(current)
    })
  }

  async #readCode({ seller_id, subscription_id, number }: Invoice): Promise<void> {
    const key = { seller_id, subscription_id, number }
    const [code] = await this.#context.db.read(() => codeByKey(key))
    if (!code || code.check_at === null) return
    this.#addHint(`${seller_id} ${subscription_id} ${number}`, seller_id, async (soon) => {
      const { db } = this.#context
      await db.run(() => hastenCode({ ...key, soon }))
      const [current] = await db.read(() => codeByKey(key))
      if (current && current.check_at !== null) await this.#codes.carry(current)
    })
  }

  /** @param read is given the time by which the rounds read it, if this reading is cut off */
  #addHint(key: string, group: string, read: (soon: string) => Promise<void>): void {
    const { clock, log, intervalMs } = this.#context
    const run = async () => {
      try {
        const nowMs = (await clock.now()).getTime()
        await read(new Date(nowMs + intervalMs).toISOString())
      } catch (error) {
        log.error({ err: error, seller_id: group }, 'a subscription was not looked at')
      }
    }
    if (this.#hints.add(key, { group, run })) return
    log.warn({ seller_id: group }, 'too many subscriptions to look at')
  }

  /**
   * The code that a subscription has to show. The first call has it made in the background, since a
   * page never waits for a bank; until there is one, later calls try again.
   *
   * @returns undefined where there is none to show
   */
  async pageCode(
    subscription: Subscription,
    sellerName: string,
  ): Promise<SubscriptionCode | undefined> {
    const found = await this.#wanted(subscription)
    if (!found) return undefined
    const { wanted, isSuspended } = found
    if (isSuspended) return answer(wanted, { status: 'unavailable', code: null })
    if (subscription.connection_id === null) return this.#playedCode(wanted, sellerName)
    if (found.code?.pix_code) {
      await this.#recordView(found.code, wanted)
      return answer(wanted, { status: 'ready', code: found.code.pix_code })
    }
    this.#schedule(wanted, sellerName)
    const status = this.#isAway(wanted, subscription.connection_id) ? 'unavailable' : 'pending'
    return answer(wanted, { status, code: null })
  }

  /** True while a bank does not answer what a code takes: a charge, a mandate, or both. */
  #isAway({ authorizes, txid }: CodeToShow, connection_id: string): boolean {
    const { banks } = this.#context
    const isPaid = txid !== null
    return (
      (isPaid && banks.stateOf(connection_id) !== 'closed') ||
      (authorizes && banks.recurringStateOf(connection_id) !== 'closed')
    )
  }

  /** The same for a caller who waits a moment for the bank. */
  async code(
    subscription: Subscription,
    sellerName: string,
  ): Promise<SubscriptionCode | undefined> {
    const { connection_id, seller_id } = subscription
    const found = await this.#wanted(subscription)
    const isAsked = found && !found.isSuspended && !found.code?.pix_code && connection_id !== null
    if (!isAsked || this.#isAway(found.wanted, connection_id)) {
      return this.pageCode(subscription, sellerName)
    }
    const { wanted } = found
    const begin = () => this.#schedule(wanted, sellerName)
    const outcome = await this.#attempts.next(seller_id, keyOf(wanted), begin)
    const after = await this.#wanted(subscription)
    const code = after?.code?.pix_code ?? null
    if (code !== null) return answer(wanted, { status: 'ready', code })
    return answer(wanted, { status: outcome === 'failed' ? 'unavailable' : 'pending', code })
  }

  /** The sandbox's code without a bank, made at once: only its own operations pay it. */
  async #playedCode(wanted: CodeToShow, sellerName: string): Promise<SubscriptionCode> {
    const { db, clock, recorder } = this.#context
    const { seller_id, id, starts_on } = wanted.subscription
    if (starts_on === null) {
      const now = await clock.now()
      await db.run(() => startOn({ seller_id, id }, recorder(now)))
    }
    const txid = wanted.txid ?? id.slice(id.indexOf('_') + 1).replaceAll('-', '')
    const { pix_code } = await sandbox.createCharge({ txid, sellerName })
    return answer(wanted, { status: 'ready', code: pix_code })
  }

  async #wanted({ seller_id, id }: Subscription) {
    const { db, clock } = this.#context
    const now = await clock.now()
    return db.read(function* () {
      const [current] = yield* subscriptionById({ seller_id, id })
      const wanted = current && (yield* wantedCode(current, now))
      if (!wanted) return undefined
      const [code] = yield* codeByKey({ seller_id, subscription_id: id, number: numberOf(wanted) })
      const [seller] = yield* sellerById({ id: seller_id })
      return { wanted, code, isSuspended: seller?.status === 'suspended' }
    })
  }

  #schedule(wanted: CodeToShow, sellerName: string): void {
    const { log } = this.#context
    const { seller_id, id: subscription_id } = wanted.subscription
    const key = keyOf(wanted)
    const facts = { seller_id, subscription_id }
    const run = async () => {
      try {
        const isMade = await createCode(this.#context, { wanted, sellerName })
        this.#attempts.end(key, isMade ? 'created' : 'failed')
      } catch (error) {
        const reason = (error as Error).message
        const level = error instanceof BankError ? 'warn' : 'error'
        log[level]({ ...facts, reason }, 'code of a subscription not made')
        this.#attempts.end(key, 'failed')
      }
    }
    if (this.#creations.add(key, { group: seller_id, run })) return
    log.warn(facts, 'too many codes to make')
    this.#attempts.end(key, 'failed')
  }

  /** Records a view of the page: a code whose page is open is looked at each interval. */
  async #recordView(code: Code, wanted: CodeToShow): Promise<void> {
    const { db, clock, log, intervalMs } = this.#context
    const now = await clock.now()
    if (now.getTime() - Date.parse(code.viewed_at) < intervalMs) return
    const { seller_id, id } = wanted.subscription
    const viewed_at = now.toISOString()
    await db
      .run(function* () {
        yield* viewCode({ ...code, viewed_at })
        if (wanted.authorizes) yield* hastenMandate({ seller_id, id, soon: viewed_at })
        else yield* hastenCode({ ...code, soon: viewed_at })
      })
      // The page is shown even when nothing can be written, as on a full disk.
      .catch((error: unknown) => {
        log.warn({ err: error, seller_id, subscription_id: id }, 'view of a code not recorded')
      })
  }
}

function* claimAll(
  claim: OrderClaim,
  isOrders: boolean,
): Transaction<{ invoices: Invoice[]; mandates: Subscription[]; codes: Code[] }> {
  const invoices = yield* (isOrders ? claimOrders : claimInvoiceReadings)(claim)
  const left = (of: number) => ({ ...claim, limit: claim.limit - of })
  const rest = left(invoices.length)
  if (rest.limit === 0) return { invoices, mandates: [], codes: [] }
  const mandates = yield* (isOrders ? claimMandates : claimMandateReadings)(rest)
  const last = left(invoices.length + mandates.length)
  if (isOrders || last.limit === 0) return { invoices, mandates, codes: [] }
  return { invoices, mandates, codes: yield* claimCodes(last) }
}

const keyOf = (wanted: CodeToShow): string =>
  `${wanted.subscription.seller_id} ${wanted.subscription.id} ${numberOf(wanted)}`

const answer = (
  { invoice, txid, ends_at }: CodeToShow,
  of: Pick<SubscriptionCode, 'status' | 'code'>,
): SubscriptionCode => ({
  ...{ invoice_id: invoice?.id ?? null, txid, expires_at: ends_at },
  ...of,
})
