/** The statement: what came in and went back, by day and entry by entry, and as files. */
import { ApiError } from '../../contract/apiError.ts'
import { fileTypes } from '../../domain/files/exports.ts'
import { MAX_DAYS as MAX_LISTED } from '../../domain/payments/dailyTotals.ts'
import { MAX_DAYS as MAX_OF_FILE } from '../../domain/payments/statement/exports.ts'
import type { components } from '../../generated/types.ts'
import { statementTexts } from '../../domain/payments/statement/texts.ts'
import { addDays } from '../../runtime/brasilia.ts'
import { link, none, reference, section, text } from '../blocks.ts'
import type { Block, Cell, Field } from '../blocks.ts'
import {
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  formatDay,
  formatMonth,
  isDay,
  money,
  pagesOf,
  parametersOf,
  time,
} from '../lists.ts'
import { customerCell } from '../names.ts'
import { pageOf } from '../objectPages.ts'
import type { Download, Page, PageContext, View } from '../page.ts'
import { lengthOf, MONTH_LENGTH, monthOf, periodOf, periodsOf } from '../periods.ts'
import type { Period } from '../periods.ts'
import { problemOf } from '../texts/problems.ts'
import { statement as texts } from '../texts/statement.ts'
import { sums } from '../texts/sums.ts'
import { statusOf } from '../visit.ts'
import { moneyIn, totalsOf } from './sums.ts'
import { unmatchedOn } from './unmatched.ts'

type Entry = components['schemas']['StatementEntry']
type DailyTotal = components['schemas']['DailyTotal']

const PAGE = '/dashboard/statement'
const filters = ['type', 'date_from', 'date_to']

/** The days in words, which stand in no filter while the reader has chosen none. */
function sumsOf(context: PageContext, { from, to }: Period, totals: readonly DailyTotal[]): Block {
  const { locale } = context
  const [first, last] = [formatDay(locale, from), formatDay(locale, to)]
  const label = from === to ? last : texts[locale].period(first, last)
  return { kind: 'sums', label, said: moneyIn(context, totalsOf(totals)) }
}

/** The totals of days, however many calls they take. */
async function totalsWithin({ call }: PageContext, { from, to }: Period): Promise<DailyTotal[]> {
  const lists: Promise<{ data: DailyTotal[] }>[] = []
  for (let first = from; first <= to; first = addDays(first, MAX_LISTED)) {
    const last = addDays(first, MAX_LISTED - 1)
    const query = { from: first, to: last < to ? last : to }
    lists.push(call('listDailyTotals', { query }))
  }
  return (await Promise.all(lists)).flatMap(({ data }) => data)
}

/** A sum of days, leading to them. */
function sumRow(context: PageContext, period: Period & { label: string }, days: DailyTotal[]) {
  const { locale, session } = context
  const { count, gross, refunded } = totalsOf(days)
  const currency = session.seller.default_currency
  const sum = (amount_minor: number) => money(context, { currency, amount_minor })
  return [
    link(`${PAGE}?${new URLSearchParams(rangeOf(context, period))}`, period.label),
    text(sums[locale].payments(count)),
    sum(gross),
    refunded === 0 ? none : sum(-refunded),
    sum(gross - refunded),
  ]
}

const sumColumns = ({ locale }: PageContext, first: string) => {
  const words = texts[locale]
  return [
    first,
    words.count,
    { text: words.received, isWideOnly: true as const },
    { text: words.refunded, isWideOnly: true as const, isNumber: true as const },
    words.net,
  ]
}

/** Each month of which something is told, the newest first, leading to its days. */
function monthsTable(context: PageContext, { from, to }: Period, totals: DailyTotal[]): Block {
  const { locale } = context
  const words = texts[locale]
  const months = Map.groupBy(totals, ({ date }) => date.slice(0, MONTH_LENGTH))
  return {
    kind: 'table',
    caption: words.months,
    isCards: true,
    columns: sumColumns(context, words.month_of),
    rows: [...months]
      .toSorted(([a], [b]) => (a < b ? 1 : -1))
      .map(([month, days]) => {
        const whole = monthOf(`${month}-01`)
        const first = whole.from < from ? from : whole.from
        const last = whole.to < to ? whole.to : to
        return sumRow(context, { from: first, to: last, label: formatMonth(locale, month) }, days)
      }),
    empty: words.empty,
  }
}

/** Each day with what came in and went back, leading to its entries. */
function daysTable(context: PageContext, totals: readonly DailyTotal[]): Block {
  const { locale } = context
  const words = texts[locale]
  return {
    kind: 'table',
    caption: words.days,
    isCards: true,
    columns: sumColumns(context, words.day),
    rows: totals.map((day) =>
      sumRow(context, { from: day.date, to: day.date, label: formatDay(locale, day.date) }, [day]),
    ),
    empty: words.empty,
  }
}

/** Where an entry leads: its refund or its payment; of unmatched money, the list of its day. */
function entryCell(entry: Entry, name: string): Cell {
  const { id, payment_id, occurred_at, description } = entry
  const href =
    payment_id === null
      ? unmatchedOn(occurred_at)
      : (pageOf(id) ?? pageOf(payment_id) ?? `${PAGE}?type=${entry.type}`)
  return link(href, description || name)
}

function entriesTable(
  context: PageContext,
  list: { data: Entry[]; next_cursor: string | null },
): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { types } = statementTexts[locale]
  return {
    kind: 'table',
    caption: words.entries,
    isCards: true,
    columns: [
      words.description,
      words.type,
      shared.customer,
      { text: shared.reference, isWideOnly: true },
      shared.amount,
      words.when,
    ],
    rows: list.data.map((entry) => [
      entryCell(entry, types[entry.type]),
      text(types[entry.type]),
      customerCell(context, entry.customer?.id ?? null, entry.customer),
      reference(entry.external_id),
      money(context, entry),
      time(context, entry.occurred_at),
    ]),
    empty: words.empty,
    ...pagesOf(context, list),
  }
}

const FORMATS = ['csv', 'xlsx', 'ofx'] as const

/** The days and the type of what is shown, as the API and an address take them. */
const rangeOf = (context: PageContext, { from, to }: Period) => ({
  ...filtersOf(context, ['type']),
  date_from: from,
  date_to: to,
})

function filtersBlock(context: PageContext, { from, to }: Period): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  const day = (name: string, label: string, value: string): Field => ({
    ...filter(context, { name, label, type: 'date', hint: words.days_hint }),
    value,
  })
  return filterForm(context, {
    action: PAGE,
    names: filters,
    fields: [
      day('date_from', shared.since, from),
      day('date_to', shared.until, to),
      choiceOf(context, { name: 'type', label: words.type, options: statementTexts[locale].types }),
    ],
  })
}

/** The periods that people ask for, and the one that is shown. */
function periodChoices(context: PageContext, { from, to }: Period): Block {
  const words = texts[context.locale]
  const choices = periodsOf(context.now).map(({ name, ...period }) => ({
    href: `${PAGE}?${new URLSearchParams(rangeOf(context, period))}`,
    text: name === 'month' || name === 'last_month' ? words[name] : name,
    isCurrent: period.from === from && period.to === to,
  }))
  return { kind: 'choices', isCompact: true, choices }
}

function fileLinks(context: PageContext, period: Period): Block {
  const query = new URLSearchParams(rangeOf(context, period))
  const links = FORMATS.map((format) => ({
    href: `${PAGE}.${format}?${query}`,
    text: context.text.exports[format],
  }))
  return { kind: 'links', links }
}

/** A page that asks for other days, with the filters as they were. */
const refused = (context: PageContext, period: Period, why: string): View => ({
  name: 'statement',
  title: texts[context.locale].title,
  blocks: [
    { kind: 'note', tone: 'bad', text: why },
    periodChoices(context, period),
    filtersBlock(context, period),
  ],
  status: 400,
})

/** Days of a list, and the entries of them. */
async function listed(context: PageContext, period: Period): Promise<Block[]> {
  const { call, locale } = context
  const words = texts[locale]
  const query = { ...parametersOf(context, []), ...rangeOf(context, period) }
  const [list, totals] = await Promise.all([
    call('listStatementEntries', { query }),
    totalsWithin(context, period),
  ])
  return [
    sumsOf(context, period, totals),
    fileLinks(context, period),
    ...(period.from === period.to ? [] : [section(words.days, daysTable(context, totals))]),
    section(words.entries, entriesTable(context, list)),
  ]
}

/** More days than a list has: their months, and the files. */
async function byMonth(context: PageContext, period: Period): Promise<Block[]> {
  const words = texts[context.locale]
  const totals = await totalsWithin(context, period)
  return [
    sumsOf(context, period, totals),
    fileLinks(context, period),
    { kind: 'note', tone: 'plain', text: words.months_text },
    section(words.months, monthsTable(context, period, totals)),
  ]
}

export const statementPage: Page = {
  path: PAGE,
  async draw(context) {
    const { locale } = context
    const words = texts[locale]
    const period = periodOf(context)
    const days = lengthOf(period)
    if (!isDay(period.from) || !isDay(period.to)) return refused(context, period, words.no_day)
    if (days < 1) return refused(context, period, words.reversed)
    if (days > MAX_OF_FILE) return refused(context, period, words.too_long)
    try {
      const shown = days > MAX_LISTED ? byMonth : listed
      return {
        name: 'statement',
        title: words.title,
        blocks: [
          periodChoices(context, period),
          filtersBlock(context, period),
          ...(await shown(context, period)),
        ],
      }
    } catch (error) {
      if (!(error instanceof ApiError) || statusOf(error) !== 400) throw error
      return refused(context, period, problemOf(locale, error))
    }
  },
}

/** The API's own files, of the days and the type that the page shows. */
export const statementFiles: readonly Download[] = FORMATS.map((format) => ({
  path: `${PAGE}.${format}`,
  fileName: (context) => {
    const { from, to } = periodOf(context)
    return `${statementTexts[context.locale].file}-${from}-${to}.${format}`
  },
  type: fileTypes[format],
  pieces: async function* (context) {
    const { locale } = context
    const query = { ...rangeOf(context, periodOf(context)), format, locale }
    yield* (await context.call('exportStatementEntries', { query })) as AsyncIterable<Uint8Array>
  },
}))
