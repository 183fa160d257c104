/** Callbacks about mandates and recurring charges have their rows looked at: they are no proof. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addBank } from '../support/bankSettings.ts'
import { bankOf } from '../support/rail.ts'
import { assertRefused } from '../support/refused.ts'
import { unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import { Plans } from '../support/subscriptions.ts'

const service = await startService()
const bank = await bankOf(service)
const LATER = '2999-01-01T00:00:00.000Z'

/** A seller with subscriptions at a bank, which are looked at in the far future. */
async function plans(count: number) {
  const seller = await service.account()
  const { seller_id } = seller
  const now = service.clock.now()
  const { settings } = bank
  const { id } = await addBank(service.db, service.service.vault, { seller_id, settings, now })
  const made = new Plans(seller)
  const names: string[] = []
  for (let i = 0; i < count; i++) {
    const recurrence_id = `RR1234567820260302${String(i).padStart(11, 'a')}`
    const subscription = await made.open({}, id)
    await service.sql(
      `update subscriptions set recurrence_id = ?, bank_check_at = ?
       where seller_id = ? and id = ?`,
      ...[recurrence_id, LATER, seller_id, subscription.id],
    )
    names.push(recurrence_id)
  }
  const invoices = await service.sql<{ txid: string }>(
    'select txid from invoices where seller_id = ? order by id',
    seller_id,
  )
  return { seller_id, names, txids: invoices.map(({ txid }) => txid) }
}

/** How many subscriptions of a seller were looked at, or are to be now. */
async function due(seller_id: string): Promise<number> {
  await service.service.rail.idle()
  const rows = await service.sql<{ bank_check_at: string }>(
    'select bank_check_at from subscriptions where seller_id = ?',
    seller_id,
  )
  return rows.filter(({ bank_check_at }) => bank_check_at !== LATER).length
}

const send = (to: string, json: unknown) => service.request('POST', to, { json })

const kinds = [
  ['rec', 'recs', 'idRec', 'names'],
  ['cobr', 'cobsr', 'txid', 'txids'],
] as const

test.each(kinds)(
  '/%s has what it names of the seller looked at, and nothing else',
  async (...of) => {
    const [path, list, name, which] = of
    const ours = await plans(2)
    const others = await plans(1)
    const foreign = others[which][0]
    const to = `/pix/${ours.seller_id}/${path}`
    const entry = (id: unknown) => ({ [name]: id, status: 'CANCELADA' })
    for (const bad of ['x', null, 1, [], {}, entry(1), entry('curto')]) {
      assert.equal((await send(to, { [list]: [bad] })).status, 200)
    }
    // The mandates of the two sellers have one id; a txid is nobody else's.
    if (path === 'cobr') assert.equal((await send(to, { [list]: [entry(foreign)] })).status, 200)
    assert.deepEqual([await due(ours.seller_id), await due(others.seller_id)], [0, 0])
    const { status, text } = await send(to, { [list]: ['x', entry(ours[which][0])], x: 1 })
    assert.deepEqual([status, text], [200, '{}'])
    assert.deepEqual([await due(ours.seller_id), await due(others.seller_id)], [1, 0])
  },
)

test.each(kinds)(
  '/%s of a stranger, of nothing or too long is answered, at most a hundred heard',
  async (...of) => {
    const [path, list, name, which] = of
    const ours = await plans(1)
    const to = `/pix/${ours.seller_id}/${path}`
    const stranger = `/pix/${unknownId('seller_')}/${path}`
    const known = { [name]: ours[which][0] }
    for (const json of [{}, { evento: 'teste_webhook' }, { [list]: [] }]) {
      assert.equal((await send(to, json)).status, 200)
    }
    assert.equal((await send(stranger, { [list]: [known] })).status, 200)
    const unknown = Array.from({ length: 100 }, (_, i) => ({
      [name]:
        path === 'rec'
          ? `RR1234567820260302z${String(i).padStart(10, '0')}`
          : `${i}`.padStart(32, 'e'),
    }))
    assert.equal((await send(to, { [list]: [...unknown, known] })).status, 200)
    assert.equal(await due(ours.seller_id), 0)
    assert.equal((await send(to, { [list]: [...unknown.slice(1), known] })).status, 200)
    assert.equal(await due(ours.seller_id), 1)
    for (const bad of [{ [list]: null }, { [list]: {} }, { [list]: Array(1001).fill(1) }]) {
      assertRefused(await send(to, bad), 'invalid_request', list)
    }
  },
)
