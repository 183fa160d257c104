import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { newestEvents } from '../../domain/audit/trail.ts'
import * as present from '../../handlers/support/present.ts'
import { noSeller, printing, withStore } from './command.ts'
import { asText } from './text.ts'

/** Events that are printed, unless `--limit` says otherwise. */
const LISTED_EVENTS = 1_000

/** More are read through the API, page by page. */
const MAX_LISTED_EVENTS = 10_000

function parseLimit(text: string): number {
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_LISTED_EVENTS) return limit
  throw new InvalidArgumentError(`It is a whole number from 1 to ${MAX_LISTED_EVENTS}.`)
}

const list = ({ seller, limit = LISTED_EVENTS }: { seller?: string; limit?: number }) =>
  withStore(async ({ db }) => {
    const events = await newestEvents(db, { seller_id: seller, limit })
    if (!events) throw noSeller(seller ?? '')
    const value = events.map(present.auditEvent)
    const rows = value.map((event) => ({
      sequence: event.sequence,
      time: event.created_at,
      actor: event.actor.type,
      name: event.actor.name,
      action: event.action,
      target: event.target.id,
      fields: event.changes.map(({ field }) => field),
    }))
    return { value, text: asText(rows) }
  })

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('Who changed what and when.')
  audit
    .command('list')
    .description('List audit events, newest first; db check finds missing or altered ones.')
    .option('--seller <id>', 'the seller; without it, events of no seller, such as signing keys')
    .option('--limit <n>', `how many, ${LISTED_EVENTS} by default`, parseLimit)
    .action(printing(list))
}
