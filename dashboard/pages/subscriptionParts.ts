/** Shared parts of the pages of subscriptions and invoices: names, states, days and prices. */
import { formatMoney } from '../../domain/formats/locale.ts'
import type { Locale } from '../../domain/formats/locale.ts'
import { periodNumber } from '../../domain/payments/invoiceSummary.ts'
import { intervalInWords } from '../../domain/subscriptions/page/terms.ts'
import type { components } from '../../generated/types.ts'
import { addDays } from '../../runtime/brasilia.ts'
import { link, none, status } from '../blocks.ts'
import type { Block, Cell, Tone } from '../blocks.ts'
import { dayCell, formatDay, shortDay } from '../lists.ts'
import type { PageContext } from '../page.ts'
import { bank } from '../texts/bank.ts'
import { invoices as invoiceTexts } from '../texts/invoices.ts'
import { subscriptions as texts } from '../texts/subscriptions.ts'

export type Subscription = components['schemas']['Subscription']
export type Invoice = components['schemas']['Invoice']

export const SUBSCRIPTIONS = '/dashboard/subscriptions'
export const INVOICES = '/dashboard/invoices'

export const subscriptionAddress = (id: string): string => `${SUBSCRIPTIONS}/${id}`
export const invoiceAddress = (id: string): string => `${INVOICES}/${id}`

const tones: Record<Subscription['status'], Tone> = {
  incomplete: 'warn',
  active: 'good',
  past_due: 'bad',
  canceled: 'plain',
  expired: 'plain',
  ended: 'plain',
}

const invoiceTones: Record<Invoice['status'], Tone> = {
  draft: 'plain',
  open: 'warn',
  paid: 'good',
  void: 'plain',
  uncollectible: 'bad',
}

export const stateCell = ({ locale }: PageContext, { status: state }: Subscription): Cell =>
  status(tones[state], texts[locale].statuses[state])

/** The state of an invoice; of an open one also whether a debit has failed, or it is to be void. */
export function invoiceStateCell({ locale }: PageContext, invoice: Invoice): Cell {
  const { statuses, failing, voiding } = invoiceTexts[locale]
  const { status: state, failure_reason, void_requested_at } = invoice
  if (state === 'open' && void_requested_at !== null) return status('plain', voiding)
  if (state === 'open' && failure_reason !== null) return status('bad', failing)
  return status(invoiceTones[state], statuses[state])
}

/** An amount and how often it is debited. */
export const priceOf = (
  { locale }: PageContext,
  subscription: Pick<
    Subscription,
    'currency' | 'amount_minor' | 'billing_interval' | 'interval_count'
  >,
): string => {
  const amount = formatMoney(locale, subscription.currency, subscription.amount_minor)
  return `${amount} ${intervalInWords(locale, subscription)}`
}

/** The last day that is paid; `paid_until` is the one after it. */
export const paidUntilCell = (context: PageContext, { paid_until }: Subscription): Cell =>
  dayCell(context, paid_until && addDays(paid_until, -1))

/** A period by its first and last day. */
export function periodCell({ locale }: PageContext, invoice: Invoice): Cell {
  const { period_start, period_end } = invoice
  if (period_start === null || period_end === null) return none
  const days = [period_start, addDays(period_end, -1)] as const
  const said = (written: (locale: Locale, day: string) => string) =>
    invoiceTexts[locale].from_to(written(locale, days[0]), written(locale, days[1]))
  return { kind: 'time', iso: period_start, shown: said(formatDay), short: said(shortDay) }
}

type Facts = Extract<Block, { kind: 'facts' }>

/** The facts of which something is known. */
export const knownFacts = (facts: Facts['facts']): Facts => ({
  kind: 'facts',
  facts: facts.filter(({ cell }) => cell.kind !== 'none'),
})

/** An invoice by the name of its subscription and its number. */
export function invoiceName(
  { locale }: PageContext,
  invoice: Invoice,
  subscription: Subscription | undefined,
): string {
  const { one, of } = invoiceTexts[locale]
  return of(subscription?.name ?? one, periodNumber(invoice.number, subscription?.cycles))
}

export const invoiceCell = (
  context: PageContext,
  invoice: Invoice,
  subscription: Subscription | undefined,
): Cell => link(invoiceAddress(invoice.id), invoiceName(context, invoice, subscription))

/** If recurring offers can be sold through the bank, else why not; null without a bank. */
export function sellingInWords(
  { locale }: PageContext,
  recurring: components['schemas']['BankConnection']['recurring'],
): string {
  const { recurring_is } = bank[locale]
  if (recurring === 'available') return recurring_is.available
  const { title, no_bank } = texts[locale].unavailable
  return `${title} ${recurring === null ? no_bank : recurring_is[recurring]}`
}
