/** The thread of `OutgoingThread`: data from servers is read, verified and parsed in it. */
import { parentPort } from 'node:worker_threads'
import { NoAnswer } from './connections.ts'
import type { Connections } from './connections.ts'
import { DirectConnections } from './direct.ts'
import { newBudget } from './meteredStream.ts'
import type { FromThread, ToThread } from './outgoingThread.ts'

const budget = newBudget()
const kept = new Map<number, Connections>()
const underWay = new Map<number, AbortController>()

function connectionsOf({ connections: id, options }: Extract<ToThread, { type: 'exchange' }>) {
  const existing = kept.get(id)
  if (existing) return existing
  const opened = new DirectConnections({ ...options, budget })
  if (options.maxKept !== undefined) kept.set(id, opened)
  return opened
}

async function exchange(message: Extract<ToThread, { type: 'exchange' }>): Promise<void> {
  const { id, request } = message
  const ending = new AbortController()
  underWay.set(id, ending)
  const tell = (message: FromThread, moved: ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, moved)
  try {
    const answer = await connectionsOf(message).exchange(request, ending.signal)
    // A copy, since a short body shares its memory with others.
    const body = Uint8Array.from(answer.body)
    tell({ id, answer: { ...answer, body } }, [body.buffer])
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const { message, code, status, isStale } = error
    tell({ id, failure: { message, code, status, isStale } })
  } finally {
    underWay.delete(id)
  }
}

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'exchange') return void exchange(message)
  if (message.type === 'abort') return underWay.get(message.id)?.abort()
  kept.get(message.connections)?.close()
  kept.delete(message.connections)
})
