/** The lines of the log that tell of requests. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

type Line = {
  msg: string
  operation?: string
  status?: number
  security?: string
  suppressed?: number
  left_out?: Record<string, number>
}

const service = await startService({ rateLimit: 5 })

const linesSince = (before: number) =>
  service.log.slice(before).map((line) => JSON.parse(line) as Line)

/** How many answers with 429 the lines tell of, those that were left out included. */
function told(lines: Line[], operation: string): number {
  const whole = lines.filter((one) => one.operation === operation && one.status === 429)
  const summed = lines.map(({ left_out }) => left_out?.[`${operation} 429`] ?? 0)
  return summed.reduce((sum, count) => sum + count, whole.length)
}

test('refused requests are counted by operation and status, in a line a second', async () => {
  const seller = await service.account()
  const before = service.log.length
  const startMs = performance.now()
  const paths = Array.from({ length: 120 }, (_, i) =>
    i % 3 === 0 ? '/v1/customers' : '/v1/products',
  )
  const answers = await Promise.all(paths.map((path) => seller.get(path)))
  const refused = (path: string) =>
    answers.filter(({ status }, i) => status === 429 && paths[i] === path).length
  assert.ok(refused('/v1/customers') > 5 && refused('/v1/products') > 5)
  for (const [operation, path] of [
    ['listCustomers', '/v1/customers'],
    ['listProducts', '/v1/products'],
  ] as const) {
    while (told(linesSince(before), operation) < refused(path)) await wait(20)
    assert.equal(told(linesSince(before), operation), refused(path))
  }
  const lines = linesSince(before)
  const written = lines.filter(({ status, left_out }) => status === 429 || left_out)
  const seconds = (performance.now() - startMs) / 1_000
  assert.ok(written.length <= 2 + seconds, `${written.length} lines in ${seconds} s`)
  // Successful requests keep a line each, and the security log counts every refusal.
  assert.equal(
    lines.filter(({ msg, status }) => msg === 'request' && status === 200).length,
    answers.filter(({ status }) => status === 200).length,
  )
  const noted = () => {
    const security = linesSince(before).filter((one) => one.security === 'limit_reached')
    return security.reduce((sum, { suppressed = 1 }) => sum + suppressed, 0)
  }
  while (noted() < refused('/v1/customers') + refused('/v1/products')) await wait(20)
})
