/** The webhooks commands, beside a running service. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import type { ReceivedWebhook } from '../../../../cli/webhookListener.ts'
import { freePort } from '../../../../cli/ports.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { CommandLine, temporaryFolder } from '../../../support/commandLine.ts'
import { newDatabase } from '../../../support/engine.ts'
import type { TestAccount } from '../../../support/service.ts'
import { startServiceAndCommandLine } from '../../../support/serviceCommandLine.ts'

type ListRow = Record<string, unknown> & { id: string }

const { service, environment, cli } = await startServiceAndCommandLine()
const seller = await service.account()
const { seller_id } = seller

const list = (of = seller_id) => cli.json<ListRow[]>('webhooks', 'list', '--seller', of)

async function pay(of: TestAccount): Promise<string> {
  const { id } = await of.checkout()
  const { status } = await of.post(`/sandbox/checkouts/${id}/pay`)
  assert.equal(status, 200)
  return id
}

/** `webhooks listen` as it runs; ready when this returns. */
async function startListening(words: string[], env = environment, json = true) {
  const script = fileURLToPath(new URL('../../../../cli/cli.ts', import.meta.url))
  const all = [script, 'webhooks', 'listen', ...(json ? ['--json'] : []), ...words]
  const child = spawn(process.execPath, all, { env, cwd: cli.folder })
  atEnd(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  const events = createInterface(child.stdout)[Symbol.asyncIterator]()
  const notes = json ? createInterface(child.stderr)[Symbol.asyncIterator]() : events
  const { value: ready } = (await notes.next()) as { value: string }
  return {
    ready,
    exited,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    next: async () =>
      JSON.parse(((await events.next()) as { value: string }).value) as ReceivedWebhook,
  }
}

/** Signed under `key`, as the service signs. */
const signedBy = (key: Buffer, body: string) => {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', key).update(`evt_1.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}

test('webhooks listen hears the events of a seller, and leaves no endpoint behind', async () => {
  const of = await service.account()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const port = await freePort()
    const listening = await startListening(['--port', String(port), '--seller', of.seller_id])
    const [endpoint] = await list(of.seller_id)
    assert.equal(endpoint?.['url'], `http://127.0.0.1:${port}/`)
    assert.ok(listening.ready.includes(endpoint.id))
    const id = await pay(of)
    const { webhook_id, signature_holds, reason, event } = await listening.next()
    assert.deepEqual({ signature_holds, reason }, { signature_holds: true, reason: null })
    assert.match(webhook_id ?? '', /^evt_/)
    const { type, data } = event as { type: string; data: { id: string } }
    assert.deepEqual({ type, id: data.id }, { type: 'payment.succeeded', id })
    listening.kill(signal)
    assert.deepEqual(await listening.exited, [0, null])
    assert.deepEqual(await list(of.seller_id), [])
  }
})

test('webhooks listen tells a signature that holds from one that does not', async () => {
  const port = await freePort()
  const key = randomBytes(32)
  const file = join(temporaryFolder(), 'secret')
  writeFileSync(file, `whsec_${key.toString('base64')}\n`)
  const listening = await startListening(['--port', String(port), '--secret-file', file])
  const before = await list()
  const post = async (body: string, headers: Record<string, string>) => {
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })
    return status
  }
  const signed = (body: string) => signedBy(key, body)
  assert.equal(await post('{"type":"a"}', signed('{"type":"a"}')), 204)
  const event = { type: 'a' }
  const holds = { webhook_id: 'evt_1', event, signature_holds: true, reason: null }
  assert.deepEqual(await listening.next(), holds)
  assert.equal(await post('{"type":"a"}', signed('{"type":"b"}')), 400)
  const reason = 'No matching signature found'
  assert.deepEqual(await listening.next(), { ...holds, signature_holds: false, reason })
  assert.equal(await post('not JSON', {}), 400)
  const { webhook_id, event: raw, signature_holds } = await listening.next()
  assert.deepEqual([webhook_id, raw, signature_holds], [null, 'not JSON', false])
  listening.kill('SIGTERM')
  assert.deepEqual(await listening.exited, [0, null])
  assert.deepEqual(await list(), before)
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('webhooks listen refuses whatever is not signed, and goes on', async () => {
  const port = await freePort()
  const key = randomBytes(32)
  const words = ['--port', String(port), '--secret', `whsec_${key.toString('base64')}`]
  const hostile = ['{"type":{"toString":1}}', nested(100_000), 'null', '', '{"__proto__":1}']
  for (const json of [true, false]) {
    const listening = await startListening(words, environment, json)
    const post = async (body: string, headers: Record<string, string>) => {
      const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })
      return status
    }
    for (const body of hostile) assert.equal(await post(body, {}), 400)
    assert.equal(await post('{"type":"a"}', signedBy(key, '{"type":"a"}')), 204)
    listening.kill('SIGTERM')
    assert.deepEqual(await listening.exited, [0, null])
  }
})

test('webhooks listen without a seller takes the only one there is', async () => {
  const alone = { ...environment, DATABASE_URL: await newDatabase() }
  const on = new CommandLine(alone)
  assert.match(await on.refused('webhooks', 'listen'), /no seller yet/)
  const made = await on.json<{ seller_id: string }>('sellers', 'create', '--name', 'Loja')
  const listening = await startListening(['--port', String(await freePort())], alone)
  const listed = await on.json<ListRow[]>('webhooks', 'list', '--seller', made.seller_id)
  assert.equal(listed.length, 1)
  listening.kill('SIGTERM')
  assert.deepEqual(await listening.exited, [0, null])
})

test('webhooks listen ends, and deletes its endpoint, when its output is closed', async () => {
  const words = ['--seller', seller_id, '--port', String(await freePort())]
  const { code, err } = await cli.unread('webhooks', 'listen', ...words)
  assert.deepEqual([code, err], [1, 'Cannot print: write EPIPE\n'])
  const left = await cli.json<{ url: string }[]>('webhooks', 'list', '--seller', seller_id)
  assert.ok(left.every(({ url }) => !url.includes(words[3] ?? '')))
})
