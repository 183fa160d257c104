import type { Worker } from 'node:worker_threads'
import { moduleFile } from '../../db/moduleFile.ts'
import type { Logger } from '../../runtime/logger.ts'
import { NoAnswer } from './connections.ts'
import type {
  Answer,
  ConnectionOptions,
  Connections,
  Failure,
  OutgoingRequest,
} from './connections.ts'

export type ToThread =
  | {
      type: 'exchange'
      id: number
      connections: number
      options: ConnectionOptions
      request: OutgoingRequest
    }
  | { type: 'abort'; id: number }
  | { type: 'close'; connections: number }

export type FromThread = { id: number; answer: Answer } | { id: number; failure: Failure }

/** Limits of the thread's memory beside buffers. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

type PendingPost = { resolve: (answer: Answer) => void; reject: (error: Error) => void }

/**
 * A thread that speaks with the servers that sellers have named. A server chooses how long OpenSSL
 * takes for its certificates, and how long its answer is parsed: up to 300 ms at once.
 */
export class OutgoingThread {
  readonly #log: Pick<Logger, 'error'>
  readonly #waiting = new Map<number, PendingPost>()
  #worker: Worker | undefined
  #exchanges = 0
  #connections = 0

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log
  }

  connect(options: ConnectionOptions): Connections {
    const connections = ++this.#connections
    return {
      exchange: (request, signal) => this.#exchange({ connections, options, request }, signal),
      close: () => this.#worker?.postMessage({ type: 'close', connections } satisfies ToThread),
    }
  }

  async #exchange(
    message: Pick<Extract<ToThread, { type: 'exchange' }>, 'connections' | 'options' | 'request'>,
    signal: AbortSignal,
  ): Promise<Answer> {
    signal.throwIfAborted()
    const worker = (this.#worker ??= this.#start())
    const id = ++this.#exchanges
    const abort = () => worker.postMessage({ type: 'abort', id } satisfies ToThread)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise<Answer>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        // An idle thread does not keep the process alive.
        worker.ref()
        worker.postMessage({ type: 'exchange', id, ...message } satisfies ToThread)
      })
    } finally {
      signal.removeEventListener('abort', abort)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) worker.unref()
    }
  }

  #start(): Worker {
    const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
    const file = new URL(moduleFile('thread'), import.meta.url)
    const worker = new Thread(file, { execArgv: [], resourceLimits })
    worker.on('message', (message: FromThread) => {
      const waiting = this.#waiting.get(message.id)
      if ('answer' in message) waiting?.resolve(message.answer)
      else waiting?.reject(new NoAnswer(message.failure))
    })
    worker.on('error', (error) => this.#log.error({ err: error }, 'outgoing thread failed'))
    worker.on('exit', () => this.#ended(worker))
    return worker
  }

  /** The next request gets another thread. */
  #ended(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
    const failure = { message: 'The thread of the connection has ended.', status: null }
    for (const { reject } of this.#waiting.values()) {
      reject(new NoAnswer({ ...failure, isStale: false }))
    }
  }

  /** Ends the thread, and whatever is under way. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }
}
