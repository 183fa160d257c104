import { requireDatabaseUrl } from '../databaseUrl.ts'
import { layouts } from './layout.ts'
import { connectToPrimary } from '../postgres/client.ts'
import { plainTypes, PostgresReader } from './rows.ts'

/** The tables that were copied to every node, and those that were split by seller. */
export type Distribution = { reference: string[]; distributed: string[] }

/** Distributed by hash, or a reference table; a local table in Citus' metadata is neither. */
const spread = `
  select logicalrelid::text from pg_dist_partition where partmethod = 'h' or repmodel = 't'`

const tablesWhere = (ofSeller: boolean) =>
  layouts.filter((layout) => layout.ofSeller === ofSeller).map(({ table }) => table)

/**
 * Distributes a database over the nodes of a Citus cluster: the look-up tables become reference
 * tables on every node, and all rows of a seller are on one node. Tables that are distributed
 * already stay as they are, so it can be run again. The table of rate limits stays local to the
 * coordinator.
 *
 * @param onWriting called before the first table is distributed
 * @throws when it is not a PostgreSQL database with the extension citus
 */
export async function distribute(
  databaseUrl: string,
  onWriting: () => void = () => undefined,
): Promise<Distribution> {
  const address = requireDatabaseUrl(databaseUrl)
  if (address.engine === 'sqlite') throw new Error('An SQLite file cannot be distributed.')
  const reader = new PostgresReader(await connectToPrimary(address.urls, { types: plainTypes }))
  try {
    const extension = await reader.rows(`select 1 from pg_extension where extname = 'citus'`)
    if (extension.length === 0) {
      throw new Error('The extension citus is not in this database.')
    }
    const done = new Set((await reader.rows(spread)).flat())
    // In the order of references: a distributed table must not refer to a local one.
    const reference = tablesWhere(false).filter((table) => !done.has(table))
    const ofSellers = tablesWhere(true)
    const distributed = ofSellers.filter((table) => !done.has(table))
    if (reference.length + distributed.length > 0) onWriting()
    for (const table of reference) {
      await reader.rows('select create_reference_table($1)', [table])
    }
    for (const table of distributed) {
      const beside = table === ofSellers[0] ? 'none' : (ofSellers[0] ?? '')
      const statement = `select create_distributed_table($1, 'seller_id', colocate_with => $2)`
      await reader.rows(statement, [table, beside])
    }
    return { reference, distributed }
  } finally {
    await reader.close()
  }
}
