/** Confidential data stays out of logs, of columns stored in clear, and of every refusal. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mock } from 'node:test'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { test } from 'vitest'
import { Vault } from '../../../domain/identity/vault.ts'
import { ApiError } from '../../../contract/apiError.ts'
import { secrets } from '../../../generated/secrets.ts'
import { handlers } from '../../../handlers/index.ts'
import { createLog } from '../../../runtime/logger.ts'
import { CommandLine } from '../../support/commandLine.ts'
import { everythingStored } from '../../support/engine.ts'
import { startProcesses } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import { assertNowhere, needle } from '../support/needles.ts'
import type { Hay } from '../support/needles.ts'
import { buyer, SecretJob } from '../support/secretJob.ts'

/** Searches everything that a job has left behind. */
async function assertNothingLeaks(job: SecretJob, logs: Hay[]): Promise<string> {
  const stored = { where: 'the database', bytes: await everythingStored(job.database_url) }
  assert.ok(stored.bytes.includes(job.seller.client_id))
  assert.ok(logs.some(({ bytes }) => bytes.includes('issueToken')))
  assert.ok(job.refusals.length > 20)
  const secrets = assertNowhere(job.secrets, [...logs, stored, ...job.refusals])
  const personal = assertNowhere(job.personal, [...logs, ...job.refusals])
  const count = job.secrets.length + job.personal.length
  const spellings = secrets.spellings + personal.spellings
  return (
    `0 of ${count} secrets and data of a buyer, in ${spellings} spellings, ` +
    `in ${Math.round(secrets.bytes / 1024)} KiB of logs, database and ` +
    `${job.refusals.length} refusals`
  )
}

/** Logs requests and customers as a careless program would. */
function logCarelessly(log: Logger): void {
  const authorization = 'Bearer um-token-de-acesso'
  const client_secret = 'bcs_um-segredo-de-cliente'
  log.info({ authorization, client_secret, body: buyer }, 'request')
  log.info({ headers: { authorization }, customer: buyer }, 'request')
  log.info({ client: { client_secret }, checkout: { page_token: client_secret } }, 'request')
  log.error({ ...buyer, access_token: authorization, secret: client_secret }, 'request failed')
}

function assertCensored(createLogger: (destination: DestinationStream) => Logger): void {
  let lines = ''
  logCarelessly(createLogger({ write: (line) => void (lines += line) }))
  assert.match(lines, /request failed/)
  const { metadata, ...fields } = buyer
  const told = ['um-token-de-acesso', 'bcs_um-segredo-de-cliente', ...Object.values(fields)]
  assertNowhere(
    [...told, ...Object.values(metadata)].map((text) => needle(text, text)),
    [{ where: 'a log', bytes: Buffer.from(lines) }],
  )
}

/** The output of commands about a seller, and about a bank that lets no client in. */
async function commandsOf(job: SecretJob, url: string): Promise<Hay[]> {
  const cli = new CommandLine({
    DATABASE_URL: job.database_url,
    SECRET_KEY: job.secret_key.toString('base64'),
    BASE_URL: url,
  })
  const of = ['--seller', job.seller.seller_id]
  const ask = (...words: string[]) => cli.run(...words)
  job.bank.endTokens()
  const said = [
    await ask('sellers', 'list'),
    await ask('clients', 'list', ...of),
    await ask('webhooks', 'list', ...of),
    await ask('webhooks', 'deliveries', ...of),
    await ask('psp', 'test', ...of),
    await ask('keys', 'rotate'),
    await ask('db', 'check'),
  ]
  job.bank.order('POST /token', 401)
  said.push(await ask('psp', 'test', ...of))
  return said.map(({ out, err }, i) => ({
    where: `what command ${i} said`,
    bytes: Buffer.from(out + err),
  }))
}

/** A service of its own process, whose output goes where an operator's does. */
async function elsewhere(): Promise<string> {
  const job = await SecretJob.prepare()
  const service = await startProcesses({
    DATABASE_URL: job.database_url,
    SECRET_KEY: job.secret_key.toString('base64'),
    LOG_LEVEL: 'trace',
  })
  await job.run(service.url, { thorough: true })
  const shown = await commandsOf(job, service.url)
  service.kill('SIGTERM')
  assert.deepEqual(await service.exited, [0, null])
  return assertNothingLeaks(job, [
    ...shown,
    { where: 'standard output', bytes: Buffer.from(service.output()) },
    { where: 'standard error', bytes: Buffer.from(service.errors()) },
  ])
}

/** The same within this process, where things can be broken. */
async function here(): Promise<string> {
  const job = await SecretJob.prepare()
  const { database_url, secret_key } = job
  const service = await startService({
    databaseUrl: database_url,
    secretKey: secret_key,
    logLevel: 'trace',
    real_clock: true,
    validateResponses: false,
  })
  await job.run(service.url)
  await service.close()
  const logs = [{ where: 'the log', bytes: Buffer.from(service.log.join('')) }]
  return assertNothingLeaks(job, logs)
}

property('S7', () => {
  assertCensored((destination) => createLog('trace', destination))
  return long ? elsewhere() : here()
})

test('a secret is found however it is written, and in the midst of other text', () => {
  for (let length = 16; length < 40; length++) {
    const secret = randomBytes(length)
    for (let before = 0; before < 6; before++) {
      const among = Buffer.concat([randomBytes(before), secret, randomBytes(7)])
      const written = [
        among,
        Buffer.from(among.toString('hex').toUpperCase()),
        Buffer.from(among.toString('hex')),
        Buffer.from(among.toString('base64')),
        Buffer.from(among.toString('base64url')),
      ]
      for (const bytes of written) {
        const hays = [{ where: 'here', bytes }]
        assert.throws(() => assertNowhere([needle('it', secret)], hays), /it stands in here/)
      }
    }
  }
  const text = 'bcs_ação "x" & y'
  for (const [where, written] of Object.entries({
    json: JSON.stringify({ s: text }),
    twice: JSON.stringify({ s: JSON.stringify({ s: text }) }),
    percent: `/${encodeURIComponent(text)}/`,
  })) {
    const hays = [{ where, bytes: Buffer.from(written) }]
    assert.throws(() => assertNowhere([needle('it', text)], hays), /it stands/, where)
  }
})

control('S7', 'a log is not censored', async () => {
  assertCensored((destination) => pino({ level: 'trace' }, destination))
})

control('S7', 'the vault does not seal', async (t) => {
  mock.method(Vault.prototype, 'seal', (text: string) => Buffer.from(text).toString('base64'))
  mock.method(Vault.prototype, 'open', (text: string) => Buffer.from(text, 'base64').toString())
  t.onTestFinished(() => mock.restoreAll())
  await here()
})

control('S7', 'an answer with a secret is kept whole', async (t) => {
  const kept = { ...secrets }
  for (const name of Object.keys(secrets)) secrets[name] = []
  t.onTestFinished(() => void Object.assign(secrets, kept))
  await here()
})

control('S7', 'a refusal quotes the request', async (t) => {
  const own = handlers.createCustomer
  mock.method(handlers, 'createCustomer', async (input: Parameters<typeof own>[0]) =>
    Promise.resolve(own(input)).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      throw new ApiError(error.code, { detail: `${error.message}: ${input.body.email}` })
    }),
  )
  t.onTestFinished(() => mock.restoreAll())
  await here()
})
