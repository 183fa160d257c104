/** Answers with a file that is made while it is received. */
import type { ApiError } from '../../contract/apiError.ts'
import type { QueryRunner } from '../../db/database.ts'
import { accountOfToken } from '../../domain/auth/accounts.ts'
import { inRows, tableOf } from '../../domain/files/exports.ts'
import type { FileExports, FileRequest, SheetFormat } from '../../domain/files/exports.ts'
import type { Sheet } from '../../domain/files/sheet.ts'
import type { Locale } from '../../domain/formats/locale.ts'
import type { ListPage } from '../../db/query.ts'
import type { Account } from './handler.ts'
import { firstBefore } from './pagination.ts'

const RETRY_AFTER_SECONDS = '10'

/** Says whether the client of a request is still in force; a file ends with it. */
export const stillReads =
  (db: QueryRunner, { actor }: Pick<Account, 'actor'>) =>
  async (): Promise<boolean> =>
    // A person's session is checked by the dashboard, which sends the file on.
    actor.type === 'user' || (await accountOfToken(db, actor)) !== undefined

/**
 * Begins a file.
 *
 * @throws ApiError `service_unavailable` when too many are being sent
 */
export async function sendFile(
  files: FileExports,
  wanted: FileRequest,
  fail: (code: 'service_unavailable') => ApiError,
) {
  const file = await files.open(wanted)
  if (!file) {
    const error = fail('service_unavailable')
    error.headers['Retry-After'] = RETRY_AFTER_SECONDS
    throw error
  }
  const headers = {
    'Content-Type': file.type,
    'Content-Disposition': `attachment; filename="${file.name}"`,
  }
  return { status: 200 as const, headers, body: file.body }
}

type ListFile<Row> = {
  format: SheetFormat
  locale: Locale
  name: string
  /** Of the list's ids, which its pages go by. */
  prefix: string
  idOf: (row: Row) => string
  read: (page: ListPage) => Row[] | Promise<Row[]>
  sheet: (pieces: AsyncIterable<readonly Row[]>, locale: Locale) => Sheet
}

type ListInput = Account & {
  db: QueryRunner
  fail: (code: 'service_unavailable') => ApiError
}

/**
 * Begins the file of a list, whose rows are read as pages of it.
 *
 * @throws ApiError `service_unavailable` when too many are being sent
 */
export function sendList<Row extends object>(
  files: FileExports,
  input: ListInput,
  of: ListFile<Row>,
) {
  const { seller, db, fail } = input
  const { format, locale, name, prefix, idOf, read, sheet } = of
  const seller_id = seller.id
  const readAfter = (after: Row | undefined, limit: number) =>
    read({ seller_id, before: firstBefore(after && idOf(after), prefix), limit })
  const pages = inRows(readAfter, stillReads(db, input))
  async function* pieces() {
    for await (const { rows } of pages) yield rows
  }
  const table = tableOf([sheet(pieces(), locale)], format, locale)
  return sendFile(files, { seller_id, format, name, pieces: table }, fail)
}
