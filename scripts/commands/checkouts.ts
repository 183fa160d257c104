import type { Command } from 'commander'
import { cancelOpen, isDue } from '../../domain/checkouts/view.ts'
import { eq } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, Refused, withStore } from './command.ts'

// Without a seller: whoever runs the command line runs the whole service, and knows only the id.
const checkoutOfAnySeller = query(
  'checkout_of_any_seller',
  (db, { checkouts: t }, { id }: Arguments<{ id: string }>) =>
    db.select().from(t).where(eq(t.id, id)),
)

const cancel = (id: string) =>
  withStore(async ({ db, environment, now }) => {
    const checkout = await db.run(function* () {
      const [found] = yield* checkoutOfAnySeller({ id })
      if (!found) throw new Refused(`There is no checkout ${id}.`)
      const { seller_id } = found
      const [canceled] = yield* cancelOpen({ seller_id, id, now: now.toISOString() })
      if (canceled) return canceled
      const status = isDue(found, now) ? 'expired' : found.status
      throw new Refused(`${id} is ${status}: only an open checkout can be canceled.`)
    })
    return { value: present.checkout(checkout, environment.base_url) }
  })

export function addCheckouts(program: Command): void {
  const checkouts = program.command('checkouts').description('The checkout sessions.')
  checkouts
    .command('cancel')
    .description('Cancel an open session before it is paid.')
    .argument('<id>', 'the checkout_ id')
    .action(changing(cancel))
}
