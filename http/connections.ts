import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOf } from '../runtime/network.ts'
import { SharedPool } from '../runtime/sharedPool.ts'
import { isSettled } from './response.ts'

/** Memory of an idle connection, and bytes of it for each byte of a head that is not complete. */
const CONNECTION_BYTES = 10 * 1024
const HEAD_FACTOR = 2

/** How often the bytes that have arrived on each connection are measured. */
const MEASURE_EVERY_MS = 250

/** State of a connection beside its socket. */
export type Connection = {
  /** The response to the newest request, as long as it is not sent. */
  response?: ServerResponse | undefined
  /** Called at the end of each response. */
  readonly forgetResponse: () => void
  /** A request has arrived since the connection was measured. */
  isActive: boolean
  /** `bytesRead` of the socket when the last complete request had arrived. */
  requestEndBytes: number
  /** Bytes that the pool holds for an incomplete head. */
  headBytes: number
  /** Requests that wait for the response before theirs. */
  waiting: number
  /** Malformed input was read, and its error waits for the response before it. */
  isRefused: boolean
}

const isAnswering = ({ response }: Connection) =>
  response !== undefined && !response.writableFinished

/** True when the kernel's buffer has no room for written bytes: the client does not read. */
const isUnread = ({ writableLength }: Socket) => writableLength > 0

/**
 * All connections of a server, within a limit of memory: when it is exceeded, the oldest ones of
 * the network that holds most are closed, except those that wait for the service. A connection that
 * does not read its response does not count as waiting, and neither does one that is refused.
 */
export class Connections {
  readonly #connections = new Map<Socket, Connection>()
  readonly #pool: SharedPool<Socket>
  readonly #timer: NodeJS.Timeout

  /** @param onDrop called with the network of each connection that is dropped */
  constructor(maxConnectionBytes: number, onDrop: (network: string) => void) {
    const drop = (socket: Socket) => {
      const network = networkOf(socket.remoteAddress ?? '')
      // Without a reset the kernel would go on holding what it could not send.
      if (isUnread(socket)) socket.resetAndDestroy()
      else socket.destroy()
      onDrop(network)
    }
    const isBusy = (socket: Socket) => {
      const response = this.#connections.get(socket)?.response
      return response !== undefined && !isSettled(response) && !isUnread(socket)
    }
    this.#pool = new SharedPool(maxConnectionBytes, drop, isBusy)
    this.#timer = setInterval(() => this.#measure(), MEASURE_EVERY_MS).unref()
  }

  add(socket: Socket): void {
    const connection: Connection = {
      isActive: false,
      requestEndBytes: 0,
      headBytes: 0,
      waiting: 0,
      isRefused: false,
      forgetResponse() {
        if (connection.response?.writableFinished) connection.response = undefined
      },
    }
    this.#connections.set(socket, connection)
    socket.once('close', () => {
      this.#connections.delete(socket)
      this.#pool.release(socket)
    })
    this.#pool.hold(socket, networkOf(socket.remoteAddress ?? ''), CONNECTION_BYTES)
  }

  of(socket: Duplex): Connection | undefined {
    return this.#connections.get(socket as Socket)
  }

  /** Ends the measuring. */
  close(): void {
    clearInterval(this.#timer)
  }

  /**
   * Node's parser emits no event for the lines of an incomplete head, so the bytes read are
   * counted.
   */
  #measure(): void {
    for (const [socket, connection] of this.#connections) {
      if (isAnswering(connection)) continue
      const { bytesRead } = socket
      if (connection.isActive) {
        connection.isActive = false
        connection.requestEndBytes = bytesRead
        this.#pool.renew(socket)
      }
      const headBytes = HEAD_FACTOR * (bytesRead - connection.requestEndBytes)
      if (headBytes === connection.headBytes) continue
      this.#pool.grow(socket, headBytes - connection.headBytes)
      connection.headBytes = headBytes
    }
  }
}
