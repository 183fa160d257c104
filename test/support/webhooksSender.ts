/** The sending side alone: a database, a seller and a dispatcher, without the HTTP service. */
import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { LookupFunction } from 'node:net'
import { createSeller } from '../../domain/access/clients.ts'
import { Vault } from '../../domain/identity/vault.ts'
import { createLog } from '../../runtime/logger.ts'
import { noMetrics } from '../../runtime/metrics/metrics.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import { Dispatcher } from '../../domain/webhooks/delivery.ts'
import { WebhookKeys } from '../../domain/webhooks/keys.ts'
import { createEndpoint, deleteEndpoint, rotateEndpoint } from '../../domain/webhooks/endpoints.ts'
import { listDeliveries } from '../../domain/webhooks/queue.ts'
import { createPost } from '../../domain/webhooks/post.ts'
import type { Post } from '../../domain/webhooks/post.ts'
import { atEnd } from './atEnd.ts'
import { newPrivateDatabase, openTestDatabase } from './engine.ts'
import { TestClock } from './service.ts'
import { newEvent } from './webhooksEvent.ts'

/** A test whose answer does not come fails after this, instead of waiting for ever. */
const PATIENCE_MS = 20_000

/** The time that a stop waits for deliveries under way. */
const STOP_MS = 8_000

type SenderOptions = {
  database_url?: string
  secret_key?: Buffer
  mode?: 'sandbox' | 'live'
  /** The limit of an exchange. */
  limitMs?: number
  lookup?: LookupFunction
  lookIntervalMs?: number
  metrics?: Metrics
  /** Replaces the function that posts. */
  post?: Post
}

export async function startSender(options: SenderOptions = {}) {
  const { mode = 'sandbox', metrics = noMetrics } = options
  const db = await openTestDatabase(options.database_url ?? (await newPrivateDatabase()))
  const vault = new Vault(options.secret_key ?? randomBytes(32))
  const keys = new WebhookKeys(db, vault)
  const clock = new TestClock()
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const { seller_id } = await createSeller(db, { name: 'Loja', now: clock.now() })

  const answers = new EventEmitter()
  const inner = options.post ?? createPost({ mode, ...options })
  let answered = 0
  const post: Post = async (request) => {
    const outcome = await inner(request)
    answered++
    answers.emit('answer')
    return outcome
  }
  const { lookIntervalMs } = options
  const parts = { db, vault, keys, clock, log, metrics, post }
  const newDispatcher = () =>
    new Dispatcher({ ...parts, ...(lookIntervalMs && { lookIntervalMs }) })
  let dispatcher = newDispatcher()
  atEnd(() => dispatcher.stop(0))

  return {
    db,
    vault,
    keys,
    clock,
    seller_id,
    lines,
    dispatcher: () => dispatcher,
    start: () => dispatcher.start(),
    stop: () => dispatcher.stop(STOP_MS),
    /** Starts a sender on the same database, as another process does. */
    restart() {
      dispatcher = newDispatcher()
      dispatcher.start()
    },
    endpoint: (url: string, of = seller_id) =>
      createEndpoint(db, { seller_id: of, url, mode: 'sandbox', vault, now: clock.now() }),
    remove: (id: string) => deleteEndpoint(db, { id, now: clock.now() }),
    rotate: (id: string) => rotateEndpoint(db, { id, vault, now: clock.now() }),
    /** Records an event and commits it; the dispatcher is not woken. */
    record: (of = seller_id) => db.run(() => newEvent(of, clock.now())),
    /** The same, and wakes the dispatcher. */
    async tell(of = seller_id) {
      await db.run(() => newEvent(of, clock.now()))
      dispatcher.wake(of)
    },
    /** Resolves when so many posts have ended in all, however they ended. */
    async answered(count: number) {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      while (answered < count) await once(answers, 'answer', { signal })
    },
    /** The recorded deliveries, oldest first. */
    async deliveries(of = seller_id) {
      const listed = (await listDeliveries(db, of)) ?? []
      return listed.map(({ delivery }) => delivery).toReversed()
    },
  }
}
