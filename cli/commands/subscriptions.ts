import type { Command } from 'commander'
import { subscriptionsWith } from '../../domain/subscriptions/list.ts'
import { endSubscriptionOfAnySeller } from '../../domain/subscriptions/subscriptionChanges.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { sellerById } from '../../domain/identity/sellerRows.ts'
import * as present from '../../handlers/support/present.ts'
import { aboveIds } from '../../runtime/ids.ts'
import { changing, CommandError, noSeller, printing, withStore } from './command.ts'
import { recorderAt } from './recorder.ts'
import { ofSeller } from './sellerOption.ts'

/** So many are listed, newest first. */
const LISTED = 100

const list = ({ seller }: { seller: string }) =>
  withStore(async ({ db, environment }) => {
    const newest = await db.read(function* () {
      const [found] = yield* sellerById({ id: seller })
      if (!found) return undefined
      const from = idPrefixes.subscriptions
      const page = { seller_id: seller, from, before: aboveIds(from), limit: LISTED }
      return yield* subscriptionsWith({}, page)
    })
    if (!newest) throw noSeller(seller)
    return { value: newest.map((row) => present.subscription(row, environment.baseUrl)) }
  })

const cancel = (id: string) =>
  withStore(async ({ db, environment, now }) => {
    const recorder = recorderAt({ environment, now })
    const result = await db.run(() => endSubscriptionOfAnySeller(id, recorder))
    if (!result) throw new CommandError(`There is no subscription ${id}.`)
    const { subscription, isCanceled } = result
    if (!isCanceled) {
      throw new CommandError(`${id} is ${subscription.status}: it has ended already.`)
    }
    return { value: present.subscription(subscription, environment.baseUrl) }
  })

export function addSubscriptions(program: Command): void {
  const subscriptions = program.command('subscriptions').description('The subscriptions.')
  ofSeller(subscriptions.command('list'))
    .description(`List the newest ${LISTED} subscriptions of a seller, newest first.`)
    .action(printing(list))
  subscriptions
    .command('cancel')
    .description('Cancel a subscription: nothing more is debited.')
    .argument('<id>', 'the sub_ id')
    .action(changing(cancel))
}
