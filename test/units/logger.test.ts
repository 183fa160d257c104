import { expect, test } from 'vitest'
import { createLog, flatLog } from '../../runtime/logger.ts'

type Line = Record<string, unknown>

function logWithLines() {
  const lines: Line[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  return { log, lines }
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
  const [flat, other] = lines.map(({ time: _, ...line }) => line)
  expect(flat).toEqual({ level: 'info', token: '[redacted]', status: 200, msg: 'message' })
  expect(other).toEqual(flat)
})
