/** The files that a request enters are those that docs/architecture.md lists. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { Api } from '../../cli/api.ts'
import { freePort } from '../../cli/ports.ts'
import { atEnd } from '../support/atEnd.ts'
import { temporaryFolder } from '../support/commandLine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Work in the background may fall into one request, but not into each of these. */
const REQUESTS = 5

const port = await freePort()
const service = spawn(
  process.execPath,
  ['--import', './test/support/enteredFiles.ts', 'server.ts'],
  {
    cwd: root,
    env: { PORT: String(port), DATABASE_URL: `sqlite:${temporaryFolder()}/a.db` },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  },
)
atEnd(async () => {
  const exited = once(service, 'exit')
  service.kill('SIGTERM')
  await exited
})

/** The credentials of the demo seller, as the first start prints them. */
async function credentials(): Promise<{ client_id: string; client_secret: string }> {
  const { stderr } = service
  assert.ok(stderr)
  let printed = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  while (!printed.includes('client_secret')) await once(stderr, 'data')
  const [, client_id = ''] = /client_id +(\S+)/.exec(printed) ?? []
  const [, client_secret = ''] = /client_secret +(\S+)/.exec(printed) ?? []
  return { client_id, client_secret }
}

async function ask(message: 'begin' | 'end'): Promise<string[]> {
  const answered = once(service, 'message')
  service.send(message)
  const [paths] = (await answered) as [string[]]
  return paths
}

/** The files that each of several requests enters. */
async function enteredBy(request: () => Promise<unknown>): Promise<string[]> {
  const found: Set<string>[] = []
  for (let i = 0; i < REQUESTS; i++) {
    await ask('begin')
    await request()
    found.push(new Set(await ask('end')))
  }
  return [...found.reduce((left, right) => left.intersection(right))].toSorted()
}

const page = readFileSync(`${root}docs/architecture.md`, 'utf8')
const [, told = ''] = /<!-- entered -->\n(.*)<!-- \/entered -->/s.exec(page) ?? []
const pathsOf = (text: string) =>
  [...text.matchAll(/`([\w./]+\.ts)`/g)].map(([, path = '']) => path)

test('the files that POST /v1/checkouts enters are those of docs/architecture.md', async () => {
  const api = new Api(`http://localhost:${port}`)
  await api.authenticate(await credentials())
  const { default_offer } = await api.post('A product', '/v1/products', {
    name: 'Caneca',
    default_offer: { amount_minor: 4990, currency: 'BRL' },
  })
  const customer = await api.post('A customer', '/v1/customers', {
    name: 'Padaria',
    email: 'compras@padaria.example',
  })
  const body = { offer_id: (default_offer as { id: string }).id, customer_id: customer['id'] }
  const open = () => api.post('A checkout', '/v1/checkouts', body)
  // A start loads its handlers while it answers, which enters a file beside any request.
  while ((await enteredBy(open)).includes('handlers/support/loading.ts'));
  assert.deepEqual(pathsOf(told).toSorted(), await enteredBy(open))
})

test('a request enters at most twenty files, and none twice but those of db/', () => {
  const steps = [...told.matchAll(/^\| \d+ \| `([\w./]+)` \|/gm)].map(([, path]) => path)
  assert.ok(steps.length > 10 && steps.length <= 20, `${steps.length} files`)
  assert.equal(new Set(steps).size, steps.length)
})
