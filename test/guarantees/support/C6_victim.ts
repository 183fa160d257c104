/**
 * A process that records events and sends them, until it is killed. Arguments: the database's
 * address, the seller, the key in base64, and the moment at which it kills itself if nothing was
 * quicker: `before` a request goes out, `during` it or `after` its answer, and of the how manyth.
 * With `late` it claims a delivery only when it has been sent.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Vault } from '../../../domain/identity/vault.ts'
import { openDatabase } from '../../../db/open.ts'
import { and, eq } from '../../../db/operators.ts'
import { query } from '../../../db/query.ts'
import type { Arguments } from '../../../db/query.ts'
import type { Row } from '../../../db/schema/tables.ts'
import { SystemClock } from '../../../runtime/clock.ts'
import { createLog } from '../../../runtime/logger.ts'
import { noMetrics } from '../../../runtime/metrics/metrics.ts'
import { Dispatcher } from '../../../domain/webhooks/delivery.ts'
import { WebhookKeys } from '../../../domain/webhooks/keys.ts'
import { createPost } from '../../../domain/webhooks/post.ts'
import type { Post } from '../../../domain/webhooks/post.ts'
import { newEvent } from '../../support/webhooksEvent.ts'
import { breakQueries, skipped, replaced } from './breakage.ts'

const EVENTS = 3

const [database_url = '', seller_id = '', key = '', moment, number, late] = process.argv.slice(2)

const counted = { before: 0, during: 0, after: 0 }

function live(now: keyof typeof counted): void {
  const count = counted[now]++
  if (now === moment && count === Number(number)) process.kill(process.pid, 'SIGKILL')
}

const send = createPost({ mode: 'sandbox' })

const post: Post = async (request) => {
  live('before')
  const sent = send(request)
  await wait(Math.random() * 10)
  live('during')
  const outcome = await sent
  live('after')
  return outcome
}

type Delivery = Row<'deliveries'>
type Key = Arguments<Pick<Delivery, 'seller_id' | 'id'>>

const lookAtPending = query('test_look_at_pending_delivery', (db, { deliveries: t }, args: Key) =>
  db
    .select()
    .from(t)
    .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), eq(t.status, 'pending'))),
)

const finishUnclaimed = query(
  'test_finish_unclaimed_delivery',
  (db, { deliveries: t }, args: Arguments<Delivery & { now: string }>) =>
    db
      .update(t)
      .set({ status: args.status, claimed_at: args.now, duration_ms: args.duration_ms })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning({ id: t.id }),
)

const db = await openDatabase(database_url)
if (late) {
  // Within this process nothing is sent twice all the same.
  const sending = new Set<unknown>()
  breakQueries(db, {
    claim_pending_delivery(step) {
      const { id } = step.args
      const known = sending.has(id)
      sending.add(id)
      return known ? skipped() : replaced(lookAtPending)(step)
    },
    finish_claimed_delivery: replaced(finishUnclaimed),
  })
}
const clock = new SystemClock()
const vault = new Vault(Buffer.from(key, 'base64'))
const log = createLog('silent')
const dispatcher = new Dispatcher({
  db,
  vault,
  keys: new WebhookKeys(db, vault),
  clock,
  log,
  metrics: noMetrics,
  post,
})
await db.run(function* () {
  for (let i = 0; i < EVENTS; i++) yield* newEvent(seller_id, clock.now())
})
dispatcher.start()
console.log('started')
