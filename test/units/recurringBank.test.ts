/** Scopes, callbacks, answers and bodies of Pix Automático, beside the ordinary Pix of a bank. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Bacen } from '../../domain/pix/bank/bacen/bacen.ts'
import { unreadable } from '../../domain/pix/bank/fields.ts'
import {
  chargeOf,
  isOver,
  locationOf,
  mandateOf,
  pageIn,
} from '../../domain/pix/recurring/answers.ts'
import { mandateBody, periodOf, recurringChargeBody } from '../../domain/pix/recurring/bodies.ts'
import { chargesAnnounced, mandatesAnnounced } from '../../domain/pix/recurring/callbacks.ts'
import { RecurringPort } from '../../domain/pix/recurring/port.ts'
import { readMandate } from '../../domain/pix/recurring/reading.ts'
import {
  recurringStanding,
  registerRecurringCallbacks,
} from '../../domain/pix/recurring/standing.ts'
import { CPF, RecurringBank } from '../support/recurringBank.ts'

const ADDRESS = 'https://loja.example/pix/seller_1'
const plain = await RecurringBank.open()

test('the recurring scopes are asked for in a token of their own', async () => {
  const { provider, bank, now } = plain
  assert.equal(await provider.readCharge(plain.newTxid()), undefined)
  assert.equal(bank.count('POST /token'), 1)
  assert.equal(await recurringStanding(provider, now), 'available')
  assert.equal(bank.count('POST /token'), 2)
  assert.match((await provider.recurringScopes()) ?? '', /rec\.write/)
  assert.doesNotMatch((await provider.grantedScopes()) ?? '', /rec\.write/)
})

test.each([
  ['scopes-all-or-nothing', 'not_granted'],
  ['rec-403', 'not_granted'],
  ['rec-404', 'not_supported'],
])('%s: recurring is %s, and ordinary Pix is as before', async (quirk, standing) => {
  const at = await RecurringBank.open(quirk)
  at.bank.checks_answers = false
  const { provider } = at
  const charge = { txid: at.newTxid(), amount_minor: 4990, lifetime_seconds: 3600, now: at.now }
  assert.equal(await recurringStanding(provider, at.now), standing)
  assert.ok((await provider.createCharge({ ...charge, sellerName: 'Loja' })).pix_code)
  assert.equal((await provider.readCharge(charge.txid))?.status, 'active')
  assert.match((await provider.grantedScopes()) ?? '', /cob\.write/)
  assert.equal((await at.mandate().run()).kind === 'open', false)
  assert.deepEqual(at.bank.violations, [])
})

test('a bank that grants some of the scopes sells nothing recurring', async () => {
  const at = await RecurringBank.open()
  at.bank.scopes = at.bank.scopes.replace('cobr.write ', '')
  assert.equal(await recurringStanding(at.provider, at.now), 'not_granted')
})

test('a gateway that answers 404 to everything says nothing of what its bank takes', async () => {
  const at = await RecurringBank.open()
  assert.equal(await recurringStanding(at.provider, at.now), 'available')
  at.bank.order('', { answer: { status: 404, body: '<html>404</html>' } })
  assert.equal(await recurringStanding(at.provider, at.now), 'unknown')
})

test('a bank that is away has an unknown standing, a provider without it has none', async () => {
  const at = await RecurringBank.open()
  at.bank.order('', 503)
  assert.equal(await recurringStanding(at.provider, at.now), 'unknown')
  assert.equal(await recurringStanding({}, at.now), 'not_supported')
  const reply = await new RecurringPort({}).makeLocation()
  assert.deepEqual(reply, { kind: 'refused', status: 501, violations: [] })
})

test('a token of recurring scopes that has ended is replaced', async () => {
  const scene = plain.mandate()
  await scene.code()
  plain.bank.endTokens()
  assert.equal((await readMandate(plain.provider, scene.kept.mandate_id ?? '')).kind, 'done')
  assert.equal((await readMandate(plain.provider, `RR${'0'.repeat(27)}`)).kind, 'absent')
})

test('both addresses of callbacks are registered, none is taken from another program', async () => {
  const at = await RecurringBank.open()
  const { webhooks } = at.bank.books.recurring
  assert.equal(await registerRecurringCallbacks(at.provider, ADDRESS), 'registered')
  assert.deepEqual(
    [...webhooks].map(([of, { webhookUrl }]) => [of, webhookUrl]),
    [
      ['rec', ADDRESS],
      ['cobr', ADDRESS],
    ],
  )
  assert.equal(await registerRecurringCallbacks(at.provider, ADDRESS), 'registered')
  assert.equal(at.bank.count('PUT /webhookrec'), 1)
  const other = { webhookUrl: 'https://outro.example/pix', criacao: at.now.toISOString() }
  webhooks.set('cobr', other)
  assert.equal(await registerRecurringCallbacks(at.provider, ADDRESS), 'refused')
  assert.deepEqual(webhooks.get('cobr'), other)
  at.bank.order('GET /webhookrec', 503)
  assert.equal(await registerRecurringCallbacks(at.provider, ADDRESS), 'unknown')
})

test('a secret in a refusal is not repeated', async () => {
  const { bank, port } = plain
  const detail = `x ${bank.client_secret}`
  const violacoes = [{ propriedade: 'x', razao: bank.client_secret }]
  const body = JSON.stringify({ title: 'x', detail, violacoes })
  bank.order('GET /cobr', { answer: { status: 400, body } }, 1)
  bank.order('GET /cobr', { answer: { status: 503, body } }, 2)
  const [refused, unknown] = [await port.readCharge('a'), await port.readCharge('a')]
  assert.ok(refused.kind === 'refused' && unknown.kind === 'unknown')
  assert.equal(refused.violations.length, 1)
  assert.ok(!JSON.stringify(refused).includes(bank.client_secret))
  assert.ok(!unknown.error.message.includes(bank.client_secret))
  bank.violations.length = 0
})

const id = `RR${'0'.repeat(27)}`

test('every optional field of an answer may be missing', () => {
  assert.deepEqual(mandateOf({ idRec: id }), {
    id,
    status: 'unknown',
    contract: null,
    starts_on: null,
    approved_at: null,
    payer: null,
    ending: null,
    location: null,
    code: null,
  })
  assert.deepEqual(chargeOf({ txid: 'a' }), {
    txid: 'a',
    mandate_id: null,
    due_on: null,
    amount_minor: null,
    status: 'unknown',
    attempts: [],
    ending: null,
    transfers: [],
    unclear: [],
  })
  assert.deepEqual(locationOf({ id: '7' }), { id: '7', location: null, mandate_id: null })
})

test('an answer about another thing, or out of bounds, is not believed', () => {
  const about = (what: string) => ({ message: unreadable(what).message })
  assert.throws(
    () => mandateOf({ idRec: id }, `RN${'0'.repeat(27)}`),
    about('it is about another recurrence'),
  )
  assert.throws(() => mandateOf({ idRec: '../x' }), about('the recurrence has no id'))
  assert.throws(() => chargeOf({ txid: 'b' }, 'a'), about('it is about another txid'))
  assert.throws(() => chargeOf({ txid: 'a', valor: { original: '1' } }), /no amount/)
  assert.throws(() => locationOf({ id: 2 ** 60 }), about('the location has no id'))
  const tentativas = Array.from({ length: 51 }, () => ({ dataLiquidacao: '2026-03-02' }))
  assert.throws(
    () => chargeOf({ txid: 'a', tentativas }),
    about('the charge has too many attempts'),
  )
  assert.deepEqual(
    pageIn({ recs: [{}, { idRec: id }] }, 'recs', (one) => mandateOf(one).id),
    {
      items: [id],
      count: 2,
      pages: 1,
      pageSize: 1_000,
      mark: `2  ${id}`,
    },
  )
})

/** An attempt as it is read from these fields. */
const attemptOf = (fields: object) => {
  const tentativas = [{ dataLiquidacao: '2026-03-02', tipo: 'AGND', ...fields }]
  const { attempts } = chargeOf({ txid: 'a', tentativas })
  const [{ status, reason, code } = assert.fail()] = attempts
  return [status, reason, code]
}

test('a value that the contract may add is under way, or another reason', () => {
  assert.deepEqual(attemptOf({ status: 'PAUSADA' }), ['scheduled', null, null])
  assert.deepEqual(attemptOf({ status: 'EXPIRADA' }), ['failed', 'insufficient_funds', null])
  assert.deepEqual(attemptOf({ status: 'REJEITADA' }), ['failed', 'other', null])
  const rejected = (codigo: unknown) => attemptOf({ status: 'REJEITADA', rejeicao: { codigo } })
  assert.deepEqual(rejected('AP99'), ['failed', 'other', 'AP99'])
  assert.deepEqual(rejected('AG12'), ['failed', 'same_bank', 'AG12'])
  assert.deepEqual(rejected('<b>'), ['failed', 'other', null])
  assert.equal(chargeOf({ txid: 'a', status: 'toString' }).status, 'unknown')
  const ended = (encerramento: object) => chargeOf({ txid: 'a', encerramento }).ending
  const cancelamento = { codigo: 'OTHR', solicitante: 'OUTRO' }
  assert.deepEqual(ended({ cancelamento }), {
    by: 'payer_bank',
    code: 'OTHR',
    reason: 'canceled_by_bank',
  })
})

test('a code that ends the charge ends it before its status says so', () => {
  const attempt = (codigo: string) => ({
    ...{ dataLiquidacao: '2026-03-02', tipo: 'AGND', status: 'REJEITADA', rejeicao: { codigo } },
  })
  const over = (codigo: string) =>
    isOver(chargeOf({ txid: 'a', status: 'ATIVA', tentativas: [attempt(codigo)] }))
  assert.deepEqual(['AC05', 'RC09', 'AC06', 'AB10'].map(over), [true, true, false, false])
})

test('bodies have no more characters than the contract allows', () => {
  const mandate = {
    ...plain.mandate().opening.mandate,
    title: `${'x'.repeat(34)}😀`,
    debtor: { name: 'y'.repeat(200), tax_id: { cpf: CPF } },
  }
  const { vinculo } = mandateBody(mandate, { location_id: '1', txid: null }) as {
    vinculo: { objeto: string; devedor: { nome: string } }
  }
  assert.deepEqual([vinculo.objeto, vinculo.devedor.nome.length], ['x'.repeat(34), 140])
  const charge = plain.mandate().instruction('2026-03-10')
  assert.equal((recurringChargeBody(charge) as { ajusteDiaUtil: boolean }).ajusteDiaUtil, false)
  const intervals = [
    ['week', 1],
    ['month', 1],
    ['month', 3],
    ['month', 6],
    ['month', 12],
    ['year', 1],
  ] as const
  assert.deepEqual(
    intervals.map(([interval, count]) => periodOf(interval, count)),
    ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL', 'ANUAL'],
  )
  assert.deepEqual([periodOf('month', 2), periodOf('toString', 1)], [undefined, undefined])
})

test('a callback is a hint: its ids are read, and nothing else', () => {
  const txid = 'a'.repeat(32)
  assert.deepEqual(mandatesAnnounced({ recs: [{ idRec: id }, { idRec: id }, null, 1] }), [id])
  assert.deepEqual(chargesAnnounced({ cobsr: [{ txid, idRec: id }, { txid: "'; drop" }] }), [txid])
  assert.equal(
    chargesAnnounced({
      cobsr: Array.from({ length: 500 }, (_, i) => ({
        txid: i.toString(16).padStart(32, '0'),
      })),
    })?.length,
    100,
  )
  for (const body of [null, [], 'x', {}, { recs: {} }, { cobsr: 'x' }]) {
    assert.equal(mandatesAnnounced(body), undefined)
    assert.equal(chargesAnnounced(body), undefined)
  }
})

test('a bank that is asked for no scopes gives one token for all', async () => {
  const provider = new Bacen({ ...plain.bank.settings, profile: 'bradesco' })
  const before = plain.bank.count('POST /token')
  await Promise.all([provider.grantedScopes(), provider.recurringScopes()])
  assert.equal(await recurringStanding(provider, plain.now), 'available')
  assert.equal(plain.bank.count('POST /token') - before, 1)
  provider.close()
})
