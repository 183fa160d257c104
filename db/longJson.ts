/**
 * Long JSON of rows. Parsing and printing it takes more time than all else that a request does, and
 * a seller chooses how much of it a page has: so it is parsed when a field is read, and a page that
 * is read by a `listQuery` has at most `PAGE_BYTES` of it.
 */

/** JSON that is longer, in characters, is parsed when it is looked at. */
export const LONG_JSON = 4096

/** A page ends with the row by which its JSON comes to so many bytes. */
export const PAGE_BYTES = 1024 * 1024

/** A column of JSON in the result of a statement. */
export type JsonCell = {
  /** Its place among the values of a row. */
  readonly index: number
  /** Where the value goes in the object that is made of a row. */
  readonly path: readonly string[]
  /** In a `listQuery`: the statement that reads long values by ids, and the place of those. */
  readonly long?: { readonly text: string; readonly idAt: number }
}

/** The bytes of long JSON in a row; a row without any has no entry. */
const bytesOfRow = new WeakMap<object, number>()

/** The text of fields that are long, by the object that has them. */
const textOfField = new WeakMap<object, Map<string, string>>()

/** The rows that a page ended with before all were read. */
const lastRead = new WeakSet<object>()

/** How many bytes of long JSON are stored in a row. */
export const longJsonBytes = (row: object): number => bytesOfRow.get(row) ?? 0

/** Says that a row is the last of what was read or done, and that there are more. */
export const endWith = (row: object | undefined): void => {
  if (row) lastRead.add(row)
}

/** True for a row after which there are more, which were not read. */
export const isLastRead = (row: object): boolean => lastRead.has(row)

/** Has an object that is made of a row count and end a page as the row does. */
export function inPlaceOf<Made extends object>(row: object, made: Made): Made {
  const bytes = bytesOfRow.get(row)
  if (bytes !== undefined) bytesOfRow.set(made, bytes)
  if (lastRead.has(row)) lastRead.add(made)
  return made
}

/** A row with other values in some fields; its long JSON is not parsed for that. */
export function changed<Row extends object>(row: Row, changes: Partial<NoInfer<Row>>): Row {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(row)) as Row
  return inPlaceOf(row, Object.assign(copy, changes))
}

/**
 * A row with another value in a field, which is made when it is first read.
 *
 * @param value how it is made, and how much long JSON it counts as
 */
export function withLateField<Row extends object, Name extends keyof Row>(
  row: Row,
  name: Name,
  { bytes, make }: { bytes: number; make: () => Row[Name] },
): Row {
  const copy = changed(row, {})
  bytesOfRow.set(copy, bytes)
  let value: Row[Name] | undefined
  const get = () => (value ??= make())
  return Object.defineProperty(copy, name, { enumerable: true, configurable: true, get })
}

/** The rows of one page; `bytes` are those of their long JSON. */
export type PageRows<Row> = { rows: Row[]; hasMore: boolean; bytes: number }

/**
 * The rows of a page, which ends early where they have too much JSON, or where no more were read.
 *
 * @param found in order, and one more than the limit when there are more
 */
export function pageWithin<Row extends object>(found: Row[], limit: number): PageRows<Row> {
  let [bytes, count] = [0, 0]
  const end = Math.min(limit, found.length)
  while (count < end && bytes < PAGE_BYTES) {
    const row = found[count++] as Row
    bytes += longJsonBytes(row)
    if (lastRead.has(row)) return { rows: found.slice(0, count), hasMore: true, bytes }
  }
  return { rows: found.slice(0, count), hasMore: count < found.length, bytes }
}

type MakeRow = (values: unknown[]) => Record<string, unknown>

/** Has a field parsed when it is first read; whoever copies or prints the row reads it. */
function defineLazily(row: Record<string, unknown>, path: readonly string[], text: string): void {
  const parents = path.slice(0, -1)
  const holder = parents.reduce((part, name) => part[name] as Record<string, unknown>, row)
  const name = path.at(-1) ?? ''
  const texts = textOfField.get(holder) ?? new Map<string, string>()
  textOfField.set(holder, texts.set(name, text))
  let value: unknown
  Object.defineProperty(holder, name, {
    enumerable: true,
    configurable: true,
    get: () => (value ??= JSON.parse(text)),
  })
}

/** A field of a row as JSON; a long one as it is stored, without parsing it. */
export const jsonOf = <Name extends string>(row: { [Key in Name]: unknown }, name: Name): string =>
  textOfField.get(row)?.get(name) ?? JSON.stringify(row[name])

/**
 * Makes the function that makes an object of a row's values.
 *
 * @param cells the columns of JSON, whose values are text
 * @param row makes the same with all of them parsed
 */
export function rowMaker(cells: readonly JsonCell[] | undefined, row: MakeRow): MakeRow {
  if (!cells) return row
  return (values) => {
    for (const { index } of cells) {
      const text = values[index] as string | null
      if (text !== null && text.length > LONG_JSON) return longRow(cells, row, values)
    }
    return row(values)
  }
}

function longRow(cells: readonly JsonCell[], row: MakeRow, values: unknown[]) {
  const parts = [...values]
  const long = cells.filter(({ index }) => String(values[index] ?? '').length > LONG_JSON)
  for (const { index } of long) parts[index] = 'null'
  const made = row(parts)
  let bytes = 0
  for (const { index, path } of long) {
    const text = values[index] as string
    defineLazily(made, path, text)
    bytes += Buffer.byteLength(text)
  }
  bytesOfRow.set(made, bytes)
  return made
}

/** A `listQuery` gives a number in place of JSON that is long: its bytes. */
const lengthAt = (values: unknown[], index: number): number | undefined => {
  const text = values[index] as string | null
  return text !== null && text < ':' ? Number(text) : undefined
}

/** Long values that a page still needs, all of one column. */
export type LongValues = { cell: JsonCell; text: string; ids: string[] }

/** A page whose long JSON is still to be read. */
export class LongPage {
  readonly #cells: readonly JsonCell[]
  readonly #rows: unknown[][]
  readonly #isCut: boolean

  /** @returns undefined for a page without long JSON, which nearly all are */
  static of(cells: readonly JsonCell[] | undefined, rows: unknown[][]): LongPage | undefined {
    const isLong = (values: unknown[]) =>
      cells?.some(({ index, long }) => long && lengthAt(values, index) !== undefined)
    return cells && rows.some(isLong) ? new LongPage(cells, rows) : undefined
  }

  private constructor(cells: readonly JsonCell[], rows: unknown[][]) {
    this.#cells = cells
    let [bytes, count] = [0, 0]
    while (count < rows.length && bytes < PAGE_BYTES) {
      const values = rows[count++] ?? []
      for (const { index } of cells) {
        bytes += lengthAt(values, index) ?? String(values[index] ?? '').length
      }
    }
    this.#rows = rows.slice(0, count)
    this.#isCut = count < rows.length
  }

  /** The long values to read: hardly more than `PAGE_BYTES`. */
  wanted(): LongValues[] {
    return this.#cells.flatMap((cell) => {
      const { index, long } = cell
      if (!long) return []
      const rows = this.#rows.filter((values) => lengthAt(values, index) !== undefined)
      const ids = [...new Set(rows.map((values) => String(values[long.idAt])))]
      return ids.length === 0 ? [] : [{ cell, text: long.text, ids }]
    })
  }

  /** Fills values in, by id; a row that has been deleted meanwhile is left out. */
  fill({ index, long }: JsonCell, found: ReadonlyMap<unknown, string>): void {
    for (const values of this.#rows) {
      if (lengthAt(values, index) === undefined) continue
      values[index] = found.get(values[long?.idAt ?? 0])
    }
  }

  rows(make: MakeRow): Record<string, unknown>[] {
    const whole = this.#rows.filter((values) =>
      this.#cells.every(({ index }) => values[index] !== undefined),
    )
    const made = whole.map(make)
    if (this.#isCut) endWith(made.at(-1))
    return made
  }
}
