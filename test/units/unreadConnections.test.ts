/** Connections of a caller with many requests are read in their turn, and all are read again. */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { pino } from 'pino'
import { test } from 'vitest'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../../http/fairQueue.ts'
import { LoadShedder, loadShedderLimits } from '../../http/loadShedder.ts'

const FLOOD: Caller = { name: 'flood', isKnown: true }
const OTHER: Caller = { name: 'other', isKnown: true }

/** As many requests of a caller are read ahead, and no more than twice as many. */
const READ_AHEAD = 64

/** A connection on which requests come one after the other, as long as it is read. */
class Client {
  readonly #service: Service
  readonly caller: Caller
  answered = 0
  isPaused = false
  asksAgain = true

  constructor(service: Service, caller = FLOOD) {
    this.#service = service
    this.caller = caller
  }

  readonly request = {
    complete: true,
    socket: {
      pause: () => void (this.isPaused = true),
      isPaused: () => this.isPaused,
      resume: () => {
        this.isPaused = false
        // Bytes that have arrived are read in the next turn of the event loop.
        setImmediate(() => this.ask())
      },
    },
  } as unknown as IncomingMessage

  ask(caller = this.caller): void {
    if (this.isPaused || !this.asksAgain) return
    const { loadShedder } = this.#service
    const permit = loadShedder.acquire(false, caller)
    assert.ok(permit, 'it was refused')
    this.#service.waiting++
    this.#service.most = Math.max(this.#service.most, this.#service.waiting)
    void loadShedder.schedule(permit)?.then(() => {
      this.#service.waiting--
      this.answered++
      loadShedder.release(permit)
      loadShedder.answered(permit, this.request)
      setImmediate(() => this.ask())
    })
  }
}

type Service = { loadShedder: LoadShedder; waiting: number; most: number }

function newService(): Service {
  const db = { saturated: false } as unknown as Database
  const loadShedder = new LoadShedder(db, pino({ level: 'silent' }), loadShedderLimits)
  return { loadShedder, waiting: 0, most: 0 }
}

const clientsOf = (service: Service, count: number, caller?: Caller) =>
  Array.from({ length: count }, () => new Client(service, caller))

async function until(isReached: () => boolean): Promise<void> {
  for (let turn = 0; !isReached(); turn++) {
    assert.ok(turn < 100_000, 'it does not come to that')
    await new Promise(setImmediate)
  }
}

const stop = async (clients: Client[]) => {
  for (const client of clients) client.asksAgain = false
  await until(() => clients.every(({ isPaused }) => !isPaused))
}

test('of a thousand connections few are read ahead, and all are answered in turn', async () => {
  const service = newService()
  const clients = clientsOf(service, 1_000)
  for (const client of clients) client.ask()
  await until(() => clients.every(({ answered }) => answered >= 3))
  service.most = service.waiting
  await until(() => clients.every(({ answered }) => answered >= 20))
  assert.ok(service.most <= 4 * READ_AHEAD, `${service.most} were read ahead`)
  const most = Math.max(...clients.map(({ answered }) => answered))
  assert.ok(most <= 25, `one was answered ${most} times`)
  await stop(clients)
})

test('connections on which nothing more comes are read again', async () => {
  const service = newService()
  const clients = clientsOf(service, 1_000)
  for (const client of clients) client.ask()
  await until(() => clients.filter(({ isPaused }) => isPaused).length > 500)
  await stop(clients)
  await until(() => service.waiting === 0)
})

test('a connection of a proxy, which has requests of several callers, is always read', async () => {
  const service = newService()
  const flood = clientsOf(service, 1_000)
  for (const client of flood) client.ask()
  await until(() => flood.some(({ isPaused }) => isPaused))
  const proxied = new Client(service)
  const seen = new Set<boolean>()
  for (let i = 0; i < 20; i++) {
    const before = proxied.answered
    proxied.ask(i % 2 === 0 ? FLOOD : OTHER)
    proxied.asksAgain = false
    await until(() => proxied.answered > before)
    proxied.asksAgain = true
    seen.add(proxied.isPaused)
  }
  assert.deepEqual([...seen], [false])
  await stop(flood)
})

test('few connections are all read', async () => {
  const service = newService()
  const clients = clientsOf(service, READ_AHEAD / 2)
  const paused = new Set<boolean>()
  for (const client of clients) client.ask()
  await until(() => {
    for (const { isPaused } of clients) paused.add(isPaused)
    return clients.every(({ answered }) => answered >= 10)
  })
  assert.deepEqual([...paused], [false])
  await stop(clients)
})
