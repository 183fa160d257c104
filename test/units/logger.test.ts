import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '../../db/database.ts'
import { createErrorMapper } from '../../http/errors.ts'
import { createLog, flatLog, SummedLines } from '../../runtime/logger.ts'
import { systemTimers } from '../../runtime/timers.ts'

type Line = Record<string, unknown>

/** Time that passes by hand: `second` does what is due. */
function handTimers() {
  let due: (() => void)[] = []
  const after = (_ms: number, work: () => void) => {
    due.push(work)
    return () => undefined
  }
  const second = () => {
    const now = due
    due = []
    for (const work of now) work()
  }
  return { timers: { ...systemTimers, after }, second }
}

function logWithLines() {
  const lines: Line[] = []
  const write = (line: string) => {
    const { time: _, ...rest } = JSON.parse(line) as Line
    lines.push(rest)
  }
  const { timers, second } = handTimers()
  return { log: createLog('info', { write }, timers), lines, second }
}

test('confidential fields are redacted at the top of a line and one level below', () => {
  const { log, lines } = logWithLines()
  const bank = { profile: 'bb', profile_values: { app_key: 'd' } }
  log.info({ token: 'a', sent: { client_secret: 'b', id: 'c' }, bank }, 'message')
  const sent = { client_secret: '[redacted]', id: 'c' }
  const shown = { profile: 'bb', profile_values: '[redacted]' }
  expect(lines).toMatchObject([{ token: '[redacted]', sent, bank: shown, msg: 'message' }])
})

test('a log for flat lines redacts at their top, and else writes the same lines', () => {
  const { log, lines } = logWithLines()
  flatLog(log).info({ token: 'a', status: 200 }, 'message')
  log.info({ token: 'b', status: 200 }, 'message')
  const [flat, other] = lines
  expect(flat).toEqual({ level: 'info', token: '[redacted]', status: 200, msg: 'message' })
  expect(other).toEqual(flat)
})

test('of lines in a flood the first is whole, and one a second counts the others by kind', () => {
  const told: unknown[] = []
  const { timers, second } = handTimers()
  const lines = new SummedLines((leftOut) => told.push(leftOut), timers)
  const add = (kind: string) => lines.add(kind, () => told.push(kind))
  add('a')
  second()
  add('b')
  for (let i = 0; i < 1_000; i++) add(i % 4 === 0 ? 'a' : 'b')
  expect(told).toEqual(['a', 'b'])
  second()
  add('a')
  second()
  expect(told).toEqual(['a', 'b', { a: 250, b: 750 }, { a: 1 }])
  second()
  add('c')
  expect(told.at(-1)).toBe('c')
})

test('an outage is one line a second, whatever fails, and says how many lines it left out', () => {
  const { log, lines, second } = logWithLines()
  const mapError = createErrorMapper(log)
  const operation = { operationId: 'getOffer', path: '/', method: 'get', responses: {} }
  const away = new DatabaseUnavailable('away', { cause: new Error('refused') })
  for (let i = 0; i < 1_000; i++) {
    expect(mapError(away, { requestId: `req_${i}`, operation }).code).toBe('service_unavailable')
    log.error({ err: away, sweep: 'one' }, 'sweep failed')
  }
  const reason = 'away: refused'
  const whole = { level: 'error', request_id: 'req_0', operation: 'getOffer', reason }
  expect(lines).toEqual([{ ...whole, msg: 'request failed' }])
  second()
  const left_out = { 'sweep failed': 1_000, 'request failed: getOffer': 999 }
  expect(lines.slice(1)).toEqual([
    { level: 'error', reason, count: 1_999, left_out, msg: 'database unavailable' },
  ])
  second()
  log.child({}).error({ err: away, sweep: 'one' }, 'sweep failed')
  expect(lines[2]).toEqual({ level: 'error', reason, sweep: 'one', msg: 'sweep failed' })
  expect(lines).toHaveLength(3)
})

test('other errors and other lines are left as they are in an outage', () => {
  const { log, lines } = logWithLines()
  for (let i = 0; i < 3; i++) {
    log.error({ err: new DatabaseUnavailable('away') }, 'sweep failed')
    log.error({ err: new TypeError('fault') }, 'sweep failed')
    log.info('ready')
  }
  expect(lines.map(({ msg }) => msg)).toEqual([
    'sweep failed',
    ...Array.from({ length: 3 }, () => ['sweep failed', 'ready']).flat(),
  ])
  expect(lines[1]).toMatchObject({ err: { type: 'TypeError' } })
})
