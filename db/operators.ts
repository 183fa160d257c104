/**
 * What statements are written with. It is Drizzle's, and is there while Drizzle builds statements:
 * a service that runs has them in `generated/`, and does not load what takes a sixth of its start.
 */
import type * as Orm from 'drizzle-orm'

export let { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, sql } =
  {} as typeof Orm

/** To be called by whoever loads Drizzle. */
export function provideOperators(orm: typeof Orm): void {
  ;({ and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, ne, or, sql } = orm)
}
