/** The chart of the home: an axis with values, on which one large day leaves the others visible. */
import { fractionDigits } from '../../domain/formats/currencies.ts'
import { formatMoney } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'
import { addDays, startOfDay } from '../../runtime/brasilia.ts'
import type { Block } from '../blocks.ts'
import { formatDay } from '../lists.ts'
import type { PageContext } from '../page.ts'
import { home as texts } from '../texts/home.ts'

type DailyTotal = components['schemas']['DailyTotal']

const CHART_DAYS = 31

/** A day that is so many times the next one leaves the scale, and is told in words. */
const OUTLIER = 4

/** The most days that leave it. */
const MAX_OUTLIERS = 3

const dayAndMonth = { day: 'numeric', month: 'short', timeZone: 'America/Sao_Paulo' } as const

const STEPS = [1, 2, 2.5, 5, 10]

/** The end of an axis: a round number, the first that is not less. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  const step = STEPS.find((multiple) => multiple * power >= value) ?? 10
  return step * power
}

/** The highest value of the axis, in minor units. */
export function topOf(values: readonly number[]): number {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => b - a)
  for (let n = MAX_OUTLIERS - 1; n >= 0; n--) {
    const [outlier = 0, next = 0] = sorted.slice(n)
    if (next > 0 && outlier > OUTLIER * next) return roundUp(next * 1.25)
  }
  return roundUp(sorted[0] ?? 0)
}

export function chartOf(
  { locale, session }: PageContext,
  totals: readonly DailyTotal[],
  today: string,
): Block {
  const words = texts[locale]
  const { default_currency: currency } = session.seller
  const byDay = new Map(totals.map((total) => [total.date, total.amount_minor]))
  const days = Array.from({ length: CHART_DAYS }, (_, n) => addDays(today, n + 1 - CHART_DAYS))
  const bars = days.map((day) => {
    const value = byDay.get(day) ?? 0
    return {
      label: formatDay(locale, day),
      value,
      title: formatMoney(locale, currency, value),
    }
  })
  const top = topOf(bars.map(({ value }) => value))
  const short = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const major = (minor: number) => minor / 10 ** fractionDigits(currency)
  return {
    kind: 'chart',
    caption: words.chart,
    bars,
    top,
    ends: [0, Math.floor(days.length / 2), days.length - 1].map((at) => {
      const moment = new Date(startOfDay(days[at] ?? today))
      return new Intl.DateTimeFormat(locale, dayAndMonth).format(moment)
    }),
    axis: [top, top / 2, 0].map((value) => short.format(major(value))),
    notes: bars
      .filter(({ value }) => value > top)
      .map(({ label, title }) => words.beyond(label, title)),
    columns: [words.day, words.received],
  }
}
