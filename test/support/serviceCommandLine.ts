/** A running service, and the command line beside it on the same database. */
import { randomBytes } from 'node:crypto'
import type { Environment } from '../../runtime/environment.ts'
import { CommandLine } from './commandLine.ts'
import { newDatabase } from './engine.ts'
import { startService } from './service.ts'

/** The command line has the real time, and so has the service unless it is told otherwise. */
export async function startServiceAndCommandLine(
  changes: Partial<Environment> & { real_clock?: boolean } = {},
) {
  const database_url = await newDatabase()
  const secret_key = randomBytes(32)
  const service = await startService({ database_url, secret_key, real_clock: true, ...changes })
  const environment = {
    DATABASE_URL: database_url,
    SECRET_KEY: secret_key.toString('base64'),
    BASE_URL: service.url,
  }
  return { service, environment, cli: new CommandLine(environment) }
}
