/** The lives of recurrences and their charges at the simulated bank, day by day. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { codes } from '../recurring/answers.ts'
import { cancelSchedule, requesters, revoke, setFunds } from '../recurring/controls.ts'
import { attemptStatuses, chargeStatuses, recurrenceStatuses } from '../recurring/machines.ts'
import { solicitationStatuses } from '../recurring/machines.ts'
import { CPF, solicitationOrder } from './recurringOrders.ts'
import { RecurringScene } from './recurringScene.ts'

/** The codes that end a charge, as the contract's text lists them. */
const finalCodes = ['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09']

const scene = await RecurringScene.open()
const { bank } = scene
const { settings } = bank.books.recurring

test('one code pays the first period and authorizes the rest', async () => {
  const cob = { chave: bank.pix_key, valor: { original: '19.90' }, calendario: {} }
  const { txid, location } = await scene.ok('POST', '/cob', cob)
  const loc = await scene.location()
  const idRec = await scene.recurrence({ loc, ativacao: { dadosJornada: { txid } } })
  const { dadosQR } = await scene.ok('GET', `/rec/${idRec}?txid=${String(txid)}`)
  const { jornada, pixCopiaECola: code } = dadosQR as Record<string, string>
  assert.equal(jornada, 'JORNADA_3')
  const { location: recLocation } = await scene.ok('GET', `/locrec/${loc}`)
  assert.ok(code?.includes(`25${String(location).length}${String(location)}`), code)
  assert.ok(code?.includes(`25${String(recLocation).length}${String(recLocation)}`), code)
  await scene.consent(idRec, { code: String(code), limit: '60.00' })
  const { status, ativacao, pagador } = await scene.read(idRec)
  const journey = { tipoJornada: 'JORNADA_3', dadosJornada: { txid } }
  assert.deepEqual([status, ativacao], ['APROVADA', journey])
  assert.deepEqual(pagador, { cpf: CPF, ispbParticipante: '87654321' })
  assert.equal((await scene.ok('GET', `/cob/${String(txid)}`))['status'], 'CONCLUIDA')
})

test('a code of a recurrence alone pays nothing, and a payer may pay without consent', async () => {
  const idRec = await scene.recurrence()
  const { dadosQR } = (await scene.read(idRec)) as { dadosQR: Record<string, string> }
  assert.equal(dadosQR['jornada'], 'JORNADA_2')
  assert.match(dadosQR['pixCopiaECola'] ?? '', /26180014br\.gov\.bcb\.pix5204/)
  await scene.consent(idRec)
  assert.deepEqual((await scene.read(idRec))['ativacao'], { tipoJornada: 'JORNADA_2' })
  const cob = { chave: bank.pix_key, valor: { original: '19.90' }, calendario: {} }
  const { txid } = await scene.ok('POST', '/cob', cob)
  const paid = await scene.recurrence({ ativacao: { dadosJornada: { txid } } })
  const { dadosQR: code } = await scene.ok('GET', `/rec/${paid}?txid=${String(txid)}`)
  const { pixCopiaECola } = code as Record<string, string>
  await scene.consent(paid, { code: String(pixCopiaECola), consents: false })
  assert.equal((await scene.read(paid))['status'], 'CRIADA')
  assert.equal((await scene.ok('GET', `/cob/${String(txid)}`))['status'], 'CONCLUIDA')
})

test('an instruction waits for the tenth day before, and is debited on its day', async () => {
  const idRec = await scene.approved()
  const due = scene.day(12)
  const txid = await scene.charge(idRec, due)
  assert.deepEqual(await scene.states(txid), ['CRIADA', 'AGND SOLICITADA'])
  await scene.at(scene.day(2), 0)
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND AGENDADA'])
  await scene.at(due, 8)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND PAGA'])
  const { pix } = (await scene.readCharge(txid)) as { pix: { horario: string }[] }
  const [transfer] = pix
  const hours = (Date.parse(transfer?.horario ?? '') - Date.parse(`${due}T00:00:00-03:00`)) / 3.6e6
  assert.ok(hours >= 0 && hours < 8, `${hours}`)
  const list = await scene.ok('GET', `/pix?inicio=${due}T03:00:00Z&fim=${due}T23:00:00Z`)
  assert.deepEqual(list['pix'], [{ ...transfer, txid }])
})

test('money that comes by the evening is enough, and no later', async () => {
  const idRec = await scene.approved()
  const due = scene.day(5)
  setFunds(bank.books, { cpf: CPF, funds: '49.89' })
  const txid = await scene.charge(idRec, due)
  await scene.at(due, 17)
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND AGENDADA'])
  setFunds(bank.books, { cpf: CPF, funds: '49.90' })
  await scene.at(due, 21)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND PAGA'])
  const other = await scene.charge(await scene.approved(), scene.day(5))
  await scene.at(scene.day(5), 22.9)
  assert.deepEqual(await scene.states(other), ['ATIVA', 'AGND AGENDADA'])
  await scene.at(scene.day(0), 23.1)
  assert.deepEqual(await scene.states(other), ['ATIVA', 'AGND EXPIRADA'])
  setFunds(bank.books, { cpf: CPF, funds: null })
  await scene.ok('POST', `/cobr/${other}/retentativa/${scene.day(2)}`)
  await scene.at(scene.day(2), 9)
  assert.deepEqual(await scene.states(other), ['CONCLUIDA', 'AGND EXPIRADA', 'NTAG PAGA'])
})

test('a charge that no attempt pays is over after seven days, and keeps its period', async () => {
  const idRec = await scene.approved()
  const due = scene.day(5)
  setFunds(bank.books, { cpf: CPF, funds: '0.00' })
  const txid = await scene.charge(idRec, due)
  await scene.at(due, 23.5)
  await scene.at(scene.day(7), 22.9)
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND EXPIRADA'])
  await scene.advance(0.2)
  assert.deepEqual(await scene.states(txid), ['EXPIRADA', 'AGND EXPIRADA'])
  setFunds(bank.books, { cpf: CPF, funds: null })
})

test('each code of a refusal ends the charge or leaves it open', async () => {
  for (const code of codes.rejectedAttempt) {
    settings.rejects = code
    const txid = await scene.charge(await scene.approved(), scene.day(5))
    assert.deepEqual(
      await scene.states(txid),
      finalCodes.includes(code)
        ? ['REJEITADA', `AGND REJEITADA ${code}`]
        : ['CRIADA', `AGND REJEITADA ${code}`],
    )
  }
  settings.rejects = undefined
})

test('an instruction that was refused is sent again, and is debited then', async () => {
  const idRec = await scene.approved()
  const due = scene.day(6)
  settings.rejects = 'AB10'
  const txid = await scene.charge(idRec, due)
  assert.deepEqual(await scene.states(txid), ['CRIADA', 'AGND REJEITADA AB10'])
  settings.rejects = undefined
  await scene.at(scene.day(1), 9)
  await scene.ok('POST', `/cobr/${txid}/retentativa/${due}`)
  assert.deepEqual(await scene.states(txid), ['ATIVA', 'AGND REJEITADA AB10', 'RIFL AGENDADA'])
  await scene.at(due, 9)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND REJEITADA AB10', 'RIFL PAGA'])
})

test("an amount over the payer's limit is refused, and so is too low a limit", async () => {
  const variable = { valor: { valorMinimoRecebedor: '40.00' } }
  const idRec = await scene.recurrence(variable)
  await assert.rejects(scene.consent(idRec, { limit: '39.99' }), { status: 400 })
  await scene.consent(idRec, { limit: '49.89' })
  const txid = await scene.charge(idRec, scene.day(5))
  assert.deepEqual(await scene.states(txid), ['CRIADA', 'AGND REJEITADA AM02'])
})

test('whoever ends a recurrence stops its debits until 22:00 of the day before', async () => {
  const ends: [keyof typeof requesters, string][] = [
    ...codes.endedRecurrence.map((code): [keyof typeof requesters, string] => ['payer', code]),
    ['payer_bank', 'ACCL'],
    ['seller_bank', 'PCFD'],
  ]
  for (const [by, codigo] of ends) {
    const idRec = await scene.approved()
    const txid = await scene.charge(idRec, scene.day(5))
    revoke(bank.books, { idRec, by, codigo })
    const { encerramento } = (await scene.read(idRec)) as { encerramento: object }
    const [solicitante] = requesters[by]
    const descricao = `Cancelada por ${solicitante}: ${codigo}.`
    assert.deepEqual(encerramento, { cancelamento: { solicitante, codigo, descricao } })
    assert.deepEqual(await scene.states(txid), ['CANCELADA', 'AGND CANCELADA'])
  }
  const [idRec, due] = [await scene.approved(), scene.day(5)]
  const txid = await scene.charge(idRec, due)
  await scene.at(scene.day(4), 23)
  await scene.ok('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' })
  assert.equal((await scene.read(idRec))['status'], 'CANCELADA')
  await scene.at(due, 9)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND PAGA'])
})

test('a payer takes back one debit, and the recurrence goes on', async () => {
  const idRec = await scene.approved()
  for (const codigo of codes.endedCharge) {
    const txid = await scene.charge(idRec, scene.day(5))
    cancelSchedule(bank.books, { txid, codigo })
    assert.deepEqual(await scene.states(txid), ['CANCELADA', 'AGND CANCELADA'])
    assert.throws(() => cancelSchedule(bank.books, { txid }), { status: 409 })
  }
  assert.equal((await scene.read(idRec))['status'], 'APROVADA')
})

test('a payer rejects a recurrence, and one that is over takes no consent', async () => {
  for (const codigo of codes.rejectedRecurrence) {
    const idRec = await scene.recurrence()
    revoke(bank.books, { idRec, by: 'payer_bank', codigo })
    assert.equal((await scene.read(idRec))['status'], 'REJEITADA')
    await assert.rejects(scene.consent(idRec), { status: 409 })
  }
})

test('a recurrence ends after its last day, whose charge is retried all the same', async () => {
  const due = scene.day(5)
  const calendario = { dataInicial: scene.day(0), dataFinal: due, periodicidade: 'SEMANAL' }
  const idRec = await scene.approved({ calendario })
  setFunds(bank.books, { cpf: CPF, funds: '0.00' })
  const txid = await scene.charge(idRec, due)
  await scene.at(due, 23.9)
  assert.equal((await scene.read(idRec))['status'], 'APROVADA')
  await scene.advance(0.2)
  assert.equal((await scene.read(idRec))['status'], 'EXPIRADA')
  setFunds(bank.books, { cpf: CPF, funds: null })
  await scene.ok('POST', `/cobr/${txid}/retentativa/${scene.day(2)}`)
  await scene.at(scene.day(2), 9)
  assert.deepEqual(await scene.states(txid), ['CONCLUIDA', 'AGND EXPIRADA', 'NTAG PAGA'])
})

test('a solicitation ends as its payer says, or by itself', async () => {
  const solicit = async (idRec: string) =>
    scene.ok('POST', '/solicrec', solicitationOrder(bank.books.clock.now(), idRec, 1))
  const rejected = await scene.recurrence({ politicaRetentativa: 'NAO_PERMITE' })
  const [made, lapsed] = [await solicit(rejected), await solicit(await scene.recurrence())]
  await scene.ok('GET', `/solicrec/${String(made['idSolicRec'])}`)
  revoke(bank.books, { idRec: rejected, by: 'payer_bank', codigo: 'AP14' })
  assert.equal(
    (await scene.ok('GET', `/solicrec/${String(made['idSolicRec'])}`))['status'],
    'REJEITADA',
  )
  await scene.advance(48)
  assert.equal(
    (await scene.ok('GET', `/solicrec/${String(lapsed['idSolicRec'])}`))['status'],
    'EXPIRADA',
  )
  const accepted = await scene.recurrence()
  const { idSolicRec } = await solicit(accepted)
  await scene.consent(accepted, { code: accepted })
  assert.deepEqual((await scene.read(accepted))['ativacao'], { tipoJornada: 'JORNADA_1' })
  assert.equal((await scene.ok('GET', `/solicrec/${String(idSolicRec)}`))['status'], 'ACEITA')
  const { idSolicRec: taken } = await solicit(await scene.recurrence())
  await scene.ok('PATCH', `/solicrec/${String(taken)}`, { status: 'CANCELADA' })
})

test('each value of each enumeration of the contract was shown, but for journey 4', async () => {
  for (const periodicidade of ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']) {
    await scene.recurrence({ calendario: { dataInicial: scene.day(0), periodicidade } })
  }
  const named = (name: string, values: readonly string[]) => values.map((one) => `${name} ${one}`)
  const all = [
    ...[recurrenceStatuses, solicitationStatuses, chargeStatuses, attemptStatuses].flatMap((one) =>
      named('status', one),
    ),
    ...named('tipo', ['rec', 'AGND', 'NTAG', 'RIFL']),
    ...named('tipoJornada', ['JORNADA_1', 'JORNADA_2', 'JORNADA_3', 'AGUARDANDO_DEFINICAO']),
    ...named('jornada', ['JORNADA_2', 'JORNADA_3']),
    ...Object.values(codes).flatMap((one) => named('codigo', one)),
    ...named('solicitante', [
      ...Object.values(requesters).map(([one]) => one),
      'USUARIO_RECEBEDOR',
    ]),
    ...named('periodicidade', ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL']),
    ...named('politicaRetentativa', ['NAO_PERMITE', 'PERMITE_3R_7D']),
  ]
  assert.deepEqual(
    all.filter((one) => !scene.enumerated.has(one)),
    [],
  )
})
