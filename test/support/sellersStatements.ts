/** Tells statements on tables of sellers, and whether each names one seller. */
import { layouts } from '../../db/maintenance/layout.ts'

const ofSellers = layouts.filter(({ ofSeller }) => ofSeller).map(({ table }) => table)

const mentions = (statement: string, name: string) => new RegExp(`\\b${name}\\b`).test(statement)

export const touchesSellers = (statement: string): boolean =>
  ofSellers.some((name) => mentions(statement, name))

/** True when a statement looks at each table of sellers for one seller only. */
export function namesTheSeller(statement: string): boolean {
  if (/^insert into "\w+" \("seller_id", /.test(statement)) return true
  return ofSellers
    .filter((name) => mentions(statement, name))
    .every(
      (name) =>
        statement.includes(`"${name}"."seller_id" = `) ||
        statement.includes(` = "${name}"."seller_id"`),
    )
}
