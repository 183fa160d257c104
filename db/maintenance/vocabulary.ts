import { layouts } from './layout.ts'
import type { Engine } from './rows.ts'

/** A column, or a table, that a process of an older version may have left incomplete. */
export type Repairable =
  | 'payment_id'
  | 'amount_refunded_minor'
  | 'daily_totals'
  | 'cancel_at'
  | 'payments_count'
  | 'invited_by'

/** A condition of the data, and a query for the rows that break it. */
export type Invariant = {
  /** The sentence that `db check` shows. */
  name: string
  /** Selects one text for each row that breaks it. */
  broken: string
  /** The command that mends it. */
  repair?: string
  /** Selects, for `db repair`, the seller and the key of each row that breaks the invariant. */
  mends?: { field: Repairable; rows: string }
}

/** An invariant whose broken rows `db repair` mends; they are named by their keys. */
export const mendable = (name: string, field: Repairable, rows: string): Invariant => ({
  name,
  broken: `select id from (${rows}) broken`,
  repair: 'db repair',
  mends: { field, rows },
})

/** SQL that differs between the engines. */
export type Vocabulary = {
  /** Checkouts `c`, joined with each of their line items, `item.value`. */
  items: string
  /** The id of the object in the data of the event `e`. */
  shown: string
  /** The day of Brasília of the timestamp in a column, as `dayOf` has it. */
  dayOf(column: string): string
  /** Checks by the engine itself. */
  conditions: Invariant[]
  /** Checks of this engine alone: the other's column types guarantee them. */
  own: Invariant[]
}

const sqlite: Vocabulary = {
  // Text that is not JSON breaks an invariant of its own, below.
  items: `checkouts c
    cross join json_each(iif(json_valid(c.line_items), c.line_items, '[]')) item`,
  shown: `iif(json_valid(e.data), e.data, '{}') ->> 'id'`,
  dayOf: (column) => `date(${column}, '-3 hours')`,
  conditions: [
    {
      name: 'the file is whole',
      broken: `select integrity_check from pragma_integrity_check where integrity_check <> 'ok'`,
    },
  ],
  own: [
    {
      name: 'stored JSON can be read',
      broken: layouts
        .flatMap(({ table, columns }) =>
          columns
            .filter(({ type }) => type === 'json')
            .map(
              ({ name }) => `
      select '${table} row ' || rowid || ' ${name}' from ${table}
      where ${name} is not null and not json_valid(${name})`,
            ),
        )
        .join(' union all '),
    },
  ],
}

const postgres: Vocabulary = {
  items: `checkouts c cross join json_array_elements(
    case json_typeof(c.line_items) when 'array' then c.line_items else '[]' end) item(value)`,
  shown: `e.data ->> 'id'`,
  dayOf: (column) => `to_char((${column}::timestamptz - interval '3 hours')
    at time zone 'UTC', 'YYYY-MM-DD')`,
  conditions: [
    {
      name: 'every constraint is validated',
      repair: 'db migrate',
      broken: `
        select conrelid::regclass || ' ' || conname from pg_constraint
        where connamespace = 'public'::regnamespace and not convalidated`,
    },
    {
      name: 'every index is valid',
      repair: 'db migrate',
      broken: `
        select indrelid::regclass || ' ' || relname from pg_index
        join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'public'::regnamespace and not (indisvalid and indisready)`,
    },
  ],
  own: [],
}

export const vocabularies: Record<Engine, Vocabulary> = { sqlite, postgres }
