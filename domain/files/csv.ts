/** Tables as text, each value in its place between separators (RFC 4180). */
import type { Locale } from '../formats/locale.ts'
import { clockTime } from '../../runtime/brasilia.ts'
import { decimal } from './sheet.ts'
import type { Cell, Sheet } from './sheet.ts'

/** How a language's spreadsheets read a file. */
type Format = {
  /** Some take a file without a byte order mark for one in another encoding. */
  mark: string
  separator: string
  point: string
  day: (day: string) => string
  moment: (local: string) => string
}

const dayFirst = (day: string): string => day.split('-').toReversed().join('/')

const withComma: Format = {
  mark: '\uFEFF',
  separator: ';',
  point: ',',
  day: dayFirst,
  moment: (local) => {
    const [day = '', time = ''] = local.split('T')
    return `${dayFirst(day)} ${time}`
  },
}

const formats: Record<Locale, Format> = {
  'pt-BR': withComma,
  es: withComma,
  en: {
    mark: '',
    separator: ',',
    point: '.',
    day: (day) => day,
    moment: (local) => `${local}-03:00`,
  },
}

/**
 * Where a spreadsheet may find a formula: at the beginning of a text, and after a character that
 * ends a cell or a line for it. A spreadsheet that expects the other separator sees cells where
 * there are none, and no quotation marks around a text that does not begin its cell. Spreadsheets
 * of East Asia take the full-width signs as well.
 */
const formulas = /(?=[=+\-@＝＋－＠])(?<=^|[,;\t\r\n][ "]*)|^(?=[\t\r\n])/g

/** A text; an apostrophe makes one of what would be a formula (OWASP, CSV Injection). */
export function csvText(value: string): string {
  const safe = value.replaceAll(formulas, "'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function csvCell(cell: Cell, format: Format): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return csvText(cell)
  if ('moment' in cell) return format.moment(clockTime(cell.moment))
  if ('day' in cell) return format.day(cell.day)
  return decimal(cell, format.point)
}

/** A file in a reader's language, in pieces. */
export async function* csvOf({ columns, pieces }: Sheet, locale: Locale): AsyncGenerator<string> {
  const format = formats[locale]
  const line = (cells: readonly Cell[]) =>
    `${cells.map((cell) => csvCell(cell, format)).join(format.separator)}\r\n`
  let head = format.mark + line(columns.map(({ title }) => title))
  for await (const rows of pieces) {
    yield head + rows.map(line).join('')
    head = ''
  }
  if (head !== '') yield head
}
