/** The entries, the order and the cursors of lists, which each engine works out by itself. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { putRefunds } from '../support/refunded.ts'
import { startService } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

type Entry = { id: string; [field: string]: unknown }
type List = { data: Entry[]; next_cursor: string | null }

type Filter = [name: string, value: string]

/** The values by which filters find an entry, in the list of its kind. */
type Values = Record<string, unknown>

const valuesOf: Record<string, (entry: Entry) => Values> = {
  customers: ({ email }) => ({ email }),
  checkouts: ({ external_id, status, customer_id, created_at }) => ({
    external_id,
    status,
    customer_id,
    created_from: created_at,
  }),
  webhook_deliveries: ({ webhook_endpoint_id, event_id, status }) => ({
    webhook_endpoint_id,
    event_id,
    status,
  }),
  audit_events: ({ actor, target, created_at }) => ({
    actor_id: (actor as Entry).id,
    target_id: (target as Entry).id,
    created_from: created_at,
  }),
  events: ({ type, data, created_at }) => ({
    type,
    checkout_id: (data as Entry)['checkout_id'] ?? (data as Entry).id,
    created_from: created_at,
  }),
  payments: ({ checkout_id, status, end_to_end_id, txid, paid_at }) => ({
    checkout_id,
    status,
    end_to_end_id,
    txid,
    paid_from: paid_at,
  }),
  refunds: ({ payment_id, checkout_id, status, external_id }) => ({
    payment_id,
    checkout_id,
    status,
    external_id,
  }),
}

const service = await startService()
const seller = await service.account()
await fill()

/**
 * Adds objects of each kind, each a minute after the one before; the newest two sessions are open.
 */
async function fill(): Promise<void> {
  await service.service.webhooks.stop(0)
  const others = await seller.restrictedTo(['products:write'])
  const customers = [await seller.customer(), await seller.customer()]
  await seller.webhookEndpoint()
  await seller.webhookEndpoint()
  for (const [i, end] of ['pay', 'cancel', 'pay', 'pay', '', ''].entries()) {
    service.clock.advanceMs(60_000)
    const { id } = await seller.checkout({
      customer_id: customers[i % 2]?.id,
      external_id: `pedido-${i}`,
    })
    if (end === 'cancel') await seller.post(`/v1/checkouts/${id}/cancel`)
    if (end === 'pay') {
      const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
      await seller.refund(body.payment_id ?? '', { amount_minor: 1, external_id: `volta-${i}` })
      // The sandbox lets this one fail.
      await seller.refund(body.payment_id ?? '', { amount_minor: 1313 })
    }
    await others.product()
  }
  // Only payments at a bank have one otherwise.
  await service.sql("update payments set txid = replace(replace(id, '_', ''), '-', '')")
  const { data } = await page('webhook_deliveries', { limit: '100' })
  for (const [i, { id }] of data.entries()) {
    const status = ['pending', 'delivered', 'failed'][i % 3]
    await service.sql('update deliveries set status = ? where id = ?', status, id)
  }
}

async function page(list: string, query: Record<string, string>): Promise<List> {
  const { status, body, text } = await seller.get(`/v1/${list}?${new URLSearchParams(query)}`)
  assert.equal(status, 200, text)
  return body as unknown as List
}

/** Walks all entries of a list by these filters, two at a time. */
async function walk(list: string, filters: Record<string, string>): Promise<Entry[]> {
  const found: Entry[] = []
  let cursor: string | null = null
  do {
    const after: Record<string, string> = cursor === null ? {} : { starting_after: cursor }
    const { data, next_cursor }: List = await page(list, { ...filters, limit: '2', ...after })
    found.push(...data)
    cursor = next_cursor
  } while (cursor !== null)
  return found
}

/** Each choice of some of these, of none and of all. */
const choices = ([first, ...rest]: Filter[]): Filter[][] =>
  first ? choices(rest).flatMap((chosen) => [chosen, [first, ...chosen]]) : [[]]

/** Moments are found by `_from` and by `_to`, which is the first that is left out. */
function filtersOf(values: Values, newest: Values): Filter[] {
  const given = (of: Values) =>
    Object.entries(of).filter((one): one is Filter => typeof one[1] === 'string')
  const ends = given(newest)
    .filter(([name]) => name.endsWith('_from'))
    .map(([name, value]): Filter => [name.replace('_from', '_to'), value])
  return [...given(values), ...ends]
}

function fits(values: Values, [name, wanted]: Filter): boolean {
  if (name.endsWith('_to')) return String(values[name.replace('_to', '_from')]) < wanted
  if (name.endsWith('_from')) return String(values[name]) >= wanted
  return values[name] === wanted
}

for (const [list, valuesIn] of Object.entries(valuesOf)) {
  test(`${list}: each choice of filters finds what fits, newest first, by pages`, async () => {
    const { data: all } = await page(list, { limit: '100' })
    const ids = all.map(({ id }) => id)
    assert.deepEqual(ids, ids.toSorted().toReversed())
    const [newest] = all
    assert.ok(newest)
    for (const like of [all[1], all[Math.floor(all.length / 2)]]) {
      assert.ok(like)
      const sets: Filter[][] = choices(filtersOf(valuesIn(like), valuesIn(newest)))
      for (const chosen of sets) {
        const wanted = all.filter((one) => chosen.every((filter) => fits(valuesIn(one), filter)))
        const found = await walk(list, Object.fromEntries(chosen))
        assert.deepEqual(found, wanted, JSON.stringify(chosen))
      }
    }
  })
}

test('a receipt: the ten newest refunds of the payment, the newest first', async () => {
  const checkout = await seller.checkout()
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const at = service.clock.now().toISOString()
  const refunds = Array.from({ length: 12 }, (_, i) => ({ amount_minor: 101 + i, at }))
  await putRefunds(
    seller,
    checkout.id,
    refunds.map((one) => ({ ...one, status: 'succeeded' })),
  )
  const { text } = await service.request('GET', `${pageOf(checkout)}?lang=en`)
  assert.deepEqual(
    [...text.matchAll(/R\$(1\.[01]\d)\b/g)].map(([, amount]) => amount),
    ['1.12', '1.11', '1.10', '1.09', '1.08', '1.07', '1.06', '1.05', '1.04', '1.03'],
  )
})
