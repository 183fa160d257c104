/** Stands between a service and PostgreSQL as PgBouncer does. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** Parameters that PgBouncer takes when it is not told to ignore others. */
const parameters = ['user', 'database', 'application_name', 'client_encoding']

/** Puts what arrives together to whole messages: of a type, a length and the rest. */
function eachMessage(socket: Socket, take: (type: string, message: Buffer) => void, first = false) {
  let left = Buffer.alloc(0)
  let untyped = first
  socket.on('data', (chunk: Buffer) => {
    left = Buffer.concat([left, chunk])
    for (;;) {
      const start = untyped ? 0 : 1
      if (left.length < start + 4) return
      const end = start + left.readUInt32BE(start)
      if (left.length < end) return
      const message = left.subarray(0, end)
      left = left.subarray(end)
      const type = untyped ? '' : String.fromCharCode(message[0] ?? 0)
      untyped = false
      take(type, message)
    }
  })
}

/** A session at the server, and who has it at the moment. */
class Session {
  readonly socket: Socket
  client: Client | undefined

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').on('error', () => undefined)
  }
}

class Client {
  readonly socket: Socket
  readonly #pooler: Pooler
  session: Session | undefined
  #isIn = false
  /** The answers that are still to come, and the messages that wait for a session. */
  #awaited = 0
  readonly waiting: Buffer[] = []

  constructor(pooler: Pooler, socket: Socket) {
    this.#pooler = pooler
    this.socket = socket.on('error', () => undefined)
    socket.on('close', () => this.session?.socket.destroy())
    eachMessage(socket, (type, message) => this.#fromClient(type, message), true)
  }

  #fromClient(type: string, message: Buffer): void {
    if (type === '') return this.#enter(message)
    if (type === 'X' && !this.session) return void this.socket.destroy()
    if (type === 'Q' || type === 'S') this.#awaited++
    this.session ??= this.#isIn ? this.#pooler.take(this) : undefined
    if (this.session) this.session.socket.write(message)
    else this.waiting.push(message)
  }

  /** Each client brings a session along, whose place another one may take afterwards. */
  #enter(message: Buffer): void {
    const words = message.subarray(8, -1).toString().split('\0')
    const other = words.find((word, i) => i % 2 === 0 && word && !parameters.includes(word))
    if (other) {
      const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${other}\0\0`
      const head = Buffer.from('E....')
      head.writeUInt32BE(4 + text.length, 1)
      this.socket.end(Buffer.concat([head, Buffer.from(text)]))
      return
    }
    const session = new Session(this.#pooler.port)
    this.session = session
    session.client = this
    session.socket.write(message)
    eachMessage(session.socket, (type, one) => session.client?.fromServer(type, one))
    session.socket.on('close', () => {
      this.#pooler.forget(session)
      session.client?.socket.destroy()
    })
  }

  fromServer(type: string, message: Buffer): void {
    // The number of a process that there is not.
    if (type === 'K') message.writeInt32BE(randomInt(2 ** 31), 5)
    this.socket.write(message)
    if (type !== 'Z') return
    if (this.#isIn) this.#awaited--
    this.#isIn = true
    const isIdle = message[5] === 'I'.charCodeAt(0)
    if (isIdle && this.#awaited === 0 && this.#pooler.mode === 'transaction') {
      this.#pooler.give(this.session)
      this.session = undefined
    }
  }
}

/** A pooler between clients and server; its mode can be changed while it is used. */
export class Pooler {
  mode: 'session' | 'transaction'
  readonly port: number
  readonly #idle: Session[] = []
  readonly #waiting: Client[] = []

  constructor(port: number, mode: 'session' | 'transaction') {
    this.port = port
    this.mode = mode
  }

  take(client: Client): Session | undefined {
    const session = this.#idle.pop()
    if (session) session.client = client
    else this.#waiting.push(client)
    return session
  }

  give(session: Session | undefined): void {
    if (!session) return
    const next = this.#waiting.shift()
    session.client = next
    if (!next) return void this.#idle.push(session)
    next.session = session
    for (const message of next.waiting.splice(0)) session.socket.write(message)
  }

  forget(session: Session): void {
    const place = this.#idle.indexOf(session)
    if (place >= 0) this.#idle.splice(place, 1)
  }
}

/** @returns the address of the database by way of the pooler, and how to end it */
export async function startPooler(database_url: string, mode: Pooler['mode']) {
  const url = new URL(database_url)
  const pooler = new Pooler(Number(url.port), mode)
  const server = createServer((socket) => void new Client(pooler, socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, pooler, close: () => server.close() }
}
