/** Compares counts with the budget. */
import type { Counts } from './counting.ts'
import type { Budget, Subject } from './measure.ts'

/** The part of its budget by which a count may exceed it: random ids change random pages. */
const tolerances: Record<keyof Counts, number> = {
  statements: 0,
  rows: 0,
  commits: 0,
  log_bytes: 0.05,
  allocated_bytes: 0.05,
}

/** The parts of a sale meet in another order each time. */
const saleTolerances: Record<keyof Counts, number> = {
  ...tolerances,
  statements: 0.04,
  log_bytes: 0.1,
  allocated_bytes: 0.1,
}

/** @returns a line for each count that exceeds its budget, or has none */
export function exceeded(budget: Budget, measured: Budget): string[] {
  return (Object.keys(measured) as Subject[]).flatMap((name) => {
    const counts = measured[name]
    if (!counts) return []
    const allowed = name === 'sale' ? saleTolerances : tolerances
    const names = Object.keys(allowed) as (keyof Counts)[]
    return names.flatMap((count) => {
      const limit = budget[name]?.[count] ?? NaN
      const isWithin = counts[count] <= limit * (1 + allowed[count])
      return isWithin ? [] : [`${name}: ${count} ${counts[count]}, budget ${limit}`]
    })
  })
}
