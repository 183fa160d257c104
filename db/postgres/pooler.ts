import type pg from 'pg'

/** How often the two connections are compared. */
const ROUNDS = 3

/** Prepared statements, timeouts and `synchronous_commit` are settings of a session. */
export function refuseSharedSession(): never {
  throw new Error(
    'A pooler in between gives each transaction another session: in PgBouncer, set ' +
      'pool_mode = session.',
  )
}

/** The id of the server process that answers a statement. */
async function backendOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/**
 * True when the server process that the connection was given answers it. A pooler invents the
 * process id that it reports when a connection is made.
 */
export async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { processID: number | null }
  return processID === (await backendOf(client))
}

/**
 * Refuses a pooler that gives a session to another client when a transaction ends (PgBouncer's
 * transaction mode). Such a pooler hands out the session that was used last, or the one that was
 * idle for longest. So when two connections send two statements each in turn, one of them is
 * answered by the other's server process or by a new one; neither happens to sessions of their own.
 *
 * @param another makes a second connection to the same server
 */
export async function requireOwnSession(
  client: pg.Client,
  another: () => Promise<pg.Client>,
): Promise<void> {
  if (await isDirect(client)) return
  const backend = await backendOf(client)
  const other = await another()
  try {
    const others = await backendOf(other)
    if (backend === others) refuseSharedSession()
    for (let round = 0; round < ROUNDS; round++) {
      for (const [one, pid] of [
        [client, backend],
        [client, backend],
        [other, others],
        [other, others],
      ]) {
        if ((await backendOf(one as pg.Client)) !== pid) refuseSharedSession()
      }
    }
  } finally {
    await other.end()
  }
}
