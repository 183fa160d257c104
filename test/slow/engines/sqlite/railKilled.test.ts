/** A process is killed while the bank makes a charge: the next one has the code at once. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { Vault } from '../../../../domain/identity/vault.ts'
import { startBank } from '../../../support/bank.ts'
import { addBank } from '../../../support/bankSettings.ts'
import { newDatabase } from '../../../support/engine.ts'
import { ask, startProcesses } from '../../../support/processes.ts'
import type { Processes } from '../../../support/processes.ts'
import { RailTest } from '../../../support/rail.ts'
import { startService } from '../../../support/service.ts'
import { pageOf } from '../../../support/sessions.ts'

/** A service and its bank in real time, and the environment of further processes. */
async function startWorld() {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const service = await startService({
    databaseUrl,
    secretKey,
    reconcileSeconds: 300,
    real_clock: true,
    logLevel: 'silent',
  })
  const bank = await startBank(() => new Date())
  const seller = await service.account()
  const vault = new Vault(secretKey)
  const { seller_id } = seller
  await addBank(service.db, vault, { seller_id, settings: bank.settings, now: new Date() })
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    // One issuer of tokens, whichever process is asked.
    BASE_URL: service.url,
  }
  return { rail: new RailTest({ service, bank, vault, seller }), environment }
}

test('a charge that a killed process was creating is created by the next at once', async () => {
  const { rail, environment } = await startWorld()
  const seller = await rail.service.login(rail.seller)
  const checkout = await seller.checkout()
  const headers = { authorization: `Bearer ${seller.token}` }
  const codeBy = async ({ url }: Processes) => {
    const { body } = await ask(`${url}/v1/checkouts/${checkout.id}/pix`, { headers })
    return (body as { status: string }).status
  }
  const killed = await startProcesses(environment)
  rail.bank.order('PUT /cob', 'hang')
  await ask(killed.url + pageOf(checkout), {})
  await rail.bank.holdsUp(AbortSignal.timeout(30_000))
  // The claim of a living process is left to it.
  const living = await startProcesses(environment)
  assert.equal(await codeBy(living), 'pending')
  assert.equal(rail.bank.count('PUT /cob'), 1)
  killed.kill('SIGKILL')
  await killed.exited
  rail.bank.recover()
  const next = await startProcesses(environment)
  assert.equal(await codeBy(next), 'ready')
  assert.equal(rail.bank.count('PUT /cob'), 2)
})
