import { webAddress } from '../../../contract/webAddress.ts'
import type { LineItem } from '../../../db/schema/tables.ts'
import { endsAt } from '../expire.ts'
import { icon, renderDocument, script, securityHeaders, style } from './assets.ts'
import { formatMoney, languages, type Locale, texts } from './locale.ts'
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

// Long enough to read that it worked, short enough not to wonder what comes next.
const RETURN_SECONDS = 3

// A page that is opened later than this after the payment is opened for its receipt.
const RETURN_WITHIN_MS = 10 * 60 * 1000

const REFRESH_SECONDS = 15

// Without a script, a code that the bank is making is looked for so often.
const CODE_REFRESH_SECONDS = 2

// Descriptions beyond this many characters are folded, so that the QR code stays in sight.
const LONGEST_OPEN_DESCRIPTION = 180

// Carts of more items are folded after the first ones, for the same reason.
const LONGEST_OPEN_CART = 6
const OPEN_LINES_OF_LONG_CART = 4

/** What the page shows. */
export type PaymentView = FinishedView & {
  /** The struck-through reference price of one, in minor units. */
  compareAtMinor: number | null
  /** The copy-and-paste code; null while the bank has given none. */
  pixCode: string | null
  /** Whether the bank has been asked for the code, and will have it in a moment. */
  isCodeComing: boolean
  /** Whether the seller takes no payments at present. */
  isSuspended: boolean
  now: Date
  /** Whether no money is real: the page says so, and offers to pay, decline or expire. */
  isSandbox: boolean
  /** The page's own address, `/pay/<token>`. */
  path: string
  /** Whether the last attempt to pay was declined. */
  isDeclined: boolean
  /** Whether the reader has chosen to stay, instead of being led back to the shop. */
  isStaying: boolean
}

/** A document and the headers it must be sent with. */
export type Page = { html: string; headers: Record<string, string> }

/** The payment page of a checkout, whatever its status. */
export function renderPaymentPage(view: PaymentView): Page {
  const { locale, sellerName, isSandbox, checkout } = view
  return page(locale, {
    title: `${texts[locale].title[endOf(view)]} · ${sellerName}`,
    seller: sellerModel(sellerName),
    sandbox: isSandbox,
    ...(checkout.status === 'open' ? openModel(view) : finalModel(view)),
  })
}

/** The page of an address that belongs to no checkout; to be sent with status 404. */
export function renderNotFoundPage(locale: Locale): Page {
  const { not_found_text, not_found_help } = texts[locale]
  return pageWithoutCheckout(locale, 'not_found', [not_found_text, not_found_help])
}

const unavailablePages = new Map<string, Page>()

/**
 * The page of a request that the service cannot answer now. It is made once for each language and
 * reader: under overload it has to cost next to nothing.
 */
export function renderUnavailablePage(locale: Locale, reader: 'buyer' | 'seller'): Page {
  const { unavailable_text, unavailable_help } = texts[locale]
  const lines = reader === 'buyer' ? [unavailable_text, unavailable_help] : [unavailable_text]
  const key = `${locale} ${reader}`
  const made = unavailablePages.get(key) ?? pageWithoutCheckout(locale, 'unavailable', lines)
  unavailablePages.set(key, made)
  return made
}

/** Who sells, at the head of a page. */
export const sellerModel = (name: string) => ({ name, initial: initialOf(name) })

function pageWithoutCheckout(
  locale: Locale,
  state: 'not_found' | 'unavailable',
  lines: string[],
): Page {
  return page(locale, {
    title: texts[locale].title[state],
    seller: null,
    sandbox: false,
    ...messageModel(state, lines, state === 'unavailable'),
  })
}

/** A page that says something, and offers to try again where that may help. */
export const messageModel = (state: string, lines: readonly string[], canRepeat = false) => ({
  body: 'final',
  state,
  lines,
  facts: [],
  receipt: null,
  back: null,
  forward: null,
  repeat: canRepeat,
})

/** A whole document. */
export function page(locale: Locale, model: object): Page {
  const html = renderDocument({
    locale,
    text: texts[locale],
    languages,
    icon,
    style,
    script,
    refresh: null,
    staying: false,
    ...model,
  })
  return { html, headers: { ...securityHeaders, 'Content-Language': locale } }
}

function openModel(view: PaymentView): object {
  const { locale, checkout, pixCode, isCodeComing, isSuspended, now } = view
  const leftMs = Math.max(0, Date.parse(endsAt(checkout)) - now.getTime())
  return {
    body: 'open',
    scripted: true,
    refresh: `${isCodeComing ? CODE_REFRESH_SECONDS : REFRESH_SECONDS}`,
    path: view.path,
    order: orderModel(view),
    declined: view.isDeclined,
    code: pixCode,
    missing: missingText(view),
    suspended: isSuspended,
    qr: pixCode === null ? null : drawQr(pixCode),
    left_ms: leftMs,
    left: clock(leftMs),
    expires: timeModel(locale, endsAt(checkout)),
    back: linkTo(checkout.cancel_url),
  }
}

/** What stands in the place of a code. */
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

function finalModel(view: PaymentView): object {
  const { checkout, isStaying } = view
  const isPaid = checkout.status === 'completed'
  const forward = isPaid ? linkTo(checkout.success_url) : null
  const isReturning = forward !== null && !isStaying && isJustPaid(view)
  return {
    body: 'final',
    state: endOf(view),
    scripted: isReturning,
    refresh: isReturning ? `${RETURN_SECONDS};url=${forward}` : null,
    return_ms: RETURN_SECONDS * 1000,
    returning: isReturning,
    staying: isStaying,
    lines: linesOf(view, forward !== null),
    facts: factsOf(view),
    receipt: isPaid ? { refunds: refundsModel(view) } : null,
    back: isPaid ? null : linkTo(checkout.cancel_url),
    forward,
  }
}

/** Whether the buyer is likely to be here still from paying, and goes on to the shop. */
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
  return [end === 'expired' ? text.expired_text : text.canceled_text, text.paid_late]
}

/** Milliseconds as `hh:mm:ss`; the script goes on counting in the same shape. */
function clock(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** An address as `href` may carry it, or null when it is none of the web (`javascript:`, …). */
const linkTo = (url: string | null): string | null => (url && webAddress(url)?.href) ?? null

// Made once, with the first page: it takes 7 ms, for which every start would wait.
let graphemes: Intl.Segmenter | undefined

function initialOf(name: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const [first] = graphemes.segment(name.trim())
  return first?.segment.toLocaleUpperCase('pt-BR') ?? ''
}
