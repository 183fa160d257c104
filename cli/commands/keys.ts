import type { Command } from 'commander'
import { openVault } from '../../domain/auth/keys.ts'
import { reseal } from '../../domain/auth/sealed.ts'
import { WebhookKeys } from '../../domain/webhooks/keys.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { localized } from '../texts/translate.ts'
import { changing, CommandError, withStore } from './command.ts'

const rotate = ({ webhooks }: { webhooks?: boolean }) =>
  withStore(async (store) => {
    const { vault, keys } = await openVault(store)
    if (webhooks) {
      const note = 'It signs webhooks from now on; for 24 hours the previous key signs them too.'
      return { value: await new WebhookKeys(store.db, vault).rotate(store.now), note }
    }
    const note = 'It signs from now on; tokens of the previous key stay valid until they expire.'
    return { value: await keys.rotate(store.now), note }
  })

const revoke = (kid: string) =>
  withStore(async (store) => {
    const { vault, keys } = await openVault(store)
    const ofWebhooks = kid.startsWith(idPrefixes.webhook_keys)
    const owner = ofWebhooks ? new WebhookKeys(store.db, vault) : keys
    const signing = await owner.revoke(kid, store.now)
    if (!signing)
      throw new CommandError(`There is no signing key ${kid}, or it was already revoked.`)
    const note = ofWebhooks
      ? 'It no longer signs webhooks; receivers that hold its public key must discard it.'
      : 'Every token it signed is refused; clients get new ones automatically.'
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
        'Something is still being sealed with another key: start every process ' +
        'with the same SECRET_KEY, and run this again.'
      return { value, refusal }
    }
    const note = 'Everything is sealed with SECRET_KEY; SECRET_KEY_PREVIOUS is no longer needed.'
    return { value, note }
  })

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('The keys that sign tokens and webhooks, and the one that seals secrets.')
  keys
    .command('rotate')
    .description('Sign with a new key from now on; tokens already issued stay valid.')
    .option('--webhooks', 'rotate the webhook key (v1a) instead')
    .action(changing(rotate))
  keys
    .command('revoke')
    .description('End a key and every token it signed at once.')
    .argument('<kid>', 'the key_ or whkey_ id')
    .action(changing(revoke))
  keys
    .command('reseal')
    .description('Seal every secret again with SECRET_KEY while the service runs.')
    .addHelpText(
      'after',
      localized('\nSECRET_KEY_PREVIOUS is the previous key, for this and every process.'),
    )
    .action(changing(resealAll))
}
