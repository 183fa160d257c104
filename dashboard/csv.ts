/** Lists as files for spreadsheets in the reader's language, page by page as they are received. */
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '../contract/apiError.ts'
import { csvOf as csvOfSheet } from '../domain/files/csv.ts'
import type { Cell } from '../domain/files/sheet.ts'
import type { OperationId } from '../handlers/support/handler.ts'
import type { CallResult } from '../http/calls.ts'
import type { PageContext } from './page.ts'

/** The media type of a list's file. */
export const CSV = 'text/csv; charset=utf-8'

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

export type Sheet<Id extends ListId> = {
  filters: Record<string, string>
  titles: readonly string[]
  row: (item: Item<Id>) => readonly Cell[]
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
async function* piecesOf<Id extends ListId>(
  { call }: PageContext,
  id: Id,
  { filters, row }: Sheet<Id>,
) {
  let starting_after: string | undefined
  do {
    const query = { ...filters, starting_after, limit: ROWS_PER_CALL }
    const read = () => call(id, { query })
    const list = await (starting_after === undefined ? read() : patient(read))
    const { data, next_cursor } = list as { data: Item<Id>[]; next_cursor: string | null }
    yield data.map(row)
    starting_after = next_cursor ?? undefined
  } while (starting_after !== undefined)
}

/** All that a list holds, in pieces of a page. */
export function csvOf<Id extends ListId>(
  context: PageContext,
  id: Id,
  sheet: Sheet<Id>,
): AsyncGenerator<string> {
  const columns = sheet.titles.map((title) => ({ title, width: title.length }))
  const pieces = piecesOf(context, id, sheet)
  return csvOfSheet({ title: id, columns, pieces }, context.locale)
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
