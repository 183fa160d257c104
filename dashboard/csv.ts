/** Lists as files for spreadsheets (RFC 4180), made page by page as they are received. */
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../contract/apiError.ts'
import { fractionDigits } from '../domain/catalog/currencies.ts'
import type { OperationId } from '../handlers/support/handler.ts'
import type { CallResult } from '../http/calls.ts'
import type { PageContext } from './page.ts'

const ROWS_PER_CALL = 100

/** How often a call is tried again that came too soon after the ones before. */
const MAX_RETRIES = 10

/** Spreadsheets take a file without this mark for one in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

type Value = string | number | null

/**
 * Where a spreadsheet may find a formula: at the beginning of a text, and after a character that
 * ends a cell or a line for it. Where decimals have a comma, as in Brazil, spreadsheets separate
 * cells by semicolons, and do not see the quotation marks around a text that follows a comma. Those
 * of East Asia take the full-width signs as well.
 */
const formulas = /(?=[=+\-@＝＋－＠])(?<=^|[;\t\r\n][ "]*)|^(?=[\t\r\n])/g

/** One value. An apostrophe makes a text of what would be a formula (OWASP, CSV Injection). */
export function csvCell(value: Value): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const safe = value.replaceAll(formulas, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvLine = (values: readonly Value[]): string => `${values.map(csvCell).join(',')}\r\n`

/** An amount as a decimal number with a point, which every spreadsheet reads. */
function amountOf(currency: string, amountMinor: number): number {
  return amountMinor / 10 ** fractionDigits(currency)
}

/** Operations that answer with a list. */
type ListId = {
  [Id in OperationId]: CallResult<Id> extends { data: object[]; next_cursor: string | null }
    ? Id
    : never
}[OperationId]

type Item<Id extends ListId> = CallResult<Id> extends { data: (infer One)[] } ? One : never

export type Sheet<Id extends ListId> = {
  filters: Record<string, string>
  columns: readonly string[]
  row: (item: Item<Id>, amount: typeof amountOf) => readonly Value[]
}

/** Waits as long as a refusal says, if it is one that passes. */
async function waitOut(error: unknown): Promise<void> {
  const seconds = error instanceof ApiError ? Number(error.headers['Retry-After']) : Number.NaN
  if (!(seconds > 0)) throw error
  await pause(seconds * 1000)
}

/**
 * All that a list holds, newest first, in pieces of a page. Only the first call is not tried again:
 * until there is a piece, the request holds a permit of the load shedder.
 */
export async function* csvOf<Id extends ListId>(
  { call }: PageContext,
  id: Id,
  { filters, columns, row }: Sheet<Id>,
): AsyncGenerator<string> {
  let head = BYTE_ORDER_MARK + csvLine(columns)
  let starting_after: string | undefined
  do {
    const query = { ...filters, starting_after, limit: ROWS_PER_CALL }
    const read = () => call(id, { query })
    const list = await (starting_after === undefined ? read() : patient(read))
    const { data, next_cursor } = list as { data: Item<Id>[]; next_cursor: string | null }
    yield head + data.map((item) => csvLine(row(item, amountOf))).join('')
    head = ''
    starting_after = next_cursor ?? undefined
  } while (starting_after !== undefined)
}

/** Tries a call again that the rate limit has refused. */
async function patient<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (tries === MAX_RETRIES) throw error
      await waitOut(error)
    }
  }
}
