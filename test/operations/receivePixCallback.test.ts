import assert from 'node:assert/strict'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const path = `/pix/${seller.seller_id}/pix`

const transfer = {
  endToEndId: 'E00000000202603021312ab3cd4ef5gh',
  txid: '019caeab92a3707db5e6f9b18daf0c57',
  valor: '49.90',
  horario: '2026-03-02T13:12:38.000Z',
}

const send = (json: unknown, to = path) => service.request('POST', to, { json })

test('answers 200 to a well-formed callback of a known seller and of an unknown one', async () => {
  for (const to of [path, `/pix/${unknownId('seller_')}/pix`]) {
    const { status, headers, text } = await send({ pix: [transfer] }, to)
    assert.deepEqual([status, text], [200, '{}'])
    assert.match(headers.get('x-request-id') ?? '', /./)
  }
})

test('believes nothing of it: an open session stays open', async () => {
  const checkout = await seller.checkout()
  const txid = checkout.id.slice('checkout_'.length).replaceAll('-', '')
  for (const more of [{}, { devolucoes: [] }, { status: 'CONCLUIDA' }]) {
    const { status } = await send({ pix: [{ ...transfer, ...more, txid, valor: '49.90' }] })
    assert.equal(status, 200)
  }
  assert.deepEqual((await seller.get(`/v1/checkouts/${checkout.id}`)).body, checkout)
})

test('takes batches, transfers without a charge, refunds and unknown fields', async () => {
  const { endToEndId, valor, horario } = transfer
  const bare = { endToEndId, valor, horario }
  const refund = { id: 'D1', rtrId: 'D2', valor: '1.00', horario: {}, status: 'DEVOLVIDO' }
  for (const json of [
    { pix: [transfer, transfer, bare] },
    { pix: [{ ...transfer, devolucoes: [refund] }] },
    { pix: [{ ...transfer, chave: 'x', infoPagador: 'y', pagador: {} }], x: 1 },
    { pix: Array.from({ length: 250 }, () => bare) },
  ])
    assert.equal((await send(json)).status, 200)
})

test('takes a full batch of 1 MiB, and not as many values as that could have', async () => {
  const pagador = { cpf: '12345678909', nome: 'Ana' }
  const rest = { chave: 'loja@example.com', infoPagador: ','.repeat(140), pagador }
  const refund = { id: 'D1', rtrId: 'D2', valor: '1.00', horario: {}, status: 'DEVOLVIDO' }
  const whole = { ...transfer, ...rest, devolucoes: [refund, refund, refund] }
  const pix = Array.from({ length: 1000 }, () => whole)
  const fill = 1024 * 1024 - JSON.stringify({ pix, x: '' }).length
  assert.equal((await send({ pix, x: ' '.repeat(fill) })).status, 200)
  for (const one of ['0,', '[', '{"":', '{},']) {
    const raw = `{"pix":[],"x":[${one.repeat(40_000)}`
    const headers = { 'content-type': 'application/json' }
    const { body } = await service.request('POST', path, { raw, headers })
    assert.match(body.error?.message ?? '', /valores demais/, one)
  }
})

test('answers 200 to a callback without transfers, as when a bank tries the address', async () => {
  // Efí sends the first of these when the address is registered, and refuses one that answers 400.
  for (const json of [{ evento: 'teste_webhook' }, {}, { pix: [] }]) {
    for (const to of [path, `/pix/${seller.seller_id}`]) {
      const { status, text } = await send(json, to)
      assert.deepEqual([status, text], [200, '{}'])
    }
  }
})

test('needs no access token, and looks at none', async () => {
  const headers = { authorization: 'Bearer x' }
  const answer = await service.request('POST', path, { json: { pix: [transfer] }, headers })
  assert.equal(answer.status, 200)
})

test('refuses what is no list of transfers, naming the field', async () => {
  for (const [json, param] of [
    [{ pix: null }, 'pix'],
    [{ pix: {} }, 'pix'],
    [{ pix: Array.from({ length: 1001 }, () => 1) }, 'pix'],
  ] as const)
    assertRefused(await send(json), 'invalid_request', param)
})

/** The txids that the rail was told of. */
async function heard(sent: object | string, to = path): Promise<string[]> {
  const txids: string[] = []
  const { rail } = service.service
  const { onCallback } = rail
  rail.onCallback = async (_, named) => void txids.push(...named.txids)
  try {
    const raw = typeof sent === 'string' ? sent : JSON.stringify(sent)
    const headers = { 'content-type': 'application/json' }
    assert.equal((await service.request('POST', to, { raw, headers })).status, 200)
    return txids
  } finally {
    rail.onCallback = onCallback
  }
}

test('one entry that cannot be read loses none of those beside it', async () => {
  for (const bad of [
    'x',
    null,
    1,
    [],
    {},
    { ...transfer, txid: null },
    { ...transfer, txid: 1 },
    { ...transfer, txid: 'curto' },
    // Transfers of another program that uses the same key.
    { ...transfer, txid: 'X'.repeat(32) },
    { ...transfer, txid: 'x'.repeat(5000) },
  ])
    assert.deepEqual(await heard({ pix: [bad, transfer, bad] }), [transfer.txid])
  const odd = [{ valor: 49.9 }, { horario: null }, { endToEndId: '' }, { devolucoes: null }]
  for (const bad of odd) {
    assert.deepEqual(await heard({ pix: [{ ...transfer, ...bad }] }), [transfer.txid])
  }
})

test('a callback that could not be stored loses no transfer, since none is stored', async () => {
  for (const text of [
    '"\\u0000"',
    '"\\ud800"',
    '12345678901234567890',
    '0.10000000000000001234',
    '1e400',
    '{"a":1,"a":2}',
    '['.repeat(100) + ']'.repeat(100),
  ]) {
    const raw = JSON.stringify({ pix: [{ infoPagador: 'N' }, transfer] }).replace('"N"', text)
    assert.deepEqual(await heard(raw), [transfer.txid], text)
  }
})

test('is taken without /pix after the address, too', async () => {
  assert.deepEqual(await heard({ pix: [transfer] }, `/pix/${seller.seller_id}`), [transfer.txid])
})

test('refuses a body that is not a JSON object', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const raw of ['', '{"pix":', '[]', 'null']) {
    assertRefused(await service.request('POST', path, { raw, headers }), 'invalid_request')
  }
  const raw = JSON.stringify({ pix: [transfer] })
  const text = { 'content-type': 'text/plain' }
  const answer = await service.request('POST', path, { raw, headers: text })
  assertRefused(answer, 'invalid_request')
})

test('refuses an address that names no seller id, before the body', async () => {
  for (const id of malformedIds('seller_')) {
    assertRefused(await send({}, `/pix/${id}/pix`), 'invalid_request', 'sellerId')
  }
})

test('takes a batch of up to 1 MiB, and refuses what is larger', async () => {
  const pix = Array.from({ length: 1000 }, () => ({ ...transfer, infoPagador: 'x'.repeat(140) }))
  assert.equal((await heard({ pix })).length, 1000)
  assertRefused(await send({ pix, x: 'x'.repeat(1024 * 1024) }), 'request_too_large')
})
