/** Files of the statement, which are made while they are received. */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pageWithin } from '../../../db/longJson.ts'
import type { QueryRunner } from '../../../db/database.ts'
import { inPieces } from '../../../runtime/piecework.ts'
import type { Pieces } from '../../../runtime/piecework.ts'
import { Semaphore } from '../../../runtime/semaphore.ts'
import type { Locale } from '../../formats/locale.ts'
import { csvOf } from '../../files/csv.ts'
import type { Cell, Sheet } from '../../files/sheet.ts'
import { xlsxOf } from '../../files/xlsx.ts'
import { statementEntries } from './entries.ts'
import type { EntrySource, Position, StatementEntry, StatementRange } from './entries.ts'
import { ofxOf } from './ofx.ts'
import { statementTexts } from './texts.ts'

export type StatementFormat = 'csv' | 'xlsx' | 'ofx'

/** How many files are made at once: by a process, and for one account. */
const MAX_FILES = 32
const MAX_OF_SELLER = 4

/** Entries that are read by one transaction, and held by a file. */
const PIECE_ROWS = 100

const types: Record<StatementFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
}

type ExportRequest = StatementRange & {
  format: StatementFormat
  locale: Locale
  now: Date
  /** Asked before each further piece: the file of a client that has ended breaks off. */
  mayRead: () => Promise<boolean>
}

/** A file, and the fields of the response that describe it. */
export type StatementFile = { body: Readable; type: string; name: string }

/** The columns of the file, each with its width and its value of an entry. */
const columns: readonly [
  name: keyof (typeof statementTexts)['en']['columns'],
  width: number,
  cell: (entry: StatementEntry, locale: Locale) => Cell,
][] = [
  ['id', 44, ({ id }) => id],
  ['type', 22, ({ type }, locale) => statementTexts[locale].types[type]],
  ['date', 12, ({ date: day }) => ({ day })],
  ['occurred_at', 20, ({ occurred_at: moment }) => ({ moment })],
  ['amount', 14, ({ amount_minor, currency }) => ({ amount_minor, currency })],
  ['currency', 8, ({ currency }) => currency],
  ['payment_id', 44, ({ payment_id }) => payment_id],
  ['checkout_id', 46, ({ checkout_id }) => checkout_id],
  ['external_id', 24, ({ external_id }) => external_id],
  ['end_to_end_id', 36, ({ end_to_end_id }) => end_to_end_id],
  ['txid', 36, ({ txid }) => txid],
  ['customer_name', 28, ({ customer }) => customer?.name ?? null],
  ['customer_id', 44, ({ customer }) => customer?.id ?? null],
  ['customer_email', 28, ({ customer }) => customer?.email ?? null],
  ['customer_tax_id', 20, ({ customer }) => customer?.tax_id ?? null],
  ['description', 48, ({ description }) => description],
  ['subscription_id', 44, ({ subscription_id }) => subscription_id],
  ['invoice_id', 44, ({ invoice_id }) => invoice_id],
]

async function* rowsOf(pieces: AsyncIterable<readonly StatementEntry[]>, locale: Locale) {
  for await (const entries of pieces) {
    yield entries.map((entry) => columns.map(([, , cell]) => cell(entry, locale)))
  }
}

function sheetOf(pieces: AsyncIterable<readonly StatementEntry[]>, locale: Locale): Sheet {
  const { title, columns: titles } = statementTexts[locale]
  return {
    title,
    columns: columns.map(([name, width]) => ({ title: titles[name], width })),
    pieces: rowsOf(pieces, locale),
  }
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

/** The entries of a statement, oldest first, in pieces that are each read when it is needed. */
async function* entriesOf(db: QueryRunner, { mayRead, ...range }: ExportRequest) {
  let after: Position | undefined
  for (;;) {
    const page = { after, limit: PIECE_ROWS + 1, isNewestFirst: false }
    const found = await db.read(() => statementEntries(range, page))
    const { rows, hasMore, bytes } = pageWithin(found, PIECE_ROWS)
    const entries = bytes === 0 ? rows.map(({ entry }) => entry()) : await inPieces(made(rows))
    if (entries.length > 0) yield entries
    if (!hasMore) return
    after = rows.at(-1)
    // A query on SQLite and a write to a socket with room are done at once: without this, requests
    // would wait until the whole file is made.
    await nextTurn()
    if (!(await mayRead())) throw new Error('The client that reads the file has ended.')
  }
}

function piecesOf(db: QueryRunner, wanted: ExportRequest): AsyncGenerator<string | Buffer> {
  const { format, locale } = wanted
  const entries = entriesOf(db, wanted)
  if (format === 'ofx') return ofxOf(entries, wanted)
  const sheet = sheetOf(entries, locale)
  return format === 'csv' ? csvOf(sheet, locale) : xlsxOf(sheet, locale)
}

async function* beginningWith<Piece>(first: IteratorResult<Piece>, rest: AsyncIterator<Piece>) {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** Makes the files of all sellers, as many at once as there are places. */
export class StatementExports {
  readonly #db: QueryRunner
  readonly #places = new Semaphore({ all: MAX_FILES, each: MAX_OF_SELLER })

  constructor(db: QueryRunner) {
    this.#db = db
  }

  /**
   * Begins a file. Its first piece is made before the response begins, so that a failure is an
   * error response.
   *
   * @returns undefined when there is no place; one is free again when the file's stream has closed
   */
  async open(wanted: ExportRequest): Promise<StatementFile | undefined> {
    const release = this.#places.tryAcquire(wanted.seller_id)
    if (!release) return undefined
    const { format, locale, from, to } = wanted
    try {
      const pieces = piecesOf(this.#db, wanted)
      const first = await pieces.next()
      const body = Readable.from(beginningWith(first, pieces), { objectMode: false })
      body.once('close', () => {
        release()
        // A stream that is destroyed before it was read has not begun its generator.
        void pieces.return(undefined)
      })
      const name = `${statementTexts[locale].file}-${from}-${to}.${format}`
      return { body, type: types[format], name }
    } catch (error) {
      release()
      throw error
    }
  }
}
