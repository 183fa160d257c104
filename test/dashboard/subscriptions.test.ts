/** The pages of subscriptions and invoices: what they sell, show, find, change and end. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { playAuthorization, playFailure } from '../../domain/subscriptions/played.ts'
import { recorderOf } from '../../domain/subscriptions/ports.ts'
import { addDays, dayOf } from '../../runtime/brasilia.ts'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { person } from '../support/person.ts'
import { startRail } from '../support/rail.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService()
let seller = await service.account('Padaria & Café')
const owner = await signIn(seller)

const SELL = '/dashboard/new-subscription'
const LIST = '/dashboard/subscriptions'
const INVOICES = '/dashboard/invoices'
const DAY_SECONDS = 24 * 60 * 60

const fresh = (email: string) => ({
  'customer.name': 'Ana Souza',
  'customer.email': email,
  'customer.tax_id': person.tax_id,
})

/** A monthly offer of the seller, named after its product. */
async function planOf(name: string, by: TestAccount = seller): Promise<string> {
  const { body } = await by.post<'Product'>('/v1/products', {
    name,
    default_offer: {
      ...{ amount_minor: 4990, currency: 'BRL', type: 'recurring' },
      billing_interval: 'month',
    },
  })
  return body.default_offer?.id ?? ''
}

const living: string[] = []

// The clock of the file moves on: what a test has sold is not debited in the next one.
afterEach(async () => {
  for (const id of living.splice(0)) await seller.post(`/v1/subscriptions/${id}/cancel`)
})

/** A subscription that is debited in twenty days first, unless the form says otherwise. */
async function sold(fields: Record<string, string>, by = owner) {
  const { status, location, html } = await by.submit(SELL, SELL, {
    retries: 'true',
    starts_on: dayFromNow(20),
    ...fields,
  })
  assert.equal(status, 303, html)
  const [, id = ''] =
    /subscriptions\/(sub_[^?]+)\?done=subscription_created/.exec(location ?? '') ?? []
  living.push(id)
  return read(id)
}

const read = async (id: string) =>
  (await seller.get<'Subscription'>(`/v1/subscriptions/${id}`)).body

const recorder = () => recorderOf(service.service, service.clock.now())
const keyOf = (id: string) => ({ seller_id: seller.seller_id, id })

const authorize = (id: string) =>
  service.db.run(() => playAuthorization({ ...keyOf(id), isApproved: true }, recorder()))

const fail = (id: string) =>
  service.db.run(() => playFailure({ ...keyOf(id), reason: 'amount_over_limit' }, recorder()))

/** The newest invoice of a subscription. */
async function newestOf(subscription_id: string) {
  const { body } = await seller.get<'InvoiceList'>(
    `/v1/invoices?subscription_id=${subscription_id}&limit=1`,
  )
  assert.ok(body.data[0])
  return body.data[0]
}

const dayFromNow = (days: number) => addDays(dayOf(service.clock.now()), days)

const textOf = ({ html }: { html: string }) =>
  html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('a plan is sold to a new customer, and its page has the link to give away', async () => {
  const offer_id = await planOf('Clube do café')
  const { html } = await owner.get(SELL)
  assert.match(html, /Clube do café · R\$\s49,90 por mês/)
  const subscription = await sold({ offer_id, ...fresh('ana.1@example.com'), cycles: '12' })
  assert.deepEqual(
    [subscription.status, subscription.cycles, subscription.retries, subscription.variable],
    ['incomplete', 12, true, null],
  )
  const page = await owner.get(`${LIST}/${subscription.id}`)
  assert.match(page.html, /<main [^>]*data-page="subscription"/)
  assert.ok(page.html.includes(`data-copy="${subscription.subscription_url}"`))
  assert.match(page.html, /<div class="qr"[^>]*>\s*<svg/)
  assert.match(page.html, /href="mailto:ana\.1@example\.com/)
  await authorize(subscription.id)
  const running = await owner.get(`${LIST}/${subscription.id}`)
  assert.doesNotMatch(running.html, /<div class="qr"|mailto:/)
  assert.ok(running.html.includes(`data-copy="${subscription.subscription_url}"`))
})

test('the terms of the form are those of the subscription', async () => {
  const offer_id = await planOf('Academia')
  const terms = { starts_on: dayFromNow(30), external_id: 'contrato-7', retries: 'false' }
  const subscription = await sold({
    ...{ offer_id, ...fresh('ana.2@example.com'), ...terms },
    'variable.minimum_limit_minor': '150,00',
  })
  const { starts_on, external_id, retries, variable } = subscription
  assert.deepEqual({ starts_on, external_id, retries: String(retries) }, terms)
  assert.deepEqual(variable, { minimum_limit_minor: 15_000 })
})

test('a form without a payer, a tax id or terms that go together is refused', async () => {
  const offer_id = await planOf('Revista')
  const { email } = await seller.customer()
  const start = { starts_on: dayFromNow(30), first_amount_minor: '1,00' }
  for (const [fields, said] of [
    [{}, /Escolha um cliente/],
    [{ buyer: email }, /CPF ou CNPJ válido/],
    [{ ...fresh('ana.3@example.com'), ...start }, /primeiro/i],
    [{ ...fresh('ana.3@example.com'), cycles: '1' }, /2 a 999/],
  ] as const) {
    const { status, html } = await owner.submit(SELL, SELL, { offer_id, ...fields })
    assert.equal(status, 400)
    assert.match(html, said)
  }
})

test('a shop without a recurring offer is led to its products', async () => {
  const other = await signIn(await service.account())
  const { html } = await other.get(SELL)
  assert.match(html, /Nenhuma oferta recorrente/)
  assert.doesNotMatch(html, /<form [^>]*action="\/dashboard\/new-subscription"/)
  assert.match((await other.get(LIST)).html, /Nenhuma assinatura encontrada/)
})

test('the list is found by status, customer, offer, reference and day', async () => {
  const offer_id = await planOf('Flores')
  const { id, customer_id } = await sold({
    ...{ offer_id, ...fresh('ana.4@example.com'), external_id: 'flores-1' },
  })
  const link = `href="${LIST}/${id}"`
  const today = dayFromNow(0)
  for (const [filter, isFound] of [
    [`offer_id=${offer_id}`, true],
    [`customer_id=${customer_id}&status=incomplete`, true],
    [`customer_id=${customer_id}&status=active`, false],
    ['external_id=flores-1', true],
    ['external_id=flores-2', false],
    [`offer_id=${offer_id}&created_from=${today}&created_to=${today}`, true],
    [`offer_id=${offer_id}&created_to=2020-01-01`, false],
  ] as const) {
    const { html } = await owner.get(`${LIST}?${filter}`)
    assert.equal(html.includes(link), isFound, filter)
  }
  const { html } = await owner.get(`/dashboard/customers/${customer_id}`)
  assert.ok(html.includes(link))
})

/** Lets days pass, which end tokens and sessions. */
async function pass(days: number): Promise<void> {
  await seller.post('/sandbox/clock/advance', { seconds: days * DAY_SECONDS })
  seller = await service.login(seller)
  await owner.signIn()
}

/** A monthly plan of the seller that is active, at the draft of its first invoice. */
async function withDraft(email: string, fields: Record<string, string> = {}) {
  const offer_id = await planOf('Jornal')
  const { id } = await sold({ offer_id, ...fresh(email), ...fields })
  await authorize(id)
  await pass(11)
  return { id, draft: await newestOf(id) }
}

test('a draft takes another amount, and then is not charged', async () => {
  const { id, draft } = await withDraft('ana.5@example.com', { variable: 'true' })
  const page = `${INVOICES}/${draft.id}`
  const changed = await owner.submit(page, page, { amount_minor: '73,50' })
  assert.equal(changed.location, `${page}?done=invoice_updated`)
  assert.equal((await newestOf(id)).amount_minor, 7350)
  const asked = await owner.post(`${page}/void`, {
    ...hiddenFields((await owner.get(page)).html, `${page}/void`),
  })
  assert.match(asked.html, /data-page="confirm"/)
  assert.match(textOf(asked), /Anular a fatura .Jornal · 1., de R\$\s73,50/)
  assert.equal((await newestOf(id)).status, 'draft')
  await owner.confirm(asked, `${page}/void`)
  assert.equal((await newestOf(id)).status, 'void')
  assert.doesNotMatch((await owner.get(page)).html, /<form [^>]*action="\/dashboard\/invoices/)
  const { html } = await owner.get(`${INVOICES}?due_from=${draft.due_on}&due_to=${draft.due_on}`)
  assert.ok(html.includes(`href="${page}"`))
})

test('a failed debit is told with its reason, the code of the bank and the next day', async () => {
  const { id } = await withDraft('ana.6@example.com')
  await pass(6)
  const { id: invoiceId } = await newestOf(id)
  await fail(invoiceId)
  const { next_attempt_on } = await newestOf(id)
  assert.ok(next_attempt_on)
  const subscription = await owner.get(`${LIST}/${id}`)
  assert.match(
    textOf(subscription),
    /passou do limite que quem paga definiu. O banco tenta de novo/,
  )
  assert.ok(subscription.html.includes(`href="${INVOICES}/${invoiceId}"`))
  const invoice = textOf(await owner.get(`${INVOICES}/${invoiceId}`))
  assert.match(invoice, /Falhou o valor passou do limite que quem paga definiu AM02/)
})

test('cancelling asks once more, names who and what, and cannot be done twice', async () => {
  const offer_id = await planOf('Curso')
  const { id } = await sold({ offer_id, ...fresh('ana.7@example.com') })
  await authorize(id)
  const action = `${LIST}/${id}/cancel`
  const form = hiddenFields((await owner.get(`${LIST}/${id}`)).html, action)
  const asked = await owner.post(action, { ...form, reason: 'Mudou de plano' })
  assert.match(textOf(asked), /Cancelar a assinatura .Curso. de .Ana Souza/)
  assert.equal((await read(id)).status, 'active')
  const { location } = await owner.confirm(asked, action)
  assert.equal(location, `${LIST}/${id}?done=subscription_canceled`)
  const { status, cancellation } = await read(id)
  assert.deepEqual(
    [status, cancellation?.by, cancellation?.reason],
    ['canceled', 'seller', 'Mudou de plano'],
  )
  const page = await owner.get(`${LIST}/${id}`)
  assert.match(textOf(page), /Cancelada pela loja\. Motivo: .Mudou de plano/)
  assert.ok(!page.html.includes(action))
})

test('names lead from events and the audit trail to the pages', async () => {
  const offer_id = await planOf('Vinhos')
  const { id } = await sold({ offer_id, ...fresh('ana.8@example.com') })
  await authorize(id)
  for (const page of ['/dashboard/audit', `/dashboard/events?subscription_id=${id}`]) {
    const { html } = await owner.get(page)
    assert.match(html, new RegExp(`href="${LIST}/${id}"[^>]*>(?:(?!</a>).)*Vinhos`), page)
  }
})

const linesOf = async (by: Visitor, path: string) => {
  const { html: csv } = await by.get(path)
  return csv.trim().split('\r\n')
}

test('the lists are files, with the names of plan and customer', async () => {
  const offer_id = await planOf('Queijos')
  const { id } = await sold({ offer_id, ...fresh('ana.9@example.com'), starts_on: '' })
  const [heading = '', row = ''] = await linesOf(owner, `${LIST}.csv?offer_id=${offer_id}`)
  assert.match(heading, /Data;Situação;Cliente;/)
  assert.match(row, /Aguardando;Ana Souza;[^;]*;Queijos;;49,90;/)
  const [, invoice = ''] = await linesOf(owner, `${INVOICES}.csv?subscription_id=${id}`)
  assert.match(invoice, /Aberta;Ana Souza;[^;]*;Queijos · 1;;49,90;/)
})

test('payments and refunds of an invoice say the plan and the buyer', async () => {
  const offer_id = await planOf('Revista')
  const { id } = await sold({
    ...fresh('ana.11@example.com'),
    ...{ offer_id, external_id: 'leitora-11', starts_on: '' },
  })
  await authorize(id)
  const { id: invoiceId, payment_id, customer_id } = await newestOf(id)
  const payment = `/dashboard/payments/${payment_id}`
  const refund = await seller.refund(payment_id ?? '', { amount_minor: 90 })
  const viewer = await signIn(seller, 'viewer')
  const attendant = await signIn(seller, 'attendant')
  const plan = (href: string) => new RegExp(`href="${href}"[^>]*>(<bdi>)?Revista<`)
  const buyer = new RegExp(`href="/dashboard/customers/${customer_id}"[^>]*>(<bdi>)?Ana Souza<`)
  for (const [list, page] of [
    ['/dashboard/payments', payment],
    ['/dashboard/refunds', `/dashboard/refunds/${refund.id}`],
  ] as const) {
    for (const by of [owner, viewer]) {
      const { html } = await by.get(list)
      const row = html.split('<tr').find((one) => one.includes(`href="${page}"`)) ?? ''
      assert.match(row, plan(page))
      assert.match(row, buyer)
      const { html: single } = await by.get(page)
      for (const words of [/Revista/, buyer, /leitora-11/]) assert.match(single, words)
      assert.match(
        single,
        new RegExp(`<dt>Fatura</dt>\\s*<dd[^>]*><a href="${INVOICES}/${invoiceId}"`),
      )
    }
    const { html, status } = await attendant.get(list)
    assert.equal(status, 200)
    assert.doesNotMatch(html, /Revista/)
  }
  const [, row = ''] = await linesOf(owner, '/dashboard/payments.csv')
  assert.match(row, /Ana Souza;[^;]*;Revista;leitora-11;49,90;/)
  const { html } = await owner.get(payment)
  assert.ok(!html.includes('/dashboard/checkouts/'))
})

test('a shop without a bank reads what is missing, and is led to where it is mended', async () => {
  const live = await startService({ mode: 'live', secretKey: Buffer.alloc(32, 1) })
  const shop = await live.account()
  const there = await signIn(shop)
  for (const page of [LIST, SELL]) {
    const { html } = await there.get(page)
    assert.match(html, /Conecte o banco que vai debitar[\s\S]{0,200}href="\/dashboard\/bank"/, page)
    assert.doesNotMatch((await owner.get(page)).html, /Conecte o banco/)
  }
})

test('a shop whose bank takes no Pix Automático reads why, where a plan is sold', async () => {
  const { service: live, seller: shop } = await startRail()
  const there = await signIn(shop)
  for (const [recurring, cause] of [
    ['not_granted', 'O banco não liberou o Pix Automático'],
    ['not_supported', 'A API deste banco não tem o Pix Automático'],
    ['unknown', 'O banco ainda não respondeu'],
  ] as const) {
    await live.sql('update bank_connections set recurring = ?', recurring)
    for (const page of [LIST, SELL]) {
      const { html } = await there.get(page)
      const said = `Ainda não é possível vender assinaturas\\. ${cause}`
      assert.match(html, new RegExp(`${said}[\\s\\S]{0,300}href="/dashboard/bank"`), page)
      assert.doesNotMatch(html, /Conecte o banco/)
    }
  }
  await live.sql('update bank_connections set recurring = ?', 'available')
  for (const page of [LIST, SELL]) {
    assert.doesNotMatch((await there.get(page)).html, /Ainda não é possível/)
  }
})

test('the buttons of the sandbox play buyer and banks, and say what became of it', async () => {
  const offer_id = await planOf('Vela')
  const { id } = await sold({ offer_id, ...fresh('ana.10@example.com'), starts_on: '' })
  const page = `${LIST}/${id}`
  await owner.submit(page, `${page}/authorize`, { approved: 'false' })
  assert.equal((await read(id)).status, 'incomplete')
  const { location } = await owner.submit(page, `${page}/authorize`, {})
  assert.equal(location, `${page}?done=subscription_played`)
  assert.equal((await read(id)).status, 'active')
  await pass(27)
  const { id: invoiceId } = await newestOf(id)
  const invoice = `${INVOICES}/${invoiceId}`
  await owner.submit(invoice, `${invoice}/fail`, {})
  assert.equal((await newestOf(id)).failure_reason, 'insufficient_funds')
  await owner.submit(invoice, `${invoice}/pay`, {})
  const { status, payment_id } = await newestOf(id)
  assert.equal(status, 'paid')
  const { html } = await owner.get(invoice)
  assert.ok(html.includes(`href="/dashboard/payments/${payment_id}"`))
  assert.ok(!html.includes(`action="${invoice}/pay"`))
  await owner.submit(page, `${page}/revoke`, {})
  assert.equal((await read(id)).cancellation?.by, 'payer')
})
