/** The requests that all servers must answer alike before they are measured. */
import type { Fixture } from './data.ts'
import { json, requestOf, tokenRequest } from './requests.ts'
import type { Caller, Answer, ComparedId, RequestParts } from './requests.ts'

/** A request. Its answer is compared but for times, and for ids when they are new. */
export type Case = { name: string; sent: RequestParts; newIds?: boolean }

/** Cases may depend on what was answered to the one before. */
export type Cases = Generator<Case, void, Answer>

/** Whom the cases are asked for, and another whose things they cannot reach. */
export type Callers = { caller: Caller; stranger: Caller; odd: Fixture['odd'] }

const unknown = (prefix: string) => `${prefix}00000000-0000-7000-8000-000000000000`

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tokens that were tampered with: another signature, none, and another account's claims. */
function forged({ token }: Caller, stranger: Caller): Record<string, string> {
  const [header, payload, signature = ''] = token.split('.')
  const turned = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  return {
    'another signature': `${header}.${payload}.${turned}`,
    'no signature': `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
    'the claims of another': `${header}.${stranger.token.split('.')[1]}.${signature}`,
    nonsense: 'nonsense',
  }
}

/** Each operation but the token's, by callers who may not. */
export function* accessCases(of: ComparedId, { caller, stranger, odd }: Callers): Cases {
  const sent = (token: string) => requestOf[of]({ ...caller, token }, 0)
  const { Authorization: _, ...headers } = sent('').headers
  yield { name: 'no token', sent: { ...sent(''), headers } }
  for (const [name, token] of Object.entries(forged(caller, stranger))) {
    yield { name: `a token with ${name}`, sent: sent(token) }
  }
  yield { name: 'a token that has expired', sent: sent(odd.expired.token) }
  yield { name: 'a client that was revoked', sent: sent(odd.revoked.token) }
  yield { name: 'a secret that was rotated', sent: sent(odd.rotated.token) }
  yield { name: 'a token without the scope', sent: sent(odd.narrow.token) }
}

function* getCustomer({ caller, stranger }: Callers): Cases {
  const of = (id: string) => json('GET', `/v1/customers/${id}`, caller.token)
  for (const id of caller.customers.slice(0, 3)) yield { name: `the customer ${id}`, sent: of(id) }
  yield { name: 'an unknown customer', sent: of(unknown('cus_')) }
  yield { name: 'the customer of another', sent: of(String(stranger.customers[0])) }
  for (const id of ['cus_1', 'null', unknown('offer_')]) {
    yield { name: `the malformed id ${id}`, sent: of(id) }
  }
}

function* listCheckouts({ caller, odd }: Callers): Cases {
  const of = (query: string) => json('GET', `/v1/checkouts${query}`, caller.token)
  const first = yield { name: 'the first page', sent: of('?limit=20') }
  const { next_cursor } = JSON.parse(first.text) as { next_cursor: string }
  yield { name: 'the next page', sent: of(`?limit=3&starting_after=${next_cursor}`) }
  yield { name: 'a page of the usual length', sent: of('') }
  yield { name: 'the longest page, with sessions past their end', sent: of('?limit=100') }
  yield { name: 'by external_id', sent: of(`?external_id=${odd.external_id}`) }
  yield { name: 'by an external_id that nothing has', sent: of('?external_id=nada') }
  const cursors = ['checkout_1', unknown('checkout_'), unknown('cus_')]
  const wrong = ['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'colour=red']
  for (const query of [...wrong, ...cursors.map((id) => `starting_after=${id}`)]) {
    yield { name: query, sent: of(`?${query}`) }
  }
}

const deep = JSON.parse(`${'{"a":'.repeat(9)}1${'}'.repeat(9)}`) as object

/** Bodies that no operation takes, whatever it is about. */
function* brokenBodies(path: string, { token }: Caller, body: object): Cases {
  const method = path.includes('/offers/') ? 'PATCH' : 'POST'
  const of = (text: string, type = 'application/json'): RequestParts => ({
    ...json(method, path, token, {}),
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    body: text,
  })
  yield { name: 'broken JSON', sent: of('{"name":') }
  yield { name: 'an array', sent: of('[]') }
  yield { name: 'null', sent: of('null') }
  yield { name: 'another content type', sent: of(JSON.stringify(body), 'text/plain') }
  const large = JSON.stringify({ name: 'x'.repeat(70_000) })
  yield { name: 'a body of more than 64 KiB', sent: of(large) }
  yield { name: 'an unknown field', sent: json(method, path, token, { ...body, colour: 'red' }) }
}

function* createCustomer({ caller, odd }: Callers): Cases {
  const path = '/v1/customers'
  const full = {
    name: ' Padaria "Pão Quente" \u200b',
    email: 'Compras@Padaria.example',
    phone: '+551133334444',
    tax_id: '12.345.678/0001-95',
    metadata: { z: [1, null, { a: 'ção' }], a: -1.5, '': true },
  }
  const of = (changes: object) => json('POST', path, caller.token, { ...full, ...changes })
  const created = yield { name: 'every field', sent: of({}), newIds: true }
  const { id } = JSON.parse(created.text) as { id: string }
  const again = json('GET', `/v1/customers/${id}`, caller.token)
  yield { name: 'what was created, read again', sent: again, newIds: true }
  const least = { name: 'Ana', email: 'ana@cliente.example' }
  yield { name: 'the least', sent: json('POST', path, caller.token, least), newIds: true }
  yield { name: 'an e-mail that is taken', sent: of({ email: odd.email }) }
  yield { name: 'the same in capitals', sent: of({ email: odd.email.toUpperCase() }) }
  const wrong = {
    name: [undefined, null, 1, '', '  ', '\u200b', 'x'.repeat(161), 'a\0b', '\ud83d'],
    email: [
      undefined,
      'ana',
      'ana@',
      '@cliente.example',
      'a b@c.example',
      `${'x'.repeat(65)}@c.br`,
    ],
    phone: [null, '', 'x'.repeat(33)],
    tax_id: [12345678000195, ''],
    metadata: [null, [], 'x', deep, { a: 'x'.repeat(16_384) }, { a: { b: 'a\0b' } }],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const [i, value] of values.entries()) {
      const changes = { email: `nova-${i}@cliente.example`, [field]: value }
      yield { name: `${field}, wrong value ${i}`, sent: of(changes) }
    }
  }
  yield* brokenBodies(path, caller, full)
}

function* createCheckout({ caller, stranger, odd }: Callers): Cases {
  const path = '/v1/checkouts'
  const [offer_id, customer_id] = [String(caller.offers[0]), String(caller.customers[0])]
  const full = {
    offer_id,
    customer_id,
    external_id: 'Pedido "é" 1',
    success_url: 'https://loja.example/é?a=1',
    cancel_url: 'HTTPS://loja.example',
    metadata: { pedido: '1042' },
  }
  const of = (changes: object) => json('POST', path, caller.token, { ...full, ...changes })
  yield { name: 'every field', sent: of({ success_url: 'https://a.example/b' }), newIds: true }
  yield { name: 'the least', sent: json('POST', path, caller.token, { offer_id }), newIds: true }
  yield { name: 'an external_id that is taken', sent: of({ external_id: odd.external_id }) }
  const wrong = {
    offer_id: [
      undefined,
      1,
      'offer_1',
      unknown('offer_'),
      stranger.offers[0],
      odd.recurring_offer,
      odd.foreign_offer,
      odd.inactive_offer,
    ],
    customer_id: [null, 'cus_1', unknown('cus_'), stranger.customers[0], odd.inactive_customer],
    external_id: ['', null, 'x'.repeat(256)],
    success_url: ['javascript:alert(1)', 'https://', 'loja.example', 1],
    cancel_url: ['ftp://loja.example', `https://loja.example/${'x'.repeat(2048)}`],
    metadata: [null, [], deep],
  }
  for (const [field, values] of Object.entries(wrong)) {
    for (const [i, value] of values.entries()) {
      const changes = { external_id: `novo-${i}`, success_url: undefined, [field]: value }
      yield { name: `${field}, wrong value ${i}`, sent: of(changes) }
    }
  }
  yield* brokenBodies(path, caller, full)
}

function* updateOffer({ caller, stranger, odd }: Callers): Cases {
  const of = (id: string, body: object) => json('PATCH', `/v1/offers/${id}`, caller.token, body)
  const { default_offer, other_offer, inactive_offer } = odd
  yield { name: 'a new name', sent: of(other_offer, { name: ' Preço "novo" ' }) }
  for (const body of [{ active: false }, { is_default: false }]) {
    yield { name: `the default: ${JSON.stringify(body)}`, sent: of(default_offer, body) }
  }
  yield { name: 'an inactive default', sent: of(inactive_offer, { is_default: true }) }
  yield { name: 'another default', sent: of(other_offer, { is_default: true }) }
  yield { name: 'the one before it', sent: of(default_offer, { name: 'Antiga' }) }
  yield { name: 'out of use', sent: of(default_offer, { active: false }) }
  const back = { active: true, is_default: true }
  yield { name: 'into use and default at once', sent: of(default_offer, back) }
  yield { name: 'not the default, as before', sent: of(other_offer, { is_default: false }) }
  const wrong = [
    {},
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(161) },
    { active: 'yes' },
    { is_default: null },
    { name: 'a\0b' },
  ]
  for (const [i, body] of wrong.entries()) {
    yield { name: `wrong changes ${i}`, sent: of(other_offer, body) }
  }
  for (const id of ['offer_1', unknown('offer_'), String(stranger.offers[0])]) {
    yield { name: `the offer ${id}`, sent: of(id, { name: 'Nova' }) }
  }
  yield* brokenBodies(`/v1/offers/${other_offer}`, caller, { name: 'Nova' })
}

function* issueToken({ caller }: Callers): Cases {
  const grant = 'grant_type=client_credentials'
  yield { name: 'all scopes', sent: tokenRequest(caller) }
  yield { name: 'some scopes', sent: tokenRequest(caller, `${grant}&scope=customers:read+all`) }
  const wrong = ['', 'grant_type=password', `${grant}&${grant}`, `${grant}&scope=admin`]
  for (const form of wrong) yield { name: `the form ${form}`, sent: tokenRequest(caller, form) }
  const guess = tokenRequest({ ...caller, client_secret: 'guessed' })
  yield { name: 'a wrong secret', sent: guess }
  const stranger = tokenRequest({ client_id: 'nobody', client_secret: 'nothing' })
  yield { name: 'an unknown client', sent: stranger }
  const { Authorization: _, ...headers } = guess.headers
  yield { name: 'no credentials', sent: { ...guess, headers } }
}

/** The cases of each operation; reads come first, while every server has the same data. */
export const casesOf: Record<ComparedId, (callers: Callers) => Cases> = {
  getCustomer,
  listCheckouts,
  createCustomer,
  createCheckout,
  updateOffer,
  issueToken,
}
