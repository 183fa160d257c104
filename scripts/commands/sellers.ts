import type { Command } from 'commander'
import { createSeller } from '../../domain/auth/clients.ts'
import { listSellers } from '../../domain/auth/sellers.ts'
import { changing, parseName, printing, SHOWN_ONCE, withStore } from './command.ts'

const create = ({ name }: { name: string }) =>
  withStore(async ({ db, now }) => {
    const { seller_id, client_id, client_secret, scopes } = await createSeller(db, { name, now })
    return { value: { seller_id, client_id, client_secret, scopes }, note: SHOWN_ONCE }
  })

const list = () =>
  withStore(async ({ db }) => {
    const sellers = await listSellers(db)
    return {
      value: sellers.map(({ id, name, status, default_currency, created_at }) => ({
        id,
        name,
        status,
        default_currency,
        created_at,
      })),
    }
  })

export function addSellers(program: Command): void {
  const sellers = program.command('sellers').description('The accounts that sell here.')
  sellers
    .command('create')
    .description('Make a seller and its first API client, which may do everything.')
    .requiredOption('--name <name>', 'what buyers are shown', parseName)
    .action(changing(create))
  sellers.command('list').description('List the sellers, oldest first.').action(printing(list))
}
