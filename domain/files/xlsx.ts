/**
 * Tables as workbooks (ECMA-376, Office Open XML) that are written row by row. The libraries for it
 * hold a whole workbook in memory, or bring nine packages for what is one kind of sheet here.
 */
import type { Locale } from '../formats/locale.ts'
import { clockTime } from '../../runtime/brasilia.ts'
import { decimal } from './sheet.ts'
import type { Cell, Column, Sheet } from './sheet.ts'
import { escapeXml } from './xml.ts'
import { zipOf } from './zip.ts'
import type { Member } from './zip.ts'

/** A spreadsheet shows 1,048,576 rows of a sheet; the next ones stand in another. */
const MAX_ROWS = 1_000_000

const DAY_MS = 24 * 60 * 60 * 1000

/** The day before the first of a spreadsheet's, which counts 29 February 1900 as well. */
const EPOCH_MS = Date.UTC(1899, 11, 30)

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The places of `cellXfs` in the styles. */
const AMOUNT = 1
const MOMENT = 2
const DAY = 3
const TITLE = 4

const dayFormats: Record<Locale, string> = {
  'pt-BR': 'dd/mm/yyyy',
  en: 'yyyy-mm-dd',
  es: 'dd/mm/yyyy',
}

/** The letters of a column: A to Z, then AA. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') +
  String.fromCharCode(65 + (column % 26))

/** A time of the calendar as a spreadsheet counts it: days, and the part of a day. */
const serial = (local: string): number => (Date.parse(`${local}Z`) - EPOCH_MS) / DAY_MS

/** In a text, `_x000D_` stands for a character by its number; the underscore itself, too. */
const escapeText = (text: string): string =>
  escapeXml(text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_'))

const textCell = (at: string, text: string, style: string): string =>
  `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`

const numberCell = (at: string, value: number | string, style: number): string =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`

function cellOf(cell: Cell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(at, cell, '')
  if ('moment' in cell) return numberCell(at, serial(clockTime(cell.moment)), MOMENT)
  if ('day' in cell) return numberCell(at, serial(`${cell.day}T00:00:00`), DAY)
  return numberCell(at, decimal(cell, '.'), AMOUNT)
}

const rowOf = (number: number, cells: readonly Cell[]): string =>
  `<row r="${number}">${cells.map((cell, i) => cellOf(cell, lettersOf(i) + number)).join('')}</row>`

function sheetHead(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  const titles = columns.map(({ title }, i) => textCell(`${lettersOf(i)}1`, title, ` s="${TITLE}"`))
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>' +
    `</sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`
  )
}

const SHEET_END = '</sheetData></worksheet>'

const numbered = (count: number, part: (number: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i + 1)).join('')

/** Parts of a workbook beside its sheets: relations, styles, content types. */
function frame(names: readonly string[], locale: Locale): Record<string, string> {
  const day = dayFormats[locale]
  const sheets = names.length
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const format = (number: number, more = '') =>
    `<xf numFmtId="${number}" fontId="0" fillId="0" borderId="0" xfId="0"${more}/>`
  return {
    'xl/workbook.xml':
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      numbered(
        sheets,
        (n) => `<sheet name="${escapeXml(names[n - 1] ?? '')}" sheetId="${n}" r:id="sheet${n}"/>`,
      ) +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
      numbered(sheets, (n) => relation(`sheet${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) +
      `${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml':
      `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2">` +
      `<numFmt numFmtId="164" formatCode="${day} hh:mm:ss"/>` +
      `<numFmt numFmtId="165" formatCode="${day}"/></numFmts><fonts count="2">` +
      '<font><sz val="11"/><name val="Calibri"/></font>' +
      '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>' +
      '</cellStyleXfs>' +
      `<cellXfs count="5">${format(0)}${format(4, ' applyNumberFormat="1"')}` +
      `${format(164, ' applyNumberFormat="1"')}${format(165, ' applyNumberFormat="1"')}` +
      '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>' +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
      '</styleSheet>',
    '_rels/.rels':
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
      `${relation('workbook', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml':
      `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ' +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
      numbered(
        sheets,
        (n) =>
          `<Override PartName="/xl/worksheets/sheet${n}.xml" ` +
          `ContentType="${TYPE}.worksheet+xml"/>`,
      ) +
      '</Types>',
  }
}

/** The XML of as many rows as one sheet shows; `source` has the further ones. */
async function* sheetOf(source: Rows, columns: readonly Column[], maxRows: number) {
  yield sheetHead(columns)
  let number = 1
  for (; !source.next.done && number <= maxRows; source.next = await source.rows.next()) {
    yield source.next.value.map((cells) => rowOf(++number, cells)).join('')
  }
  yield SHEET_END
}

type Rows = { rows: AsyncIterator<Piece>; next: IteratorResult<Piece> }
type Piece = readonly (readonly Cell[])[]

async function* membersOf(
  sheets: readonly Sheet[],
  locale: Locale,
  maxRows: number,
): AsyncGenerator<Member> {
  const names: string[] = []
  for (const { title, columns, pieces } of sheets) {
    const rows = pieces[Symbol.asyncIterator]()
    try {
      const source: Rows = { rows, next: await rows.next() }
      for (let part = 1; part === 1 || !source.next.done; part++) {
        names.push(part === 1 ? title : `${title} ${part}`)
        const name = `xl/worksheets/sheet${names.length}.xml`
        yield { name, pieces: sheetOf(source, columns, maxRows) }
      }
    } finally {
      await rows.return?.()
    }
  }
  for (const [name, text] of Object.entries(frame(names, locale))) yield { name, pieces: [text] }
}

/**
 * A workbook in a reader's language, in pieces. A sheet is read once the one before it is written.
 *
 * @param maxRows of one sheet, beside those of the piece that reaches them
 */
export const xlsxOf = (
  sheets: readonly Sheet[],
  locale: Locale,
  maxRows = MAX_ROWS,
): AsyncGenerator<Buffer> => zipOf(membersOf(sheets, locale, maxRows))
