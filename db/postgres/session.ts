import type pg from 'pg'
import { refuseSharedSession } from './pooler.ts'

/** What the server ends by itself in a session; 0 is no limit. */
export type Limits = { statement_ms: number; lock_ms: number; idle_in_transaction_ms: number }

/**
 * What a session is told and asked, in one round trip. Limits are told here, and not when the
 * connection is made: PgBouncer refuses such parameters, or ignores them when it is told to.
 *
 * A commit waits for the disk here and for the synchronous standby, whatever the server, the
 * database or the role says of `synchronous_commit`, now or later. Tables are those of the schema
 * `public`: one that is named after the role would come before it.
 */
const question = ({ statement_ms, lock_ms, idle_in_transaction_ms }: Limits) => `
  select pg_is_in_recovery() as standby, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('server_encoding') as encoding, pg_backend_pid() as pid,
    set_config('synchronous_commit', case current_setting('synchronous_commit')
      when 'remote_apply' then 'remote_apply' else 'on' end, false),
    set_config('search_path', 'public', false),
    set_config('statement_timeout', '${statement_ms}', false),
    set_config('lock_timeout', '${lock_ms}', false),
    set_config('idle_in_transaction_session_timeout', '${idle_in_transaction_ms}', false)`

type Nature = {
  standby: boolean
  fsync: string
  full_page_writes: string
  encoding: string
  pid: number
}

/** The server's process that answered on a connection when it was new. */
const processes = new WeakMap<pg.ClientBase, number>()

/**
 * Makes a session what is relied upon, and looks at its server; to be repeated now and then, since
 * a server takes up other settings while it runs.
 *
 * @throws when a commit could be acknowledged there and lost, or read where it is not yet seen
 */
export async function requirePrimary(client: pg.ClientBase, limits: Limits): Promise<void> {
  const {
    rows: [nature],
  } = await client.query<Nature>(question(limits))
  if (!nature || nature.standby) throw new Error('It is a standby.')
  const { fsync, full_page_writes, encoding, pid } = nature
  const off = Object.entries({ fsync, full_page_writes })
    .filter(([, value]) => value === 'off')
    .map(([name]) => name)
  if (off.length > 0) throw new Error(`It is not durable: ${off.join(', ')} off.`)
  if (encoding !== 'UTF8') throw new Error(`Its encoding is ${encoding}, not UTF8.`)
  const known = processes.get(client) ?? pid
  if (known !== pid) refuseSharedSession()
  processes.set(client, pid)
}
