/** Guesses secrets of clients at a steady rate, in a thread of its own, and counts the answers. */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** The clients whose secrets are guessed, and the rate. */
export type Guessing = { url: string; client_ids: string[]; per_second: number }

/** The number of answers by status, and of 429 that said when to come again. */
export type Guessed = { sent: number; statuses: Record<string, number>; with_retry: number }

/** Guesses on, rests, or ends it and asks for the report. */
export type Order = 'guess' | 'rest' | 'tell'

const TICK_MS = 2
const SOCKETS = 64

/** A guess like any other; some name a client that there is. */
function guess(client_ids: string[], i: number): string {
  const client_id = client_ids[i % (2 * client_ids.length)] ?? `bci_${i}`
  return `Basic ${Buffer.from(`${client_id}:bcs_${'0'.repeat(30)}${i}`).toString('base64')}`
}

if (parentPort) {
  const { url, client_ids, per_second } = workerData as Guessing
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS })
  const guessed: Guessed = { sent: 0, statuses: {}, with_retry: 0 }
  const send = () => {
    const sent = request(`${url}/oauth/token`, {
      method: 'POST',
      agent,
      headers: {
        authorization: guess(client_ids, guessed.sent++),
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    sent.on('response', (response) => {
      const status = String(response.statusCode)
      guessed.statuses[status] = (guessed.statuses[status] ?? 0) + 1
      if (/^\d+$/.test(response.headers['retry-after'] ?? '')) guessed.with_retry++
      response.resume()
    })
    sent.on('error', () => {
      guessed.statuses['error'] = (guessed.statuses['error'] ?? 0) + 1
    })
    sent.end('grant_type=client_credentials')
  }
  let interval: NodeJS.Timeout | undefined
  const guessOn = () => {
    const start_ms = performance.now()
    const before = guessed.sent
    interval = setInterval(() => {
      const due = ((performance.now() - start_ms) / 1000) * per_second
      while (guessed.sent - before < due) send()
    }, TICK_MS)
  }
  parentPort.on('message', (order: Order) => {
    clearInterval(interval)
    if (order === 'guess') guessOn()
    if (order !== 'tell') return
    parentPort?.postMessage(guessed)
    agent.destroy()
    parentPort?.close()
  })
}
