/** As much of Vendure as the plugin touches: orders in memory, whose states follow the payments. */
import { get } from '@nestjs/common'

export const LanguageCode = { en: 'en', pt_BR: 'pt_BR' }
export const SettingsStoreScopes = { global: () => '' }
export const Logger = { warn: () => undefined, error: () => undefined }
export const isGraphQlErrorResult = (result) => result?.errorCode !== undefined
export const VendurePlugin = () => () => undefined
export class PluginCommonModule {}
export class ProcessContext {}
export class OrderStateTransitionEvent {}
export class HistoryEntryEvent {}
export class EventBus {}
export class Order {}
export class Payment {}
export class Refund {}
export class PaymentMethodHandler {
  constructor(methods) {
    Object.assign(this, methods)
  }
}

/** Every order of the shop, and the notes on them. */
export const orders = []
export const notes = []

const all = () => orders.flatMap(({ payments }) => payments)
const found = (list, id) => list.find((one) => one.id === id)

export class EntityHydrator {
  async hydrate() {}
}

export class RequestContextService {
  async create() {
    return {}
  }
}

export class TransactionalConnection {
  rawConnection = { options: { type: 'sqljs' } }

  async withTransaction(context, work) {
    return work(context)
  }

  getRepository() {
    return {
      findOne: async ({ where }) => found(all(), where.id) ?? found(orders, where.id),
      save: async () => undefined,
      count: async ({ where }) => found(all(), where.payment.id).refunds.length,
    }
  }
}

export class HistoryService {
  async getHistoryForOrder(_context, orderId) {
    return { items: notes.filter((note) => note.orderId === orderId) }
  }

  async createHistoryEntryForOrder({ orderId, data }) {
    notes.push({ orderId, data })
  }
}

export class SettingsStoreService {
  #values = new Map()

  async get(_context, key) {
    return this.#values.get(key)
  }

  async set(_context, key, value) {
    this.#values.set(key, value)
    return {}
  }
}

const orderOf = (payment) => orders.find(({ payments }) => payments.includes(payment))

export class OrderService {
  async findOneByCode(_context, code) {
    return orders.find((order) => order.code === code)
  }

  async settlePayment(context, id) {
    const payment = found(all(), id)
    const order = orderOf(payment)
    const { success } = await handler().settlePayment(context, order, payment)
    if (!success) return { errorCode: 'SETTLE_PAYMENT_ERROR' }
    payment.state = 'Settled'
    order.state = 'PaymentSettled'
    return payment
  }

  async cancelPayment(context, id) {
    const payment = found(all(), id)
    const { success } = await handler().cancelPayment(context, orderOf(payment), payment)
    if (!success) return { errorCode: 'CANCEL_PAYMENT_ERROR' }
    payment.state = 'Cancelled'
    return payment
  }

  async cancelOrder(_context, { orderId }) {
    return Object.assign(found(orders, orderId), { state: 'Cancelled' })
  }

  async transitionToState(_context, id, state) {
    return Object.assign(found(orders, id), { state })
  }

  async addPaymentToOrder(context, id, { method, metadata }) {
    const order = found(orders, id)
    const amount = order.totalWithTax
    const result = await handler().createPayment(context, order, amount, {}, metadata)
    const payment = { id: `p${all().length}`, method, refunds: [], ...result }
    order.payments.push(payment)
    if (payment.state === 'Error') return { errorCode: 'PAYMENT_FAILED_ERROR' }
    order.state = 'PaymentAuthorized'
    return order
  }

  async transitionRefundToState(_context, id, state) {
    const refunds = all().flatMap((payment) => payment.refunds)
    Object.assign(found(refunds, id), { state })
  }
}

let chosen
const handler = () => chosen

/** The payment method, with what it asks for. */
export function use(method) {
  chosen = method
  method.init({ get })
}
