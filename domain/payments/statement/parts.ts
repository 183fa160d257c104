/** Parts of a statement, their order, and what an entry is before it is made. */
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { and, asc, desc, eq, gte, lt, sql } from '../../../db/operators.ts'
import type { Arguments } from '../../../db/query.ts'
import type { components } from '../../../generated/types.ts'

export type StatementEntry = components['schemas']['StatementEntry']
export type EntryType = components['schemas']['StatementEntryType']

/** A part of the statement: it lies between two times, and begins right after an entry. */
export type Part = {
  seller_id: string
  from: string
  to: string
  after_at: string
  after_id: string
  limit: number
}

/** The columns by which a part of a statement is found and ordered. */
type EntryOrder = { seller_id: SQLiteColumn; at: SQLiteColumn; id: SQLiteColumn }

export const newestFirst = ({ seller_id, at, id }: EntryOrder, args: Arguments<Part>) => ({
  within: and(
    eq(seller_id, args.seller_id),
    gte(at, args.from),
    sql`(${at}, ${id}) < (${args.after_at}, ${args.after_id})`,
  ),
  order: [desc(at), desc(id)],
})

export const oldestFirst = ({ seller_id, at, id }: EntryOrder, args: Arguments<Part>) => ({
  within: and(
    eq(seller_id, args.seller_id),
    lt(at, args.to),
    sql`(${at}, ${id}) > (${args.after_at}, ${args.after_id})`,
  ),
  order: [asc(at), asc(id)],
})

export type Direction = typeof newestFirst | typeof oldestFirst

/** Where an entry stands in the order of the statement. */
export type Position = { occurred_at: string; id: string }

/** An entry that is not made yet: for its description, the items of its checkout are parsed. */
export type EntrySource = Position & { amount_minor: number; entry: () => StatementEntry }
