/**
 * Reads the bank's lists of recurrences and of recurring charges (`GET /rec`, `GET /cobr`), a few
 * pages in a round: a mandate that was ended in the payer's app, or a debit that was taken back
 * there, is found when no callback tells of it. A list is a hint: what it has otherwise than the
 * record is read by its id.
 */
import { recentlyUsed } from '../../../runtime/recent.ts'
import { earliestWork } from '../../subscriptions/orders.ts'
import { AnswerTooLong } from '../bank/provider.ts'
import type { ListPage } from '../bank/provider.ts'
import { connectionById } from '../connections/bankConnections.ts'
import type { Connection } from '../connections/bankConnections.ts'
import type { RailContext } from '../connections/railContext.ts'
import { isEnded, isOver, openAttempt } from '../recurring/answers.ts'
import type { Mandate, RecurringCharge } from '../recurring/answers.ts'
import { RecurringPort } from '../recurring/port.ts'
import type { ReadReply } from '../recurring/port.ts'
import { subscriptionsOfRecurrences } from '../subscriptions/rows.ts'
import type { SubscriptionWork } from '../subscriptions/work.ts'
import { invoicesOfCharges } from '../transfers/invoiceTransfers.ts'
import { ListingCursor } from './listingCursor.ts'
import type { NextPage } from './listingCursor.ts'
import type { PollBudget } from './pollBudget.ts'

/** Pages of one list in a round. A list that is longer goes on in the next one. */
const PAGES_A_ROUND = 2

/** A charge is made ten days before its debit at the earliest, and over eight days after it. */
const CHARGES_MS = 31 * 24 * 60 * 60 * 1000

/** A difference that a list shows again is read again after so long. */
const AGAIN_MS = 15 * 60 * 1000

const MAX_CURSORS = 20_000
const MAX_HANDLED = 10_000

type Bank = Pick<Connection, 'seller_id' | 'id' | 'recurring'>

/** A thing that the bank lists otherwise than the record has it. @property mark what it says */
type Difference = { id: string; mark: string }

type ComparedPage = ListPage & { differences: Difference[] }

/** One of the two lists of a bank. */
type List = {
  name: 'recurrences' | 'charges'
  connection: Connection
  now: Date
  /** Created since then. */
  fromMs: number
  /** Reads a page, and what it has otherwise than the record. */
  read: (port: RecurringPort, page: NextPage) => Promise<ReadReply<ComparedPage>>
  /** Reads these at the bank. */
  hear: (seller_id: string, ids: string[]) => Promise<void>
}

export class RecurringLists {
  readonly #context: RailContext
  readonly #subscriptions: SubscriptionWork
  readonly #polls: PollBudget
  readonly #cursors = recentlyUsed<ListingCursor>(MAX_CURSORS)
  /** When a difference was last handled, so that it is not handled in each round. */
  readonly #handledMs = recentlyUsed<number>(MAX_HANDLED)

  constructor(context: RailContext, subscriptions: SubscriptionWork, polls: PollBudget) {
    this.#context = context
    this.#subscriptions = subscriptions
    this.#polls = polls
  }

  /** Reads on in the lists of one bank that debits subscriptions. Errors are logged. */
  async round({ seller_id, id, recurring }: Bank): Promise<void> {
    const { db, clock, log } = this.#context
    if (recurring !== 'available') return
    try {
      const now = await clock.now()
      const [connection, first] = await db.read(function* () {
        const [row] = yield* connectionById({ seller_id, id })
        const [work] = yield* earliestWork({ seller_id, connection_id: id })
        return [row, work] as const
      })
      if (!connection || !first) return
      const of = { connection, now }
      if (first.mandate !== null) await this.#pages(this.#recurrences(of))
      if (first.invoice !== null) await this.#pages(this.#charges(of))
    } catch (error) {
      log.error({ err: error, seller_id, connection_id: id }, 'subscriptions not listed')
    }
  }

  #recurrences({ connection, now }: Pick<List, 'connection' | 'now'>): List {
    const { seller_id } = connection
    return {
      ...{ name: 'recurrences', connection, now },
      fromMs: Date.parse(connection.created_at),
      read: async (port, page) => {
        const reply = await port.mandatesOnPage(page)
        if (reply.kind !== 'done') return reply
        const differences = await this.#compareMandates(seller_id, reply.value.items)
        return { kind: 'done', value: { ...reply.value, differences } }
      },
      hear: (of, ids) => this.#subscriptions.heardOfMandates(of, ids),
    }
  }

  #charges({ connection, now }: Pick<List, 'connection' | 'now'>): List {
    const { seller_id } = connection
    return {
      ...{ name: 'charges', connection, now },
      fromMs: now.getTime() - CHARGES_MS,
      read: async (port, page) => {
        const reply = await port.chargesOnPage(page)
        if (reply.kind !== 'done') return reply
        const differences = await this.#compareCharges(seller_id, reply.value.items)
        return { kind: 'done', value: { ...reply.value, differences } }
      },
      hear: (of, ids) => this.#subscriptions.heardOfCharges(of, ids),
    }
  }

  /** Mandates that the bank has approved or ended and the record has not. */
  async #compareMandates(seller_id: string, items: readonly Mandate[]): Promise<Difference[]> {
    const listed = new Map(items.map((item) => [item.id, item]))
    const recurrence_ids = [...listed.keys()]
    if (recurrence_ids.length === 0) return []
    const rows = await this.#context.db.read(() =>
      subscriptionsOfRecurrences({ seller_id, recurrence_ids }),
    )
    return rows.flatMap(({ recurrence_id, mandate_status }) => {
      const mandate = listed.get(recurrence_id ?? '')
      if (!mandate) return []
      const isNew = mandate_status === 'pending' && mandate.status === 'approved'
      const isLiving = mandate_status === 'pending' || mandate_status === 'approved'
      const isOther = isNew || (isLiving && isEnded(mandate))
      return isOther ? [{ id: mandate.id, mark: mandate.status }] : []
    })
  }

  /** Charges that are over, or whose attempts are, while the record waits for one. */
  async #compareCharges(
    seller_id: string,
    items: readonly RecurringCharge[],
  ): Promise<Difference[]> {
    const ended = items.filter(
      (charge) => isOver(charge) || (charge.attempts.length > 0 && !openAttempt(charge)),
    )
    const txids = ended.map(({ txid }) => txid)
    const invoices = await this.#context.db.read(() => invoicesOfCharges({ seller_id, txids }))
    return ended.flatMap(({ txid, status, attempts }) => {
      const invoice = invoices.get(txid)
      const isWaiting = invoice?.status === 'open' && invoice.bank_order === null
      return isWaiting ? [{ id: txid, mark: `${status} ${attempts.length}` }] : []
    })
  }

  #cursorOf({ name, connection }: List): ListingCursor {
    const key = `${name} ${connection.id}`
    const cursor = this.#cursors.get(key) ?? new ListingCursor()
    this.#cursors.set(key, cursor)
    return cursor
  }

  /** Reads on in a list; once it was read to its end, the next round begins anew. */
  async #pages(list: List): Promise<void> {
    const { connection, now, fromMs } = list
    const { banks } = this.#context
    const cursor = this.#cursorOf(list)
    if (cursor.isPaused(now.getTime())) return
    if (!cursor.isReading) cursor.begin(fromMs, now.getTime())
    const port = new RecurringPort(banks.of(connection))
    for (let page = 0; page < PAGES_A_ROUND && cursor.next; page++) {
      const isAnswering = banks.recurringStateOf(connection.id) === 'closed'
      if (!isAnswering || this.#take(connection, 1, now) === 0) return
      if (!(await this.#page(list, cursor, port, cursor.next))) return
    }
  }

  #take({ id }: Connection, wanted: number, now: Date): number {
    return this.#polls.take(this.#context.banks.budgetOf(id) ?? id, wanted, now)
  }

  /** @returns whether the bank is asked further */
  async #page(
    list: List,
    cursor: ListingCursor,
    port: RecurringPort,
    next: NextPage,
  ): Promise<boolean> {
    const { name, connection, now } = list
    const nowMs = now.getTime()
    const reply = await list.read(port, next)
    if (reply.kind === 'done') {
      await this.#hear(list, reply.value.differences)
      cursor.advance(reply.value, nowMs)
      return true
    }
    const { seller_id, id: connection_id } = connection
    const facts = { seller_id, connection_id, list: name }
    if (isForbidden(reply)) cursor.pause(nowMs)
    else if (reply.kind === 'absent') cursor.advance(undefined, nowMs)
    else if (reply.kind === 'refused') cursor.refuse(nowMs, false)
    else if (reply.error instanceof AnswerTooLong) cursor.shorten(nowMs)
    else {
      cursor.fail(nowMs, this.#context.intervalMs)
      this.#context.log.warn({ ...facts, reason: reply.error.message }, 'subscriptions not listed')
      return false
    }
    if (cursor.isPaused(nowMs)) {
      this.#context.log.warn(facts, 'the bank refuses its list: subscriptions are read singly')
    }
    return true
  }

  /** Reads at the bank what its list shows otherwise, as far as the budget of polls goes. */
  async #hear({ connection, now, hear }: List, differences: readonly Difference[]): Promise<void> {
    const { seller_id } = connection
    const nowMs = now.getTime()
    const keyOf = ({ id, mark }: Difference) => `${seller_id} ${id} ${mark}`
    // The clock may have been ahead when one was handled.
    const isNews = (one: Difference) =>
      Math.abs(nowMs - (this.#handledMs.get(keyOf(one)) ?? -Infinity)) >= AGAIN_MS
    const news = differences.filter(isNews)
    const heard = news.slice(0, this.#take(connection, news.length, now))
    for (const one of heard) this.#handledMs.set(keyOf(one), nowMs)
    const ids = heard.map(({ id }) => id)
    await hear(seller_id, ids)
  }
}

const isForbidden = (reply: ReadReply<unknown>): boolean =>
  (reply.kind === 'refused' && reply.status === 403) ||
  (reply.kind === 'unknown' && reply.error.status === 403)
