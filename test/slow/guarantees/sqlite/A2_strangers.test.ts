/** A2: callers take a bounded amount before they are known, and others are served beside them. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServiceLimits } from '../../../../server.ts'
import { control, long, property } from '../../../support/property.ts'
import {
  newCustomer,
  newToken,
  startAttacker,
  startProgram,
  startServed,
} from '../../../guarantees/support/loads.ts'
import { quantile, wireText } from '../../../guarantees/support/openLoop.ts'
import type { TimedAnswer, Load } from '../../../guarantees/support/openLoop.ts'
import { RawConnection } from '../../../guarantees/support/rawHttp.ts'
import type { StrangersReport, StrangersTask } from '../../../guarantees/support/strangers.ts'

const MOST_MORE_MIB = 64
const MIB = 1024 * 1024

const counts: StrangersTask['counts'] = long
  ? {
      idle: 10_050,
      heads: 2_000,
      lines: 2_000,
      bodies: 2_000,
      pieces: 100,
      nowhere: 100,
      pipelined: 100,
      readers: 100,
      streams: 500,
    }
  : {
      idle: 200,
      heads: 100,
      lines: 100,
      bodies: 1_800,
      pieces: 4,
      nowhere: 4,
      pipelined: 4,
      readers: 4,
      streams: 4,
    }
const FLOODING = long ? 10 : 1
const SECONDS = long ? 45 : 0
const RATE = long ? 100 : 20
const WATCH_SECONDS = long ? 25 : 0.5
const WARM_SECONDS = long ? 10 : 0.1
/**
 * The pause between looks: each costs the service a garbage collection, for which its callers would
 * wait.
 */
const LOOK_EVERY_MS = long ? 2_000 : 300
/**
 * The time until the strangers are there, in the long form. The short form waits for the last one.
 */
const ARRIVAL_MS = 10_000

/** Strangers at one address, and at a hundred. */
const crowds: Record<string, string[]> = {
  'one address': ['127.0.0.3'],
  'a hundred addresses': Array.from({ length: 100 }, (_, i) => `127.0.1.${i + 1}`),
}

/** The speed of the machine shall not decide the short form. */
const patient: Partial<ServiceLimits> = long ? {} : { maxWaitMs: 60_000 }

/**
 * Starts strangers. A busy machine would start those of the least priority when the first have
 * left.
 */
const startStrangers = long ? startAttacker : startProgram

/** The latency of a caller that has just connected. */
async function servedAfter(port: number): Promise<number> {
  const start_ms = performance.now()
  const caller = new RawConnection(port, '127.0.0.2')
  caller.write('GET /.well-known/jwks.json HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const { status } = await caller.answer(long ? 5_000 : 60_000)
  assert.equal(status, 200)
  caller.socket.destroy()
  return performance.now() - start_ms
}

/** Looks at memory as long as something lasts. */
async function mostMemory(memory: () => Promise<number>, during: Promise<unknown>) {
  let [most, over] = [0, false]
  void during.finally(() => {
    over = true
  })
  while (!over) {
    most = Math.max(most, await memory())
    await wait(LOOK_EVERY_MS)
  }
  return most
}

async function assertBounded(from: string[], limits: Partial<ServiceLimits>): Promise<string> {
  const service = await startServed({ RATE_LIMIT: 'off' }, limits)
  const { port, url, memory } = service
  const token = await newToken(service)
  const texts = [wireText('GET', `/v1/customers/${await newCustomer(url, token)}`, token)]
  const load = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const watch = (seconds: number) => load({ port, texts, seconds, rate: RATE, connections: 16 })
  // Objects that are made once, and code that is compiled, are there before.
  await load({ port, texts, seconds: WARM_SECONDS, connections: 64 })
  const quiet = await watch(WATCH_SECONDS)
  const before = await memory()
  const strangers = startStrangers<StrangersTask, StrangersReport>('strangers.ts')
  const coming = strangers({ port, from, counts, flooding: FLOODING, seconds: SECONDS })
  // The long form does not look at memory while the others' waits are measured.
  const arrival = long ? wait(ARRIVAL_MS) : coming
  const most = mostMemory(memory, arrival)
  await arrival
  const loud = await watch(WATCH_SECONDS)
  const waited_ms = await servedAfter(port)
  const last = await memory()
  const { opened, answered } = await coming
  const more = (Math.max(await most, last) - before) / MIB
  await service.stop()
  const failed = [...quiet, ...loud].filter(({ status }) => status !== 200)
  assert.deepEqual(failed.slice(0, 3), [], `${failed.length} of the others' failed`)
  const [quiet_ms, loud_ms] = [quiet, loud].map((heard) => quantile(heard, 0.99))
  const figure =
    `${opened.toLocaleString('en')} connections: ${more.toFixed(0)} MiB more, a new ` +
    `address served after ${waited_ms.toFixed(0)} ms, ${loud.length} of others answered beside ` +
    `${answered.toLocaleString('en')}, p99 ${quiet_ms?.toFixed(1)} → ${loud_ms?.toFixed(1)} ms`
  assert.ok(more <= MOST_MORE_MIB, figure)
  if (long) {
    assert.ok(waited_ms < 1_000, figure)
    assert.ok((loud_ms ?? Infinity) <= 2 * (quiet_ms ?? 0), figure)
  }
  return figure
}

property('A2', async () => {
  const figures: string[] = []
  for (const [name, from] of Object.entries(crowds).slice(long ? 0 : 1)) {
    figures.push(`${name}: ${await assertBounded(from, patient)}`)
  }
  return figures.join('; ')
})

control('A2', 'slow bodies never give way', () =>
  assertBounded(['127.0.0.3'], { ...patient, maxBodyBytes: 1e12, maxConnectionBytes: 1e12 }),
)
