/** C6: webhooks to receivers of every kind, by senders that are killed at any moment. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newDatabase, sqlOn } from '../support/engine.ts'
import { control, long, property } from '../support/property.ts'
import { answer, reset, startReceiver } from '../support/receiver.ts'
import type { Receiver, Script } from '../support/receiver.ts'
import { startSender } from '../support/webhooksSender.ts'
import { below, seed } from './support/endings.ts'

const victim = fileURLToPath(new URL('support/C6_victim.ts', import.meta.url))

/** Databases at once, and the processes on each, one after the other. */
const DATABASES = long ? 2 : 1
const KILLS = long ? 4 : 2
const LONG_MS = 60_000

/** Each database keeps its connections to the end of the file, and PostgreSQL has a hundred. */
const MOST_KILLS = 120

/** A process kills itself at one of these moments, or is killed within so much time. */
const allMoments = ['before', 'after', 'during', 'any'] as const
const KILL_WITHIN_MS = 250

/** The short form has one on either side of a request's arrival. */
const moments = long ? allMoments : allMoments.slice(0, KILLS)

/** The deliveries that come to each of these moments. */
const MOMENTS = 9

/** The silence of a receiver before it hangs up, and a sender's time to stop. */
const SILENCE_MS = 300

const EVENTS = long ? 40 : 12

/** Says nothing, and hangs up. A sender's own limit would end what a busy machine has not sent. */
const silence: Script = (response) => void setTimeout(() => response.destroy(), SILENCE_MS)

const scripts = {
  200: answer(200),
  500: answer(500),
  301: answer(301, '', { location: '/elsewhere' }),
  silence,
  reset,
}

const startReceivers = (): Promise<Receiver[]> =>
  Promise.all(Object.values(scripts).map((script) => startReceiver(script)))

type Delivery = { event_id: string; url: string; status: string }

async function startOn(database_url: string) {
  const secret_key = randomBytes(32)
  const sender = await startSender({ database_url, secret_key })
  const sql = await sqlOn(database_url)
  const receivers = await startReceivers()
  for (const { url } of receivers) await sender.endpoint(url)
  const deliveries = () =>
    sql<Delivery>(`
    select d.event_id, d.status, e.url from deliveries d
    join webhook_endpoints e on e.seller_id = d.seller_id and e.id = d.endpoint_id`)
  return { sender, secret_key, receivers, deliveries }
}

/** The times that an event came to a receiver. */
const timesOf = ({ received, url }: Receiver, event_id: string) => {
  assert.ok(received.every(({ path }) => url.endsWith(path)))
  return received.filter(({ headers }) => headers['webhook-id'] === event_id).length
}

/** Asserts that, without a fault on this side, each receiver gets each event exactly once. */
async function sentExactlyOnce(): Promise<number> {
  const { sender, receivers, deliveries } = await startOn(await newDatabase())
  sender.start()
  const other = sender.dispatcher()
  sender.restart()
  for (let i = 0; i < EVENTS; i++) await sender.tell()
  await sender.answered(EVENTS * receivers.length)
  await Promise.all([other.stop(SILENCE_MS), sender.stop()])
  const all = await deliveries()
  assert.equal(all.length, EVENTS * receivers.length)
  for (const { event_id } of all) {
    assert.deepEqual(
      receivers.map((one) => timesOf(one, event_id)),
      receivers.map(() => 1),
    )
  }
  return all.length
}

/** Runs a process that sends until it is killed, by itself or from here. */
async function killed(moment: (typeof allMoments)[number], args: string[]): Promise<void> {
  const child = spawn(process.execPath, [victim, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  if (moment === 'any') {
    await once(child.stdout, 'data')
    await wait(below(KILL_WITHIN_MS))
    child.kill('SIGKILL')
  }
  assert.deepEqual(await exited, [null, 'SIGKILL'])
}

/** Kills process after process on one database, then sends what is left; nothing came twice. */
async function neverSentTwice({ late = false } = {}) {
  const database_url = await newDatabase()
  const { sender, secret_key, receivers, deliveries } = await startOn(database_url)
  const of = [database_url, sender.seller_id, secret_key.toString('base64')]
  for (let i = 0; i < KILLS; i++) {
    const moment = late ? 'after' : (moments[i % moments.length] ?? 'any')
    await killed(moment, [...of, moment, String(below(MOMENTS)), ...(late ? ['late'] : [])])
  }
  const pending = (await deliveries()).filter(({ status }) => status === 'pending')
  sender.start()
  await sender.tell()
  await sender.answered(pending.length + receivers.length)
  await sender.stop()
  const counts = { deliveries: 0, unknown: 0, arrived: 0 }
  for (const { event_id, url, status } of await deliveries()) {
    const receiver = receivers.find((one) => one.url === url)
    const times = receiver ? timesOf(receiver, event_id) : 0
    // A delivery that was cut off arrived once or not at all; one with an outcome arrived once.
    assert.ok(status === 'claimed' ? times <= 1 : times === 1, `${status}, ${times} times`)
    counts.deliveries++
    if (status !== 'claimed') continue
    counts.unknown++
    counts.arrived += times
  }
  return counts
}

property('C6', async () => {
  const once = await sentExactlyOnce()
  const end_ms = performance.now() + (long ? LONG_MS : 0)
  const all = { deliveries: 0, unknown: 0, arrived: 0 }
  let kills = 0
  do {
    const runs = await Promise.all(Array.from({ length: DATABASES }, () => neverSentTwice()))
    for (const run of runs) {
      all.deliveries += run.deliveries
      all.unknown += run.unknown
      all.arrived += run.arrived
      kills += KILLS
    }
  } while (performance.now() < end_ms && kills < MOST_KILLS)
  const { deliveries, unknown, arrived } = all
  assert.ok(arrived > 0 && arrived < unknown, 'the kills met one side of a request only')
  return (
    `${once} of ${once} exactly once without faults; none of ${deliveries} twice in ` +
    `${kills} kills, which cut off ${unknown}, ${arrived} after they had arrived (seed ${seed})`
  )
})

control('C6', 'a delivery is claimed when it has been sent', async () => {
  await neverSentTwice({ late: true })
})
