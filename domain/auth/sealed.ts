/** The sealed columns of the database: whether their texts open, and sealing them anew. */
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { recordChange } from '../audit/record.ts'
import { sealChains } from '../audit/sealing.ts'
import { sealsOf } from '../audit/seals.ts'
import { INSTALLATION } from '../../db/auditChain.ts'
import type { Database } from '../../db/database.ts'
import { and, asc, eq, gt, ne, sql } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { operator } from '../identity/actor.ts'
import {
  bankKeyLabel,
  bankSecretLabel,
  bankValuesLabel,
  SEAL_NAME_LENGTH,
} from '../identity/vault.ts'
import type { Vault } from '../identity/vault.ts'

/** How many rows are sealed anew in one commit, while the service runs. */
const BATCH_ROWS = 100

/** How many passes there are at most. Each finds what other processes have sealed meanwhile. */
const PASSES = 3

type Place = { table: SQLiteTable; seller?: SQLiteColumn; id: SQLiteColumn; column: SQLiteColumn }

type RowKey = { seller_id: string; id: string }
type Resealed = RowKey & { sealed: string; resealed: string }

/** A column that holds sealed texts, and the statements that work on it. */
function sealedColumn(
  name: string,
  {
    what,
    place,
    label = (id) => id,
  }: {
    /** Name of the content in error messages. */
    what: string
    place: (tables: Tables) => Place
    label?: (id: string) => string
  },
) {
  return {
    what,
    label,
    /** The names of keys in the column, and the newest text of those without a name. */
    byKey: query(`seals_of_${name}`, (db, tables) => {
      const { table, id, column: c } = place(tables)
      const mark = sql`length(${c}) - ${sql.raw(String(SEAL_NAME_LENGTH - 1))}`
      const named = sql`substr(${c}, ${mark}, 1) = '='`
      return db
        .select({
          key: sql<string>`case when ${named} then substr(${c}, ${mark} + 1) else '' end`,
          newest: sql<string>`max(case when ${named} then '' else ${id} || ' ' || ${c} end)`,
        })
        .from(table)
        .where(ne(c, sql`''`))
        .groupBy(sql`1`)
    }),
    page: query(
      `sealed_page_of_${name}`,
      (db, tables, args: Arguments<RowKey & { limit: number }>) => {
        const { table, seller, id, column } = place(tables)
        const after = seller
          ? sql`(${seller}, ${id}) > (${args.seller_id}, ${args.id})`
          : gt(id, args.id)
        return db
          .select({
            seller_id: sql<string>`${seller ?? id}`,
            id: sql<string>`${id}`,
            sealed: sql<string | null>`${column}`,
          })
          .from(table)
          .where(after)
          .orderBy(...(seller ? [asc(seller)] : []), asc(id))
          .limit(args.limit)
      },
    ),
    // Only if unchanged since it was read: another process may have stored a new secret.
    replace: query(`reseal_${name}`, (db, tables, args: Arguments<Resealed>) => {
      const { table, seller, id, column } = place(tables)
      const mine = seller ? eq(seller, args.seller_id) : undefined
      return db
        .update(table)
        .set({ [column.name]: args.resealed })
        .where(and(mine, eq(id, args.id), eq(column, args.sealed)))
    }),
  }
}

const columns = [
  sealedColumn('signing_keys', {
    what: 'signing keys',
    place: ({ signing_keys: t }) => ({ table: t, id: t.kid, column: t.private_jwk_sealed }),
  }),
  sealedColumn('webhook_keys', {
    what: 'webhook keys',
    place: ({ webhook_keys: t }) => ({ table: t, id: t.kid, column: t.secret_sealed }),
  }),
  sealedColumn('webhook_secrets', {
    what: 'webhook secrets',
    place: ({ webhook_endpoints: t }) => ({
      table: t,
      seller: t.seller_id,
      id: t.id,
      column: t.secret_sealed,
    }),
  }),
  sealedColumn('previous_webhook_secrets', {
    what: 'webhook secrets',
    place: ({ webhook_endpoints: t }) => ({
      table: t,
      seller: t.seller_id,
      id: t.id,
      column: t.previous_secret_sealed,
    }),
  }),
  sealedColumn('bank_secrets', {
    what: 'bank credentials',
    place: ({ bank_connections: t }) => ({
      table: t,
      seller: t.seller_id,
      id: t.id,
      column: t.client_secret_sealed,
    }),
    label: bankSecretLabel,
  }),
  sealedColumn('bank_keys', {
    what: 'bank credentials',
    place: ({ bank_connections: t }) => ({
      table: t,
      seller: t.seller_id,
      id: t.id,
      column: t.private_key_sealed,
    }),
    label: bankKeyLabel,
  }),
  sealedColumn('bank_profile_values', {
    what: 'bank credentials',
    place: ({ bank_connections: t }) => ({
      table: t,
      seller: t.seller_id,
      id: t.id,
      column: t.profile_values_sealed,
    }),
    label: bankValuesLabel,
  }),
  sealedColumn('mail_secrets', {
    what: 'mails',
    place: ({ mails: t }) => ({
      table: t,
      seller: t.seller_id,
      id: t.id,
      column: t.secret_sealed,
    }),
  }),
]

type Column = (typeof columns)[number]

/**
 * True when the vault opens a sealed text. A text that names its key is not tried: the vault knows
 * that name, or does not.
 */
function opens({ label }: Column, { key, newest }: { key: string; newest: string }, vault: Vault) {
  if (key !== '') return vault.hasKey(key)
  const [id = '', sealed = ''] = newest.split(' ')
  try {
    vault.open(sealed, label(id))
    return true
  } catch {
    return false
  }
}

/** @returns the kind of secret that the vault does not open; undefined when it opens all of them */
export async function whatIsClosed(db: Database, vault: Vault): Promise<string | undefined> {
  return db.read(function* () {
    for (const column of columns) {
      const keys = yield* column.byKey({})
      if (!keys.every((key) => opens(column, key, vault))) return column.what
    }
    return undefined
  })
}

async function isAllCurrent(db: Database, vault: Vault): Promise<boolean> {
  return db.read(function* () {
    for (const { byKey } of columns) {
      const keys = yield* byKey({})
      if (!keys.every(({ key }) => key === vault.name)) return false
    }
    return true
  })
}

/** Reseals a column in batches. A text that does not open is added to `closed` and skipped. */
async function resealColumn(
  db: Database,
  vault: Vault,
  { page, label, what }: Column,
  { closed, store }: { closed: Set<string>; store: (batch: Resealed[]) => Promise<void> },
) {
  let after: RowKey = { seller_id: '', id: '' }
  for (;;) {
    const rows = await db.read(() => page({ ...after, limit: BATCH_ROWS }))
    const changes = rows.flatMap(({ seller_id, id, sealed }) => {
      if (!sealed || vault.isCurrent(sealed)) return []
      try {
        const text = vault.open(sealed, label(id))
        return [{ seller_id, id, sealed, resealed: vault.seal(text, label(id)) }]
      } catch {
        closed.add(`${what} of ${id}`)
        return []
      }
    })
    if (changes.length > 0) await store(changes)
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_ROWS) return
    after = { seller_id: last.seller_id, id: last.id }
  }
}

/**
 * Seals everything anew that is not sealed under the vault's current key, while the service runs.
 * No row is locked longer than it takes to write a batch, and rows that change meanwhile are
 * skipped.
 *
 * @returns how many texts were sealed anew; which ones neither key opens; and whether all others
 *   are sealed under the current key now
 */
export async function reseal(
  db: Database,
  vault: Vault,
  now: Date,
): Promise<{ resealed: number; closed: string[]; complete: boolean }> {
  const closed = new Set<string>()
  let resealed = 0
  const by = { seller_id: INSTALLATION, actor: operator(), now }
  const change = { ...by, action: 'secret_key.resealed', target: vault.name } as const
  const storeIn = async ({ replace }: Column, batch: Resealed[]) => {
    resealed += await db.run(function* () {
      let done = 0
      for (const sealed of batch) done += (yield* replace(sealed)).length
      // In the first of its commits: a process that is killed after it has changed rows, too.
      if (resealed === 0 && done > 0) yield* recordChange(change)
      return done
    })
  }
  let complete = false
  for (let pass = 0; pass < PASSES && !complete; pass++) {
    for (const column of columns) {
      const store = (batch: Resealed[]) => storeIn(column, batch)
      await resealColumn(db, vault, column, { closed, store })
    }
    const heads = await sealChains(db, sealsOf(vault))
    for (const seller_id of heads.differing) closed.add(`seal of the audit trail of ${seller_id}`)
    complete = heads.extended === 0 && (await isAllCurrent(db, vault))
  }
  return { resealed, closed: [...closed], complete }
}
