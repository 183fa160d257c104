/** Each violation of the contract's text about Pix Automático is refused by its name. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { revoke, setFunds } from '../recurring/controls.ts'
import { violations } from '../recurring/refusals.ts'
import type { ViolationName } from '../recurring/refusals.ts'
import { chargeOrder, CPF, recurrenceOrder, solicitationOrder } from './recurringOrders.ts'
import { RecurringScene } from './recurringScene.ts'

const scene = await RecurringScene.open()
const { bank } = scene
const refused = new Set<string>()

/** An order is refused for this reason and no other, and changes nothing. */
async function refuses(
  name: ViolationName,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  assert.equal(await scene.refused(method, path, body), violations[name][2])
  refused.add(name)
}

const order = (changes: object = {}) => recurrenceOrder(bank.books.clock.now(), changes)

test('a recurrence has days, an amount, an agreement and a location of its own', async () => {
  const from = (dataInicial: string, more: object = {}) =>
    order({ calendario: { dataInicial, periodicidade: 'MENSAL', ...more } })
  await refuses('first_day_past', 'POST', '/rec', from(scene.day(-1)))
  await refuses('last_day_first', 'POST', '/rec', from(scene.day(2), { dataFinal: scene.day(1) }))
  const both = { valorRec: '1.00', valorMinimoRecebedor: '1.00' }
  await refuses('both_amounts', 'POST', '/rec', order({ valor: both }))
  await refuses('agreement', 'POST', '/rec', order({ recebedor: { convenio: 'outro' } }))
  await refuses('no_location', 'POST', '/rec', order({ loc: 999 }))
  const loc = await scene.location()
  const { idRec } = await scene.ok('POST', '/rec', order({ loc }))
  await refuses('location_used', 'POST', '/rec', order({ loc }))
  assert.equal((await scene.ok('GET', `/locrec/${loc}`))['idRec'], idRec)
})

test('a field off its schema is named with its object', async () => {
  for (const [changes, place] of [
    [{ vinculo: {} }, 'rec.vinculo.contrato'],
    [{ calendario: { dataInicial: scene.day(1), periodicidade: 'DIARIA' } }, 'periodicidade'],
    [{ valor: { valorRec: '1' } }, 'rec.valor.valorRec'],
    [{ valor: { valorMinimoRecebedor: '0.00' } }, 'rec.valor.valorMinimoRecebedor'],
    [{ recebedor: { nome: 'x' } }, 'rec.recebedor.nome'],
    [{ politicaRetentativa: 'SEMPRE' }, 'rec.politicaRetentativa'],
  ] as const) {
    assert.match(await scene.refused('POST', '/rec', order(changes)), new RegExp(place))
  }
  const at = `/cobr/${scene.newTxid()}`
  const charge = (changes: object) => chargeOrder(`RR${'0'.repeat(27)}`, scene.day(5), changes)
  for (const [changes, place] of [
    [{ infoAdicional: 'x'.repeat(141) }, 'cobr.infoAdicional'],
    [{ status: 'CANCELADA' }, 'cobr.status'],
    [{ calendario: {} }, 'cobr.calendario'],
    [{ valor: { original: 1 } }, 'cobr.valor'],
    [{ recebedor: { conta: '1' } }, 'cobr.recebedor.tipoConta'],
    [{ devedor: { nome: 'x' } }, 'cobr.devedor.nome'],
  ] as const) {
    assert.match(await scene.refused('PUT', at, charge(changes)), new RegExp(place))
  }
})

test('a recurrence changes while it is CRIADA, and not at all once it is over', async () => {
  const idRec = await scene.recurrence()
  const at = `/rec/${idRec}`
  const first = (dataInicial: string) => ({ calendario: { dataInicial } })
  await refuses('first_day_past', 'PATCH', at, first(scene.day(-1)))
  await refuses('no_location', 'PATCH', at, { loc: 999 })
  const loc = await scene.location()
  await scene.ok('PATCH', at, { ...first(scene.day(3)), loc })
  await scene.consent(idRec)
  await refuses('location_fixed', 'PATCH', at, { loc: await scene.location() })
  await refuses('first_day_fixed', 'PATCH', at, first(scene.day(4)))
  await scene.ok('PATCH', at, { status: 'CANCELADA' })
  await refuses('ended', 'PATCH', at, { status: 'CANCELADA' })
  const ativacao = { dadosJornada: { txid: scene.newTxid() } }
  await refuses('journey_fixed', 'PATCH', at, { ativacao })
})

test('a composite code is of the charge that the recurrence names', async () => {
  const cob = { chave: bank.pix_key, valor: { original: '49.90' }, calendario: {} }
  const [one, other] = [await scene.ok('POST', '/cob', cob), await scene.ok('POST', '/cob', cob)]
  const plain = await scene.recurrence()
  await refuses('journey_other', 'GET', `/rec/${plain}?txid=${String(one['txid'])}`)
  const ativacao = { dadosJornada: { txid: one['txid'] } }
  const idRec = await scene.recurrence({ ativacao })
  await refuses('journey_other', 'GET', `/rec/${idRec}?txid=${'9'.repeat(32)}`)
  await refuses('journey_txid', 'GET', `/rec/${idRec}?txid=${String(other['txid'])}`)
})

test('a recurrence has one solicitation at a time, which ends by itself', async () => {
  const now = bank.books.clock.now()
  const idRec = await scene.recurrence()
  const asked = solicitationOrder(now, idRec)
  await refuses('solicitation_past', 'POST', '/solicrec', solicitationOrder(now, idRec, -1))
  const { idSolicRec } = await scene.ok('POST', '/solicrec', asked)
  await refuses('solicitation_active', 'POST', '/solicrec', asked)
  await scene.consent(idRec, { code: idRec })
  const answered = `/solicrec/${String(idSolicRec)}`
  assert.equal((await scene.ok('GET', answered))['status'], 'ACEITA')
  await refuses('solicitation_over', 'PATCH', answered, { status: 'CANCELADA' })
  revoke(bank.books, { idRec })
  await refuses('solicitation_ended', 'POST', '/solicrec', asked)
})

test('a charge has an approved recurrence, its amount, account and a free period', async () => {
  const put = (name: ViolationName, body: object) =>
    refuses(name, 'PUT', `/cobr/${scene.newTxid()}`, body)
  const due = scene.day(5)
  const created = await scene.recurrence()
  await put('bank_not_approved', chargeOrder(created, due))
  const idRec = await scene.approved()
  await put('due_past', chargeOrder(idRec, scene.day(-1)))
  await put(
    'account',
    chargeOrder(idRec, due, { recebedor: { conta: '9', tipoConta: 'POUPANCA' } }),
  )
  await put('bank_amount', chargeOrder(idRec, due, { valor: { original: '49.91' } }))
  await put('bank_notice', chargeOrder(idRec, scene.day(1)))
  const txid = await scene.charge(idRec, due)
  await refuses('txid_used', 'PUT', `/cobr/${txid}`, chargeOrder(idRec, due))
  await put('period_taken', chargeOrder(idRec, scene.day(9)))
  const why = bank.books.recurring.context.outside.map((one) => one.why)
  assert.deepEqual(why, ['bank_not_approved', 'bank_amount', 'bank_notice'])
  await scene.ok('PATCH', `/cobr/${txid}`, { status: 'CANCELADA' })
  await refuses('bank_ended', 'PATCH', `/cobr/${txid}`, { status: 'CANCELADA' })
  assert.deepEqual(await scene.states(txid), ['CANCELADA', 'AGND CANCELADA'])
})

test('a retry is one of three, on another day of the seven after the due day', async () => {
  setFunds(bank.books, { cpf: CPF, funds: '0.00' })
  const strict = await scene.approved({ politicaRetentativa: 'NAO_PERMITE' })
  const idRec = await scene.approved()
  const due = scene.day(5)
  const [once, txid] = [await scene.charge(strict, due), await scene.charge(idRec, due)]
  const retry = (day: string, of = txid) => `/cobr/${of}/retentativa/${day}`
  await refuses('retry_past', 'POST', retry(scene.day(0)))
  await refuses('retry_past', 'POST', retry('amanha'))
  await refuses('attempt_open', 'POST', retry(scene.day(6)))
  await scene.at(due, 0)
  await refuses('cancel_late', 'PATCH', `/cobr/${txid}`, { status: 'CANCELADA' })
  await scene.at(due, 23.5)
  assert.deepEqual(await scene.states(once), ['EXPIRADA', 'AGND EXPIRADA'])
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND EXPIRADA'])
  await refuses('bank_ended', 'POST', retry(scene.day(1), once))
  await refuses('bank_night', 'POST', retry(scene.day(1)))
  await refuses('bank_retry_window', 'POST', retry(scene.day(8)))
  for (let count = 1; count <= 3; count++) {
    await scene.at(scene.day(1), 6)
    await scene.ok('POST', retry(scene.day(1)))
    await scene.at(scene.day(1), 23.5)
  }
  await refuses('bank_retries', 'POST', retry(scene.day(1)))
})

test('a retry of a weekly charge comes before the next due day', async () => {
  setFunds(bank.books, { cpf: CPF, funds: '0.00' })
  const dataInicial = scene.day(5)
  const idRec = await scene.approved({ calendario: { dataInicial, periodicidade: 'SEMANAL' } })
  const txid = await scene.charge(idRec, dataInicial)
  await scene.at(dataInicial, 23.5)
  const at = (days: number) => `/cobr/${txid}/retentativa/${scene.day(days)}`
  await refuses('bank_retry_period', 'POST', at(7))
  await scene.ok('POST', at(6))
})

test('a retry needs the policy, and a day that has had no attempt', async () => {
  const strict = await scene.approved({ politicaRetentativa: 'NAO_PERMITE' })
  const due = scene.day(20)
  await scene.advance(24 * 14)
  bank.books.recurring.settings.rejects = 'AB10'
  const txid = await scene.charge(strict, due)
  const retry = (day: string, of: string) => `/cobr/${of}/retentativa/${day}`
  await refuses('retry_policy', 'POST', retry(scene.day(7), txid))
  const idRec = await scene.approved()
  const open = await scene.charge(idRec, due)
  await scene.ok('POST', retry(due, open))
  assert.deepEqual((await scene.states(open)).slice(1), [
    'AGND REJEITADA AB10',
    'RIFL REJEITADA AB10',
  ])
  await scene.ok('POST', retry(scene.day(7), open))
  await refuses('attempt_that_day', 'POST', retry(scene.day(7), open))
  bank.books.recurring.settings.rejects = undefined
})

test('every violation that the bank names was met', () => {
  assert.deepEqual(
    Object.keys(violations).filter((name) => !refused.has(name)),
    [],
  )
})
