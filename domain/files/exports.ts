/** Files that are made while they are received, as many at once as there are places. */
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pageWithin } from '../../db/longJson.ts'
import type { PageRows } from '../../db/longJson.ts'
import { Semaphore } from '../../runtime/semaphore.ts'
import type { Locale } from '../formats/locale.ts'
import { csvOf } from './csv.ts'
import type { Sheet } from './sheet.ts'

export type SheetFormat = 'csv' | 'xlsx'
export type FileFormat = SheetFormat | 'ofx'

/** How many files are made at once: by a process, and for one account. */
const MAX_FILES = 32
const MAX_OF_SELLER = 4

/** Rows that are read by one transaction, and held by a file. */
const PIECE_ROWS = 100

/** The media type of each. */
export const fileTypes: Record<FileFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ofx: 'application/x-ofx',
}

type Pieces = AsyncGenerator<string | Buffer>

/** A file that is asked for; `name` has no ending. */
export type FileRequest = { seller_id: string; format: FileFormat; name: string; pieces: Pieces }

/** A file, and the fields of the response that describe it. */
export type ExportFile = { body: Readable; type: string; name: string }

/**
 * The rows of a list in pieces that are each read when it is needed.
 *
 * @param read so many rows after one; of a list that goes on, one more than are used
 * @param mayRead asked before each further piece: the file of a client that has ended breaks off
 */
export async function* inRows<Row extends object>(
  read: (after: Row | undefined, limit: number) => Row[] | Promise<Row[]>,
  mayRead: () => Promise<boolean>,
): AsyncGenerator<PageRows<Row>> {
  let after: Row | undefined
  for (;;) {
    const page = pageWithin(await read(after, PIECE_ROWS + 1), PIECE_ROWS)
    if (page.rows.length > 0) yield page
    if (!page.hasMore) return
    after = page.rows.at(-1)
    // A query on SQLite and a write to a socket with room are done at once: without this, requests
    // would wait until the whole file is made.
    await nextTurn()
    if (!(await mayRead())) throw new Error('The client that reads the file has ended.')
  }
}

/** A table as a file; CSV has the first sheet alone. What makes a workbook is loaded with it. */
export async function* tableOf(
  sheets: readonly [Sheet, ...Sheet[]],
  format: SheetFormat,
  locale: Locale,
): Pieces {
  if (format === 'csv') return yield* csvOf(sheets[0], locale)
  const { xlsxOf } = await import('./xlsx.ts')
  yield* xlsxOf(sheets, locale)
}

async function* beginningWith<Piece>(first: IteratorResult<Piece>, rest: AsyncIterator<Piece>) {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** Makes the files of all sellers. */
export class FileExports {
  readonly #places = new Semaphore({ all: MAX_FILES, each: MAX_OF_SELLER })

  /**
   * Begins a file. Its first piece is made before the response begins, so that a failure is an
   * error response.
   *
   * @returns undefined when there is no place; one is free again when the file's stream has closed
   */
  async open({ seller_id, format, name, pieces }: FileRequest): Promise<ExportFile | undefined> {
    const release = this.#places.tryAcquire(seller_id)
    if (!release) return undefined
    try {
      const first = await pieces.next()
      const body = Readable.from(beginningWith(first, pieces), { objectMode: false })
      body.once('close', () => {
        release()
        // A stream that is destroyed before it was read has not begun its generator.
        void pieces.return(undefined)
      })
      return { body, type: fileTypes[format], name: `${name}.${format}` }
    } catch (error) {
      release()
      throw error
    }
  }
}
