/** Callers who take their time, in a process of their own. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const kinds = ['silent', 'headers', 'bodies', 'readers'] as const

/**
 * Slow callers: silent ones, ones that send headers or a body bit by bit, and ones that do not
 * read.
 */
export type SlowKind = (typeof kinds)[number]

export type SlowTask = {
  port: number
  counts: Record<SlowKind, number>
  /** Between two bits that are sent. */
  pause_ms: number
  /** A caller that is still connected after this stays so. */
  patience_ms: number
}

/** By kind, the callers that the service has closed, and the longest time that one was open. */
export type SlowReport = Record<SlowKind, { closed: number; longest_ms: number }>

/** The requests of a reader: more answers than the system keeps; some may be refused at first. */
const ANSWERS_ASKED = 10

/** The pause between connections, so that they are no flood. */
const OPEN_PAUSE_MS = 5

const HOST = 'Host: localhost\r\n'

const asking = `GET /docs/redoc.js HTTP/1.1\r\n${HOST}\r\n`.repeat(ANSWERS_ASKED)

const beginning: Record<SlowKind, string> = {
  silent: '',
  headers: `GET /health HTTP/1.1\r\n${HOST}`,
  bodies: `POST /oauth/token HTTP/1.1\r\n${HOST}Content-Length: 60000\r\n\r\n`,
  readers: asking,
}

const more: Record<SlowKind, string> = {
  silent: '',
  headers: 'X: a\r\n',
  bodies: 'a',
  readers: '\r\n',
}

type Slow = { kind: SlowKind; socket: Socket; start_ms: number; end_ms: number | undefined }

/** Each goes on in its own time: the slow know nothing of each other. */
function open(kind: SlowKind, { port, pause_ms }: SlowTask): Slow {
  const socket = connect(port, '127.0.0.1')
  const slow: Slow = { kind, socket, start_ms: performance.now(), end_ms: undefined }
  socket.on('error', () => undefined)
  if (kind !== 'readers') socket.resume()
  socket.write(beginning[kind])
  // A client that does not read learns only by writing that the server is gone.
  const goingOn = setInterval(() => {
    if (socket.writable) socket.write(more[kind])
  }, pause_ms)
  socket.once('close', () => {
    clearInterval(goingOn)
    slow.end_ms = performance.now()
  })
  return slow
}

async function run(task: SlowTask): Promise<SlowReport> {
  const { counts, pause_ms, patience_ms } = task
  const start_ms = performance.now()
  const all: Slow[] = []
  for (let i = 0; i < Math.max(...Object.values(counts)); i++) {
    all.push(...kinds.filter((kind) => i < counts[kind]).map((kind) => open(kind, task)))
    await wait(OPEN_PAUSE_MS)
  }
  const isOpen = ({ end_ms }: Slow) => end_ms === undefined
  while (all.some(isOpen) && performance.now() - start_ms < patience_ms) {
    await wait(pause_ms)
  }
  const reports = kinds.map((kind) => {
    const ended = all.filter((slow) => slow.kind === kind && !isOpen(slow))
    const lasted_ms = ended.map((slow) => (slow.end_ms ?? 0) - slow.start_ms)
    return [kind, { closed: ended.length, longest_ms: Math.max(0, ...lasted_ms) }] as const
  })
  for (const { socket } of all) socket.destroy()
  return Object.fromEntries(reports) as SlowReport
}

process.on('message', (task: SlowTask) => {
  void run(task).then((report) => process.send?.(report))
})
