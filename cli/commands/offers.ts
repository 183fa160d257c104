import type { Command } from 'commander'
import { operator } from '../../domain/identity/actor.ts'
import { archiveOfferOfAnySeller } from '../../domain/catalog/offers.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, CommandError, withStore } from './command.ts'

const archive = (id: string) =>
  withStore(async ({ db, now }) => {
    const by = { actor: operator(), now }
    const result = await db.run(() => archiveOfferOfAnySeller({ id, ...by }))
    if (!result) throw new CommandError(`There is no offer ${id}.`)
    const { offer, isArchived } = result
    if (!isArchived) {
      throw new CommandError(
        `${id} is the default offer of ${offer.product_id}, which has other active offers: ` +
          'set one of them as default first.',
      )
    }
    return { value: present.offer(offer) }
  })

export function addOffers(program: Command): void {
  const offers = program.command('offers').description('The offers of the products.')
  offers
    .command('archive')
    .description('Archive an offer permanently: the API answers as if it did not exist.')
    .argument('<id>', 'the offer_ id')
    .action(changing(archive))
}
