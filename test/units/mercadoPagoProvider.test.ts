/**
 * Mercado Pago behind the port, at the simulated provider: every documented state, fields that are
 * absent, and answers that are lost.
 */
import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import type { BankCharge } from '../../domain/pix/bank/provider.ts'
import { BankError } from '../../domain/pix/bank/provider.ts'
import { providerAt } from '../../domain/pix/connections/providers.ts'
import type { MercadoPagoBank } from '../../packages/bank/mercadoPagoBank.ts'
import { PAYMENT_STATES } from '../../packages/bank/mercadoPagoViews.ts'
import { startProviderControl } from '../../packages/bank/providerControl.ts'
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

/** A payment that has arrived, as the line shows it. */
async function paid() {
  const { provider, line } = await started()
  await line.createCharge(charge)
  const { endToEndId: end_to_end_id } = provider.books.pay(txid).arrival
  return { provider, line, end_to_end_id }
}

/** Statuses of payments whose money has arrived, and has not wholly gone back. */
const ARRIVED = ['approved', 'in_mediation', 'charged_back', 'refunded']

test('money counts in the documented states of arrived money alone', async () => {
  const { provider, line, end_to_end_id } = await paid()
  const states = Object.entries({ ...PAYMENT_STATES, novo: [] }).flatMap(([status, details]) =>
    [...details, null].map((status_detail) => ({ status, status_detail })),
  )
  for (const state of states) {
    const { status, status_detail } = state
    provider.view.setState(provider.books.find(txid), state)
    const read = await line.readCharge(txid)
    const isArrived = ARRIVED.includes(status)
    assert.equal(read?.status === 'paid', isArrived, JSON.stringify(state))
    assert.equal(read?.transfers.length, isArrived ? 1 : 0, JSON.stringify(state))
    const isOpen =
      status === 'charged_back' && !['settled', 'reimbursed'].includes(`${status_detail}`)
    const transfer = await line.readTransfer(end_to_end_id, txid)
    assert.equal(transfer?.unclear !== undefined, !isArrived || isOpen, JSON.stringify(state))
    const taken = transfer?.refunds.map(({ nature, amount_minor: minor }) => `${nature} ${minor}`)
    const isTaken = status === 'charged_back' && status_detail === 'settled'
    assert.deepEqual(taken, isTaken ? [`CHARGEBACK ${amount_minor}`] : [], JSON.stringify(state))
  }
})

test('refunds are read in each documented state and by each documented author', async () => {
  const { provider, line, end_to_end_id } = await paid()
  const { id } = provider.books.returnOnScreen(end_to_end_id, 1000)
  const read = async (fields: Record<string, unknown>) => {
    provider.answerByTheBooks()
    provider.answer('refund', fields, String(id))
    const [refund] = (await line.readTransfer(end_to_end_id, txid))?.refunds ?? []
    return refund
  }
  const states = {
    approved: 'done',
    in_process: 'processing',
    authorized: 'processing',
    rejected: 'failed',
    cancelled: 'failed',
  }
  for (const [status, state] of Object.entries(states)) {
    assert.equal((await read({ status }))?.status, state)
  }
  const authors = {
    collector: ['ORIGINAL', String(id)],
    Collector: ['ORIGINAL', String(id)],
    operator: ['ORIGINAL', undefined],
    admin: ['ADMIN', undefined],
    BPP: ['BPP', undefined],
    marketplace: ['MARKETPLACE', undefined],
  }
  for (const [type, [nature, provider_id]] of Object.entries(authors)) {
    for (const source of [{ type }, [{ type }]]) {
      const refund = await read({ source })
      assert.deepEqual([refund?.nature, refund?.provider_id], [nature, provider_id])
    }
  }
  // Without an author it may be ours.
  assert.equal((await read({ source: null }))?.provider_id, String(id))
})

test('a field that is absent makes no money of another amount', async () => {
  const { provider, line, end_to_end_id } = await paid()
  provider.books.returnOnScreen(end_to_end_id, 1000)
  const whole = await line.readTransfer(end_to_end_id, txid)
  const kinds: Record<string, readonly string[]> = {
    payment: Object.keys(provider.view.payment(provider.books.find(txid))),
    transaction_details: ['net_received_amount', 'transaction_id'],
    transaction_data: ['qr_code', 'e2e_id', 'infringement_notification'],
    refund: Object.keys(provider.view.refunds(provider.books.find(txid))[0] ?? {}),
  }
  for (const [of, names] of Object.entries(kinds)) {
    for (const name of names) {
      provider.answerByTheBooks()
      provider.answer(of, { [name]: null })
      const read = await line.readTransfer(end_to_end_id, txid).catch((error: unknown) => {
        assert.ok(error instanceof BankError, `${of}.${name}: ${String(error)}`)
      })
      const seen = [`${of}.${name}`, read?.amount_minor, read?.refunds[0]?.amount_minor]
      const isKnown = read !== undefined && read.unclear === undefined
      if (isKnown) assert.deepEqual(seen, [seen[0], whole?.amount_minor, 1000])
      // The charge never shows another amount.
      const told = await line.readCharge(txid).catch((): BankCharge | undefined => undefined)
      for (const transfer of told?.transfers ?? []) {
        assert.equal(transfer.amount_minor, amount_minor)
      }
    }
  }
  // The transfer's id stands in two places.
  provider.answerByTheBooks()
  provider.answer('transaction_details', { transaction_id: null })
  assert.equal((await line.readTransfer(end_to_end_id, txid))?.amount_minor, amount_minor)
})

test('money is seen at each of two payments that were made under one reference', async () => {
  const { provider, line } = await started()
  await line.createCharge(charge)
  const first = provider.books.find(txid)
  provider.forgetKeys()
  await line.createCharge(charge)
  assert.notEqual(provider.books.find(txid), first)
  const { endToEndId } = provider.books.pay(`${txid} ${first.id}`).arrival
  const read = await line.readCharge(txid)
  assert.equal(read?.status, 'paid')
  assert.deepEqual(
    read?.transfers.map(({ end_to_end_id }) => end_to_end_id),
    [endToEndId],
  )
  const order = { end_to_end_id: endToEndId, txid, return_id: 'r1' }
  assert.equal((await line.refund({ ...order, amount_minor: 1000 })).status, 'done')
  assert.equal(first.refunds.length, 1)
})

test('a life below half an hour or over thirty days is refused', async () => {
  const { provider } = await started()
  const make = (minutes: number): number => {
    const end = new Date(now.getTime() + minutes * 60_000).toISOString()
    const body = { transaction_amount: 1, payment_method_id: 'pix', external_reference: 'a' }
    const call = {
      method: 'POST',
      path: '/v1/payments',
      headers: {
        authorization: `Bearer ${provider.client_secret}`,
        'x-idempotency-key': String(minutes),
      },
      body: { ...body, date_of_expiration: end, payer: { email: 'a@b.c' } },
      query: new URLSearchParams(),
    }
    try {
      return provider.perform(call).status
    } catch (error) {
      return (error as { status: number }).status
    }
  }
  const day = 24 * 60
  const statuses = [29, 30, 30 * day, 30 * day + 1].map(make)
  assert.deepEqual(statuses, [400, 201, 201, 400])
})

test('the control makes what the schemas allow', async () => {
  const { provider, line, end_to_end_id } = await paid()
  const { url, close } = await startProviderControl(provider)
  onTestFinished(close)
  const control = async (path: string, body: object) => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
    assert.equal(response.status, 200, await response.text())
  }
  const order = { end_to_end_id, txid, return_id: 'r1', amount_minor: 1000 }
  await control('/returns/state', { state: 'processing' })
  await control('/sources', { as: 'list' })
  const { provider_id = null, status } = await line.refund(order)
  assert.equal(status, 'processing')
  assert.equal((await line.readRefund({ ...order, provider_id }))?.status, 'processing')
  await control('/returns/end', { status: 'done' })
  assert.equal((await line.readRefund({ ...order, provider_id }))?.status, 'done')
  await control('/keys/forget', {})
  await line.refund(order)
  assert.equal(provider.books.find(txid).refunds.length, 2)
  await control('/chargebacks', { endToEndId: end_to_end_id, status_detail: 'settled' })
  assert.equal((await line.readTransfer(end_to_end_id, txid))?.refunds.at(-1)?.amount_minor, 2990)
  await control('/states', { reference: txid, status: 'in_mediation' })
  assert.equal((await line.readCharge(txid))?.status, 'paid')
})
