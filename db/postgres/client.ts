import pg from 'pg'
import { PostgresPool } from './pool.ts'
import { requireOwnSession } from './pooler.ts'
import { requirePrimary } from './session.ts'

/** What is done to a whole table may take long; whatever limit the role has is for its requests. */
const unlimited = { statement_ms: 0, lock_ms: 0, idle_in_transaction_ms: 0 }

/**
 * Makes a connection without time limits, for work on a whole database.
 *
 * @throws when it is to no primary that keeps what was acknowledged, or not to one session alone
 */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = newClient(config)
  try {
    await client.connect()
    await requireOwnSession(client, () => newClient(config).connect())
    await requirePrimary(client, unlimited)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ application_name: 'balcao db', ...config })
  // One that breaks fails the queries that wait on it; where none does, it is no fault.
  client.on('error', () => undefined)
  return client
}

/**
 * The same, to whichever of the hosts is the primary.
 *
 * @throws DatabaseUnavailable when none is
 */
export async function connectToPrimary(
  urls: string[],
  config: pg.ClientConfig = {},
): Promise<pg.Client> {
  const pool = new PostgresPool(urls, 1)
  try {
    return await connect({ connectionString: await pool.primary(), ...config })
  } finally {
    await pool.close()
  }
}
