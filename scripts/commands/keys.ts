import type { Command } from 'commander'
import { openVault } from '../../domain/auth/keys.ts'
import { reseal } from '../../domain/auth/sealed.ts'
import { changing, Refused, withStore } from './command.ts'

const rotate = () =>
  withStore(async (store) => {
    const { keys } = await openVault(store)
    const note = 'It signs from now on; tokens of the key before stay valid until they expire.'
    return { value: await keys.rotate(store.now), note }
  })

const revoke = (kid: string) =>
  withStore(async (store) => {
    const { keys } = await openVault(store)
    const signing = await keys.revoke(kid, store.now)
    if (!signing) throw new Refused(`There is no signing key ${kid}, or it was revoked before.`)
    const note = 'Every token that it signed is refused; clients get new ones by themselves.'
    return { value: { kid, signing_kid: signing.kid }, note }
  })

const resealAll = () =>
  withStore(async (store) => {
    const { vault } = await openVault(store)
    const { resealed, closed, complete } = await reseal(store.db, vault, store.now)
    const value = { resealed, complete }
    if (closed.length > 0) {
      return { value, refusal: `Neither key opens the ${closed.join(', the ')}.` }
    }
    if (!complete) {
      const refusal =
        'Something is still being sealed under another key: start every process ' +
        'with the same SECRET_KEY, and run this again.'
      return { value, refusal }
    }
    const note = 'All is sealed under SECRET_KEY; SECRET_KEY_PREVIOUS opens nothing any more.'
    return { value, note }
  })

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('The keys that sign access tokens, and the one that seals secrets.')
  keys
    .command('rotate')
    .description('Sign with a new key from now on; tokens already issued stay valid.')
    .action(changing(rotate))
  keys
    .command('revoke')
    .description('End a key and every token that it signed, at once.')
    .argument('<kid>', 'the key_ id')
    .action(changing(revoke))
  keys
    .command('reseal')
    .description('Seal every secret anew under SECRET_KEY while the service runs.')
    .addHelpText('after', '\nSECRET_KEY_PREVIOUS is the key before, for this and every process.')
    .action(changing(resealAll))
}
