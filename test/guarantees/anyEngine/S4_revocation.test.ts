/** Keys rotate, secrets rotate and clients are revoked while all of them are in use. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { revoke, rotateSecret } from '../../../domain/access/clients.ts'
import { openVault, TOKEN_LIFETIME_SECONDS } from '../../../domain/auth/keys.ts'
import type { SigningKeys } from '../../../domain/auth/keys.ts'
import type { Database } from '../../../db/database.ts'
import { readEnvironment } from '../../../runtime/environment.ts'
import { newDatabase, openTestDatabase } from '../../support/engine.ts'
import { basic } from '../../support/exchange.ts'
import { startProcesses } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import { randomOf } from '../../../packages/simulation/random.ts'
import { TokenUsers } from '../support/tokenUsers.ts'
import type { User } from '../support/tokenUsers.ts'

const SEED = Number(process.env['SEED'] ?? 1)
const CLIENTS = long ? 8 : 5
/** The rounds. The short form ends a client in each way once. */
const ROUNDS = long ? 25 : 4
const ANSWERS_OF_ROUND = long ? 150 : 8
const PROCESSES = 2

/** Many more than any client gets wrong here. */
const AUTH_FAILURES = 1_000_000

/** The time between rotations, so that each key outlives the tokens that it has signed. */
const ROTATION_SECONDS = TOKEN_LIFETIME_SECONDS / 3

const endings = ['revoke', 'revoke by API', 'rotate', 'rotate by API'] as const
type Ending = (typeof endings)[number]

type Ground = {
  urls: string[]
  db: Database
  now: () => Date
  rotateKey: () => Promise<unknown>
  end: (user: User, how: Ending) => Promise<unknown>
  /** Time passes; on processes of their own it is the machine's. */
  pass: () => unknown
}

const ending =
  (db: Database, now: () => Date, url: string): Ground['end'] =>
  async (user, how) => {
    const { client_id: name } = user
    if (how === 'revoke') return revoke(db, { name, now: now() })
    if (how === 'rotate') return rotateSecret(db, { name, now: now() })
    return endItself(url, user, how === 'revoke by API' ? 'revoke' : 'rotate_secret')
  }

/** Has a client end its own secret and tokens, which its token allows. */
async function endItself(url: string, user: User, how: 'revoke' | 'rotate_secret'): Promise<void> {
  const grant = { authorization: basic(`${user.client_id}:${user.client_secret}`) }
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const granted = await fetch(`${url}/oauth/token`, { method: 'POST', headers: grant, body })
  const { access_token } = (await granted.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const me = await fetch(`${url}/v1/me`, { headers })
  const { api_client } = (await me.json()) as { api_client: { id: string } }
  const path = `/v1/api_clients/${api_client.id}/${how}`
  const { status } = await fetch(url + path, { method: 'POST', headers })
  assert.equal(status, 200)
}

/** Replaces a key, ends a client and begins another in each round, while all are asked. */
async function underLoad(
  ground: Ground,
  { rounds = ROUNDS } = {},
): Promise<{ valid: number; invalid: number; ended: number }> {
  const users = new TokenUsers({ ...ground, random: randomOf(SEED) })
  for (let i = 0; i < CLIENTS; i++) await users.add()
  try {
    for (let round = 0; round < rounds; round++) {
      const user = users.users[round]
      assert.ok(user)
      await Promise.all([users.answered(ANSWERS_OF_ROUND), ground.rotateKey()])
      await users.end(user, () => ground.end(user, endings[round % endings.length] ?? 'revoke'))
      await users.add()
      await users.answered(ANSWERS_OF_ROUND)
      ground.pass()
    }
    await users.answered(ANSWERS_OF_ROUND)
  } finally {
    await users.stop()
  }
  return { valid: users.valid, invalid: users.invalid, ended: rounds }
}

/** A ground of one process, whose time is the test's. */
async function oneProcess(): Promise<Ground & { keys: SigningKeys; forgetKeys: () => unknown }> {
  const service = await startService({ databaseUrl: await newDatabase() })
  const {
    db,
    clock,
    url,
    sql,
    service: { keys },
  } = service
  const now = () => clock.now()
  return {
    urls: [url],
    db,
    now,
    keys,
    rotateKey: () => keys.rotate(now()),
    end: ending(db, now, url),
    pass: () => clock.advanceMs(ROTATION_SECONDS * 1000),
    forgetKeys: () =>
      sql('delete from signing_keys where kid < (select max(kid) from signing_keys)'),
  }
}

/** Several services that share nothing but the database, as processes do. */
async function severalServices(): Promise<Ground> {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const shared = { databaseUrl, secretKey, baseUrl: 'http://127.0.0.1', real_clock: true }
  const services = []
  for (let i = 0; i < PROCESSES; i++) {
    services.push(await startService({ ...shared, authFailureLimit: AUTH_FAILURES }))
  }
  const db = await openTestDatabase(databaseUrl)
  const now = () => new Date()
  const environment = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('base64') }
  const { keys } = await openVault({ environment: readEnvironment(environment), db, now: now() })
  return {
    urls: services.map(({ url }) => url),
    db,
    now,
    rotateKey: () => keys.rotate(now()),
    end: ending(db, now, services[0]?.url ?? ''),
    pass: () => undefined,
  }
}

/** The same with processes, and the operator's command line as another one beside them. */
async function severalProcesses(): Promise<Ground> {
  const environment = {
    DATABASE_URL: await newDatabase(),
    SECRET_KEY: randomBytes(32).toString('base64'),
    MODE: 'live',
    RATE_LIMIT: 'off',
    SELLER_DAILY_MB: 'off',
    LOG_LEVEL: 'info',
    AUTH_FAILURE_LIMIT: String(AUTH_FAILURES),
  }
  const base_url = { BASE_URL: 'http://127.0.0.1' }
  const db = await openTestDatabase(environment.DATABASE_URL)
  const services = []
  for (let i = 0; i < PROCESSES; i++) {
    services.push(await startProcesses({ ...environment, ...base_url }))
  }
  const now = () => new Date()
  const { keys } = await openVault({ environment: readEnvironment(environment), db, now: now() })
  return {
    urls: services.map(({ url }) => url),
    db,
    now,
    rotateKey: () => keys.rotate(now()),
    // The end is told to one process, and from then on each refuses.
    end: ending(db, now, services[0]?.url ?? ''),
    pass: () => undefined,
  }
}

property('S4', async (t) => {
  void t.annotate(`SEED=${SEED}`)
  const one = await underLoad(await oneProcess())
  const several = await underLoad(await (long ? severalProcesses() : severalServices()))
  const shown = ({ valid, invalid, ended }: typeof one) =>
    `0 of ${valid.toLocaleString('en')} valid refused, 0 of ${invalid.toLocaleString('en')} ` +
    `others taken from the moment of ${ended} endings on`
  return `one process: ${shown(one)}; ${PROCESSES} processes: ${shown(several)}`
})

control('S4', 'a revocation is acknowledged before its commit', async () => {
  const ground = await oneProcess()
  await underLoad(
    {
      ...ground,
      // By then the service may have been closed.
      end: async (user, how) =>
        void setTimeout(() => void ground.end(user, how).catch(() => undefined), 1_000).unref(),
    },
    { rounds: 2 },
  )
})

control('S4', 'a key that is replaced is forgotten at once', async () => {
  const ground = await oneProcess()
  await underLoad(
    {
      ...ground,
      rotateKey: async () => {
        await ground.rotateKey()
        await ground.forgetKeys()
      },
    },
    { rounds: 3 },
  )
})
