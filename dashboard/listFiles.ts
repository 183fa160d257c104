/** Lists as files for spreadsheets in the reader's language, page by page as they are received. */
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../contract/apiError.ts'
import { fileTypes, tableOf } from '../domain/files/exports.ts'
import type { SheetFormat } from '../domain/files/exports.ts'
import type { Cell } from '../domain/files/sheet.ts'
import type { OperationId } from '../handlers/support/handler.ts'
import type { CallResult } from '../http/calls.ts'
import type { Block } from './blocks.ts'
import { filtersOf } from './lists.ts'
import type { Download, PageContext } from './page.ts'

const FORMATS = ['csv', 'xlsx'] as const satisfies SheetFormat[]

const ROWS_PER_CALL = 100

/** How often a call is tried again that came too soon after the ones before. */
const MAX_RETRIES = 10

/** Operations that answer with a list. */
type ListId = {
  [Id in OperationId]: CallResult<Id> extends { data: object[]; next_cursor: string | null }
    ? Id
    : never
}[OperationId]

type Item<Id extends ListId> = CallResult<Id> extends { data: (infer Entry)[] } ? Entry : never

/** A list as a table. */
export type ListTable<Id extends ListId, Row> = {
  title: string
  filters: Record<string, string>
  /** Reads for the rows of a page all else that they show. */
  rows: (context: PageContext, items: Item<Id>[]) => Promise<Row[]>
  columns: readonly (readonly [title: string, width: number, cell: (row: Row) => Cell])[]
}

/** Waits as long as a refusal says, if it is one that passes. */
async function waitOut(error: unknown): Promise<void> {
  const seconds = error instanceof ApiError ? Number(error.headers['Retry-After']) : Number.NaN
  if (!(seconds > 0)) throw error
  await pause(seconds * 1000)
}

/**
 * The rows of a list, newest first, a page at a time. Only the first call is not tried again: until
 * there is a piece, the request holds a permit of the load shedder.
 */
async function* piecesOf<Id extends ListId, Row>(
  context: PageContext,
  id: Id,
  { filters, rows, columns }: ListTable<Id, Row>,
) {
  const patientCall = { ...context, call: patientlyBy(context.call) }
  let starting_after: string | undefined
  do {
    const query = { ...filters, starting_after, limit: ROWS_PER_CALL }
    const by = starting_after === undefined ? context : patientCall
    const list = await by.call(id, { query })
    const { data, next_cursor } = list as { data: Item<Id>[]; next_cursor: string | null }
    const made = await rows(patientCall, data)
    yield made.map((row) => columns.map(([, , cell]) => cell(row)))
    starting_after = next_cursor ?? undefined
  } while (starting_after !== undefined)
}

/** All that a list holds, as a file that is made page by page. */
export function fileOfList<Id extends ListId, Row>(
  context: PageContext,
  { id, format, table }: { id: Id; format: SheetFormat; table: ListTable<Id, Row> },
): AsyncGenerator<string | Buffer> {
  const columns = table.columns.map(([title, width]) => ({ title, width }))
  const pieces = piecesOf(context, id, table)
  return tableOf([{ title: table.title, columns, pieces }], format, context.locale)
}

/** The files of a list at `/dashboard/NAME.csv` and `.xlsx`. */
export const listDownloads = (
  name: string,
  pieces: (context: PageContext, format: SheetFormat) => AsyncIterable<string | Uint8Array>,
): Download[] =>
  FORMATS.map((format) => ({
    path: `/dashboard/${name}.${format}`,
    fileName: () => `${name}.${format}`,
    type: fileTypes[format],
    pieces: (context) => pieces(context, format),
  }))

type ExportId = 'exportCustomers' | 'exportProducts' | 'exportRefunds'

/** The API's own files of a list, with the filters of its page. */
export const ownDownloads = (name: string, id: ExportId, filters: readonly string[]): Download[] =>
  listDownloads(name, async function* (context, format) {
    const query = { ...filtersOf(context, filters), format, locale: context.locale }
    yield* (await context.call(id, { query })) as AsyncIterable<Uint8Array>
  })

/** Leads to the files of a list, with the filters of its page; to none for whom they are closed. */
export function linksToFiles(
  { can, text }: PageContext,
  name: string,
  filters: Record<string, string>,
): Block {
  const query = String(new URLSearchParams(filters))
  const formats = can('exportStatementEntries') ? FORMATS : []
  const links = formats.map((format) => ({
    href: `/dashboard/${name}.${format}${query && `?${query}`}`,
    text: text.exports[format],
  }))
  return { kind: 'links', links }
}

/** Tries a call again that the rate limit has refused. */
const patientlyBy =
  (call: PageContext['call']): PageContext['call'] =>
  async (id, input) => {
    for (let tries = 0; ; tries++) {
      try {
        return await call(id, input)
      } catch (error) {
        if (tries === MAX_RETRIES) throw error
        await waitOut(error)
      }
    }
  }
