/** The tables of `docs/guarantees.md`: each promise, and what the long forms found of it. */
import { promises } from './property.ts'
import type { Finding, PropertyId } from './property.ts'

export const promiseIds = Object.keys(promises) as PropertyId[]

/** Whether every engine that looked has found that a promise holds, and at least one has looked. */
export function holds(id: PropertyId, found: Finding[]): boolean {
  const of = found.filter((one) => one.id === id)
  return of.length > 0 && of.every((one) => one.holds)
}

/** One line of a table in Markdown. */
const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

function verdictOf(id: PropertyId, found: Finding[]): string {
  if (!found.some((one) => one.id === id)) return 'its long form was not run yet'
  return holds(id, found) ? 'holds' : '**does not hold**'
}

/** What all engines have found of a promise, in one line. */
function figuresOf(id: PropertyId, found: Finding[]): string {
  const of = found.filter((one) => one.id === id)
  const figures = of.map(({ engine, figure }) => (of.length > 1 ? `${engine}: ${figure}` : figure))
  return figures.join('; ') || 'not measured yet'
}

/** A promise, whether it holds, and what was found of it; what a run of one promise prints. */
export const promiseLine = (id: PropertyId, found: Finding[]): string =>
  row([id, promises[id][0], verdictOf(id, found), figuresOf(id, found)])

/** The two tables of `docs/guarantees.md`, in Markdown: what is promised, and what was found. */
export function promiseTables(found: Finding[]): string {
  const promised = promiseIds.map((id) => row([id, ...promises[id], verdictOf(id, found)]))
  const figures = promiseIds.map((id) => row([id, figuresOf(id, found)]))
  return [
    '| | guarantee | bar | |',
    '| - | - | - | - |',
    ...promised,
    '',
    '## What the long forms found',
    '',
    '| | |',
    '| - | - |',
    ...figures,
  ].join('\n')
}
