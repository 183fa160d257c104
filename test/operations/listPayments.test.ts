import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { components } from '../../generated/types.ts'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

type Payment = components['schemas']['Payment']

const service = await startService()
const path = '/v1/payments'

const HOUR_MS = 60 * 60 * 1000

const end_to_end_ids = ['a', 'b', 'c', 'd', 'e'].map((letter) => `E${letter.repeat(31)}`)
const txids = ['1', '2'].map((digit) => digit.repeat(32))

/**
 * Payments in each state, oldest first. They were recorded in another order than they were paid in,
 * two at the same moment.
 */
async function several(seller: TestAccount): Promise<Payment[]> {
  const made = [1, 2, 3, 4, 5].map(() => seller.payment())
  const ids = (await Promise.all(made)).map(({ id }) => id).toSorted()
  await seller.refund(ids[1] ?? '', { amount_minor: 1 })
  await seller.refund(ids[2] ?? '')
  await service.sql(
    `update payments set outcome = 'returned', return_reason = 'late', return_status = 'done'
    where id = ?`,
    ids[3],
  )
  const base_ms = service.clock.now().getTime()
  for (const [i, hours] of [4, 2, 3, 2, 1].entries()) {
    await service.sql(
      'update payments set end_to_end_id = ?, txid = ?, paid_at = ? where id = ?',
      end_to_end_ids[i],
      txids[i % 2],
      new Date(base_ms - hours * HOUR_MS).toISOString(),
      ids[i],
    )
  }
  const all = await Promise.all(ids.map((id) => seller.get<'Payment'>(`${path}/${id}`)))
  return all.map(({ body }) => body)
}

async function page(seller: TestAccount, query: Record<string, string> = {}) {
  const { body, text } = await seller.get<'PaymentList'>(`${path}?${new URLSearchParams(query)}`)
  assert.ok(body.data, text)
  return body
}

/** Walks all pages of two payments each. */
async function walk(seller: TestAccount, query: Record<string, string>): Promise<Payment[]> {
  const found: Payment[] = []
  let cursor: string | null = null
  do {
    const after: Record<string, string> = cursor ? { starting_after: cursor } : {}
    const { data, next_cursor } = await page(seller, { ...query, limit: '2', ...after })
    found.push(...data)
    cursor = next_cursor
  } while (cursor)
  return found
}

const newest = (a: Payment, b: Payment) => (a.id < b.id ? 1 : -1)
const latestPaid = (a: Payment, b: Payment) =>
  a.paid_at === b.paid_at ? newest(a, b) : a.paid_at < b.paid_at ? 1 : -1

test('an account without payments has an empty list', async () => {
  const body = await page(await service.account())
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists payments whole, newest first, and walks the pages by next_cursor', async () => {
  const seller = await service.account()
  const all = (await several(seller)).toSorted(newest)
  assert.deepEqual((await page(seller)).data, all)
  assert.deepEqual(await walk(seller, {}), all)
  const states = all.map(({ status }) => status).toReversed()
  const expected = ['succeeded', 'partially_refunded', 'refunded', 'returned', 'succeeded']
  assert.deepEqual(states, expected)
})

test('each combination of filters finds what it names, in the order it promises', async () => {
  const seller = await service.account()
  const all = await several(seller)
  const times = all.map(({ paid_at }) => paid_at).toSorted()
  const values: Record<string, (string | undefined)[]> = {
    checkout_id: [undefined, all[1]?.checkout_id ?? '', unknownId('checkout_')],
    end_to_end_id: [undefined, all[1]?.end_to_end_id ?? '', all[2]?.end_to_end_id ?? ''],
    txid: [undefined, txids[0], txids[1]],
    status: [undefined, 'succeeded', 'partially_refunded', 'refunded', 'returned'],
    paid_from: [undefined, times[1]],
    paid_to: [undefined, times[3], times[4]],
  }
  let queries: Record<string, string>[] = [{}]
  for (const [name, each] of Object.entries(values)) {
    queries = queries.flatMap((query) =>
      each.map((value) => (value === undefined ? query : { ...query, [name]: value })),
    )
  }
  for (const query of queries) {
    const { paid_from = '', paid_to = '9', ...named } = query
    const { status: _, ...ids } = named
    const isByTime = Object.keys(ids).length === 0 && ('paid_from' in query || 'paid_to' in query)
    const fits = all
      .filter(({ paid_at }) => paid_at >= paid_from && paid_at < paid_to)
      .filter((one) =>
        Object.entries(named).every(([key, value]) => one[key as keyof Payment] === value),
      )
      .toSorted(isByTime ? latestPaid : newest)
    assert.deepEqual(await walk(seller, query), fits, JSON.stringify(query))
  }
})

test('filters by the moment of a payment in every form of RFC 3339', async () => {
  const seller = await service.account()
  const paid = await seller.payment()
  const at = paid.paid_at
  const local = new Date(Date.parse(at) - 3 * 3_600_000).toISOString().slice(0, -1)
  for (const moment of [at, `${local}-03:00`, at.replace('Z', '000+00:00')]) {
    assert.deepEqual((await page(seller, { paid_from: moment })).data, [paid], moment)
    assert.deepEqual((await page(seller, { paid_to: moment })).data, [], moment)
  }
  const after = at.replace('Z', '001Z')
  assert.deepEqual((await page(seller, { paid_from: after })).data, [])
  assert.deepEqual((await page(seller, { paid_to: after })).data, [paid])
})

test('a payment of the sandbox has an id of the Pix system, and is found by it', async () => {
  const seller = await service.account()
  const [paid, other] = [await seller.payment(), await seller.payment()]
  const { end_to_end_id } = paid
  const minute = paid.paid_at.slice(0, 16).replaceAll(/\D/g, '')
  assert.match(end_to_end_id ?? '', new RegExp(`^E99999999${minute}[0-9a-z]{11}$`))
  assert.notEqual(other.end_to_end_id, end_to_end_id)
  assert.deepEqual((await page(seller, { end_to_end_id: end_to_end_id ?? '' })).data, [paid])
})

test('shows nothing of another account, whatever is filtered', async () => {
  const [seller, other] = [await service.account(), await service.account()]
  const theirs = await several(other)
  const [, one] = theirs
  assert.ok(one?.end_to_end_id && one.txid)
  for (const query of [
    {},
    { checkout_id: one.checkout_id },
    { end_to_end_id: one.end_to_end_id },
    { txid: one.txid },
    { status: one.status },
    { paid_from: one.paid_at },
    { paid_from: one.paid_at, status: one.status },
  ] as Record<string, string>[]) {
    assert.deepEqual((await page(seller, query)).data, [])
  }
})

test('refuses filters that break the contract', async () => {
  const seller = await service.account()
  for (const [query, code, param] of [
    ['checkout_id=x', 'invalid_checkout_id', 'checkout_id'],
    ['status=paid', 'invalid_request', 'status'],
    ['end_to_end_id=x', 'invalid_request', 'end_to_end_id'],
    ['txid=x', 'invalid_request', 'txid'],
    ['paid_from=2026-03-02', 'invalid_request', 'paid_from'],
    ['paid_to=2026-13-02T00:00:00.000Z', 'invalid_request', 'paid_to'],
    ['paid_to=', 'invalid_request', 'paid_to'],
    ['paid_from=2016-12-31T22:59:60.000Z', 'invalid_request', 'paid_from'],
    ['paid_to=2016-12-31T22:59:60.000Z', 'invalid_request', 'paid_to'],
    ['paid_at=2026-03-02T00:00:00.000Z', 'invalid_request', 'paid_at'],
  ] as const) {
    assertRefused(await seller.get(`${path}?${query}`), code, param)
  }
})

test('refuses a cursor that is malformed, unknown or of another account', async () => {
  const seller = await service.account()
  const theirs = await (await service.account()).payment()
  const malformed = malformedIds('pay_').filter((id) => !/%(?![0-9A-F]{2})/.test(id))
  for (const cursor of ['', ...malformed, unknownId('pay_'), theirs.id]) {
    const answer = await seller.get(`${path}?starting_after=${cursor}`)
    assertRefused(answer, 'invalid_cursor', 'starting_after')
  }
})
