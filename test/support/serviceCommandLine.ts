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
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const service = await startService({ databaseUrl, secretKey, real_clock: true, ...changes })
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    BASE_URL: service.url,
  }
  return { service, environment, cli: new CommandLine(environment) }
}
