/** The service as an operator starts and stops it: a process and a database of its own. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { freePort } from '../../cli/ports.ts'
import { atEnd } from '../support/atEnd.ts'
import { newEmptyDatabase } from '../support/engine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

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

const one = await start(await newEmptyDatabase())

test('an empty database gets a demo seller, whose credentials and checkout work', async () => {
  const { base_url, text } = one
  assert.equal((await fetch(`${base_url}/health`)).status, 200)
  assert.equal((await tokenOf(base_url, text())).status, 200)
  const [checkout_url = ''] = /http:\S+\/pay\/\S+/.exec(text()) ?? []
  const page = await fetch(checkout_url)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Caneca de cerâmica/)
  assert.match(text(), /^ {2}Open the dashboard {3}http:\S+\/dashboard\/join\/[\w-]{64}$/m)
  const [docs = ''] = /http:\S+\/docs/.exec(text()) ?? []
  assert.equal((await fetch(docs)).status, 200)
})

test('SIGTERM answers the request that is under way, then exits 0', async () => {
  const { port, child, exited, base_url } = one
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  const body = 'grant_type=client_credentials'
  // Half of the request is there when the signal comes, the other half follows after it.
  socket.write(
    [
      'POST /oauth/token HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
      '',
      body.slice(0, 10),
    ].join('\r\n'),
  )
  await fetch(`${base_url}/health`)
  child.kill('SIGTERM')
  await assert.rejects(async () => {
    for (;;) await fetch(`${base_url}/health`, { headers: { connection: 'close' } })
  })
  // systemd sends it to every process of a service, and npm passes it on to its own as well.
  child.kill('SIGTERM')
  socket.write(body.slice(10))
  const answer = (await socket.toArray()).join('')
  assert.match(answer, /^HTTP\/1\.1 401 /)
  assert.match(answer, /\r\nConnection: close\r\n/i)
  assert.deepEqual(await exited, [0, null])
})
