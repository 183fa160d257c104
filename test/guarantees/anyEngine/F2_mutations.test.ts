/** Each field, header and place in an address gets values that do not belong there. */
import assert from 'node:assert/strict'
import { atEnd } from '../../support/atEnd.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import { Asker, operation } from '../support/asked.ts'
import { codeIn, faultsIn, undocumented } from '../support/judge.ts'
import { addressesOf, bodiesOf, unexplained, withBody } from '../support/mutated.ts'
import type { Subject } from '../support/mutated.ts'
import { harmless, headerTexts, injections } from '../support/mutations.ts'
import { randomOf } from '../../../packages/simulation/random.ts'

/** The share of all mutations that the short form sends. */
const SHARE = long ? 1 : 1 / 60
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

const service = await startService({ logLevel: 'warn' })

const offer = {
  amount_minor: 4990,
  currency: 'BRL',
  name: 'Mensal',
  compare_at_amount_minor: 5990,
  type: 'recurring',
  billing_interval: 'month',
  interval_count: 1,
}

const subject = (id: string, path: Record<string, string>, body: Subject['body']): Subject => ({
  op: operation(id),
  path,
  body,
})

/** Changes of values that are there already. */
const changesOf = ({ customer, product }: Record<'customer' | 'product', { id: string }>) => [
  subject('updateCustomer', { customerId: customer.id }, (n) => ({
    name: 'Bia',
    email: `u${n}@example.com`,
    phone: '1',
    tax_id: '2',
    metadata: { a: 1 },
    status: 'active',
  })),
  subject('updateProduct', { productId: product.id }, () => ({
    name: 'Copo',
    description: 'x',
    metadata: { a: 1 },
    status: 'active',
  })),
]

/**
 * An account with the objects that its requests need, and a good body of each operation that takes
 * one.
 */
async function subjectsOf(): Promise<{ asker: Asker; subjects: Subject[] }> {
  const account = await service.account()
  const asker = new Asker(service, account)
  atEnd(async () => asker.wire.close())
  await asker.renew()
  const [product, customer] = [await account.product(), await account.customer()]
  const [checkout, other] = [await account.checkout(), await account.offer(product.id)]
  const payment = await account.payment()
  for (const one of [product, customer, checkout, other, payment]) asker.memory.learn(one)
  const offer_id = product.default_offer?.id
  const transfer = {
    endToEndId: 'E1',
    txid: 't1',
    valor: '49.90',
    horario: 'h',
    devolucoes: [{ id: 'd1' }],
  }
  const metadata = { a: 1 }
  const url = 'https://loja.example/'
  return {
    asker,
    subjects: [
      subject('createCustomer', {}, (n) => ({
        name: 'Ana',
        email: `f${n}@example.com`,
        phone: '1',
        tax_id: '2',
        metadata,
      })),
      subject('createProduct', {}, () => ({
        name: 'Caneca',
        description: 'x',
        metadata,
        default_offer: offer,
      })),
      subject('createOffer', { productId: product.id }, () => ({ ...offer, is_default: false })),
      subject('updateOffer', { offerId: other.id }, () => ({
        name: 'Natal',
        active: true,
        is_default: true,
      })),
      ...changesOf({ customer, product }),
      subject('createCheckout', {}, (n) => ({
        offer_id,
        customer_id: customer.id,
        external_id: `f${n}`,
        metadata,
        success_url: url,
        cancel_url: url,
      })),
      subject('cancelCheckout', { checkoutId: checkout.id }, () => ({})),
      subject('sandboxPayCheckout', { checkoutId: checkout.id }, () => ({})),
      subject('createRefund', { paymentId: payment.id }, (n) => ({
        amount_minor: 1,
        external_id: `f${n}`,
        reason: 'x',
        metadata,
      })),
      subject('sandboxReversePayment', { paymentId: payment.id }, () => ({ amount_minor: 1 })),
      subject('advanceClock', {}, () => ({ seconds: 1 })),
      subject('receivePixCallback', { sellerId: account.seller_id }, () => ({ pix: [transfer] })),
    ],
  }
}

/** Asserts of each mutated body that it is refused, or taken and given back as it was sent. */
async function assertBodies(
  { asker, subjects }: Awaited<ReturnType<typeof subjectsOf>>,
  share = SHARE,
): Promise<number> {
  const random = randomOf(seed)
  let sent = 0
  for (const subject of subjects) {
    for (const text of bodiesOf(subject)) {
      if (random() >= share) continue
      await asker.renew()
      const body = text(sent++)
      const wrong = await unexplained(asker, withBody(asker, subject, body))
      const told = `SEED=${seed} ${subject.op.id} ${body.slice(0, 500)}: ${wrong?.slice(0, 500)}`
      assert.equal(wrong, undefined, told)
    }
  }
  return sent
}

async function assertAddresses(asker: Asker): Promise<number> {
  const random = randomOf(seed)
  let sent = 0
  for (const one of addressesOf(asker).filter(() => random() < SHARE)) {
    await asker.renew()
    const { headers = [] } = asker.request(one.op, one.made)
    const wrong = await unexplained(asker, { ...one, request: { ...one.request, headers } })
    assert.equal(wrong, undefined, `SEED=${seed} ${one.request.path.slice(0, 200)}`)
    sent++
  }
  return sent
}

/** Headers that mean nothing here change nothing: the same answer comes, to the byte. */
async function assertHarmless(asker: Asker, share = SHARE): Promise<number> {
  const random = randomOf(seed)
  const op = operation('getCheckout')
  const [checkoutId = ''] = asker.memory.ids('checkout')
  const made = { path: { checkoutId }, query: {}, headers: {} }
  const request = asker.request(op, made)
  const before = await asker.wire.request(request)
  assert.equal(before.status, 200, before.text)
  let sent = 0
  const hosts = ['evil.example', 'EVIL.example:1', 'localhost', '127.0.0.1', '[::1]:80']
  const all = [...harmless.map((name) => [name, headerTexts] as const), ['Host', hosts] as const]
  for (const [name, texts] of all) {
    for (const value of texts) {
      if (random() >= share) continue
      const headers = [...(request.headers ?? []), [name, value] as const]
      const { status, text } = await asker.wire.request({ ...request, headers })
      sent++
      // A foreign host is misdirected (RFC 9110 §15.5.20).
      if (name === 'Host' && /evil/i.test(value)) {
        assert.equal(status, 421, value)
        continue
      }
      assert.deepEqual({ status, text }, { status: 200, text: before.text }, `${name}: ${value}`)
    }
  }
  return sent
}

const form = 'application/x-www-form-urlencoded'

type Header = [name: string, value: string, code?: string]

const headers = (name: string, values: string[], code?: string): Header[] =>
  values.map((value) => (code === undefined ? [name, value] : [name, value, code]))

function idempotencyKey(value: string): Header[] {
  const { body, ...op } = operation('createCustomer')
  const made = { path: {}, query: {}, headers: { 'Idempotency-Key': value }, body: {} }
  return headers('Idempotency-Key', [value], faultsIn(op, made)[0]?.code)
}

const oneLine = injections.filter((text) => !/[\r\n]/.test(text))

/** Each with the code that it is refused with; without one it is a good one. */
const meaningful = (bearer: string, token: string): Header[] => [
  ...headers(
    'Authorization',
    ['', 'Bearer', 'Bearer ', `Token ${token}`, `Basic ${btoa('a:b')}`, token],
    'missing_access_token',
  ),
  ...headers(
    'Authorization',
    [
      `${bearer}=`,
      `${bearer}.x`,
      `${bearer} x`,
      `${bearer},${bearer}`,
      'Bearer null',
      ...oneLine.map((text) => `Bearer ${text}`),
    ],
    'invalid_access_token',
  ),
  ...headers('Authorization', [
    `bearer ${token}`,
    `BEARER ${token}`,
    `Bearer   ${token}`,
    ` ${bearer} `,
  ]),
  ...headers(
    'Content-Type',
    ['', 'text/json', form, 'application/jsonp', 'application', '*/*', 'multipart/form-data'],
    'invalid_request',
  ),
  ...headers('Content-Type', [
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;',
    'application/json ;a=b',
  ]),
  ...headers('Content-Encoding', ['gzip', 'br', 'deflate', 'x', 'gzip, gzip'], 'invalid_request'),
  ...headers('Content-Encoding', ['identity']),
  ...headerTexts.flatMap(idempotencyKey),
]

async function assertMeaningful(asker: Asker): Promise<number> {
  await asker.renew()
  const op = operation('createCustomer')
  const plain = (n: number) =>
    asker.request(op, {
      path: {},
      query: {},
      headers: {},
      body: { name: 'Ana', email: `h${n}@example.com` },
    })
  const bearer = plain(0).headers?.find(([name]) => name === 'Authorization')?.[1] ?? ''
  const all = meaningful(bearer, bearer.slice('Bearer '.length))
  for (const [n, [name, value, code]] of all.entries()) {
    const request = plain(n)
    const headers = (request.headers ?? []).filter(([one]) => one !== name)
    const answer = await asker.wire.request({ ...request, headers: [...headers, [name, value]] })
    assert.equal(undocumented(op, answer), undefined, `${name}: ${value}`)
    assert.equal(codeIn(answer.text)?.code, code, `${name}: ${value}: ${answer.text}`)
  }
  return all.length
}

property('F2', async () => {
  const all = await subjectsOf()
  const headers = (await assertHarmless(all.asker)) + (await assertMeaningful(all.asker))
  const addresses = await assertAddresses(all.asker)
  const bodies = await assertBodies(all)
  return (
    `0 unexplained of ${bodies} bodies, ${headers} headers and ${addresses} addresses ` +
    `(SEED=${seed})`
  )
})

/** Sends a share of the bodies through something that changes them on their way. */
async function through(
  ids: string[],
  changed: { body?: (text: string) => string; answer?: (text: string) => string },
): Promise<void> {
  const { asker, subjects } = await subjectsOf()
  const { wire } = asker
  const request = wire.request.bind(wire)
  wire.request = async (wanted) => {
    const body = changed.body?.(String(wanted.body ?? '')) ?? wanted.body
    const answer = await request({ ...wanted, body })
    return { ...answer, text: changed.answer?.(answer.text) ?? answer.text }
  }
  await assertBodies({ asker, subjects: subjects.filter(({ op }) => ids.includes(op.id)) }, 1)
}

function rewritten(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

control('F2', 'JSON is read and written anew on its way, by the last of two names', () =>
  through(['updateOffer'], { body: rewritten }),
)

control('F2', 'text is normalized', () =>
  through(['createProduct'], { answer: (text) => text.normalize('NFC') }),
)

control('F2', 'unknown fields are let through', () =>
  through(['createCheckout'], { body: (text) => text.replace(',"admin":true', '') }),
)

control('F2', 'a header decides where the buyer is sent', async () => {
  const { asker } = await subjectsOf()
  const { wire } = asker
  const request = wire.request.bind(wire)
  wire.request = async (wanted) => {
    const [, host] = wanted.headers?.find(([name]) => name === 'X-Forwarded-Host') ?? []
    const answer = await request(wanted)
    return { ...answer, text: answer.text.replace('127.0.0.1', host ?? '127.0.0.1') }
  }
  await assertHarmless(asker, 1)
})
