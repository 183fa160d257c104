import { Command, Help } from 'commander'
import { terminalLanguage } from '../../banner.ts'
import manifest from '../../package.json' with { type: 'json' }

import { localized } from '../texts/translate.ts'

type Add = (program: Command) => void

/** Loaders of the commands by first word, in the order in which help shows them. */
const groups: Readonly<Record<string, () => Promise<Add>>> = {
  start: async () => (await import('./start.ts')).addStart,
  sellers: async () => (await import('./sellers.ts')).addSellers,
  clients: async () => (await import('./clients.ts')).addClients,
  users: async () => (await import('./users.ts')).addUsers,
  emails: async () => (await import('./emails.ts')).addEmails,
  customers: async () => (await import('./customers.ts')).addCustomers,
  products: async () => (await import('./products.ts')).addProducts,
  offers: async () => (await import('./offers.ts')).addOffers,
  checkouts: async () => (await import('./checkouts.ts')).addCheckouts,
  subscriptions: async () => (await import('./subscriptions.ts')).addSubscriptions,
  webhooks: async () => (await import('./webhooks.ts')).addWebhooks,
  psp: async () => (await import('./psp.ts')).addPsp,
  keys: async () => (await import('./keys.ts')).addKeys,
  audit: async () => (await import('./audit.ts')).addAudit,
  status: async () => (await import('./status.ts')).addStatus,
  db: async () => (await import('./db.ts')).addDb,
  demo: async () => (await import('./demo.ts')).addDemo,
  sandbox: async () => (await import('./sandbox.ts')).addSandbox,
  bank: async () => (await import('./bank.ts')).addBank,
  mcp: async () => (await import('./mcp.ts')).addMcp,
}

/**
 * The command line. Where commander would end the process, it throws a CommanderError.
 *
 * @param words when they name a group, only that one is loaded: all of them take three times as
 *   long as most commands do
 * @param writeOut is given help and version
 */
export async function createProgram(
  words: readonly string[] = [],
  writeOut?: (text: string) => void,
): Promise<Command> {
  const program = new Command('balcao')
    .description('The command line of Balcão, a payment gateway.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show what a command does and takes')
    .helpOption('-h, --help', 'show what a command does and takes')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText(
      'after',
      localized("\nReads the service's environment: DATABASE_URL, MODE, SECRET_KEY, …"),
    )
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false, ...localizedHelp })
    // cli/cli.ts prints usage errors, in one line.
    .configureOutput({ outputError: () => undefined, ...(writeOut && { writeOut }) })
    .exitOverride()
  const first = words.find((word) => !word.startsWith('-'))
  const named = Object.entries(groups).filter(([name]) => name === first)
  const loaded = named.length > 0 ? named : Object.entries(groups)
  for (const add of await Promise.all(loaded.map(([, load]) => load()))) add(program)
  for (const group of program.commands) group.helpCommand(false)
  return program
}

/** Commander's words around a description and within a usage. */
const asides = { choices: 'opções', default: 'padrão', options: 'opções', command: 'comando' }

const withAsides = (text: string): string =>
  terminalLanguage(process.env) === 'pt'
    ? text
        .replace(/(?<=\(|, )(choices|default)(?=: )/g, (word) => asides[word as 'choices'])
        .replace(/(?<=\[)(options|command)(?=\])/g, (word) => asides[word as 'options'])
    : text

const english = new Help()

/** Help in the language of the terminal; names of commands and options are the same in each. */
const localizedHelp: Partial<Help> = {
  styleTitle: localized,
  styleUsage: withAsides,
  commandDescription: (command) => localized(english.commandDescription(command)),
  subcommandDescription: (command) => localized(english.subcommandDescription(command)),
  subcommandTerm: (command) => withAsides(english.subcommandTerm(command)),
  optionDescription: (option) => described(english.optionDescription(option), option.description),
  argumentDescription: (argument) =>
    described(english.argumentDescription(argument), argument.description),
}

/** A description with what commander adds to it. */
const described = (whole: string, description: string): string =>
  localized(description) + withAsides(whole.slice(description.length))
