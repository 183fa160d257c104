import { requireDatabaseUrl } from '../databaseUrl.ts'
import { layouts } from './layout.ts'
import { connectToPrimary } from '../postgres/client.ts'
import { plainTypes, PostgresReader } from './rows.ts'

/** What was done: tables that every node now has whole, and tables split among them by seller. */
export type Distribution = { reference: string[]; distributed: string[] }

/** By hash, or whole on every node; a local table that Citus only knows of is neither. */
const spread = `
  select logicalrelid::text from pg_dist_partition where partmethod = 'h' or repmodel = 't'`

const tablesWhere = (of_seller: boolean) =>
  layouts.filter((layout) => layout.of_seller === of_seller).map(({ table }) => table)

/**
 * Spreads a database over the nodes of a Citus cluster: the look-up tables go to every node, and
 * the rows of one seller, of all tables, to one node. What is distributed already stays as it is,
 * so that it can be run again. Where requests are counted stays a table of the coordinator.
 *
 * @throws when it is no PostgreSQL database with the extension citus
 */
export async function distribute(database_url: string): Promise<Distribution> {
  const address = requireDatabaseUrl(database_url)
  if (address.engine === 'sqlite') throw new Error('An SQLite file cannot be distributed.')
  const reader = new PostgresReader(await connectToPrimary(address.urls, { types: plainTypes }))
  try {
    const extension = await reader.rows(`select 1 from pg_extension where extname = 'citus'`)
    if (extension.length === 0) {
      throw new Error('The extension citus is not in this database.')
    }
    const done = new Set((await reader.rows(spread)).flat())
    // Each table after those that it refers to: a distributed one can refer to no local one.
    const reference = tablesWhere(false).filter((table) => !done.has(table))
    for (const table of reference) {
      await reader.rows('select create_reference_table($1)', [table])
    }
    const ofSellers = tablesWhere(true)
    const distributed = ofSellers.filter((table) => !done.has(table))
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
