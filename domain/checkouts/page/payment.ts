import { icon, renderDocument, script, securityHeaders, style } from './assets.ts'
import { formatMoney, formatTime, languages, type Locale, texts } from './locale.ts'
import { drawQr } from './qr.ts'

// Long enough to read that it worked, short enough not to wonder what comes next.
const RETURN_SECONDS = 3
const REFRESH_SECONDS = 15

// Without a script, a code that the bank is making is looked for so often.
const CODE_REFRESH_SECONDS = 2

// Descriptions beyond this many characters are folded, so that the QR code stays in sight.
const LONGEST_OPEN_DESCRIPTION = 180

/** What the page shows of a checkout; money in minor units, times in ISO 8601. */
export interface PaymentView {
  locale: Locale
  state: 'open' | 'completed' | 'expired' | 'canceled'
  seller_name: string
  item: {
    name: string
    description: string
    offer_name: string
    quantity: number
    /** The price of one. */
    amount_minor: number
    /** The struck-through reference price of one. */
    compare_at_amount_minor: number | null
  }
  /** ISO 4217. */
  currency: string
  amount_total_minor: number
  /** The copy-and-paste code; null while the bank has given none. */
  pix_code: string | null
  /** The bank has been asked for the code, and will have it in a moment. */
  code_is_coming: boolean
  expires_at: string
  now: string
  completed_at: string | null
  success_url: string | null
  cancel_url: string | null
  /** Money is not real: the page says so and, while open, offers to pay, decline or expire. */
  sandbox: boolean
  /** The page's own address, `/pay/<token>`. */
  path: string
  /** The last attempt was declined. */
  declined: boolean
}

/** A document and the headers it must be sent with. */
export interface Page {
  html: string
  headers: Record<string, string>
}

/** The payment page of a checkout, in whichever state it is. */
export function renderPaymentPage(view: PaymentView): Page {
  return page(view.locale, {
    title: `${texts[view.locale].title[view.state]} · ${view.seller_name}`,
    seller: { name: view.seller_name, initial: initialOf(view.seller_name) },
    sandbox: view.sandbox,
    ...(view.state === 'open' ? openModel(view) : finalModel(view)),
  })
}

/** The page of an address that belongs to no checkout; to be sent with status 404. */
export function renderNotFoundPage(locale: Locale): Page {
  const text = texts[locale]
  return page(locale, {
    title: text.title.not_found,
    seller: null,
    sandbox: false,
    body: 'final',
    state: 'not_found',
    lines: [text.not_found_text, text.not_found_help],
    facts: [],
    back: null,
    forward: null,
  })
}

function page(locale: Locale, model: object): Page {
  const html = renderDocument({
    locale,
    text: texts[locale],
    languages,
    icon,
    style,
    script,
    refresh: null,
    ...model,
  })
  return { html, headers: { ...securityHeaders, 'Content-Language': locale } }
}

function openModel(view: PaymentView): object {
  const left_ms = Math.max(0, Date.parse(view.expires_at) - Date.parse(view.now))
  return {
    body: 'open',
    scripted: true,
    refresh: `${view.code_is_coming ? CODE_REFRESH_SECONDS : REFRESH_SECONDS}`,
    path: view.path,
    order: orderModel(view),
    declined: view.declined,
    code: view.pix_code,
    coming: view.code_is_coming,
    qr: view.pix_code === null ? null : drawQr(view.pix_code),
    left_ms,
    left: clock(left_ms),
    expires: timeModel(view.locale, view.expires_at),
    back: webAddress(view.cancel_url),
  }
}

function orderModel({ locale, item, currency, amount_total_minor }: PaymentView): object {
  const money = (minor: number): string => formatMoney(locale, currency, minor)
  const reference = item.compare_at_amount_minor
  return {
    name: item.name,
    offer_name: item.offer_name,
    description: item.description.trim(),
    folded: item.description.length > LONGEST_OPEN_DESCRIPTION,
    quantity: item.quantity,
    unit: money(item.amount_minor),
    reference: reference !== null && reference > item.amount_minor ? money(reference) : null,
    total: money(amount_total_minor),
  }
}

function finalModel(view: PaymentView): object {
  const text = texts[view.locale]
  const paid = view.state === 'completed'
  const forward = paid ? webAddress(view.success_url) : null
  return {
    body: 'final',
    state: view.state,
    scripted: forward !== null,
    refresh: forward === null ? null : `${RETURN_SECONDS};url=${forward}`,
    return_ms: RETURN_SECONDS * 1000,
    lines: linesOf(view, forward !== null),
    facts: factsOf(view),
    test_receipt: view.sandbox && paid ? text.test_receipt : null,
    back: paid ? null : webAddress(view.cancel_url),
    forward,
  }
}

function linesOf({ locale, state }: PaymentView, returning: boolean): string[] {
  const text = texts[locale]
  if (state === 'completed') {
    return returning ? [text.completed_text] : [text.completed_text, text.completed_close]
  }
  return [state === 'expired' ? text.expired_text : text.canceled_text, text.paid_late]
}

function factsOf(view: PaymentView): object[] {
  const { locale, state, item } = view
  const text = texts[locale]
  const product = item.quantity > 1 ? `${item.quantity} × ${item.name}` : item.name
  const facts: object[] = [
    { label: text.amount, value: formatMoney(locale, view.currency, view.amount_total_minor) },
    { label: text.seller, value: view.seller_name },
    { label: text.product, value: product },
  ]
  if (state === 'completed' && view.completed_at !== null) {
    facts.push({ label: text.paid_at, time: timeModel(locale, view.completed_at) })
  }
  if (state === 'expired') {
    facts.push({ label: text.expired_at, time: timeModel(locale, view.expires_at) })
  }
  return facts
}

function timeModel(locale: Locale, iso: string): { iso: string; shown: string } {
  return { iso, shown: formatTime(locale, iso) }
}

/** Milliseconds as `hh:mm:ss`; the script goes on counting in the same shape. */
function clock(left_ms: number): string {
  const seconds = Math.floor(left_ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** An address as `href` may carry it, or null when it is none of the web (`javascript:`, …). */
function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

function initialOf(name: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name.trim())
  return first?.segment.toLocaleUpperCase('pt-BR') ?? ''
}
