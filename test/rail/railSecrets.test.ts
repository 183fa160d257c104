/** Credentials of a bank stand nowhere in clear. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { checkDatabase } from '../../db/maintenance/check.ts'
import { settingsOf } from '../../domain/pix/connections/bankConnections.ts'
import type { Connection } from '../../domain/pix/connections/bankConnections.ts'
import { Vault } from '../../domain/identity/vault.ts'
import { everythingStored, newDatabase } from '../support/engine.ts'
import { startRail } from '../support/rail.ts'

const databaseUrl = await newDatabase()
const rail = await startRail({ databaseUrl, logLevel: 'trace' })

test('neither the database nor a log line holds a secret after payments and faults', async () => {
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  await rail.pay(txid)
  assert.deepEqual(await rail.outcomes(checkout), ['settled', 'duplicate done'])
  rail.bank.order('POST /token', 500)
  rail.bank.endTokens()
  await rail.reconcile()
  rail.bank.recover()

  const { private_key, client_secret } = rail.bank.settings
  // The last line has the public key alone, which stands in the certificate.
  const keyText = private_key.split('\n').slice(1, -3)
  const secrets = [client_secret, ...keyText, ...rail.bank.everyToken]
  assert.ok(keyText.length > 0 && rail.bank.everyToken.length > 0)
  const stored = await everythingStored(databaseUrl)
  assert.ok(stored.includes(rail.bank.client_id))
  assert.ok(rail.service.log.some((line) => line.includes('charge not checked')))
  for (const text of [stored, ...rail.service.log]) {
    for (const secret of secrets) assert.ok(!text.includes(secret))
  }
})

test('db check finds nothing wrong after payments and faults', async () => {
  const checks = await checkDatabase(databaseUrl)
  assert.deepEqual(
    checks.filter(({ ok }) => !ok),
    [],
  )
})

test("secrets open under their key, for the same seller's bank, and no other", async () => {
  const [connection] = await rail.service.sql<Connection>('select * from bank_connections')
  assert.ok(connection)
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
