import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { freePort } from '../../../cli/ports.ts'
import { newDatabase } from '../../support/engine.ts'
import { welcome } from '../../../welcome.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

type Step = {
  title: string
  request: { method: string; path: string; body?: unknown }
  status: number
  body: Record<string, unknown>
}

const { cli } = await startServiceAndCommandLine()

const whole = /[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}|bcs_/

test('runs the main job to a completed checkout, and refunds a part of it', async () => {
  const steps = await cli.json<Step[]>('demo')
  assert.deepEqual(
    steps.map(({ request: { method, path }, status }) =>
      [method, path.replaceAll(/(prod|checkout|pay)_[^/]+/g, '$1_id'), status].join(' '),
    ),
    [
      'GET /health 200',
      'POST /oauth/token 200',
      'GET /v1/me 200',
      'POST /v1/customers 201',
      'POST /v1/products 201',
      'POST /v1/products/prod_id/offers 201',
      'POST /v1/checkouts 201',
      'GET /v1/checkouts/checkout_id 200',
      'POST /sandbox/checkouts/checkout_id/pay 200',
      'GET /v1/checkouts/checkout_id 200',
      'GET /v1/payments/pay_id 200',
      'POST /v1/payments/pay_id/refunds 201',
      'GET /v1/payments/pay_id 200',
    ],
  )
  assert.equal(steps[7]?.body['status'], 'open')
  assert.equal(steps[9]?.body['status'], 'completed')
  assert.equal(steps.at(-1)?.body['status'], 'partially_refunded')
  assert.doesNotMatch(JSON.stringify(steps), whole)
})

test('prints each step as request and answer, and no whole token or secret', async () => {
  const text = await cli.text('demo')
  assert.match(text, /^2\. Get a token\n\n {3}POST \/oauth\/token\n {3}grant_type=client_cred/m)
  assert.match(text, /"access_token": "[\w-]{12}…"/)
  assert.match(text, /\n {3}POST \/v1\/customers\n {3}\{\n {5}"name": "Padaria Pão Quente",/)
  assert.match(text, /^10\. Read the checkout: it is completed$/m)
  assert.match(text.split(/^10\./m)[1] ?? '', /\n {3}200\n {3}\{\n.*"status": "completed"/s)
  assert.doesNotMatch(text, whole)
})

test('can be run again', async () => {
  const [first, second] = [await cli.run('demo'), await cli.run('demo')]
  assert.deepEqual([first.code, second.code], [0, 0])
})

test('works in the demo seller of the first start, and leaves it no key', async () => {
  const { cli: own, service } = await startServiceAndCommandLine()
  const { url, db, clock } = service
  await welcome(db, { localUrl: url, baseUrl: url, now: clock.now() })
  const before = await own.json<{ id: string }[]>('sellers', 'list')
  const steps = await own.json<Step[]>('demo')
  assert.equal(steps.at(-1)?.body['status'], 'partially_refunded')
  assert.deepEqual(await own.json('sellers', 'list'), before)
  const [seller = ''] = before.map(({ id }) => id)
  const clients = await own.json<{ status: string; name: string }[]>(
    'clients',
    'list',
    '--seller',
    seller,
  )
  assert.deepEqual(
    clients.filter(({ name, status }) => name === 'demo' && status === 'active'),
    [],
  )
})

/** Each write to it fails for want of room; Linux has it. */
const FULL = '/dev/full'

if (existsSync(FULL)) {
  test('says in one line that its output cannot be written', async () => {
    for (const words of [['demo'], ['demo', '--json']]) {
      const { code, err } = await cli.into(FULL, ...words)
      assert.deepEqual([code, err], [1, 'Cannot print: ENOSPC: no space left on device, write\n'])
    }
  })
}

test('says in one line that no service answers, and makes no seller', async () => {
  const alone = cli.with({
    BASE_URL: `http://127.0.0.1:${await freePort()}`,
    DATABASE_URL: await newDatabase(),
  })
  const line = await alone.refused('demo')
  assert.match(line, /^No service answers at http:\/\/127\.0\.0\.1:\d+\. Start it with npm start/)
  assert.deepEqual(await alone.json('sellers', 'list'), [])
})

test('says in one line that something else answers', async (context) => {
  const other = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1')
  context.onTestFinished(() => void other.close())
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const line = await cli.with({ BASE_URL: url }).refused('demo')
  assert.match(line, /does not answer as this service does/)
})

test('says in one line that the service works on another database', async () => {
  const other = cli.with({ DATABASE_URL: await newDatabase() })
  const line = await other.refused('demo')
  assert.match(line, /^Get a token: POST \/oauth\/token answered 401 .* same DATABASE_URL\?$/)
})

test('needs the sandbox', async () => {
  const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')
  const live = cli.with({ MODE: 'live', SECRET_KEY, DATABASE_URL: await newDatabase() })
  assert.match(await live.refused('demo'), /^MODE: .* needs the sandbox\.$/)
})
