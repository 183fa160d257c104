/** Its end, or when it was marked as expired before that in the sandbox. */
const expiredAt = ({ expires_at, updated_at }: Checkout): string =>
  updated_at < expires_at ? updated_at : expires_at

/** The facts of a finished checkout, as its page and the paper that it is printed on show them. */
import type { LineItem, Row } from '../../../db/schema/tables.ts'
import type { ListedRefund, PaymentReceipt } from '../../payments/receipt.ts'
import type { Brand } from '../../settings/brand.ts'
import { cut } from '../items.ts'
import { formatDate, formatMoney, formatTime, type Locale } from '../../formats/locale.ts'
import { type Texts, texts } from './texts/texts.ts'

import { companyOf } from './seller.ts'

type Checkout = Row<'checkouts'>

/** Data of the page of a finished checkout. */
export type FinishedView = {
  locale: Locale
  checkout: Checkout
  brand: Brand
  /** The payment that completed it; null for one that was not paid. */
  receipt: PaymentReceipt | null
}

type Time = { iso: string; shown: string }

/** One fact; text of the seller is `text`, and is kept apart from the direction of the page. */
export type Fact = { label: string; small?: string } & (
  | { value: string }
  | { text: string }
  | { time: Time }
  | { code: string }
)

/** The item of a checkout that has one alone; undefined for a cart. */
export const onlyItemOf = ({ line_items }: Checkout): LineItem | undefined =>
  line_items.length === 1 ? line_items[0] : undefined

/** Carts of more items than this show the beginnings of their names, so that a page stays light. */
const ITEMS_WITH_WHOLE_NAMES = 10
const SHORT_NAME_LENGTH = 60

/** One line of a cart, as page and receipt show it. */
type CartLine = { name: string; label: string; quantity: number; unit: string; total: string }

/** The lines of a cart, in the order in which they were sent. */
export const cartLines = ({ line_items, currency }: Checkout, locale: Locale): CartLine[] =>
  linesOf(line_items, { currency, locale })

/** The same of items that no checkout has yet. */
export function linesOf(
  items: readonly LineItem[],
  { currency, locale }: { currency: string; locale: Locale },
): CartLine[] {
  const isLong = items.length > ITEMS_WITH_WHOLE_NAMES
  const money = (minor: number): string => formatMoney(locale, currency, minor)
  return items.map(({ name, kind = 'product', quantity, unit_amount_minor }) => ({
    name: isLong && name.length > SHORT_NAME_LENGTH ? `${cut(name, SHORT_NAME_LENGTH)}…` : name,
    label: kind === 'product' ? texts[locale].product : texts[locale].kinds[kind],
    quantity,
    unit: money(unit_amount_minor),
    total: money(unit_amount_minor * quantity),
  }))
}

export function timeModel(locale: Locale, iso: string): Time {
  return { iso, shown: formatTime(locale, iso) }
}

/** How a checkout ended: its status, or `refunded` once all of its payment has gone back. */
export function endOf({ checkout, receipt }: FinishedView): Checkout['status'] | 'refunded' {
  const isRefunded = receipt !== null && receipt.amount_refunded_minor >= receipt.amount_minor
  return isRefunded ? 'refunded' : checkout.status
}

/** The facts of a finished checkout: for one that was paid they are a receipt to keep. */
export function factsOf(view: FinishedView): Fact[] {
  const { locale, checkout, brand } = view
  const { currency, status, amount_total_minor, completed_at } = checkout
  const text = texts[locale]
  const facts: Fact[] = [
    { label: text.amount, value: formatMoney(locale, currency, amount_total_minor) },
    { label: text.seller, text: brand.name, small: companyOf(brand) },
    ...itemFacts(view),
  ]
  if (status === 'expired') {
    facts.push({ label: text.expired_at, time: timeModel(locale, expiredAt(checkout)) })
  }
  if (status !== 'completed') return facts
  const item = onlyItemOf(checkout)
  if (item && item.offer_name !== item.name)
    facts.push({ label: text.receipt.offer, text: item.offer_name })
  const paid_at = view.receipt?.paid_at ?? completed_at
  if (paid_at !== null) facts.push({ label: text.paid_at, time: timeModel(locale, paid_at) })
  return [...facts, { label: text.receipt.method, value: 'Pix' }, ...referencesOf(view)]
}

function itemFacts({ locale, checkout }: FinishedView): Fact[] {
  const text = texts[locale]
  const item = onlyItemOf(checkout)
  const lines = cartLines(checkout, locale)
  if (item) {
    const [{ unit = '' } = {}] = lines
    const { name, quantity } = item
    if (quantity === 1) return [{ label: text.product, text: name }]
    return [{ label: text.product, text: `${quantity} × ${name}`, small: `${unit} ${text.each}` }]
  }
  return lines.map(({ label, name, quantity, unit, total }) => ({
    label,
    text: quantity === 1 ? name : `${quantity} × ${name}`,
    small: quantity === 1 ? total : `${quantity} × ${unit} = ${total}`,
  }))
}

/** References by which the seller, the banks and this service know the payment. */
function referencesOf({ locale, checkout: { external_id }, receipt }: FinishedView): Fact[] {
  const text = texts[locale].receipt
  const facts: Fact[] = []
  if (external_id !== null) facts.push({ label: text.reference, text: external_id })
  if (receipt === null) return facts
  if (receipt.end_to_end_id !== null) {
    facts.push({ label: text.end_to_end_id, code: receipt.end_to_end_id })
  }
  facts.push({ label: text.payment_id, code: receipt.id })
  return facts
}

/** Refunds that succeeded or are pending, with their sum; null when there are none. */
export function refundsModel({
  locale,
  currency,
  receipt,
}: Pick<FinishedView, 'locale' | 'receipt'> & { currency: string }): object | null {
  if (receipt === null) return null
  const { refunds, amount_refunded_minor } = receipt
  if (refunds.length === 0 && amount_refunded_minor === 0) return null
  const money = (minor: number): string => formatMoney(locale, currency, minor)
  const listed_minor = refunds
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  return {
    total: money(amount_refunded_minor),
    list: refunds.map((refund) => ({
      time: dayOf(locale, refund),
      state: stateOf(refund, texts[locale]),
      amount: money(refund.amount_minor),
    })),
    has_older: listed_minor < amount_refunded_minor,
  }
}

/** The day on which a refund arrived, or on which it was begun. */
function dayOf(locale: Locale, { completed_at, created_at }: ListedRefund): Time {
  const iso = completed_at ?? created_at
  return { iso, shown: formatDate(locale, iso) }
}

const stateOf = ({ status }: ListedRefund, { receipt: text }: Texts): string =>
  status === 'succeeded' ? text.refund_arrived : text.refund_pending
