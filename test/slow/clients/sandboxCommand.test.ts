/** `balcao sandbox` gives a partner's tests a service of their own, and leaves nothing behind. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import type { EventEmitter } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { everyScope } from '../../../domain/identity/scopes.ts'
import { createBalcao, verifyWebhook } from '../../../packages/client/index.ts'
import { atEnd } from '../../support/atEnd.ts'
import { CommandLine, temporaryFolder } from '../../support/commandLine.ts'
import { startReceiver } from '../../support/receiver.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cli = `${root}cli/cli.ts`

type Printed = {
  base_url: string
  client_id: string
  client_secret: string
  scopes: string[]
  webhook: { id: string; url: string; secret: string }
}

type Started = { child: ChildProcess & { stdout: Readable }; lines: string[]; printed: Printed }

/** Starts a command that starts a sandbox, and resolves with what that prints. */
async function start(
  [file = '', ...args]: string[],
  { stdin = 'pipe', ...options }: { stdin?: StdioOptions; cwd?: string; env?: object } = {},
): Promise<Started> {
  const stdio = [stdin, 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit']
  const env = { ...process.env, ...options.env }
  const child = spawn(file, args, { cwd: root, ...options, env, stdio })
  atEnd(() => child.kill('SIGKILL'))
  const lines: string[] = []
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
  await once(reader, 'line')
  return { child, lines, printed: JSON.parse(lines[0] ?? '') as Printed }
}

/** A sandbox that does not end fails its test after this, instead of waiting for ever. */
const PATIENCE_MS = 20_000

/** Resolves when the event has come; to be called before what makes it come. */
const soon = (emitter: EventEmitter, event: string) =>
  once(emitter, event, { signal: AbortSignal.timeout(PATIENCE_MS) })

const isUp = ({ base_url }: Printed) =>
  fetch(`${base_url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

test('success, decline, cancellation and expiry are played within a test', async () => {
  const receiver = await startReceiver()
  const command = ['npm', 'run', '-s', 'cli', '--', 'sandbox', '--webhook', receiver.url]
  // The sandbox ignores variables that a developer has set for another service.
  const env = { DATABASE_URL: 'postgres://u@127.0.0.1:1/x', MODE: 'live', PORT: '1' }
  const { child, lines, printed } = await start(command, { env })
  const {
    webhook: { secret },
    scopes,
    base_url: baseUrl,
    client_id: clientId,
    client_secret: clientSecret,
  } = printed
  assert.deepEqual(scopes, everyScope)
  const balcao = createBalcao({ baseUrl, clientId, clientSecret })
  const { default_offer } = await balcao.createProduct({
    body: { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } },
  })
  const offer_id = default_offer?.id ?? ''
  const open = async () => {
    const { id: checkoutId } = await balcao.createCheckout({ body: { offer_id } })
    return { checkoutId }
  }
  const [paid, canceled, expired] = [await open(), await open(), await open()]
  assert.equal((await balcao.sandboxDeclineCheckout({ path: paid })).status, 'open')
  assert.equal((await balcao.sandboxPayCheckout({ path: paid })).status, 'completed')
  assert.equal((await balcao.cancelCheckout({ path: canceled })).status, 'canceled')
  await balcao.advanceClock({ body: { seconds: 24 * 60 * 60 } })
  assert.equal((await balcao.getCheckout({ path: expired })).status, 'expired')
  const events = (await receiver.arrived(4)).map((one) => verifyWebhook({ ...one, secret }))
  assert.deepEqual(events.map(({ type }) => type).toSorted(), [
    'checkout.canceled',
    'checkout.expired',
    'payment.declined',
    'payment.succeeded',
  ])
  const exited = soon(child, 'exit')
  child.stdin?.end()
  assert.deepEqual(await exited, [0, null])
  assert.equal(lines.length, 1)
  assert.ok(!(await isUp(printed)))
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`it ends on ${signal}, and leaves no file behind`, async () => {
    const cwd = temporaryFolder()
    const { child, printed } = await start([process.execPath, cli, 'sandbox'], { cwd })
    assert.ok(await isUp(printed))
    const exited = soon(child, 'exit')
    child.kill(signal)
    assert.deepEqual(await exited, [0, null])
    assert.deepEqual(readdirSync(cwd), [])
  })
}

test('in the background it needs no standard input, and ends with its parent', async () => {
  const shell = `"${process.execPath}" "${cli}" sandbox & wait`
  const { child, printed } = await start(['sh', '-c', shell], { stdin: 'ignore' })
  assert.ok(await isUp(printed))
  // Its standard output is closed when the last of those who hold it has ended.
  const closed = soon(child.stdout, 'close')
  child.kill('SIGKILL')
  await closed
  assert.ok(!(await isUp(printed)))
})

/** Ends the parent of a process once this module is loaded. */
const orphaning = (module: string) => `
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      const parent = process.ppid
      if (url.endsWith('/${module}')) {
        process.kill(parent, 'SIGKILL')
        while (process.ppid === parent);
      }
      return next(url, context)
    },
  })`

test('a sandbox, or a bank, whose parent ends while it starts ends too', async () => {
  for (const [command, module] of [
    ['sandbox', 'server.ts'],
    ['bank', 'packages/bank/bank.ts'],
  ] as const) {
    const hook = join(temporaryFolder(), 'hook.mjs')
    writeFileSync(hook, orphaning(module))
    const shell = `"${process.execPath}" --import "${hook}" "${cli}" ${command} & echo $!; wait`
    const child = spawn('sh', ['-c', shell], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    const closed = soon(child.stdout, 'close')
    const lines = createInterface(child.stdout)
    const [pid] = (await soon(lines, 'line')) as [string]
    try {
      await closed
    } catch (error) {
      process.kill(Number(pid))
      throw error
    }
  }
})

test('an address that cannot receive events is refused, and nothing goes on', async () => {
  const line = await new CommandLine({}).refused('sandbox', '--webhook', 'ftp://example.com')
  assert.match(line, /^ftp:\/\/example\.com cannot receive events\./)
})
