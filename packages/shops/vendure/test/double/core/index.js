/** As much of Vendure as the plugin touches: orders in memory, whose states follow the payments. */
import { get } from '@nestjs/common'
import Database from 'better-sqlite3'

export const LanguageCode = { en: 'en', pt_BR: 'pt_BR' }
export const SettingsStoreScopes = { global: () => '' }
/** The lines that the plugin has logged for the shop's people. */
export const warnings = []
export const Logger = { warn: (line) => void warnings.push(line), error: () => undefined }
export const isGraphQlErrorResult = (result) => result?.errorCode !== undefined
export const VendurePlugin = () => () => undefined
export class PluginCommonModule {}
export class ProcessContext {}
export class OrderStateTransitionEvent {}
export class HistoryEntryEvent {}
export class EventBus {}
export class Order {}
export class Payment {}
export class Refund {
  constructor(fields) {
    Object.assign(this, fields)
  }
}
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
  async create({ languageCode = 'en', channelOrToken = 'default' }) {
    return { languageCode, channel: { token: channelOrToken } }
  }
}

const database = new Database(':memory:')

/** The tables of the plugin, on a real database. */
const manager = {
  query: async (text, values = []) => {
    const statement = database.prepare(text)
    return statement.reader ? statement.all(values) : statement.run(values)
  },
}

const refundsOf = (payment) => found(all(), payment.id).refunds

const refunds = {
  findOne: async ({ where }) =>
    refundsOf(where.payment).find(({ transactionId }) => transactionId === where.transactionId),
  save: async (refund) => {
    refund.id = `r${refundsOf(refund.payment).push(refund)}-${refund.payment.id}`
    return refund
  },
  count: async ({ where }) => refundsOf(where.payment).length,
}

const others = {
  manager,
  findOne: async ({ where: { id, transactionId } }) =>
    found(all(), id) ??
    found(orders, id) ??
    all().find((one) => transactionId !== undefined && one.transactionId === transactionId),
  save: async () => undefined,
}

const repositoryOf = (entity) => (entity === Refund ? refunds : others)

export class TransactionalConnection {
  rawConnection = { options: { type: 'sqljs' }, manager, getRepository: repositoryOf }

  async withTransaction(context, work) {
    return work(context)
  }

  getRepository(_context, entity) {
    return repositoryOf(entity)
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
    payment.settledIn = context
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
