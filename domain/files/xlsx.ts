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

const sheetName = (title: string, number: number): string =>
  escapeXml(number === 1 ? title : `${title} ${number}`)

/** Parts of a workbook beside its sheets: relations, styles, content types. */
function frame(title: string, sheets: number, locale: Locale): Record<string, string> {
  const day = dayFormats[locale]
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  const format = (number: number, more = '') =>
    `<xf numFmtId="${number}" fontId="0" fillId="0" borderId="0" xfId="0"${more}/>`
  return {
    'xl/workbook.xml':
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      numbered(
        sheets,
        (n) => `<sheet name="${sheetName(title, n)}" sheetId="${n}" r:id="sheet${n}"/>`,
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

async function* membersOf(
  { title, columns, pieces }: Sheet,
  locale: Locale,
  maxRows: number,
): AsyncGenerator<Member> {
  const source = pieces[Symbol.asyncIterator]()
  let next = await source.next()
  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead(columns)
    let number = 1
    for (; !next.done && number <= maxRows; next = await source.next()) {
      yield next.value.map((cells) => rowOf(++number, cells)).join('')
    }
    yield SHEET_END
  }
  let sheets = 0
  try {
    do {
      yield { name: `xl/worksheets/sheet${++sheets}.xml`, pieces: sheet() }
    } while (!next.done)
  } finally {
    await source.return?.()
  }
  for (const [name, text] of Object.entries(frame(title, sheets, locale))) {
    yield { name, pieces: [text] }
  }
}

/**
 * A workbook in a reader's language, in pieces.
 *
 * @param maxRows of one sheet, beside those of the piece that reaches them
 */
export const xlsxOf = (sheet: Sheet, locale: Locale, maxRows = MAX_ROWS): AsyncGenerator<Buffer> =>
  zipOf(membersOf(sheet, locale, maxRows))
