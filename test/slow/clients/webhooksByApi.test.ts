/** Webhooks by the API alone: forwarded to this machine, and made to happen in a sandbox. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'vitest'
import { verifyWebhook } from '../../../packages/client/index.ts'
import type { ForwardedEvent } from '../../../cli/webhookForwarder.ts'
import { atEnd } from '../../support/atEnd.ts'
import { CommandLine, temporaryFolder } from '../../support/commandLine.ts'
import { answer, hang, startReceiver } from '../../support/receiver.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const service = await startService()

const environmentOf = ({ client_id, client_secret }: TestAccount, on = service) => ({
  PATH: process.env['PATH'] ?? '',
  BASE_URL: on.url,
  CLIENT_ID: client_id,
  CLIENT_SECRET: client_secret,
})

const commandsOf = (account: TestAccount) => new CommandLine(environmentOf(account))

/** `webhooks listen --forward-to` as it runs; it reads what is announced once this returns. */
async function startForwarding(account: TestAccount, url: string, ...options: string[]) {
  const script = new URL('../../../cli/cli.ts', import.meta.url).pathname
  const words = [script, 'webhooks', 'listen', '--json', '--forward-to', url, ...options]
  const child = spawn(process.execPath, words, { env: environmentOf(account) })
  atEnd(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const notes = createInterface(child.stderr)[Symbol.asyncIterator]()
  const { value: ready } = (await notes.next()) as { value: string }
  return {
    ready,
    secret: /whsec_\S+(?=;)/.exec(ready)?.[0] ?? '',
    next: async () => JSON.parse(((await lines.next()) as { value: string }).value),
    stop: () => {
      child.kill('SIGINT')
      return exited
    },
  }
}

async function pay(account: TestAccount): Promise<string> {
  const { id } = await account.checkout()
  await account.post(`/sandbox/checkouts/${id}/pay`)
  return id
}

test('a secret that is given is signed with, and not shown', async () => {
  const account = await service.account()
  const receiver = await startReceiver()
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, secret)
  const forwarding = await startForwarding(account, receiver.url, '--secret-file', file)
  await pay(account)
  await forwarding.next()
  assert.deepEqual(await forwarding.stop(), [0, null])
  for (const { body, headers } of receiver.received) verifyWebhook({ body, headers, secret })
  assert.equal(receiver.received.length, 1)
  assert.ok(!forwarding.ready.includes(secret), forwarding.ready)
})

test('events are posted once to a local address, as an endpoint gets them', async () => {
  const account = await service.account()
  const before = await pay(account)
  const receiver = await startReceiver()
  const forwarding = await startForwarding(account, receiver.url)
  const paid = [await pay(account), await pay(account), await pay(account)]
  const told: ForwardedEvent[] = []
  for (const _ of paid) told.push(await forwarding.next())
  await account.post(`/v1/checkouts/${(await account.checkout()).id}/cancel`)
  told.push(await forwarding.next())
  assert.deepEqual(await forwarding.stop(), [0, null])
  const received = receiver.received.map(({ body, headers }) =>
    verifyWebhook({ body, headers, secret: forwarding.secret }),
  )
  assert.deepEqual(
    received.map(({ id, type }) => ({ event_id: id, type, response_status: 200, reason: null })),
    told,
  )
  const [canceled, ...succeeded] = received.toReversed()
  assert.equal(canceled?.type, 'checkout.canceled')
  assert.deepEqual(succeeded.map(({ data }) => data.id).toReversed(), paid)
  assert.ok(!paid.includes(before))
  const { body } = await account.get<'EventList'>('/v1/events?limit=1')
  assert.equal(body.data[0]?.id, canceled?.id)
})

test('an answer that is none, or no success, is told, and the next event is posted', async () => {
  const account = await service.account()
  const receiver = await startReceiver(answer(500))
  const forwarding = await startForwarding(account, receiver.url)
  await pay(account)
  assert.equal((await forwarding.next()).response_status, 500)
  receiver.script = (response) => response.socket?.resetAndDestroy()
  await pay(account)
  const { response_status, reason } = (await forwarding.next()) as ForwardedEvent
  assert.equal(response_status, null)
  assert.match(reason ?? '', /ECONNRESET|other side closed/)
  assert.deepEqual(await forwarding.stop(), [0, null])
})

test('forwarding that is stopped waits for no answer, and posts nothing more', async () => {
  const account = await service.account()
  const receiver = await startReceiver(hang)
  const forwarding = await startForwarding(account, receiver.url)
  await Promise.all([pay(account), pay(account), pay(account)])
  await receiver.arrived(1)
  assert.deepEqual(await forwarding.stop(), [0, null])
  assert.match((await forwarding.next()).reason, /aborted/)
  assert.equal(receiver.received.length, 1)
})

const types = {
  'payment.succeeded': ['payment.succeeded'],
  'payment.declined': ['payment.declined'],
  'payment.reversed': ['payment.reversed', 'refund.succeeded', 'payment.succeeded'],
  'refund.succeeded': ['payment.reversed', 'refund.succeeded', 'payment.succeeded'],
  'refund.failed': ['refund.failed', 'payment.succeeded'],
  'checkout.canceled': ['checkout.canceled'],
  'checkout.expired': ['checkout.expired'],
}

test('each type is made to happen, with all that belongs to it', async () => {
  // One whose clock the sandbox moves.
  const sandbox = await startService({ real_clock: true })
  for (const [type, expected] of Object.entries(types)) {
    const account = await sandbox.account()
    const cli = new CommandLine(environmentOf(account, sandbox))
    const made = await cli.json<Record<string, string>>('webhooks', 'trigger', type)
    assert.equal(made['type'], type)
    const again = await sandbox.login(account)
    const { body } = await again.get<'EventList'>('/v1/events')
    assert.deepEqual(body.data.map((one) => one.type).toSorted(), expected.toSorted(), type)
    const { status } = await again.get(`/v1/checkouts/${made['checkout_id']}`)
    assert.equal(status, 200)
  }
})

test('what cannot be made to happen, or not here, is refused in a line', async () => {
  const account = await service.account()
  const { client_id } = account
  assert.match(
    await commandsOf(account).badUsage('webhooks', 'trigger', 'payment.failed'),
    /Allowed choices are payment\.succeeded/,
  )
  const narrow = await account.restrictedTo(['products:write'])
  assert.match(
    await commandsOf(narrow).refused('webhooks', 'trigger', 'payment.succeeded'),
    /insufficient_scope|checkouts:write/,
  )
  const live = await startService({ mode: 'live' })
  const seller = await live.account()
  const there = new CommandLine(environmentOf(seller, live))
  assert.match(await there.refused('webhooks', 'trigger', 'payment.succeeded'), /404/)
  assert.deepEqual((await seller.get<'ProductList'>('/v1/products')).body.data, [])
  const without = new CommandLine({ PATH: process.env['PATH'] ?? '', CLIENT_ID: client_id })
  const line = await without.refused('webhooks', 'listen', '--forward-to', 'http://127.0.0.1:1/')
  assert.equal(line, 'CLIENT_ID and CLIENT_SECRET must be set.')
  assert.match(
    await without.badUsage('webhooks', 'listen', '--forward-to', 'x'),
    /starts with http/,
  )
})
