/**
 * Currencies of ISO 4217 whose minor unit is not a hundredth. `Intl` has its own digits, those of
 * CLDR: none where the smallest coins are gone (COP, HUF, IQD), while amounts are still counted in
 * the unit of the standard.
 */
const digitsOf: readonly [number, string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'UYW'],
]

const digits = new Map(
  digitsOf.flatMap(([count, codes]) => codes.split(' ').map((code) => [code, count] as const)),
)

/** How many digits of an amount in a currency follow the separator. */
export const fractionDigits = (currency: string): number => digits.get(currency) ?? 2

/** Pix moves nothing but reais. */
export const CURRENCY = 'BRL'
