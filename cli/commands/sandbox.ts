import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { createSeller } from '../../domain/access/clients.ts'
import { everyScope } from '../../domain/identity/scopes.ts'
import { openVault } from '../../domain/auth/keys.ts'
import { openDatabase } from '../../db/open.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import { createLog } from '../../runtime/logger.ts'
import { whenEnded } from '../../runtime/cluster.ts'
import { createEndpoint, EndpointRefused } from '../../domain/webhooks/endpoints.ts'
import { freePort } from '../ports.ts'
import { localized } from '../texts/translate.ts'
import { print, CommandError } from './command.ts'
import { withParent } from './parent.ts'

/** Of the caller's environment only the log level is used, so every sandbox is the same. */
async function sandboxEnvironment() {
  const port = await freePort()
  return readEnvironment({
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: 'sqlite::memory:',
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: process.env['LOG_LEVEL'] || 'silent',
    VALIDATE_RESPONSES: 'true',
  })
}

async function run(url: string | undefined, gone: Promise<unknown>): Promise<void> {
  const environment = await sandboxEnvironment()
  const { baseUrl, databaseUrl, mode, logLevel } = environment
  const db = await openDatabase(databaseUrl)
  const log = createLog(logLevel, { write: (line) => void process.stderr.write(line) })
  // Loaded here, since it would double the start of every other command.
  const { serve } = await import('../../server.ts')
  const running = await serve({ environment, db, log })
  try {
    const now = new Date()
    const { id: _, ...seller } = await createSeller(db, {
      name: 'Loja de Teste',
      scopes: everyScope,
      now,
    })
    const { seller_id } = seller
    const { vault } = await openVault({ environment, db, now })
    const webhook =
      url &&
      (await createEndpoint(db, { seller_id, url, mode, vault, now }).catch((error: unknown) => {
        throw error instanceof EndpointRefused
          ? new CommandError(error.message, { cause: error })
          : error
      }))
    // Before the line is printed, since a parent may send the signal once it has read it.
    const ended = whenEnded()
    await print(JSON.stringify({ base_url: baseUrl, ...seller, ...(webhook && { webhook }) }))
    await Promise.race([ended, gone])
  } finally {
    await running.close()
  }
}

export function addSandbox(program: Command): void {
  program
    .command('sandbox')
    .description('Run a disposable service in memory, for tests, until its parent exits.')
    .option('--webhook <url>', 'where its events are sent')
    .addHelpText(
      'after',
      localized(
        '\nIt prints one line of JSON once it is ready: its address, and the ' +
          'credentials of a seller\nwith every scope. It exits when its standard input, ' +
          'if that is a pipe, is closed.',
      ),
    )
    .action(({ webhook }: { webhook?: string }) => withParent((gone) => run(webhook, gone)))
}
