/** The commands on customers, products, offers and checkouts, beside a running service. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import type { components } from '../../../generated/types.ts'
import type { TestAccount } from '../../support/service.ts'
import { engine, sqlOn } from '../../support/engine.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

type Schemas = components['schemas']

const uuid = '019cae6b-6601-7b2e-8c16-f4a63e5d79c2'

const { service, environment, cli } = await startServiceAndCommandLine()

async function open(seller: TestAccount, body: object): Promise<number | string> {
  const { status, body: answer } = await seller.post<'Checkout'>('/v1/checkouts', body)
  return status === 201 ? status : answer.error.code
}

test('customers deactivate keeps one out of new checkouts, activate lets it in', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const { default_offer } = await seller.product()
  const sale = { offer_id: default_offer?.id, customer_id: customer.id }

  const inactive = await cli.json<Schemas['Customer']>('customers', 'deactivate', customer.id)
  const { updated_at } = inactive
  assert.deepEqual(inactive, { ...customer, status: 'inactive', updated_at })
  assert.ok(updated_at >= customer.created_at)
  assert.equal(await open(seller, sale), 'customer_not_found')
  const read = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
  assert.deepEqual(read.body, inactive)

  const active = await cli.json<Schemas['Customer']>('customers', 'activate', customer.id)
  assert.deepEqual(active, { ...customer, updated_at: active.updated_at })
  assert.equal(await open(seller, sale), 201)
})

test('deactivating or activating again succeeds and changes nothing', async () => {
  const { id, ...rest } = await (await service.account()).customer()
  assert.deepEqual(await cli.json('customers', 'activate', id), { id, ...rest })
  const first = await cli.json('customers', 'deactivate', id)
  assert.deepEqual(await cli.json('customers', 'deactivate', id), first)
})

test('products archive takes the product off sale and leaves it readable', async () => {
  const seller = await service.account()
  const product = await seller.product()
  const offer_id = product.default_offer?.id

  const archived = await cli.json<Schemas['Product']>('products', 'archive', product.id)
  const { updated_at } = archived
  assert.deepEqual(archived, { ...product, status: 'archived', updated_at })
  assert.equal(await open(seller, { offer_id }), 'offer_not_found')
  const path = `/v1/products/${product.id}`
  const offer = await seller.post(`${path}/offers`, { amount_minor: 100, currency: 'BRL' })
  assert.equal(offer.body.error.code, 'product_not_found')
  assert.deepEqual((await seller.get<'Product'>(path)).body, archived)
  assert.deepEqual(await cli.json('products', 'archive', product.id), archived)
})

test('an open session outlives its product', async () => {
  const seller = await service.account()
  const product = await seller.product()
  const offer_id = product.default_offer?.id
  const { body } = await seller.post<'Checkout'>('/v1/checkouts', { offer_id })
  await cli.json('products', 'archive', product.id)
  assert.equal((await seller.post(`/sandbox/checkouts/${body.id}/pay`)).status, 200)
})

test('offers archive makes the offer nonexistent to reads, lists and checkouts', async () => {
  const seller = await service.account()
  const product = await seller.product()
  const offer = await seller.offer(product.id)
  const archived = await cli.json<Schemas['Offer']>('offers', 'archive', offer.id)
  const { updated_at } = archived
  assert.deepEqual(archived, { ...offer, active: false, updated_at })
  const read = await seller.get(`/v1/offers/${offer.id}`)
  assert.equal(read.body.error.code, 'offer_not_found')
  const list = await seller.get<'OfferList'>(`/v1/products/${product.id}/offers`)
  assert.deepEqual(
    list.body.data.map(({ id }) => id),
    [product.default_offer?.id],
  )
  const patched = await seller.patch(`/v1/offers/${offer.id}`, { active: true })
  assert.equal(patched.body.error.code, 'offer_not_found')
  assert.equal(await open(seller, { offer_id: offer.id }), 'offer_not_found')
  assert.deepEqual(await cli.json('offers', 'archive', offer.id), archived)
})

test('offers archive refuses a default offer while another one is active', async () => {
  const seller = await service.account()
  const product = await seller.product()
  const default_id = product.default_offer?.id ?? ''
  const other = await seller.offer(product.id)
  const line = await cli.refused('offers', 'archive', default_id)
  assert.match(line, new RegExp(`^${default_id} is the default offer of ${product.id}, `))
  const read = await seller.get<'Offer'>(`/v1/offers/${default_id}`)
  assert.deepEqual(read.body, product.default_offer)

  await seller.patch(`/v1/offers/${other.id}`, { is_default: true })
  const archived = await cli.json<Schemas['Offer']>('offers', 'archive', default_id)
  assert.equal(archived.is_default, false)
  const { body } = await seller.get<'Product'>(`/v1/products/${product.id}`)
  assert.equal(body.default_offer?.id, other.id)
})

test('offers archive leaves no default when no other offer of the product is active', async () => {
  const seller = await service.account()
  const product = await seller.product()
  const inactive = await seller.offer(product.id)
  await seller.patch(`/v1/offers/${inactive.id}`, { active: false })
  const only = product.default_offer?.id ?? ''
  const archived = await cli.json<Schemas['Offer']>('offers', 'archive', only)
  assert.equal(archived.active, false)
  assert.equal(archived.is_default, false)
  const path = `/v1/products/${product.id}`
  assert.equal((await seller.get<'Product'>(path)).body.default_offer, null)
  const next = await seller.offer(product.id)
  assert.equal((await seller.get<'Product'>(path)).body.default_offer?.id, next.id)
})

test('checkouts cancel ends an open session for its buyer and its seller', async () => {
  const seller = await service.account()
  const checkout = await seller.checkout({ external_id: 'pedido-1' })
  const canceled = await cli.json<Schemas['Checkout']>('checkouts', 'cancel', checkout.id)
  const { updated_at } = canceled
  assert.deepEqual(canceled, { ...checkout, status: 'canceled', updated_at })
  const path = `/v1/checkouts/${checkout.id}`
  assert.deepEqual((await seller.get<'Checkout'>(path)).body, canceled)
  const paid = await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  assert.equal(paid.body.error.code, 'checkout_not_open')
  const { body: events } = await seller.get<'EventList'>('/v1/events')
  assert.deepEqual(
    events.data.map(({ type, data }) => [type, data]),
    [['checkout.canceled', canceled]],
  )
})

test('checkouts cancel refuses a session that is not open, and says what it is', async () => {
  const seller = await service.account()
  const [paid, canceled] = [await seller.checkout(), await seller.checkout()]
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  await seller.post(`/v1/checkouts/${canceled.id}/cancel`)
  const lines = await Promise.all([
    cli.refused('checkouts', 'cancel', paid.id),
    cli.refused('checkouts', 'cancel', canceled.id),
  ])
  assert.deepEqual(lines, [
    `${paid.id} is completed: only an open checkout can be canceled.`,
    `${canceled.id} is canceled: only an open checkout can be canceled.`,
  ])
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${paid.id}`)
  assert.equal(body.status, 'completed')
})

test('subscriptions list shows them newest first, and cancel ends one for its seller', async () => {
  const seller = await service.account()
  const price = { type: 'recurring', billing_interval: 'month' }
  const { id: offer_id } = await seller.offer((await seller.product()).id, price)
  const customer = { name: 'Ana', email: 'ana@example.com', tax_id: '52998224725' }
  const open = async () =>
    (await seller.post<'Subscription'>('/v1/subscriptions', { offer_id, customer })).body
  const [older, newer] = [await open(), await open()]
  const list = () =>
    cli.json<Schemas['Subscription'][]>('subscriptions', 'list', '--seller', seller.seller_id)
  assert.deepEqual(await list(), [newer, older])

  const canceled = await cli.json<Schemas['Subscription']>('subscriptions', 'cancel', older.id)
  assert.deepEqual([canceled.status, canceled.cancellation?.by], ['canceled', 'seller'])
  const read = await seller.get<'Subscription'>(`/v1/subscriptions/${older.id}`)
  assert.deepEqual(read.body, canceled)
  assert.deepEqual(await list(), [newer, canceled])
  const events = await seller.get<'EventList'>(`/v1/events?subscription_id=${older.id}`)
  assert.deepEqual(events.body.data.map(({ type }) => type).toSorted(), [
    'invoice.voided',
    'subscription.canceled',
  ])
  const line = await cli.refused('subscriptions', 'cancel', older.id)
  assert.equal(line, `${older.id} is canceled: it has ended already.`)
})

test('an object that does not exist is refused by its id', async () => {
  const lines = await Promise.all([
    cli.refused('customers', 'deactivate', `cus_${uuid}`),
    cli.refused('customers', 'activate', 'Ana'),
    cli.refused('products', 'archive', `prod_${uuid}`),
    cli.refused('offers', 'archive', `offer_${uuid}`),
    cli.refused('checkouts', 'cancel', `checkout_${uuid}`),
    cli.refused('subscriptions', 'cancel', `sub_${uuid}`),
  ])
  assert.deepEqual(lines, [
    `There is no customer cus_${uuid}.`,
    'There is no customer Ana.',
    `There is no product prod_${uuid}.`,
    `There is no offer offer_${uuid}.`,
    `There is no checkout checkout_${uuid}.`,
    `There is no subscription sub_${uuid}.`,
  ])
})

test('a changed object is set out for a person, a line for each field', async () => {
  const { id, default_offer } = await (await service.account()).product()
  const text = await cli.text('products', 'archive', id)
  assert.match(text, new RegExp(`^id +${id}$`, 'm'))
  assert.match(text, /^status +archived$/m)
  assert.match(text, new RegExp(`^default_offer\\.id +${default_offer?.id}$`, 'm'))
})

test('customers erase leaves nothing of a person, and repeats itself', async () => {
  const seller = await service.account()
  const { body: customer } = await seller.post<'Customer'>('/v1/customers', {
    name: 'Ana Souza',
    email: 'ana.souza@example.com',
    tax_id: '529.982.247-25',
  })
  const offer_id = (await seller.product()).default_offer?.id
  const sale = { offer_id, customer_id: customer.id, metadata: { nome: 'Ana Souza' } }
  const { body: checkout } = await seller.post<'Checkout'>('/v1/checkouts', sale)
  const erased = await cli.json<Schemas['Customer']>('customers', 'erase', customer.id)
  assert.deepEqual([erased.name, erased.tax_id, erased.status], ['—', null, 'inactive'])
  const read = await seller.get<'Customer'>(`/v1/customers/${customer.id}`)
  assert.deepEqual(read.body, erased)
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${checkout.id}`)
  assert.deepEqual(body.metadata, {})
  assert.deepEqual(await cli.json('customers', 'erase', customer.id), erased)
  const line = await cli.refused('customers', 'erase', `cus_${uuid}`)
  assert.equal(line, `There is no customer cus_${uuid}.`)
})

/** Refuses every change of a checkout, until it is called. */
async function lockCheckouts(): Promise<() => Promise<unknown>> {
  const sql = await sqlOn(environment.DATABASE_URL)
  if (engine === 'sqlite') {
    await sql(`create trigger locked before update on checkouts begin
      select raise(abort, 'no room'); end`)
    return () => sql('drop trigger locked')
  }
  await sql(`
    create function locked() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$;
    create trigger locked before update on checkouts for each row execute function locked()`)
  return () => sql('drop trigger locked on checkouts; drop function locked()')
}

test('an erasure that fails halfway is reported, and stands in the command log', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const offer_id = (await seller.product()).default_offer?.id
  await open(seller, { offer_id, customer_id: customer.id, metadata: { nome: 'Ana' } })
  const unlock = await lockCheckouts()
  const { code, out, err } = await cli.run('customers', 'erase', customer.id, '--json')
  await unlock()
  assert.equal(code, 1)
  assert.equal((JSON.parse(out) as Schemas['Customer']).name, '—')
  assert.match(err, /^The erasure has begun, and is not complete \([^\n]*no room\): [^\n]+\n$/)
  const log = readFileSync(cli.logOf(environment.DATABASE_URL), 'utf8')
  assert.match(log, new RegExp(`"customers erase",.*"${customer.id}"`))
})

// The last one here, since it moves the clock of the whole service.
test("the command line lives in the service's time", async () => {
  const seller = await service.account()
  const checkout = await seller.checkout()
  const { token } = seller
  const day = { seconds: 24 * 60 * 60 + 1 }
  const { body } = await service.request<'Clock'>('POST', '/sandbox/clock/advance', {
    token,
    json: day,
  })
  assert.equal(
    await cli.refused('checkouts', 'cancel', checkout.id),
    `${checkout.id} is expired: only an open checkout can be canceled.`,
  )
  await cli.json('sellers', 'create', '--name', 'Amanhã')
  const sellers = await cli.json<{ created_at: string }[]>('sellers', 'list')
  assert.ok((sellers.at(-1)?.created_at ?? '') >= body.now)
})
