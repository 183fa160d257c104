import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { whenEnded } from '../../runtime/cluster.ts'
import type { ProviderName } from '../../packages/bank/providers.ts'
import { describeQuirk, parseQuirk, quirks } from '../../packages/bank/quirks.ts'
import type { NamedQuirk } from '../../packages/bank/quirks.ts'
import { localized } from '../texts/translate.ts'
import { print } from './command.ts'
import { withParent } from './parent.ts'

/** @throws InvalidArgumentError when there is no such quirk */
function addQuirk(text: string, named: NamedQuirk[]): NamedQuirk[] {
  const quirk = parseQuirk(text)
  if (quirk) return [...named, quirk]
  throw new InvalidArgumentError(`There is: ${Object.keys(quirks).join(', ')}.`)
}

async function run(profile: NamedQuirk[], gone: Promise<unknown>): Promise<void> {
  // Loaded here, since they would slow every other command down.
  const [{ Bank }, { startControl }] = await Promise.all([
    import('../../packages/bank/bank.ts'),
    import('../../packages/bank/control.ts'),
  ])
  const bank = await Bank.start(() => new Date())
  for (const { name, setting } of profile) quirks[name]?.apply(bank, setting)
  const control = await startControl(bank)
  try {
    const { url, token_url, client_id, client_secret, certificate, private_key, authority } =
      bank.settings
    const pems = { cert: certificate, key: private_key, ca: authority }
    const { pix_key, account } = bank
    const access = { url, token_url, client_id, client_secret, ...pems, pix_key, account }
    // Before the line is printed, since a parent may send the signal once it has read it.
    const ended = whenEnded()
    await print(JSON.stringify({ ...access, control_url: control.url }))
    await Promise.race([ended, gone])
  } finally {
    control.close()
    await bank.close()
  }
}

/** The providers beyond the contract; their simulators are loaded when one is started. */
const PROVIDERS: ProviderName[] = ['mercadopago', 'woovi']

async function runProvider(name: ProviderName, gone: Promise<unknown>): Promise<void> {
  const [{ startProvider }, { startProviderControl }] = await Promise.all([
    import('../../packages/bank/providers.ts'),
    import('../../packages/bank/providerControl.ts'),
  ])
  const provider = await startProvider(name, () => new Date())
  const control = await startProviderControl(provider)
  try {
    const { url, token_url, client_id, client_secret, certificate, private_key, authority } =
      provider.settings
    const pems = { cert: certificate, key: private_key, ca: authority }
    const { pix_key, profile, profile_values } = provider.settings
    const access = { url, token_url, client_id, client_secret, ...pems, pix_key }
    const ended = whenEnded()
    await print(JSON.stringify({ ...access, profile, profile_values, control_url: control.url }))
    await Promise.race([ended, gone])
  } finally {
    control.close()
    await provider.close()
  }
}

export function addBank(program: Command): void {
  const names = Object.keys(quirks).map((name) => `  ${name.padEnd(20)}${describeQuirk(name)}`)
  program
    .command('bank')
    .description(
      "Run a simulated bank that speaks the Central Bank's Pix API, until its parent exits.",
    )
    .option('--profile <name>', 'a quirk it has; repeat for more', addQuirk, [])
    .addOption(
      new Option('--provider <name>', 'a provider with an API of its own, in place of the bank')
        .choices(PROVIDERS)
        .conflicts('profile'),
    )
    .addHelpText(
      'after',
      localized(
        '\nIt prints one line of JSON once it is ready: its address, a customer, the ' +
          'certificates in PEM,\nand control_url: GET /books and /clock, POST /payments, ' +
          '/transfers, /reversals, /returns/end,\n/clock, /authorizations, /payers, ' +
          '/revocations, ' +
          '/schedules/cancel and /faults,\nDELETE /faults.\n\nQuirks:\n' +
          names.join('\n'),
      ),
    )
    .action(({ profile, provider }: { profile: NamedQuirk[]; provider?: ProviderName }) =>
      withParent((gone) => (provider ? runProvider(provider, gone) : run(profile, gone))),
    )
}
