/** The rounds of a process over a simulated year: they pass by what is not due. */
import type { Process } from '../process.ts'
import type { World } from '../world.ts'

const HOUR_MS = 60 * 60 * 1000

/** The interval of looks for due work. */
const LOOK_MS = HOUR_MS

/** The interval of rounds in which nothing is due: they read the bank's lists. */
const IDLE_MS = 12 * HOUR_MS

const ofBank = 'seller_id = @seller_id and connection_id = @id and'

/** The rows that a round would find due; an index leads to each. */
const dueWork = [
  'subscriptions where check_at <= @now',
  `subscriptions where ${ofBank} bank_check_at <= @now`,
  `invoices where ${ofBank} bank_check_at <= @now`,
  `subscription_codes where ${ofBank} check_at <= @now`,
  `payments where ${ofBank} return_check_at <= @now`,
  `refunds where ${ofBank} check_at <= @now`,
].map((work) => `exists (select 1 from ${work})`)

/**
 * The service has a round each half minute. Here one is run when there is something to do, and
 * twice a day.
 */
export function driveRounds(process: Process, world: World): void {
  const { service, db } = process
  const bank = db.client.prepare('select seller_id, id from bank_connections')
  const isDue = db.client.prepare(`select ${dueWork.join(' or ')} as isDue`)
  let isRunning = false
  let nextMs = 0
  const round = async () => {
    isRunning = true
    nextMs = world.timeline.now_ms + IDLE_MS
    await service.dueRounds.round()
    await service.rail.reconcile()
    isRunning = false
  }
  process.every(LOOK_MS, () => {
    if (isRunning) return
    const now = world.timeline.now().toISOString()
    const isIdle = world.timeline.now_ms < nextMs
    const of = bank.get() as object | undefined
    if (!of) return
    if (isIdle && (isDue.get({ ...of, now }) as { isDue: number }).isDue === 0) return
    void round()
  })
}
