/** Offer defaults and activity: the specification's table, and its combinations. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { components } from '../../generated/types.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()

type Offer = components['schemas']['Offer']
type Update = { name?: string; active?: boolean; is_default?: boolean }

const price = { amount_minor: 2990, currency: 'BRL' }

const create = (product_id: string, body: object = {}) =>
  seller.post<'Offer'>(`/v1/products/${product_id}/offers`, { ...price, ...body })

const update = (id: string, body: Update) => seller.patch<'Offer'>(`/v1/offers/${id}`, body)

const defaultOf = async (product_id: string) =>
  (await seller.get<'Product'>(`/v1/products/${product_id}`)).body.default_offer

const offersOf = async (product_id: string) =>
  (await seller.get<'OfferList'>(`/v1/products/${product_id}/offers?limit=100`)).body.data

/** Writes the row of an archived offer, as archiving does. */
function archive({ id }: Offer): Promise<unknown> {
  const now = service.clock.now().toISOString()
  const statement =
    'update offers set active = false, is_default = false, archived_at = ? where id = ?'
  return service.sql(statement, now, id)
}

/** A product's default offer, an active one and an inactive one beside it. */
async function threeOffers() {
  const { id, default_offer } = await seller.product()
  assert.ok(default_offer)
  const active = await seller.offer(id)
  const inactive = await seller.offer(id)
  await update(inactive.id, { active: false })
  return { product_id: id, current: default_offer, active, inactive }
}

/** A product that has lost its default, and an inactive offer of it. */
async function withoutDefault() {
  const { product_id, current, active, inactive } = await threeOffers()
  await archive(active)
  await archive(current)
  assert.equal(await defaultOf(product_id), null)
  return { product_id, inactive }
}

/** Asserts that this offer, and no other, is the default of its product, wherever it is shown. */
async function assertDefault({ id, product_id }: Offer): Promise<void> {
  const shown = await defaultOf(product_id)
  assert.equal(shown?.id, id)
  assert.deepEqual([shown?.is_default, shown?.active], [true, true])
  const offers = await offersOf(product_id)
  assert.deepEqual(
    offers.filter(({ is_default }) => is_default),
    [shown],
  )
  const products = await seller.get<'ProductList'>('/v1/products?limit=100')
  const listed = products.body.data.find((product) => product.id === product_id)
  assert.deepEqual(listed?.default_offer, shown)
  assert.deepEqual((await seller.get<'Offer'>(`/v1/offers/${id}`)).body, shown)
}

test('an offer created with is_default: true replaces the default', async () => {
  const { product_id, current } = await threeOffers()
  const updated_at = service.clock.advanceMs(1).toISOString()
  const { status, body } = await create(product_id, { is_default: true })
  assert.equal(status, 201)
  assert.equal(body.is_default, true)
  await assertDefault(body)
  const demoted = await seller.get<'Offer'>(`/v1/offers/${current.id}`)
  assert.deepEqual(demoted.body, { ...current, is_default: false, updated_at })
})

test('an offer created without is_default, or with false, leaves the default alone', async () => {
  const { product_id, current } = await threeOffers()
  for (const body of [{}, { is_default: false }]) {
    assert.equal((await create(product_id, body)).body.is_default, false)
  }
  await assertDefault(current)
})

for (const body of [{}, { is_default: true }, { is_default: false }]) {
  test(`a product without a default takes the next offer: ${JSON.stringify(body)}`, async () => {
    const { product_id } = await withoutDefault()
    const offer = (await create(product_id, body)).body
    assert.equal(offer.is_default, true)
    await assertDefault(offer)
    assert.equal((await create(product_id)).body.is_default, false)
  })
}

test('default_offer is null while no offer is active', async () => {
  const { product_id, inactive } = await withoutDefault()
  await update(inactive.id, { name: 'Natal' })
  await update(inactive.id, { is_default: false })
  assert.equal(await defaultOf(product_id), null)
  assertRefused(
    await update(inactive.id, { is_default: true }),
    'inactive_offer_cannot_be_default',
    'is_default',
  )
  assert.equal(await defaultOf(product_id), null)
})

for (const more of [{}, { is_default: true }, { is_default: false }]) {
  const body = { active: true, ...more }
  test(`a product without a default takes an offer by ${JSON.stringify(body)}`, async () => {
    const { inactive } = await withoutDefault()
    const { status, body: offer } = await update(inactive.id, body)
    assert.equal(status, 200)
    assert.equal(offer.is_default, true)
    await assertDefault(offer)
  })
}

test('a promotion makes the offer the default and demotes the previous one', async () => {
  const { current, active } = await threeOffers()
  const updated_at = service.clock.advanceMs(1).toISOString()
  const { status, body } = await update(active.id, { is_default: true })
  assert.equal(status, 200)
  assert.deepEqual(body, { ...active, is_default: true, updated_at })
  await assertDefault(body)
  const demoted = await seller.get<'Offer'>(`/v1/offers/${current.id}`)
  assert.deepEqual(demoted.body, { ...current, is_default: false, updated_at })
})

test('a demoted offer stays active, and may then be deactivated', async () => {
  const { current, active } = await threeOffers()
  await update(active.id, { is_default: true })
  const { status, body } = await update(current.id, { active: false })
  assert.equal(status, 200)
  assert.equal(body.active, false)
  await assertDefault(active)
})

test('a promotion touches neither other offers nor other products', async () => {
  const { product_id, active, inactive } = await threeOffers()
  const other = await seller.product()
  const before = (await offersOf(product_id)).find(({ id }) => id === inactive.id)
  service.clock.advanceMs(1)
  await update(active.id, { is_default: true })
  assert.deepEqual((await seller.get<'Offer'>(`/v1/offers/${inactive.id}`)).body, before)
  assert.deepEqual(await defaultOf(other.id), other.default_offer)
})

type Expected =
  | { is_default: boolean; active: boolean }
  | {
      code: 'default_offer_cannot_be_disabled' | 'inactive_offer_cannot_be_default'
      param: 'active' | 'is_default'
    }
const disabled = (param: 'active' | 'is_default') =>
  ({ code: 'default_offer_cannot_be_disabled', param }) as const
const inactiveDefault = { code: 'inactive_offer_cannot_be_default', param: 'is_default' } as const

/** The effect of each change on the default offer, on an active one and on an inactive one. */
const table: [Update, current: Expected, active: Expected, inactive: Expected][] = [
  [
    { name: 'Natal' },
    { is_default: true, active: true },
    { is_default: false, active: true },
    { is_default: false, active: false },
  ],
  [
    { active: true },
    { is_default: true, active: true },
    { is_default: false, active: true },
    { is_default: false, active: true },
  ],
  [
    { active: false },
    disabled('active'),
    { is_default: false, active: false },
    { is_default: false, active: false },
  ],
  [
    { is_default: true },
    { is_default: true, active: true },
    { is_default: true, active: true },
    inactiveDefault,
  ],
  [
    { is_default: false },
    disabled('is_default'),
    { is_default: false, active: true },
    { is_default: false, active: false },
  ],
  [
    { active: true, is_default: true },
    { is_default: true, active: true },
    { is_default: true, active: true },
    { is_default: true, active: true },
  ],
  [
    { active: true, is_default: false },
    disabled('is_default'),
    { is_default: false, active: true },
    { is_default: false, active: true },
  ],
  [{ active: false, is_default: true }, disabled('active'), inactiveDefault, inactiveDefault],
  [
    { active: false, is_default: false },
    disabled('active'),
    { is_default: false, active: false },
    { is_default: false, active: false },
  ],
]
for (const [body, ...expectations] of table) {
  for (const [i, role] of (['current', 'active', 'inactive'] as const).entries()) {
    const name = role === 'current' ? 'the default offer' : `an ${role} offer`
    test(`${JSON.stringify(body)} on ${name}`, async () => {
      const offers = await threeOffers()
      const { product_id, current, [role]: offer } = offers
      const before = await offersOf(product_id)
      const answer = await update(offer.id, body)
      const expected = expectations[i]
      assert.ok(expected)
      if ('code' in expected) {
        assertRefused(answer, expected.code, expected.param)
        assert.deepEqual(await offersOf(product_id), before)
        return
      }
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { ...answer.body, ...expected })
      await assertDefault(expected.is_default ? offer : current)
    })
  }
}

/** Runs all changes at once, and beside each one a reader; gives what every reader counted. */
async function watchDefaults<Answers>(product_id: string, changes: (() => Promise<Answers>)[]) {
  const readers = [
    async () => [await defaultOf(product_id)],
    async () => (await offersOf(product_id)).filter(({ is_default }) => is_default),
  ]
  const pairs = await Promise.all(
    changes.map((change, i) => Promise.all([change(), readers[i % readers.length]?.()])),
  )
  const counts = pairs.map(([, seen]) => seen?.filter((offer) => offer?.active).length)
  return { answers: pairs.map(([answer]) => answer), counts: new Set(counts) }
}

test('many creations at once on a product without a default make one the default', async () => {
  const { product_id } = await withoutDefault()
  const answers = await Promise.all(Array.from({ length: 40 }, () => create(product_id)))
  assert.equal(answers.filter(({ status }) => status === 201).length, 40)
  const [first, ...others] = answers.filter(({ body }) => body.is_default)
  assert.ok(first)
  assert.deepEqual(others, [])
  await assertDefault(first.body)
})

test('promotions and deactivations at once never leave an inactive default', async () => {
  const { id } = await seller.product()
  const offers = await Promise.all(Array.from({ length: 10 }, () => seller.offer(id)))
  const bodies = [{ is_default: true }, { active: false }, { active: true }]
  const changes = offers.flatMap((offer) =>
    [...bodies, ...bodies].map((body) => () => update(offer.id, body)),
  )
  const { answers, counts } = await watchDefaults(id, changes)
  assert.deepEqual(counts, new Set([1]))
  for (const answer of answers) {
    if (answer.status === 200) continue
    const disable = answer.body.error.code === 'default_offer_cannot_be_disabled'
    assertRefused(
      answer,
      disable ? 'default_offer_cannot_be_disabled' : 'inactive_offer_cannot_be_default',
      disable ? 'active' : 'is_default',
    )
  }
  const [shown] = (await offersOf(id)).filter(({ is_default }) => is_default)
  assert.ok(shown)
  await assertDefault(shown)
})
