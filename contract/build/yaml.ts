/** Reads YAML that a developer writes: what is no YAML is refused by one sentence with its line. */
import { isNode, LineCounter, parseDocument } from 'yaml'
import { GenerationError } from './refused.ts'

/** The parser's codes for a line that has become a mapping by a colon within its text. */
const COLONS = ['BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY']

/**
 * @param file its name, for the sentence
 * @throws GenerationError at the first fault
 */
export function parseYaml(text: string, file: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { prettyErrors: false, lineCounter })
  const [fault] = document.errors
  if (!fault) return document.toJS()
  const { line } = lineCounter.linePos(fault.pos[0])
  const said = COLONS.includes(fault.code)
    ? 'a text with a colon stands in quotes'
    : fault.message.replace(/\.$/, '')
  throw new GenerationError(`${file}:${line}: ${said}.`)
}

/** The line of a value that is at a place of such a text. */
export function lineOf(text: string, place: (string | number)[]): number {
  const lineCounter = new LineCounter()
  const node = parseDocument(text, { lineCounter }).getIn(place, true)
  return lineCounter.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0).line
}
