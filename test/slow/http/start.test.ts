/** The service as an operator starts and stops it: a process and a database of its own. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { engine, everythingStored, newDatabase, newEmptyDatabase } from '../../support/engine.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Each write to it fails for want of room; Linux has it. */
const FULL = '/dev/full'

const SECRET_KEY = randomBytes(32).toString('base64')

/** A running process, which is ready when this returns; its output is kept. */
async function start(
  database_url: string,
  { cwd = root, secret_key = SECRET_KEY, node_options = '', language = 'en_US.UTF-8' } = {},
) {
  const port = await freePort()
  const child = spawn(process.execPath, [`${root}server.ts`], {
    cwd,
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: database_url,
      SECRET_KEY: secret_key,
      NODE_OPTIONS: node_options,
      LC_ALL: language,
    },
  })
  atEnd(() => child.kill('SIGKILL'))
  const lines: string[] = []
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  const exited = once(child, 'exit')
  const reader = createInterface(child.stdout)
  await new Promise<void>((resolve, reject) => {
    reader.on('line', (line) => {
      lines.push(line)
      if (line.includes('"msg":"ready"')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)))
  })
  // The banner is printed before, by one write to another pipe.
  while (!/^ {2}\S.* users invite /m.test(told)) await once(child.stderr, 'data')
  const base_url = `http://localhost:${port}`
  return { base_url, port, child, lines, exited, text: () => told }
}

/** Sends the process SIGTERM in the moment in which it begins to listen. */
const endsAsItListens = `data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:net'
  const { listen } = Server.prototype
  Server.prototype.listen = function (...args) {
    this.once('listening', () => process.kill(process.pid, 'SIGTERM'))
    return listen.apply(this, args)
  }`)}`

async function tokenOf(base_url: string, text: string): Promise<Response> {
  const [, client_id] = /client_id +(\S+)/.exec(text) ?? []
  const [, client_secret] = /client_secret +(\S+)/.exec(text) ?? []
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
  return fetch(`${base_url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
}

const database_url = await newEmptyDatabase()
const one = await start(database_url)
const two = await start(database_url)

test("a start says where it is and how a person comes in, in the terminal's tongue", async () => {
  for (const { text, base_url } of [one, two]) {
    assert.match(text(), /^Balcão [\d.]+ is running in sandbox mode: no money moves\.$/m)
    assert.ok(text().includes(`${base_url}/dashboard\n`))
    assert.match(text(), /Locked out\? +npm run -s cli -- users invite --seller SELLER_ID/)
  }
  const { text } = await start(database_url, { language: 'pt_BR.UTF-8' })
  assert.match(text(), /^Balcão [\d.]+ em modo sandbox: nenhum dinheiro se move\.$/m)
})

test('without a terminal, standard output is the log in JSON and nothing else', () => {
  for (const line of [...one.lines, ...two.lines]) assert.ok(JSON.parse(line).level, line)
})

test('credentials are shown once and are not in the database', async () => {
  const [, secret = ''] = /client_secret +(\S+)/.exec(one.text()) ?? []
  assert.ok(secret.length > 40)
  assert.doesNotMatch(two.text(), /client_secret/)
  const stored = await everythingStored(database_url)
  const [, client_id = ''] = /client_id +(\S+)/.exec(one.text()) ?? []
  assert.ok(stored.includes(client_id))
  assert.ok(!stored.includes(secret))
})

test('the generated key is readable by its owner only', async () => {
  const cwd = temporaryFolder()
  const own = engine === 'postgres' ? await newDatabase() : 'sqlite:data/balcao.db'
  const { child, exited } = await start(own, { cwd, secret_key: '' })
  assert.equal(statSync(`${cwd}/data/secret.key`).mode & 0o777, 0o600)
  child.kill('SIGTERM')
  await exited
})

test('two processes on one database both work, and share clients, tokens and keys', async () => {
  const token = await tokenOf(two.base_url, one.text())
  assert.equal(token.status, 200)
  const keys = (base_url: string) => fetch(`${base_url}/.well-known/jwks.json`)
  assert.equal(await (await keys(one.base_url)).text(), await (await keys(two.base_url)).text())
})

test('SIGTERM before it is ready lets the service begin, drain and exit 0', async () => {
  const node_options = `--import=${endsAsItListens}`
  const { exited, lines } = await start(await newDatabase(), { node_options })
  assert.deepEqual(await exited, [0, null])
  assert.match(lines.join('\n'), /"reason":"SIGTERM","msg":"draining"/)
})

if (existsSync(FULL)) {
  test('a full disk under its log stops neither the service nor its drain', async () => {
    const port = await freePort()
    const DATABASE_URL = await newDatabase()
    const child = spawn(process.execPath, ['server.ts'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATABASE_URL, SECRET_KEY },
      stdio: ['ignore', openSync(FULL, 'w'), 'inherit'],
    })
    atEnd(() => child.kill('SIGKILL'))
    const exited = once(child, 'exit')
    const health = () => fetch(`http://localhost:${port}/health`)
    const isReady = () =>
      health().then(
        () => true,
        () => false,
      )
    while (!(await isReady())) assert.equal(child.exitCode, null)
    for (let i = 0; i < 20; i++) assert.equal((await health()).status, 200)
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
}

test('SIGTERM to npm start reaches the service', async () => {
  const port = await freePort()
  const DATABASE_URL = await newDatabase()
  const env = { ...process.env, PORT: String(port), DATABASE_URL, SECRET_KEY }
  const child = spawn('npm', ['start'], { cwd: root, env })
  atEnd(() => child.kill('SIGKILL'))
  const said = createInterface(child.stdout)
  const exited = once(child, 'exit')
  for await (const line of said) if (line.includes('"msg":"ready"')) break
  child.kill('SIGTERM')
  await exited
  await assert.rejects(fetch(`http://localhost:${port}/health`))
})

test('a request that arrives on a kept-alive connection during the drain is answered', async () => {
  const { port, child, exited, base_url } = two
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const request = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'
  socket.write(request)
  assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 200 /)
  child.kill('SIGTERM')
  await assert.rejects(async () => {
    for (;;) await fetch(`${base_url}/health`, { headers: { connection: 'close' } })
  })
  socket.write(request)
  const answer = (await socket.toArray()).join('')
  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.deepEqual(await exited, [0, null])
})

test('a crash loses nothing that was answered', async () => {
  const used = await newDatabase()
  const { base_url, text, child, exited } = await start(used)
  const token = (await (await tokenOf(base_url, text())).json()) as { access_token: string }
  const headers = {
    authorization: `Bearer ${token.access_token}`,
    'content-type': 'application/json',
  }
  const acknowledged: string[] = []
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let i = 0; i < 50; i++) {
      const email = `w${writer}n${i}@example.com`
      const body = JSON.stringify({ name: 'Ana', email })
      const answer = await fetch(`${base_url}/v1/customers`, { method: 'POST', headers, body })
      const { id } = (await answer.json()) as { id: string }
      if (answer.status === 201) acknowledged.push(id)
      if (acknowledged.length === 100) child.kill('SIGKILL')
    }
  })
  await Promise.allSettled(writers)
  await exited
  assert.ok(acknowledged.length >= 100)
  const again = await start(used)
  const fresh = (await (await tokenOf(again.base_url, text())).json()) as { access_token: string }
  for (const id of acknowledged) {
    const answer = await fetch(`${again.base_url}/v1/customers/${id}`, {
      headers: { authorization: `Bearer ${fresh.access_token}` },
    })
    assert.equal(answer.status, 200, id)
  }
  again.child.kill('SIGTERM')
  await again.exited
})
