import type pg from 'pg'

/** So often each of two connections is asked in turn. */
const ROUNDS = 3

/** Prepared statements, time limits and the durability of commits belong to a session. */
export function refuseSharedSession(): never {
  throw new Error(
    'A pooler in between gives each transaction another session: in PgBouncer, set ' +
      'pool_mode = session.',
  )
}

/** The server's process that answers a statement. */
async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * Refuses a pooler that gives a session away when its transaction has ended. It hands out the
 * session that was used last, or the one that was not used for longest. So of two connections that
 * are asked twice in turn, one is answered by the other's process, or by another one than before;
 * where each has a session of its own, neither is ever seen.
 *
 * @param another makes a connection to the same place
 */
export async function requireOwnSession(
  client: pg.Client,
  another: () => Promise<pg.Client>,
): Promise<void> {
  const own = await processOf(client)
  // A pooler makes up the number of the process that it names when a connection is made.
  if ((client as pg.Client & { processID: number | null }).processID === own) return
  const other = await another()
  try {
    const others = await processOf(other)
    if (own === others) refuseSharedSession()
    for (let round = 0; round < ROUNDS; round++) {
      for (const [one, pid] of [
        [client, own],
        [client, own],
        [other, others],
        [other, others],
      ]) {
        if ((await processOf(one as pg.Client)) !== pid) refuseSharedSession()
      }
    }
  } finally {
    await other.end()
  }
}
