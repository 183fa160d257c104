/**
 * Says what the command line prints in the language of the terminal. The commands have their
 * sentences in English, and the tables beside this file have each in Portuguese; a value in a
 * sentence is `{}`. What has no row, such as an error of the system, stays as it is.
 */
import { terminalLanguage } from '../../banner.ts'
import { database } from './database.ts'
import { help } from './help.ts'
import { messages } from './messages.ts'
import { usage } from './usage.ts'

/** All sentences in English, each with its Portuguese. */
export const portuguese: Readonly<Record<string, string>> = {
  ...help,
  ...usage,
  ...messages,
  ...database,
}

const VALUE = '{}'

type Template = { pieces: string[]; portuguese: string }

/** The sentences with values, those with most words first: `{}: {}` fits nearly anything. */
const templates: Template[] = Object.entries(portuguese)
  .filter(([english]) => english.includes(VALUE))
  .toSorted(([a], [b]) => b.replaceAll(VALUE, '').length - a.replaceAll(VALUE, '').length)
  .map(([english, translated]) => ({ pieces: english.split(VALUE), portuguese: translated }))

/** The values between the pieces of a sentence; undefined for a text of another one. */
function valuesBetween(pieces: readonly string[], text: string): string[] | undefined {
  const [first = '', ...others] = pieces
  const last = others.pop() ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let at = first.length
  for (const piece of others) {
    const next = text.indexOf(piece, at + 1)
    if (next < 0) return undefined
    values.push(text.slice(at, next))
    at = next + piece.length
  }
  const end = text.length - last.length
  return end > at ? [...values, text.slice(at, end)] : undefined
}

/** One sentence that has a row; its values may be sentences themselves. */
function sentence(text: string): string | undefined {
  const row = Object.hasOwn(portuguese, text) ? portuguese[text] : undefined
  // A value has one line, and so has each sentence with values.
  if (row !== undefined || text.includes('\n')) return row
  for (const { pieces, portuguese: translated } of templates) {
    const values = valuesBetween(pieces, text)
    if (values) return translated.replaceAll(VALUE, () => inPortuguese(values.shift() ?? ''))
  }
  return undefined
}

/** Between paragraphs, lines, and the faults of several variables. */
const separators = [/(\n\n)/, /(\n)/, /(; (?=[A-Z_]+: ))/]

const betweenSentences = /((?<=[.!?]) (?=\S))/

/** The name of a variable or of an option before what is wrong with it. */
const named = /^([A-Z][A-Z_]+|--[a-z-]+)(: )(.+)$/s

/** The parts between separators; those are what stands at odd places. */
const inParts = (parts: string[]): string =>
  parts.map((part, index) => (index % 2 === 0 ? inPortuguese(part) : part)).join('')

/** A text in Portuguese, sentence by sentence where it has no row as a whole. */
export function inPortuguese(text: string): string {
  const row = sentence(text)
  if (row !== undefined) return row
  for (const separator of separators) {
    const parts = text.split(separator)
    if (parts.length > 1) return inParts(parts)
  }
  const [, name, colon, fault = ''] = named.exec(text) ?? []
  const said = sentence(fault)
  if (said !== undefined) return `${name}${colon}${said}`
  const sentences = text.split(betweenSentences)
  return sentences.length > 1 ? inParts(sentences) : text
}

/** A text in the language of the terminal. */
export function localized(text: string): string {
  if (terminalLanguage(process.env) !== 'pt') return text
  const start = text.length - text.trimStart().length
  return text.slice(0, start) + inPortuguese(text.slice(start))
}
