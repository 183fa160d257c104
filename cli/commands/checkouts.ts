import type { Command } from 'commander'
import { cancelOfAnySeller } from '../../domain/checkouts/cancel.ts'
import { EventLog } from '../../domain/webhooks/events.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, CommandError, withStore } from './command.ts'

const cancel = (id: string) =>
  withStore(async ({ db, environment, now }) => {
    // The service finds the deliveries of the event by itself, within a minute.
    const events = new EventLog({ baseUrl: environment.baseUrl, wake: () => undefined })
    const result = await db.run(() => cancelOfAnySeller({ id, now, events }))
    if (!result) throw new CommandError(`There is no checkout ${id}.`)
    const { checkout, isCanceled } = result
    if (!isCanceled) {
      throw new CommandError(`${id} is ${checkout.status}: only an open checkout can be canceled.`)
    }
    return { value: present.checkout(checkout, environment.baseUrl) }
  })

export function addCheckouts(program: Command): void {
  const checkouts = program.command('checkouts').description('The checkouts.')
  checkouts
    .command('cancel')
    .description('Cancel an open checkout before it is paid.')
    .argument('<id>', 'the checkout_ id')
    .action(changing(cancel))
}
