/** Processes that share subscriptions, and are killed while the bank has an order of theirs. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { components } from '../../../generated/types.ts'
import { addDays, dayOf } from '../../../runtime/brasilia.ts'
import { authorize } from '../../../packages/bank/recurring/controls.ts'
import { person } from '../../support/person.ts'
import type { Processes } from '../../support/processes.ts'
import { long } from '../../support/property.ts'
import { brasilia } from '../../support/subscriptions.ts'
import { CPF } from '../../support/subscriptionRail.ts'
import {
  CLAIM_SECONDS,
  digitsOf,
  killed,
  SubscriptionProcesses,
} from '../../support/subscriptionProcesses.ts'

type Schemas = components['schemas']

/** Invoices that are due in one minute, and the bar for all of them. */
const INVOICES = long ? 2_000 : 50
const WITHIN_MS = 10 * 60 * 1000

/** Orders under way of two processes, each of which gives eight at once. */
const UNDER_WAY = 16

/** `mute`: the order is carried out and never answered; `hang`: neither. */
const silences = ['mute', 'hang'] as const

/** The silences that one kill meets: one in the long form, both in the short. */
const kills: (typeof silences)[number][][] = long ? silences.map((one) => [one]) : [[...silences]]

/** Of one kind of order: more than are under way at all kills. */
const FEW = (kills.length + 1) * UNDER_WAY

const at = await SubscriptionProcesses.start()
const pair = await Promise.all([at.process(), at.process()])
const customer = await at.post<Schemas['Customer']>(pair[0], '/v1/customers', {
  name: 'Ana',
  email: 'ana@example.com',
  tax_id: person.tax_id,
})

const other = (): Processes => pair[0] ?? assert.fail('no process')

/** Kills the older of two processes. */
async function killOlder(): Promise<void> {
  const [older] = pair.splice(0, 1)
  assert.ok(older)
  await killed(older)
}

/**
 * Kills one of two processes while both wait for the bank, whose connections then break for the
 * other one, too.
 *
 * @param begin has the orders given
 */
async function killAtOrder(order: string, begin: () => Promise<unknown>): Promise<void> {
  let before = 0
  const silence = (met: (typeof kills)[number] = []) => {
    before = at.bank.count(order)
    // In pairs, so that processes whose orders alternate meet every silence as well.
    const pairs = met.length > 0 ? UNDER_WAY / 2 : 0
    for (let i = 0; i < pairs; i++) at.bank.order(order, met[i % met.length] ?? 'mute', 2)
  }
  silence(kills[0])
  await begin()
  for (const [i, met] of kills.entries()) {
    await at.until(`${order}: ${met}`, () => at.bank.count(order) >= before + UNDER_WAY)
    await killOlder()
    at.bank.recover()
    silence(kills[i + 1])
    at.bank.breakConnections()
    pair.push(await at.process())
  }
  await at.pass(CLAIM_SECONDS, other())
}

const invoices = (where: string) => at.count(`invoices where ${where}`)

/** Every charge of these stands at the bank once, and so does its attempt here. */
async function untilOrdered(ids: string[]): Promise<void> {
  const list = ids.map((id) => `'${id}'`).join()
  const open = `bank_order is null and due_on is not null and subscription_id in (${list})`
  await at.until('all ordered', async () => (await invoices(open)) === ids.length)
  const contracts = new Set(ids.map(digitsOf))
  const own = at.recurrences.filter(({ vinculo }) => contracts.has(vinculo.contrato))
  assert.equal(own.length, ids.length)
  for (const { charges } of own) assert.equal(charges.length, 1)
  at.assertRules()
}

test('killed at a void, an end and a retry: each is carried out once', async () => {
  const funds = '12345678909'
  const kept = await at.dueNow(FEW, customer.id, funds)
  const groups = [await at.dueNow(FEW, customer.id), await at.dueNow(FEW, customer.id)] as const
  at.fund('0.00', funds)
  await at.pass(1, other())
  await untilOrdered([...kept, ...groups.flat()])
  const cancel = async (ids: string[]) => {
    for (const id of ids) await at.post(other(), `/v1/subscriptions/${id}/cancel`)
  }
  const ended = `subscriptions where mandate_status = 'canceled' and status = 'canceled'`
  await killAtOrder('PATCH /cobr', () => cancel(groups[0]))
  await at.until('voided', async () => (await at.count(ended)) === FEW)
  await killAtOrder('PATCH /rec', () => cancel(groups[1]))
  await at.until('ended', async () => (await at.count(ended)) === 2 * FEW)
  const day = addDays(dayOf(at.now), 6)
  await at.moveTo(brasilia(`${day}T23:55:00`), other())
  const failed = `attempts where status = 'failed'`
  await at.until('all failed', async () => (await at.count(failed)) === FEW)
  const retryAt = brasilia(`${addDays(day, 1)}T06:01:00`)
  await killAtOrder('POST /retentativa', () => at.moveTo(retryAt, other()))
  const retried = `attempts where kind = 'retry' and status = 'scheduled'`
  await at.until('all retried', async () => (await at.count(retried)) === FEW)
  for (const { tentativas } of at.charges) {
    assert.ok(tentativas.filter(({ tipo }) => tipo === 'NTAG').length <= 1)
  }
  at.assertRules()
})

/** Subscriptions of whose codes a process makes one at each order when it is killed. */
async function openedBeyond(
  orders: readonly string[],
  silence: (typeof silences)[number],
  offer_id: string,
): Promise<string[]> {
  const json = { offer_id, customer_id: customer.id }
  const pathOf = (id: string) => `/v1/subscriptions/${id}/code`
  const ids: string[] = []
  const [first] = pair.splice(0, 1)
  assert.ok(first)
  const asked: Promise<unknown>[] = []
  for (const order of orders) {
    const { id } = await at.post<Schemas['Subscription']>(other(), '/v1/subscriptions', json)
    const before = at.bank.count(order)
    at.bank.order(order, silence, 1)
    asked.push(at.get(first, pathOf(id)).catch(() => undefined))
    await at.until(order, () => at.bank.count(order) > before)
    ids.push(id)
  }
  await killed(first)
  await Promise.all(asked)
  pair.push(await at.process())
  await at.pass(CLAIM_SECONDS, other())
  for (const [i, id] of ids.entries()) {
    const { code } = await at.get<Schemas['SubscriptionCode']>(other(), pathOf(id))
    assert.ok(code, `no code after ${orders[i]}`)
    authorize(at.bank.books, { code, cpf: CPF })
  }
  return ids
}

/** The orders by which a mandate is opened. */
const openingOrders = ['POST /locrec', 'PUT /cob', 'POST /rec']

test('killed while a mandate is opened: one recurrence lives, and its code is paid', async () => {
  const product = await at.post<Schemas['Product']>(other(), '/v1/products', {
    name: 'Clube',
    default_offer: {
      ...{ amount_minor: 4990, currency: 'BRL' },
      ...{ type: 'recurring', billing_interval: 'month' },
    },
  })
  const offer_id = product.default_offer?.id ?? ''
  const opened: string[] = []
  // One kill for each order in the long form, one for all of them in the short.
  for (const orders of long ? openingOrders.map((one) => [one]) : [openingOrders]) {
    for (const silence of silences) opened.push(...(await openedBeyond(orders, silence, offer_id)))
  }
  const list = opened.map((id) => `'${id}'`).join()
  const active = `subscriptions where status = 'active' and id in (${list})`
  await at.until('all active', async () => (await at.count(active)) === opened.length)
  const contracts = new Set(opened.map(digitsOf))
  const own = at.recurrences.filter(({ vinculo }) => contracts.has(vinculo.contrato))
  assert.equal(own.length, opened.length)
  at.assertRules()
})

test('all invoices due in one minute are at the bank in time, each once', async (t) => {
  const ids = await at.dueNow(INVOICES, customer.id)
  const startMs = at.now.getTime()
  await killAtOrder('PUT /cobr', () => at.pass(1, other()))
  await untilOrdered(ids)
  const tookMs = at.now.getTime() - startMs
  assert.ok(tookMs < WITHIN_MS, `${tookMs} ms`)
  void t.annotate(
    `${INVOICES} instructions in ${Math.round(tookMs / 1000)} s, ${kills.length} kills`,
  )
})
