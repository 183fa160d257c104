import type { Command } from 'commander'
import { openVault } from '../../domain/auth/keys.ts'
import { reseal } from '../../domain/auth/sealed.ts'
import { WebhookKeys, WEBHOOK_KEY_PREFIX } from '../../domain/webhooks/keys.ts'
import { changing, Refused, withStore } from './command.ts'

const rotate = ({ webhooks }: { webhooks?: boolean }) =>
  withStore(async (store) => {
    const { vault, keys } = await openVault(store)
    if (webhooks) {
      const note = 'It signs webhooks from now on; for 24 hours the one before it signs them too.'
      return { value: await new WebhookKeys(store.db, vault).rotate(store.now), note }
    }
    const note = 'It signs from now on; tokens of the key before stay valid until they expire.'
    return { value: await keys.rotate(store.now), note }
  })

const revoke = (kid: string) =>
  withStore(async (store) => {
    const { vault, keys } = await openVault(store)
    const ofWebhooks = kid.startsWith(WEBHOOK_KEY_PREFIX)
    const owner = ofWebhooks ? new WebhookKeys(store.db, vault) : keys
    const signing = await owner.revoke(kid, store.now)
    if (!signing) throw new Refused(`There is no signing key ${kid}, or it was revoked before.`)
    const note = ofWebhooks
      ? 'It signs no webhook any more; receivers that hold its public part must forget it.'
      : 'Every token that it signed is refused; clients get new ones by themselves.'
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
    .description('The keys that sign tokens and webhooks, and the one that seals secrets.')
  keys
    .command('rotate')
    .description('Sign with a new key from now on; tokens already issued stay valid.')
    .option('--webhooks', 'exchange the key of webhooks (v1a) instead')
    .action(changing(rotate))
  keys
    .command('revoke')
    .description('End a key at once, and every token that it signed.')
    .argument('<kid>', 'the key_ or whkey_ id')
    .action(changing(revoke))
  keys
    .command('reseal')
    .description('Seal every secret anew under SECRET_KEY while the service runs.')
    .addHelpText('after', '\nSECRET_KEY_PREVIOUS is the key before, for this and every process.')
    .action(changing(resealAll))
}
