/** A shop's receiver of webhooks, over TLS: a process that tells its parent of each event. */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { Pair } from '../../bank/certificates.ts'

/** The messages of the parent: the certificate to listen with, then the secret of the endpoint. */
export type ToReceiver = { pair: Pair } | { secret: string }

/** The messages to the parent: where it listens, and the checkout of each good event. */
export type FromReceiver = { port: number } | { checkoutId: string }

const tell = (message: FromReceiver) => process.send?.(message)

let webhook: Webhook | undefined

async function listen(pair: Pair): Promise<void> {
  const server = createServer(pair, async (request, response) => {
    const body = await text(request)
    const event = webhook?.verify(body, request.headers as Record<string, string>) as
      | { data: { id: string } }
      | undefined
    response.writeHead(event ? 204 : 404).end()
    if (event) tell({ checkoutId: event.data.id })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  tell({ port: (server.address() as AddressInfo).port })
}

process.on('message', (message: ToReceiver) => {
  if ('pair' in message) void listen(message.pair)
  else webhook = new Webhook(message.secret)
})
process.once('disconnect', () => process.exit())
