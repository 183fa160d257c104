/** Credentials of a bank stand nowhere in clear. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkDatabase } from '../db/check.ts'
import { settingsOf } from '../pix/connections.ts'
import type { Connection } from '../pix/connections.ts'
import { Vault } from '../auth/vault.ts'
import { temporaryFolder } from './commandLine.ts'
import { startRail } from './rail.ts'

const folder = temporaryFolder()
const rail = await startRail({
  database_url: `sqlite:${join(folder, 'balcao.db')}`,
  log_level: 'trace',
})

const storedConnection = () => rail.service.db.client
  .prepare('select * from bank_connections').get() as Connection

test('after payments and faults neither the database nor a log line holds one', async () => {
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  await rail.pay(txid)
  assert.deepEqual(rail.outcomes(checkout), ['settled', 'duplicate done'])
  rail.bank.order('POST /token', 500)
  rail.bank.endTokens()
  await rail.reconcile()
  rail.bank.recover()

  const { private_key, client_secret } = rail.bank.settings
  const keyText = private_key.split('\n').slice(1, -2)
  const secrets = [client_secret, ...keyText, ...rail.bank.everyToken]
  assert.ok(keyText.length > 0 && rail.bank.everyToken.length > 0)
  const places = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
  assert.ok(places.some((text) => text.includes(rail.bank.client_id)))
  assert.ok(rail.service.log.some((line) => line.includes('charge not checked')))
  for (const text of [...places, ...rail.service.log]) {
    for (const secret of secrets) assert.ok(!text.includes(secret))
  }
})

test('after all that the database holds what it promises', () => {
  const broken = checkDatabase(join(folder, 'balcao.db')).filter(({ ok }) => !ok)
  assert.deepEqual(broken, [])
})

test('what is sealed opens under the same key, for the same seller\'s bank, and no other', () => {
  const connection = storedConnection()
  const { client_secret, private_key } = settingsOf(connection, rail.vault)
  assert.deepEqual(
    [client_secret, private_key],
    [rail.bank.settings.client_secret, rail.bank.settings.private_key],
  )
  assert.throws(() => settingsOf(connection, new Vault(randomBytes(32))))
  assert.throws(() => settingsOf({ ...connection, id: 'bank_x' }, rail.vault))
  const { client_secret_sealed, private_key_sealed } = connection
  const swapped = {
    ...connection,
    client_secret_sealed: private_key_sealed,
    private_key_sealed: client_secret_sealed,
  }
  assert.throws(() => settingsOf(swapped, rail.vault))
})
