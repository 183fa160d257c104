/** Files of the statement: what their rows hold. */
import type { QueryRunner } from '../../../db/database.ts'
import { inPieces } from '../../../runtime/piecework.ts'
import type { Pieces } from '../../../runtime/piecework.ts'
import { inRows, tableOf } from '../../files/exports.ts'
import type { FileFormat } from '../../files/exports.ts'
import { listSheet } from '../../files/sheet.ts'
import type { Cell, Sheet, SheetColumn } from '../../files/sheet.ts'
import type { Locale } from '../../formats/locale.ts'
import { CURRENCY } from '../../formats/currencies.ts'
import { balanceAt } from './balance.ts'
import { statementEntries } from './entries.ts'
import type { EntrySource, StatementEntry, StatementRange } from './entries.ts'
import { ofxOf } from './ofx.ts'
import { statementTexts } from './texts.ts'

/** The longest file, in days: a year. */
export const MAX_DAYS = 366

export type StatementFileRequest = StatementRange & {
  format: FileFormat
  locale: Locale
  now: Date
  mayRead: () => Promise<boolean>
}

/**
 * The columns of the file, each with its width and its value of an entry, in the order in which a
 * person reads them: ids come last, the entry's own before the others.
 */
const columns: readonly SheetColumn<
  StatementEntry,
  keyof (typeof statementTexts)['en']['columns']
>[] = [
  ['date', 12, ({ date: day }) => ({ day })],
  ['type', 22, ({ type }, locale) => statementTexts[locale].types[type]],
  ['customer_name', 28, ({ customer }) => customer?.name ?? null],
  ['customer_tax_id', 20, ({ customer }) => customer?.tax_id ?? null],
  ['description', 48, ({ description }) => description],
  ['external_id', 24, ({ external_id }) => external_id],
  ['amount', 14, ({ amount_minor, currency }) => ({ amount_minor, currency })],
  ['currency', 8, ({ currency }) => currency],
  ['occurred_at', 20, ({ occurred_at: moment }) => ({ moment })],
  ['customer_email', 28, ({ customer }) => customer?.email ?? null],
  ['id', 44, ({ id }) => id],
  ['end_to_end_id', 36, ({ end_to_end_id }) => end_to_end_id],
  ['txid', 36, ({ txid }) => txid],
  ['payment_id', 44, ({ payment_id }) => payment_id],
  ['checkout_id', 46, ({ checkout_id }) => checkout_id],
  ['customer_id', 44, ({ customer }) => customer?.id ?? null],
  ['subscription_id', 44, ({ subscription_id }) => subscription_id],
  ['invoice_id', 44, ({ invoice_id }) => invoice_id],
]

type EntryPieces = AsyncIterable<readonly StatementEntry[]>

/** Sums of a day, as the totals of days count them. */
type DaySum = { received: number; refunded: number }

const received = new Set<StatementEntry['type']>(['payment'])
const refunded = new Set<StatementEntry['type']>(['refund', 'reversal'])

function addTo(days: Map<string, DaySum>, { date, type, amount_minor }: StatementEntry): void {
  if (!received.has(type) && !refunded.has(type)) return
  const day = days.get(date) ?? { received: 0, refunded: 0 }
  if (received.has(type)) day.received += amount_minor
  else day.refunded -= amount_minor
  days.set(date, day)
}

/** The same entries, which have been counted when the next are read. */
async function* counted(pieces: EntryPieces, days: Map<string, DaySum>) {
  for await (const entries of pieces) {
    for (const entry of entries) addTo(days, entry)
    yield entries
  }
}

async function* daysOf(days: ReadonlyMap<string, DaySum>) {
  const sum = (amount_minor: number): Cell => ({ amount_minor, currency: CURRENCY })
  yield [...days].map(([day, of]): Cell[] => [
    { day },
    sum(of.received),
    sum(of.refunded),
    sum(of.received - of.refunded),
  ])
}

/** The entries, and the sums of their days, which are known once all were read. */
function sheetsOf(pieces: EntryPieces, locale: Locale): [Sheet, Sheet] {
  const texts = statementTexts[locale]
  const { columns: titles, days: dayTexts } = texts
  const days = new Map<string, DaySum>()
  return [
    listSheet(counted(pieces, days), { texts, columns, locale }),
    {
      title: dayTexts.title,
      columns: [titles.date, dayTexts.received, dayTexts.refunded, dayTexts.net].map((text) => ({
        title: text,
        width: 14,
      })),
      pieces: daysOf(days),
    },
  ]
}

/** The entries of sources whose checkouts have long items. */
function* made(sources: readonly EntrySource[]): Pieces<StatementEntry[]> {
  const entries: StatementEntry[] = []
  for (const { entry } of sources) {
    entries.push(entry())
    yield
  }
  return entries
}

/** The entries of a statement, oldest first. */
async function* entriesOf(db: QueryRunner, { mayRead, ...range }: StatementFileRequest) {
  const read = (after: EntrySource | undefined, limit: number) =>
    db.read(() => statementEntries(range, { after, limit, isNewestFirst: false }))
  for await (const { rows, bytes } of inRows(read, mayRead)) {
    yield bytes === 0 ? rows.map(({ entry }) => entry()) : await inPieces(made(rows))
  }
}

/** A file of a statement, in pieces, and its name. */
export function statementFile(db: QueryRunner, wanted: StatementFileRequest) {
  const { format, locale, from, to } = wanted
  const entries = entriesOf(db, wanted)
  const pieces =
    format === 'ofx'
      ? ofxOf(entries, wanted, () => balanceAt(db, wanted))
      : tableOf(sheetsOf(entries, locale), format, locale)
  return { name: `${statementTexts[locale].file}-${from}-${to}`, pieces }
}
