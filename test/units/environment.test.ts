/** The environment: unset variables have the documented default, senseless ones are named. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { EnvironmentError, readEnvironment } from '../../runtime/environment.ts'
import { temporaryFolder } from '../support/commandLine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder()

/** Runs the service; it must end by itself. */
const run = (variables: Record<string, string>) =>
  spawnSync(process.execPath, ['server.ts'], {
    cwd: root,
    env: { ...process.env, ...variables },
    encoding: 'utf8',
    timeout: 240_000,
  })

const SECRET_KEY = Buffer.alloc(32, 1).toString('base64')

test('everything has the documented default', () => {
  assert.deepEqual(readEnvironment({}), {
    port: 3000,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:3000',
    baseUrlGiven: false,
    databaseUrl: 'sqlite:data/balcao.db',
    databaseConnections: 10,
    mode: 'sandbox',
    modeGiven: false,
    logLevel: 'info',
    secretKey: undefined,
    secretKeyPrevious: undefined,
    rateLimit: undefined,
    sellerRateLimit: undefined,
    sellerDailyBytes: undefined,
    authFailureLimit: 100,
    trustedProxies: [],
    allowedHosts: [],
    metricsHosts: [],
    securityContact: undefined,
    logFormat: undefined,
    mailServer: undefined,
    reconcileSeconds: 30,
    retentionDays: 400,
    workers: 1,
    metricsPort: undefined,
    validateResponses: false,
  })
})

test('the public address follows the port, and loses a slash at its end', () => {
  assert.equal(readEnvironment({ PORT: '8080' }).baseUrl, 'http://localhost:8080')
  const BASE_URL = 'https://pay.example/'
  assert.equal(readEnvironment({ BASE_URL }).baseUrl, 'https://pay.example')
})

for (const [BASE_URL, baseUrl] of [
  ['HTTPS://Pay.Example:443', 'https://pay.example'],
  ['http://AÇAÍ.com.br:80//', 'http://xn--aa-4iaz.com.br'],
  ['http://[::0001]:8080', 'http://[::1]:8080'],
] as const) {
  test(`the public address ${BASE_URL} is ${baseUrl} wherever it is written`, () => {
    assert.equal(readEnvironment({ BASE_URL }).baseUrl, baseUrl)
  })
}

test('a public address with a path ends the start with one line that says why', () => {
  assert.throws(() => readEnvironment({ BASE_URL: 'https://loja.example/pagar' }), {
    message: 'BASE_URL: must be an address without a path: give the service a host name of its own',
  })
})

test('SECRET_KEY_FILE is read in the place of SECRET_KEY, and both are refused', () => {
  const SECRET_KEY_FILE = `${folder}/secret`
  writeFileSync(SECRET_KEY_FILE, `${SECRET_KEY}\n`)
  const { secretKey } = readEnvironment({ MODE: 'live', SECRET_KEY_FILE })
  assert.deepEqual(secretKey, Buffer.alloc(32, 1))
  assert.throws(() => readEnvironment({ SECRET_KEY, SECRET_KEY_FILE }), {
    message: 'SECRET_KEY_FILE: SECRET_KEY is set as well; only one may be',
  })
  const missing = `${folder}/none`
  assert.throws(() => readEnvironment({ SECRET_KEY_FILE: missing }), {
    message: `SECRET_KEY_FILE: ${missing} cannot be read (ENOENT)`,
  })
  writeFileSync(SECRET_KEY_FILE, 'short')
  assert.throws(
    () => readEnvironment({ SECRET_KEY_FILE }),
    /^EnvironmentError: SECRET_KEY: must be/,
  )
})

test('live mode limits each client to 100 requests a second unless told otherwise', () => {
  const live = { MODE: 'live', SECRET_KEY }
  assert.equal(readEnvironment(live).rateLimit, 100)
  assert.equal(readEnvironment({ ...live, RATE_LIMIT: 'off' }).rateLimit, undefined)
  assert.equal(readEnvironment({ ...live, RATE_LIMIT: '7' }).rateLimit, 7)
})

test('live mode limits each seller to five times that, and to 1,000 MB a day', () => {
  const live = { MODE: 'live', SECRET_KEY }
  const limits = (variables: Record<string, string>) => {
    const { sellerRateLimit, sellerDailyBytes } = readEnvironment({ ...live, ...variables })
    return [sellerRateLimit, sellerDailyBytes]
  }
  assert.deepEqual(limits({}), [500, 1_000_000_000])
  assert.deepEqual(limits({ RATE_LIMIT: '200' }), [1_000, 1_000_000_000])
  assert.deepEqual(limits({ RATE_LIMIT: 'off' }), [undefined, 1_000_000_000])
  assert.deepEqual(limits({ RATE_LIMIT: 'off', SELLER_RATE_LIMIT: '7' })[0], 7)
  const off = { SELLER_RATE_LIMIT: 'off', SELLER_DAILY_MB: 'off' }
  assert.deepEqual(limits(off), [undefined, undefined])
  const set = readEnvironment({ SELLER_RATE_LIMIT: '9', SELLER_DAILY_MB: '2' })
  assert.deepEqual([set.sellerRateLimit, set.sellerDailyBytes], [9, 2_000_000])
})

test('an empty variable counts as unset', () => {
  assert.equal(readEnvironment({ PORT: '', MODE: '' }).port, 3000)
})

for (const DATABASE_URL of [
  'sqlite:data.db',
  'sqlite:/var/lib/balcao/balcao.db',
  'sqlite::memory:',
  'postgres://localhost/balcao',
  'postgresql://balcao:hunter2@db.example:5432/balcao?sslmode=require',
  'postgres://balcao:hunter2@one.example,two.example:6432,[::1]:5432/balcao',
  'postgres://balcao:hunter2@/balcao?host=/var/run/postgresql',
  'postgresql:///balcao?user=balcao&host=%2Fvar%2Frun%2Fpostgresql&port=5433',
  'postgres://balcao:hunter2@db.example/balcao?sslmode=verify-full&sslrootcert=system',
  'sqlite:///var/lib/balcao/balcao.db',
]) {
  test(`DATABASE_URL takes ${DATABASE_URL}`, () => {
    assert.equal(readEnvironment({ DATABASE_URL }).databaseUrl, DATABASE_URL)
  })
}

test('a path of SQLite after two slashes is refused by a line that says how it is written', () => {
  assert.throws(() => readEnvironment({ DATABASE_URL: 'sqlite://data/x.db' }), {
    message:
      'DATABASE_URL: must be sqlite:data/x.db, or sqlite:/data/x.db for a path from the root: ' +
      'no // after the colon',
  })
})

test('DATABASE_CONNECTIONS and, with PostgreSQL, WORKERS take whole numbers', () => {
  const DATABASE_URL = 'postgres://localhost/balcao'
  for (const count of [1, 64]) {
    const of = { DATABASE_URL, WORKERS: String(count), DATABASE_CONNECTIONS: String(count) }
    const { workers, databaseConnections } = readEnvironment(of)
    assert.deepEqual(
      { workers, database_connections: databaseConnections },
      {
        workers: count,
        database_connections: count,
      },
    )
  }
  assert.equal(readEnvironment({ DATABASE_CONNECTIONS: '1000' }).databaseConnections, 1000)
})

test('a mail server needs a sender', () => {
  const url = 'smtps://ana:segredo@mail.loja.example:465'
  const MAIL_FROM = 'pix@loja.example'
  const { mailServer } = readEnvironment({ SMTP_URL: url, MAIL_FROM })
  const clientName = 'localhost'
  assert.deepEqual(mailServer, { url, from: MAIL_FROM, fromName: undefined, clientName })
  const named = readEnvironment({ SMTP_URL: url, MAIL_FROM: `"A, B" <${MAIL_FROM}>` }).mailServer
  assert.deepEqual([named?.from, named?.fromName], [MAIL_FROM, 'A, B'])
  assert.equal(readEnvironment({ MAIL_FROM }).mailServer, undefined)
  assert.throws(() => readEnvironment({ SMTP_URL: url }), /^EnvironmentError: MAIL_FROM: required/)
})

test('SECURITY_CONTACT is a mailbox, or an address that says how it is reached', () => {
  const contactOf = (text: string) => readEnvironment({ SECURITY_CONTACT: text }).securityContact
  assert.equal(contactOf('falhas@loja.example'), 'mailto:falhas@loja.example')
  for (const text of [
    'mailto:a@b.example',
    'https://loja.example/falhas',
    'tel:+55-11-5555-0000',
  ]) {
    assert.equal(contactOf(text), text)
  }
})

const senseless: Record<string, string[]> = {
  PORT: ['abc', '0', '65536', '-1', '80.5', '0x50', ' '],
  BASE_URL: [
    'https://pay.example/?',
    'https://pay.example/#',
    'https://pay.example\r',
    ' https://pay.example',
    'https:pay.example',
    'https://pay.example\\x',
    'loja.example',
    'ftp://loja.example',
    'https://loja.example/?a=1',
    'https://user:hunter2@loja.example',
    'https://user@loja.example',
    'https://loja.example/pagar',
    'https://loja.example/%20',
  ],
  DATABASE_URL: [
    'data.db',
    'sqlite:',
    'mysql://u:hunter2@localhost/x',
    'postgres:',
    'postgres://',
    'postgres://u:hunter2@localhost',
    'postgres://u:hunter2@localhost/',
    'postgres://u:hunter2@localhost/?sslmode=require',
    'postgres://u:hunter2@/x',
    'postgres://u:hunter2@one.example,,two.example/x',
    'postgres://u:hunter2@localhost:65536/x',
    'postgres://u:hunter2@localhost/x/y',
    'postgres://u:hunt@er2@localhost/x',
    'postgres://u:hunter2@/x?host=',
    'postgres://u:hunter2@localhost/x?sslmode=require&sslrootcert=system',
    'sqlite://data/x.db',
  ],
  DATABASE_CONNECTIONS: ['0', '1001', '-1', '2.5', 'many'],
  MODE: ['production', 'LIVE'],
  LOG_LEVEL: ['loud'],
  SECRET_KEY: ['short', SECRET_KEY.slice(0, -1), `${SECRET_KEY}A`],
  SECRET_KEY_PREVIOUS: ['short', SECRET_KEY.slice(0, -1), `${SECRET_KEY}A`],
  RATE_LIMIT: ['0', '-1', 'on', '1.5'],
  SELLER_RATE_LIMIT: ['0', '-1', 'on', '1.5'],
  SELLER_DAILY_MB: ['0', '-1', '1.5', '10000000', '100MB'],
  AUTH_FAILURE_LIMIT: ['0', 'off'],
  RECONCILE_SECONDS: ['0', 'never'],
  RETENTION_DAYS: ['0', '6', '-400', '7.5', 'never'],
  TRUSTED_PROXIES: ['proxy.example', '10.0.0.0/33', '10.0.0.1;10.0.0.2'],
  SMTP_URL: [
    'mail.loja.example',
    'http://mail.loja.example',
    'smtp://',
    'smtp://a/b',
    'smtp://a?b=1',
  ],
  MAIL_FROM: ['loja', 'Loja <a>', 'L <a@b.co> x', 'L\n<a@b.co>', 'a@b.co, c@d.co', 'a@b\nc'],
  SECURITY_CONTACT: ['falhas', 'http://loja.example', 'javascript:x', 'mailto:a b', 'a@b\nc'],
  WORKERS: ['0', '65', '-1', '2.5', 'many'],
  METRICS_PORT: ['0', 'yes'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'collector.internal', 'grpc://collector:4317'],
}

for (const [name, values] of Object.entries(senseless)) {
  test(`${name} is refused by name when it makes no sense`, () => {
    for (const value of values) {
      assert.throws(
        () => readEnvironment({ [name]: value }),
        (error) => {
          assert.ok(error instanceof EnvironmentError)
          assert.match(error.message, new RegExp(`^${name}: [^\n]+$`))
          assert.doesNotMatch(error.message, /hunt|er2/)
          return true
        },
        value,
      )
    }
  })
}

test('live mode needs SECRET_KEY', () => {
  assert.throws(() => readEnvironment({ MODE: 'live' }), /^EnvironmentError: SECRET_KEY: /)
})

test('live mode wants an https BASE_URL, but for addresses of the machine itself', () => {
  const of = (BASE_URL: string) => readEnvironment({ MODE: 'live', SECRET_KEY, BASE_URL }).baseUrl
  for (const url of [
    'https://pay.example',
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]:1',
  ])
    assert.equal(of(url), url)
  for (const url of [
    'http://pay.example',
    'http://10.0.0.1',
    'http://127.0.0.1.example',
    'http://localhost.example',
  ])
    assert.throws(() => of(url), /^EnvironmentError: BASE_URL: [^\n]+$/, url)
  assert.equal(readEnvironment({ BASE_URL: 'http://pay.example' }).baseUrl, 'http://pay.example')
})

test('a wrong variable ends the start with one line that names it', () => {
  const { status, stdout, stderr } = run({ PORT: 'abc', DATABASE_URL: `sqlite:${folder}/a.db` })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^PORT: [^\n]+\n$/)
})

test('several workers on SQLite end the start with one line that says why', () => {
  const { status, stdout, stderr } = run({ WORKERS: '2', DATABASE_URL: `sqlite:${folder}/c.db` })
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^WORKERS: [^\n]*PostgreSQL[^\n]*SQLite\n$/)
})

test('every variable is in docs/operations.md, and the papers name no other', () => {
  const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  const known = [...read('runtime/environment.ts').matchAll(/^ +([A-Z_]+): \w+\(/gm)].map(
    ([, name]) => name,
  )
  assert.ok(known.length > 10)
  const [, settings = ''] = read('docs/operations.md').split('\n## Settings\n')
  const table = settings.split('\n## ')[0]?.matchAll(/^\| (`[A-Z_`, ]+`) \|/gm) ?? []
  const told = [...table].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? [])
  // The table has the first one of OpenTelemetry's own variables for traces.
  assert.deepEqual(told.toSorted(), known.toSorted())
  const service =
    read('deploy/compose.yaml')
      .split(/^ {2}balcao:$/m)[1]
      ?.split(/^ {2}postgres:$/m)[0] ?? ''
  const set = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
  assert.ok(set.length > 3)
  assert.deepEqual(
    set.filter((name) => !known.includes(name)),
    [],
  )
})
