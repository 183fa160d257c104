/** The document that every hosted page is, and the pages that say one thing alone. */
import { languages } from '../../formats/locale.ts'
import type { Locale } from '../../formats/locale.ts'
import { accentSheet, icon, renderDocument, script, securityHeaders, style } from './assets.ts'
import type { SellerModel } from './seller.ts'
import { texts } from './texts/texts.ts'

/** A document and the headers it must be sent with. */
export type Page = { html: string; headers: Record<string, string> }

const REFRESH_SECONDS = 15

// Without a script, a code that the bank is making is looked for so often.
const CODE_REFRESH_SECONDS = 2

/** How soon a page that waits for the buyer is loaded again where it runs no script. */
export const refreshOf = (isCodeComing: boolean): string =>
  `${isCodeComing ? CODE_REFRESH_SECONDS : REFRESH_SECONDS}`

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
  const page = unavailablePages.get(key) ?? pageWithoutCheckout(locale, 'unavailable', lines)
  unavailablePages.set(key, page)
  return page
}

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

/** A page with a message, and a button to try again where that may help. */
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
export function page(
  locale: Locale,
  model: { seller: SellerModel | null; [name: string]: unknown },
): Page {
  const { seller } = model
  const color = seller?.color ?? null
  const html = renderDocument({
    locale,
    text: texts[locale],
    languages,
    icon,
    style,
    accent: color === null ? null : accentSheet(color).text,
    script,
    refresh: null,
    staying: false,
    leave: null,
    ...model,
  })
  return { html, headers: { ...securityHeaders(seller), 'Content-Language': locale } }
}
