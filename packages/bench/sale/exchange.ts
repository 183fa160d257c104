/** HTTP requests of a shop's server, and of a buyer's browser. */
import { request } from 'node:http'
import type { Agent, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

const LIMIT_MS = 20_000

export type RequestOptions = {
  agent: Agent
  method?: string
  headers?: Record<string, string>
  body?: string
}

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string }

async function send(url: string, asked: RequestOptions): Promise<IncomingMessage> {
  const { agent, method = 'GET', headers = {}, body } = asked
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const sent = request(url, { agent, method, headers: { ...headers, ...length } }, resolve)
  sent.setTimeout(LIMIT_MS, () => sent.destroy(new Error(`${method} ${url}: no answer`)))
  sent.on('error', reject).end(body)
  return promise.catch((error: NodeJS.ErrnoException) => {
    // The server has closed a kept connection meanwhile.
    if (sent.reusedSocket && error.code === 'ECONNRESET') return send(url, asked)
    throw error
  })
}

/** Sends one request, and reads its whole answer. */
export async function exchange(url: string, asked: RequestOptions): Promise<Answer> {
  const response = await send(url, asked)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: await text(response),
  }
}

/** The answer to a request for a stream of events (`text/event-stream`). */
export type EventStream<Event> = { status: number; events: AsyncIterable<Event> }

/** Opens a stream of events, which is read for as long as it is wanted. */
export async function openEvents<Event>(
  url: string,
  asked: RequestOptions,
): Promise<EventStream<Event>> {
  const response = await send(url, asked)
  return { status: response.statusCode ?? 0, events: eventsIn<Event>(response) }
}

async function* eventsIn<Event>(response: IncomingMessage): AsyncGenerator<Event> {
  let rest = ''
  for await (const part of response.setEncoding('utf8') as AsyncIterable<string>) {
    const events = (rest + part).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) yield JSON.parse(data) as Event
    }
  }
}
