import type { Command } from 'commander'
import { listSellers } from '../../domain/identity/sellerRows.ts'
import { CommandError, withStore } from './command.ts'
import type { Store } from './command.ts'

const BAD_USAGE = 2

/** So many sellers are named in the message that asks for one. */
const NAMED_SELLERS = 10

/**
 * The seller to act for when `--seller` is not given.
 *
 * @throws CommandError where there is none, or (exit code 2) several
 */
export async function onlySeller({ db }: Pick<Store, 'db'>): Promise<string> {
  const sellers = await listSellers(db)
  const [seller, ...others] = sellers
  if (!seller) throw new CommandError('There is no seller yet.')
  if (others.length === 0) return seller.id
  const named = sellers.slice(0, NAMED_SELLERS).map(({ id, name }) => `${id} (${name})`)
  const more = sellers.length - named.length
  const list = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  throw new CommandError(`There are several sellers, choose one with --seller ID: ${list}.`, {
    exitCode: BAD_USAGE,
  })
}

/** Adds the option `--seller`, which may be left out where there is one seller. */
export const ofSeller = (command: Command): Command =>
  command
    .option('--seller <id>', 'the seller_ id; not needed where there is one seller')
    .hook('preAction', async () => {
      if (command.getOptionValue('seller') !== undefined) return
      command.setOptionValue('seller', await withStore(onlySeller))
    })
