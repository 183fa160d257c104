/** A bank is told once of each charge and each return, while no process dies. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { test } from 'vitest'
import { Vault } from '../../domain/identity/vault.ts'
import { txidOf } from '../../domain/pix/bank/txid.ts'
import { startBank } from '../support/bank.ts'
import { addBank } from '../support/bankSettings.ts'
import { newDatabase } from '../support/engine.ts'
import { ask, startProcesses } from '../support/processes.ts'
import { long } from '../support/property.ts'
import { RailTest } from '../support/rail.ts'
import { startService } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

const CHECKOUTS = long ? 1_000 : 2

async function startWorld() {
  const databaseUrl = await newDatabase()
  const secretKey = randomBytes(32)
  const settings = { databaseUrl, secretKey, reconcileSeconds: 300, real_clock: true }
  const service = await startService({ ...settings, logLevel: 'silent' })
  const bank = await startBank(() => new Date())
  const seller = await service.account()
  const vault = new Vault(secretKey)
  const { seller_id } = seller
  await addBank(service.db, vault, { seller_id, settings: bank.settings, now: new Date() })
  const other = await startProcesses({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey.toString('base64'),
    BASE_URL: service.url,
    RECONCILE_SECONDS: '1',
  })
  return { rail: new RailTest({ service, bank, vault, seller }), other }
}

/** Resolves once it holds; what makes it hold is under way in another process. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20)
}

test('two processes that are asked at once make one call to the bank', async () => {
  const { rail, other } = await startWorld()
  const { bank, service } = rail
  const urls = [service.url, other.url]
  for (let i = 0; i < CHECKOUTS; i++) {
    const checkout = await (await service.login(rail.seller)).checkout()
    const page = pageOf(checkout)
    const open = () => Promise.all(urls.map((url) => ask(`${url}${page}`)))
    await open()
    const chargeOf = async () =>
      (await rail.rows('charges')).find(({ checkout_id }) => checkout_id === checkout.id)
    await until(async () => Boolean((await chargeOf())?.pix_code))
    await open()
    const pix = bank.books.pay(txidOf(checkout.id), checkout.amount_total_minor)
    const path = `/pix/${rail.seller.seller_id}/pix`
    const json = { pix: [pix] }
    await Promise.all(urls.map((url) => ask(url + path, { method: 'POST', json })))
    await until(async () => (await rail.read(checkout)).payment_id !== null)
    const refund = await rail.refund((await rail.read(checkout)).payment_id ?? '')
    assert.equal((await rail.readRefund(refund)).status, 'succeeded')
  }
  other.kill('SIGTERM')
  assert.deepEqual(await other.exited, [0, null])
  assert.equal(bank.count('PUT /cob'), CHECKOUTS)
  assert.equal(bank.count('PUT /devolucao'), CHECKOUTS)
})
