/** The key that signs, and the end of the tokens of the other keys. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { test } from 'vitest'
import { openVault } from '../../domain/auth/keys.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import { CommandLine } from '../support/commandLine.ts'
import { newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'
import { startServiceAndCommandLine } from '../support/serviceCommandLine.ts'
import type { TestAccount, TestService } from '../support/service.ts'

const DAY_MS = 86_400_000

const kidOf = (token: string) => String(decodeProtectedHeader(token).kid)

const statusOf = async ({ on, token }: Pick<TestAccount, 'on' | 'token'>) =>
  (await on.request('GET', '/v1/me', { token })).status

async function published(on: TestService): Promise<string[]> {
  const { body } = await on.request<'JsonWebKeySet'>('GET', '/.well-known/jwks.json')
  return body.keys.map(({ kid }) => kid)
}

/** A service with a key that another process made while its clock was ahead. */
async function withKeyFromTheFuture() {
  const { service: on, cli } = await startServiceAndCommandLine({ real_clock: false })
  const { keys } = on.service
  const now = on.clock.now()
  assert.ok(Date.now() > now.getTime() + DAY_MS)
  const before = await on.account()
  const { kid: future } = await cli.json<{ kid: string }>('keys', 'rotate')
  return { on, keys, now, before, future }
}

test('a rotated key signs, though the one before is from the future', async () => {
  const { on, keys, now, before, future } = await withKeyFromTheFuture()
  assert.equal(kidOf((await on.account()).token), future)
  const { kid } = await keys.rotate(now)
  const after = await on.account()
  assert.equal(kidOf(after.token), kid)
  const again = await keys.rotate(now)
  assert.equal(kidOf((await on.account()).token), again.kid)
  for (const account of [before, after]) assert.equal(await statusOf(account), 200)
})

test('keys before one from the future end 960 seconds after the next rotation', async () => {
  const { on, keys, before, future } = await withKeyFromTheFuture()
  await keys.rotate(on.clock.now())
  on.clock.advanceMs(961_000)
  const kids = await published(on)
  assert.ok(!kids.includes(future) && !kids.includes(kidOf(before.token)), String(kids))
})

test('a revoked key ends the tokens that it signed, and no others; another signs', async () => {
  const on = await startService({ databaseUrl: await newDatabase() })
  const { keys } = on.service
  const old = await on.account()
  await keys.rotate(on.clock.now())
  const current = await on.account()
  for (const one of [old, current]) assert.equal(await statusOf(one), 200)
  const signing = await keys.revoke(kidOf(old.token), on.clock.now())
  assert.equal(signing?.kid, kidOf(current.token))
  assert.deepEqual([await statusOf(old), await statusOf(current)], [401, 200])
  const next = await keys.revoke(kidOf(current.token), on.clock.now())
  assert.equal(await statusOf(current), 401)
  const after = await on.account()
  assert.equal(kidOf(after.token), next?.kid)
  assert.equal(await statusOf(after), 200)
  assert.deepEqual(await published(on), [next?.kid])
  assert.equal(await keys.revoke(kidOf(current.token), on.clock.now()), undefined)
})

test('the key that signs is revoked, though one of the future came before it', async () => {
  const { on, keys, now } = await withKeyFromTheFuture()
  const { kid } = await keys.rotate(now)
  const account = await on.account()
  const next = await keys.revoke(kid, now)
  assert.equal(await statusOf(account), 401)
  assert.equal(kidOf((await on.account()).token), next?.kid)
})

test('a key that is removed from the database ends its tokens, known ones too', async () => {
  const on = await startService({ databaseUrl: await newDatabase() })
  const account = await on.account()
  assert.equal(await statusOf(account), 200)
  await on.service.keys.rotate(on.clock.now())
  await on.sql('delete from signing_keys where kid = ?', kidOf(account.token))
  // Other processes look at the keys anew after half a second at most.
  const end_ms = performance.now() + 1_000
  while ((await statusOf(account)) !== 401) assert.ok(performance.now() < end_ms)
})

test('keys revoke: by the command line, and every process refuses from then on', async () => {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const baseUrl = 'http://127.0.0.1'
  const shared = { databaseUrl, secretKey, baseUrl, real_clock: true }
  const [one, two] = [await startService(shared), await startService(shared)]
  const account = await one.account()
  const { token } = account
  const ask = () => Promise.all([one, two].map((on) => statusOf({ on, token })))
  assert.deepEqual(await ask(), [200, 200])
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    BASE_URL: baseUrl,
  }
  const cli = new CommandLine(environment)
  const kid = kidOf(token)
  const printed = await cli.json<{ kid: string; signing_kid: string }>('keys', 'revoke', kid)
  assert.deepEqual(await ask(), [401, 401])
  assert.equal(printed.kid, kid)
  assert.equal(kidOf((await two.login(account)).token), printed.signing_kid)
  assert.match(
    await cli.refused('keys', 'revoke', kid),
    /^There is no signing key .* already revoked\.$/,
  )
  assert.match(await cli.refused('keys', 'revoke', 'key_x'), /^There is no signing key key_x/)
  const again = await openVault({
    environment: readEnvironment(environment),
    db: one.db,
    now: new Date(),
  })
  assert.equal((await again.keys.signing(new Date())).kid, printed.signing_kid)
})
