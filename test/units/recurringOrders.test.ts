/** Orders about recurring charges, at a bank whose answers are lost: one a period, one a day. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addDays } from '../../runtime/brasilia.ts'
import { endMandate } from '../../domain/pix/recurring/ending.ts'
import { instruct, retry, voidCharge } from '../../domain/pix/recurring/orders.ts'
import type { ChargeBank, RetryResult } from '../../domain/pix/recurring/orders.ts'
import { readRecurringCharge } from '../../domain/pix/recurring/reading.ts'
import { cancelSchedule, revoke, setFunds } from '../../packages/bank/recurring/controls.ts'
import { CPF, RecurringBank } from '../support/recurringBank.ts'
import type { MandateScene } from '../support/recurringBank.ts'

const plain = await RecurringBank.open()

/** A mandate that its payer has agreed to, and a day on which it may be charged. */
async function approved(at = plain): Promise<MandateScene> {
  const scene = at.mandate()
  await scene.approved()
  return scene
}

/** A charge whose first attempt has found no money. @returns its txid, on the morning after */
async function failed(scene: MandateScene): Promise<string> {
  const { at } = scene
  const due = at.day(6)
  const { result } = await scene.place(scene.instruction(due))
  assert.ok(result.kind === 'placed')
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  at.at(addDays(due, 1), 6)
  return result.charge.txid
}

async function read(at: RecurringBank, txid: string) {
  const reply = await readRecurringCharge(at.provider, txid)
  assert.ok(reply.kind === 'done', JSON.stringify(reply))
  return reply.value
}

const states = async (at: RecurringBank, txid: string) => {
  const { status, attempts } = await read(at, txid)
  return [status, ...attempts.map((one) => `${one.kind} ${one.status} ${one.reason ?? ''}`.trim())]
}

async function retryUntil(at: RecurringBank, txid: string, date: string, known_attempts: number) {
  for (let runs = 1; runs <= 10; runs++) {
    const result = await retry(at.provider, { txid, date, known_attempts })
    if (result.kind !== 'unknown') return result
  }
  assert.fail('no answer')
}

test('a charge is placed once, debited on its day, and read with what arrived', async () => {
  const scene = await approved()
  const due = plain.day(6)
  const order = scene.instruction(due)
  const first = await instruct(plain.provider, order)
  assert.ok(first.kind === 'placed' && first.charge.due_on === due)
  const orders = plain.bank.count('PUT /cobr')
  assert.equal((await instruct(plain.provider, { ...order, repeated: true })).kind, 'placed')
  assert.equal(plain.bank.count('PUT /cobr'), orders)
  assert.equal((await instruct(plain.provider, order)).kind, 'placed')
  plain.at(due, 9)
  const charge = await read(plain, order.txid)
  assert.deepEqual([charge.status, charge.transfers[0]?.amount_minor], ['paid', 4990])
  const [attempt] = charge.attempts
  assert.deepEqual([attempt?.date, attempt?.kind, attempt?.status], [due, 'first', 'paid'])
  assert.equal(attempt?.end_to_end_id, charge.transfers[0]?.end_to_end_id)
  assert.deepEqual(charge.unclear, [])
  plain.assertRules()
})

test.each(['lose', 'drop', 500, 503, 'garble'] as const)(
  '%s three times at PUT /cobr leaves one charge',
  async (fault) => {
    const scene = await approved()
    plain.bank.order('PUT /cobr', fault, 3)
    const { result } = await scene.place(scene.instruction(plain.day(6)))
    plain.bank.recover()
    assert.equal(result.kind, 'placed')
    assert.equal(scene.recurrences[0]?.charges.length, 1)
    scene.assertOne()
  },
)

test('two callers at once place one charge, and one retry a day', async () => {
  const scene = await approved()
  const order = scene.instruction(plain.day(6))
  const placed = await Promise.all([1, 2, 3].map(() => instruct(plain.provider, order)))
  assert.ok(placed.every(({ kind }) => kind === 'placed'))
  setFunds(plain.bank.books, { cpf: CPF, funds: '0.00' })
  plain.at(addDays(order.due_on, 1), 6)
  const date = plain.day(1)
  const ordered = await Promise.all(
    [1, 2, 3].map(() => retry(plain.provider, { txid: order.txid, date, known_attempts: 1 })),
  )
  assert.ok(ordered.every(({ kind }) => kind === 'placed'))
  assert.deepEqual(await states(plain, order.txid), [
    'active',
    'first failed insufficient_funds',
    'retry scheduled',
  ])
  setFunds(plain.bank.books, { cpf: CPF, funds: null })
  scene.assertOne()
})

test('another charge for the period is followed when it is ours, else reported', async () => {
  const scene = await approved()
  const due = plain.day(6)
  const other = scene.instruction(due)
  await scene.place(other)
  const order = scene.instruction(addDays(due, 2), { period_start: due })
  const stranger = await instruct(plain.provider, order)
  assert.ok(stranger.kind === 'blocked' && stranger.charge.txid === other.txid)
  const ours = await instruct(plain.provider, { ...order, isOurs: (txid) => txid === other.txid })
  assert.ok(ours.kind === 'followed' && ours.charge.txid === other.txid)
  const larger = await instruct(plain.provider, { ...other, amount_minor: 5000, repeated: true })
  assert.equal(larger.kind, 'blocked')
  scene.assertOne()
})

test('a refused instruction names what the bank refuses', async () => {
  const scene = await approved()
  const account = { branch: null, number: '999', type: 'savings' } as const
  const result = await instruct(plain.provider, scene.instruction(plain.day(6), { account }))
  assert.ok(result.kind === 'refused')
  assert.equal(result.violations[0]?.property, 'cobr.recebedor')
  assert.equal(scene.recurrences[0]?.charges.length, 0)
  const canceled = scene.instruction(plain.day(6))
  await scene.place(canceled)
  await voidCharge(plain.provider, canceled.txid)
  const again = await instruct(plain.provider, scene.instruction(plain.day(6), { account }))
  assert.equal(again.kind, 'refused', 'a charge that is canceled holds no period')
})

test.each(['lose', 'drop', 500] as const)(
  '%s three times at a retry leaves one attempt for the day',
  async (fault) => {
    const scene = await approved()
    const txid = await failed(scene)
    plain.bank.order('POST /retentativa', fault, 3)
    const result = await retryUntil(plain, txid, plain.day(1), 1)
    plain.bank.recover()
    assert.ok(result.kind === 'placed')
    assert.equal(scene.recurrences[0]?.charges[0]?.tentativas.length, 2)
    setFunds(plain.bank.books, { cpf: CPF, funds: null })
    plain.at(plain.day(1), 9)
    assert.deepEqual(await states(plain, txid), [
      'paid',
      'first failed insufficient_funds',
      'retry paid',
    ])
    plain.assertRules()
  },
)

test('a charge that is over takes no retry, and one the bank refuses says why', async () => {
  const scene = await approved()
  const order = scene.instruction(plain.day(6))
  await scene.place(order)
  const early = await retry(plain.provider, {
    txid: order.txid,
    date: plain.day(7),
    known_attempts: 1,
  })
  assert.equal(early.kind, 'placed', 'an attempt under way is not repeated')
  cancelSchedule(plain.bank.books, { txid: order.txid })
  const late = await retry(plain.provider, { ...order, date: plain.day(7), known_attempts: 1 })
  assert.ok(late.kind === 'over')
  assert.deepEqual(late.charge.ending, { by: 'payer', code: 'SLBD', reason: 'canceled_by_payer' })
  const txid = await failed(await approved())
  setFunds(plain.bank.books, { cpf: CPF, funds: null })
  const today = await retry(plain.provider, { txid, date: plain.day(0), known_attempts: 1 })
  assert.ok(today.kind === 'refused' && today.violations[0]?.property === 'data')
  plain.assertRules()
})

test('a charge is voided once, and not on the day of its first attempt', async () => {
  const scene = await approved()
  const order = scene.instruction(plain.day(6))
  await scene.place(order)
  plain.bank.order('PATCH /cobr', 'lose', 1)
  assert.equal((await voidCharge(plain.provider, order.txid)).kind, 'voided')
  const orders = plain.bank.count('PATCH /cobr')
  assert.equal((await voidCharge(plain.provider, order.txid)).kind, 'voided')
  assert.equal(plain.bank.count('PATCH /cobr'), orders)
  assert.equal((await voidCharge(plain.provider, plain.newTxid())).kind, 'absent')
  const paid = scene.instruction(plain.day(6))
  await scene.place(paid)
  plain.at(paid.due_on, 9)
  assert.equal((await voidCharge(plain.provider, paid.txid)).kind, 'over')
  plain.assertRules()
})

test('the bank refuses a void that comes too late', async () => {
  const at = await RecurringBank.open()
  const scene = await approved(at)
  const order = scene.instruction(at.day(6))
  await scene.place(order)
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  at.at(order.due_on, 12)
  const late = await voidCharge(at.provider, order.txid)
  assert.ok(late.kind === 'refused' && late.violations[0]?.property === 'cobr.status')
  assert.equal(at.bank.books.recurring.context.outside[0]?.why, 'cancel_late')
})

test('a mandate is ended after its charges, once, whatever is lost', async () => {
  const scene = await approved()
  const order = scene.instruction(plain.day(6))
  await scene.place(order)
  plain.bank.order('PATCH /rec', 'lose', 1)
  plain.bank.order('PATCH /cobr', 'lose', 1)
  const end = { mandate_id: scene.kept.mandate_id ?? '', open_txids: [order.txid], asked: false }
  const { mandate, charges } = await endMandate(plain.provider, end)
  assert.deepEqual([mandate.kind, charges[0]?.kind], ['ended', 'voided'])
  assert.equal((await endMandate(plain.provider, end)).mandate.kind, 'ended')
  assert.deepEqual(scene.living, [])
  plain.assertRules()
})

test('slow-cancel: an end is pending until the bank says that it is carried out', async () => {
  const at = await RecurringBank.open('slow-cancel=43200')
  const scene = await approved(at)
  const order = scene.instruction(at.day(2))
  await scene.place(order)
  at.at(at.day(1), 23)
  const end = { mandate_id: scene.kept.mandate_id ?? '', open_txids: [], asked: false }
  assert.equal((await endMandate(at.provider, end)).mandate.kind, 'pending')
  const asked = { ...end, asked: true }
  assert.equal((await endMandate(at.provider, asked)).mandate.kind, 'pending')
  assert.equal(at.bank.count('PATCH /rec'), 1)
  at.advance(10)
  assert.equal((await read(at, order.txid)).status, 'paid')
  at.advance(2)
  const { mandate } = await endMandate(at.provider, asked)
  assert.ok(mandate.kind === 'ended' && mandate.mandate.status === 'canceled')
})

test("a payer's end is told with its author, and needs no order", async () => {
  const scene = await approved()
  const mandate_id = scene.kept.mandate_id ?? ''
  revoke(plain.bank.books, { idRec: mandate_id, by: 'payer_bank', codigo: 'ACCL' })
  const before = plain.bank.count('PATCH /rec')
  const end = { mandate_id, open_txids: [], asked: false }
  const { mandate } = await endMandate(plain.provider, end)
  assert.ok(mandate.kind === 'ended')
  assert.deepEqual(mandate.mandate.ending, { by: 'payer_bank', code: 'ACCL' })
  assert.deepEqual(mandate.mandate.payer, { tax_id: CPF, bank_ispb: '87654321' })
  assert.match(String(mandate.mandate.approved_at), /^2026-.*Z$/)
  assert.equal(plain.bank.count('PATCH /rec'), before)
})

test('same-attempt-id: attempts of one id are told apart by their days', async () => {
  const at = await RecurringBank.open('same-attempt-id')
  const txid = await failed(await approved(at))
  const date = at.day(1)
  at.bank.order('POST /retentativa', 'lose', 1)
  const result: RetryResult = await retry(at.provider, { txid, date, known_attempts: 1 })
  assert.ok(result.kind === 'placed')
  const [one, two] = (await read(at, txid)).attempts
  assert.equal(one?.end_to_end_id, two?.end_to_end_id)
  assert.notEqual(one?.date, two?.date)
  setFunds(at.bank.books, { cpf: CPF, funds: null })
  at.at(date, 9)
  const { transfers, attempts } = await read(at, txid)
  assert.equal(transfers.length, 1)
  assert.deepEqual(
    attempts.map(({ status }) => status),
    ['failed', 'paid'],
  )
  at.assertRules()
})

test('adjusts-days: the day that the bank has moved is the truth', async () => {
  const at = await RecurringBank.open('adjusts-days')
  const scene = await approved(at)
  // 2026-03-08 is a Sunday.
  const { result } = await scene.place(scene.instruction('2026-03-08'))
  assert.ok(result.kind === 'placed')
  const { due_on, attempts } = await read(at, result.charge.txid)
  assert.deepEqual([due_on, attempts[0]?.date], ['2026-03-08', '2026-03-09'])
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  at.at('2026-03-10', 6)
  // Saturday the 14th is moved as well, so that no attempt has the day that was ordered.
  at.at('2026-03-12', 6)
  at.bank.order('POST /retentativa', 'lose', 1)
  const order = { txid: result.charge.txid, date: '2026-03-14', known_attempts: 1 }
  assert.equal((await retry(at.provider, order)).kind, 'placed')
  assert.equal((await retry(at.provider, order)).kind, 'placed')
  assert.equal(at.bank.count('POST /retentativa'), 1)
  at.assertRules()
})

test('unknown-status: what is under way is neither paid nor failed', async () => {
  const at = await RecurringBank.open('unknown-status')
  const scene = await approved(at)
  const order = scene.instruction(at.day(6))
  assert.equal((await scene.place(order)).result.kind, 'placed')
  assert.deepEqual(await states(at, order.txid), ['unknown', 'first scheduled'])
  at.at(order.due_on, 9)
  assert.deepEqual(await states(at, order.txid), ['paid', 'first paid'])
})

test.each([
  ['AC06', 'created', 'account_blocked'],
  ['MIDI', 'rejected', 'not_authorized'],
  ['AM02', 'created', 'amount_over_limit'],
])('reject=%s: the attempt failed and the charge is %s', async (code, status, reason) => {
  const at = await RecurringBank.open(`reject=${code}`)
  const scene = await approved(at)
  const order = scene.instruction(at.day(6))
  await scene.place(order)
  assert.deepEqual(await states(at, order.txid), [status, `first failed ${reason}`])
  const [attempt] = (await read(at, order.txid)).attempts
  assert.equal(attempt?.code, code)
})

test('an instruction that the bank could not pass on is sent again by its own day', async () => {
  const at = await RecurringBank.open('reject=AB10')
  const scene = await approved(at)
  const order = scene.instruction(at.day(6))
  await scene.place(order)
  assert.deepEqual(await states(at, order.txid), ['created', 'first failed bank_error'])
  at.bank.books.recurring.settings.rejects = undefined
  at.advance(24)
  at.bank.order('POST /retentativa', 'lose', 1)
  const again = { txid: order.txid, date: order.due_on, known_attempts: 1 }
  assert.equal((await retry(at.provider, again)).kind, 'placed')
  assert.deepEqual(await states(at, order.txid), [
    'active',
    'first failed bank_error',
    'resend scheduled',
  ])
  at.assertRules()
})

test('charge-slow and working-days: the bank says what became of an instruction', async () => {
  const at = await RecurringBank.open('charge-slow', 'working-days')
  const scene = await approved(at)
  const order = scene.instruction(at.day(6))
  await scene.place(order)
  assert.deepEqual(await states(at, order.txid), ['created', 'first scheduled'])
  at.advance(7)
  assert.deepEqual(await states(at, order.txid), ['active', 'first scheduled'])
  at.assertRules()
})

test('a bank that shows no transfers with a charge is asked for each', async () => {
  const scene = await approved()
  const order = scene.instruction(plain.day(6))
  await scene.place(order)
  plain.at(order.due_on, 9)
  plain.bank.order('GET /cobr', { change: (body) => delete body['pix'] }, 1)
  const { transfers } = await read(plain, order.txid)
  assert.deepEqual(
    transfers.map(({ amount_minor }) => amount_minor),
    [4990],
  )
})

test('stale-reads: what the bank does not show yet is asked for again, and made once', async () => {
  const at = await RecurringBank.open('stale-reads=60')
  const minute = 1 / 60
  const scene = at.mandate()
  at.bank.order('POST /rec', 'lose', 1)
  assert.equal((await scene.run()).kind, 'unknown')
  assert.equal((await scene.run()).kind, 'refused', 'the location is used, and does not show it')
  at.advance(minute)
  await scene.approved()
  scene.assertOne()
  const order = scene.instruction(at.day(6))
  at.bank.order('PUT /cobr', 'lose', 1)
  assert.equal((await scene.place(order, 1)).result.kind, 'unknown')
  const again = await instruct(at.provider, { ...order, repeated: true })
  assert.equal(again.kind, 'refused', 'the txid is used, and does not show it')
  at.advance(minute)
  assert.equal((await instruct(at.provider, { ...order, repeated: true })).kind, 'placed')
  setFunds(at.bank.books, { cpf: CPF, funds: '0.00' })
  at.at(addDays(order.due_on, 1), 6)
  const retried = { txid: order.txid, date: at.day(1), known_attempts: 1 }
  at.bank.order('POST /retentativa', 'lose', 1)
  assert.equal((await retry(at.provider, retried)).kind, 'unknown')
  assert.equal((await retry(at.provider, retried)).kind, 'refused')
  at.advance(minute)
  assert.equal((await retry(at.provider, retried)).kind, 'placed')
  scene.assertOne()
})

test('control: a retry that is repeated without a look is refused', async () => {
  const scene = await approved()
  const txid = await failed(scene)
  // Every look shows the charge as it was before the order.
  const blind: ChargeBank = {
    askRecurring: async (call) => {
      const answer = await plain.provider.askRecurring(call)
      const tentativas = (answer.fields?.['tentativas'] as object[] | undefined)?.slice(0, 1)
      return call.method === 'GET' && tentativas
        ? { ...answer, fields: { ...answer.fields, tentativas } }
        : answer
    },
  }
  plain.bank.order('POST /retentativa', 'lose', 1)
  const order = { txid, date: plain.day(1), known_attempts: 1 }
  assert.equal((await retry(blind, order)).kind, 'unknown')
  assert.equal((await retry(blind, order)).kind, 'refused')
  setFunds(plain.bank.books, { cpf: CPF, funds: null })
})
