/** The environment: what is not set has the documented default, what makes no sense is named. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { EnvironmentError, readEnvironment } from '../runtime/environment.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs the service; it must end by itself. */
const run = (variables: Record<string, string>) =>
  spawnSync(process.execPath, ['server.ts'], {
    cwd: root,
    env: { ...process.env, ...variables },
    encoding: 'utf8',
    timeout: 20_000,
  })

const SECRET_KEY = Buffer.alloc(32, 1).toString('base64')

test('everything has the documented default', () => {
  assert.deepEqual(readEnvironment({}), {
    port: 3000,
    host: '127.0.0.1',
    base_url: 'http://localhost:3000',
    database_url: 'sqlite:data/balcao.db',
    mode: 'sandbox',
    log_level: 'info',
    secret_key: undefined,
    rate_limit: undefined,
    auth_failure_limit: 100,
    reconcile_seconds: 30,
    workers: 1,
    metrics_port: undefined,
    validate_responses: false,
  })
})

test('the public address follows the port, and loses a slash at its end', () => {
  assert.equal(readEnvironment({ PORT: '8080' }).base_url, 'http://localhost:8080')
  const BASE_URL = 'https://pay.example/'
  assert.equal(readEnvironment({ BASE_URL }).base_url, 'https://pay.example')
})

test('live mode limits each client to 100 requests a second unless told otherwise', () => {
  const live = { MODE: 'live', SECRET_KEY }
  assert.equal(readEnvironment(live).rate_limit, 100)
  assert.equal(readEnvironment({ ...live, RATE_LIMIT: 'off' }).rate_limit, undefined)
  assert.equal(readEnvironment({ ...live, RATE_LIMIT: '7' }).rate_limit, 7)
})

test('an empty variable counts as unset', () => {
  assert.equal(readEnvironment({ PORT: '', MODE: '' }).port, 3000)
})

const senseless: Record<string, string[]> = {
  PORT: ['abc', '0', '65536', '-1', '80.5', '0x50', ' '],
  BASE_URL: ['loja.example', 'ftp://loja.example', 'https://loja.example/?a=1'],
  DATABASE_URL: ['data.db', 'mysql://localhost/x', 'sqlite:'],
  MODE: ['production', 'LIVE'],
  LOG_LEVEL: ['loud'],
  SECRET_KEY: ['short', SECRET_KEY.slice(0, -1), `${SECRET_KEY}A`],
  RATE_LIMIT: ['0', '-1', 'on', '1.5'],
  AUTH_FAILURE_LIMIT: ['0', 'off'],
  RECONCILE_SECONDS: ['0', 'never'],
  WORKERS: ['0', 'many'],
  METRICS_PORT: ['0', 'yes'],
}

for (const [name, values] of Object.entries(senseless)) {
  test(`${name} is refused by name when it makes no sense`, () => {
    for (const value of values) {
      assert.throws(() => readEnvironment({ [name]: value }), (error) => {
        assert.ok(error instanceof EnvironmentError)
        assert.match(error.message, new RegExp(`^${name}: [^\n]+$`))
        return true
      }, value)
    }
  })
}

test('live mode needs SECRET_KEY', () => {
  assert.throws(() => readEnvironment({ MODE: 'live' }), /^EnvironmentError: SECRET_KEY: /)
})

test('a wrong variable ends the start with one line that names it', () => {
  const { status, stdout, stderr } = run({ PORT: 'abc', DATABASE_URL: `sqlite:${folder}/a.db` })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^PORT: [^\n]+\n$/)
})

test('a database file that cannot be opened ends the start with one line that names it', () => {
  writeFileSync(`${folder}/file`, '')
  const { status, stderr } = run({ DATABASE_URL: `sqlite:${folder}/file/a.db` })
  assert.equal(status, 1)
  assert.match(stderr, /^DATABASE_URL: [^\n]+\n$/)
})

test('a port that is taken ends the start with one line that names it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  const { status, stderr } = run({
    PORT: String(address.port),
    DATABASE_URL: `sqlite:${folder}/b.db`,
  })
  assert.equal(status, 1)
  assert.match(stderr, /^PORT: [^\n]+\n$/)
})
