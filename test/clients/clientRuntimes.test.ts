/** The client as it is published, where partners run it. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { publint } from 'publint'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/ports.ts'
import { atEnd } from '../support/atEnd.ts'
import { temporaryFolder } from '../support/commandLine.ts'
import { packClient } from '../support/packedClient.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService } from '../support/service.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder()
const modules = join(folder, 'node_modules')

/** The service is on this machine, so no proxy is asked. */
const env = {
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: folder,
  NO_COLOR: '1',
}

const packed = await packClient(folder, join(modules, '@balcao/client'), env)
for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256']) {
  cpSync(`${root}node_modules/${name}`, join(modules, name), { recursive: true })
}
cpSync(`${root}test/clients/runtimes`, folder, { recursive: true })

const service = await startService()
const receiver = await startReceiver()
const account = await service.account()
const { secret } = await account.webhookEndpoint({ url: receiver.url })
await account.post(`/sandbox/checkouts/${(await account.checkout()).id}/pay`)
const [{ body, headers } = assert.fail()] = await receiver.arrived(1)
const jwksUrl = `${service.url}/webhooks/${account.seller_id}/jwks.json`

/** What the trial is given. @param name in which its objects differ from those of another run */
const taskOf = (name: string) => ({
  access: {
    baseUrl: service.url,
    clientId: account.client_id,
    clientSecret: account.client_secret,
  },
  run: name,
  webhook: { body, headers, secret, jwksUrl },
})

const seen = {
  amount_total_minor: 4990,
  status: 'completed',
  names: ['Zoë', 'João', 'Ana'],
  again: '409 checkout_external_id_already_exists',
  unknown: '400 invalid_checkout_id',
  bySecret: 'payment.succeeded',
  byKeys: 'payment.succeeded',
  changedBySecret: 'UnverifiedWebhook',
  changedByKeys: 'UnverifiedWebhook',
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)

const programs: Record<string, [command: string, ...args: string[]]> = {
  Node: [process.execPath],
  Bun: [bin('bun')],
  Deno: [bin('deno'), 'run', '--allow-net', '--allow-env', '--no-remote', '--no-lock'],
}

for (const [name, [command, ...args]] of Object.entries(programs)) {
  test(`${name} runs it`, async () => {
    const task = JSON.stringify(taskOf(name.toLowerCase()))
    const { stdout } = await run(command, [...args, 'program.js', task], { cwd: folder, env })
    assert.deepEqual(JSON.parse(stdout), seen)
  })
}

test('workerd runs it', async () => {
  const entry = join(folder, 'worker.js')
  const outfile = join(folder, 'bundle.js')
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', logLevel: 'error' })
  const port = await freePort()
  const args = ['serve', 'workerd.capnp', '--socket-addr', `http=127.0.0.1:${port}`]
  const worker = spawn(bin('workerd'), [...args, '--control-fd=3'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  atEnd(() => worker.kill('SIGKILL'))
  const [control] = worker.stdio.slice(3)
  await new Promise((resolve) => control?.once('data', resolve))
  const request = { method: 'POST', body: JSON.stringify(taskOf('workerd')) }
  const answer = await fetch(`http://127.0.0.1:${port}/`, request)
  assert.deepEqual(await answer.json(), seen)
})

test('publint finds nothing in the package', async () => {
  const { messages } = await publint({ pack: { tarball: tarball() }, strict: true })
  expect(messages).toEqual([])
})

test('its types are found by every module resolution that takes ES modules', async () => {
  const { stdout } = await run(bin('attw'), ['--profile', 'esm-only', packed.file], { env })
  assert.match(stdout, /node16 \(from ESM\) .*🟢/)
})

function tarball(): ArrayBuffer {
  const bytes = readFileSync(packed.file)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
