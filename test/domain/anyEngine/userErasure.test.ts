/** Erasing a removed user: the e-mail is gone, and the audit trail is whole and sealed. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { checkDatabase } from '../../../db/maintenance/check.ts'
import { layouts } from '../../../db/maintenance/layout.ts'
import { recordChange } from '../../../domain/audit/record.ts'
import { eraseUser } from '../../../domain/erasure/user.ts'
import { trailOf } from '../../support/audit.ts'
import { CommandLine } from '../../support/commandLine.ts'
import { everythingStored, newDatabase } from '../../support/engine.ts'
import { newEmail } from '../../support/people.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'

const secretKey = randomBytes(32)
const databaseUrl = await newDatabase()
const service = await startService({ databaseUrl, secretKey })
const { db, clock } = service
const cli = new CommandLine({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('base64') })

/** Every row of the tables in which a user's e-mail could stand, as text. */
async function everyRow(): Promise<string> {
  const names = layouts.map(({ table }) => table)
  const rows = await Promise.all(names.map((name) => service.sql(`select * from ${name}`)))
  return JSON.stringify(rows)
}

const erasedEmails: string[] = []

/** A trail is written anew by pages of 500 events; each change here makes two. */
const MORE_THAN_A_PAGE = { changes: 260 }

async function faults(): Promise<string[]> {
  const checks = await checkDatabase(databaseUrl, { auditSeals: db.auditSeals })
  return checks.filter(({ ok }) => !ok).flatMap(({ broken }) => broken)
}

/** A user who has changed so much, among changes of others, and is invited by a kept answer. */
async function activeUser(seller: TestAccount, { changes = 3 } = {}) {
  const email = newEmail()
  const { seller_id } = seller
  const key = { 'idempotency-key': crypto.randomUUID() }
  const { body } = await seller.post<'User'>('/v1/users', { email, role: 'viewer' }, key)
  const { id } = body
  const actor = {
    type: 'user',
    id,
    email,
    role: 'viewer',
    session_id: 'session_x',
    name: null,
  } as const
  const change = { seller_id, action: 'product.updated', target: 'prod_x' } as const
  await db.run(function* () {
    for (let i = 0; i < changes; i++) {
      const now = clock.advanceMs(1)
      yield* recordChange({ ...change, actor, now })
      yield* recordChange({ ...change, actor: { type: 'system' }, now })
    }
  })
  return { id, email, key }
}

test('users erase takes the e-mail from everywhere, and the trail stays whole', async () => {
  const seller = await service.account()
  const other = await activeUser(seller)
  const { id, email, key } = await activeUser(seller, MORE_THAN_A_PAGE)
  const before = await trailOf(seller)
  assert.ok((await everyRow()).includes(email))
  assert.match(await cli.refused('users', 'erase', id), /must be removed first/)
  await cli.json('users', 'remove', id)
  const removed = await trailOf(seller)
  const user = await cli.json<{ id: string; email: string; status: string }>('users', 'erase', id)
  assert.deepEqual([user.id, user.status], [id, 'removed'])
  assert.match(user.email, /@erased\.invalid$/)
  erasedEmails.push(email)
  assert.ok(!(await everyRow()).includes(email))
  assert.ok((await everyRow()).includes(other.email))
  assert.deepEqual(await faults(), [])
  const after = await trailOf(seller)
  assert.deepEqual(
    after.map(({ action }) => action),
    [...removed.map(({ action }) => action), 'user.erased'],
  )
  const plain = (events: typeof after) =>
    events.map(({ hash: _, previous_hash: __, actor, ...rest }) => ({
      ...rest,
      actor: actor.id === id ? { ...actor, name: user.email } : actor,
    }))
  assert.deepEqual(plain(after).slice(0, removed.length), plain(removed))
  const first = before.findIndex(({ actor }) => actor.id === id)
  assert.deepEqual(after.slice(0, first), removed.slice(0, first), 'nothing before it is written')
  const log = readFileSync(cli.logOf(databaseUrl), 'utf8').trim().split('\n')
  const line = JSON.parse(log.at(-1) ?? '') as Record<string, string>
  const ends = [removed.at(-1), after.at(-2)].map((end) => `${end?.sequence} ${end?.hash}`)
  assert.deepEqual(
    [line['command'], line['id'], line['from'], line['to']],
    ['users erase', id, ...ends],
  )
  // The answer that is given again has no person in it, either.
  const again = await seller.post('/v1/users', { email, role: 'viewer' }, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.ok(!again.text.includes(email))
  // And changes go on from the new end.
  await seller.product()
  assert.deepEqual(await faults(), [])
})

test('users erase does nothing the second time, and knows no other user', async () => {
  const seller = await service.account()
  const { id } = await activeUser(seller)
  await cli.json('users', 'remove', id)
  const once = await cli.json('users', 'erase', id)
  const trail = await trailOf(seller)
  assert.deepEqual(await cli.json('users', 'erase', id), once)
  assert.deepEqual(await trailOf(seller), trail)
  const unknown = 'user_019caeb4-5d10-7c3e-8b21-d4e5f6a7b8c9'
  assert.match(await cli.refused('users', 'erase', unknown), /There is no user/)
})

test('a trail that is not whole is not written anew, and nothing is erased', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const ways = [
    `update audit_events set action = 'product.archived' where seller_id = ? and sequence = 5`,
    'delete from audit_events where seller_id = ? and sequence = 6',
    `update audit_heads set mac = 'AAAA=AAAAAAAA' where seller_id = ?`,
  ]
  for (const way of ways) {
    const broken = await service.account()
    const { id, email } = await activeUser(broken)
    await cli.json('users', 'remove', id)
    await service.sql(way, broken.seller_id)
    assert.match(await cli.refused('users', 'erase', id), /not rewritten: .* See db check/)
    const [row] = await service.sql<{ email: string }>('select email from users where id = ?', id)
    assert.equal(row?.email, email)
  }
  const { id } = await activeUser(seller)
  await cli.json('users', 'remove', id)
  const keyless = new CommandLine({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
  })
  assert.match(await keyless.refused('users', 'erase', id), /SECRET_KEY/)
  assert.deepEqual(
    (await faults()).filter((one) => one.startsWith(seller_id)),
    [],
  )
})

test('changes that are made while a trail is written anew follow its new end', async () => {
  const seller = await service.account()
  const { id } = await activeUser(seller, MORE_THAN_A_PAGE)
  await cli.json('users', 'remove', id)
  const products = Array.from({ length: 20 }, () => seller.product())
  await Promise.all([db.run(() => eraseUser(id, clock.now())), ...products])
  const found = (await faults()).filter((one) => one.startsWith(seller.seller_id))
  assert.deepEqual(found, [])
})

test('the files of the database have nothing of the e-mail either', async () => {
  await service.close()
  const stored = await everythingStored(databaseUrl)
  assert.ok(erasedEmails.length > 0)
  for (const email of erasedEmails) assert.ok(!stored.includes(email))
})
