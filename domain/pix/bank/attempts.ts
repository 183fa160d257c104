/** How often a request goes to a bank, by what it may cost to send it twice. */
import { AnswerTooLong } from './provider.ts'

/**
 * - `read`: it changes nothing, and is sent again once when it was reset or answered with 5xx.
 * - `change`: the bank keeps one of it by its id (a charge, an address of callbacks). It is sent
 *   again only when a kept connection turned out to be closed.
 * - `order`: it sends money. It goes out once, on a connection of its own: a bank that has carried
 *   it out may refuse the same order a moment later, like an order that it never had.
 */
export type RequestKind = 'read' | 'change' | 'order'

/** Kind of a request that names none. */
export const kindOf = (method: string): RequestKind => (method === 'GET' ? 'read' : 'change')

/** Attempts at a read, and the least pause between two. */
const MAX_ATTEMPTS = 2
const PAUSE_MS = 100

/** Kept connections that a bank may have closed one by one: all that a client keeps. */
export const MAX_SOCKETS = 16

/** A kept connection that the bank closed before it read the request. */
export class StaleConnection extends Error {}

type Answer = { status: number; retryAfterMs: number }

type Sender<Response extends Answer> = {
  /** Rejects when there was no response. */
  sendOnce: () => Promise<Response>
  wait: (ms: number) => Promise<void>
  /** True once no more attempts are to begin. */
  isEnding: () => boolean
}

/**
 * A timeout has cost its time already, an answer that is too long gets no shorter, and
 * `Retry-After` asks for no request.
 */
const isRepeatable = (answer: Answer | Error): boolean =>
  answer instanceof Error
    ? answer.name !== 'TimeoutError' && !(answer instanceof AnswerTooLong)
    : answer.status >= 500 && answer.retryAfterMs === 0

/**
 * Sends a request as often as its kind allows.
 *
 * @throws the error of the last attempt
 */
export async function sendRepeating<Response extends Answer>(
  kind: RequestKind,
  { sendOnce, wait, isEnding }: Sender<Response>,
): Promise<Response> {
  const maxAttempts = kind === 'read' ? MAX_ATTEMPTS : 1
  const maxStale = kind === 'order' ? 0 : MAX_SOCKETS
  for (let attempt = 1, stale = 0; ; ) {
    const answer = await sendOnce().catch((error: Error) => error)
    if (answer instanceof StaleConnection && stale++ < maxStale) continue
    if (attempt++ < maxAttempts && isRepeatable(answer) && !isEnding()) {
      await wait(PAUSE_MS * (1 + Math.random()))
    } else if (answer instanceof Error) throw answer
    else return answer
  }
}
