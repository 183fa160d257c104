/** O2: more than can be answered. What is let in is answered, the rest is told at once to wait. */
import assert from 'node:assert/strict'
import { median } from '../../packages/bench/median.ts'
import type { LoadShedderLimits } from '../../http/loadShedder.ts'
import { control, long, property } from '../support/property.ts'
import { startService } from '../support/service.ts'
import type { TestAccount, TestService } from '../support/service.ts'
import {
  newCustomer,
  newLargeCheckouts,
  newToken,
  startAttacker,
  startServed,
} from './support/loads.ts'
import type { Served } from './support/loads.ts'
import { quantile, wireText } from './support/openLoop.ts'
import type { TimedAnswer, Load } from './support/openLoop.ts'
import { answersIn, RawConnection } from './support/rawHttp.ts'

const HEALTH = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'

const IN_FLIGHT = 8
const BURST = 64
const BURSTS = 5

const ROUNDS = 5
const PEAK_SECONDS = 3
const OVER_SECONDS = 6
const BACK_SECONDS = 6
/** The beginning of a load, while the service finds out that there is too much of it. */
const ONSET_MS = 2_000
/** A client that waits for longer has gone away. */
const USEFUL_MS = 3_000
const BACK_LIMIT_MS = 5_000
const REFUSED_LIMIT_MS = 1_000

/** Sends a text on each of these connections at once, and gives the next answer of each. */
async function burst(connections: RawConnection[], texts: string[]) {
  const heard = connections.map(({ heard }) => answersIn(heard).length)
  for (const [i, connection] of connections.entries()) connection.write(texts[i] ?? '')
  return Promise.all(
    connections.map(async (connection, i) => {
      const count = heard[i] ?? 0
      const answer = (await connection.answers(count + 1))[count]
      assert.ok(answer, 'a connection was dropped')
      return answer
    }),
  )
}

const creation = (seller: TestAccount) =>
  wireText('POST', '/v1/customers', seller.token, {
    name: 'Ana',
    email: `${crypto.randomUUID()}@example.com`,
  })

/** Counts how many of far too many at once were let in, of whom each must have been served. */
async function assertSurplusRefused(service: TestService): Promise<string> {
  const port = Number(new URL(service.url).port)
  const seller = await service.account()
  const connections = Array.from({ length: BURST }, () => new RawConnection(port))
  const created = async () => (await service.sql('select id from customers')).length
  const before = await created()
  let served = 0
  for (let i = 0; i < BURSTS; i++) {
    const health = new RawConnection(port)
    const texts = Array.from({ length: BURST }, () => creation(seller))
    const [alive, ...answers] = await burst([health, ...connections], [HEALTH, ...texts])
    assert.equal(alive?.status, 200)
    for (const { status, headers, body } of answers) {
      if (status === 201) served++
      else {
        assert.equal(status, 503, body)
        assert.match(headers['retry-after'] ?? '', /^\d+$/)
        assert.match(body, /"code":"service_unavailable"/)
      }
    }
    // As soon as those are answered, there is room again.
    assert.equal((await seller.customer()).object, 'customer')
    health.socket.destroy()
  }
  for (const { socket } of connections) socket.destroy()
  assert.ok(served < BURSTS * BURST, 'no request was refused')
  assert.ok(served >= BURSTS, `${served} were served`)
  assert.equal((await created()) - before, served + BURSTS)
  return (
    `of ${BURSTS * BURST} in bursts of ${BURST}, ${served} were served and stored, ` +
    `${BURSTS * BURST - served} refused with Retry-After`
  )
}

/** Clients that ask on and on, each as soon as it is answered, refused or not. */
const IMPATIENT = 1_000

/**
 * A load: its request, how many connections reach the peak, and whether requests come at ten times
 * the peak beside those of impatient clients.
 */
type Kind = { connections: number; isOpen: boolean; text(service: Served): Promise<string> }

const kinds: Record<string, Kind> = {
  /**
   * The largest page: 100 sessions, each with as much metadata as it can have. One costs what
   * hundreds of refusals cost: so two cores can offer ten times what one can answer.
   */
  pages: {
    connections: 8,
    isOpen: true,
    async text(service) {
      const token = await newToken(service)
      await newLargeCheckouts(service.url, token, 100)
      return wireText('GET', '/v1/checkouts?limit=100', token)
    },
  },
  /** Of these a thousand can be answered in time, so that none has to be refused. */
  reads: {
    connections: 64,
    isOpen: false,
    async text(service) {
      const token = await newToken(service)
      return wireText('GET', `/v1/customers/${await newCustomer(service.url, token)}`, token)
    },
  },
}

/** The figures of one round of ten times the load. */
type Round = { peak: number; goodput: number; refused: TimedAnswer[]; back_ms: number }

/** A server that shares two cores with all else; more connections would fight for them. */
const smallDatabase = { DATABASE_CONNECTIONS: '4' }

async function overloadedRounds(
  { connections, isOpen, text }: Kind,
  limits: Partial<LoadShedderLimits>,
) {
  const service = await startServed(
    { RATE_LIMIT: 'off', SELLER_DAILY_MB: 'off', ...smallDatabase },
    limits,
  )
  // Its callers come from other machines, and take no time of the service's processors.
  const load = startAttacker<Load, TimedAnswer[]>('openLoop.ts')
  const beside = startAttacker<Load, TimedAnswer[]>('openLoop.ts')
  const asked = { port: service.port, texts: [await text(service)] }
  // A process that has answered little is more patient; these are hundreds of answers.
  await load({ ...asked, texts: [HEALTH], seconds: 1, connections })
  await load({ ...asked, seconds: 1, connections })
  const measuredPeak = async () =>
    (await load({ ...asked, seconds: PEAK_SECONDS, connections })).length / PEAK_SECONDS
  const rounds: Round[] = []
  let peak = await measuredPeak()
  for (let i = 0; i < ROUNDS; i++) {
    const over = { ...asked, seconds: OVER_SECONDS, connections: IMPATIENT }
    const [impatient, open] = await Promise.all([
      load(over),
      isOpen ? beside({ ...over, rate: peak * 10 }) : [],
    ])
    const heard = [...impatient, ...open]
    const odd = heard.filter(
      ({ status, retry_after }) => status !== 200 && !(status === 503 && retry_after),
    )
    assert.deepEqual(odd.slice(0, 3), [], `${odd.length} of ${heard.length}`)
    const settled = heard.filter(({ due_ms }) => due_ms > ONSET_MS)
    const good = settled.filter(
      ({ status, latency_ms }) => status === 200 && latency_ms < USEFUL_MS,
    )
    const after = await load({ ...asked, seconds: BACK_SECONDS, connections: 4 })
    const last = after.findLast(({ status }) => status !== 200)
    const peak_before = peak
    peak = await measuredPeak()
    rounds.push({
      // The mean of before and after, so that other work of the machine falls on both.
      peak: (peak_before + peak) / 2,
      goodput: good.length / (OVER_SECONDS - ONSET_MS / 1000),
      refused: settled.filter(({ status }) => status === 503),
      back_ms: last === undefined ? 0 : last.due_ms + last.latency_ms,
    })
  }
  await service.stop()
  return rounds
}

async function assertGoodputStays(name: string, limits: Partial<LoadShedderLimits> = {}) {
  const kind = kinds[name]
  assert.ok(kind)
  const rounds = await overloadedRounds(kind, limits)
  const share = median(rounds.map(({ peak, goodput }) => goodput / peak))
  const refused = rounds.flatMap((round) => round.refused)
  const refused_ms = median(rounds.map((round) => quantile(round.refused, 0.99)))
  const back_ms = Math.max(...rounds.map((round) => round.back_ms))
  const peak = median(rounds.map((round) => round.peak))
  const figure =
    `beside ${IMPATIENT} impatient clients` +
    `${kind.isOpen ? ' and at ten times the load' : ''} the goodput of ${name} is ` +
    `${(share * 100).toFixed(0)}% of the peak of ${peak.toFixed(0)}/s, ` +
    `${refused.length} refused with 503 and Retry-After, ` +
    `99% of them within ${refused_ms.toFixed(0)} ms, back after ${(back_ms / 1000).toFixed(1)} s`
  if (kind.isOpen) assert.ok(refused.length > 0, `no request was refused: ${figure}`)
  assert.ok(share >= 0.9, figure)
  assert.ok(refused_ms <= REFUSED_LIMIT_MS, figure)
  assert.ok(back_ms <= BACK_LIMIT_MS, figure)
  return figure
}

property('O2', async () => {
  const counted = await assertSurplusRefused(await startService({}, { maxInFlight: IN_FLIGHT }))
  if (!long) return counted
  const pages = await assertGoodputStays('pages')
  return `${counted}; ${pages}; ${await assertGoodputStays('reads')}`
})

control('O2', 'every request is let in', async () =>
  assertSurplusRefused(await startService({}, { maxInFlight: Infinity })),
)

if (long) {
  control('O2', 'every request is let in at ten times the load', async () =>
    assertGoodputStays('pages', { maxWaitMs: 1e9, maxInFlight: 1e9 }),
  )

  // As it was once: each of a thousand clients was refused as often as it could ask.
  control(
    'O2',
    'a request that could wait is refused, and every refusal leaves at once',
    async () =>
      assertGoodputStays('reads', { maxInFlight: 1_000, maxRefusalDelayMs: 0, readAhead: 1e9 }),
  )
}
