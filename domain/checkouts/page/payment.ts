import type { LineItem } from '../../../db/schema/tables.ts'
import { endsAt } from '../expire.ts'
import { formatMoney } from '../../formats/locale.ts'
import { page, refreshOf } from './document.ts'
import type { Page } from './document.ts'
import { texts } from './texts/texts.ts'
import type { Texts } from './texts/texts.ts'
import { drawQr } from './qr.ts'
import {
  cartLines,
  endOf,
  factsOf,
  type FinishedView,
  onlyItemOf,
  refundsModel,
  timeModel,
} from './receipt.ts'
import type { NextSession } from '../../links/open.ts'
import type { WrongTransfer } from '../../payments/receipt.ts'
import { linkTo, sellerModel } from './seller.ts'

// Long enough to read that it worked, short enough not to wonder what comes next.
const RETURN_SECONDS = 3

// A page that is opened later than this after the payment is opened for its receipt.
const RETURN_WITHIN_MS = 10 * 60 * 1000

// The QR code of a page whose code is still to come: the stream brings its strokes.
const NO_DRAWING = { size: 0, path: '' }

// Descriptions beyond this many characters are folded, so that the QR code stays in sight.
const LONGEST_OPEN_DESCRIPTION = 180

// Carts of more items are folded after the first ones, for the same reason.
const LONGEST_OPEN_CART = 6
const OPEN_LINES_OF_LONG_CART = 4

/** Data of the payment page. */
export type PaymentView = FinishedView & {
  /** The struck-through reference price of one, in minor units. */
  compareAtMinor: number | null
  /** Money of another amount that arrived, while nothing has paid the checkout. */
  wrongTransfer: WrongTransfer | undefined
  /** For a session of a link that is over. */
  nextSession: NextSession | undefined
  /** The copy-and-paste code; null while the bank has given none. */
  pixCode: string | null
  /** The bank has been asked for the code, which will come in a moment. */
  isCodeComing: boolean
  /** The seller takes no payments at present. */
  isSuspended: boolean
  now: Date
  /**
   * The service is a sandbox: the page says that no money is real, and offers to pay, decline or
   * expire.
   */
  isSandbox: boolean
  /** The page's own address, `/pay/<token>`. */
  path: string
  /** The same with the address of the service, to be given to others. */
  url: string
  /** The last attempt to pay was declined. */
  isDeclined: boolean
  /** The reader has chosen to stay, instead of being led back to the shop. */
  isStaying: boolean
}

/** The payment page of a checkout, whatever its status. */
export function renderPaymentPage(view: PaymentView): Page {
  const { locale, brand, isSandbox, checkout } = view
  return page(locale, {
    title: `${headingOf(view)} · ${brand.name}`,
    seller: sellerModel(brand),
    sandbox: isSandbox,
    ...(checkout.status === 'open' ? openModel(view) : finalModel(view)),
  })
}

/** A session of a link that has ended by its time, and was not canceled before. */
function isOutOfTime({ checkout, nextSession }: PaymentView): boolean {
  const { cancel_at, open_by, updated_at } = checkout
  const end = open_by ?? cancel_at
  return nextSession !== undefined && end !== null && updated_at >= end
}

function headingOf(view: PaymentView): string {
  const { title, out_of_time } = texts[view.locale]
  return isOutOfTime(view) ? out_of_time : title[endOf(view)]
}

/** The button that makes another session of a link, or why the link makes none. */
function nextModel({ nextSession, locale }: PaymentView) {
  if (!nextSession) return null
  const { path, state, isPlain } = nextSession
  return { path, isPlain, closed: state === 'open' ? null : texts[locale].title[`link_${state}`] }
}

/** The transfer of another amount, in words: how much came, and where it is. */
function wrongTexts({ locale, checkout, wrongTransfer }: PaymentView): string[] {
  if (!wrongTransfer) return []
  const { wrong_amount } = texts[locale]
  const money = (minor: number) => formatMoney(locale, checkout.currency, minor)
  const { amount_minor, return_status } = wrongTransfer
  return [
    wrong_amount.arrived(money(amount_minor), money(checkout.amount_total_minor)),
    return_status === 'done' ? wrong_amount.went_back : wrong_amount.goes_back,
    ...(checkout.status === 'open' ? [wrong_amount.pay_again] : []),
  ]
}

function openModel(view: PaymentView): object {
  const { locale, checkout, pixCode, isCodeComing, isSuspended, now } = view
  const leftMs = Math.max(0, Date.parse(endsAt(checkout)) - now.getTime())
  return {
    body: 'open',
    scripted: true,
    refresh: refreshOf(isCodeComing),
    path: view.path,
    order: orderModel(view),
    declined: view.isDeclined,
    wrong: wrongTexts(view),
    code: pixCode,
    coming: isCodeComing,
    missing: missingText(view),
    suspended: isSuspended,
    qr: pixCode === null ? NO_DRAWING : drawQr(pixCode),
    left_ms: leftMs,
    left: clock(leftMs),
    expires: timeModel(locale, endsAt(checkout)),
    how: howOf(view),
    outcomes: outcomesOf(texts[locale]),
    leave: backOf(view),
  }
}

/** How the code is used, and what its picture is called. */
function howOf({ locale, checkout: { currency, amount_total_minor } }: PaymentView) {
  const { qr_of, how_to_pay: title, steps } = texts[locale]
  return { qr: qr_of(formatMoney(locale, currency, amount_total_minor)), title, steps }
}

/** The buttons of the sandbox. */
const outcomesOf = (text: Texts) => ({
  text: text.test_text,
  buttons: (['pay', 'decline', 'expire'] as const).map((action) => ({
    action,
    label: text[`test_${action}`],
  })),
})

/** Title and text in the place of a missing code. */
function missingText({ locale, isSuspended, isCodeComing }: PaymentView) {
  const text = texts[locale]
  if (isSuspended) return { title: text.suspended_title, text: text.suspended_text }
  if (isCodeComing) return { title: text.coming_title, text: text.coming_text }
  return { title: text.no_code_title, text: text.no_code_text }
}

function orderModel(view: PaymentView): object {
  const { locale, checkout } = view
  const total = formatMoney(locale, checkout.currency, checkout.amount_total_minor)
  const item = onlyItemOf(checkout)
  if (item) return { total, cart: null, ...itemModel(item, view) }
  const lines = cartLines(checkout, locale)
  const isFolded = lines.length > LONGEST_OPEN_CART
  const shown = isFolded ? OPEN_LINES_OF_LONG_CART : lines.length
  const more = texts[locale].more_items(lines.length - shown)
  return { total, cart: { open: lines.slice(0, shown), folded: lines.slice(shown), more } }
}

function itemModel(item: LineItem, { locale, checkout, compareAtMinor }: PaymentView): object {
  const money = (minor: number): string => formatMoney(locale, checkout.currency, minor)
  const isHigher = compareAtMinor !== null && compareAtMinor > item.unit_amount_minor
  return {
    name: item.name,
    offer_name: item.offer_name === item.name ? null : item.offer_name,
    description: item.description.trim(),
    folded: item.description.length > LONGEST_OPEN_DESCRIPTION,
    quantity: item.quantity,
    unit: money(item.unit_amount_minor),
    reference: isHigher ? money(compareAtMinor) : null,
  }
}

/** Where a buyer goes who does not pay. */
const backOf = ({ checkout, brand }: PaymentView) => linkTo(checkout.cancel_url ?? brand.cancelUrl)

function receiptModel(view: PaymentView): object {
  const { brand, locale, url, receipt, checkout } = view
  const said = `${texts[locale].receipt.shared(brand.name)} ${url}`
  const [subject, body] = [texts[locale].receipt.title, said].map(encodeURIComponent)
  return {
    refunds: refundsModel({ locale, receipt, currency: checkout.currency }),
    note: brand.receiptNote,
    share: {
      email: `mailto:?subject=${subject}&body=${body}`,
      whatsapp: `https://wa.me/?text=${body}`,
    },
  }
}

function finalModel(view: PaymentView): object {
  const { checkout, brand, isStaying } = view
  const isPaid = checkout.status === 'completed'
  const forward = isPaid ? linkTo(checkout.success_url ?? brand.successUrl) : null
  const isReturning = forward !== null && !isStaying && isJustPaid(view)
  return {
    body: 'final',
    state: endOf(view),
    heading: headingOf(view),
    is_out_of_time: isOutOfTime(view),
    next: nextModel(view),
    // On a receipt the script offers to print it.
    scripted: isPaid,
    refresh: isReturning ? `${RETURN_SECONDS};url=${forward}` : null,
    return_ms: RETURN_SECONDS * 1000,
    returning: isReturning,
    staying: isStaying,
    lines: linesOf(view, forward !== null),
    facts: factsOf(view),
    receipt: isPaid ? receiptModel(view) : null,
    back: isPaid ? null : backOf(view),
    forward,
  }
}

/**
 * True for `RETURN_WITHIN_MS` after the payment, when the buyer most likely still looks at the page
 * and is led on to the shop; never after a full refund.
 */
function isJustPaid(view: PaymentView): boolean {
  const { completed_at } = view.checkout
  const isRecent =
    completed_at !== null && view.now.getTime() - Date.parse(completed_at) < RETURN_WITHIN_MS
  return isRecent && endOf(view) !== 'refunded'
}

function linesOf(view: PaymentView, hasForward: boolean): string[] {
  const text = texts[view.locale]
  const end = endOf(view)
  if (end === 'refunded') return [text.refunded_text]
  if (end === 'completed') {
    return hasForward ? [text.completed_text] : [text.completed_text, text.completed_close]
  }
  if (view.wrongTransfer) return wrongTexts(view)
  if (isOutOfTime(view)) return [text.out_of_time_text, text.paid_late]
  return [end === 'expired' ? text.expired_text : text.canceled_text, text.paid_late]
}

/** Milliseconds as `hh:mm:ss`; the script goes on counting in the same shape. */
function clock(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
