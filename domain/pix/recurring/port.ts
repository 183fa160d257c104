/**
 * Requests of Pix Automático to one bank, each with what its answer means. A request that was lost,
 * timed out or was answered with 5xx is `unknown`: it may have been carried out.
 */
import type { TaxId } from '../../formats/taxId.ts'
import { fieldsOf, textOf, unreadable } from '../bank/fields.ts'
import type { Fields } from '../bank/fields.ts'
import { oneLine } from '../bank/mtls.ts'
import { MAX_PAGES } from '../bank/options.ts'
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import type { RecurringCall, Violation } from '../bank/recurring.ts'
import { periodOf } from '../bank/times.ts'
import { chargeOf, locationOf, mandateOf, pageIn } from './answers.ts'
import type { Mandate, RecurrenceLocation, RecurringCharge, RecurringPage } from './answers.ts'
import { CANCELED, mandateBody, recurringChargeBody } from './bodies.ts'
import type { NewMandate, NewRecurringCharge } from './bodies.ts'

/**
 * The bank refused a request. It may have carried out an earlier one that it does not show yet, so
 * that a refusal ends nothing: the order stands until its time is over.
 */
export type RefusalReply = { kind: 'refused'; status: number; violations: Violation[] }

/** It is open whether a request was carried out. @property error for the log, without secrets */
export type UnknownReply = { kind: 'unknown'; error: BankError }

/** The outcome of an order. */
export type OrderReply<Value> = { kind: 'done'; value: Value } | RefusalReply | UnknownReply

/** The outcome of a read; `absent` where the bank has no such thing, or does not show it yet. */
export type ReadReply<Value> = OrderReply<Value> | { kind: 'absent' }

export const done = <Value>(value: Value) => ({ kind: 'done' as const, value })

/** Another answer of the bank than one that can be relied on. */
export const unknown = (what: string): UnknownReply => ({
  kind: 'unknown',
  error: unreadable(what),
})

/** The addresses of callbacks: of recurrences, and of recurring charges. */
export type CallbackSubject = 'rec' | 'cobr'

type Within = { from: Date; to: Date }

/** @property page counted from 0 */
type OfPage = Within & { page: number }

const ofPage = (page: number): Record<string, string> =>
  page > 0 ? { 'paginacao.paginaAtual': String(page) } : {}

const mandatesIn = (fields: Fields) => pageIn(fields, 'recs', (item) => mandateOf(item))
const chargesIn = (fields: Fields) => pageIn(fields, 'cobsr', (item) => chargeOf(item))

type Call<Value> = RecurringCall & { read: (fields: Fields) => Value }

const isAbsent = ({ kind, ...reply }: OrderReply<unknown>): boolean =>
  kind === 'refused' && 'status' in reply && (reply.status === 404 || reply.status === 410)

export class RecurringPort {
  readonly #bank: Pick<PixProvider, 'askRecurring'>

  /** @param bank whose `askRecurring` is missing where it has no Pix Automático */
  constructor(bank: Pick<PixProvider, 'askRecurring'>) {
    this.#bank = bank
  }

  makeLocation(): Promise<OrderReply<RecurrenceLocation>> {
    return this.#ask({ method: 'POST', path: '/locrec', kind: 'order', read: locationOf })
  }

  readLocation(id: string): Promise<ReadReply<RecurrenceLocation>> {
    return this.#find(`/locrec/${id}`, (fields) => locationOf({ ...fields, id }))
  }

  makeMandate(
    mandate: NewMandate,
    of: { location_id: string; txid: string | null },
  ): Promise<OrderReply<Mandate>> {
    const body = mandateBody(mandate, of)
    return this.#ask({ method: 'POST', path: '/rec', body, kind: 'order', read: mandateOf })
  }

  /** @param txid of the charge that is paid with the code; without it the code pays nothing */
  readMandate(id: string, txid?: string | null): Promise<ReadReply<Mandate>> {
    const query = txid ? `?${new URLSearchParams({ txid })}` : ''
    return this.#find(`/rec/${id}${query}`, (fields) => mandateOf(fields, id))
  }

  endMandate(id: string): Promise<OrderReply<Mandate>> {
    const read = (fields: Fields) => mandateOf(fields, id)
    return this.#ask({ method: 'PATCH', path: `/rec/${id}`, body: CANCELED, read })
  }

  /** The recurrences of a debtor that were made within a time. */
  listMandates({ debtor, ...within }: Within & { debtor: TaxId }): Promise<ReadReply<Mandate[]>> {
    return this.#list('/rec', { ...periodOf(within), ...debtor }, mandatesIn)
  }

  /** One page of the recurrences that were made within a time. */
  mandatesOnPage({ page, ...within }: OfPage): Promise<ReadReply<RecurringPage<Mandate>>> {
    return this.#page('/rec', { ...periodOf(within), ...ofPage(page) }, mandatesIn)
  }

  makeCharge(charge: NewRecurringCharge): Promise<OrderReply<RecurringCharge>> {
    const { txid } = charge
    const body = recurringChargeBody(charge)
    const read = (fields: Fields) => chargeOf(fields, txid)
    // Sent twice, the second would be refused, and hide that the first was carried out.
    return this.#ask({ method: 'PUT', path: `/cobr/${txid}`, body, kind: 'order', read })
  }

  readCharge(txid: string): Promise<ReadReply<RecurringCharge>> {
    return this.#find(`/cobr/${txid}`, (fields) => chargeOf(fields, txid))
  }

  /** The charges of a mandate that were made within a time. */
  listCharges({
    mandate_id,
    ...within
  }: Within & { mandate_id: string }): Promise<ReadReply<RecurringCharge[]>> {
    return this.#list('/cobr', { ...periodOf(within), idRec: mandate_id }, chargesIn)
  }

  /** One page of the recurring charges that were made within a time. */
  chargesOnPage({ page, ...within }: OfPage): Promise<ReadReply<RecurringPage<RecurringCharge>>> {
    return this.#page('/cobr', { ...periodOf(within), ...ofPage(page) }, chargesIn)
  }

  cancelCharge(txid: string): Promise<OrderReply<RecurringCharge>> {
    const read = (fields: Fields) => chargeOf(fields, txid)
    return this.#ask({ method: 'PATCH', path: `/cobr/${txid}`, body: CANCELED, read })
  }

  /** Has a charge debited on a day once more; attempts have no key. */
  retryCharge(txid: string, date: string): Promise<OrderReply<RecurringCharge>> {
    const path = `/cobr/${txid}/retentativa/${date}`
    const read = (fields: Fields) => chargeOf(fields, txid)
    return this.#ask({ method: 'POST', path, kind: 'order', read })
  }

  /** Where callbacks are sent, for the whole account; the bank adds `/rec` or `/cobr`. */
  readCallbackAddress(subject: CallbackSubject): Promise<ReadReply<string>> {
    const read = ({ webhookUrl }: Fields) => oneLine(textOf(webhookUrl))
    return this.#find(`/webhook${subject}`, read, true)
  }

  setCallbackAddress(subject: CallbackSubject, webhookUrl: string): Promise<OrderReply<void>> {
    const path = `/webhook${subject}`
    const read = () => undefined
    return this.#ask({ method: 'PUT', path, body: { webhookUrl }, isWebhook: true, read })
  }

  async #find<Value>(
    path: string,
    read: (fields: Fields) => Value,
    isWebhook = false,
  ): Promise<ReadReply<Value>> {
    const reply = await this.#ask({ method: 'GET', path, read, isWebhook })
    return isAbsent(reply) ? { kind: 'absent' } : reply
  }

  #page<Item>(
    path: string,
    parameters: Record<string, string>,
    read: (fields: Fields) => RecurringPage<Item>,
  ): Promise<ReadReply<RecurringPage<Item>>> {
    return this.#find(`${path}?${new URLSearchParams(parameters)}`, read)
  }

  async #list<Item>(
    path: string,
    parameters: Record<string, string>,
    read: (fields: Fields) => RecurringPage<Item>,
  ): Promise<ReadReply<Item[]>> {
    const items: Item[] = []
    for (let page = 0, pages = 1; page < pages && page < MAX_PAGES; page++) {
      const reply = await this.#page(path, { ...parameters, ...ofPage(page) }, read)
      if (reply.kind !== 'done') return reply
      // Banks claim pages that they do not have.
      if (reply.value.count === 0) break
      items.push(...reply.value.items)
      pages = reply.value.pages
    }
    return done(items)
  }

  async #ask<Value>({ read, ...call }: Call<Value>): Promise<OrderReply<Value>> {
    try {
      const answer = await this.#bank.askRecurring?.(call)
      if (!answer) return { kind: 'refused', status: 501, violations: [] }
      const { status, fields, violations } = answer
      if (fields === undefined) return { kind: 'refused', status, violations }
      return done(read(fieldsOf(fields)))
    } catch (error) {
      if (error instanceof BankError) return { kind: 'unknown', error }
      throw error
    }
  }
}
