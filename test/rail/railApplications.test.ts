/** The connections of one application at a bank share budget, breaker and pauses; others do not. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { makeClientPair } from '../../packages/bank/certificates.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { POLLS_A_MINUTE } from '../../domain/pix/rounds/pollBudget.ts'
import { addBank } from '../support/bankSettings.ts'
import { newDatabase } from '../support/engine.ts'
import { bankOf, INTERVAL_MS, leaveAfterTest, RailTest, startRail } from '../support/rail.ts'
import { startService } from '../support/service.ts'

const PAUSE_MS = 600_000

const secretKey = randomBytes(32)
const settings = { databaseUrl: await newDatabase(), reconcileSeconds: INTERVAL_MS / 1000 }
const { service, vault } = await startRail({ ...settings, secretKey }, { bankPauseMs: PAUSE_MS })

/** The rounds in which fifteen lists are read, within one budget. */
const MOST_ROUNDS = 6

/** Sellers whose connections are one application at one bank; they are left alone afterwards. */
async function sellersOfOne(count: number): Promise<RailTest[]> {
  const bank = await bankOf(service)
  const sellers: RailTest[] = []
  for (let i = 0; i < count; i++) sellers.push(await sellerBy(bank.settings, bank))
  return sellers
}

async function sellerBy(settings: BankSettings, bank: RailTest['bank']): Promise<RailTest> {
  const seller = await service.account()
  const { seller_id } = seller
  await addBank(service.db, vault, { seller_id, settings, now: service.clock.now() })
  leaveAfterTest(service, seller)
  return new RailTest({ service, bank, vault, seller })
}

const times = <Value>(count: number, make: () => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, make))

test('the Pix keys of one application have one budget of polls', async () => {
  const sellers = await sellersOfOne(4)
  const [{ bank }] = sellers as [RailTest, ...RailTest[]]
  const each = Math.ceil(POLLS_A_MINUTE / sellers.length) + 5
  for (const one of sellers) await times(each, () => one.charged())
  // Another process has met none of them when its round begins.
  const other = await startService({ ...settings, secretKey })
  other.clock.advanceMs(INTERVAL_MS)
  const asked = bank.requests.length
  await other.service.rail.reconcile()
  const polls = bank.requests.slice(asked).filter((name) => name !== 'POST /token').length
  assert.ok(polls <= POLLS_A_MINUTE && polls > POLLS_A_MINUTE / 2, `${polls} polls`)
})

test('lists are read in turn where the budget does not last for a round', async () => {
  const sellers = await sellersOfOne(15)
  for (const one of sellers) await one.charged()
  const [first] = sellers
  assert.ok(first)
  const ids = new Set(sellers.map(({ seller }) => seller.seller_id))
  const listed = async () => {
    const rows = await service.sql<{ seller_id: string; listed_until: string | null }>(
      'select seller_id, listed_until from bank_connections where disconnected_at is null',
    )
    return rows.filter((row) => ids.has(row.seller_id) && row.listed_until !== null).length
  }
  await first.reconcile()
  assert.ok((await listed()) < sellers.length, 'one round is enough for all')
  // Polls of charges and the list of all that arrived have a part of the budget, too, which differs
  // from round to round. Lists that are not read in turn are never all read.
  for (let round = 2; (await listed()) < sellers.length; round++) {
    assert.ok(round <= MOST_ROUNDS, `${await listed()} of ${sellers.length} lists were read`)
    await first.reconcile()
  }
})

test('a bank that does not answer one Pix key of an application is asked by no other', async () => {
  const [one, other] = await sellersOfOne(2)
  assert.ok(one && other)
  one.bank.order('', 'drop')
  for (let i = 0; i < 3; i++) await one.view(await one.seller.checkout())
  const asked = one.bank.requests.length
  await other.view(await other.seller.checkout())
  assert.equal(one.bank.requests.length, asked)
  const { body } = await other.seller.get<'BankConnection'>('/v1/bank_connection')
  assert.equal(body.health, 'not_answering')
})

test('Retry-After for one Pix key of an application holds back the others', async () => {
  const [one, other] = await sellersOfOne(2)
  assert.ok(one && other)
  await other.charged()
  const answer = { status: 429, headers: { 'retry-after': '300' }, body: '{}' }
  one.bank.order('PUT /cob', { answer }, 1)
  await one.view(await one.seller.checkout())
  assert.equal(one.bank.count('PUT /cob'), 2)
  await other.view(await other.seller.checkout())
  assert.equal(one.bank.count('PUT /cob'), 2)
})

test("a stranger who names another's client id closes nothing of it", async () => {
  const [one] = await sellersOfOne(1)
  assert.ok(one)
  const { bank } = one
  const away = await bankOf(service)
  const { url, token_url } = away.settings
  away.order('', 'drop')
  const own = await makeClientPair(bank.authority, 'Outra')
  const strangers = [
    { url },
    { token_url },
    { authority: away.authority.cert },
    { client_secret: 'another' },
    { certificate: own.cert, private_key: own.key },
  ]
  for (const changes of strangers) {
    const stranger = await sellerBy({ ...bank.settings, ...changes }, bank)
    for (let i = 0; i < 4; i++) await stranger.view(await stranger.seller.checkout())
    await one.charged()
  }
})
