/** O1: connections that say nothing, send bit by bit or do not read, and all other callers. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../../../../packages/bench/median.ts'
import { responseLimits } from '../../../../http/responseBacklog.ts'
import { connectionLimits } from '../../../../http/listen.ts'
import type { ServiceLimits } from '../../../../server.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import {
  newCustomer,
  newToken,
  startProgram,
  startServed,
} from '../../../guarantees/support/loads.ts'
import { quantile, wireText } from '../../../guarantees/support/openLoop.ts'
import type { TimedAnswer, Load } from '../../../guarantees/support/openLoop.ts'
import type { SlowKind, SlowReport, SlowTask } from '../../../guarantees/support/slowCallers.ts'

/**
 * The slow callers of each kind. Readers are fewer: the answers that they take before they are slow
 * are a load like any other.
 */
const counts: Record<SlowKind, number> = long
  ? { silent: 320, headers: 320, bodies: 320, readers: 40 }
  : { silent: 50, headers: 50, bodies: 50, readers: 10 }
const HEALTHY = 200

type TimeLimits = Pick<
  ServiceLimits,
  'headersTimeoutMs' | 'requestTimeoutMs' | 'sendTimeoutMs' | 'timeoutCheckMs'
>

/** Short limits, so that a test need not wait for long. */
const short: TimeLimits = {
  headersTimeoutMs: 300,
  requestTimeoutMs: 600,
  sendTimeoutMs: 600,
  timeoutCheckMs: 50,
}

/** Past its limit, a connection is looked for, and the slow themselves are slow to notice. */
const SLACK_MS = 5_000

/** A reader's answers are sent until the system keeps no more of them. */
const FILL_MS = 15_000

/** The time in which the slow callers come, and the readers' first answers are sent. */
const ARRIVAL_MS = 4_000

const WINDOWS = 3
const WINDOW_SECONDS = 3
const RATE = 300

function assertAllClosed(report: SlowReport, limits: TimeLimits): string {
  const { headersTimeoutMs, requestTimeoutMs, sendTimeoutMs, timeoutCheckMs } = limits
  const limit_ms: Record<SlowKind, number> = {
    silent: headersTimeoutMs,
    headers: headersTimeoutMs,
    bodies: requestTimeoutMs,
    readers: sendTimeoutMs + FILL_MS,
  }
  const kinds = Object.entries(report) as [SlowKind, SlowReport[SlowKind]][]
  for (const [kind, { closed, longest_ms }] of kinds) {
    assert.equal(closed, counts[kind], `${kind}: ${closed} of ${counts[kind]} closed`)
    if (long)
      assert.ok(longest_ms < limit_ms[kind] + timeoutCheckMs + SLACK_MS, `${kind} ${longest_ms}`)
  }
  const longest = kinds.map(([kind, { longest_ms }]) => `${kind} ${(longest_ms / 1000).toFixed(1)}`)
  const count = Object.values(counts).reduce((sum, one) => sum + one)
  return `all ${count} slow ones closed (after at most, in s: ${longest.join(', ')})`
}

/** Counts who is served while slow ones of every kind are there, and who of these is closed. */
async function assertServedBesideSlow(limits: TimeLimits, patience_ms: number): Promise<string> {
  const service = await startService({}, limits)
  const seller = await service.account()
  const slow = startProgram<SlowTask, SlowReport>('slowCallers.ts')
  const port = Number(new URL(service.url).port)
  const report = slow({ port, counts, pause_ms: 50, patience_ms })
  for (let i = 0; i < HEALTHY; i++) {
    assert.equal((await (i % 2 ? seller.get('/v1/me') : seller.get('/health'))).status, 200)
  }
  const closed = assertAllClosed(await report, limits)
  await service.close()
  return `${HEALTHY} of ${HEALTHY} healthy requests served, ${closed}`
}

/** Measures the healthy before, beside and after slow ones, with the limits as they are. */
async function assertUndisturbed(): Promise<string> {
  const service = await startServed({ RATE_LIMIT: 'off' })
  const { port, url } = service
  const token = await newToken(service)
  const texts = [wireText('GET', `/v1/customers/${await newCustomer(url, token)}`, token)]
  const load = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const windows = async () => {
    const found: TimedAnswer[][] = []
    for (let i = 0; i < WINDOWS; i++) {
      found.push(await load({ port, texts, seconds: WINDOW_SECONDS, rate: RATE, connections: 64 }))
    }
    return found
  }
  await load({ port, texts, seconds: WINDOW_SECONDS, rate: RATE, connections: 64 })
  const before = await windows()
  const slow = startProgram<SlowTask, SlowReport>('slowCallers.ts')
  const report = slow({ port, counts, pause_ms: 1_000, patience_ms: 60_000 })
  await wait(ARRIVAL_MS)
  const beside = await windows()
  const limits = { ...connectionLimits, ...responseLimits }
  const closed = assertAllClosed(await report, limits)
  const after = await windows()
  await service.stop()
  const failed = [...before, ...beside, ...after].flat().filter(({ status }) => status !== 200)
  assert.deepEqual(failed.slice(0, 3), [], `${failed.length} healthy requests failed`)
  const p99 = (found: TimedAnswer[][]) => median(found.map((heard) => quantile(heard, 0.99)))
  const [without_ms, with_ms] = [p99([...before, ...after]), p99(beside)]
  const figure =
    `p99 of the healthy ${without_ms.toFixed(1)} → ${with_ms.toFixed(1)} ms ` +
    `(${(with_ms / without_ms).toFixed(2)}×), ${closed}`
  assert.ok(with_ms <= 2 * without_ms, figure)
  return figure
}

property('O1', async () => (long ? assertUndisturbed() : assertServedBesideSlow(short, 20_000)))

const noticed_ms = 2_000

control('O1', 'a request may take for ever', async () =>
  assertServedBesideSlow({ ...short, headersTimeoutMs: 0, requestTimeoutMs: 0 }, noticed_ms),
)

control('O1', 'an answer may wait for ever to be read', async () =>
  assertServedBesideSlow({ ...short, sendTimeoutMs: 1e9 }, noticed_ms),
)
