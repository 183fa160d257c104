/**
 * A process that records events, claims them, and is killed between the claim and the record of
 * the outcome. Arguments: the database's address, the seller, the key in base64, and the moment:
 * `before` the first request goes out, `during` it, or `after` its answer has come.
 */
import { setImmediate } from 'node:timers/promises'
import { Vault } from '../auth/vault.ts'
import { openDatabase } from '../db/open.ts'
import { SystemClock } from '../runtime/clock.ts'
import { createLog } from '../runtime/log.ts'
import { Metrics } from '../runtime/metrics.ts'
import { Dispatcher } from '../webhooks/delivery.ts'
import { createPost } from '../webhooks/request.ts'
import type { Post } from '../webhooks/request.ts'
import { newEvent } from './webhooksEvent.ts'

const [database_url = '', seller_id = '', key = '', moment] = process.argv.slice(2)

const die = (): never => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('It lives on.')
}

const send = createPost({ mode: 'sandbox' })

const post: Post = async (request) => {
  if (moment === 'before') die()
  const sent = send(request)
  if (moment === 'during') await setImmediate()
  else await sent
  return die()
}

const db = await openDatabase(database_url)
const clock = new SystemClock()
const vault = new Vault(Buffer.from(key, 'base64'))
const log = createLog('warn')
const metrics = new Metrics(db)
const dispatcher = new Dispatcher({ db, vault, clock, log, metrics, post })
await db.run(function* () {
  for (let i = 0; i < 3; i++) yield* newEvent(seller_id, clock.now())
})
dispatcher.start()
