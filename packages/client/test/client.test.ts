/** The TypeScript client does the whole job against the service, and says what went wrong. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { test } from 'vitest'
import { BalcaoError, createBalcao, each, isApiError, NoResponse, ApiError } from '../index.ts'
import type { ApiErrorOf, Balcao, Checkout, Event, OperationId, Payment, Refund } from '../index.ts'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { answer, ClientWorld, lose, refuse } from './clientWorld.ts'
import { startService } from '../../../test/support/service.ts'

const service = await startService()

async function start() {
  const world = new ClientWorld()
  const account = await service.account()
  return { world, account, balcao: world.clientOf(account) }
}

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail('It succeeded.'),
    (error: unknown) => error,
  )

test('does the main job, from the token to a checkout that is completed', async () => {
  const { url } = service
  const { client_id, client_secret } = await service.account('Padaria')
  const balcao = createBalcao({
    baseUrl: `${url}/`,
    clientId: client_id,
    clientSecret: client_secret,
  })
  assert.equal((await balcao.getAccount()).seller.name, 'Padaria')
  const customer = await balcao.createCustomer({ body: { name: 'Ana', email: 'ana@example.com' } })
  const product = await balcao.createProduct({
    body: { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } },
  })
  const offer = await balcao.createOffer({
    path: { productId: product.id },
    body: { amount_minor: 3990, currency: 'BRL', is_default: true },
  })
  const opened: Checkout = await balcao.createCheckout({
    body: { offer_id: offer.id, customer_id: customer.id, external_id: 'pedido 1/2?&' },
  })
  assert.equal(opened.amount_total_minor, 3990)
  await balcao.sandboxPayCheckout({ path: { checkoutId: opened.id } })
  const read = await balcao.getCheckout({ path: { checkoutId: opened.id } })
  assert.equal(read.status, 'completed')
  const found = await balcao.listCheckouts({ query: { external_id: 'pedido 1/2?&' } })
  assert.deepEqual(found.data, [read])
})

test('sells a cart, shows its code, and opens no second session for the same order', async () => {
  const { balcao } = await start()
  const body = {
    items: [
      { name: 'Caneca', unit_amount_minor: 4990, quantity: 2 },
      { name: 'SEDEX', unit_amount_minor: 2150, kind: 'shipping' as const },
      { name: 'Cupom', unit_amount_minor: -998, kind: 'discount' as const },
    ],
    customer: { name: 'Ana', email: 'ana@example.com' },
    external_id: 'pedido-1043',
  }
  const cart: Checkout = await balcao.createCartCheckout({ body })
  assert.equal(cart.amount_total_minor, 11_132)
  const path = { checkoutId: cart.id }
  const pix = await balcao.getCheckoutPix({ path })
  assert.match(pix.code ?? '', /^000201.*br\.gov\.bcb\.pix/)
  const again = await caught(balcao.createCartCheckout({ body }))
  assert.ok(again instanceof ApiError)
  assert.deepEqual([again.status, again.existingId], [409, cart.id])
  await balcao.sandboxPayCheckout({ path })
  const { payment_id } = await balcao.getCheckout({ path })
  const { txid } = await balcao.getPayment({ path: { paymentId: payment_id ?? '' } })
  assert.equal(txid, pix.txid)
})

test('has each operation that takes a token, and no other', async () => {
  const { balcao } = await start()
  const withToken = [...operationsOf(readContract())].filter(({ operation }) =>
    operation.security?.some((one) => 'oauth2' in one),
  )
  const ids = withToken.map(({ operation }) => operation.operationId)
  assert.deepEqual(Object.keys(balcao).toSorted(), ids.toSorted())
})

test('reads every page as one list, each item once and newest first', async () => {
  const { world, account, balcao } = await start()
  const made: string[] = []
  for (let i = 0; i < 7; i++) made.push((await account.customer()).id)
  const read: string[] = []
  for await (const { id } of each(balcao.listCustomers, { query: { limit: 3 } })) read.push(id)
  assert.deepEqual(read, made.toReversed())
  assert.equal(world.sent.filter((line) => line === 'GET /v1/customers').length, 3)
})

test('reads no page before it is reached, and none of an empty list twice', async () => {
  const { world, account, balcao } = await start()
  const { id } = await account.product()
  for (let i = 0; i < 3; i++) await account.offer(id)
  const input = { path: { productId: id }, query: { limit: 2 } }
  for await (const offer of each(balcao.listOffers, input)) {
    assert.equal(offer.product_id, id)
    break
  }
  for await (const checkout of each(balcao.listCheckouts)) assert.fail(checkout.id)
  assert.deepEqual(world.sent.slice(1), [`GET /v1/products/${id}/offers`, 'GET /v1/checkouts'])
})

test('refunds a payment in parts, and reads what has become of it', async () => {
  const { account, balcao } = await start()
  const { id } = await account.checkout({ external_id: 'pedido-1042' })
  const { payment_id } = await balcao.sandboxPayCheckout({ path: { checkoutId: id } })
  const path = { paymentId: String(payment_id) }
  const part = { amount_minor: 1500, external_id: 'devolucao-1042' }
  const first = await balcao.createRefund({ path, body: part })
  await assert.rejects(balcao.createRefund({ path, body: part }), {
    code: 'refund_external_id_already_exists',
  })
  const rest = await balcao.createRefund({ path })
  assert.deepEqual([first.amount_minor, rest.amount_minor], [1500, 3490])
  const payment = await balcao.getPayment({ path })
  assert.deepEqual([payment.status, payment.amount_refunded_minor], ['refunded', 4990])
  const query = { checkout_id: id, limit: 1 }
  const refunds: Refund[] = []
  for await (const one of each(balcao.listRefunds, { query })) refunds.push(one)
  assert.deepEqual(refunds, [rest, first])
  const payments: Payment[] = []
  for await (const one of each(balcao.listPayments, { query })) payments.push(one)
  assert.deepEqual(payments, [payment])
})

test('a refund whose answer is lost is made once', async () => {
  const { world, account, balcao } = await start()
  const { id } = await account.payment()
  world.break(`/v1/payments/${id}/refunds`, lose)
  const path = { paymentId: id }
  const refund = await balcao.createRefund({ path, body: { amount_minor: 1500 } })
  assert.deepEqual((await balcao.listRefunds()).data, [refund])
})

test('walks the events since a time, and finds what was announced', async () => {
  const { account, balcao } = await start()
  await account.payment()
  const { now } = await balcao.getClock()
  service.clock.advanceMs(1)
  const query = { created_from: service.clock.now().toISOString(), limit: 2 }
  const { id, checkout_id } = await account.payment()
  const refund = await account.refund(id)
  const missed: Event[] = []
  for await (const event of each(balcao.listEvents, { query })) missed.unshift(event)
  assert.deepEqual(
    missed.map(({ type, data }) => [type, data.id]),
    [
      ['payment.succeeded', checkout_id],
      ['refund.succeeded', refund.id],
      ['payment.reversed', checkout_id],
    ],
  )
  const types = { created_from: now, type: 'payment.succeeded' } as const
  const paid = (await balcao.listEvents({ query: types })).data
  assert.equal(paid.length, 2)
})

test('a refusal says its code, field and request, as the service did', async () => {
  const { balcao } = await start()
  const default_offer = { amount_minor: 0, currency: 'BRL' } as const
  const error = await caught(balcao.createProduct({ body: { name: 'Caneca', default_offer } }))
  assert.ok(error instanceof ApiError && error instanceof BalcaoError && error instanceof Error)
  const { operation, status, code, type, param, requestId, message } = error
  assert.deepEqual(
    { operation, status, code, type, param },
    {
      operation: 'createProduct',
      status: 400,
      code: 'invalid_request',
      type: 'invalid_request_error',
      param: 'default_offer.amount_minor',
    },
  )
  assert.match(requestId ?? '', /^req_[0-9a-f-]{36}$/)
  assert.ok(message.startsWith('createProduct: 400 invalid_request: '), message)
  assert.ok(message.endsWith(` (request ${requestId})`), message)
})

test('a conflict names what is in the way, and no other error names anything', async () => {
  const { balcao } = await start()
  const body = { items: [{ name: 'Caneca', unit_amount_minor: 100 }], external_id: 'pedido-1' }
  const { id } = await balcao.createCartCheckout({ body })
  const conflict = await caught(balcao.createCartCheckout({ body }))
  assert.ok(isApiError(conflict, 'createCartCheckout'))
  assert.deepEqual(
    [conflict.code, conflict.existingId],
    ['checkout_external_id_already_exists', id],
  )
  const refused = await caught(balcao.createCartCheckout({ body: { items: [] } }))
  assert.ok(refused instanceof ApiError)
  assert.equal(refused.existingId, undefined)
})

/** Compiles only when both types are the same. */
type Same<A, B> = [A, B] extends [B, A] ? true : false
const holds = <Claim extends true>(claim: Claim) => claim

test('the code tells the refusals of an operation apart, for the compiler too', async () => {
  const { balcao } = await start()
  const path = { offerId: `offer_${crypto.randomUUID()}` }
  const error = await caught(balcao.getOffer({ path }))
  assert.ok(isApiError(error, 'getOffer'))
  if (error.code === 'offer_not_found') {
    holds<Same<typeof error.status, 404>>(true)
    holds<Same<typeof error.type, 'not_found_error'>>(true)
  } else assert.fail(error.code)
  type Codes = ApiErrorOf<'getOffer'>['code']
  holds<Same<Extract<Codes, 'offer_not_found' | 'customer_not_found'>, 'offer_not_found'>>(true)
  holds<Same<Extract<Parameters<typeof isApiError>[1], 'getHealth'>, never>>(true)
  assert.ok(!isApiError(error, 'updateOffer'))
  assert.ok(!isApiError(new Error('other'), 'getOffer'))
})

test('what may be left out and what may not is what the contract says', () => {
  type Body<Id extends OperationId> =
    NonNullable<Parameters<Balcao[Id]>[0]> extends { body: infer Json } ? Json : never
  holds<Same<Parameters<Balcao['getAccount']>['length'], 0 | 1>>(true)
  holds<Same<Parameters<Balcao['createCheckout']>['length'], 1>>(true)
  holds<Same<Pick<Body<'createCheckout'>, 'offer_id'>, { offer_id: string }>>(true)
  type Offer = Body<'createProduct'>['default_offer']
  holds<Same<Pick<Offer, 'type'>, { type?: 'one_time' | 'recurring' }>>(true)
  holds<Same<Body<'cancelCheckout'>, never>>(true)
  holds<Same<Body<'getCheckout'>, never>>(true)
  type Refunding = Parameters<Balcao['createRefund']>[0]['body']
  holds<Same<Pick<NonNullable<Refunding>, 'reason'>, { reason?: string }>>(true)
  holds<undefined extends Refunding ? true : false>(true)
})

test('an error that these types do not know yet is a refusal all the same', async () => {
  const { world, balcao } = await start()
  world.break('/v1/me', answer(418, { error: { code: 'is_a_teapot', more: true } }))
  const error = await caught(balcao.getAccount())
  assert.ok(error instanceof ApiError)
  assert.deepEqual([error.code, error.status], ['is_a_teapot', 418])
})

test('what is not from the service is no answer, and is not repeated to the caller', async () => {
  const { world, balcao } = await start()
  const page = '<html>Bearer abc</html>'
  const odd: [number, string, RegExp][] = [
    [404, page, /^getAccount: 404, but not from the service\.$/],
    [302, '', /302, but not from the service/],
    [400, '{"error":"from elsewhere"}', /400, but not from the service/],
    [200, page, /^getAccount: 200, but no JSON\.$/],
    [204, '', /204, but no JSON/],
  ]
  for (const [status, body, message] of odd) {
    world.break('/v1/me', answer(status, body))
    const error = await caught(balcao.getAccount())
    assert.ok(error instanceof NoResponse, String(error))
    assert.match(error.message, message)
    assert.doesNotMatch(inspect(error), /abc/)
  }
  const other = await start()
  other.world.break('/oauth/token', answer(200, '{}'))
  assert.match(String(await caught(other.balcao.getAccount())), /issueToken: 200, but no token\./)
})

test('an id that would lead to another operation is not sent', async () => {
  const { world, balcao } = await start()
  for (const checkoutId of ['', '.', '..', '\ud800']) {
    await assert.rejects(balcao.getCheckout({ path: { checkoutId } }), TypeError)
  }
  assert.deepEqual(world.sent, [])
  const checkoutId = '../customers?limit=1#'
  const code = 'invalid_checkout_id'
  await assert.rejects(balcao.getCheckout({ path: { checkoutId } }), { code })
})

test('no secret and no token is in what a client or an error shows', async () => {
  const { world, account, balcao } = await start()
  await balcao.getAccount()
  const wrong = world.clientOf(Object.assign(await service.account(), { client_id: 'bci_other' }))
  world.break('/v1/customers', refuse)
  const id = `prod_${crypto.randomUUID()}`
  const shown = [
    balcao,
    await caught(balcao.getProduct({ path: { productId: id } })),
    await caught(wrong.getAccount()),
    await caught(balcao.sandboxPayCheckout({ path: { checkoutId: 'x' } })),
    await caught(balcao.getAccount({ signal: AbortSignal.abort() })),
  ]
  world.break('/v1/me', refuse, refuse, refuse, refuse, refuse)
  shown.push(await caught(balcao.getAccount()))
  const text = shown
    .map(
      (one) =>
        inspect(one, { depth: Infinity, showHidden: true }) + JSON.stringify(one) + String(one),
    )
    .join()
  assert.match(text, /product_not_found/)
  assert.doesNotMatch(text, /bcs_|eyJ|Basic|Bearer/)
  assert.ok(!text.includes(account.client_secret))
})

test('credentials that are missing are missed at once', () => {
  const good = { baseUrl: service.url, clientId: 'a', clientSecret: 'b' }
  for (const key of ['baseUrl', 'clientId', 'clientSecret'] as const) {
    assert.throws(() => createBalcao({ ...good, [key]: '' }), { name: 'TypeError' }, key)
  }
})

test('an address that no call could reach is refused at once, and not repeated', () => {
  const credentials = { clientId: 'a', clientSecret: 'b' }
  const { url } = service
  const wrong = ['localhost:3000', `${url}/?a=1`, `${url}/#a`, 'https://user:hidden@pay.example']
  for (const baseUrl of wrong) {
    const message = /^baseUrl is not an address: (?!.*hidden)/
    assert.throws(() => createBalcao({ ...credentials, baseUrl }), { name: 'TypeError', message })
  }
  createBalcao({ ...credentials, baseUrl: 'HTTPS://pay.example:8443/balcao/' })
})

test('it knows nothing of Node', () => {
  const text = readFileSync(new URL('../tsconfig.json', import.meta.url), 'utf8')
  assert.match(text, /"types": \[\]/)
})
