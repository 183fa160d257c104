/** A local receiver of webhooks, to see what arrives and whether its signature holds. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'

const BODY_LIMIT_BYTES = 1024 * 1024

/** A request that came in. */
export type Heard = {
  webhook_id: string | null
  signature_holds: boolean
  /** Why the signature does not hold; null when it does. */
  reason: string | null
  /** The event, or the body as it came when it is not JSON. */
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

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function hear(webhook: Webhook, { headers }: IncomingMessage, body: string): Heard {
  const { 'webhook-id': id } = headers
  const heard = { webhook_id: typeof id === 'string' ? id : null, event: parsed(body) }
  try {
    webhook.verify(body, headers as Record<string, string>)
    return { ...heard, signature_holds: true, reason: null }
  } catch (error) {
    return { ...heard, signature_holds: false, reason: (error as Error).message }
  }
}

/**
 * Listens on this machine only. What is signed is answered with 204, anything else with 400.
 *
 * @param secret `whsec_` and base64
 * @throws when the port is taken
 */
export async function startListener({
  port,
  secret,
  onEvent,
}: {
  port: number
  secret(): string
  onEvent(heard: Heard): void
}): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined)
    if (body === undefined) return void response.destroy()
    const heard = hear(new Webhook(secret()), request, body)
    onEvent(heard)
    response.writeHead(heard.signature_holds ? 204 : 400).end()
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
