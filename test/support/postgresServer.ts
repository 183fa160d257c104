/** The PostgreSQL server that all test files share, unless TEST_DATABASE_URL names another. */
import { prepareServer, startServer } from './postgres.ts'

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) {
    await prepareServer(given)
    return undefined
  }
  const server = await startServer()
  await prepareServer(server.url)
  // The test files' processes inherit it.
  process.env['TEST_DATABASE_URL'] = server.url
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    await server.remove()
  }
}
