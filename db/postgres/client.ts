import pg from 'pg'
import { PostgresPool } from './pool.ts'

/** What is done to a whole table may take long; whatever limit the role has is for its requests. */
const unlimited = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

/** Makes a connection without time limits, for work on a whole database. */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ application_name: 'balcao db', ...config })
  // One that breaks fails whoever waits for its answer; that nobody does is no fault.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(unlimited)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
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
