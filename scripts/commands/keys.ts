import type { Command } from 'commander'
import { openVault } from '../../auth/keys.ts'
import { changing, withStore } from './command.ts'

const rotate = () =>
  withStore(async (store) => {
    const { keys } = await openVault(store)
    const note = 'It signs from now on; tokens of the key before stay valid until they expire.'
    return { value: await keys.rotate(store.now), note }
  })

export function addKeys(program: Command): void {
  const keys = program.command('keys').description('The keys that sign access tokens.')
  keys.command('rotate')
    .description('Sign with a new key from now on; tokens already issued stay valid.')
    .action(changing(rotate))
}
