/**
 * Mercado Pago behind the port, at the simulated provider: every documented state, fields that are
 * absent, and answers that are lost.
 */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { providerAt } from '../../domain/pix/connections/providers.ts'
import type { MercadoPagoBank } from '../../packages/bank/mercadoPagoBank.ts'
import { startProvider } from '../support/providers.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const txid = 'a'.repeat(32)
const amount_minor = 4990
const charge = { txid, amount_minor, lifetime_seconds: 60, now, sellerName: 'Loja' }

async function started() {
  const provider = (await startProvider('mercadopago', () => now)) as MercadoPagoBank
  return { provider, line: providerAt(provider.settings) }
}

test('a code lives half an hour at least, by the clock of the service', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  const lifeMs = Date.parse(provider.books.find(txid).expires) - now.getTime()
  assert.equal(lifeMs, 31 * 60 * 1000)
  const longer = { ...charge, txid: 'b'.repeat(32), lifetime_seconds: 7200 }
  await line.createCharge(longer)
  const { expires } = provider.books.find(longer.txid)
  assert.equal(expires, '2026-03-02T14:00:00.000Z')
})
