import type { Command } from 'commander'
import { createSeller } from '../../domain/access/clients.ts'
import { changeSellerStatus, renameSeller } from '../../domain/auth/sellers.ts'
import { listSellers } from '../../domain/identity/sellerRows.ts'
import type { Seller } from '../../domain/identity/sellerRows.ts'
import {
  changing,
  noSeller,
  parseName,
  printing,
  SHOWN_ONCE,
  withNewStore,
  withStore,
} from './command.ts'
import { ofSeller } from './sellerOption.ts'

const shown = ({ id, name, status, default_currency, created_at }: Seller) => ({
  id,
  name,
  status,
  default_currency,
  created_at,
})

const create = ({ name }: { name: string }) =>
  withNewStore(async ({ db, now }) => {
    const { seller_id, client_id, client_secret, scopes } = await createSeller(db, { name, now })
    return { value: { seller_id, client_id, client_secret, scopes }, note: SHOWN_ONCE }
  })

const list = () =>
  withNewStore(async ({ db }) => {
    const sellers = await listSellers(db)
    return { value: sellers.map(shown) }
  })

const setStatus = (status: Seller['status'], note: string) => (id: string) =>
  withStore(async ({ db, now }) => {
    const seller = await changeSellerStatus(db, { id, status, now })
    if (!seller) throw noSeller(id)
    return { value: shown(seller), note }
  })

const rename = ({ seller: id, name }: { seller: string; name: string }) =>
  withStore(async ({ db, now }) => {
    const seller = await renameSeller(db, { id, name, now })
    if (!seller) throw noSeller(id)
    return { value: shown(seller), note: 'Where the shop shows a name of its own, that one stays.' }
  })

const suspend = setStatus(
  'suspended',
  'Its tokens have ended. Money that still arrives is settled or sent back.',
)
const activate = setStatus('active', 'Its API clients can get tokens again.')

export function addSellers(program: Command): void {
  const sellers = program.command('sellers').description('The accounts that sell here.')
  sellers
    .command('create')
    .description('Create a seller and its first API client, which can do everything.')
    .requiredOption('--name <name>', 'the name buyers see', parseName)
    .action(changing(create))
  sellers.command('list').description('List the sellers, oldest first.').action(printing(list))
  ofSeller(sellers.command('rename'))
    .description("Change the account's own name.")
    .requiredOption('--name <name>', 'the new name', parseName)
    .action(changing(rename))
  sellers
    .command('suspend')
    .description('Stop new tokens and new charges of a seller; its tokens end at once.')
    .argument('<id>', 'the seller_ id')
    .action(changing(suspend))
  sellers
    .command('activate')
    .description('Reactivate a suspended seller.')
    .argument('<id>', 'the seller_ id')
    .action(changing(activate))
}
