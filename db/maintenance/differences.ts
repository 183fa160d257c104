import type { Layout } from './layout.ts'
import type { Reader, Value, Values } from './rows.ts'

/** How many rows are read or written at a time. */
export const BATCH_ROWS = 1_000

/** A row that only one of two databases has, or that differs between them. */
export type Difference = { source?: Values; target?: Values }

/** The rows of a table in the order of its key, read in batches by keyset pagination. */
class Cursor {
  /** The current row; undefined past the end. */
  row: Values | undefined
  readonly #reader: Reader
  readonly #layout: Layout
  #batch: Values[] = []
  #place = 0

  constructor(reader: Reader, layout: Layout) {
    this.#reader = reader
    this.#layout = layout
  }

  /** Moves to the first row, then to the next; returns a promise only when it has to read. */
  advance(): Promise<void> | undefined {
    this.#place++
    const isLast = this.#batch.length > 0 && this.#batch.length < BATCH_ROWS
    if (this.#place >= this.#batch.length && !isLast) return this.#read()
    this.row = this.#batch[this.#place]
    return undefined
  }

  async #read(): Promise<void> {
    const { table, columns, key } = this.#layout
    const after = this.#batch.at(-1)?.slice(0, key.length) ?? []
    const start = after.map((_, i) => `$${i + 1}`)
    this.#batch = await this.#reader.rows(
      `
      select ${columns.map(({ name }) => name).join()} from ${table}
      ${after.length > 0 ? `where (${key.join()}) > (${start.join()})` : ''}
      order by ${key.join()} limit ${BATCH_ROWS}`,
      after,
    )
    this.#place = 0
    this.row = this.#batch[0]
  }
}

/** The order of both engines: numbers by value, texts byte by byte. */
function compareValues(a: Value, b: Value): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : 1
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

function compareKeys(a: Values, b: Values, length: number): number {
  for (let i = 0; i < length; i++) {
    const [one, other] = [a[i] ?? null, b[i] ?? null]
    if (one !== other) return compareValues(one, other)
  }
  return 0
}

/**
 * Reads a table of two databases in parallel, as in a merge join, and yields the differences. The
 * tables are never held in memory, and rows that have been passed may be changed.
 *
 * @param onRow called for each row of the source
 */
export async function* differences(
  { source, target }: { source: Reader; target: Reader },
  layout: Layout,
  onRow: () => void = () => undefined,
): AsyncGenerator<Difference> {
  const [left, right] = [new Cursor(source, layout), new Cursor(target, layout)]
  await Promise.all([left.advance(), right.advance()])
  while (left.row || right.row) {
    const [a, b] = [left.row, right.row]
    const order = a && b ? compareKeys(a, b, layout.key.length) : a ? -1 : 1
    if (order < 0 && a) yield { source: a }
    if (order > 0 && b) yield { target: b }
    const both = order === 0 && a && b ? { source: a, target: b } : undefined
    if (both?.source.some((value, i) => value !== both.target[i])) yield both
    if (order <= 0) {
      onRow()
      const reading = left.advance()
      if (reading) await reading
    }
    if (order >= 0) {
      const reading = right.advance()
      if (reading) await reading
    }
  }
}
