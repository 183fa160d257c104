/** The statement: what came in and went back, by day and entry by entry, and as files. */
import type { components } from '../../generated/types.ts'
import { statementTexts } from '../../domain/payments/statement/texts.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { link, none, reference, section, text } from '../blocks.ts'
import type { Block, Cell } from '../blocks.ts'
import {
  choiceOf,
  filter,
  filterForm,
  filtersOf,
  formatDay,
  money,
  pagesOf,
  parametersOf,
  time,
} from '../lists.ts'
import { customerCell } from '../names.ts'
import type { Download, Page, PageContext } from '../page.ts'
import { statement as texts } from '../texts/statement.ts'
import { sums } from '../texts/sums.ts'
import { moneyIn, totalsOf } from './sums.ts'

type Entry = components['schemas']['StatementEntry']
type DailyTotal = components['schemas']['DailyTotal']

const PAGE = '/dashboard/statement'
const filters = ['type', 'date_from', 'date_to']

/** Days when the reader chooses none, today included. */
const DAYS_SHOWN = 31

/** The days that are shown, both included, as the API takes those that were left out. */
function daysOf({ query, now }: PageContext): { from: string; to: string } {
  const to = query['date_to']?.trim() || dayOf(now)
  return { from: query['date_from']?.trim() || addDays(to, 1 - DAYS_SHOWN), to }
}

/** Each day with what came in and went back, leading to its entries. */
function daysTable(context: PageContext, totals: readonly DailyTotal[]): Block {
  const { locale } = context
  const words = texts[locale]
  return {
    kind: 'table',
    caption: words.days,
    isCards: true,
    columns: [
      words.day,
      words.count,
      { text: words.received, isWideOnly: true },
      { text: words.refunded, isWideOnly: true },
      words.net,
    ],
    rows: totals.map((day) => {
      const { currency, amount_minor, amount_refunded_minor } = day
      const sum = (minor: number) => money(context, { currency, amount_minor: minor })
      const at = new URLSearchParams({ date_from: day.date, date_to: day.date })
      return [
        link(`${PAGE}?${at}`, formatDay(locale, day.date)),
        text(sums[locale].payments(day.payments_count)),
        sum(amount_minor),
        amount_refunded_minor === 0 ? none : sum(-amount_refunded_minor),
        sum(amount_minor - amount_refunded_minor),
      ]
    }),
    empty: words.empty,
  }
}

/** Where an entry leads: its refund, or its payment. */
function entryCell({ id, payment_id, description }: Entry, name: string): Cell {
  const isPayment = id === payment_id
  const href = isPayment ? `/dashboard/payments/${id}` : `/dashboard/refunds/${id}`
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

/** The days in words, which stand in no filter while the reader has chosen none. */
function periodOf({ locale }: PageContext, { from, to }: { from: string; to: string }): string {
  const day = (date: string) => formatDay(locale, date)
  return from === to ? day(to) : texts[locale].period(day(from), day(to))
}

const FORMATS = ['csv', 'xlsx', 'ofx'] as const

export const statementPage: Page = {
  path: PAGE,
  async draw(context) {
    const { call, locale, text: shared } = context
    const words = texts[locale]
    const days = daysOf(context)
    const [list, { data: totals }] = await Promise.all([
      call('listStatementEntries', { query: parametersOf(context, filters) }),
      call('listDailyTotals', { query: days }),
    ])
    const queryString = String(new URLSearchParams(filtersOf(context, filters)))
    const links = FORMATS.map((format) => ({
      href: `${PAGE}.${format}${queryString && `?${queryString}`}`,
      text: words.exports[format],
    }))
    return {
      name: 'statement',
      title: words.title,
      blocks: [
        filterForm(context, {
          action: PAGE,
          names: filters,
          fields: [
            filter(context, { name: 'date_from', label: shared.since, type: 'date' }),
            filter(context, { name: 'date_to', label: shared.until, type: 'date' }),
            choiceOf(context, {
              name: 'type',
              label: words.type,
              options: statementTexts[locale].types,
            }),
          ],
        }),
        {
          kind: 'sums',
          label: periodOf(context, days),
          said: moneyIn(context, totalsOf(totals)),
        },
        { kind: 'links', links },
        ...(days.from === days.to ? [] : [section(words.days, daysTable(context, totals))]),
        section(words.entries, entriesTable(context, list)),
      ],
    }
  },
}

const types: Record<(typeof FORMATS)[number], string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
}

/** The API's own files, of the days and the type that the page shows. */
export const statementFiles: readonly Download[] = FORMATS.map((format) => ({
  path: `${PAGE}.${format}`,
  fileName: (context) => {
    const { from, to } = daysOf(context)
    return `${statementTexts[context.locale].file}-${from}-${to}.${format}`
  },
  type: types[format],
  pieces: async function* (context) {
    const { locale } = context
    const query = { ...filtersOf(context, filters), format, locale }
    yield* (await context.call('exportStatementEntries', { query })) as AsyncIterable<Uint8Array>
  },
}))
