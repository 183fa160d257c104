/** The invoices of a subscription as its page lists them, and the receipt of one. */
import { addDays } from '../../../runtime/brasilia.ts'
import { page } from '../../checkouts/page/document.ts'
import type { Page } from '../../checkouts/page/document.ts'
import { refundsModel, timeModel } from '../../checkouts/page/receipt.ts'
import type { Fact } from '../../checkouts/page/receipt.ts'
import { companyOf, sellerModel } from '../../checkouts/page/seller.ts'
import { texts } from '../../checkouts/page/texts/texts.ts'
import { formatMoney } from '../../formats/locale.ts'
import type { Locale } from '../../formats/locale.ts'
import type { Invoice, Subscription } from '../rows.ts'
import type { InvoiceList, ReceiptContent } from './reading.ts'
import { dayInWords } from './terms.ts'
import { subscriptionTexts } from './texts/texts.ts'

/** The list, as the template has it. */
export function listModel(
  { invoices, isNewest, older }: InvoiceList,
  subscription: Subscription,
  locale: Locale,
) {
  const text = subscriptionTexts[locale]
  return {
    text,
    isNewest,
    older,
    invoices: invoices.map((invoice) => ({
      number: invoice.number,
      name: nameOf(invoice, subscription, locale),
      day: invoice.due_on && dayInWords(locale, invoice.due_on),
      amount: formatMoney(locale, subscription.currency, invoice.amount_minor),
      status: text.status[statusOf(invoice)],
      isPaid: invoice.status === 'paid',
      receiptLabel: text.receipt_of(invoice.number),
    })),
  }
}

const statusOf = ({ status, failure_reason }: Invoice) =>
  status === 'open' && failure_reason !== null ? 'failed' : status

function nameOf({ number }: Invoice, { cycles }: Subscription, locale: Locale): string {
  const { invoice, invoice_of } = subscriptionTexts[locale]
  return cycles === null ? invoice(number) : invoice_of(number, cycles)
}

type ReceiptView = ReceiptContent & {
  locale: Locale
  subscription: Subscription
  isSandbox: boolean
  /** The path of the subscription's page. */
  path: string
}

/**
 * The receipt of a paid invoice. It is not offered to be shared by its address, which opens the
 * whole subscription.
 */
export function renderInvoiceReceipt(view: ReceiptView): Page {
  const { locale, brand, subscription, receipt, isSandbox, path } = view
  const { title } = texts[locale]
  const { currency } = subscription
  const isRefunded = receipt !== null && receipt.amount_refunded_minor >= receipt.amount_minor
  const state = isRefunded ? 'refunded' : 'completed'
  return page(locale, {
    title: `${title[state]} · ${brand.name}`,
    seller: sellerModel(brand),
    sandbox: isSandbox,
    scripted: true,
    body: 'final',
    state,
    lines: [],
    facts: receiptFacts(view),
    receipt: {
      refunds: refundsModel({ locale, currency, receipt }),
      note: brand.receiptNote,
      share: null,
    },
    forward: null,
    back: `${path}?lang=${locale}`,
    back_label: subscriptionTexts[locale].back_to_subscription,
  })
}

/** The facts of a receipt; a mail carries them too. */
export function receiptFacts({
  locale,
  brand,
  subscription,
  invoice,
  receipt,
}: Omit<ReceiptView, 'isSandbox' | 'path'>): Fact[] {
  const text = texts[locale]
  const own = subscriptionTexts[locale]
  const { amount_minor, period_start, period_end } = invoice
  const end_to_end_id = receipt?.end_to_end_id ?? invoice.end_to_end_id
  const paid_at = receipt?.paid_at ?? invoice.paid_at
  const facts: Fact[] = [
    { label: text.amount, value: formatMoney(locale, subscription.currency, amount_minor) },
    { label: text.seller, text: brand.name, small: companyOf(brand) },
    { label: own.name, text: subscription.name, small: nameOf(invoice, subscription, locale) },
  ]
  if (period_start !== null && period_end !== null) {
    const [start, end] = [period_start, addDays(period_end, -1)]
    const words = own.period_of(dayInWords(locale, start), dayInWords(locale, end))
    facts.push({ label: own.period, text: words })
  }
  if (paid_at !== null) facts.push({ label: text.paid_at, time: timeModel(locale, paid_at) })
  const method = invoice.collection === 'automatic' ? 'Pix Automático' : 'Pix'
  facts.push({ label: text.receipt.method, value: method })
  if (subscription.external_id !== null) {
    facts.push({ label: text.receipt.reference, text: subscription.external_id })
  }
  if (end_to_end_id !== null) facts.push({ label: text.receipt.end_to_end_id, code: end_to_end_id })
  if (receipt) facts.push({ label: text.receipt.payment_id, code: receipt.id })
  return facts
}
