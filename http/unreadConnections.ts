import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from './fairQueue.ts'

/** Stands for the callers of a connection that has several, as that of a proxy has. */
const SEVERAL = ''

type Unread = { caller: Caller; sockets: Socket[] }

/**
 * Connections that are not read until it is almost the turn of their next request. What is not read
 * waits in the system's buffers and costs nothing here: a thousand requests that were read and
 * waited took a fifth of the process's time for garbage collections, which copied them.
 *
 * A connection that has had requests of several callers is always read: behind a proxy, the next
 * one may be of a caller who need not wait.
 */
export class UnreadConnections {
  /** By the name of the caller; none is empty. */
  readonly #unread = new Map<string, Unread>()
  readonly #callers = new WeakMap<Socket, string>()
  size = 0

  /** Notes whose request a connection has had. @returns true when it has had no other's */
  isOnly({ name }: Caller, { socket }: IncomingMessage): boolean {
    const before = this.#callers.get(socket)
    if (before !== name) this.#callers.set(socket, before === undefined ? name : SEVERAL)
    return before === name
  }

  of({ name }: Caller): number {
    return this.#unread.get(name)?.sockets.length ?? 0
  }

  /** Leaves a connection unread; its last request was read to its end. */
  pause(caller: Caller, socket: Socket): void {
    const unread = this.#unread.get(caller.name) ?? { caller, sockets: [] }
    if (unread.sockets.push(socket) === 1) this.#unread.set(caller.name, unread)
    this.size++
    socket.pause()
  }

  /** Reads those again that have waited for longest, of each caller as many as this says. */
  resume(count: (caller: Caller) => number): void {
    for (const [name, { caller, sockets }] of this.#unread) {
      const next = sockets.splice(0, Math.max(0, count(caller)))
      this.size -= next.length
      if (sockets.length === 0) this.#unread.delete(name)
      for (const socket of next) socket.resume()
    }
  }
}
