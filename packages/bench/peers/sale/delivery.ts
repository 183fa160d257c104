/** A signed webhook by hand (Standard Webhooks), on a connection of its own. */
import { createHmac } from 'node:crypto'
import { request } from 'node:https'
import type { RequestOptions } from 'node:https'
import { createSecureContext } from 'node:tls'
import { RECEIVER_HOST } from '../../sale/receiverHost.ts'

/** Where the shop receives its events. */
export type Endpoint = { port: number; authority: string; secret: string }

/** @returns the status of the answer */
export function deliverer({ port, authority, secret }: Endpoint) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const secureContext = createSecureContext({ ca: authority })
  return (id: string, body: string): Promise<number> => {
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    request(
      {
        host: '127.0.0.1',
        servername: RECEIVER_HOST,
        port,
        path: '/eventos',
        method: 'POST',
        agent: false,
        secureContext,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${signature.digest('base64')}`,
        },
      } as RequestOptions,
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      },
    )
      .once('error', reject)
      .end(body)
    return promise
  }
}
