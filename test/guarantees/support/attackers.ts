/** Attacks on a service, all at once and from one address, in a process of their own. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type Attack = {
  port: number
  /** The attackers' address on this machine. */
  from: string
  seconds: number
  /** A seller of the attackers' own, whose bank never answers. */
  sellerId: string
  /** The pages of that seller's open checkouts. */
  pages: string[]
  /** A token of another seller's client that has been revoked or rotated since. */
  deadToken: string
  /** Connections that are kept idle. */
  idleConnections: number
}

/** The number of attacks, by name. */
export type AttackReport = Record<string, number>

/** The timeout after which an attacker gives up and comes again. */
const PATIENCE_MS = 2_000

/** An idle connection that was closed is opened again after this. */
const IDLE_AGAIN_MS = 10_000

const KIB = 1024

type Round = (attack: Attack) => Promise<void>

/** Sends a request in parts, one write each, and waits for the end of the connection. */
async function send(
  { port, from }: Attack,
  parts: string[],
  { leaveAfterMs = PATIENCE_MS, pauseMs = 0 } = {},
): Promise<void> {
  const socket = open(port, from)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const limit = setTimeout(() => socket.destroy(), leaveAfterMs)
  for (const part of parts) {
    if (socket.destroyed) break
    socket.write(part)
    if (pauseMs > 0) await wait(pauseMs)
  }
  await closed
  clearTimeout(limit)
}

function open(port: number, from: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
  socket.on('error', () => undefined)
  socket.resume()
  return socket
}

function requestText(
  method: string,
  path: string,
  { headers = [], body }: { headers?: string[]; body?: string } = {},
): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...length]
  return `${[...lines, ...headers].join('\r\n')}\r\n\r\n${body ?? ''}`
}

const form = 'Content-Type: application/x-www-form-urlencoded'
const json = 'Content-Type: application/json'
const GRANT = 'grant_type=client_credentials'
const manyNames = Array.from({ length: 10_000 }, (_, i) => `p${i}=1`)
  .join('&')
  .slice(0, 60 * KIB)
const oneByteChunks = '1\r\na\r\n'.repeat(8 * KIB)
const oddNumbers = `{"pix":[${'0.1e1,'.repeat(10 * KIB)}1]}`

const randomHex = (length: number) =>
  Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('')

function callback(sellerId: string, count: number): string {
  const pix = Array.from({ length: count }, () => ({
    endToEndId: `E${randomHex(31)}`,
    txid: randomHex(32),
    valor: '1.00',
    horario: '2026-03-02T12:00:00Z',
  }))
  return requestText('POST', `/pix/${sellerId}/pix`, {
    headers: [json],
    body: JSON.stringify({ pix }),
  })
}

const unknownSeller = () => `seller_${randomHex(8)}-0000-7000-8000-${randomHex(12)}`

const basic = (text: string) => `Authorization: Basic ${Buffer.from(text).toString('base64')}`

function oneOf(pages: string[]): string {
  return pages[Math.floor(Math.random() * pages.length)] ?? ''
}

/** Each attack, with how many go on at once and how long each pauses between two. */
const attacks: Record<string, { atOnce: number; pauseMs: number; round: Round }> = {
  'forms of many names': {
    atOnce: 2,
    pauseMs: 250,
    round: (attack) =>
      send(attack, [requestText('POST', '/oauth/token', { headers: [form], body: manyNames })]),
  },
  'forms of a page': {
    atOnce: 2,
    pauseMs: 250,
    round: (attack) =>
      send(attack, [
        requestText('POST', oneOf(attack.pages), { headers: [form], body: manyNames }),
      ]),
  },
  'bodies in one-byte chunks': {
    atOnce: 40,
    pauseMs: 1_000,
    round: (attack) =>
      send(attack, [
        requestText('POST', '/v1/customers', { headers: ['Transfer-Encoding: chunked', json] }),
        oneByteChunks,
        oneByteChunks,
        oneByteChunks,
      ]),
  },
  'callbacks for sellers that there are not': {
    atOnce: 2,
    pauseMs: 200,
    round: (attack) => send(attack, [callback(unknownSeller(), 400)]),
  },
  'callbacks for charges that there are not': {
    atOnce: 2,
    pauseMs: 200,
    round: (attack) => send(attack, [callback(attack.sellerId, 400)]),
  },
  'callbacks of odd numbers': {
    atOnce: 2,
    pauseMs: 200,
    round: (attack) =>
      send(attack, [
        requestText('POST', `/pix/${attack.sellerId}/pix`, { headers: [json], body: oddNumbers }),
      ]),
  },
  'pages at a bank that hangs': {
    atOnce: 20,
    pauseMs: 200,
    round: (attack) => send(attack, [requestText('GET', oneOf(attack.pages))]),
  },
  'streams that are left at once': {
    atOnce: 10,
    pauseMs: 50,
    round: (attack) =>
      send(attack, [requestText('GET', `${oneOf(attack.pages)}/events`)], {
        leaveAfterMs: Math.random() * 20,
      }),
  },
  'streams of one link': {
    atOnce: 200,
    pauseMs: 2_000,
    round: (attack) => send(attack, [requestText('GET', `${attack.pages[0]}/events`)]),
  },
  'wrong secrets': {
    atOnce: 10,
    pauseMs: 100,
    round: (attack) =>
      send(attack, [
        requestText('POST', '/oauth/token', {
          headers: [form, basic(`bci_${randomHex(32)}:x`)],
          body: GRANT,
        }),
      ]),
  },
  'client ids of 9 KiB': {
    atOnce: 4,
    pauseMs: 100,
    round: (attack) =>
      send(attack, [
        requestText('POST', '/oauth/token', {
          headers: [form, basic(`${randomHex(9 * KIB)}:x`)],
          body: GRANT,
        }),
      ]),
  },
  'tokens that have ended': {
    atOnce: 100,
    pauseMs: 5,
    round: (attack) =>
      send(attack, [
        requestText('GET', '/v1/me', { headers: [`Authorization: Bearer ${attack.deadToken}`] }),
      ]),
  },
  'files of the docs': {
    atOnce: 4,
    pauseMs: 100,
    round: (attack) => send(attack, [requestText('GET', '/docs/redoc.js')]),
  },
}

/** Keeps connections on which nothing is said; one that is closed is opened again. */
function keepIdle({ port, from, idleConnections }: Attack): () => void {
  let ended = false
  const sockets = new Set<Socket>()
  const openOne = () => {
    const socket = open(port, from)
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      if (!ended) setTimeout(openOne, IDLE_AGAIN_MS)
    })
  }
  for (let i = 0; i < idleConnections; i++) setTimeout(openOne, i)
  return () => {
    ended = true
    for (const socket of sockets) socket.destroy()
  }
}

async function run(attack: Attack): Promise<AttackReport> {
  const endMs = performance.now() + attack.seconds * 1000
  const made: AttackReport = {}
  const endIdle = keepIdle(attack)
  const loops = Object.entries(attacks).flatMap(([name, { atOnce, pauseMs, round }]) =>
    Array.from({ length: atOnce }, async () => {
      await wait(Math.random() * pauseMs)
      while (performance.now() < endMs) {
        await round(attack)
        made[name] = (made[name] ?? 0) + 1
        await wait(pauseMs)
      }
    }),
  )
  await Promise.all(loops)
  endIdle()
  return made
}

process.on('message', (attack: Attack) => {
  void run(attack).then((report) => process.send?.(report))
})
