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

/** Called by the module that loads Drizzle (db/sqlite/drizzle.ts). */
export function provideOperators(orm: typeof Orm): void {
  ;({
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
  } = orm)
}
