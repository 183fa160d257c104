/** Sums of a list: the API's totals of whole days, else those of the rows shown. */
import type { components } from '../../generated/types.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import type { Block } from '../blocks.ts'
import type { PageContext } from '../page.ts'
import { sums as texts } from '../texts/sums.ts'

type DailyTotal = components['schemas']['DailyTotal']

/** Sums of the rows of a page, said as such unless it is the whole list. */
export function pageSums(
  { locale, query }: PageContext,
  { data, next_cursor }: { data: readonly object[]; next_cursor: string | null },
  said: readonly string[],
): Block[] {
  if (data.length === 0) return []
  const sumTexts = texts[locale]
  const isWhole = next_cursor === null && query['starting_after'] === undefined
  return [{ kind: 'sums', label: isWhole ? sumTexts.whole : sumTexts.page, said }]
}

export const sumOf = (totals: readonly DailyTotal[], name: keyof DailyTotal): number =>
  totals.reduce((sum, total) => sum + Number(total[name]), 0)

/** Count, gross, refunded and net, in words. */
export function moneyIn(
  { locale, session }: PageContext,
  of: { count: number; gross: number; refunded: number },
): string[] {
  const sumTexts = texts[locale]
  const money = (minor: number) => formatMoney(locale, session.seller.default_currency, minor)
  return [
    sumTexts.payments(of.count),
    sumTexts.gross(money(of.gross)),
    sumTexts.refunded(money(of.refunded)),
    sumTexts.net(money(of.gross - of.refunded)),
  ]
}

/** Adds up daily totals; a refund counts on the day when it was completed. */
export const totalsOf = (totals: readonly DailyTotal[]) => ({
  count: sumOf(totals, 'payments_count'),
  gross: sumOf(totals, 'amount_minor'),
  refunded: sumOf(totals, 'amount_refunded_minor'),
})
