/** Subscriptions and invoices by their rules: opened, settled by the bank's word, and ended. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'vitest'
import {
  approveMandate,
  confirmVoid,
  endAttempt,
  endMandate,
  expireUnused,
  receiveTransfer,
  recordOrder,
  startOn,
} from '../../domain/subscriptions/bankWords.ts'
import { cancelSubscription, changeAmount, requestVoid } from '../../domain/subscriptions/cancel.ts'
import { runAllDue } from '../../domain/subscriptions/due.ts'
import type { Subscription } from '../../domain/subscriptions/rows.ts'
import { invoiceView, subscriptionView } from '../../domain/subscriptions/view.ts'
import { startService } from '../support/service.ts'
import { brasilia, Plans } from '../support/subscriptions.ts'

const service = await startService()
let plans: Plans

beforeEach(async () => {
  plans = new Plans(await service.account())
})

const payer = { tax_id: '52998224725', bank_ispb: '99999999' }

const keyOf = ({ id }: { id: string }) => ({ seller_id: plans.seller_id, id })

const approve = (of: { id: string }) =>
  plans.run((recorder) => approveMandate({ ...keyOf(of), payer }, recorder))

const start = (of: { id: string }) => plans.run((recorder) => startOn(keyOf(of), recorder))

const receive = (of: { id: string }, transfer = plans.transfer()) =>
  plans.run((recorder) => receiveTransfer({ ...keyOf(of), transfer }, recorder))

const cancel = (of: { id: string }) =>
  plans.run((recorder) => cancelSubscription({ ...keyOf(of), by: 'seller' }, recorder))

/** A subscription whose first period is paid, and that is authorised. */
async function running(order: object = {}, connection_id: string | null = null) {
  const opened = await plans.open(order, connection_id)
  await start(opened)
  await receive(await plans.invoice(opened, 1))
  await approve(opened)
  plans.told()
  return plans.read(opened)
}

/** The bank's word that the attempt under way of an invoice has failed. */
async function fail(
  of: Subscription,
  number: number,
  word: Partial<Parameters<typeof endAttempt>[0]> = {},
) {
  const invoice = await plans.invoice(of, number)
  const attempt = (await plans.attempts(invoice)).at(-1)
  assert.ok(attempt)
  const end = {
    ...keyOf(invoice),
    attempt_id: attempt.id,
    status: 'failed',
    reason: 'insufficient_funds',
    code: null,
    end_to_end_id: null,
    is_closed: false,
    ...word,
  } as const
  const say = () => plans.run((recorder) => endAttempt(end, recorder))
  await say()
  return say
}

test('the terms are copied, and the first invoice is there with its txid', async () => {
  const offer_id = await plans.offer()
  const opened = await plans.open({ offer_id, first_amount_minor: 990, cycles: 12 })
  const first = await plans.invoice(opened, 1)
  assert.equal(first.txid, first.id.slice('inv_'.length).replaceAll('-', ''))
  assert.equal(opened.latest_invoice_id, first.id)
  assert.deepEqual(
    [first.status, first.collection, Number(first.amount_minor), first.due_on],
    ['open', 'code', 990, null],
  )
  assert.deepEqual(
    [opened.status, opened.name, opened.amount_minor, opened.cycles, opened.starts_on],
    ['incomplete', 'Caneca', 4990, 12, null],
  )
  assert.equal(opened.expires_at, brasilia('2026-03-03T12:00:00').toISOString())
  await start(opened)
  const started = await plans.invoice(opened, 1)
  assert.deepEqual([started.period_start, started.period_end], ['2026-03-02', '2026-04-02'])
  assert.deepEqual(plans.told(), [])
})

test('one with a first day has no invoice, its code lasts until three days before', async () => {
  const opened = await plans.open({ starts_on: '2026-03-20' })
  assert.deepEqual(await plans.invoices(opened), [])
  assert.deepEqual([opened.latest_invoice_id, opened.next_due_on], [null, '2026-03-20'])
  assert.equal(opened.expires_at, brasilia('2026-03-18T00:00:00').toISOString())
})

test('what cannot be subscribed to is refused, each with its code and its field', async () => {
  const fault = async (order: object) => {
    const { fault: found } = await plans.ask(order)
    return found && [found.code, found.param]
  }
  const once = await plans.seller.product()
  const daily = { billing_interval: 'day', interval_count: 1 }
  const fortnightly = { billing_interval: 'week', interval_count: 2 }
  const withoutTaxId = (await plans.seller.customer()).id
  const id = 'offer_01900000-0000-7000-8000-000000000000'
  const data = { name: 'Bia', email: 'bia@example.com' }
  const of = (customer: object) => ({ customer_id: undefined, customer })
  const cases: [order: object, code: string, param: string][] = [
    [{ offer_id: id }, 'offer_not_found', 'offer_id'],
    [{ offer_id: once.default_offer?.id }, 'recurring_offer_required', 'offer_id'],
    [{ offer_id: await plans.offer(daily) }, 'billing_interval_not_supported', 'offer_id'],
    [{ offer_id: await plans.offer(fortnightly) }, 'billing_interval_not_supported', 'offer_id'],
    [{ offer_id: await plans.offer({ currency: 'USD' }) }, 'invalid_request', 'offer_id'],
    [{ starts_on: '2026-03-06' }, 'invalid_starts_on', 'starts_on'],
    [{ starts_on: '2027-03-03' }, 'invalid_starts_on', 'starts_on'],
    [
      { starts_on: '2026-03-07', first_amount_minor: 1 },
      'invalid_first_amount',
      'first_amount_minor',
    ],
    [{ customer_id: 'cus_1' }, 'customer_not_found', 'customer_id'],
    [{ customer_id: withoutTaxId }, 'customer_tax_id_required', 'customer_id'],
    [of(data), 'customer_tax_id_required', 'customer.tax_id'],
    [of({ ...data, tax_id: '111.111.111-11' }), 'customer_tax_id_required', 'customer.tax_id'],
    [of({ ...data, name: '  ' }), 'invalid_customer_name', 'customer.name'],
  ]
  for (const [order, code, param] of cases) {
    assert.deepEqual(await fault(order), [code, param], JSON.stringify(order))
  }
  for (const starts_on of ['2026-03-07', '2027-03-02']) await plans.open({ starts_on })
})

test('a customer found by e-mail takes the tax id that it lacks, and keeps another', async () => {
  const email = 'caio@example.com'
  const { body } = await plans.seller.post<'Customer'>('/v1/customers', { name: 'Caio', email })
  const ask = (tax_id: string) =>
    plans.ask({ customer: { name: 'Caio', email, tax_id }, customer_id: undefined } as object)
  const first = await ask('529.982.247-25')
  assert.equal(first.opened?.customer_id, body.id)
  assert.ok((await ask('52998224725')).opened)
  const { fault } = await ask('11.222.333/0001-81')
  assert.equal(fault?.code, 'customer_email_already_exists')
  assert.equal(fault.existing_id, body.id)
})

test('an external_id is used once in an account', async () => {
  const { id } = await plans.open({ external_id: 'plano-1' })
  const { fault } = await plans.ask({ external_id: 'plano-1' })
  assert.deepEqual(fault, {
    code: 'subscription_external_id_already_exists',
    param: 'external_id',
    existing_id: id,
  })
})

test('it is active once it is paid and approved, in either order, and said once', async () => {
  for (const paysFirst of [true, false]) {
    const opened = await plans.open()
    await start(opened)
    const first = await plans.invoice(opened, 1)
    const transfer = plans.transfer()
    const words = [() => receive(first, transfer), () => approve(opened)]
    if (!paysFirst) words.reverse()
    const [one, other] = words
    assert.equal((await one?.())?.status, 'incomplete')
    assert.equal((await other?.())?.status, 'active')
    const before = [await plans.read(opened), await plans.invoices(opened), plans.told()]
    assert.deepEqual(before[2], ['invoice.paid 1', 'subscription.activated'])
    for (const word of words) await word()
    assert.deepEqual([await plans.read(opened), await plans.invoices(opened)], before.slice(0, 2))
    assert.deepEqual(plans.told(), [])
  }
  assert.equal(plans.kept.length, 2)
  assert.deepEqual(plans.returned, [])
})

test('a paid one that is not authorised within a day expires, and what is paid stays', async () => {
  const opened = await plans.open()
  await start(opened)
  await receive(await plans.invoice(opened, 1))
  await plans.passTo(brasilia('2026-03-03T11:59:59'))
  assert.equal((await plans.read(opened)).status, 'incomplete')
  await plans.passTo(brasilia('2026-03-03T12:00:00'))
  const expired = await plans.read(opened)
  assert.deepEqual([expired.status, expired.paid_until], ['expired', '2026-04-02'])
  assert.deepEqual(
    [expired.cancellation?.by, expired.cancellation?.reason],
    ['system', 'not_authorized'],
  )
  assert.equal((await plans.invoice(opened, 1)).status, 'paid')
  assert.deepEqual(plans.told(), ['invoice.paid 1', 'subscription.expired'])
})

test('one that is neither paid nor authorised expires, and late money goes back once', async () => {
  const opened = await plans.open()
  await plans.passTo(brasilia('2026-03-03T12:00:00'))
  assert.equal((await plans.read(opened)).status, 'expired')
  const first = await plans.invoice(opened, 1)
  assert.deepEqual([first.status, (await plans.read(opened)).mandate_status], ['void', 'expired'])
  assert.deepEqual(plans.told(), ['subscription.expired', 'invoice.voided 1'])
  const transfer = plans.transfer()
  for (let i = 0; i < 2; i++) await receive(first, transfer)
  assert.deepEqual(plans.returned, [{ end_to_end_id: transfer.end_to_end_id, reason: 'late' }])
})

test('at a bank it is the bank that says that nothing can come any more', async () => {
  const opened = await plans.open({}, 'bank_1')
  await plans.passTo(brasilia('2026-03-05T12:00:00'))
  const waiting = await plans.read(opened)
  assert.deepEqual([waiting.status, waiting.check_at], ['incomplete', null])
  assert.ok(waiting.bank_check_at)
  const expire = () => plans.run((recorder) => expireUnused(keyOf(opened), recorder))
  for (let i = 0; i < 2; i++) assert.equal((await expire())?.status, 'expired')
  assert.deepEqual(plans.told(), ['subscription.expired', 'invoice.voided 1'])
})

test('a second transfer and one of another amount go back', async () => {
  const opened = await plans.open()
  await start(opened)
  const first = await plans.invoice(opened, 1)
  await receive(first, plans.transfer(4989))
  assert.equal((await plans.invoice(opened, 1)).status, 'open')
  await receive(first)
  await receive(first)
  assert.deepEqual(
    plans.returned.map(({ reason }) => reason),
    ['wrong_amount', 'duplicate'],
  )
  assert.equal(plans.kept.length, 1)
})

test('of one transfer that is read many times at once, one payment is made', async () => {
  const opened = await plans.open()
  await start(opened)
  const first = await plans.invoice(opened, 1)
  const transfer = plans.transfer()
  await Promise.all(Array.from({ length: 8 }, () => receive(first, transfer)))
  assert.deepEqual([plans.kept.length, plans.returned.length], [1, 0])
  assert.deepEqual(plans.told(), ['invoice.paid 1'])
})

test('without funds there are three retries, then the invoice waits for a code', async () => {
  const subscription = await running({ cycles: 2 }, 'bank_1')
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const { bank_order, bank_order_date } = await plans.invoice(subscription, 2)
  assert.deepEqual([bank_order, bank_order_date], ['instruct', '2026-04-02'])
  assert.deepEqual(plans.told(), ['invoice.created 2'])
  const dates: string[] = []
  for (const day of ['2026-04-02', '2026-04-04', '2026-04-06', '2026-04-09']) {
    const invoice = await plans.invoice(subscription, 2)
    const kind = dates.length === 0 ? 'first' : 'retry'
    assert.equal(invoice.bank_order_date, day)
    const order = { ...keyOf(invoice), kind, date: day } as const
    for (let i = 0; i < 2; i++) await plans.run((recorder) => recordOrder(order, recorder))
    dates.push(day)
    await plans.passTo(brasilia(`${day}T23:00:00`))
    const again = await fail(subscription, 2)
    await again()
    await plans.passTo(new Date(brasilia(`${day}T23:00:00`).getTime() + 7 * 3_600_000))
  }
  const attempts = await plans.attempts(await plans.invoice(subscription, 2))
  assert.deepEqual(
    attempts.map(({ kind, date, status }) => `${kind} ${date} ${status}`),
    dates.map((date, i) => `${i === 0 ? 'first' : 'retry'} ${date} failed`),
  )
  const failed = 'invoice.payment_failed 2'
  const ended = ['invoice.uncollectible 2', 'subscription.ended']
  assert.deepEqual(plans.told(), [failed, failed, failed, failed, ...ended])
  const given = await plans.invoice(subscription, 2)
  assert.deepEqual(
    [given.status, given.failure_reason, given.next_attempt_on],
    ['uncollectible', 'insufficient_funds', null],
  )
  await receive(given)
  assert.equal((await plans.invoice(subscription, 2)).status, 'paid')
  assert.equal((await plans.read(subscription)).paid_until, '2026-05-02')
})

test('a failed debit leaves the subscription behind until an invoice is paid', async () => {
  const subscription = await running()
  await plans.passTo(brasilia('2026-04-02T07:00:00'))
  await fail(subscription, 2)
  const behind = await plans.read(subscription)
  assert.deepEqual([behind.status, behind.next_due_on], ['past_due', '2026-05-02'])
  assert.equal((await plans.invoice(subscription, 2)).next_attempt_on, '2026-04-04')
  await plans.passTo(brasilia('2026-04-04T08:00:00'))
  const after = await plans.read(subscription)
  assert.deepEqual([after.status, after.paid_until], ['active', '2026-05-02'])
})

test('money that comes for an uncollectible invoice after its period goes back', async () => {
  const subscription = await running({ retries: false })
  await plans.passTo(brasilia('2026-04-02T07:00:00'))
  await fail(subscription, 2)
  const given = await plans.invoice(subscription, 2)
  assert.equal(given.status, 'uncollectible')
  plans.now = brasilia('2026-05-02T00:00:00')
  await receive(given)
  assert.deepEqual(
    plans.returned.map(({ reason }) => reason),
    ['late'],
  )
})

test('canceling ends at once what is not debited yet, and later debits go back', async () => {
  const subscription = await running({}, 'bank_1')
  await service.sql(
    'update subscriptions set location_id = ? where seller_id = ?',
    'loc-1',
    plans.seller_id,
  )
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const owed = await plans.invoice(subscription, 2)
  const order = { ...keyOf(owed), kind: 'first', date: '2026-04-02' } as const
  await plans.run((recorder) => recordOrder(order, recorder))
  plans.now = brasilia('2026-04-01T23:00:00')
  const { subscription: canceled, isCanceled } = (await cancel(subscription)) ?? {}
  assert.deepEqual([isCanceled, canceled?.status], [true, 'canceled'])
  assert.deepEqual([canceled?.next_due_on, canceled?.check_at], [null, null])
  assert.deepEqual([canceled?.bank_order, canceled?.paid_until], ['cancel', '2026-04-02'])
  const stopped = await plans.invoice(subscription, 2)
  assert.deepEqual([stopped.status, stopped.bank_order], ['void', 'void'])
  const events = ['invoice.created 2', 'subscription.canceled', 'invoice.voided 2']
  assert.deepEqual(plans.told(), events)
  assert.equal((await cancel(subscription))?.isCanceled, false)
  plans.now = brasilia('2026-04-02T03:00:00')
  const transfer = plans.transfer()
  for (let i = 0; i < 2; i++) await receive(stopped, transfer)
  assert.deepEqual(plans.returned, [{ end_to_end_id: transfer.end_to_end_id, reason: 'canceled' }])
  assert.deepEqual(plans.told(), [])
})

test('after a cancellation an invoice that has failed takes money of that day only', async () => {
  for (const [time, status] of [
    ['2026-04-02T23:59:59', 'paid'],
    ['2026-04-03T00:00:00', 'uncollectible'],
  ] as const) {
    plans.now = brasilia('2026-03-02T12:00:00')
    const subscription = await running()
    await plans.passTo(brasilia('2026-04-02T07:00:00'))
    await fail(subscription, 2)
    await cancel(subscription)
    const given = await plans.invoice(subscription, 2)
    assert.equal(given.status, 'uncollectible')
    plans.now = brasilia(time)
    await receive(given)
    assert.equal((await plans.invoice(subscription, 2)).status, status)
  }
  assert.deepEqual(
    plans.returned.map(({ reason }) => reason),
    ['canceled'],
  )
})

test('a mandate that the payer ends voids what is to come and nothing that is due', async () => {
  const end = (of: Subscription) =>
    plans.run((recorder) =>
      endMandate({ ...keyOf(of), status: 'canceled', by: 'payer', code: 'SLCR' }, recorder),
    )
  for (const [time, status] of [
    ['2026-04-01T10:00:00', 'void'],
    ['2026-04-02T07:00:00', 'uncollectible'],
  ] as const) {
    plans.now = brasilia('2026-03-02T12:00:00')
    const subscription = await running()
    await plans.passTo(brasilia(time))
    plans.told()
    for (let i = 0; i < 2; i++) await end(subscription)
    const canceled = await plans.read(subscription)
    assert.deepEqual([canceled.status, canceled.mandate_status], ['canceled', 'canceled'])
    assert.deepEqual([canceled.cancellation?.by, canceled.cancellation?.code], ['payer', 'SLCR'])
    assert.equal((await plans.invoice(subscription, 2)).status, status)
    const event = status === 'void' ? 'invoice.voided 2' : 'invoice.uncollectible 2'
    assert.deepEqual(plans.told(), ['subscription.canceled', event])
  }
})

test('a mandate that is rejected ends an incomplete subscription', async () => {
  const opened = await plans.open()
  await plans.run((recorder) =>
    endMandate({ ...keyOf(opened), status: 'rejected', by: 'payer', code: 'AP13' }, recorder),
  )
  const expired = await plans.read(opened)
  assert.deepEqual([expired.status, expired.canceled_at], ['expired', null])
  assert.equal((await plans.invoice(opened, 1)).status, 'void')
})

test('a mandate that is approved after the end is ended at the bank', async () => {
  const opened = await plans.open({}, 'bank_1')
  await service.sql(
    `update subscriptions set location_id = 'loc-1' where seller_id = ?`,
    plans.seller_id,
  )
  await cancel(opened)
  await service.sql(
    'update subscriptions set bank_order = null where seller_id = ?',
    plans.seller_id,
  )
  const after = await approve(opened)
  assert.deepEqual([after?.status, after?.bank_order], ['canceled', 'cancel'])
})

test('a draft is void at once, an open invoice until 22:00 of the day before', async () => {
  const ask = async (of: Subscription) =>
    plans.run((recorder) => requestVoid({ ...keyOf(of), id: of.latest_invoice_id ?? '' }, recorder))
  const subscription = await running()
  assert.equal((await ask(subscription)).fault, 'invoice_not_voidable')
  await plans.passTo(brasilia('2026-03-24T12:00:00'))
  plans.told()
  assert.equal((await ask(await plans.read(subscription))).invoice?.status, 'void')
  assert.deepEqual(plans.told(), ['invoice.voided 2'])
  assert.equal((await plans.read(subscription)).next_due_on, '2026-05-02')
  await plans.passTo(brasilia('2026-05-01T21:59:59'))
  const open = await plans.read(subscription)
  plans.now = brasilia('2026-05-01T22:00:00')
  assert.equal((await ask(open)).fault, 'invoice_not_voidable')
  plans.now = brasilia('2026-05-01T21:59:59')
  assert.equal((await ask(open)).invoice?.status, 'void')
  const [attempt] = await plans.attempts(await plans.invoice(subscription, 3))
  assert.equal(attempt?.status, 'canceled')
  await plans.passTo(brasilia('2026-05-02T12:00:00'))
  assert.equal((await plans.read(subscription)).status, 'active')
  assert.equal(plans.kept.length, 1)
})

test('an invoice that the bank has is void once the bank has confirmed it', async () => {
  const subscription = await running({}, 'bank_1')
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const invoice = await plans.invoice(subscription, 2)
  const order = { ...keyOf(invoice), kind: 'first', date: '2026-04-02' } as const
  await plans.run((recorder) => recordOrder(order, recorder))
  const ask = () => plans.run((recorder) => requestVoid(keyOf(invoice), recorder))
  const { invoice: asked } = await ask()
  assert.deepEqual([asked?.status, asked?.bank_order], ['open', 'void'])
  assert.equal(asked?.void_requested_at, plans.now.toISOString())
  assert.deepEqual((await ask()).invoice?.void_requested_at, asked?.void_requested_at)
  const confirm = () => plans.run((recorder) => confirmVoid(keyOf(invoice), recorder))
  for (let i = 0; i < 2; i++) await confirm()
  assert.equal((await plans.invoice(subscription, 2)).status, 'void')
  assert.deepEqual(plans.told(), ['invoice.created 2', 'invoice.voided 2'])
})

test('an order that may be at the bank is stopped, and not given again', async () => {
  const subscription = await running({}, 'bank_1')
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const invoice = await plans.invoice(subscription, 2)
  await service.sql('update invoices set bank_order_sent_at = ? where id = ?', 't', invoice.id)
  await plans.run((recorder) => requestVoid(keyOf(invoice), recorder))
  await plans.passTo(brasilia('2026-04-25T12:00:00'))
  const { status, bank_order } = await plans.invoice(subscription, 2)
  assert.deepEqual([status, bank_order], ['open', 'void'])
})

test('an instruction that the bank could not pass on can be void before its day', async () => {
  const subscription = await running({}, 'bank_1')
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const invoice = await plans.invoice(subscription, 2)
  const order = { ...keyOf(invoice), kind: 'first', date: '2026-04-02' } as const
  await plans.run((recorder) => recordOrder(order, recorder))
  await fail(subscription, 2, { reason: 'bank_error', code: 'AB10' })
  const { invoice: asked } = await plans.run((recorder) => requestVoid(keyOf(invoice), recorder))
  assert.deepEqual([asked?.status, asked?.bank_order], ['open', 'void'])
})

test('the amount of a draft changes where the subscription is variable', async () => {
  const change = (id: string | null) =>
    plans.run((recorder) =>
      changeAmount({ seller_id: plans.seller_id, id: id ?? '', amount_minor: 5990 }, recorder),
    )
  const fixed = await running()
  assert.equal((await change(fixed.latest_invoice_id)).fault, 'subscription_amount_fixed')
  const variable = await running({ variable: { minimum_limit_minor: 9990 } })
  assert.equal((await change(variable.latest_invoice_id)).fault, 'invoice_not_draft')
  await plans.passTo(brasilia('2026-03-24T12:00:00'))
  const { latest_invoice_id } = await plans.read(variable)
  assert.equal((await change(latest_invoice_id)).invoice?.amount_minor, 5990)
  assert.equal((await change('inv_1')).fault, 'invoice_not_found')
})

test('an order that comes late moves the due day, and after the period it is missed', async () => {
  const subscription = await running({}, 'bank_1')
  plans.now = brasilia('2026-04-10T12:00:00')
  await plans.due()
  const moved = await plans.invoice(subscription, 2)
  assert.deepEqual([moved.due_on, moved.bank_order_date], ['2026-04-12', '2026-04-12'])
  await plans.passTo(brasilia('2026-04-29T22:00:00'))
  const missed = await plans.invoice(subscription, 2)
  assert.deepEqual([missed.status, missed.failure_reason], ['uncollectible', 'missed'])
  assert.equal((await plans.read(subscription)).status, 'past_due')
  const events = ['invoice.created 2', 'invoice.created 3', 'invoice.uncollectible 2']
  assert.deepEqual(plans.told(), events)
})

test('an order that the bank has taken while it was canceled is stopped still', async () => {
  const subscription = await running({}, 'bank_1')
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const { id } = await plans.invoice(subscription, 2)
  await service.sql('update invoices set bank_order_sent_at = ? where id = ?', 't', id)
  await cancel(subscription)
  const order = { ...keyOf({ id }), kind: 'first', date: '2026-04-02' } as const
  for (let i = 0; i < 2; i++) await plans.run((recorder) => recordOrder(order, recorder))
  const stopped = await plans.invoice(subscription, 2)
  assert.deepEqual([stopped.status, stopped.bank_order], ['void', 'void'])
  assert.equal((await plans.attempts(stopped)).length, 1)
  for (let i = 0; i < 2; i++) await plans.run((recorder) => confirmVoid(keyOf({ id }), recorder))
  assert.equal((await plans.invoice(subscription, 2)).bank_order, null)
  assert.deepEqual(
    (await plans.attempts(stopped)).map(({ status }) => status),
    ['canceled'],
  )
})

test('an order that is no longer owed is not recorded again', async () => {
  const subscription = await running({}, 'bank_1')
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const invoice = await plans.invoice(subscription, 2)
  const record = (kind: 'first' | 'resend') => {
    const order = { ...keyOf(invoice), kind, date: '2026-04-02' } as const
    return plans.run((recorder) => recordOrder(order, recorder))
  }
  await record('first')
  await fail(subscription, 2, { reason: 'bank_error', code: 'AB10' })
  await record('first')
  await plans.passTo(brasilia('2026-03-28T06:00:00'))
  assert.equal((await plans.invoice(subscription, 2)).bank_order, 'resend')
  await record('resend')
  await fail(subscription, 2)
  await record('resend')
  const attempts = await plans.attempts(invoice)
  assert.deepEqual(
    attempts.map(({ kind, date, status }) => `${kind} ${date} ${status}`),
    ['first 2026-04-02 failed', 'resend 2026-04-02 failed'],
  )
})

test('a debit that the payer takes back leaves the period to a code', async () => {
  const subscription = await running()
  await plans.passTo(brasilia('2026-04-01T12:00:00'))
  plans.told()
  const word = { status: 'canceled', reason: 'canceled_by_payer', code: 'SLCR' } as const
  await fail(subscription, 2, word)
  const given = await plans.invoice(subscription, 2)
  assert.deepEqual([given.status, given.failure_reason], ['uncollectible', 'canceled_by_payer'])
  assert.equal((await plans.read(subscription)).status, 'past_due')
  assert.deepEqual(plans.told(), ['invoice.uncollectible 2'])
})

test('one whose work fails keeps no other from its own', async () => {
  const [broken, sound] = [await running(), await running()]
  await service.sql('update subscriptions set interval_count = 7 where id = ?', broken.id)
  plans.now = brasilia('2026-03-25T12:00:00')
  const failed: string[] = []
  const round = {
    db: plans.db,
    recorder: plans.recorder,
    failed: ({ id }: { id: string }) => failed.push(id),
  }
  await runAllDue(round, plans.now)
  assert.deepEqual(failed, [broken.id])
  assert.equal((await plans.invoices(sound)).length, 2)
  await assert.rejects(plans.due())
  await service.sql('update subscriptions set interval_count = 1 where id = ?', broken.id)
})

test('an order whose answer is unknown is neither moved nor given up', async () => {
  const subscription = await running({}, 'bank_1')
  await plans.passTo(brasilia('2026-03-27T06:00:00'))
  const { id } = await plans.invoice(subscription, 2)
  await service.sql('update invoices set bank_order_sent_at = ? where id = ?', 't', id)
  // The next invoice is opened within the hours of orders, and this one is looked at as well.
  await plans.passTo(brasilia('2026-04-27T12:00:00'))
  const { status, bank_order_date } = await plans.invoice(subscription, 2)
  assert.deepEqual([status, bank_order_date], ['open', '2026-04-02'])
})

test('the views have the fields that the specification lists', async () => {
  const subscription = await running({ variable: { minimum_limit_minor: 9990 } })
  const view = subscriptionView(subscription, 'https://balcao.example')
  assert.equal(
    Object.keys(view).join(),
    'id,object,customer_id,offer_id,name,external_id,status,currency,amount_minor,' +
      'first_amount_minor,variable,billing_interval,interval_count,retries,cycles,starts_on,' +
      'next_due_on,paid_until,latest_invoice_id,subscription_url,success_url,cancel_url,metadata,' +
      'mandate,cancellation,expires_at,activated_at,canceled_at,created_at,updated_at',
  )
  assert.match(view.subscription_url, /^https:\/\/balcao\.example\/subscribe\/[\w-]{51}$/)
  assert.deepEqual(view.variable, { minimum_limit_minor: 9990 })
  assert.deepEqual(view.mandate, {
    id: null,
    status: 'approved',
    approved_at: plans.now.toISOString(),
    payer,
  })
  await plans.passTo(brasilia('2026-04-02T07:00:00'))
  await fail(subscription, 2)
  const invoice = await plans.invoice(subscription, 2)
  const shown = invoiceView(invoice, await plans.attempts(invoice), subscription)
  assert.equal(
    Object.keys(shown).join(),
    'id,object,subscription_id,customer_id,number,status,currency,amount_minor,' +
      'amount_refunded_minor,period_start,period_end,due_on,finalizes_at,collection,txid,' +
      'end_to_end_id,payment_id,attempts,next_attempt_on,failure_reason,void_requested_at,' +
      'metadata,paid_at,created_at,updated_at',
  )
  const [attempt] = shown.attempts
  assert.deepEqual(attempt, {
    date: '2026-04-02',
    kind: 'first',
    status: 'failed',
    reason: 'insufficient_funds',
    code: null,
    end_to_end_id: null,
  })
})
