/** Opens mandates at a bank whose answers are lost, late or doubtful: at most one lives. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { OpeningBank } from '../../domain/pix/recurring/opening.ts'
import { type MandateScene, RecurringBank } from '../support/recurringBank.ts'

const plain = await RecurringBank.open()
const codeParts = (scene: MandateScene) => {
  const { books } = scene.at.bank
  const location = books.recurring.recurrences.locations.get(
    Number(scene.kept.location_id),
  )?.location
  return [books.shown(scene.txid)['location'], location].map(String)
}

test('one code pays the first period and asks for the rest', async () => {
  const scene = plain.mandate({ ends_on: plain.day(365) })
  const { code, runs } = await scene.code()
  assert.equal(runs, 1)
  for (const part of codeParts(scene)) assert.ok(code.includes(part), code)
  const [recurrence] = scene.recurrences
  assert.deepEqual(recurrence?.ativacao.dadosJornada, { txid: scene.txid })
  assert.equal(recurrence?.calendario.dataFinal, plain.day(365))
  scene.assertOne()
})

test('a code that only authorizes has no charge', async () => {
  const scene = plain.mandate({ starts_on: plain.day(5), amount: { minimum_limit_minor: 9900 } })
  const before = plain.bank.count('PUT /cob')
  const { code } = await scene.code({ charge: null })
  assert.match(code, /26180014br\.gov\.bcb\.pix5204/)
  assert.equal(plain.bank.count('PUT /cob'), before)
  assert.deepEqual(scene.recurrences[0]?.valor, { valorMinimoRecebedor: '99.00' })
  scene.assertOne()
})

test.each(['POST /locrec', 'PUT /cob', 'POST /rec', 'GET /locrec', 'GET /rec', 'GET /recs'])(
  '%s: three lost answers leave one recurrence',
  async (name) => {
    const scene = plain.mandate()
    plain.bank.order(name, 'lose', 3)
    await scene.code()
    plain.bank.recover()
    scene.assertOne()
  },
)

test('a lost answer is looked for at once, and so is a location that is used', async () => {
  const scene = plain.mandate()
  plain.bank.order('POST /rec', 'lose', 1)
  assert.equal((await scene.code()).runs, 1)
  const { kept } = scene
  scene.kept = { location_id: kept.location_id, mandate_id: null }
  // Neither place shows it before the order, which is then refused.
  plain.bank.order('GET /locrec', { change: (body) => delete body['idRec'] }, 1)
  plain.bank.order('GET /recs', { change: (body) => Object.assign(body, { recs: [] }) }, 1)
  assert.equal((await scene.code()).runs, 1)
  assert.deepEqual(scene.kept, kept)
  scene.assertOne()
})

test.each([500, 503, 'drop', 'garble'] as const)('%s at POST /rec leaves one', async (fault) => {
  const scene = plain.mandate()
  plain.bank.order('POST /rec', fault, 3)
  await scene.code()
  plain.bank.recover()
  scene.assertOne()
})

test('an answer that is lost while the bank is silent is found later', async () => {
  const scene = plain.mandate()
  plain.bank.order('POST /rec', 'lose', 1)
  plain.bank.order('GET /locrec', 'drop')
  const first = await scene.run()
  assert.equal(first.kind, 'unknown')
  assert.equal(scene.recurrences.length, 1)
  plain.bank.recover()
  await scene.code()
  scene.assertOne()
})

test('a recurrence that its location does not show is found by its contract', async () => {
  const scene = plain.mandate()
  plain.bank.order('POST /rec', 'lose', 1)
  plain.bank.order('GET /locrec', { change: (body) => delete body['idRec'] })
  await scene.code()
  plain.bank.recover()
  scene.assertOne()
})

/** Ends the run before or after the nth request to the bank, as a process does that is killed. */
function dying(at: RecurringBank, nth: number, when: 'before' | 'after'): OpeningBank {
  let count = 0
  const wrap =
    <Args extends unknown[], Value>(method: (...args: Args) => Promise<Value>) =>
    async (...args: Args): Promise<Value> => {
      const isLast = ++count === nth
      if (isLast && when === 'before') throw new Error('killed')
      const value = await method(...args)
      if (isLast) throw new Error('killed')
      return value
    }
  return {
    askRecurring: wrap((call: Parameters<typeof at.provider.askRecurring>[0]) =>
      at.provider.askRecurring(call),
    ),
    createCharge: wrap((charge: Parameters<typeof at.provider.createCharge>[0]) =>
      at.provider.createCharge(charge),
    ),
  }
}

test.each(['plain', 'rec-repeats', 'rec-list-empty'])(
  '%s: a process that dies at any request leaves one recurrence',
  async (quirk) => {
    const at = quirk === 'plain' ? plain : await RecurringBank.open(quirk)
    for (const when of ['before', 'after'] as const) {
      for (let nth = 1; nth <= 4; nth++) {
        const scene = at.mandate()
        await assert.rejects(scene.run(dying(at, nth, when)), /killed/)
        await scene.code()
        scene.assertOne()
      }
    }
  },
)

test('a process that dies as it keeps an id leaves one recurrence', async () => {
  for (const name of ['keepLocation', 'keepMandate'] as const) {
    for (const isKept of [true, false]) {
      const scene = plain.mandate()
      const keeper = {
        keepLocation: (id: string) => scene.keepLocation(id),
        keepMandate: (id: string) => scene.keepMandate(id),
        [name]: async (id: never) => {
          if (isKept) await scene[name](id)
          throw new Error('killed')
        },
      }
      await assert.rejects(scene.run(plain.provider, {}, keeper), /killed/)
      await scene.code()
      scene.assertOne()
    }
  }
})

test.each(['plain', 'rec-repeats'])(
  '%s: two callers at once leave one recurrence',
  async (quirk) => {
    const at = quirk === 'plain' ? plain : await RecurringBank.open(quirk)
    for (let round = 0; round < 5; round++) {
      const scene = at.mandate()
      await Promise.all([scene.run(), scene.run(), scene.run()])
      const { code } = await scene.code()
      for (const part of codeParts(scene)) assert.ok(code.includes(part), code)
      scene.assertOne()
    }
  },
)

test('rec-repeats: of two recurrences the one that the code shows is kept', async () => {
  const at = await RecurringBank.open('rec-repeats')
  const scene = at.mandate()
  at.bank.order('POST /rec', 'lose', 1)
  // Neither place shows the first one yet.
  at.bank.order('GET /locrec', { change: (body) => delete body['idRec'] }, 2)
  at.bank.order('GET /recs', { change: (body) => Object.assign(body, { recs: [] }) }, 2)
  assert.equal((await scene.run()).kind, 'unknown')
  await scene.code()
  assert.equal(scene.recurrences.length, 2)
  assert.equal(scene.living[0], scene.recurrences[0]?.idRec)
  scene.assertOne()
})

test('no code is shown while another recurrence of the contract lives', async () => {
  const at = await RecurringBank.open('rec-repeats', 'slow-cancel=43200')
  const scene = at.mandate()
  await scene.code()
  const { kept } = scene
  scene.kept = { ...kept, mandate_id: null }
  const { makeMandate } = at.port
  const made = await makeMandate.call(at.port, scene.opening.mandate, {
    location_id: kept.location_id ?? '',
    txid: scene.txid,
  })
  assert.equal(made.kind, 'done')
  assert.equal((await scene.run()).kind, 'unknown')
  at.advance(13)
  await scene.code()
  scene.assertOne()
})

test('no-dados-qr: the code is made of both addresses', async () => {
  const at = await RecurringBank.open('no-dados-qr')
  const scene = at.mandate()
  const given = await plain.mandate().code()
  const { code } = await scene.code({ city: 'Sao Paulo' })
  assert.equal(code.length, given.code.length)
  for (const part of codeParts(scene)) assert.ok(code.includes(part), code)
  scene.assertOne()
})

test('the code of another journey is not shown', async () => {
  const scene = plain.mandate()
  const change = (body: Record<string, unknown>) =>
    Object.assign(body, { dadosQR: { jornada: 'JORNADA_2', pixCopiaECola: 'other' } })
  plain.bank.order('GET /rec', { change }, 1)
  const { code } = await scene.code()
  for (const part of codeParts(scene)) assert.ok(code.includes(part), code)
})

test('unknown-status: the code is shown, and nothing counts as agreed to', async () => {
  const at = await RecurringBank.open('unknown-status')
  const scene = at.mandate()
  const result = await scene.run()
  assert.ok(result.kind === 'open')
  assert.equal(result.mandate.status, 'unknown')
  await scene.approved()
  const read = await at.port.readMandate(scene.kept.mandate_id ?? '')
  assert.ok(read.kind === 'done' && read.value.status === 'unknown')
})

test('a recurrence that is over has no code', async () => {
  const scene = plain.mandate()
  await scene.code()
  await plain.port.endMandate(scene.kept.mandate_id ?? '')
  const result = await scene.run()
  assert.ok(result.kind === 'ended' && result.mandate.status === 'canceled')
  assert.deepEqual(result.mandate.ending, { by: 'seller', code: 'SLCR' })
})

test('a refusal names what the bank refuses', async () => {
  const scene = plain.mandate({ starts_on: plain.day(-1) })
  const result = await scene.run()
  assert.ok(result.kind === 'refused' && result.status === 400)
  assert.equal(result.violations[0]?.property, 'rec.calendario.dataInicial')
  assert.match(result.violations[0]?.reason ?? '', /anterior à data de criação/)
  assert.equal(scene.recurrences.length, 0)
})

test('control: a location that is not kept makes two recurrences', async () => {
  const scene = plain.mandate()
  const forgetful = {
    keepLocation: (id: string) => Promise.resolve(id),
    keepMandate: (id: string) => scene.keepMandate(id),
  }
  plain.bank.order('POST /rec', 'lose', 1)
  plain.bank.order('GET /locrec', 'drop')
  await scene.run(plain.provider, {}, forgetful)
  plain.bank.recover()
  await scene.run(plain.provider, {}, forgetful)
  assert.throws(() => scene.assertOne())
  assert.equal(scene.living.length, 2)
})

test('control: a repeat without a look makes two recurrences where a bank repeats', async () => {
  const at = await RecurringBank.open('rec-repeats')
  const scene = at.mandate()
  const blind: OpeningBank = {
    createCharge: (charge) => at.provider.createCharge(charge),
    askRecurring: (call) =>
      call.method === 'GET'
        ? Promise.resolve({ status: 404, fields: undefined, violations: [] })
        : at.provider.askRecurring(call),
  }
  at.bank.order('POST /rec', 'lose', 1)
  await scene.run(blind)
  await scene.run(blind)
  assert.throws(() => scene.assertOne())
  assert.equal(scene.living.length, 2)
})
