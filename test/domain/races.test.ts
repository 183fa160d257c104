/** Two concurrent changes, of which one is always the first. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { contractSettings } from '../../domain/pix/bank/profiles.ts'
import { operator } from '../../domain/identity/actor.ts'
import { createSeller, rotateSecret } from '../../domain/access/clients.ts'
import { Vault } from '../../domain/identity/vault.ts'
import type { Row } from '../../db/schema/tables.ts'
import { changeSellerStatus } from '../../domain/auth/sellers.ts'
import { removeBank } from '../../domain/pix/connections/bankConnections.ts'
import { createEndpoint, rotateEndpoint, secretsInForce } from '../../domain/webhooks/endpoints.ts'
import { addBank } from '../support/bankSettings.ts'
import { Browser, invitationTo, joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'

const secretKey = randomBytes(32)
const vault = new Vault(secretKey)
const service = await startService({ secretKey })
const { db, clock, sql } = service

const times = <Result>(count: number, work: (turn: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))

test('sellers who sign up at once, under one name too, are sellers of their own', async () => {
  const made = await times(40, () => createSeller(db, { name: 'Loja', now: clock.now() }))
  assert.equal(new Set(made.map(({ seller_id }) => seller_id)).size, 40)
  const accounts = await Promise.all(made.map((one) => service.login(one)))
  const seen = await Promise.all(accounts.map((one) => one.get<'Account'>('/v1/me')))
  assert.deepEqual(
    seen.map(({ body }) => body.seller.id),
    made.map(({ seller_id }) => seller_id),
  )
})

test('a secret is rotated while tokens are issued: none by the old one is good', async () => {
  for (let round = 0; round < 5; round++) {
    const { client_id, client_secret } = await service.account()
    const issuing = times(20, () => service.requestToken(client_id, client_secret))
    const rotated = await rotateSecret(db, { name: client_id, now: clock.now() })
    const answers = await issuing
    assert.ok(answers.every(({ status }) => status === 200 || status === 401))
    for (const { status, body } of answers) {
      if (status !== 200) continue
      const { status: seen } = await service.request('GET', '/v1/me', { token: body.access_token })
      assert.equal(seen, 401)
    }
    const fresh = await service.requestToken(client_id, rotated?.client_secret ?? '')
    assert.equal(fresh.status, 200)
  }
})

test('a session that begins while its seller is suspended stays invalid afterwards', async () => {
  for (let round = 0; round < 3; round++) {
    const seller = await service.account()
    const users = await times(5, () => joinedUser(seller))
    const assertions = await Promise.all(users.map(({ browser }) => browser.assertion()))
    const newcomer = new Browser(service)
    const { token } = await invitationTo(seller)
    const registration = await newcomer.registration(token)
    const change = { id: seller.seller_id, now: clock.now() }
    const beginning = [
      newcomer.join(token, registration),
      ...users.map(({ browser }, turn) => browser.send(assertions[turn])),
    ]
    await changeSellerStatus(db, { ...change, status: 'suspended' })
    const begun = await Promise.all(beginning)
    await changeSellerStatus(db, { ...change, status: 'active' })
    for (const one of begun) {
      if (one.refused === undefined) assert.equal(await newcomer.session(one.token), undefined)
    }
  }
})

test('two rotations of a secret at once: one gives the secret that is good', async () => {
  const { client_id } = await service.account()
  const rotations = await times(10, () => rotateSecret(db, { name: client_id, now: clock.now() }))
  const answers = await Promise.all(
    rotations.map((one) => service.requestToken(client_id, one?.client_secret ?? '')),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 401)])
})

test('two rotations of a webhook at once: both secrets sign', async () => {
  const { seller_id } = await service.account()
  const url = 'http://127.0.0.1:1/'
  for (let round = 0; round < 10; round++) {
    const now = clock.now()
    const { id } = await createEndpoint(db, { seller_id, url, mode: 'sandbox', vault, now })
    const rotated = await times(2, () => rotateEndpoint(db, { id, vault, now }))
    const [row] = await sql<Row<'webhook_endpoints'>>(
      'select * from webhook_endpoints where id = ?',
      id,
    )
    assert.ok(row)
    const secrets = rotated.map((one) => one?.secret).toSorted()
    assert.deepEqual(secretsInForce(row, vault, now).toSorted(), secrets)
  }
})

test('banks that are connected at once: the last one is in use', async () => {
  const settings = {
    url: 'https://127.0.0.1:1',
    token_url: 'https://127.0.0.1:1',
    client_id: 'c',
    client_secret: 's',
    certificate: 'c',
    private_key: 'k',
    authority: null,
    pix_key: 'k',
    city: 'Recife',
    ...contractSettings,
    public_only: false,
  }
  const { seller_id } = await service.account()
  const inUse = () =>
    sql(
      `select id from bank_connections
    where seller_id = ? and disconnected_at is null`,
      seller_id,
    )
  const now = clock.now()
  await times(10, () => addBank(db, vault, { seller_id, settings, now }))
  assert.equal((await inUse()).length, 1)
  await Promise.all([
    times(5, () => addBank(db, vault, { seller_id, settings, now })),
    times(5, () => removeBank(db, { seller_id, actor: operator(), now })),
  ])
  assert.ok((await inUse()).length <= 1)
})

test('advances of the clock at once add up', async () => {
  const on = await startService({ real_clock: true })
  const seller = await on.account()
  const before = Date.parse((await seller.get<'Clock'>('/sandbox/clock')).body.now)
  await times(20, () => seller.post('/sandbox/clock/advance', { seconds: 30 }))
  const after = Date.parse((await seller.get<'Clock'>('/sandbox/clock')).body.now)
  const passed_ms = after - before
  assert.ok(passed_ms >= 600_000 && passed_ms < 660_000, `${passed_ms}`)
})
