/**
 * Ends the mandate of one subscription at its bank, and brings the bank's words about it back: that
 * it was approved, that its code was paid, that it has ended, that nothing can come any more.
 */
import type { Transaction } from '../../../db/query.ts'
import { approveMandate, endMandate, expireUnused } from '../../subscriptions/bankWords.ts'
import type { Recorder } from '../../subscriptions/ports.ts'
import { newestInvoice, subscriptionById } from '../../subscriptions/rows.ts'
import type { Invoice, Key, Subscription } from '../../subscriptions/rows.ts'
import { isRunning } from '../../subscriptions/states.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import type { CheckOutcome } from '../connections/railContext.ts'
import { isEnded } from '../recurring/answers.ts'
import type { Mandate } from '../recurring/answers.ts'
import { endMandate as orderEnd } from '../recurring/ending.ts'
import { RecurringPort } from '../recurring/port.ts'
import { readMandate } from '../recurring/reading.ts'
import { answered, bankOfSubscriptions, isUnavailable } from './bank.ts'
import type { SubscriptionBank, SubscriptionContext } from './bank.ts'
import { receiveAll } from './chargeWords.ts'
import { ARRIVAL_MS, REFUSED_PAUSE_MS } from './invoiceWork.ts'
import { mandateEndOf } from './mandateWords.ts'
import { pausedSince } from './pace.ts'
import { endCode, readCode } from './paidCodes.ts'
import { codeByKey, keepRecurrence, postponeMandate, setMandateOrderSent } from './rows.ts'
import type { Code } from './rows.ts'

const HOUR_MS = 60 * 60 * 1000

/** A bank takes so long to end a mandate; after that it is told again. */
const ENDING_MS = 12 * HOUR_MS

/** The longest pause between two looks at a mandate that is being ended. */
const MAX_PAUSE_MS = HOUR_MS / 4

/** How often a running mandate is read, beside before each order: the bank announces its end. */
const RUNNING_PAUSE_MS = 72 * HOUR_MS

type Scene = SubscriptionBank & {
  key: Key
  subscription: Subscription
  /** The invoice that the code pays; undefined where it only authorises. */
  first: Invoice | undefined
  code: Code | undefined
  bank: PixProvider
}

/** When the mandate is looked at next; null for never. */
type Next = Date | null

export class MandateWork {
  readonly #context: SubscriptionContext

  constructor(context: SubscriptionContext) {
    this.#context = context
  }

  /** Does what is owed for a mandate that was claimed. Errors are logged, and it is done later. */
  async carry(claimed: Subscription): Promise<CheckOutcome> {
    const { log, intervalMs } = this.#context
    const { seller_id, id } = claimed
    try {
      const scene = await this.#sceneOf(claimed)
      await this.#postpone(claimed, scene ? await this.#step(scene) : null)
      return 'done'
    } catch (error) {
      const facts = { seller_id, subscription_id: id, reason: (error as Error).message }
      const isBank = error instanceof BankError
      log[isBank ? 'warn' : 'error'](facts, 'mandate not looked at')
      const pauseMs = Math.max(intervalMs, isBank ? error.retryAfterMs : 0)
      await this.#postpone(claimed, await this.#after(pauseMs))
      return isUnavailable(error) ? 'bank_unavailable' : 'done'
    }
  }

  async #sceneOf({ seller_id, id }: Key): Promise<Scene | undefined> {
    const { db, banks } = this.#context
    const found = await db.read(function* () {
      const [subscription] = yield* subscriptionById({ seller_id, id })
      if (!subscription || subscription.connection_id === null) return undefined
      const { connection_id, pays_with_code } = subscription
      const [newest] = yield* newestInvoice({ seller_id, subscription_id: id })
      const [code] = yield* codeByKey({ seller_id, subscription_id: id, number: 0 })
      const bank = yield* bankOfSubscriptions({ seller_id, connection_id })
      const first = pays_with_code && newest?.number === 1 ? newest : undefined
      return bank && { ...bank, subscription, code, first }
    })
    return found && { ...found, key: { seller_id, id }, bank: banks.of(found.connection) }
  }

  async #postpone({ seller_id, id, bank_check_at }: Subscription, next: Next): Promise<void> {
    if (bank_check_at === null) return
    const of = { seller_id, id, claimed: bank_check_at, next: next?.toISOString() ?? null }
    await this.#context.db.run(() => postponeMandate(of))
  }

  async #after(pauseMs: number): Promise<Date> {
    return new Date((await this.#context.clock.now()).getTime() + pauseMs)
  }

  async #word<Result>(body: (recorder: Recorder) => Transaction<Result>): Promise<Result> {
    const { db, clock, recorder } = this.#context
    const now = await clock.now()
    return db.run(() => body(recorder(now)))
  }

  async #step(scene: Scene): Promise<Next> {
    const { bank_order, status } = scene.subscription
    if (bank_order === 'cancel') return this.#end(scene)
    if (status === 'incomplete') return this.#confirm(scene)
    return isRunning(status) ? this.#watch(scene) : null
  }

  /**
   * The id of the recurrence; a location that was kept names one whose answer was lost.
   *
   * @throws BankError while the bank does not show the location that it has made: a gateway whose
   *   bank is away answers 404 to everything
   */
  async #recurrenceOf({ subscription, bank, key }: Scene): Promise<string | undefined> {
    const { recurrence_id, location_id } = subscription
    if (recurrence_id !== null || location_id === null) return recurrence_id ?? undefined
    const reply = answered(await new RecurringPort(bank).readLocation(location_id))
    if (reply.kind !== 'done') {
      const retryAfterMs = REFUSED_PAUSE_MS
      throw new BankError('unreadable', 'The bank does not show a location.', { retryAfterMs })
    }
    const found = reply.value.mandate_id
    if (found === null) return undefined
    await this.#context.db.run(() => keepRecurrence({ ...key, recurrence_id: found }))
    return found
  }

  /** Ends a mandate: nothing is owed any more once the bank says that it has ended. */
  async #end(scene: Scene): Promise<Next> {
    const { subscription, key } = scene
    await this.#receive(scene, endCode)
    const id = await this.#recurrenceOf(scene)
    const now = await this.#context.clock.now()
    if (id === undefined) {
      // An opening that was under way has arrived by then.
      const sinceMs = now.getTime() - Date.parse(subscription.updated_at)
      if (sinceMs < ARRIVAL_MS) return this.#after(this.#context.intervalMs)
      const end = { status: 'canceled', by: 'seller', code: null } as const
      await this.#word((recorder) => endMandate({ ...key, ...end }, recorder))
      return null
    }
    const ended = await this.#askEnd(scene, id)
    if (ended instanceof Date) return ended
    await this.#word((recorder) => endMandate({ ...key, ...mandateEndOf(ended) }, recorder))
    return null
  }

  /** Has the bank end a mandate. @returns it once it has ended, or when to look again */
  async #askEnd({ subscription, bank, key }: Scene, mandate_id: string): Promise<Mandate | Date> {
    const { db, clock, log, metrics, intervalMs } = this.#context
    const { bank_order_sent_at } = subscription
    const nowMs = (await clock.now()).getTime()
    const sentMs = bank_order_sent_at === null ? -Infinity : Date.parse(bank_order_sent_at)
    const asked = nowMs - sentMs < ENDING_MS
    // The charges are stopped by orders of their own, which come first.
    const { mandate } = await orderEnd(bank, { mandate_id, open_txids: [], asked })
    const reply = answered(mandate)
    if (reply.kind === 'refused') {
      metrics.recurringRefused(String(reply.status))
      log.error({ ...key, status: reply.status }, 'the bank refuses to end a mandate')
      return this.#after(REFUSED_PAUSE_MS)
    }
    if (reply.kind === 'ended') return reply.mandate
    if (!asked) {
      const at = new Date(nowMs).toISOString()
      await db.run(() => setMandateOrderSent({ ...key, bank_order_sent_at: at }))
    }
    const pauseMs = asked ? (nowMs - sentMs) / 4 : 0
    return this.#after(Math.max(intervalMs, Math.min(pauseMs, MAX_PAUSE_MS)))
  }

  /** Reads a running mandate; one that was ended from outside is canceled here. */
  async #watch({ subscription, bank, key }: Scene): Promise<Next> {
    const reply = answered(await readMandate(bank, subscription.recurrence_id ?? ''))
    if (reply.kind !== 'done' || !isEnded(reply.value)) return this.#after(RUNNING_PAUSE_MS)
    await this.#ended(key, reply.value)
    return null
  }

  #ended(key: Key, mandate: Mandate) {
    return this.#word((recorder) => endMandate({ ...key, ...mandateEndOf(mandate) }, recorder))
  }

  /** Looks whether a subscription was paid and authorised, and after its time ends what is left. */
  async #confirm(scene: Scene): Promise<Next> {
    const { subscription, key, bank } = scene
    await this.#receive(scene, readCode)
    const id = await this.#recurrenceOf(scene)
    if (id !== undefined) {
      const reply = answered(await readMandate(bank, id))
      if (reply.kind === 'done') await this.#hear(key, reply.value)
    }
    const after = await this.#sceneOf(key)
    if (after?.subscription.status !== 'incomplete') return this.#after(RUNNING_PAUSE_MS)
    const now = (await this.#context.clock.now()).toISOString()
    const isPaid = after.first?.status === 'paid'
    if (now < subscription.expires_at || isPaid) return this.#pace(after)
    return this.#expire(after, id)
  }

  /** Applies what the bank says of a mandate. */
  async #hear(key: Key, mandate: Mandate): Promise<void> {
    if (isEnded(mandate)) await this.#ended(key, mandate)
    if (mandate.status !== 'approved') return
    const { tax_id = null, bank_ispb = null } = mandate.payer ?? {}
    const payer = { tax_id, bank_ispb }
    await this.#word((recorder) => approveMandate({ ...key, payer }, recorder))
  }

  /**
   * Receives what was paid by the code.
   *
   * @param ask reads the code, or ends it first
   * @returns whether nobody can pay it any more
   */
  async #receive({ first, code, bank, connection }: Scene, ask: typeof readCode): Promise<boolean> {
    if (!first || !code || first.status === 'paid') return true
    const { seller_id, id, txid } = first
    const now = await this.#context.clock.now()
    const { transfers, isOver } = await ask(bank, { txid, since: code.created_at, now })
    const of = { transfers, connection_id: connection.id, txid }
    await this.#word((recorder) => receiveAll({ seller_id, id }, of, recorder))
    return isOver
  }

  /** The more recently the page was seen, the sooner; the last look is at the end of its time. */
  async #pace({ code, subscription }: Scene): Promise<Date> {
    const now = await this.#context.clock.now()
    const { intervalMs } = this.#context
    const nowMs = now.getTime()
    const seen = code?.viewed_at ?? subscription.created_at
    const nextMs = nowMs + pausedSince(seen, { now, intervalMs })
    const endMs = Date.parse(subscription.expires_at)
    return new Date(endMs > nowMs ? Math.min(nextMs, endMs) : nextMs)
  }

  /**
   * Has a mandate and its code ended whose time is over, and then confirms that nothing comes any
   * more.
   */
  async #expire(scene: Scene, id: string | undefined): Promise<Next> {
    const { key, code } = scene
    const isOver = await this.#receive(scene, endCode)
    const after = await this.#sceneOf(key)
    if (!isOver || after?.first?.status === 'paid') return this.#after(this.#context.intervalMs)
    if (id === undefined) {
      const now = await this.#context.clock.now()
      const isUnderWay = code && now.getTime() - Date.parse(code.updated_at) < ARRIVAL_MS
      if (isUnderWay) return this.#after(this.#context.intervalMs)
    } else {
      const ended = await this.#askEnd(scene, id)
      if (ended instanceof Date) return ended
    }
    await this.#word((recorder) => expireUnused(key, recorder))
    return null
  }
}
