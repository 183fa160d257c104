/** The client as it is published, where partners run it, and the example shop on it. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../../test/support/atEnd.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { packClient } from './packedClient.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { startService } from '../../../test/support/service.ts'
import { tool, toolsOf } from '../../../test/support/tools.ts'

type Publint = {
  publint(how: {
    pack: { tarball: ArrayBuffer }
    strict: boolean
  }): Promise<{ messages: unknown[] }>
}

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = temporaryFolder()
const modules = join(folder, 'node_modules')
const shop = join(folder, 'shop')
const installed = join(modules, '@balcao/client')

/** With the Node of these tests. The service is on this machine, so no proxy is asked. */
const env = {
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: folder,
  NO_COLOR: '1',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

/** The shop with what `npm install` would give it; all but the client is a link. */
function installShop(): void {
  cpSync(`${root}packages/examples/shop`, shop, { recursive: true })
  mkdirSync(join(shop, 'node_modules/.bin'), { recursive: true })
  for (const name of ['express', 'standardwebhooks']) {
    symlinkSync(`${root}node_modules/${name}`, join(shop, 'node_modules', name))
  }
  symlinkSync(`${root}cli/cli.ts`, join(shop, 'node_modules/.bin/balcao'))
}

const { file, paths: packed } = await packClient(folder, installed, env)
for (const name of ['standardwebhooks', '@stablelib/base64', 'fast-sha256']) {
  cpSync(`${root}node_modules/${name}`, join(modules, name), { recursive: true })
}
cpSync(`${root}packages/client/test/runtimes`, folder, { recursive: true })
installShop()

const readJson = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as {
    version: string
    dependencies: Record<string, string>
  }

test('the package holds JavaScript, its types, and its papers', () => {
  const modules = globSync('{.,generated}/*.ts', { cwd: `${root}packages/client` })
  const built = modules
    .map((path) => path.replace(/\.ts$/, ''))
    .flatMap((path) => [`dist/${path}.js`, `dist/${path}.d.ts`])
  const expected = ['LICENSE', 'README.md', 'package.json', ...built]
  // Of the types alone, nothing is left that could run.
  const typesOnly = ['dist/generated/types.js', 'dist/generated/errors.js', 'dist/operation.js']
  assert.deepEqual(
    packed.filter((path) => !typesOnly.includes(path)).toSorted(),
    expected.filter((path) => !typesOnly.includes(path)).toSorted(),
  )
})

test('it imports what it depends on and nothing else, in the versions that are tested', () => {
  const scripts = globSync('dist/**/*.js', { cwd: installed })
  const imported = scripts.flatMap((path) => [
    ...readFileSync(join(installed, path), 'utf8').matchAll(/\bfrom '([^.'][^']*)'/g),
  ])
  const names = new Set(imported.map(([, name]) => name))
  const manifest = readJson(join(installed, 'package.json'))
  assert.deepEqual([...names], Object.keys(manifest.dependencies))
  const own = readJson(`${root}package.json`)
  assert.equal(manifest.version, own.version)
  for (const [name, range] of Object.entries(manifest.dependencies)) {
    assert.equal(own.dependencies[name], range)
  }
})

test('the code of its README passes the strict compiler with the types as published', async () => {
  const blocks = readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/```ts\n(.*?)```/gs)
  const [first = '', ...rest] = [...blocks].map(([, code = '']) => code)
  assert.equal(rest.length, 8)
  const files = [first, ...rest].map((code, i) => {
    // Later blocks use the client that the first one creates.
    const client =
      i > 0 && /\bbalcao\./.test(code)
        ? "import type { Balcao } from '@balcao/client'\ndeclare const balcao: Balcao\n"
        : ''
    const file = join(shop, `readme${i}.ts`)
    writeFileSync(file, client + code)
    return file
  })
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const target = ['--target', 'es2022', '--module', 'nodenext', '--noEmit', '--skipLibCheck']
  const types = ['--types', 'node', '--typeRoots', `${root}node_modules/@types`]
  const tsc = `${root}node_modules/typescript/bin/tsc`
  const said = await run(process.execPath, [tsc, ...strict, ...target, ...types, ...files], { env })
  assert.equal(said.stdout, '')
})

test('the example shop passes its own tests on the package', async () => {
  const args = ['--test', '--test-reporter=tap', 'test/shop.test.ts']
  const { stdout } = await run(process.execPath, args, { cwd: shop, env }).catch(
    (error: { stdout: string }) => error,
  )
  assert.match(stdout, /^# pass [1-9]/m, stdout)
  assert.match(stdout, /^# fail 0$/m, stdout)
})

const service = await startService()
const receiver = await startReceiver()
const account = await service.account()
const { secret } = await account.webhookEndpoint({ url: receiver.url })
await account.post(`/sandbox/checkouts/${(await account.checkout()).id}/pay`)
const [{ body, headers } = assert.fail()] = await receiver.arrived(1)
const jwksUrl = `${service.url}/webhooks/${account.seller_id}/jwks.json`

/** Input of the trial. @param name tells the objects of one run from those of another */
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

const tools = await toolsOf('partners')
const bin = (name: string) => join(tools, '.bin', name)

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
  const { publint } = await tool<Publint>('partners', 'publint')
  const { messages } = await publint({ pack: { tarball: tarball() }, strict: true })
  expect(messages).toEqual([])
})

test('its types are found by every module resolution that takes ES modules', async () => {
  const { stdout } = await run(bin('attw'), ['--profile', 'esm-only', file], { env })
  assert.match(stdout, /node16 \(from ESM\) .*🟢/)
})

function tarball(): ArrayBuffer {
  const bytes = readFileSync(file)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
}
