/** O3: one seller asks for ten times its limit. The others do not notice. */
import assert from 'node:assert/strict'
import { median } from '../../packages/bench/median.ts'
import { control, long, property } from '../support/property.ts'
import { startService } from '../support/service.ts'
import type { Answer, TestService } from '../support/service.ts'
import { newCustomer, newToken, startProgram, startServed } from './support/loads.ts'
import { quantile, wireText } from './support/openLoop.ts'
import type { TimedAnswer, Load } from './support/openLoop.ts'

const LIMIT = 10
const OTHERS = 5

/** The limit that live mode has by itself. */
const LIVE_LIMIT = 100
const ROUNDS = 9
const SECONDS = 5
const OTHERS_RATE = 300

function assertLimited({ status, headers, body }: Answer<unknown>): void {
  assert.equal(status, 429)
  assert.equal(body.error.type, 'rate_limit_error')
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.match(headers.get('ratelimit') ?? '', /^"client";r=0;t=[1-9]\d*$/)
  assert.equal(headers.get('ratelimit-policy'), `"client";q=${LIMIT};w=1`)
}

/** Counts who is refused while one asks for ten times the limit and others for less than it. */
async function assertOnlyOneRefused(service: TestService): Promise<string> {
  const noisy = await service.account()
  const others = await Promise.all(Array.from({ length: OTHERS }, () => service.account()))
  const flood = Array.from({ length: 10 * LIMIT }, () => noisy.get('/v1/me'))
  const heard = await Promise.all(
    others.flatMap((one) => Array.from({ length: LIMIT / 2 }, () => one.get('/v1/customers'))),
  )
  const answers = await Promise.all(flood)
  for (const { status, text } of heard) assert.equal(status, 200, text)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) assertLimited(answer)
  // Two windows may be met by requests that are sent at once, or more where they take long.
  assert.ok(refused.length >= (10 * LIMIT) / 2, `${refused.length} were refused`)
  return (
    `${refused.length} of ${answers.length} requests of the one are refused with 429, ` +
    `0 of ${heard.length} of ${OTHERS} others`
  )
}

const p99 = (heard: TimedAnswer[]) => quantile(heard, 0.99)

/** Measures the others with and without the one, in turns. */
async function assertOthersUndisturbed(): Promise<string> {
  const service = await startServed()
  const { port, url } = service
  const noisy = await newToken(service)
  const texts = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const token = await newToken(service)
      return wireText('GET', `/v1/customers/${await newCustomer(url, token)}`, token)
    }),
  )
  const watching = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const flooding = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const watch = () =>
    watching({ port, texts, seconds: SECONDS, rate: OTHERS_RATE, connections: 200 })
  const flood = () =>
    flooding({
      port,
      texts: [wireText('GET', '/v1/customers?limit=1', noisy)],
      seconds: SECONDS,
      rate: 10 * LIVE_LIMIT,
      connections: 500,
    })
  await Promise.all([watch(), flood()])
  const quiet: TimedAnswer[][] = []
  const loud: TimedAnswer[][] = []
  const refused: TimedAnswer[] = []
  for (let i = 0; i < ROUNDS; i++) {
    quiet.push(await watch())
    const [heard, answers] = await Promise.all([watch(), flood()])
    loud.push(heard)
    refused.push(...answers.filter(({ status }) => status === 429))
  }
  await service.stop()
  const failed = [...quiet, ...loud].flat().filter(({ status }) => status !== 200)
  assert.deepEqual(failed.slice(0, 3), [], `${failed.length} of the others' failed`)
  const ratio = median(loud.map((heard, i) => p99(heard) / p99(quiet[i] ?? [])))
  const [quiet_ms, loud_ms] = [median(quiet.map(p99)), median(loud.map(p99))]
  const figure =
    `${refused.length} of the one refused at ${10 * LIVE_LIMIT}/s, ` +
    `0 of ${loud.flat().length} of the others; their p99 is ${ratio.toFixed(2)} times as long ` +
    `(${quiet_ms.toFixed(1)} → ${loud_ms.toFixed(1)} ms)`
  assert.ok(refused.length > ROUNDS * SECONDS * LIVE_LIMIT, figure)
  assert.ok(ratio <= 1.5, figure)
  return figure
}

property('O3', async () => {
  const counted = await assertOnlyOneRefused(await startService({ rateLimit: LIMIT }))
  return long ? `${counted}; ${await assertOthersUndisturbed()}` : counted
})

control('O3', 'all sellers share one limit', async () => {
  const service = await startService({ rateLimit: LIMIT })
  const { limits } = service.service
  const own = limits.request.bind(limits)
  limits.request = () => own('all clients')
  return assertOnlyOneRefused(service)
})
