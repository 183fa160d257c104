/** Money at the seller's Pix key that belongs to no charge: entries of the statement. */
import { formatMoney } from '../../domain/formats/locale.ts'
import { MAX_DAYS as MAX_LISTED } from '../../domain/payments/dailyTotals.ts'
import type { components } from '../../generated/types.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { id, text } from '../blocks.ts'
import type { Block, Cell } from '../blocks.ts'
import { filter, filterForm, isDay, money, pagesOf, parametersOf, time } from '../lists.ts'
import type { Page, PageContext } from '../page.ts'
import type { Period } from '../periods.ts'
import { unmatched as texts } from '../texts/unmatched.ts'
import { pageSums } from './sums.ts'

type Entry = components['schemas']['StatementEntry']
type EntryList = { data: Entry[]; next_cursor: string | null }

const PAGE = '/dashboard/unmatched'
const STATEMENT = '/dashboard/statement'
const TYPE = { type: 'unmatched' }
const filters = ['date_from', 'date_to']

/** The list of the day on which a transfer arrived. */
export const unmatchedOn = (moment: string): string =>
  `${PAGE}?${new URLSearchParams({ date_from: dayOf(moment), date_to: dayOf(moment) })}`

/** The days that are chosen, else as many as the operation lists, up to today. */
function periodOf({ query, now }: PageContext): Period {
  const to = query['date_to']?.trim() || dayOf(now)
  const from = query['date_from']?.trim() || (isDay(to) ? addDays(to, 1 - MAX_LISTED) : to)
  return { from, to }
}

/** The payer as the bank says it; of money that went back, that it did. */
function payerCell({ locale }: PageContext, { amount_minor, description }: Entry): Cell {
  const words = texts[locale]
  return text(amount_minor < 0 ? words.returned : description || words.unknown)
}

function table(context: PageContext, list: EntryList): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  return {
    kind: 'table',
    caption: words.title,
    isCards: true,
    columns: [words.payer, shared.amount, words.end_to_end_id, words.when],
    rows: list.data.map((entry) => [
      payerCell(context, entry),
      money(context, entry),
      id(entry.end_to_end_id),
      time(context, entry.occurred_at),
    ]),
    empty: words.empty,
    ...pagesOf(context, list),
  }
}

function sumsOf(context: PageContext, list: EntryList): Block[] {
  const { locale, session } = context
  const words = texts[locale]
  const sum = list.data.reduce((minor, { amount_minor }) => minor + amount_minor, 0)
  const { default_currency } = session.seller
  return pageSums(context, list, [
    words.count(list.data.length),
    words.sum(formatMoney(locale, default_currency, sum)),
  ])
}

/** The statement, and its files of these days and this type alone. */
function links({ locale, text: shared }: PageContext, { from, to }: Period): Block {
  const query = new URLSearchParams({ ...TYPE, date_from: from, date_to: to })
  const files = (['csv', 'xlsx', 'ofx'] as const).map((format) => ({
    href: `${STATEMENT}.${format}?${query}`,
    text: shared.exports[format],
  }))
  return {
    kind: 'links',
    links: [{ href: STATEMENT, text: texts[locale].show_statement }, ...files],
  }
}

export const unmatchedPage: Page = {
  path: PAGE,
  async draw(context) {
    const { call, locale, text: shared } = context
    const words = texts[locale]
    const period = periodOf(context)
    const days = { date_from: period.from, date_to: period.to }
    const query = { ...parametersOf(context, []), ...TYPE, ...days }
    const list = await call('listStatementEntries', { query })
    const day = (name: string, label: string, value: string) => ({
      ...filter(context, { name, label, type: 'date' as const }),
      value,
    })
    const fields = [
      day('date_from', shared.since, period.from),
      day('date_to', shared.until, period.to),
    ]
    return {
      name: 'unmatched',
      title: words.title,
      blocks: [
        { kind: 'note', tone: 'plain', text: words.text },
        filterForm(context, { action: PAGE, names: filters, fields }),
        ...sumsOf(context, list),
        links(context, period),
        table(context, list),
      ],
    }
  },
}
