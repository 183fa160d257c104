/** A bank's word on Pix Automático is asked, shown and kept, and ordinary Pix does not need it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { subscriptionsStanding } from '../../domain/pix/connections/recurring.ts'
import { parseQuirk, quirks } from '../../packages/bank/quirks.ts'
import { bankBody, connect } from '../support/bankSettings.ts'
import { mailServerAt, startMailServer } from '../support/mailServer.ts'
import { joinedUser } from '../support/people.ts'
import { bankOf, RailTest, startRail } from '../support/rail.ts'
import type { TestAccount } from '../support/service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const server = await startMailServer()
const first = await startRail({ mailServer: mailServerAt(server.url) })
const { service } = first

const apply = (bank: RailTest['bank'], text: string) => {
  const quirk = parseQuirk(text) ?? assert.fail(text)
  quirks[quirk.name]?.apply(bank, quirk.setting)
}

const read = async (seller: TestAccount) => {
  const signedIn = await service.login(seller)
  const { account, recurring, warnings, callbacks } = (
    await signedIn.get<'BankConnection'>('/v1/bank_connection')
  ).body
  return { account, recurring, callbacks, warnings: warnings.map(({ code }) => code) }
}

const standingOf = ({ seller_id }: TestAccount) =>
  service.db.read(() => subscriptionsStanding(seller_id, 'live'))

test.each([
  ['rec-403', 'not_granted', ['recurring_not_granted']],
  ['scopes-all-or-nothing', 'not_granted', ['recurring_not_granted']],
  ['rec-404', 'not_supported', []],
] as const)(
  '%s: recurring is %s, and ordinary Pix is as before',
  async (quirk, recurring, codes) => {
    const bank = await bankOf(service, first.bank)
    // The bank's description of its answers has no such refusals.
    bank.checks_answers = false
    apply(bank, quirk)
    const seller = await service.account()
    const { status, body } = await connect(seller, bankBody(bank))
    assert.deepEqual([status, body.recurring, body.callbacks], [200, recurring, 'registered'])
    assert.deepEqual(
      body.warnings.map(({ code }) => code),
      codes,
    )
    assert.equal((await standingOf(seller)).standing, recurring)
    const rail = new RailTest({ ...first, seller, bank })
    const { checkout, txid } = await rail.charged()
    await rail.pay(txid)
    assert.equal((await rail.read(checkout)).status, 'completed')
  },
)

test('an account is kept, cleared and asked for, and the trail says that it changed', async () => {
  const bank = await bankOf(service, first.bank)
  const seller = await service.account()
  assert.equal((await standingOf(seller)).standing, 'bank_missing')
  const missing = { recurring: 'account_missing', warnings: ['recurring_account_missing'] }
  await connect(seller, bankBody(bank, { account: undefined }))
  const callbacks = 'registered'
  assert.deepEqual(await read(seller), { account: null, callbacks, ...missing })
  await connect(seller, bankBody(bank))
  const whole = { account: bank.account, recurring: 'available', callbacks, warnings: [] }
  assert.deepEqual(await read(seller), whole)
  assert.equal((await standingOf(seller)).standing, 'available')
  await connect(seller, bankBody(bank, { account: undefined, city: 'Recife' }))
  assert.deepEqual(await read(seller), whole)
  const { body: trail } = await seller.get<'AuditEventList'>('/v1/audit_events')
  const changed = trail.data.map(({ changes }) => changes.map(({ field }) => field))
  assert.deepEqual(changed.slice(0, 2), [['city'], ['account']])
  await connect(seller, bankBody(bank, { account: null }))
  assert.deepEqual(await read(seller), { account: null, callbacks, ...missing })
  for (const account of [
    { ...bank.account, branch: '12345' },
    { ...bank.account, number: '1-2' },
    { ...bank.account, type: 'x' },
    { number: '1', type: 'checking' },
  ]) {
    assert.equal((await connect(seller, bankBody(bank, { account }))).status, 400)
  }
})

test("another program's address is left alone, and ours is registered", async () => {
  const bank = await bankOf(service, first.bank)
  const { webhooks } = bank.books.recurring
  const seller = await service.account()
  const elsewhere = {
    webhookUrl: 'https://outro.example/pix/loja',
    criacao: '2026-03-02T12:00:00.000Z',
  }
  webhooks.set('cobr', elsewhere)
  const { body } = await connect(seller, bankBody(bank))
  assert.deepEqual(
    [body.recurring, body.warnings[0]?.code],
    ['available', 'recurring_callbacks_refused'],
  )
  assert.equal(webhooks.get('cobr'), elsewhere)
  webhooks.delete('cobr')
  assert.deepEqual((await connect(seller, bankBody(bank))).body.warnings, [])
  assert.match(webhooks.get('cobr')?.webhookUrl ?? '', new RegExp(`/pix/${seller.seller_id}$`))
  assert.match(webhooks.get('rec')?.webhookUrl ?? '', new RegExp(`/pix/${seller.seller_id}$`))
})

test('a bank is asked again when it did not answer, and lost scopes are mailed once', async () => {
  const bank = await bankOf(service, first.bank)
  const seller = await service.account()
  const { email } = await joinedUser(seller)
  bank.order('GET /recs', 503)
  const { status, body } = await connect(seller, bankBody(bank))
  assert.deepEqual([status, body.recurring, body.warnings], [200, 'unknown', []])
  bank.recover()
  const rail = new RailTest({ ...first, seller, bank })
  await rail.reconcile()
  assert.equal((await read(seller)).recurring, 'available')
  bank.checks_answers = false
  bank.books.recurring.settings.refusesAll = 403
  const lost = () =>
    service.sql(
      "select recipient from mails where seller_id = ? and type = 'recurring_lost'",
      seller.seller_id,
    )
  await rail.reconcile(DAY_MS)
  assert.equal((await read(seller)).recurring, 'not_granted')
  await rail.reconcile(DAY_MS)
  assert.deepEqual(await lost(), [{ recipient: email }])
})
