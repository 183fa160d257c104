/** The simulated bank answers as the Central Bank's contract says, in every operation. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { answers, faultOfAnswer } from '../answers.ts'
import { Bank } from '../bank.ts'
import { bankOperations } from '../contract.ts'
import { problemTitles } from '../problems.ts'
import { atEnd } from '../../../test/support/atEnd.ts'
import { BankCustomer } from './bankCustomer.ts'
import { BankWalk } from './bankWalk.ts'

let now = new Date('2026-03-02T12:00:00.000Z')
const advanceMs = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

/** A bank that is asked wrongly on purpose. */
async function start() {
  const bank = await Bank.start(() => now)
  atEnd(() => bank.close())
  bank.checks_answers = true
  return bank
}

const bank = await start()
const visits = await new BankWalk(bank, advanceMs).walk()

const described = Object.entries(answers).flatMap(([name, byStatus]) =>
  Object.keys(byStatus).map((status) => `${name} ${status}`),
)

test('every operation has a description of its answers, and the token endpoint', () => {
  const names = ['POST /token', ...bankOperations.map(({ name }) => name)]
  assert.deepEqual(Object.keys(answers).toSorted(), names.toSorted())
})

test('the walk is given every answer that is described, and no other', () => {
  const given = visits.map(({ operation, answer }) => `${operation} ${answer.status}`)
  const named = given.filter((one) => !one.startsWith(' '))
  assert.deepEqual([...new Set(named)].toSorted(), described.toSorted())
})

test('every answer of the walk is as it is described', () => {
  assert.deepEqual(bank.mistakes, [])
  const wrong = visits.flatMap(({ operation, answer: { status = 0, body, headers } }) => {
    const sent = headers['content-type'] === undefined ? undefined : body
    return faultOfAnswer(operation, status, sent) ?? []
  })
  assert.deepEqual(wrong, [])
})

test('every type of problem that the bank has is met, but for those of a bank in trouble', () => {
  const met = visits.map(({ answer }) => String(answer.body['type']).split('/').at(-1))
  const trouble = [
    'PermanentementeRemovido',
    'ErroInternoDoServidor',
    'ServicoIndisponivel',
    'IndisponibilidadePorTempoEsgotado',
  ]
  const expected = Object.keys(problemTitles).filter((type) => !trouble.includes(type))
  assert.deepEqual(
    expected.filter((type) => !met.includes(type)),
    [],
  )
})

test('an answer with a field too few, too many or of another form is noticed', () => {
  const { answer } = visits.find(({ operation }) => operation === 'GET /devolucao') ?? assert.fail()
  const faultWith = (changes: object) =>
    faultOfAnswer('GET /devolucao', 200, { ...answer.body, ...changes })
  assert.equal(faultWith({}), undefined)
  for (const wrong of [
    { valor: undefined },
    { motivo: 1 },
    { novo: 1 },
    { status: 'DEVOLVIDO' },
    { horario: { solicitacao: 'ontem' } },
  ]) {
    assert.ok(faultWith(wrong), JSON.stringify(wrong))
  }
  assert.ok(faultOfAnswer('PUT /webhook', 200, {}))
  assert.ok(faultOfAnswer('GET /pix', 418, {}))
})

/** Another bank with a charge, for one case of answers to a customer. */
async function charged() {
  const bank = await start()
  const customer = BankCustomer.of(bank)
  await customer.signIn()
  const txid = 'b'.repeat(32)
  const charge = { chave: bank.pix_key, valor: { original: '49.90' }, calendario: {} }
  const made = await customer.call('PUT', `/cob/${txid}`, charge)
  const read = async () => (await customer.call('GET', `/cob/${txid}`)).body
  return { bank, customer, txid, charge, made: made.body, read }
}

test('tokens: refusals are those of RFC 6749, and nothing of them is stored', async () => {
  const { bank, customer } = await charged()
  const basic = (secret: string) => ({
    authorization: `Basic ${btoa(`${bank.client_id}:${secret}`)}`,
  })
  const form = 'grant_type=client_credentials'
  const right = basic(bank.client_secret)
  const json = { ...right, 'content-type': 'application/json' }
  for (const [status, error, text, headers] of [
    [401, 'invalid_client', form, basic('x')],
    [401, 'invalid_client', form, {}],
    [400, 'invalid_request', '', right],
    [400, 'invalid_request', `${form}&${form}`, right],
    [400, 'invalid_request', form, json],
    [400, 'unsupported_grant_type', 'grant_type=password', right],
    [400, 'invalid_scope', `${form}&scope=tudo`, right],
  ] as const) {
    const answer = await customer.requestToken(text, headers)
    assert.deepEqual([answer.status, answer.body['error']], [status, error], text)
    assert.ok(String(answer.body['error_description']).length > 0)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['content-type'], 'application/json')
    const challenge = answer.headers['www-authenticate']
    if (status === 401) assert.match(challenge ?? '', /^Basic realm=/)
    else assert.equal(challenge, undefined)
  }
  assert.equal((await customer.signIn()).headers['cache-control'], 'no-store')
})

test('a token that has ended is challenged, and one without the scope denied', async () => {
  const { bank, customer, txid } = await charged()
  const read = () => customer.call('GET', `/cob/${txid}`)
  bank.scopes = 'pix.read'
  const denied = await read()
  assert.deepEqual([denied.status, denied.body['title']], [403, 'Acesso Negado'])
  bank.endTokens()
  const ended = await read()
  assert.equal(ended.status, 401)
  assert.match(ended.headers['www-authenticate'] ?? '', /^Bearer .*error="invalid_token"/)
})

test('a charge that is made again while it is ATIVA is its next revision', async () => {
  const { customer, txid, charge, made } = await charged()
  const other = { ...charge, valor: { original: '50.00' } }
  const again = (await customer.call('PUT', `/cob/${txid}`, other)).body
  assert.deepEqual([again['revisao'], again['valor']], [1, { original: '50.00' }])
  assert.deepEqual([again['loc'], again['calendario']], [made['loc'], made['calendario']])
  const earlier = await customer.call('GET', `/cob/${txid}?revisao=0`)
  assert.deepEqual(earlier.body['valor'], { original: '49.90' })
})

test('a txid that is none, and a revision that is not there, are wrong requests', async () => {
  const { bank, customer, txid, charge } = await charged()
  const call = async (method: string, path: string, body?: object) => {
    const { status, body: problem } = await customer.call(method, path, body)
    const [violation] = problem['violacoes'] as { propriedade: string }[]
    return [status, String(problem['type']).split('/').at(-1), violation?.propriedade]
  }
  const known = bank.books.charges.size
  for (const none of ['a'.repeat(25), 'a'.repeat(36), `${'a'.repeat(25)}-`, '%C3%A7'.repeat(26)]) {
    const order = [400, 'CobOperacaoInvalida', 'cob.txid']
    assert.deepEqual(await call('PUT', `/cob/${none}`, charge), order)
    const revision = { valor: { original: '1.00' } }
    assert.deepEqual(await call('PATCH', `/cob/${none}`, revision), order)
    const query = [400, 'CobConsultaInvalida', 'txid']
    assert.deepEqual(await call('GET', `/cob/${none}`), query)
  }
  assert.equal(bank.books.charges.size, known)
  const unknown = [400, 'CobConsultaInvalida', 'revisao']
  assert.deepEqual(await call('GET', `/cob/${txid}?revisao=1`), unknown)
})

test('a removal with other changes removes and changes nothing', async () => {
  const { customer, txid, read } = await charged()
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  const before = await read()
  const changes = { status, valor: { original: '1.00' } }
  const { body } = await customer.call('PATCH', `/cob/${txid}`, changes)
  assert.match(String(body['type']), /\/CobOperacaoInvalida$/)
  assert.deepEqual(await read(), before)
})

test('a charge without its location has no code and cannot be paid, until it has one', async () => {
  const { bank, customer, txid, made, read } = await charged()
  const { id } = made['loc'] as { id: number }
  assert.deepEqual(made['loc'], (await customer.call('GET', `/loc/${id}`)).body)
  const code = String(made['pixCopiaECola'])
  assert.equal((await customer.call('DELETE', `/loc/${id}/txid`)).body['txid'], undefined)
  const bare = await read()
  assert.deepEqual([bare['loc'], bare['location'], bare['pixCopiaECola']], Array(3).fill(undefined))
  assert.deepEqual([bare['status'], bare['revisao']], ['ATIVA', 0])
  assert.equal(bank.books.payCode(code, 4990), undefined)
  const { body: loc } = await customer.call('POST', '/loc', { tipoCob: 'cob' })
  const { body } = await customer.call('PATCH', `/cob/${txid}`, { loc: { id: loc['id'] } })
  assert.deepEqual(body['loc'], { ...loc, txid })
  assert.equal(body['location'], loc['location'])
  assert.equal(bank.books.payCode(String(body['pixCopiaECola']), 4990)?.txid, txid)
})

test('a location shows one charge: another that asks for it is refused', async () => {
  const { customer, charge, made } = await charged()
  const { id } = made['loc'] as { id: number }
  const { body: dated } = await customer.call('POST', '/loc', { tipoCob: 'cobv' })
  for (const wrong of [id, dated['id'], 999]) {
    const loc = { id: wrong }
    const { status, body } = await customer.call('POST', '/cob', { ...charge, loc })
    const [violation] = body['violacoes'] as [{ propriedade: string }]
    assert.deepEqual([status, violation.propriedade], [400, 'cob.loc.id'])
  }
})

test('lists find what their filters say, page by page', async () => {
  const { bank, customer, charge } = await charged()
  const cpf = '12345678909'
  const devedor = { cpf, nome: 'Maria' }
  const { body } = await customer.call('POST', '/cob', { ...charge, devedor })
  const cnpj = '12ABC34501DE35'
  const paid = bank.books.pay(String(body['txid']), 4990)
  const other = bank.books.receiveOther(100, { cnpj })
  const times = { inicio: '2026-01-01T00:00:00Z', fim: '2026-12-31T00:00:00Z' }
  const list = async (path: string, name: string, key: string, filters: object = {}) => {
    const query = new URLSearchParams({ ...times, ...filters })
    const { body } = await customer.call('GET', `${path}?${query}`)
    const { paginacao } = body['parametros'] as { paginacao: Record<string, number> }
    const items = body[name] as Record<string, unknown>[]
    return [items.map((item) => item[key]), paginacao['quantidadeTotalDeItens']]
  }
  const txids = (filters: object) => list('/cob', 'cobs', 'txid', filters)
  assert.deepEqual(await txids({ cpf }), [[body['txid']], 1])
  assert.deepEqual(await txids({ status: 'ATIVA' }), [['b'.repeat(32)], 1])
  assert.deepEqual(await txids({ locationPresente: 'false' }), [[], 0])
  const second = { 'paginacao.paginaAtual': 1, 'paginacao.itensPorPagina': 1 }
  assert.deepEqual(await txids(second), [[body['txid']], 2])
  const transfers = (filters: object) => list('/pix', 'pix', 'endToEndId', filters)
  assert.deepEqual(await transfers({ cpf }), [[paid.endToEndId], 1])
  assert.deepEqual(await transfers({ cnpj }), [[other.endToEndId], 1])
  assert.deepEqual((await list('/loc', 'loc', 'txid', { txIdPresente: 'true' }))[1], 2)
})

test('a return keeps what was said of it, and is settled when its money has gone', async () => {
  const { bank, customer, txid } = await charged()
  const { endToEndId } = bank.books.pay(txid, 4990)
  bank.books.return_state = 'EM_PROCESSAMENTO'
  const at = `/pix/${endToEndId}/devolucao/um`
  const order = { valor: '1.00', natureza: 'RETIRADA', descricao: 'Troco' }
  const { body } = await customer.call('PUT', at, order)
  const solicitacao = now.toISOString()
  const { rtrId, ...shown } = body
  assert.match(String(rtrId), /^D[a-zA-Z0-9]{31}$/)
  const pending = { id: 'um', ...order, horario: { solicitacao }, status: 'EM_PROCESSAMENTO' }
  assert.deepEqual(shown, pending)
  advanceMs(60_000)
  bank.books.endReturns('DEVOLVIDO')
  const ended = (await customer.call('GET', at)).body
  const liquidacao = now.toISOString()
  assert.deepEqual(ended, {
    ...pending,
    rtrId,
    status: 'DEVOLVIDO',
    horario: { solicitacao, liquidacao },
  })
})

test('a problem names each field that is wrong', async () => {
  const { customer, charge } = await charged()
  const wrong = { ...charge, valor: { original: '0.00' }, chave: undefined }
  const { body } = await customer.call('POST', '/cob', wrong)
  const violacoes = body['violacoes'] as { propriedade: string; razao: string }[]
  assert.deepEqual(violacoes.map(({ propriedade }) => propriedade).toSorted(), [
    'cob.chave',
    'cob.valor.original',
  ])
})
