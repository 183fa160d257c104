/** The quirks of the simulated bank in Pix Automático: each differs as its name says. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { recurringQuirks } from '../recurring/quirks.ts'
import { violations } from '../recurring/refusals.ts'
import { authorize, setFunds } from '../recurring/controls.ts'
import { parseQuirk } from '../quirks.ts'
import { ORDINARY_SCOPES, SCOPES } from '../tokens.ts'
import { BankCustomer } from './bankCustomer.ts'
import { chargeOrder, CPF } from './recurringOrders.ts'
import { recurringRequests } from './recurringWalk.ts'
import { RecurringScene } from './recurringScene.ts'

const tried = new Set<string>()

async function sceneWith(quirk: string): Promise<RecurringScene> {
  tried.add(quirk.split('=')[0] ?? '')
  return RecurringScene.open(quirk)
}

test('rec-repeats: a location is taken twice, and names the first recurrence', async () => {
  const scene = await sceneWith('rec-repeats')
  const loc = await scene.location()
  const first = await scene.recurrence({ loc })
  assert.notEqual(await scene.recurrence({ loc }), first)
  assert.equal((await scene.ok('GET', `/locrec/${loc}`))['idRec'], first)
})

test.each([403, 404])('rec-%i: every operation of Pix Automático is refused', async (status) => {
  const { bank } = await sceneWith(`rec-${status}`)
  bank.checks_answers = false
  const customer = BankCustomer.of(bank)
  await customer.signIn(SCOPES)
  for (const [method, path] of recurringRequests.filter(([method]) => method === 'GET')) {
    const inTime = /^\/(rec|cobr|locrec)$/.test(path)
    const query = inTime ? '?inicio=2026-01-01T00:00:00Z&fim=2026-02-01T00:00:00Z' : ''
    assert.equal((await customer.call(method, path + query)).status, status, path)
  }
  assert.equal((await customer.call('GET', `/cob/${'a'.repeat(32)}`)).status, 404)
})

test('scopes-all-or-nothing: a token is issued for the ordinary scopes alone', async () => {
  const { bank } = await sceneWith('scopes-all-or-nothing')
  const customer = BankCustomer.of(bank)
  assert.equal((await customer.signIn(`${ORDINARY_SCOPES} rec.write`)).status, 400)
  const { status, body } = await customer.signIn(ORDINARY_SCOPES)
  assert.deepEqual([status, body['scope']], [200, ORDINARY_SCOPES])
  assert.equal((await customer.call('POST', '/locrec')).status, 403)
  assert.deepEqual(bank.violations, [])
})

test('late-consent: a recurrence that is paid is approved a while later', async () => {
  const scene = await sceneWith('late-consent=7200')
  const idRec = await scene.approved()
  assert.equal((await scene.read(idRec))['status'], 'CRIADA')
  await scene.advance(1.9)
  assert.equal((await scene.read(idRec))['status'], 'CRIADA')
  await scene.advance(0.1)
  assert.equal((await scene.read(idRec))['status'], 'APROVADA')
})

test('no-dados-qr: a recurrence comes without its code', async () => {
  const scene = await sceneWith('no-dados-qr')
  assert.equal((await scene.read(await scene.recurrence()))['dadosQR'], undefined)
})

test('no-consent: the composite code is paid, and nothing is authorized', async () => {
  const scene = await sceneWith('no-consent')
  const { bank } = scene
  const cob = { chave: bank.pix_key, valor: { original: '19.90' }, calendario: {} }
  const { txid } = await scene.ok('POST', '/cob', cob)
  const idRec = await scene.recurrence({ ativacao: { dadosJornada: { txid } } })
  const { dadosQR } = await scene.ok('GET', `/rec/${idRec}?txid=${String(txid)}`)
  authorize(bank.books, { code: String((dadosQR as Record<string, string>)['pixCopiaECola']) })
  assert.equal((await scene.ok('GET', `/cob/${String(txid)}`))['status'], 'CONCLUIDA')
  assert.equal((await scene.read(idRec))['status'], 'CRIADA')
})

test('charge-slow: a charge is CRIADA for hours, perhaps until it is too late', async () => {
  const scene = await sceneWith('charge-slow')
  const txid = await scene.charge(await scene.approved(), scene.day(5))
  await scene.advance(5.9)
  assert.deepEqual(await scene.states(txid), ['CRIADA', 'AGND SOLICITADA'])
  await scene.advance(0.1)
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND AGENDADA'])
  const late = await scene.charge(await scene.approved(), scene.day(2))
  await scene.advance(6)
  assert.deepEqual(await scene.states(late), ['CRIADA', 'AGND REJEITADA DTNT'])
})

test('working-days: an instruction on Thursday for Monday is too late', async () => {
  const scene = await sceneWith('working-days')
  const idRec = await scene.approved()
  // 2026-03-05 is a Thursday, whose second working day before Monday the 9th it is.
  await scene.at('2026-03-05', 22.1)
  const order = chargeOrder(idRec, '2026-03-09')
  const why = await scene.refused('PUT', `/cobr/${scene.newTxid()}`, order)
  assert.equal(why, violations.bank_notice[2])
})

test('adjusts-days: a due day on a weekend is moved against the order', async () => {
  const scene = await sceneWith('adjusts-days')
  // 2026-03-08 is a Sunday.
  const txid = await scene.charge(await scene.approved(), '2026-03-08')
  const { tentativas } = (await scene.readCharge(txid)) as {
    tentativas: { dataLiquidacao: string }[]
  }
  assert.equal(tentativas[0]?.dataLiquidacao, '2026-03-09')
  await scene.at('2026-03-08', 12)
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND AGENDADA'])
  await scene.at('2026-03-09', 8)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND PAGA'])
})

test.each(['same-attempt-id', 'none'])(
  '%s: attempts have one id, or each its own',
  async (quirk) => {
    const scene = quirk === 'none' ? await RecurringScene.open() : await sceneWith(quirk)
    setFunds(scene.bank.books, { cpf: CPF, funds: '0.00' })
    const due = scene.day(5)
    const txid = await scene.charge(await scene.approved(), due)
    await scene.at(due, 23.5)
    await scene.ok('POST', `/cobr/${txid}/retentativa/${scene.day(2)}`)
    const { tentativas } = (await scene.readCharge(txid)) as {
      tentativas: { endToEndId: string }[]
    }
    const ids = new Set(tentativas.map(({ endToEndId }) => endToEndId))
    assert.equal(ids.size, quirk === 'none' ? 2 : 1)
  },
)

test('unknown-status: what is under way has a status that nobody knows', async () => {
  const scene = await sceneWith('unknown-status')
  const idRec = await scene.recurrence()
  assert.equal((await scene.read(idRec))['status'], 'EM_ANALISE')
  await scene.consent(idRec)
  const due = scene.day(5)
  const txid = await scene.charge(idRec, due)
  assert.deepEqual(await scene.states(txid), ['EM_ANALISE', 'AGND EM_ANALISE'])
  await scene.at(due, 8)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND PAGA'])
})

test('reject: every instruction is refused with the code that the quirk names', async () => {
  const scene = await sceneWith('reject=AC06')
  const txid = await scene.charge(await scene.approved(), scene.day(5))
  assert.deepEqual(await scene.states(txid), ['CRIADA', 'AGND REJEITADA AC06'])
  assert.equal(parseQuirk('reject=nope'), undefined)
  assert.equal(parseQuirk('reject')?.setting, 'MIDI')
})

test('rec-list-empty: a recurrence is read, and stands in no list', async () => {
  const scene = await sceneWith('rec-list-empty')
  const idRec = await scene.recurrence()
  const list = '/rec?inicio=2026-01-01T00:00:00Z&fim=2027-01-01T00:00:00Z'
  assert.deepEqual((await scene.ok('GET', list))['recs'], [])
  assert.equal((await scene.read(idRec))['status'], 'CRIADA')
})

test('slow-cancel: a recurrence goes on for a while after its end was asked for', async () => {
  const scene = await sceneWith('slow-cancel=86400')
  const idRec = await scene.approved()
  const txid = await scene.charge(idRec, scene.day(2))
  await scene.at(scene.day(1), 12)
  const at = `/rec/${idRec}`
  assert.equal((await scene.ok('PATCH', at, { status: 'CANCELADA' }))['status'], 'APROVADA')
  await scene.at(scene.day(1), 9)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND PAGA'])
  await scene.advance(3)
  assert.equal((await scene.read(idRec))['status'], 'CANCELADA')
})

test('stale-reads: recurrences, locations and charges are read as they were', async () => {
  const scene = await RecurringScene.open('stale-reads=7200')
  const status = async (path: string) => (await scene.call('GET', path)).status
  const loc = await scene.location()
  assert.equal(await status(`/locrec/${loc}`), 404)
  await scene.advance(1)
  const idRec = await scene.recurrence({ loc })
  await scene.advance(1)
  assert.equal((await scene.ok('GET', `/locrec/${loc}`))['idRec'], undefined)
  assert.equal(await status(`/rec/${idRec}`), 404)
  const times = '?inicio=2026-01-01T00:00:00Z&fim=2027-01-01T00:00:00Z'
  assert.deepEqual((await scene.ok('GET', `/rec${times}`))['recs'], [])
  await scene.advance(1)
  assert.equal((await scene.ok('GET', `/locrec/${loc}`))['idRec'], idRec)
  await scene.consent(idRec)
  const { status: before, pagador } = await scene.read(idRec)
  assert.deepEqual([before, pagador], ['CRIADA', undefined])
  const due = scene.day(5)
  const txid = await scene.charge(idRec, due)
  assert.equal(await status(`/cobr/${txid}`), 404)
  await scene.advance(2)
  assert.equal((await scene.read(idRec))['status'], 'APROVADA')
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND AGENDADA'])
  await scene.at(due, 8)
  await scene.advance(2)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND PAGA'])
  await scene.ok('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' })
  const { status: last, encerramento } = await scene.read(idRec)
  assert.deepEqual([last, encerramento], ['APROVADA', undefined])
})

test('each quirk of Pix Automático was tried', () => {
  assert.deepEqual([...tried].toSorted(), Object.keys(recurringQuirks).toSorted())
})
