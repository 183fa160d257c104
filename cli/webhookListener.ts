/** A local receiver of webhooks, to see what arrives and whether its signature holds. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'

const BODY_LIMIT_BYTES = 1024 * 1024

/** No event is nested as deeply; a value nested much deeper cannot be written as JSON again. */
const MAX_DEPTH = 20

/** A webhook as it was received, and whether its signature holds. */
export type ReceivedWebhook = {
  webhook_id: string | null
  signature_holds: boolean
  /** Why the signature does not hold; null when it does. */
  reason: string | null
  /** The event, or the body as it came when it is not JSON or nested too deeply for an event. */
  event: unknown
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length > BODY_LIMIT_BYTES) return undefined
  }
  return Buffer.concat(chunks).toString('utf8')
}

const isWithin = (depth: number, value: unknown): boolean =>
  Object(value) !== value ||
  (depth > 0 && Object.values(value as object).every((member) => isWithin(depth - 1, member)))

function parsed(body: string): unknown {
  try {
    const event: unknown = JSON.parse(body)
    return isWithin(MAX_DEPTH, event) ? event : body
  } catch {
    return body
  }
}

function verify(secret: string, { headers }: IncomingMessage, body: string): ReceivedWebhook {
  const { 'webhook-id': id } = headers
  const received = { webhook_id: typeof id === 'string' ? id : null, event: parsed(body) }
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return { ...received, signature_holds: true, reason: null }
  } catch (error) {
    return { ...received, signature_holds: false, reason: (error as Error).message }
  }
}

/**
 * Listens on 127.0.0.1. A webhook whose signature holds is answered 204, any other request 400.
 *
 * @param secret of the endpoint (`whsec_…`), read at each request; while it is empty no signature
 *   holds
 * @throws when the port is taken
 */
export async function startListener({
  port,
  secret,
  onEvent,
}: {
  port: number
  secret(): string
  onEvent(received: ReceivedWebhook): void
}): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined)
    if (body === undefined) return void response.destroy()
    const received = verify(secret(), request, body)
    onEvent(received)
    response.writeHead(received.signature_holds ? 204 : 400).end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
