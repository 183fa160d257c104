/** Amounts as people type them. */
import type { Locale } from './locale.ts'
import { fractionDigits } from './currencies.ts'

const separators = { 'pt-BR': ['.', ','], en: [',', '.'], es: ['.', ','] } as const

/** How a currency may be written beside an amount: as pages do, by its code, by a dollar sign. */
function signsOf(locale: Locale, currency: string): string[] {
  const displays = ['symbol', 'narrowSymbol', 'code'] as const
  const signs = displays.map((currencyDisplay) => {
    const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
    return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  })
  return [...signs, '$']
}

/** Removes the sign of the currency on either side; any other sign stays. */
function withoutSign(locale: Locale, currency: string, typed: string): string {
  const text = typed.trim()
  for (const sign of signsOf(locale, currency)) {
    if (text.startsWith(sign)) return text.slice(sign.length).trimStart()
    if (text.endsWith(sign)) return text.slice(0, -sign.length).trimEnd()
  }
  return text
}

/**
 * Reads an amount as the reader's language writes it (`49,90`, `1.234,50`). Separators in other
 * places are no amount: `49.90` could be meant as two things.
 *
 * @returns minor units; undefined for what is no amount
 */
export function parseAmount(locale: Locale, currency: string, typed: string): number | undefined {
  const [group, decimal] = separators[locale]
  const digits = fractionDigits(currency)
  const plain = withoutSign(locale, currency, typed)
  const [whole = '', fraction = '', ...more] = plain.split(decimal)
  const grouped = new RegExp(`^(\\d{1,15}|\\d{1,3}(\\${group}\\d{3}){1,4})$`)
  if (more.length > 0 || !grouped.test(whole) || !/^\d*$/.test(fraction)) return undefined
  if (fraction.length > digits || (plain.includes(decimal) && fraction === '')) return undefined
  const minor = Number(whole.replaceAll(group, '') + fraction.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** One or two digits after a separator: no language groups so few. */
const endsInCents = /[.,]\d{1,2}(\D|$)/

/**
 * Reads an amount as buyers type it, who may write another language than they read: `49.90` in
 * Portuguese as well, since cents show which separator is meant. `1.234` stays what the reader's
 * language says.
 *
 * @returns minor units; undefined for what is no amount
 */
export function parseAnyAmount(
  locale: Locale,
  currency: string,
  typed: string,
): number | undefined {
  const amount = parseAmount(locale, currency, typed)
  if (amount !== undefined || !endsInCents.test(typed)) return amount
  return parseAmount(locale === 'en' ? 'pt-BR' : 'en', currency, typed)
}
