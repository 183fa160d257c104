/** A process that makes load: each message orders one, and is answered with its figures. */
import autocannon from 'autocannon'
import { requestOf } from './requests.ts'
import type { Caller, OperationId } from './requests.ts'

/** Connections, kept alive, that ask at once. */
export const CONNECTIONS = 64

/** Requests that read are prepared, so many for each connection, and sent in turn. */
const PREPARED_REQUESTS = 100

const SAMPLE_MS = 50

/** The timeout of a response. */
const START_LIMIT_SECONDS = 20

export type Task = { url: string; operation: OperationId; callers: Caller[]; seconds: number }

export type Figures = {
  requests_per_second: number
  p99_ms: number
  /**
   * The share of the time in which this process was busy; near 1, it was what held the server back.
   */
  load_busy: number
}

/** Counted over all loads, so that nothing is sent twice. */
let sent = 0

function requestsOf({ operation, callers }: Task, connection: number): autocannon.Request[] {
  const caller = callers[connection % callers.length]
  if (!caller) throw new Error('There is no caller.')
  const next = () => requestOf[operation](caller, sent++)
  if (operation === 'getCustomer' || operation === 'listCheckouts') {
    return Array.from({ length: PREPARED_REQUESTS }, next)
  }
  return [{ setupRequest: (request) => ({ ...request, ...next() }) }]
}

/**
 * Asks for so long, counted from the first answer.
 *
 * @throws when an answer was not 2xx or did not come
 */
async function load(task: Task): Promise<Figures> {
  const { url, operation, seconds } = task
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  let connection = 0
  const running = autocannon(
    {
      url,
      connections: CONNECTIONS,
      duration: START_LIMIT_SECONDS + seconds,
      sampleInt: SAMPLE_MS,
      setupClient: (client) => client.setRequests(requestsOf(task, connection++)),
    },
    (error: Error | null, result) => (error ? reject(error) : resolve(result)),
  )
  const latencies_ms: number[] = []
  let figures: Figures | undefined
  running.once('response', () => {
    const start_ms = performance.now()
    const start = performance.eventLoopUtilization()
    setTimeout(() => {
      const duration_seconds = (performance.now() - start_ms) / 1000
      const load_busy = performance.eventLoopUtilization(start).utilization
      figures = figuresOf(latencies_ms, duration_seconds, load_busy)
      running.stop()
    }, seconds * 1000)
  })
  running.on('response', (_client, _status, _bytes, latency_ms) => latencies_ms.push(latency_ms))
  const { non2xx, errors, timeouts, statusCodeStats } = await promise
  if (figures && non2xx + errors + timeouts === 0) return figures
  const seen = JSON.stringify({ statusCodeStats, errors, timeouts })
  throw new Error(`${operation}: not every answer was 2xx: ${seen}`)
}

function figuresOf(latencies_ms: number[], duration_seconds: number, load_busy: number): Figures {
  const sorted = latencies_ms.toSorted((a, b) => a - b)
  return {
    requests_per_second: sorted.length / duration_seconds,
    p99_ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    load_busy,
  }
}

if (import.meta.main) {
  process.on('message', (task: Task) => {
    load(task).then(
      (figures) => process.send?.({ figures }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
}
