/**
 * Sealed texts open under SECRET_KEY or the key before, and are sealed anew while the service runs.
 */
import assert from 'node:assert/strict'
import { createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { reseal } from '../../../domain/auth/sealed.ts'
import {
  bankKeyLabel,
  bankSecretLabel,
  bankValuesLabel,
  Vault,
} from '../../../domain/identity/vault.ts'
import type { Database } from '../../../db/database.ts'
import { newId } from '../../../runtime/ids.ts'
import { createEndpoint, rotateEndpoint } from '../../../domain/webhooks/endpoints.ts'
import { addBank } from '../../support/bankSettings.ts'
import { CommandLine } from '../../support/commandLine.ts'
import { newDatabase, openTestDatabase, sqlOn } from '../../support/engine.ts'
import { bankOf } from '../../support/rail.ts'
import { startService } from '../../support/service.ts'

type SealedText = { text: string; label: string; table: string; column: string; id: string }

const columns = [
  ['signing_keys', 'kid', 'private_jwk_sealed', (id: string) => id],
  ['webhook_keys', 'kid', 'secret_sealed', (id: string) => id],
  ['webhook_endpoints', 'id', 'secret_sealed', (id: string) => id],
  ['webhook_endpoints', 'id', 'previous_secret_sealed', (id: string) => id],
  ['bank_connections', 'id', 'client_secret_sealed', bankSecretLabel],
  ['bank_connections', 'id', 'private_key_sealed', bankKeyLabel],
  ['bank_connections', 'id', 'profile_values_sealed', bankValuesLabel],
  ['mails', 'id', 'secret_sealed', (id: string) => id],
] as const

/** Every sealed text of a database. */
async function sealedIn(database_url: string): Promise<SealedText[]> {
  const sql = await sqlOn(database_url)
  const found = await Promise.all(
    columns.map(async ([table, key, column, label]) => {
      const rows = await sql<{ id: string; text: string | null }>(
        `select ${key} as id, ${column} as text from ${table} where ${column} <> '' order by 1`,
      )
      return rows.map(({ id, text }) => ({ id, text: text ?? '', label: label(id), table, column }))
    }),
  )
  return found.flat()
}

const textOf = (key: Buffer) => key.toString('base64')

/** Counts the texts that a key opens, whatever they say of their key. */
const openedBy = (key: Buffer, all: SealedText[]) =>
  all.filter(({ text, label }) => {
    try {
      new Vault(key).open(text.split('=')[0] ?? '', label)
      return true
    } catch {
      return false
    }
  }).length

/** A database with something sealed of every kind. */
async function sealedDatabase(secretKey: Buffer): Promise<string> {
  const databaseUrl = await newDatabase()
  const service = await startService({ databaseUrl, secretKey })
  const { db, clock } = service
  const vault = new Vault(secretKey)
  const { settings } = await bankOf(service)
  const now = clock.now()
  for (let i = 0; i < 3; i++) {
    const { seller_id } = await service.account()
    await addBank(db, vault, { seller_id, settings, now })
    const profiled = { ...settings, profile: 'bb', profile_values: { app_key: 'chave' } }
    await addBank(db, vault, { seller_id, settings: profiled, now })
    const of = { seller_id, url: 'https://a.example/', mode: 'sandbox', vault, now } as const
    await createEndpoint(db, of)
    const { id } = await createEndpoint(db, of)
    await rotateEndpoint(db, { id, vault, now })
    const mail_id = newId('mail_', now)
    await service.sql(
      `insert into mails (seller_id, id, type, about, recipient, locale, data, secret_sealed,
         status, created_at, updated_at)
       values (?, ?, 'invitation', ?, 'a@b.example', 'en', '{}', ?, 'pending', 't', 't')`,
      ...[seller_id, mail_id, mail_id, vault.seal('s', mail_id)],
    )
  }
  await service.service.keys.rotate(now)
  await service.service.webhookKeys.rotate(now)
  await service.close()
  return databaseUrl
}

const key = randomBytes(32)
const next = randomBytes(32)

/** Opens a text as the version before did, which may run beside this one during an upgrade. */
function openedAsBefore(sealed: string, label: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAAD(Buffer.from(label)).setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28)).toString('utf8') + decipher.final('utf8')
}

test("this version and the one before open each other's sealed texts, of every length", () => {
  const vault = new Vault(key)
  for (let length = 0; length < 70; length++) {
    const text = 'ã'.repeat(length)
    const sealed = vault.seal(text, 'x')
    assert.equal(openedAsBefore(sealed, 'x'), text)
    const [asBefore = ''] = sealed.split('=')
    for (const one of [vault, new Vault(next, key)]) assert.equal(one.open(asBefore, 'x'), text)
    assert.throws(() => new Vault(next).open(asBefore, 'x'))
  }
})

test('a vault of two keys opens texts of either, and seals by the newer one', () => {
  const [old, both] = [new Vault(key), new Vault(next, key)]
  assert.equal(both.open(old.seal('a', 'x'), 'x'), 'a')
  assert.equal(new Vault(next).open(both.seal('a', 'x'), 'x'), 'a')
  assert.throws(() => old.open(both.seal('a', 'x'), 'x'), /another SECRET_KEY/)
  assert.throws(() => both.open(old.seal('a', 'x'), 'y'))
})

test('a start is refused when any sealed text does not open, whichever it is', async () => {
  const databaseUrl = await sealedDatabase(key)
  const sql = await sqlOn(databaseUrl)
  const stranger = new Vault(next)
  const names = {
    signing_keys: 'signing keys',
    webhook_keys: 'webhook keys',
    webhook_endpoints: 'webhook secrets',
    bank_connections: 'bank credentials',
    mails: 'mails',
  }
  for (const { table, column, id, text, label } of await sealedIn(databaseUrl)) {
    const name = table.endsWith('_keys') ? 'kid' : 'id'
    const statement = `update ${table} set ${column} = ? where ${name} = ?`
    const set = (value: string) => sql(statement, value, id)
    await set(stranger.seal('{}', label))
    const what = names[table as keyof typeof names]
    const message = `SECRET_KEY: does not open the ${what} of this database`
    await assert.rejects(startService({ databaseUrl, secretKey: key }), { message })
    await set(text)
  }
  await sql(
    'update bank_connections set private_key_sealed = substr(private_key_sealed, 1, ' +
      'length(private_key_sealed) - 9), client_secret_sealed = substr(client_secret_sealed, 1, ' +
      'length(client_secret_sealed) - 9)',
  )
  await (await startService({ databaseUrl, secretKey: key })).close()
  await sql('delete from signing_keys')
  await sql('delete from webhook_keys')
  await sql("update webhook_endpoints set secret_sealed = '', previous_secret_sealed = null")
  await assert.rejects(startService({ databaseUrl, secretKey: next }), /SECRET_KEY: .* bank/)
  assert.deepEqual(await sql('select * from signing_keys'), [])
})

test('keys reseal: everything opens under the new key, and nothing under the old one', async () => {
  const database_url = await sealedDatabase(key)
  const before = await sealedIn(database_url)
  const opened = before.map(({ text, label }) => new Vault(key).open(text, label))
  const cli = new CommandLine({ DATABASE_URL: database_url, SECRET_KEY: textOf(next) })
  assert.match(await cli.refused('keys', 'reseal'), /^SECRET_KEY: does not open /)
  const both = cli.with({ SECRET_KEY_PREVIOUS: textOf(key) })
  assert.deepEqual(await both.json('keys', 'reseal'), { resealed: before.length, complete: true })
  const after = await sealedIn(database_url)
  assert.equal(openedBy(key, after), 0)
  assert.deepEqual(
    after.map(({ text, label }) => new Vault(next).open(text, label)),
    opened,
  )
  assert.deepEqual(await cli.json('keys', 'reseal'), { resealed: 0, complete: true })
  assert.match(await cli.with({ SECRET_KEY: textOf(key) }).refused('keys', 'rotate'), /^SECRET_KEY/)
})

test('a reseal that is killed on its way is in the audit trail', async () => {
  const databaseUrl = await sealedDatabase(key)
  const db = await openTestDatabase(databaseUrl)
  let commits = 0
  const run: Database['run'] = (body) => {
    if (++commits > 1) throw new Error('killed')
    return db.run(body)
  }
  const killed = { read: (body) => db.read(body), run } as Pick<Database, 'read' | 'run'>
  const vault = new Vault(next, key)
  await assert.rejects(reseal(killed as Database, vault, new Date()), /killed/)
  assert.ok(openedBy(next, await sealedIn(databaseUrl)) > 0)
  const sql = await sqlOn(databaseUrl)
  const events = await sql(
    "select target_id from audit_events where action = 'secret_key.resealed'",
  )
  assert.deepEqual(events, [{ target_id: vault.name }])
})

test('texts that an older version sealed are sealed anew, too', async () => {
  const database_url = await sealedDatabase(key)
  const sql = await sqlOn(database_url)
  for (const [table, , column] of columns) {
    await sql(`update ${table} set ${column} = substr(${column}, 1, length(${column}) - 9)
      where ${column} <> ''`)
  }
  const before = await sealedIn(database_url)
  const environment = {
    DATABASE_URL: database_url,
    SECRET_KEY: textOf(next),
    SECRET_KEY_PREVIOUS: textOf(key),
  }
  const running = await startService({
    databaseUrl: database_url,
    secretKey: next,
    secretKeyPrevious: key,
  })
  const resealed = await new CommandLine(environment).json('keys', 'reseal')
  assert.deepEqual(resealed, { resealed: before.length, complete: true })
  const after = await sealedIn(database_url)
  assert.deepEqual([openedBy(key, after), openedBy(next, after)], [0, before.length])
  await running.close()
})

test('a text that no key opens is named, and the rest is sealed anew all the same', async () => {
  const database_url = await sealedDatabase(key)
  const all = await sealedIn(database_url)
  const sql = await sqlOn(database_url)
  const [lost] = all.filter(({ column }) => column === 'private_key_sealed')
  assert.ok(lost)
  const damaged = `${randomBytes(40).toString('base64url')}=${lost.text.split('=')[1]}`
  await sql('update bank_connections set private_key_sealed = ? where id = ?', damaged, lost.id)
  const cli = new CommandLine({
    DATABASE_URL: database_url,
    SECRET_KEY: textOf(next),
    SECRET_KEY_PREVIOUS: textOf(key),
  })
  const { code, out, err } = await cli.run('keys', 'reseal', '--json')
  assert.equal(code, 1)
  assert.equal((JSON.parse(out) as { resealed: number }).resealed, all.length - 1)
  const log = readFileSync(cli.logOf(database_url), 'utf8')
  assert.match(log, /"command":"keys reseal",.*"complete":false/)
  assert.equal(err, `Neither key opens the bank credentials of ${lost.id}.\n`)
})
