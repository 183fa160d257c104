/** Changes orders and payments in the shop's database, in one transaction each. */
import type { Checkout, Refund as BalcaoRefund } from '@balcao/client'
import { Inject, Injectable } from '@nestjs/common'
import {
  HistoryService,
  isGraphQlErrorResult,
  Order,
  OrderService,
  Payment,
  Refund,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core'
import type { HistoryService as History, ID, RequestContext } from '@vendure/core'
import type { SessionMark } from '../../shared/installation.ts'
import { NotYet } from '../../shared/notYet.ts'
import { dueOf, isAuthorized, keptOf } from './payments.ts'
import type { SessionRecord } from './payments.ts'

type NoteType = Parameters<History['createHistoryEntryForOrder']>[0]['type']

/** `unwanted`: the money pays no order any more, and has to go back. */
export type Settlement = 'settled' | 'known' | 'unwanted'

/** A session that its order asks no more for. */
export type OutOfLine = { paymentId: ID; checkoutId: string; isClosed: boolean }

/** The waiting payments that a pass looks at, at most. */
const MAX_WAITING = 200

/** Notes are looked for among so many of the newest of an order. */
const MAX_NOTES = 100

/** A refund of the shop is recorded so long after it was ordered, at most. */
const REFUND_MS = 60_000

/** @throws when Vendure has refused a change of an order or payment */
function changed<T>(result: T): T {
  if (isGraphQlErrorResult(result as object)) throw new Error(JSON.stringify(result))
  return result
}

/** The code of the order that a session or refund is marked with. */
export const codeOf = ({ metadata }: { metadata: Record<string, unknown> }): string =>
  String(metadata['order'])

@Injectable()
export class BalcaoOrders {
  @Inject(TransactionalConnection) private readonly connection!: TransactionalConnection
  @Inject(OrderService) private readonly orderService!: OrderService
  @Inject(HistoryService) private readonly historyService!: HistoryService
  @Inject(RequestContextService) private readonly contexts!: RequestContextService

  context(): Promise<RequestContext> {
    return this.contexts.create({ apiType: 'admin' })
  }

  async orderCode(orderId: ID): Promise<string | undefined> {
    const repository = this.connection.getRepository(await this.context(), Order)
    return (await repository.findOne({ where: { id: orderId } }))?.code
  }

  /** Pays an order by its session, once, unless it asks for something else by now. */
  settle(checkout: Checkout): Promise<Settlement> {
    return this.#forBuyer(checkout, async (ctx) => {
      const order = await this.#orderOf(ctx, codeOf(checkout))
      const payment = order && (await this.#lockedPayment(ctx, order, checkout.id))
      const kept = keptOf(payment?.metadata)
      if (!order || !payment || !kept) return 'unwanted'
      if (kept.payment_id !== undefined) return 'known'
      const { amount } = payment
      const isAsked = amount === checkout.amount_total_minor && amount === dueOf(order, payment)
      const isWaiting = payment.state === 'Authorized' && order.state !== 'Cancelled'
      if (!isAsked || !isWaiting || checkout.payment_id === null) return 'unwanted'
      await this.#mark(ctx, payment, { ended: 'completed', payment_id: checkout.payment_id })
      changed(await this.orderService.settlePayment(ctx, payment.id))
      // The only state that a settled payment does not end by itself.
      if (order.state === 'ArrangingAdditionalPayment') {
        await this.orderService.transitionToState(ctx, order.id, 'PaymentSettled')
      }
      return 'settled'
    })
  }

  /** A session has ended unpaid: the order that waited for it is canceled, its stock is free. */
  release(checkout: Checkout): Promise<void> {
    return this.#forBuyer(checkout, async (ctx) => {
      const order = await this.#orderOf(ctx, codeOf(checkout))
      const payment = order && (await this.#lockedPayment(ctx, order, checkout.id))
      if (!order || !payment || !isAuthorized(payment)) return
      // The plugin has canceled it, and another session follows, or the order has gone.
      if (keptOf(payment.metadata)?.ended || this.#isOutOfLine(order, payment)) return
      await this.#mark(ctx, payment, { ended: 'canceled' })
      changed(await this.orderService.cancelPayment(ctx, payment.id))
      if (dueOf(order, payment) < order.totalWithTax) return
      const reason = checkout.status === 'expired' ? 'O Pix venceu.' : 'O Pix foi cancelado.'
      const input = { orderId: order.id, reason, cancelShipping: true }
      changed(await this.orderService.cancelOrder(ctx, input))
    })
  }

  /** The sessions of an order that it asks no more for: it was changed, or canceled. */
  async outOfLine(code: string): Promise<OutOfLine[]> {
    const order = await this.#orderOf(await this.context(), code)
    if (!order) return []
    return order.payments
      .filter((payment) => isAuthorized(payment) && this.#isOutOfLine(order, payment))
      .map(({ id, transactionId, metadata }) => {
        const isClosed = keptOf(metadata)?.ended !== undefined
        return { paymentId: id, checkoutId: transactionId, isClosed }
      })
  }

  /** The orders whose payments wait for sessions that may be out of line. */
  async waiting(): Promise<string[]> {
    const ctx = await this.context()
    const payments = await this.connection
      .getRepository(ctx, Payment)
      .createQueryBuilder('payment')
      .innerJoinAndSelect('payment.order', 'order')
      .where("payment.state = 'Authorized' AND payment.transactionId LIKE 'checkout_%'")
      .orderBy('payment.id', 'DESC')
      .take(MAX_WAITING)
      .getMany()
    return payments
      .filter(({ amount, metadata, order }) => {
        const isSame = amount === order.totalWithTax && order.state !== 'Cancelled'
        return !isSame || keptOf(metadata)?.ended !== undefined
      })
      .map(({ order }) => order.code)
  }

  /** A session is closed: its payment ends, and another one takes its place if it is due. */
  replace({ paymentId, checkoutId }: OutOfLine, code: string): Promise<void> {
    const session = { id: checkoutId, metadata: { order: code } }
    return this.#forBuyer(session, async (ctx) => {
      const before = await this.#orderOf(ctx, code)
      const payment = before && (await this.#lockedPayment(ctx, before, checkoutId))
      const kept = keptOf(payment?.metadata)
      if (!before || !kept || payment?.state !== 'Authorized') return
      await this.#mark(ctx, payment, { ended: 'canceled' })
      // A person is changing the order; what it will ask for is known at the end of that.
      if (before.state === 'Modifying') return
      changed(await this.orderService.cancelPayment(ctx, paymentId))
      if (before.state === 'Cancelled' || dueOf(before, payment) <= 0) return
      await this.#askAnew(ctx, before, payment.method, kept)
    })
  }

  async #askAnew(
    ctx: RequestContext,
    order: Order,
    method: string,
    kept: SessionRecord,
  ): Promise<void> {
    const { id, state } = order
    if (state === 'PaymentAuthorized') {
      changed(await this.orderService.transitionToState(ctx, id, 'ArrangingAdditionalPayment'))
    }
    const input = { method, metadata: kept.wishes }
    const next = changed(await this.orderService.addPaymentToOrder(ctx, id, input))
    if ('state' in next && next.state === 'ArrangingAdditionalPayment') {
      await this.orderService.transitionToState(ctx, id, 'PaymentAuthorized')
    }
  }

  /** Records the end of a refund of the shop. */
  async endRefund(refund: BalcaoRefund): Promise<void> {
    await this.#inTransaction(async (ctx) => {
      const order = await this.#orderOf(ctx, codeOf(refund))
      const refunds = order?.payments.flatMap((payment) => payment.refunds) ?? []
      const own = refunds.find(({ transactionId }) => transactionId === refund.id)
      if (own?.state !== 'Pending') return
      const state = refund.status === 'failed' ? 'Failed' : 'Settled'
      await this.orderService.transitionRefundToState(ctx, own.id, state)
    })
  }

  /**
   * Records a refund of a payment that has settled its order, unless the shop has it.
   *
   * @throws NotYet while the order is about to be settled, or its own refund about to be recorded
   */
  async recordRefund(checkout: Checkout, refund: BalcaoRefund): Promise<void> {
    await this.#forBuyer(checkout, async (ctx) => {
      const order = await this.#orderOf(ctx, codeOf(checkout))
      const payment = order && (await this.#lockedPayment(ctx, order, checkout.id))
      if (!order || !payment) return
      if (keptOf(payment.metadata)?.payment_id === undefined) {
        // Money that the order does not want has gone back, and is no refund of it.
        if (!isAuthorized(payment) || this.#isOutOfLine(order, payment)) return
        throw new NotYet(`${order.code} is not settled yet.`)
      }
      const repository = this.connection.getRepository(ctx, Refund)
      const where = { payment: { id: payment.id }, transactionId: refund.id }
      if (await repository.findOne({ where })) return
      const ageMs = Date.now() - Date.parse(refund.created_at)
      const isOrderedHere = refund.external_id?.startsWith(`${checkout.id}-refund-`)
      if (isOrderedHere && ageMs < REFUND_MS) throw new NotYet(`${refund.id} may be under way.`)
      const { id: transactionId, amount_minor: total } = refund
      const deprecated = { items: 0, shipping: 0, adjustment: 0 }
      const fields = { payment, transactionId, total, method: payment.method, metadata: {} }
      const reason = refund.reason ?? 'Balcão'
      const row = new Refund({ ...fields, ...deprecated, reason, state: 'Pending' })
      const { id } = await repository.save(row)
      await this.orderService.transitionRefundToState(ctx, id, 'Settled')
    })
  }

  /** Writes a note on an order for its people, once. */
  note(code: string, text: string): Promise<void> {
    return this.#inTransaction(async (ctx) => {
      const order = await this.#orderOf(ctx, code)
      if (!order) return
      const type = 'ORDER_NOTE' as NoteType
      const { items } = await this.historyService.getHistoryForOrder(ctx, order.id, false, {
        filter: { type: { eq: type } },
        sort: { createdAt: 'DESC' },
        take: MAX_NOTES,
      } as Parameters<History['getHistoryForOrder']>[3])
      if (items.some(({ data }) => (data as { note?: string }).note === text)) return
      const entry = { ctx, orderId: order.id, type, data: { note: text } }
      await this.historyService.createHistoryEntryForOrder(
        entry as Parameters<History['createHistoryEntryForOrder']>[0],
        false,
      )
    })
  }

  countRefunds(ctx: RequestContext, payment: Payment): Promise<number> {
    const where = { payment: { id: payment.id } }
    return this.connection.getRepository(ctx, Refund).count({ where })
  }

  #isOutOfLine(order: Order, payment: Payment): boolean {
    const isAsked = order.state !== 'Cancelled' && payment.amount === dueOf(order, payment)
    return !isAsked || keptOf(payment.metadata)?.ended !== undefined
  }

  async #inTransaction<T>(work: (ctx: RequestContext) => Promise<T>): Promise<T> {
    return this.connection.withTransaction(await this.context(), work)
  }

  /** A transaction in the language and channel of a session's buyer, as events and mails want. */
  async #forBuyer<T>(session: SessionMark, work: (ctx: RequestContext) => Promise<T>): Promise<T> {
    const ctx = await this.context()
    const order = await this.#orderOf(ctx, codeOf(session))
    const payment = order?.payments.find(({ transactionId }) => transactionId === session.id)
    const { language, channel } = keptOf(payment?.metadata)?.buyer ?? {}
    if (!language || !channel) return this.connection.withTransaction(ctx, work)
    const settings = { apiType: 'admin', languageCode: language, channelOrToken: channel } as const
    // A channel may have been deleted since.
    const own = await this.contexts.create(settings).catch(() => ctx)
    return this.connection.withTransaction(own, work)
  }

  async #orderOf(ctx: RequestContext, code: string): Promise<Order | undefined> {
    const relations: Parameters<OrderService['findOneByCode']>[2] = ['payments.refunds']
    return (await this.orderService.findOneByCode(ctx, code, relations)) ?? undefined
  }

  /** The payment of a session, read anew while no other process may change it. */
  async #lockedPayment(
    ctx: RequestContext,
    { payments }: Order,
    checkoutId: string,
  ): Promise<Payment | undefined> {
    const found = payments.find(({ transactionId }) => transactionId === checkoutId)
    if (!found) return undefined
    const repository = this.connection.getRepository(ctx, Payment)
    const { type } = this.connection.rawConnection.options
    // SQLite has no locks of rows, and one process.
    const isLockable = ['postgres', 'mysql', 'mariadb', 'aurora-postgres'].includes(type)
    const lock = isLockable && { lock: { mode: 'pessimistic_write' as const } }
    const payment = await repository.findOne({ where: { id: found.id }, ...lock })
    return payment ?? undefined
  }

  async #mark(ctx: RequestContext, payment: Payment, more: Partial<SessionRecord>): Promise<void> {
    payment.metadata = { ...payment.metadata, ...more }
    await this.connection.getRepository(ctx, Payment).save(payment, { reload: false })
  }
}
