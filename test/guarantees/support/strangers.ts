/** Callers that take all they can before they are known, in a process of their own. */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const HOST = 'Host: localhost\r\n'
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'
const CALLBACK = `POST /pix/seller_019caeab-92a3-729f-9308-1bd3abc12e79/pix HTTP/1.1\r\n${HOST}`

/** The text that each kind sends at once, before it falls silent; and whether it reads answers. */
const kinds = {
  idle: { text: '', reads: true },
  heads: { text: `GET /health HTTP/1.1\r\n${HOST}X: ${'a'.repeat(15_000)}`, reads: true },
  lines: { text: `GET /health HTTP/1.1\r\n${HOST}${'x: b\r\n'.repeat(2_500)}`, reads: true },
  bodies: {
    text: `${CALLBACK}Content-Length: 60000\r\n\r\n${'a'.repeat(59_000)}`,
    reads: true,
  },
  pieces: {
    text:
      `POST /oauth/token HTTP/1.1\r\n${HOST}${FORM}Transfer-Encoding: chunked\r\n\r\n` +
      '1\r\na\r\n'.repeat(60_000),
    reads: true,
  },
  nowhere: {
    text:
      `POST /nowhere HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n` +
      '1\r\na\r\n'.repeat(60_000),
    reads: true,
  },
  pipelined: { text: `GET /nowhere HTTP/1.1\r\n${HOST}\r\n`.repeat(2_000), reads: false },
  readers: { text: `GET /docs/redoc.js HTTP/1.1\r\n${HOST}\r\n`.repeat(4), reads: false },
  streams: {
    text: `GET /pay/${'x'.repeat(51)}/stream HTTP/1.1\r\n${HOST}\r\n`,
    reads: true,
  },
} as const

/** Kinds that ask again as soon as they are answered. */
const floods = {
  pages: `GET /pay/${'x'.repeat(51)} HTTP/1.1\r\n${HOST}\r\n`,
  secrets:
    `POST /oauth/token HTTP/1.1\r\n${HOST}${FORM}Content-Length: 29\r\n` +
    `Authorization: Basic ${Buffer.from(`bci_${'a'.repeat(8_000)}:x`).toString('base64')}\r\n\r\n` +
    'grant_type=client_credentials',
  unknown: `GET /nowhere HTTP/1.1\r\n${HOST}\r\n`,
} as const

export type StrangersTask = {
  port: number
  /** The addresses of this machine that they come from, in turn. */
  from: string[]
  /** The connections of each kind. */
  counts: Record<keyof typeof kinds, number>
  /** Connections that ask on and on, of each kind. */
  flooding: number
  /** The report is made so long after each has sent what it came with; then, too, they stay. */
  seconds: number
}

export type StrangersReport = { opened: number; closed: number; answered: number }

/** Connections that are opened at a time. */
const AT_ONCE = 25
const PAUSE_MS = 5

async function run(task: StrangersTask): Promise<StrangersReport> {
  const { port, from, counts, flooding, seconds } = task
  const report: StrangersReport = { opened: 0, closed: 0, answered: 0 }
  const sent: Promise<unknown>[] = []
  const open = (text: string) => {
    const localAddress = from[report.opened++ % from.length] ?? '127.0.0.1'
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    socket.once('close', () => report.closed++)
    sent.push(new Promise((resolve) => socket.write(text, resolve)))
    return socket
  }
  for (const text of Object.values(floods)) {
    for (let i = 0; i < flooding; i++) {
      const socket = open(text)
      socket.on('data', () => {
        report.answered++
        socket.write(text)
      })
    }
  }
  const all = Object.entries(kinds).flatMap(([kind, how]) =>
    Array.from({ length: counts[kind as keyof typeof kinds] }, (_, i) => ({ ...how, i })),
  )
  // The kinds come side by side, as far as there are more of them.
  const inTurn = all.toSorted((a, b) => a.i - b.i)
  for (const [i, { text, reads }] of inTurn.entries()) {
    const socket = open(text)
    if (reads) socket.resume()
    if (i % AT_ONCE === 0) await wait(PAUSE_MS)
  }
  await Promise.all(sent)
  await wait(1_000 * seconds)
  return report
}

process.on('message', (task: StrangersTask) => {
  void run(task).then((report) => process.send?.(report))
})
