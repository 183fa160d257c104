/**
 * The operators that queries are written with. They are Drizzle's, and undefined until Drizzle is
 * loaded: a running service uses the statements in `generated/`, and not to load Drizzle saves a
 * sixth of its start. So use them inside the function that builds a query only.
 */
import type * as Orm from 'drizzle-orm'

export let {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} = {} as typeof Orm

/** @throws Error for a column of JSON, for which PostgreSQL has no equality and no order */
export function requireComparable(operand: unknown): void {
  const { dataType, name } = (operand ?? {}) as { dataType?: string; name?: string }
  if (dataType !== 'json') return
  const mend = 'keep what is compared in a column of its own'
  throw new Error(`${name} is JSON, which PostgreSQL neither compares nor orders; ${mend}`)
}

/** Called by the module that loads Drizzle (db/sqlite/drizzle.ts). */
export function provideOperators(orm: typeof Orm): void {
  ;({ and, count, getTableColumns, isNotNull, isNull, or, sql } = orm)
  const comparing = <Operator extends (...operands: never[]) => unknown>(operator: Operator) =>
    ((...operands: never[]) => {
      for (const operand of operands) requireComparable(operand)
      return operator(...operands)
    }) as Operator
  eq = comparing(orm.eq)
  ne = comparing(orm.ne)
  gt = comparing(orm.gt)
  gte = comparing(orm.gte)
  lt = comparing(orm.lt)
  lte = comparing(orm.lte)
  asc = comparing(orm.asc)
  desc = comparing(orm.desc)
  const within = comparing(orm.inArray) as (column: never, values: unknown) => Orm.SQL
  inArray = ((column: never, values: unknown) => {
    if (orm.is(values, orm.Placeholder)) {
      throw new Error(`inArray knows its values ahead; for the argument ${values.name} use isAnyOf`)
    }
    return within(column, values)
  }) as typeof Orm.inArray
}
