/** Formats values as text for a terminal. */
import { harmless } from '../../runtime/harmless.ts'
import { localized } from '../texts/translate.ts'

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const isList = (value: unknown) =>
  Array.isArray(value) && value.every((element) => !isNested(element))

function word(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value)) return value.length > 0 ? value.map(word).join(' ') : '-'
  return harmless(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** The leaves of a value with their dotted paths. */
function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = path + harmless(key)
    return isNested(inner) && !isList(inner) ? leaves(inner, `${name}.`) : [[name, word(inner)]]
  })
}

function inColumns(rows: string[][]): string {
  // Not by Math.max of all: a call takes some hundred thousand arguments at most.
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length)
    })
  }
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A list of objects as a table; one object as a line for each of its leaves. */
export function asText(value: object): string {
  if (!Array.isArray(value)) return inColumns(leaves(value))
  if (value.length === 0) return localized('None.')
  const heads = Object.keys(value[0] as object)
  return inColumns([heads, ...value.map((row: object) => Object.values(row).map(word))])
}
