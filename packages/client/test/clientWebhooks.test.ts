/** The client believes what the service has sent, and nothing else. */
import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { test } from 'vitest'
import { BalcaoError, UnverifiedWebhook, verifyWebhook } from '../index.ts'
import type { Checkout, Event, Refund, WebhookEvent } from '../index.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { startSender } from '../../../test/support/webhooksSender.ts'

const receiver = await startReceiver()
const sender = await startSender()
const { secret } = await sender.endpoint(receiver.url)
sender.start()
await sender.tell()
const [sent = assert.fail('Nothing came.')] = await receiver.arrived(1)
const { body, headers } = sent

/** The error of a webhook that is not believed. */
function refusal(of: Parameters<typeof verifyWebhook>[0]): UnverifiedWebhook {
  try {
    return assert.fail(`It was believed: ${verifyWebhook(of).type}`)
  } catch (error) {
    if (error instanceof UnverifiedWebhook) return error
    throw error
  }
}

test('believes what the service sent, in whatever form it is handed over', () => {
  const bytes = new TextEncoder().encode(body)
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  const fetched = new Headers(headers)
  // As the package undici and frameworks have them: not of the global class.
  const otherHeaders = { get: (name: string) => fetched.get(name) } as Headers
  for (const one of [body, bytes, Buffer.from(bytes)]) {
    for (const form of [headers, fetched, otherHeaders, upper]) {
      const event = verifyWebhook({ body: one, headers: form, secret })
      assert.equal(event.type, 'payment.succeeded')
      assert.equal(event.id, headers['webhook-id'])
      if (event.type === 'payment.succeeded') assert.equal(event.data.object, 'checkout')
    }
  }
})

/** Compiles only when both types are the same. */
type Same<A, B> = [A, B] extends [B, A] ? true : false
const holds = <Claim extends true>(claim: Claim) => claim

test('its types are those of every event, and say what each one carries', () => {
  type DataOf<Type extends string> = Extract<WebhookEvent, { type: Type }>['data']
  holds<Same<WebhookEvent['type'], Event['type']>>(true)
  holds<Same<DataOf<'refund.succeeded' | 'refund.failed'>, Refund>>(true)
  holds<Same<DataOf<'payment.reversed' | 'checkout.expired' | 'checkout.canceled'>, Checkout>>(true)
  holds<WebhookEvent extends Pick<Event, 'id' | 'type' | 'data'> ? true : false>(true)
})

test('does not believe what was changed by one byte, in its body or its headers', () => {
  const later = `${Number(headers['webhook-timestamp']) + 1}`
  const changed = [
    { body: body.replace('São', 'Sâo') },
    { body: `${body} ` },
    { body: new TextEncoder().encode(body).with(20, 0xff) },
    { headers: { ...headers, 'webhook-id': 'evt_other' } },
    { headers: { ...headers, 'webhook-timestamp': later } },
    { headers: { ...headers, 'webhook-signature': 'v1,AAAA' } },
    { headers: { ...headers, 'webhook-signature': 'v1' } },
    { headers: {} },
  ]
  for (const change of changed) {
    assert.match(refusal({ body, headers, secret, ...change }).message, /could not be verified/)
  }
})

test('does not believe what another secret signed, nor shows any', () => {
  const other = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  const error = refusal({ body, headers, secret: other })
  assert.ok(error instanceof BalcaoError)
  assert.doesNotMatch(inspect(error, { depth: Infinity }), /whsec_|BQUF/)
})

test('does not believe what is older than five minutes, though it was signed', () => {
  const sent_at = new Date(Date.now() - 301_000)
  const old = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sent_at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', sent_at, body),
  }
  assert.match(refusal({ body, headers: old, secret }).message, /too old/)
})

test("a secret that is none is the caller's mistake, and is not repeated", () => {
  const short = `whsec_${Buffer.alloc(23, 'abc').toString('base64')}`
  const long = `whsec_${Buffer.alloc(65, 'abc').toString('base64')}`
  const unpadded = `whsec_${'abc'.repeat(15)}`
  const malformed = ['', 'whsec_', 'whsec_!!abc!!', unpadded, `${secret} ${secret}`]
  for (const wrong of [...malformed, 'whsec_AA==', short, long]) {
    assert.throws(
      () => verifyWebhook({ body, headers, secret: wrong }),
      (error: Error) => {
        assert.equal(error.name, 'TypeError')
        assert.match(error.message, /24 to 64 bytes/)
        assert.doesNotMatch(inspect(error), /abc|YWJj/)
        return true
      },
    )
  }
})

test('an attacker who has signed under a guessed secret of one byte is not believed', () => {
  const sent_at = new Date()
  const forged = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(sent_at.getTime() / 1000)),
    'webhook-signature': new Webhook('whsec_AA==').sign('evt_1', sent_at, body),
  }
  const believe = () => verifyWebhook({ body, headers: forged, secret: 'whsec_AA==' })
  assert.throws(believe, TypeError)
})

test('during a rotation either secret verifies what both have signed', () => {
  const former = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const sent_at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const id = headers['webhook-id'] ?? ''
  const other = new Webhook(former).sign(id, sent_at, body)
  const both = { ...headers, 'webhook-signature': `${headers['webhook-signature']} ${other}` }
  for (const one of [secret, former]) {
    assert.equal(verifyWebhook({ body, headers: both, secret: one }).id, id)
  }
})
