/** The control of the simulated bank moves its clock, and plays payers of Pix Automático. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'vitest'
import { atEnd } from '../../../test/support/atEnd.ts'
import { faultOfCallback } from '../answers.ts'
import { startControl } from '../control.ts'
import { CPF } from './recurringOrders.ts'
import { RecurringScene } from './recurringScene.ts'

type Body = Record<string, unknown>
type Notice = { id: string; status: string }

/** A bank under control, and a shop that both kinds of callbacks reach. */
async function open() {
  const scene = await RecurringScene.open()
  const control = await startControl(scene.bank)
  atEnd(() => control.close())
  const order = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(control.url + path, sent)
    return { status: response.status, body: JSON.parse((await response.text()) || '{}') as Body }
  }
  const heard: [string, Notice[]][] = []
  const shop = createServer(async (request, response) => {
    const body = JSON.parse((await buffer(request)).toString()) as Record<string, Body[]>
    assert.equal(faultOfCallback(body), undefined)
    const [list = []] = Object.values(body)
    const notices = list.map(({ idRec, txid, status }) => ({
      id: String(txid ?? idRec),
      status: String(status),
    }))
    heard.push([String(request.url), notices])
    response.end()
  }).listen(0, '127.0.0.1')
  atEnd(() => shop.close())
  await once(shop, 'listening')
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  for (const path of ['/webhookrec', '/webhookcobr']) await scene.ok('PUT', path, { webhookUrl })
  const pass = async (hours: number) => {
    assert.equal((await order('POST', '/clock', { seconds: hours * 3600 })).status, 200)
    await scene.signIn()
  }
  return { scene, order, heard, pass }
}

const { scene, order, heard, pass } = await open()

test('the clock goes forward, and what is due on the way happens at its own moment', async () => {
  const { body: before } = await order('GET', '/clock')
  const { body: after } = await order('POST', '/clock', { seconds: 90 })
  const passedMs = Date.parse(String(after['now'])) - Date.parse(String(before['now']))
  assert.equal(passedMs, 90_000)
  for (const seconds of [0, -1, 1.5, 1e9]) {
    assert.equal((await order('POST', '/clock', { seconds })).status, 400)
  }
  const idRec = await scene.approved()
  const due = scene.day(5)
  const txid = await scene.charge(idRec, due)
  await pass(24 * 20)
  const { pix } = (await scene.readCharge(txid)) as { pix: { horario: string }[] }
  assert.ok(pix[0]?.horario.startsWith(due), JSON.stringify(pix))
})

test('the customer is told of each change, in its order', async () => {
  heard.length = 0
  const idRec = await scene.recurrence()
  const { dadosQR } = (await scene.read(idRec)) as { dadosQR: { pixCopiaECola: string } }
  const code = dadosQR.pixCopiaECola
  assert.equal((await order('POST', '/authorizations', { code, cpf: CPF })).status, 200)
  const due = scene.day(5)
  await order('POST', '/payers', { cpf: CPF, funds: '0.00' })
  const txid = await scene.charge(idRec, due)
  await pass(24 * 6)
  await order('POST', '/payers', { cpf: CPF, funds: null })
  await scene.ok('POST', `/cobr/${txid}/retentativa/${scene.day(1)}`)
  await pass(24 * 2)
  const { body } = await order('POST', '/revocations', { idRec, by: 'payer_bank', codigo: 'ACCL' })
  assert.equal(body['callback'], 200)
  const rec = (status: string) => ['/rec', [{ id: idRec, status }]]
  const cobr = (status: string) => ['/cobr', [{ id: txid, status }]]
  const expected = [
    rec('APROVADA'),
    // Passed on, two debits without funds, the end of the attempt; then the retry.
    ...[cobr('ATIVA'), cobr('ATIVA'), cobr('ATIVA'), cobr('ATIVA')],
    ...[cobr('ATIVA'), cobr('CONCLUIDA')],
    rec('CANCELADA'),
  ]
  assert.deepEqual(heard, expected)
})

test('a payer takes back one debit, and the answer shows the charge', async () => {
  const txid = await scene.charge(await scene.approved(), scene.day(5))
  await scene.readCharge(txid)
  const { status, body } = await order('POST', '/schedules/cancel', { txid })
  assert.deepEqual([status, body['callback']], [200, 200])
  assert.equal((body['cobr'] as Body)['status'], 'CANCELADA')
  assert.equal((await order('POST', '/schedules/cancel', { txid })).status, 409)
})

test('the books show recurrences, charges and orders outside the window', async () => {
  const { body } = await order('GET', '/books')
  const { recurrences, recurring_charges, outside, violations } = body as Record<string, Body[]>
  assert.ok((recurrences?.length ?? 0) >= 3)
  assert.ok(recurring_charges?.every(({ tentativas }) => Array.isArray(tentativas)))
  assert.deepEqual([outside, violations], [[], []])
  const txid = recurring_charges?.at(-1)?.['txid']
  assert.equal(
    (await scene.call('PATCH', `/cobr/${String(txid)}`, { status: 'CANCELADA' })).status,
    400,
  )
})

test('an order of the control that is none is refused', async () => {
  for (const [path, body, status] of [
    ['/authorizations', { code: 'nothing' }, 404],
    ['/authorizations', {}, 400],
    ['/payers', { cpf: '1', funds: null }, 400],
    ['/payers', { cpf: CPF }, 400],
    ['/revocations', { idRec: 'x' }, 404],
    ['/revocations', { idRec: 'x', by: 'nobody' }, 400],
    ['/schedules/cancel', { txid: 'x' }, 404],
  ] as const) {
    assert.equal(
      (await order('POST', path, body)).status,
      status,
      `${path} ${JSON.stringify(body)}`,
    )
  }
})

test('a year of 50 recurrences is one order, and each is debited on its days', async () => {
  const charges: string[] = []
  for (let count = 0; count < 50; count++) {
    const idRec = await scene.approved()
    charges.push(await scene.charge(idRec, scene.day(9)))
  }
  await pass(24 * 365)
  const { body } = await order('GET', '/books')
  const all = body['recurring_charges'] as { txid: string; status: string }[]
  const paid = all.filter(({ txid, status }) => charges.includes(txid) && status === 'CONCLUIDA')
  assert.equal(paid.length, 50)
})
