import Negotiator from 'negotiator'
import { fractionDigits } from './currencies.ts'

/** The languages of the page, as BCP 47 tags. */
export type Locale = 'pt-BR' | 'en' | 'es'

/** The languages by their own names, in the order the switch shows them. */
export const languages: readonly { locale: Locale; name: string }[] = [
  { locale: 'pt-BR', name: 'Português' },
  { locale: 'en', name: 'English' },
  { locale: 'es', name: 'Español' },
]

// Negotiation is by bare language, so that a reader of pt-PT, en-GB or es-MX is understood too.
const byLanguage = new Map<string, Locale>([
  ['pt', 'pt-BR'],
  ['en', 'en'],
  ['es', 'es'],
])

/**
 * So many characters of `Accept-Language` are read: browsers send fewer, and 16 KiB of them take
 * 1.7 ms, of a request that is refused under load as well.
 */
const MAX_WISHES_LENGTH = 512

/**
 * The language of the page: the wish of `?lang=` first, the browser's `Accept-Language` next,
 * Portuguese when neither names one of ours.
 */
export function chooseLocale(
  acceptLanguage: string | undefined,
  wished: string | undefined,
): Locale {
  const wish = byLanguage.get(wished?.split('-', 1)[0]?.toLowerCase() ?? '')
  if (wish) return wish
  const wishes = acceptLanguage?.slice(0, MAX_WISHES_LENGTH)
  const negotiator = new Negotiator({ headers: { 'accept-language': wishes } })
  return byLanguage.get(negotiator.language([...byLanguage.keys()]) ?? '') ?? 'pt-BR'
}

/** Makes each format once: making one takes longer than all the rest of a page. */
function madeOnce<Format>(make: (locale: Locale, kind: string) => Format) {
  const formats = new Map<string, Format>()
  return (locale: Locale, kind: string): Format => {
    const key = `${locale} ${kind}`
    const format = formats.get(key) ?? make(locale, kind)
    formats.set(key, format)
    return format
  }
}

const moneyFormat = madeOnce((locale, currency) => {
  const digits = fractionDigits(currency)
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return { format, unit: 10 ** digits }
})

const TIME_ZONE = 'America/Sao_Paulo'

const timeFormat = madeOnce(
  (locale, timeStyle) =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeZone: TIME_ZONE,
      ...(timeStyle === 'short' && { timeStyle }),
    }),
)

/** An amount in minor units (4990) as the reader writes it (`R$ 49,90`). */
export function formatMoney(locale: Locale, currency: string, amountMinor: number): string {
  const { format, unit } = moneyFormat(locale, currency)
  return format.format(amountMinor / unit)
}

/** An ISO 8601 time as a date and time of day on the clocks of Brasília. */
export function formatTime(locale: Locale, iso: string): string {
  return timeFormat(locale, 'short').format(new Date(iso))
}

/** The day of an ISO 8601 time, in Brasília. */
export function formatDate(locale: Locale, iso: string): string {
  return timeFormat(locale, 'none').format(new Date(iso))
}
