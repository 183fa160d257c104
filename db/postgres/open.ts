import type { Warn } from '../database.ts'
import { TooOld } from '../tooOld.ts'
import { PostgresDatabase } from './database.ts'
import { bringPostgresUpToDate, isUpToDate } from './migrations.ts'
import { PostgresPool } from './pool.ts'
import { isDirect } from './pooler.ts'

/**
 * Connects to the primary among the hosts and brings its schema up to date.
 *
 * @param urls one `postgres://…` for each host that may be the primary
 * @param poolSize how many connections are held at most
 * @param warn called when the server has no connection left, or its schema is being changed
 * @throws when no host answers, or the primary would not keep acknowledged commits
 */
export async function openPostgres(
  urls: string[],
  { poolSize, warn = () => undefined }: { poolSize: number; warn?: Warn | undefined },
): Promise<PostgresDatabase> {
  const pool = new PostgresPool(urls, poolSize, warn)
  try {
    // The usual start needs no session without timeouts, which is a connection of its own; it is
    // made, too, where the role may not even look, to say so.
    const isReady = await pool.use(async (client) => {
      if (!(await isDirect(client))) return false
      return isUpToDate(client).catch((error: unknown) => {
        if (error instanceof TooOld) throw error
        return false
      })
    })
    const onWait = () =>
      warn({ waiting: true }, 'another process is changing the schema, and is waited for')
    if (!isReady) await bringPostgresUpToDate(await pool.primary(), { onWait })
    return new PostgresDatabase(pool)
  } catch (error) {
    await pool.close()
    throw error
  }
}
