import { Command } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { addAudit } from './audit.ts'
import { addBank } from './bank.ts'
import { addCheckouts } from './checkouts.ts'
import { addClients } from './clients.ts'
import { addCustomers } from './customers.ts'
import { addDb } from './db.ts'
import { addDemo } from './demo.ts'
import { addKeys } from './keys.ts'
import { addMcp } from './mcp.ts'
import { addOffers } from './offers.ts'
import { addProducts } from './products.ts'
import { addPsp } from './psp.ts'
import { addSandbox } from './sandbox.ts'
import { addSellers } from './sellers.ts'
import { addUsers } from './users.ts'
import { addWebhooks } from './webhooks.ts'

/** The command line. Where commander would end the process, it throws a CommanderError. */
export function createProgram(): Command {
  const program = new Command('balcao')
    .description('The command line of Balcão, a payment gateway.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show what a command does and takes')
    .helpOption('-h, --help', 'show what a command does and takes')
    .option('--json', 'print one JSON document, and nothing else')
    .addHelpText('after', "\nReads the service's environment: DATABASE_URL, MODE, SECRET_KEY, …")
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    // scripts/cli.ts prints usage errors, in one line.
    .configureOutput({ outputError: () => undefined })
    .exitOverride()
  const add = [
    addSellers,
    addClients,
    addUsers,
    addCustomers,
    addProducts,
    addOffers,
    addCheckouts,
    addWebhooks,
    addPsp,
    addKeys,
    addAudit,
    addDb,
    addDemo,
    addSandbox,
    addBank,
    addMcp,
  ]
  for (const addCommands of add) addCommands(program)
  for (const group of program.commands) group.helpCommand(false)
  return program
}
