/** `balcao bank` is a bank of one's own, for whoever builds on the Central Bank's Pix API. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { faultOfCallback } from '../answers.ts'
import { quirks } from '../quirks.ts'
import { atEnd } from '../../../test/support/atEnd.ts'
import { BankCustomer } from './bankCustomer.ts'
import type { BankAccess, BankAnswer } from './bankCustomer.ts'
import { connect } from '../../../test/support/bankSettings.ts'
import { CommandLine } from '../../../test/support/commandLine.ts'
import { pageOf } from '../../../test/support/sessions.ts'
import { startService } from '../../../test/support/service.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

type Printed = BankAccess & Record<'pix_key' | 'control_url', string> & { account: object }

async function startCommand(...profile: string[]) {
  const args = profile.flatMap((name) => ['--profile', name])
  const stdio = ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit']
  const child = spawn(process.execPath, ['cli/cli.ts', 'bank', ...args], { cwd: root, stdio })
  atEnd(() => child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const printed = JSON.parse(line) as Printed
  const order = async <Body = BankAnswer['body']>(
    method: string,
    path: string,
    body?: object,
    headers = {},
  ) => {
    const response = await fetch(printed.control_url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text || '{}') as Body }
  }
  return { child, printed, order, customer: new BankCustomer(printed) }
}

/** Reads again until something holds: neither side waits for what the other does of it. */
async function becoming<Body>(
  read: () => Promise<{ body: Body }>,
  holds: (body: Body) => boolean,
): Promise<Body> {
  for (;;) {
    const { body } = await read()
    if (holds(body)) return body
  }
}

type Books = {
  charges: { pixCopiaECola: string }[]
  sums: object
  violations: string[]
}

/** For tests that do not mind what others have left in its books. */
const shared = await startCommand()

const charge = { chave: 'Loja@Example.com', valor: { original: '49.90' }, calendario: {} }

test('a service is connected to it, its buyer pays, and it takes the money back', async () => {
  const { printed, order } = await startCommand()
  const { url, token_url, client_id, client_secret, cert, key, ca, pix_key, account } = printed
  assert.deepEqual(account, { branch: '0001', number: '1234567', type: 'checking' })
  const service = await startService()
  const seller = await service.account()
  const pems = { certificate: cert, private_key: key, authority: ca }
  const settings = { url, token_url, client_id, client_secret, ...pems, pix_key }
  assert.equal((await connect(seller, settings)).status, 200)
  const checkout = await seller.checkout()
  await service.request('GET', pageOf(checkout))
  const books = () => order<Books>('GET', '/books')
  const { charges } = await becoming(books, ({ charges }) => charges.length > 0)
  const pixCopiaECola = String(charges[0]?.pixCopiaECola)
  assert.match(pixCopiaECola, /^000201.*6304[0-9A-F]{4}$/)
  const paid = await order('POST', '/payments', { code: pixCopiaECola })
  assert.deepEqual([paid.status, paid.body['callback']], [200, 200])
  const completed = await becoming(
    () => seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`),
    ({ status }) => status === 'completed',
  )
  assert.equal((await order('POST', '/payments', { code: pixCopiaECola })).status, 409)
  const { endToEndId } = paid.body['pix'] as { endToEndId: string }
  const back = { endToEndId, valor: '10.00', natureza: 'MED_FRAUDE' }
  const { body: reversed } = await order('POST', '/reversals', back)
  assert.equal(reversed['callback'], 200)
  const payment = await becoming(
    () => seller.get<'Payment'>(`/v1/payments/${completed.payment_id}`),
    ({ status }) => status === 'partially_refunded',
  )
  assert.deepEqual([payment.end_to_end_id, payment.amount_refunded_minor], [endToEndId, 1000])
  const { sums, violations } = (await books()).body
  assert.deepEqual([sums, violations], [{ received_minor: 4990, returned_minor: 1000 }, []])
})

test('charges are made, revised and removed as the contract says', async () => {
  const { customer, order } = shared
  assert.equal((await customer.signIn()).status, 200)
  const made = await customer.call('POST', '/cob', charge)
  assert.deepEqual([made.status, made.body['status'], made.body['revisao']], [201, 'ATIVA', 0])
  const path = `/cob/${String(made.body['txid'])}`
  const revised = await customer.call('PATCH', path, { valor: { original: '12.00' } })
  assert.deepEqual([revised.status, revised.body['revisao']], [200, 1])
  assert.deepEqual(revised.body['valor'], { original: '12.00' })
  const originalOf = async (revisao: number) =>
    (await customer.call('GET', `${path}?revisao=${revisao}`)).body['valor']
  assert.deepEqual(await originalOf(0), charge.valor)
  assert.deepEqual(await originalOf(1), { original: '12.00' })
  assert.equal((await customer.call('GET', `${path}?revisao=2`)).status, 400)
  const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  assert.equal((await customer.call('PATCH', path, removal)).body['status'], removal.status)
  assert.equal((await customer.call('PATCH', path, removal)).status, 400)
  const webhook = '/webhook/Loja@Example.com'
  const webhookUrl = 'https://loja.example/pix'
  assert.equal((await customer.call('PUT', webhook, { webhookUrl })).status, 200)
  assert.equal((await customer.call('GET', webhook)).body['webhookUrl'], webhookUrl)
  for (const method of ['GET', 'DELETE']) {
    assert.equal((await customer.call(method, '/webhook/outra@example.com')).status, 404)
  }
  assert.equal((await customer.call('DELETE', webhook)).status, 204)
  assert.equal((await customer.call('GET', webhook)).status, 404)
  assert.deepEqual((await order('GET', '/books')).body['violations'], [])
})

test('a list is asked for by times with any offset, as RFC 3339 has them', async () => {
  const { customer, order } = await startCommand()
  await customer.signIn()
  const between = (from: string, to: string) =>
    customer.call('GET', `/pix?${new URLSearchParams({ inicio: from, fim: to })}`)
  const { status, body } = await between('2026-03-01T00:00:00-03:00', '2026-03-02T00:00:00+02:00')
  assert.deepEqual([status, body['pix']], [200, []])
  assert.equal((await between('2026-03-01', '2026-03-02')).status, 400)
  const { violations } = (await order<Books>('GET', '/books')).body
  assert.equal(violations.length, 1)
})

test('what the contract does not allow is refused, and stands in its books', async () => {
  const { customer, order } = await startCommand()
  assert.equal((await customer.call('POST', '/cob', charge)).status, 401)
  await customer.signIn()
  const wrong = { ...charge, valor: { original: '49,90' } }
  const { status, body } = await customer.call('POST', '/cob', wrong)
  assert.deepEqual([status, body['title']], [400, 'Cobrança inválida.'])
  assert.equal((await customer.call('GET', '/webhook/%zz')).status, 400)
  assert.equal((await customer.call('GET', '/nothing')).status, 404)
  const { violations } = (await order('GET', '/books')).body as { violations: string[] }
  assert.equal(violations.length, 2)
  assert.match(violations[0] ?? '', /^POST \/cob: .*original must match pattern/)
})

test('a callback tells of each payment, and of each return once it has ended', async () => {
  const { printed, order, customer } = await startCommand('slow-returns')
  await customer.signIn()
  const heard: Record<string, unknown>[] = []
  const shop = createServer(async (request, response) => {
    const { pix } = JSON.parse((await buffer(request)).toString()) as { pix: (typeof heard)[] }
    heard.push(...pix.flat())
    response.end()
  }).listen(0, '127.0.0.1')
  atEnd(() => shop.close())
  await once(shop, 'listening')
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  await customer.call('PUT', `/webhook/${printed.pix_key}`, { webhookUrl })
  const { body: made } = await customer.call('POST', '/cob', charge)
  const payer = { cpf: '12345678909', infoPagador: 'Obrigada' }
  const { body: paid } = await order('POST', '/payments', { code: made['txid'], ...payer })
  const { endToEndId, infoPagador } = paid['pix'] as Record<string, string>
  assert.equal(infoPagador, 'Obrigada')
  for (const id of ['um', 'dois']) {
    await customer.call('PUT', `/pix/${endToEndId}/devolucao/${id}`, { valor: '1.00' })
  }
  assert.equal(heard.length, 1)
  const end = { status: 'NAO_REALIZADO', motivo: 'Saldo insuficiente' }
  const { body: ended } = await order('POST', '/returns/end', end)
  assert.deepEqual(ended['callbacks'], [200])
  const told = heard.map(({ devolucoes = [] }) =>
    (devolucoes as Record<string, string>[]).map(({ id, status, motivo }) => [id, status, motivo]),
  )
  const still = ['dois', 'EM_PROCESSAMENTO', undefined]
  const failed = (id: string) => [id, end.status, end.motivo]
  assert.deepEqual(told, [[], [failed('um'), still], [failed('um'), failed('dois')]])
  assert.deepEqual(
    heard.flatMap((pix) => faultOfCallback({ pix: [pix] }) ?? []),
    [],
  )
})

test('requests go wrong as they are told to, as often as they are told to', async () => {
  const { customer, order } = shared
  const count = async () => (await order<Books>('GET', '/books')).body.charges.length
  const before = await count()
  await customer.signIn()
  const wrong = (fault: unknown) => ({ on: 'POST /cob', fault, times: 1 })
  await order('POST', '/faults', wrong(503))
  assert.equal((await customer.call('POST', '/cob', charge)).status, 503)
  await order('POST', '/faults', wrong('lose'))
  await assert.rejects(customer.call('POST', '/cob', charge), { code: 'ECONNRESET' })
  assert.equal((await customer.call('POST', '/cob', charge)).status, 201)
  await order('POST', '/faults', { fault: 500 })
  await order('DELETE', '/faults')
  assert.equal((await customer.call('POST', '/cob', charge)).status, 201)
  assert.equal(await count(), before + 3)
})

test('its quirks have names, and it has those that it was given', async () => {
  const { customer, order } = await startCommand('created-200', 'no-code', 'slow-returns')
  await customer.signIn()
  const { status, body } = await customer.call('POST', '/cob', charge)
  assert.deepEqual([status, body['pixCopiaECola']], [200, undefined])
  const { body: paid } = await order('POST', '/payments', { code: body['txid'] })
  const { endToEndId } = paid['pix'] as { endToEndId: string }
  const at = `/pix/${endToEndId}/devolucao/um`
  assert.equal(
    (await customer.call('PUT', at, { valor: '1.00' })).body['status'],
    'EM_PROCESSAMENTO',
  )
  await order('POST', '/returns/end', { status: 'NAO_REALIZADO' })
  assert.equal((await customer.call('GET', at)).body['status'], 'NAO_REALIZADO')
  const cli = new CommandLine({})
  for (const wrong of ['none', 'stale-reads=x', 'stale-reads=1=2', 'no-code=1', 'constructor']) {
    const line = await cli.badUsage('bank', '--profile', wrong)
    for (const name of Object.keys(quirks)) assert.ok(line.includes(name), name)
  }
})

test('a page of a browser moves no money, and neither does what is no order', async () => {
  const { order } = shared
  const paying = { code: 'x' }
  const elsewhere = { origin: 'https://loja.example' }
  assert.equal((await order('POST', '/payments', paying, elsewhere)).status, 403)
  assert.equal((await order('POST', '/payments', paying)).status, 404)
  assert.equal((await order('POST', '/payments', { ...paying, valor: 1 })).status, 400)
  assert.equal((await order('POST', '/payments')).status, 400)
})

test('it ends with its parent', async () => {
  const { child, printed } = shared
  const exited = once(child, 'exit')
  child.stdin.end()
  assert.deepEqual(await exited, [0, null])
  await assert.rejects(fetch(printed.control_url))
})
