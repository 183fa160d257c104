/** A table of values, as the files for spreadsheets are made of it. */
import { fractionDigits } from '../formats/currencies.ts'
import type { Locale } from '../formats/locale.ts'

export type Amount = { amount_minor: number; currency: string }

/** Content of a cell: a text, nothing, an amount, a time, or a day of Brasília. */
export type Cell = string | null | Amount | { moment: string } | { day: string }

export type Column = {
  title: string
  /** How many characters it shows, where that is known. */
  width: number
}

export type Sheet = {
  title: string
  columns: readonly Column[]
  /** The rows in pieces, each as it is needed. */
  pieces: AsyncIterable<readonly (readonly Cell[])[]>
}

/** A column by its name, with its width and its value of an item. */
export type SheetColumn<Item, Name extends string> = readonly [
  name: Name,
  width: number,
  cell: (item: Item, locale: Locale) => Cell,
]

/** The table of a list's items. */
export function listSheet<Item, Name extends string>(
  pieces: AsyncIterable<readonly Item[]>,
  of: {
    texts: { title: string; columns: Record<Name, string> }
    columns: readonly SheetColumn<Item, Name>[]
    locale: Locale
  },
): Sheet {
  const { texts, columns, locale } = of
  async function* rows() {
    for await (const items of pieces) {
      yield items.map((item) => columns.map(([, , cell]) => cell(item, locale)))
    }
  }
  return {
    title: texts.title,
    columns: columns.map(([name, width]) => ({ title: texts.columns[name], width })),
    pieces: rows(),
  }
}

/** An amount as a decimal number, made from its digits: a division would round. */
export function decimal({ amount_minor, currency }: Amount, point: string): string {
  const digits = fractionDigits(currency)
  const sign = amount_minor < 0 ? '-' : ''
  const all = String(Math.abs(amount_minor)).padStart(digits + 1, '0')
  if (digits === 0) return sign + all
  return `${sign}${all.slice(0, -digits)}${point}${all.slice(-digits)}`
}
