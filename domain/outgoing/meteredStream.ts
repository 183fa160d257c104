import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { ProcessorBudget, threadMs } from '../../runtime/processorBudget.ts'

/**
 * How much a server may send until its certificates are verified. A public chain has 3 to 6 KiB,
 * one with post-quantum signatures 16. OpenSSL alone takes 100 KiB: signatures for half a second.
 */
const MAX_HANDSHAKE_BYTES = 32 * 1024

/**
 * Processor time of one read that is not counted: a handshake with a usual server costs about 1 ms.
 * Time beyond it is charged to the seller, whose servers may take a twentieth of the thread.
 */
const FREE_MS = 5

export const newBudget = () => new ProcessorBudget({ shareOfTime: 0.05, burstMs: 1_000 })

/** The connection below TLS, whose reads are limited by length and by what TLS makes of them. */
export class MeteredStream extends Duplex {
  readonly #socket: Socket
  readonly #budget: ProcessorBudget
  readonly #owner: string
  #handshakeBytes = 0
  #isSecure = false

  constructor(socket: Socket, budget: ProcessorBudget, owner: string) {
    super()
    this.#socket = socket
    this.#budget = budget
    this.#owner = owner
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  /** From now on what comes is no handshake. */
  secured(): void {
    this.#isSecure = true
  }

  #take(bytes: Buffer): void {
    if (!this.#isSecure) this.#handshakeBytes += bytes.length
    if (this.#handshakeBytes > MAX_HANDSHAKE_BYTES) {
      const most = `${MAX_HANDSHAKE_BYTES / 1024} KiB`
      return void this.destroy(new Error(`The TLS handshake has more than ${most}.`))
    }
    if (this.#budget.isUsedUp(this.#owner)) {
      return void this.destroy(new Error('The processor time for connections is used up.'))
    }
    // TLS, and HTTP within it, work on it before this returns.
    const startMs = threadMs()
    if (!this.push(bytes)) this.#socket.pause()
    const beyondMs = threadMs() - startMs - FREE_MS
    if (beyondMs > 0) this.#budget.spend(this.#owner, beyondMs)
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(bytes: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
