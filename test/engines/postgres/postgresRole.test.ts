/** A role that owns nothing: the schema is another's, and it may read and write rows only. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { openDatabase } from '../../../db/open.ts'
import { atEnd } from '../../support/atEnd.ts'
import { CommandLine } from '../../support/commandLine.ts'
import { newEmptyDatabase, newPostgres, sqlOn } from '../../support/engine.ts'
import { urlOf } from '../../support/postgres.ts'
import { startService } from '../../support/service.ts'

/** The address of a database for a role of its own, and what its owner grants that role. */
async function grantedTo(role: string): Promise<{ owner_url: string; url: string }> {
  const owner_url = await newEmptyDatabase()
  const sql = await sqlOn(owner_url)
  await sql(`create role ${role} login password '${role}'`)
  atEnd(async () => {
    await sql(`drop owned by ${role}`)
    await sql(`drop role ${role}`)
  })
  return { owner_url, url: urlOf(owner_url, new URL(owner_url).pathname.slice(1), role) }
}

const rows = (role: string) =>
  `grant select, insert, update, delete on all tables in schema public to ${role}`

const unique = () => `balcao_rows_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

test('a role that may only read and write rows serves what its owner has migrated', async () => {
  const role = unique()
  const { owner_url, url } = await grantedTo(role)
  await (await openDatabase(owner_url)).close()
  await (await sqlOn(owner_url))(rows(role))
  const service = await startService({ databaseUrl: url, rateLimit: 100 })
  const seller = await service.account()
  const { id } = await seller.checkout()
  await seller.post(
    '/v1/customers',
    { name: 'Ana', email: 'a@example.com' },
    {
      'idempotency-key': 'k',
    },
  )
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  await seller.post('/sandbox/clock/advance', { seconds: 1 })
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
  assert.equal(body.status, 'completed')
})

test('a role that may not change an old schema gets an error that names who may', async () => {
  const role = unique()
  const { owner_url, url } = await grantedTo(role)
  await assert.rejects(openDatabase(url), /db migrate/)
  await (await openDatabase(owner_url)).close()
  const sql = await sqlOn(owner_url)
  await sql(rows(role))
  await sql(`delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`)
  await assert.rejects(
    openDatabase(url),
    ({ message }: Error) => /db migrate/.test(message) && !message.includes('\n'),
  )
})

test('a start that ended before its grant is made up for by the next one', async () => {
  const role = unique()
  const { owner_url, url } = await grantedTo(role)
  const sql = await sqlOn(owner_url)
  await sql(`create function refuse() returns event_trigger language plpgsql as
    $$ begin raise 'it ends here'; end $$`)
  await sql(`create event trigger refused on ddl_command_start when tag in ('GRANT')
    execute function refuse()`)
  await assert.rejects(openDatabase(owner_url), { message: 'it ends here' })
  await sql('drop event trigger refused')
  await (await openDatabase(owner_url)).close()
  await sql(rows(role))
  await (await openDatabase(url)).close()
})

test('a migration that fails is reported by its reason, in one line', async () => {
  const database_url = await newEmptyDatabase()
  await (await sqlOn(database_url))('create table sellers (id text)')
  const message = 'relation "sellers" already exists'
  await assert.rejects(openDatabase(database_url), { message })
})

test('the role that compose.yaml makes is no superuser, and runs the service', async () => {
  const file = readFileSync(new URL('../../../deploy/role.sh', import.meta.url), 'utf8')
  const [, script = ''] = /<<'SQL'\n(.+?)\nSQL\n/s.exec(file) ?? []
  const role = unique()
  const sql = await sqlOn(await newPostgres())
  const statements = script.replaceAll('balcao', role).replace(":'password'", `'${role}'`)
  atEnd(async () => {
    await sql(`drop database if exists ${role} with (force)`)
    await sql(`drop role if exists ${role}`)
  })
  for (const statement of statements.split(';').filter((one) => one.trim())) await sql(statement)
  const [made] = await sql('select rolsuper, rolcreaterole from pg_roles where rolname = ?', role)
  assert.deepEqual({ ...made }, { rolsuper: 0, rolcreaterole: 0 })
  const service = await startService({ databaseUrl: urlOf(await newEmptyDatabase(), role, role) })
  assert.equal((await (await service.account()).get('/v1/me')).status, 200)
})

test('a password may stand in the environment rather than in an address', async () => {
  const { owner_url } = await grantedTo(unique())
  const { password } = new URL(owner_url)
  const DATABASE_URL = owner_url.replace(`:${password}@`, '@')
  const cli = new CommandLine({ DATABASE_URL, PGPASSWORD: password })
  assert.deepEqual(await cli.json('sellers', 'list'), [])
})
