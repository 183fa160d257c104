/** A database is served in the mode in which it was made, and in no other. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { createEndpoint } from '../../domain/webhooks/endpoints.ts'
import { Vault } from '../../domain/identity/vault.ts'
import { CommandLine } from '../support/commandLine.ts'
import { newDatabase, sqlOn } from '../support/engine.ts'
import { ask, startProcesses } from '../support/processes.ts'
import { startService } from '../support/service.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const secretKey = Buffer.from(SECRET_KEY, 'base64')

/** A database that was served in a mode, and holds a session. */
async function served(mode: 'sandbox' | 'live', { remembered = true } = {}): Promise<string> {
  const databaseUrl = await newDatabase()
  const service = await startService({ databaseUrl, mode, secretKey })
  const seller = await service.account()
  await seller.checkout()
  const { db, clock } = service
  const url = 'https://a.example/'
  const of = { seller_id: seller.seller_id, url, mode, vault: new Vault(secretKey) }
  await createEndpoint(db, { ...of, now: clock.now() })
  await service.close()
  if (!remembered) await (await sqlOn(databaseUrl))('delete from installation')
  return databaseUrl
}

/** Everything in the database but who has looked at it. */
async function contentOf(database_url: string): Promise<unknown> {
  const sql = await sqlOn(database_url)
  const tables = ['installation', 'sellers', 'checkouts', 'payments', 'sandbox_clock', 'events']
  return Promise.all(tables.map((name) => sql(`select * from ${name}`)))
}

const start = (DATABASE_URL: string, environment: Record<string, string>) =>
  startProcesses({ DATABASE_URL, SECRET_KEY, MODE: '', ...environment })

/** The error of a start in this process; without a mode, MODE is as unset. */
async function refusal(databaseUrl: string, mode?: 'sandbox' | 'live'): Promise<string> {
  const given = mode ? { mode } : { modeGiven: false }
  const error = await startService({ databaseUrl, secretKey, ...given }).then(
    () => assert.fail('It started.'),
    (reason: Error) => reason,
  )
  return error.message
}

test('a live database is not served in the sandbox: one line, exit 1, no change', async () => {
  const database_url = await served('live')
  const before = await contentOf(database_url)
  await assert.rejects(start(database_url, {}), {
    message: '1: MODE: is not set, which means sandbox, and this database is a live one\n',
  })
  assert.equal(
    await refusal(database_url, 'sandbox'),
    'MODE: is sandbox, and this database is a live one',
  )
  assert.deepEqual(await contentOf(database_url), before)
  const running = await start(database_url, { MODE: 'live' })
  assert.equal((await ask(`${running.url}/health`)).status, 200)
  running.kill('SIGTERM')
  assert.deepEqual(await running.exited, [0, null])
})

test('a database of the sandbox is not served live', async () => {
  assert.equal(
    await refusal(await served('sandbox'), 'live'),
    'MODE: is live, and this database is a sandbox one',
  )
})

test('a database from before modes were remembered needs MODE to be said, once', async () => {
  const databaseUrl = await served('live', { remembered: false })
  assert.match(await refusal(databaseUrl), /^MODE: not set, and [^\n]+$/)
  await (await startService({ databaseUrl, secretKey, mode: 'live' })).close()
  assert.match(await refusal(databaseUrl), /^MODE: is not set, which means/)
})

test('a sandbox is known by its key file, and a database that was never used is free', async () => {
  const database_url = await newDatabase('sqlite')
  const options = { databaseUrl: database_url, mode: 'sandbox', modeGiven: false } as const
  const first = await startService(options)
  await (await first.account()).checkout()
  await first.sql('delete from installation')
  await first.close()
  const again = await startService(options)
  const [row] = await again.sql<{ mode: string }>('select mode from installation')
  assert.equal(row?.mode, 'sandbox')
  await again.close()
  const fresh = await startService({ modeGiven: false, secretKey })
  assert.equal((await fresh.sql('select * from installation')).length, 1)
})

test('two modes that serve an empty database first: one is refused', async () => {
  const databaseUrl = await newDatabase()
  const starts = await Promise.allSettled(
    (['sandbox', 'live'] as const).map((mode) => startService({ databaseUrl, mode, secretKey })),
  )
  assert.deepEqual(starts.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const [refused] = starts.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  assert.match(refused ?? '', /MODE: is \w+, and this database is a \w+ one$/)
})

test('commands go by the mode of the database, and refuse another MODE', async () => {
  const database_url = await served('live')
  const base = { DATABASE_URL: database_url, SECRET_KEY, BASE_URL: 'https://pay.example' }
  const cli = new CommandLine(base)
  const [seller] = await cli.json<{ id: string }[]>('sellers', 'list')
  const words = ['webhooks', 'create', '--seller', seller?.id ?? '', '--url', 'http://a.example/']
  assert.match(await cli.refused(...words), /In live mode/)
  assert.match(await cli.with({ MODE: 'sandbox' }).refused(...words), /^MODE: is sandbox, and /)
  assert.match(await cli.with({ BASE_URL: 'http://a.example' }).refused(...words), /^BASE_URL: /)
  const sandbox = new CommandLine({ ...base, MODE: 'live', DATABASE_URL: await served('sandbox') })
  assert.match(await sandbox.refused('sellers', 'list'), /^MODE: is live, and /)
})

test('a command sets no mode of a database: the first start does', async () => {
  const databaseUrl = await newDatabase()
  await new CommandLine({ DATABASE_URL: databaseUrl, SECRET_KEY }).json(
    'sellers',
    'create',
    '--name',
    'Loja',
  )
  const service = await startService({ databaseUrl, mode: 'live', secretKey })
  assert.equal((await service.sql('select * from installation')).length, 1)
})
