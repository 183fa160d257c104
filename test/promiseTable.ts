/** The table of the README: each promise, and what the long forms have found of it. */
import { promises } from './property.ts'
import type { Finding, PropertyId } from './property.ts'

export const promiseIds = Object.keys(promises) as PropertyId[]

/** Whether every engine that looked has found that a promise holds, and at least one has looked. */
export function holds(id: PropertyId, found: Finding[]): boolean {
  const of = found.filter((one) => one.id === id)
  return of.length > 0 && of.every((one) => one.holds)
}

/** One line of the table, of what all engines have found of a promise. */
export function promiseLine(id: PropertyId, found: Finding[]): string {
  const of = found.filter((one) => one.id === id)
  const [promise, bar] = promises[id]
  const figures = of.map(({ engine, figure }) => of.length > 1 ? `${engine}: ${figure}` : figure)
  const verdict = holds(id, found) ? 'holds' : '**does not hold**'
  return `| ${[id, promise, figures.join('; ') || 'nothing found', bar, verdict].join(' | ')} |`
}

/** The whole table, in Markdown. */
export function promiseTable(found: Finding[]): string {
  const head = ['| | promise | found | bar | |', '| - | - | - | - | - |']
  return [...head, ...promiseIds.map((id) => promiseLine(id, found))].join('\n')
}
