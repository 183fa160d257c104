import type { Command } from 'commander'
import { operator } from '../../domain/identity/actor.ts'
import { archiveProductOfAnySeller } from '../../domain/catalog/products.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, CommandError, withStore } from './command.ts'

const archive = (id: string) =>
  withStore(async ({ db, now }) => {
    const archived = await db.run(() => archiveProductOfAnySeller({ id, actor: operator(), now }))
    if (!archived) throw new CommandError(`There is no product ${id}.`)
    return { value: present.product(archived.product, archived.default_offer) }
  })

export function addProducts(program: Command): void {
  const products = program.command('products').description('The products of the sellers.')
  products
    .command('archive')
    .description('Take a product off sale: no new offers, no new checkouts.')
    .argument('<id>', 'the prod_ id')
    .action(changing(archive))
}
