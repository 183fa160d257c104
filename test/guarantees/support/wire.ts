/** A small HTTP client that sends exactly the given bytes, over connections that it keeps. */
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** An answer as it came. Names of headers are in lower case. */
export type WireAnswer = { status: number; headers: Record<string, string>; text: string }

export type WireRequest = {
  method: string
  path: string
  /** Repeated ones are sent repeatedly; `Host` and `Content-Length` are added when missing. */
  headers?: readonly (readonly [name: string, value: string])[]
  body?: string | Buffer | undefined
}

type Head = { status: number; headers: Record<string, string>; start: number }

/** The head as far as it has come, and where the body begins; undefined before its end. */
function headOf(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { status: Number(first.split(' ')[1]), headers, start: end + 4 }
}

/** The first answer in these bytes, undefined while it is not whole; of a stream its beginning. */
function answerIn(bytes: Buffer, { status, headers, start }: Head): WireAnswer | undefined {
  const length = headers['content-length']
  if (length === undefined && headers['transfer-encoding'] === 'chunked') {
    const [, chunk] = bytes.toString('utf8', start).split('\r\n')
    return chunk ? { status, headers: { ...headers, connection: 'close' }, text: chunk } : undefined
  }
  const end = start + Number(length ?? 0)
  if (bytes.length < end) return undefined
  return { status, headers, text: bytes.toString('utf8', start, end) }
}

/** Connections to one service: as many as there are questions at once. */
export class Wire {
  readonly #url: URL
  readonly #from: string | undefined
  readonly #idle: Socket[] = []

  /** @param from an address of this machine, to call as another caller */
  constructor(url: string, from?: string) {
    this.#url = new URL(url)
    this.#from = from
  }

  async #connection(): Promise<Socket> {
    for (;;) {
      const kept = this.#idle.pop()
      if (!kept) break
      if (!kept.destroyed) return kept
    }
    const { port, hostname: host } = this.#url
    const from = this.#from === undefined ? {} : { localAddress: this.#from }
    const socket = connect({ port: Number(port), host, noDelay: true, ...from })
    await once(socket, 'connect')
    socket.on('error', () => undefined)
    return socket
  }

  async request({ method, path, headers = [], body = '' }: WireRequest): Promise<WireAnswer> {
    const has = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted)
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
    if (!has('host')) lines.push(`Host: ${this.#url.host}\r\n`)
    if (body.length > 0 && !has('content-length') && !has('transfer-encoding')) {
      lines.push(`Content-Length: ${Buffer.byteLength(body)}\r\n`)
    }
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
    const socket = await this.#connection()
    socket.write(body.length > 0 ? Buffer.concat([head, Buffer.from(body)]) : head)
    const answer = await this.#answer(socket)
    if (answer.headers['connection'] === 'close') socket.destroy()
    else this.#idle.push(socket)
    return answer
  }

  #answer(socket: Socket): Promise<WireAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>()
    const chunks: Buffer[] = []
    let [length, leastLength] = [0, 0]
    const read = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      // Chunks are joined once the last has come: an answer may have megabytes.
      if (length < leastLength) return
      const bytes = Buffer.concat(chunks.splice(0))
      chunks.push(bytes)
      const head = headOf(bytes)
      if (!head) return
      leastLength = head.start + Number(head.headers['content-length'] ?? 0)
      const answer = answerIn(bytes, head)
      if (answer) settle(() => resolve(answer))
    }
    const end = () => settle(() => reject(new Error(`No answer: ${Buffer.concat(chunks)}`)))
    const settle = (how: () => void) => {
      socket.off('data', read).off('close', end)
      how()
    }
    socket.on('data', read).on('close', end)
    return promise
  }

  close(): void {
    for (const socket of this.#idle) socket.destroy()
  }
}
