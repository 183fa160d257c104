import type pg from 'pg'
import { refuseSharedSession } from './pooler.ts'

/** The timeouts that the server enforces in a session; 0 is none. */
export type Timeouts = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/**
 * Configures a session and reads the server's settings, in one round trip. Timeouts are set here,
 * not as connection parameters, which PgBouncer rejects, or ignores when it is configured to.
 *
 * A commit waits for the disk and for the synchronous standby, whatever the server, the database or
 * the role sets `synchronous_commit` to, now or later. Tables are those of the schema `public`: the
 * default search path would look into a schema named after the role first.
 */
const setup = ({ statementMs, lockMs, idleInTransactionMs }: Timeouts) => `
  select pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('server_encoding') as encoding, pg_backend_pid() as pid,
    set_config('synchronous_commit', case current_setting('synchronous_commit')
      when 'remote_apply' then 'remote_apply' else 'on' end, false),
    set_config('search_path', 'public', false),
    set_config('statement_timeout', '${statementMs}', false),
    set_config('lock_timeout', '${lockMs}', false),
    set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', false)`

type ServerSettings = {
  standby: boolean
  fsync: string
  full_page_writes: string
  encoding: string
  pid: number
}

/** The server process that answered a connection when it was new. */
const backends = new WeakMap<pg.ClientBase, number>()

/**
 * Configures a session and checks its server; to be repeated from time to time, since a server can
 * reload its settings while it runs.
 *
 * @throws when the server could lose acknowledged commits, or is a standby, which lags behind
 */
export async function requirePrimary(client: pg.ClientBase, timeouts: Timeouts): Promise<void> {
  const {
    rows: [settings],
  } = await client.query<ServerSettings>(setup(timeouts))
  if (!settings || settings.standby) throw new Error('It is a standby.')
  const { fsync, full_page_writes, encoding, pid } = settings
  const off = Object.entries({ fsync, full_page_writes })
    .filter(([, value]) => value === 'off')
    .map(([name]) => name)
  if (off.length > 0) throw new Error(`It is not durable: ${off.join(', ')} off.`)
  if (encoding !== 'UTF8') throw new Error(`Its encoding is ${encoding}, not UTF8.`)
  const backend = backends.get(client) ?? pid
  if (backend !== pid) refuseSharedSession()
  backends.set(client, pid)
}
