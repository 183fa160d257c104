import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { networkOf } from '../runtime/network.ts'
import { SharedPool } from '../runtime/sharedPool.ts'

/** Limits of responses that clients do not read; a test may set smaller ones. */
export const responseLimits = {
  /** From the moment a response is ready until the client must have received it. */
  sendTimeoutMs: 30_000,
  /** Memory for unread responses to callers with a token. */
  clientBacklogBytes: 256 * 1024 * 1024,
  /** Memory for unread responses to unauthenticated callers: pages, documents and errors. */
  anonymousBacklogBytes: 16 * 1024 * 1024,
}

export type ResponseLimits = typeof responseLimits

/** Memory of an unread response beside its bytes: its connection, its request and its timer. */
const RESPONSE_BYTES = 16 * 1024

/** A response that its client has not received yet. */
type UnreadResponse = { readonly socket: Socket; readonly network: string }

/**
 * Bounds the memory of responses that are ready and that clients do not read. When a pool is full,
 * the seller or the network that holds most of it loses its oldest connections.
 */
export class ResponseBacklog {
  readonly #limits: ResponseLimits
  readonly #clients: SharedPool<UnreadResponse>
  readonly #anonymous: SharedPool<UnreadResponse>

  /** @param onDrop called with the network of each connection that is dropped */
  constructor(limits: ResponseLimits, onDrop: (network: string) => void) {
    this.#limits = limits
    // Without a reset the kernel would go on holding what it could not send.
    const drop = ({ socket, network }: UnreadResponse) => {
      socket.resetAndDestroy()
      onDrop(network)
    }
    this.#clients = new SharedPool(limits.clientBacklogBytes, drop)
    this.#anonymous = new SharedPool(limits.anonymousBacklogBytes, drop)
  }

  /**
   * Watches a response that has just been ended. Mostly the kernel has taken all of it already, and
   * there is nothing to watch.
   *
   * @param sellerId of the seller that it answers, if the request was authenticated
   */
  watch(response: ServerResponse, sellerId: string | undefined, address: string): void {
    const bytes = response.writableLength
    if (bytes === 0) return
    const pending: UnreadResponse = { socket: response.req.socket, network: networkOf(address) }
    const pool = sellerId === undefined ? this.#anonymous : this.#clients
    const timeout = this.#resetLater(response)
    response.once('close', () => {
      clearTimeout(timeout)
      pool.release(pending)
    })
    pool.hold(pending, sellerId ?? pending.network, bytes + RESPONSE_BYTES)
  }

  /**
   * Watches a response whose body is a stream. It is read at the pace at which the client receives
   * it, so it holds little; a client that takes no further piece in time is cut off, and so is one
   * that does not receive the last. How long the pieces take to be made does not count.
   */
  watchStream(
    response: ServerResponse,
    body: Readable,
    sellerId: string | undefined,
    address: string,
  ): void {
    let timeout: NodeJS.Timeout | undefined
    const received = () => {
      clearTimeout(timeout)
      timeout = undefined
    }
    // The pipe's own listener, which comes first, has written the piece.
    body.on('data', () => {
      if (response.writableNeedDrain && !response.destroyed) timeout ??= this.#resetLater(response)
    })
    response.on('drain', received).once('close', received)
    body.once('end', () => {
      received()
      this.watch(response, sellerId, address)
    })
  }

  #resetLater({ req: { socket } }: ServerResponse): NodeJS.Timeout {
    return setTimeout(() => socket.resetAndDestroy(), this.#limits.sendTimeoutMs)
  }
}
