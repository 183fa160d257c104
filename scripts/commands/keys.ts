import type { Command } from 'commander'
import { SigningKeys } from '../../auth/keys.ts'
import { secretKey, Vault } from '../../auth/vault.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import { printing, Refused, withStore } from './command.ts'

const rotate = () =>
  withStore(async ({ db, environment, now }) => {
    const keys = new SigningKeys(db, new Vault(secretKey(environment)))
    // A key sealed under another secret than the service's would keep it from issuing tokens.
    await keys.signing(now).catch((cause: unknown) => {
      if (cause instanceof DatabaseUnavailable) throw cause
      throw new Refused('SECRET_KEY: does not open the signing keys of this database', { cause })
    })
    const note = 'It signs from now on; tokens of the key before stay valid until they expire.'
    return { value: await keys.rotate(now), note }
  })

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('The keys that sign access tokens.')
  keys.command('rotate')
    .description('Sign with a new key from now on; tokens already issued stay valid.')
    .action(printing(rotate))
}
