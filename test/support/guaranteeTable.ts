/** The tables of `docs/guarantees.md`: each guarantee, and the findings of the long forms. */
import { guarantees } from './property.ts'
import type { Finding, PropertyId } from './property.ts'

export const guaranteeIds = Object.keys(guarantees) as PropertyId[]

/** True when at least one engine has tried a guarantee, and it held on each that has. */
export function holds(id: PropertyId, found: Finding[]): boolean {
  const of = found.filter((one) => one.id === id)
  return of.length > 0 && of.every((one) => one.holds)
}

/** A row of a table in Markdown. */
const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

function verdictOf(id: PropertyId, found: Finding[]): string {
  if (!found.some((one) => one.id === id)) return 'its long form was not run yet'
  return holds(id, found) ? 'holds' : '**does not hold**'
}

/** The figures of all engines for a guarantee, in one line. */
function figuresOf(id: PropertyId, found: Finding[]): string {
  const of = found.filter((one) => one.id === id)
  const figures = of.map(({ engine, figure }) => (of.length > 1 ? `${engine}: ${figure}` : figure))
  return figures.join('; ') || 'not measured yet'
}

/** A guarantee with its verdict and figures, as a run of one guarantee prints it. */
export const guaranteeLine = (id: PropertyId, found: Finding[]): string =>
  row([id, guarantees[id][0], verdictOf(id, found), figuresOf(id, found)])

/** The two tables of `docs/guarantees.md`, in Markdown: the guarantees, and their figures. */
export function guaranteeTables(found: Finding[]): string {
  const held = guaranteeIds.map((id) => row([id, ...guarantees[id], verdictOf(id, found)]))
  const figures = guaranteeIds.map((id) => row([id, figuresOf(id, found)]))
  return [
    '| | guarantee | bar | |',
    '| - | - | - | - |',
    ...held,
    '',
    '## What the long forms found',
    '',
    '| | |',
    '| - | - |',
    ...figures,
  ].join('\n')
}
