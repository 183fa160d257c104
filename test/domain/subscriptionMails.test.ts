/** Mails about subscriptions: to whom, in which words and language, and one for one event. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { BEFORE_ALL_MAILS, mailsOf } from '../../domain/mail/rows.ts'
import { messageOf } from '../../domain/mail/message.ts'
import { approveMandate, recordOrder } from '../../domain/subscriptions/bankWords.ts'
import { cancelSubscription } from '../../domain/subscriptions/cancel.ts'
import { runAllDue } from '../../domain/subscriptions/due.ts'
import { playAuthorization, playFailure, playRefusal } from '../../domain/subscriptions/played.ts'
import { recorderOf } from '../../domain/subscriptions/ports.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { mailServerAt, startMailServer } from '../support/mailServer.ts'
import { person } from '../support/person.ts'
import { joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { brasilia, Plans } from '../support/subscriptions.ts'

const server = await startMailServer()
const service = await startService({ mailServer: mailServerAt(server.url) })

/** The first debit is in so many days; its invoice is open after these. */
const DAYS_TO_DEBIT = 20
const DAYS_TO_OPEN = 16

const ON = { buyer_subscription: true }

let buyers = 0

const living: { seller_id: string; id: string }[] = []

// The clock of the file moves on: what a test has sold is not debited in the next one.
afterEach(async () => {
  for (const key of living.splice(0)) {
    await service.db.run(() => cancelSubscription({ ...key, by: 'system' }, recorder()))
  }
})

/** A seller and a monthly plan that a buyer was sold; by default no mail is switched on. */
async function sold(mail: object = ON, terms: object = {}) {
  const seller = await service.account('Padaria')
  await seller.patch('/v1/settings', { mail })
  const email = `ana.${++buyers}@example.com`
  const product = await seller.product({ type: 'recurring', billing_interval: 'month' })
  const { body, text } = await seller.post<'Subscription'>('/v1/subscriptions', {
    offer_id: product.default_offer?.id ?? '',
    customer: { name: 'Ana', email, tax_id: person.tax_id },
    starts_on: addDays(dayOf(service.clock.now()), DAYS_TO_DEBIT),
    ...terms,
  })
  assert.ok(body.id, text)
  const key = { seller_id: seller.seller_id, id: body.id }
  living.push(key)
  return {
    seller,
    email,
    key,
    page: new URL(body.subscription_url).pathname,
    url: body.subscription_url,
  }
}

const recorder = () => recorderOf(service.service, service.clock.now())

const authorize = (key: Sold['key']) =>
  service.db.run(() => playAuthorization({ ...key, isApproved: true }, recorder()))

type Sold = Awaited<ReturnType<typeof sold>>

/** Lets days pass, which end the seller's token. */
async function pass(of: Sold, days: number): Promise<void> {
  await of.seller.post('/sandbox/clock/advance', { seconds: days * 24 * 60 * 60 })
  of.seller = await service.login(of.seller)
}

const invoiceOf = async ({ seller, key }: Sold) => {
  const { body } = await seller.get<'InvoiceList'>(`/v1/invoices?subscription_id=${key.id}&limit=1`)
  assert.ok(body.data[0])
  return { ...key, id: body.data[0].id }
}

const typesOf = async ({ seller_id }: TestAccount): Promise<string[]> => {
  const rows = await service.sql<{ type: string }>(
    `select type from mails where seller_id = ? and type <> 'invitation' order by id`,
    seller_id,
  )
  return rows.map(({ type }) => type)
}

/** The mails that have come to an address, once so many have. */
async function mailsTo(address: string, count = 1) {
  for (;;) {
    const found = server.mails.filter(({ to }) => to.includes(address))
    if (found.length >= count) return found
    await server.arrived(server.mails.length + 1)
  }
}

test('by default a buyer hears of nothing, and people of no sale', async () => {
  const { seller, key } = await sold({})
  await joinedUser(seller)
  await authorize(key)
  await service.db.run(() => cancelSubscription({ ...key, by: 'buyer' }, recorder()))
  assert.deepEqual(await typesOf(seller), [])
  const { body } = await seller.get<'Settings'>('/v1/settings')
  assert.equal(body.mail.buyer_subscription, false)
})

test('a subscription is confirmed with its terms and how to cancel, as text and HTML', async () => {
  const of = await sold(ON, { cycles: 12, variable: {} })
  await authorize(of.key)
  assert.deepEqual(await typesOf(of.seller), ['buyer_subscription_confirmed'])
  const [confirmed] = await mailsTo(of.email)
  assert.match(confirmed?.raw ?? '', /Content-Type: text\/plain[\s\S]*Content-Type: text\/html/i)
  for (const part of [
    /49,90 por mês/,
    /12 no total/,
    /Para cancelar, abra/,
    /até as 22h/,
    /pode mudar/,
  ]) {
    assert.match(confirmed?.text ?? '', part)
  }
  assert.ok(confirmed?.text.includes(of.url))
})

for (const [locale, confirmed, failed, ended] of [
  ['pt-BR', /^Assinatura confirmada: /, /não havia saldo/, /A loja cancelou esta assinatura/],
  ['en', /^Subscription confirmed: /, /there was not enough money/, /The store canceled/],
  ['es', /^Suscripción confirmada: /, /no había saldo/, /La tienda canceló/],
] as const) {
  test(`mails are in the language of the buyer's page: ${locale}`, async () => {
    const of = await sold()
    await service.request('GET', `${of.page}?lang=${locale}`)
    await authorize(of.key)
    await pass(of, DAYS_TO_OPEN)
    const invoice = await invoiceOf(of)
    await service.db.run(() =>
      playFailure({ ...invoice, reason: 'insufficient_funds' }, recorder()),
    )
    await service.db.run(() => cancelSubscription({ ...of.key, by: 'seller' }, recorder()))
    const mails = await mailsTo(of.email, 3)
    assert.match(mails[0]?.headers['subject'] ?? '', confirmed)
    assert.ok(mails.some(({ text }) => failed.test(text)))
    assert.ok(mails.some(({ text }) => ended.test(text)))
  })
}

test('a failed debit is told once, with the next day or the code; the end once', async () => {
  const of = await sold()
  await authorize(of.key)
  await pass(of, DAYS_TO_OPEN)
  const invoice = await invoiceOf(of)
  const fail = (reason: 'insufficient_funds' | 'account_closed') =>
    service.db.run(() => playFailure({ ...invoice, reason }, recorder()))
  await fail('insufficient_funds')
  await fail('account_closed')
  await fail('account_closed')
  const types = await typesOf(of.seller)
  assert.deepEqual(types.slice(1), ['buyer_debit_failed', 'buyer_debit_failed'])
  const [, first, second] = await mailsTo(of.email, 3)
  const said = [first, second].map((mail) => mail?.text ?? '')
  assert.ok(said.some((text) => /O seu banco tentará de novo em /.test(text)))
  assert.ok(said.some((text) => /pague com o código Pix/.test(text) && text.includes(of.url)))
  for (let times = 0; times < 2; times++) {
    await service.db.run(() => cancelSubscription({ ...of.key, by: 'payer' }, recorder()))
  }
  assert.deepEqual((await typesOf(of.seller)).slice(3), ['buyer_subscription_ended'])
})

test('nobody is told of the end of what was never begun', async () => {
  const { seller, key } = await sold()
  await service.db.run(() => playRefusal(key, recorder()))
  assert.deepEqual(await typesOf(seller), [])
})

test('a new subscription is a sale', async () => {
  const of = await sold({ seller_sale: true })
  const { email: owner } = await joinedUser(of.seller)
  await authorize(of.key)
  const { seller, key, email } = of
  assert.deepEqual(await typesOf(seller), ['seller_sale'])
  const [mail] = await mailsTo(owner)
  assert.match(mail?.headers['subject'] ?? '', /^Nova assinatura de R\$\s49,90 por mês$/)
  assert.ok(mail?.text.includes(`/dashboard/subscriptions/${key.id}`))
  assert.ok(!server.mails.some(({ to }) => to.includes(email)))
})

test('a subscription by a link mails nobody outside in the sandbox', async () => {
  const { seller, key } = await sold(ON, { metadata: { payment_link_id: 'link_1' } })
  await authorize(key)
  assert.deepEqual(await typesOf(seller), [])
})

test('an instruction that its bank lacks at the end of D-3 is told, and once', async () => {
  const seller = await service.account()
  const { email } = await joinedUser(seller, { role: 'finance' })
  const plans = new Plans(seller, brasilia('2026-03-02T12:00:00'))
  const payer = { tax_id: null, bank_ispb: null }
  const running = async () => {
    const opened = await plans.open({ starts_on: '2026-04-01' }, 'bank_1')
    const key = { seller_id: plans.seller_id, id: opened.id }
    await plans.run((recorder) => approveMandate({ ...key, payer }, recorder))
    return opened
  }
  const [late, punctual] = [await running(), await running()]
  const round = { db: service.db, recorder: (now: Date) => recorderOf(service.service, now) }
  await runAllDue(round, brasilia('2026-03-26T06:00:00'))
  const { due_on: _, ...invoice } = await plans.invoice(punctual, 1)
  const order = { ...invoice, kind: 'first', date: '2026-04-01' } as const
  await service.db.run(() => recordOrder(order, round.recorder(brasilia('2026-03-26T07:00:00'))))
  await runAllDue(round, brasilia('2026-03-29T21:59:00'))
  assert.deepEqual(await typesOf(seller), [])
  await runAllDue(round, brasilia('2026-03-29T22:00:00'))
  await runAllDue(round, brasilia('2026-03-30T22:00:00'))
  const [mail, ...others] = (
    await service.db.read(() =>
      mailsOf({ seller_id: seller.seller_id, before: BEFORE_ALL_MAILS, limit: 10 }),
    )
  ).filter(({ type }) => type !== 'invitation')
  const { id } = await plans.invoice(late, 1)
  assert.ok(mail)
  assert.deepEqual(
    [mail.type, mail.about, mail.recipient, others],
    ['instruction_late', id, email, []],
  )
  const { vault } = service.service
  for (const [locale, subject] of [
    ['pt-BR', /não chegou ao banco$/],
    ['en', /has not reached the bank$/],
    ['es', /no llegó al banco$/],
  ] as const) {
    const written = { ...mail, locale }
    const of = { vault, baseUrl: service.url }
    const message = await service.db.read(() => messageOf(written, of))
    assert.match(message?.subject ?? '', subject)
    assert.ok(message?.text.includes(`${service.url}/dashboard/invoices/${id}`))
  }
})

test('a paid invoice and its refund are told to the buyer where that is switched on', async () => {
  const mail = { buyer_receipt: true, buyer_refund: true }
  const of = await sold(mail, { starts_on: null, cycles: 12 })
  await authorize(of.key)
  const { body } = await of.seller.get<'InvoiceList'>(`/v1/invoices?subscription_id=${of.key.id}`)
  await of.seller.refund(body.data[0]?.payment_id ?? '', { amount_minor: 1990 })
  assert.deepEqual(await typesOf(of.seller), ['buyer_receipt', 'buyer_refund'])
  const mails = await mailsTo(of.email, 2)
  const receipt = mails.find(({ headers }) => /^Comprovante/.test(headers['subject'] ?? ''))
  assert.ok(receipt?.text.includes(`${of.url}?invoice=1`))
  assert.match(receipt?.text ?? '', /Cobrança 1 de 12/)
  const refund = mails.find(({ headers }) => /devolveu/.test(headers['subject'] ?? ''))
  assert.ok(refund?.text.includes(of.url))
})
