/** The quirks of the simulated bank: each differs from the contract as its name says. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { parseQuirk, quirks } from '../quirks.ts'
import { startBank } from '../../../test/support/bank.ts'
import { BankCustomer } from './bankCustomer.ts'

const start = new Date('2026-03-02T12:00:00.000Z')
const txid = 'a'.repeat(32)

/** A bank with these quirks, its customer, and the clock of both. */
async function bankWith(...names: string[]) {
  let now = start
  const bank = await startBank(() => now)
  for (const text of names) {
    const { name, setting } = parseQuirk(text) ?? assert.fail(text)
    quirks[name]?.apply(bank, setting)
  }
  const customer = BankCustomer.of(bank)
  await customer.signIn()
  const charge = () =>
    customer.call('PUT', `/cob/${txid}`, {
      chave: bank.pix_key,
      valor: { original: '49.90' },
      calendario: { expiracao: 3600 },
    })
  const advanceMs = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const list = async (inicio = '2026-03-01T00:00:00Z', fim = '2026-03-03T00:00:00Z') =>
    customer.call('GET', `/pix?${new URLSearchParams({ inicio, fim })}`)
  const found = async (...between: [string?, string?]) =>
    ((await list(...between)).body['pix'] as object[]).length
  return { bank, customer, charge, advanceMs, list, found }
}

test('stale-reads: a charge, its payment and a return are read as they were', async () => {
  const { bank, customer, charge, advanceMs, found } = await bankWith('stale-reads')
  const read = () => customer.call('GET', `/cob/${txid}`)
  assert.equal((await charge()).body['status'], 'ATIVA')
  advanceMs(1999)
  assert.equal((await read()).status, 404)
  advanceMs(1)
  assert.equal((await read()).status, 200)
  const { endToEndId } = bank.books.pay(txid, 4990)
  const transfer = () => customer.call('GET', `/pix/${endToEndId}`)
  const seen = async () => [(await read()).body['status'], (await transfer()).status, await found()]
  advanceMs(1999)
  assert.deepEqual(await seen(), ['ATIVA', 404, 0])
  assert.equal((await read()).body['pix'], undefined)
  advanceMs(1)
  assert.deepEqual(await seen(), ['CONCLUIDA', 200, 1])
  const order = `/pix/${endToEndId}/devolucao/um`
  const ordered = await customer.call('PUT', order, { valor: '1.00' })
  assert.deepEqual([ordered.status, ordered.body['status']], [201, 'DEVOLVIDO'])
  advanceMs(1999)
  assert.equal((await customer.call('GET', order)).status, 404)
  assert.equal((await transfer()).body['devolucoes'], undefined)
  advanceMs(1)
  assert.equal((await customer.call('GET', order)).body['status'], 'DEVOLVIDO')
})

test('stale-reads: the end of a return and a removal are seen late', async () => {
  const { bank, customer, charge, advanceMs } = await bankWith('stale-reads=30', 'slow-returns')
  await charge()
  const { endToEndId } = bank.books.pay(txid, 4990)
  const order = `/pix/${endToEndId}/devolucao/um`
  await customer.call('PUT', order, { valor: '1.00' })
  advanceMs(30_000)
  for (const end of ['DEVOLVIDO', 'NAO_REALIZADO'] as const) {
    const id = `/pix/${endToEndId}/devolucao/${end.replace('_', '')}`
    await customer.call('PUT', id, { valor: '1.00' })
    advanceMs(30_000)
    bank.books.endReturns(end)
    advanceMs(29_999)
    const before = await customer.call('GET', id)
    assert.equal(before.body['status'], 'EM_PROCESSAMENTO')
    assert.ok(!('liquidacao' in (before.body['horario'] as object)))
    advanceMs(1)
    assert.equal((await customer.call('GET', id)).body['status'], end)
  }
  const other = 'b'.repeat(32)
  const asked = { chave: bank.pix_key, valor: { original: '1.00' }, calendario: {} }
  await customer.call('PUT', `/cob/${other}`, asked)
  advanceMs(30_000)
  bank.books.removeByBank(other)
  advanceMs(29_999)
  assert.equal((await customer.call('GET', `/cob/${other}`)).body['status'], 'ATIVA')
  advanceMs(1)
  assert.equal((await customer.call('GET', `/cob/${other}`)).body['status'], 'REMOVIDA_PELO_PSP')
})

test('repeated-orders: a return is carried out, its answer lost, its repeat refused', async () => {
  const { bank, customer, charge } = await bankWith('repeated-orders')
  await charge()
  const { endToEndId } = bank.books.pay(txid, 4990)
  const order = `/pix/${endToEndId}/devolucao/um`
  await assert.rejects(customer.call('PUT', order, { valor: '1.00' }), { code: 'ECONNRESET' })
  assert.deepEqual(
    bank.books.returns().map(({ id, status }) => [id, status]),
    [['um', 'DEVOLVIDO']],
  )
  const repeated = await customer.call('PUT', order, { valor: '1.00' })
  assert.equal(repeated.status, 400)
  assert.match(String(repeated.body['detail']), /id já foi utilizado/)
  bank.recover()
  const another = customer.call('PUT', order.replace('um', 'dois'), { valor: '1.00' })
  await assert.rejects(another, { code: 'ECONNRESET' })
  assert.equal(bank.books.returns().length, 2)
})

test('queued-orders: nothing shows a return whose id is used until its turn comes', async () => {
  const { bank, customer, charge, advanceMs, list } = await bankWith('queued-orders=60')
  await charge()
  const { endToEndId } = bank.books.pay(txid, 4990)
  const order = `/pix/${endToEndId}/devolucao/um`
  await assert.rejects(customer.call('PUT', order, { valor: '1.00' }), { code: 'ECONNRESET' })
  const shown = async () => {
    const [pix] = (await list()).body['pix'] as { devolucoes?: object[] }[]
    const transfer = await customer.call('GET', `/pix/${endToEndId}`)
    const returns = [pix?.devolucoes, transfer.body['devolucoes']].map((all) => all !== undefined)
    return [(await customer.call('GET', order)).status, ...returns]
  }
  advanceMs(59_999)
  assert.deepEqual(await shown(), [404, false, false])
  const repeated = await customer.call('PUT', order, { valor: '1.00' })
  assert.equal(repeated.status, 400)
  assert.match(String(repeated.body['detail']), /id já foi utilizado/)
  advanceMs(1)
  assert.deepEqual(await shown(), [200, true, true])
  assert.equal((await customer.call('GET', order)).body['status'], 'DEVOLVIDO')
})

test('held-transfers: a transfer comes later than the minute in its id', async () => {
  const { bank, charge } = await bankWith('held-transfers=3600')
  await charge()
  const { endToEndId, horario } = bank.books.pay(txid, 4990)
  const minuteMs = Date.parse(
    endToEndId.slice(9, 21).replace(/(....)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5Z'),
  )
  assert.equal(Math.floor((Date.parse(horario) - minuteMs) / 3_600_000), 1)
})

test('offset-only: the list finds nothing between times in another zone, with 200', async () => {
  const { bank, charge, list, found } = await bankWith('offset-only')
  await charge()
  bank.books.pay(txid, 4990)
  assert.equal((await list()).status, 200)
  assert.equal(await found(), 0)
  assert.equal(await found('2026-03-01T00:00:00-03:00', '2026-03-03T00:00:00Z'), 0)
  assert.equal(await found('2026-03-01T00:00:00-03:00', '2026-03-03T00:00:00-03:00'), 1)
})

test('whole-seconds: the list refuses a fraction of a second', async () => {
  const { list } = await bankWith('whole-seconds')
  for (const between of [
    ['2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00Z'],
    ['2026-03-01T00:00:00Z', '2026-03-03T00:00:00.1-03:00'],
  ] as const) {
    const { status, body } = await list(...between)
    assert.deepEqual([status, body['title']], [400, 'Consulta de Pix inválida.'])
  }
  assert.equal((await list()).status, 200)
})

test("false-utc: each horario is Brasília's time with a Z, and found by the true one", async () => {
  const { bank, customer, charge, list, found } = await bankWith('false-utc')
  await charge()
  const { endToEndId } = bank.books.pay(txid, 4990)
  await customer.call('PUT', `/pix/${endToEndId}/devolucao/um`, { valor: '1.00' })
  const written = '2026-03-02T09:00:00.000Z'
  const transfer = (await customer.call('GET', `/pix/${endToEndId}`)).body
  assert.equal(transfer['horario'], written)
  const [back] = transfer['devolucoes'] as [{ horario: object }]
  assert.deepEqual(back.horario, { solicitacao: written, liquidacao: written })
  const { body } = await customer.call('GET', `/cob/${txid}`)
  assert.deepEqual(body['pix'], [transfer])
  assert.deepEqual((await list()).body['pix'], [transfer])
  assert.deepEqual(bank.books.announced(endToEndId), transfer)
  assert.match(endToEndId, /^E\d{8}202603021200/)
  assert.equal(await found('2026-03-02T12:00:00Z'), 1)
  assert.equal(await found('2026-03-01T00:00:00Z', '2026-03-02T11:59:59Z'), 0)
})

test('limited: past so many requests it answers 429 until the minute ends', async () => {
  const { bank, customer } = await bankWith('limited=3')
  let timeMs = 1_000_000
  bank.token_time_ms = () => timeMs
  await customer.signIn()
  const read = () => customer.call('GET', `/cob/${txid}`)
  for (let i = 0; i < 3; i++) assert.equal((await read()).status, 404)
  timeMs += 20_000
  const { status, headers, body } = await read()
  assert.deepEqual([status, headers['retry-after'], body['status']], [429, '40', 429])
  timeMs += 39_999
  assert.equal((await read()).status, 429)
  timeMs += 1
  assert.equal((await read()).status, 404)
})

test('list-hundred-pages: an empty list has a hundred pages, each of them empty', async () => {
  const { list, found } = await bankWith('list-hundred-pages')
  const { paginacao } = (await list()).body['parametros'] as { paginacao: Record<string, number> }
  assert.deepEqual(
    [paginacao['quantidadeDePaginas'], paginacao['quantidadeTotalDeItens'], await found()],
    [100, 0, 0],
  )
})

test('no-callbacks: every address is refused, and none is registered', async () => {
  const { bank, customer } = await bankWith('no-callbacks')
  const at = `/webhook/${bank.pix_key}`
  const { status, body } = await customer.call('PUT', at, { webhookUrl: 'https://loja.example' })
  assert.deepEqual([status, body['title']], [400, 'Webhook inválido.'])
  assert.match(String(body['detail']), /TLS mútuo/)
  assert.equal((await customer.call('GET', at)).status, 404)
  assert.equal(bank.books.webhook_url, undefined)
})
