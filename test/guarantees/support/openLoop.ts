/** Load in a process of its own: requests leave when it is their time, answered or not. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Load = {
  port: number
  /** Whole requests, each sent in its turn. */
  texts: string[]
  seconds: number
  /** The requests a second; without it, each connection sends one after the other. */
  rate?: number
  connections: number
}

/**
 * The time at which a request was due, its latency from then on, and its status; 0 is no answer.
 */
export type TimedAnswer = {
  due_ms: number
  latency_ms: number
  status: number
  retry_after: boolean
}

/** The interval of looks for due requests. */
const TICK_MS = 2

/** Answers that are not there so long after the load are none. */
const GRACE_MS = 15_000

type DueRequest = { due_ms: number; done: (heard: TimedAnswer) => void }

/** A connection that is kept, with one request at a time. */
class Caller {
  readonly #port: number
  #socket: Socket | undefined
  #asked: DueRequest | undefined
  #head = ''
  #missing_bytes = 0
  #answered: Omit<TimedAnswer, 'due_ms' | 'latency_ms'> | undefined

  constructor(port: number) {
    this.#port = port
  }

  ask(text: string, due_ms: number): Promise<TimedAnswer> {
    const { promise, resolve } = Promise.withResolvers<TimedAnswer>()
    this.#asked = { due_ms, done: resolve }
    this.#socket ??= this.#open()
    this.#socket.write(text)
    return promise
  }

  end(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => this.#hear(bytes))
    socket.once('close', () => {
      this.#socket = undefined
      this.#finish({ status: 0, retry_after: false })
    })
    return socket
  }

  #hear(bytes: Buffer): void {
    if (this.#answered) {
      this.#missing_bytes -= bytes.length
    } else {
      this.#head += bytes.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1]
      const retry_after = /\r\nretry-after: \d/i.test(this.#head)
      this.#answered = { status: Number(this.#head.slice(9, 12)), retry_after }
      this.#missing_bytes = Number(length ?? 0) - (this.#head.length - end - 4)
    }
    if (this.#missing_bytes <= 0) this.#finish(this.#answered)
  }

  #finish(answered: Omit<TimedAnswer, 'due_ms' | 'latency_ms'>): void {
    const asked = this.#asked
    this.#asked = undefined
    this.#head = ''
    this.#answered = undefined
    if (!asked) return
    asked.done({ ...answered, due_ms: asked.due_ms, latency_ms: performance.now() - asked.due_ms })
  }
}

async function run({ port, texts, seconds, rate, connections }: Load): Promise<TimedAnswer[]> {
  const heard: TimedAnswer[] = []
  const callers = Array.from({ length: connections }, () => new Caller(port))
  const idle = [...callers]
  let sent = 0
  const start_ms = performance.now()
  const end_ms = start_ms + seconds * 1000
  const asked: Promise<void>[] = []
  const send = async (caller: Caller, due_ms: number) => {
    heard.push(await caller.ask(texts[sent++ % texts.length] ?? '', due_ms))
    idle.push(caller)
  }
  const due: number[] = []
  for (let now_ms = start_ms; now_ms < end_ms; now_ms = performance.now()) {
    if (rate === undefined) {
      due.push(...idle.map(() => now_ms))
    } else {
      const until = ((now_ms - start_ms) / 1000) * rate
      while (sent + due.length < until) due.push(start_ms + ((sent + due.length) / rate) * 1000)
    }
    // The one that was used last is warm; the others are opened only when they are needed.
    while (idle.length > 0 && due.length > 0) {
      const caller = idle.pop()
      if (caller) asked.push(send(caller, due.shift() ?? 0))
    }
    await (rate === undefined ? new Promise(setImmediate) : wait(TICK_MS))
  }
  await Promise.race([Promise.all(asked), wait(GRACE_MS, undefined, { ref: false })])
  for (const caller of callers) caller.end()
  await Promise.all(asked)
  return heard.map((one) => ({ ...one, due_ms: one.due_ms - start_ms }))
}

/** The latency that so great a share does not exceed. */
export function quantile(heard: TimedAnswer[], share: number): number {
  const sorted = heard.map(({ latency_ms }) => latency_ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** A request as it stands on the wire. */
export function wireText(method: string, path: string, token: string, json?: unknown): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...(json === undefined ? [] : ['Content-Type: application/json']),
    ...(json === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

if (import.meta.main) {
  process.on('message', (load: Load) => {
    void run(load).then((heard) => process.send?.(heard))
  })
}
