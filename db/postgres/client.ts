import pg from 'pg'
import { connectionOf } from './connection.ts'
import { PostgresPool } from './pool.ts'
import { requireOwnSession } from './pooler.ts'
import { requirePrimary } from './session.ts'

/** Work on whole tables may take long; timeouts that the role has are meant for its requests. */
const noTimeouts = { statementMs: 0, lockMs: 0, idleInTransactionMs: 0 }

/**
 * A server that vanishes without closing its connections is noticed by TCP: probed after this, and
 * given up soon after. No timeout would distinguish it from one that works for hours.
 */
const PROBED_AFTER_MS = 30_000

/**
 * Makes a connection without timeouts, for migrations and for work on a whole database.
 *
 * @throws when it does not lead to a primary that keeps acknowledged commits, or a pooler shares
 *   its session with others
 */
export async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = newClient(config)
  try {
    await client.connect()
    await requireOwnSession(client, () => newClient(config).connect())
    await requirePrimary(client, noTimeouts)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    application_name: 'balcao db',
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBED_AFTER_MS,
    ...config,
    ...(config.connectionString && connectionOf(config.connectionString)),
  })
  // A broken connection rejects its queries; without any there is nothing to report.
  client.on('error', () => undefined)
  return client
}

/**
 * As `connect`, to the host that is the primary.
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
