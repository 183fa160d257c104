/** The PostgreSQL server that all test files share, unless TEST_DATABASE_URL names another. */
import { openDatabase } from '../../db/open.ts'
import { newNameOf, onServer, prepareServer, ROLE, startServer, urlOf } from './postgres.ts'

/**
 * Starts it, with a database that has the schema already: to copy that takes a quarter of the time
 * that migrations take. What the files make is not dropped one by one, since each drop waits for a
 * checkpoint: it goes with the server, or in the end from the one that was given.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Another project has started it.
  if (process.env['TEST_DATABASE_TEMPLATE'] !== undefined) return undefined
  const given = process.env['TEST_DATABASE_URL']
  const server = given === undefined ? await startServer() : undefined
  const url = given ?? server?.url ?? ''
  const template = newNameOf('test')
  const remove = async () => {
    delete process.env['TEST_DATABASE_TEMPLATE']
    if (server) {
      delete process.env['TEST_DATABASE_URL']
      await server.remove()
    } else await dropDatabases(url, template)
  }
  try {
    await prepareServer(url)
    await onServer(url, (client) => client.query(`create database ${template} owner ${ROLE}`))
    const db = await openDatabase(urlOf(url, template, ROLE))
    await db.close()
  } catch (error) {
    await remove()
    throw error
  }
  // The processes of the test files inherit both.
  Object.assign(process.env, { TEST_DATABASE_URL: url, TEST_DATABASE_TEMPLATE: template })
  return remove
}

/** Drops all whose name begins with this. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}
