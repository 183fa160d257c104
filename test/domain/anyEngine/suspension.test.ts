/** A suspended seller takes no payments; money that arrives nevertheless is accounted for. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { UserActor } from '../../../domain/identity/actor.ts'
import { everyScope } from '../../../domain/identity/scopes.ts'
import { changeSellerStatus } from '../../../domain/auth/sellers.ts'
import type { Seller } from '../../../domain/identity/sellerRows.ts'
import { actorOf } from '../../../domain/people/sessions.ts'
import { inviteUser } from '../../../domain/people/userChanges.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { codeOf } from '../../../packages/bank/books.ts'
import { joinedUser } from '../../support/people.ts'
import { startRail } from '../../support/rail.ts'
import type { TestAccount, TestService } from '../../support/service.ts'
import { pageOf } from '../../support/sessions.ts'

const first = await startRail()
const { service } = first

const set = async ({ seller_id: id }: TestAccount, status: Seller['status'], on = service) =>
  changeSellerStatus(on.db, { id, status, now: on.clock.now() })

const languages = {
  'pt-BR': 'Esta loja não recebe pagamentos no momento',
  es: 'Esta tienda no recibe pagos en este momento',
  en: 'This store is not taking payments right now',
}

async function pageIn(on: TestService, path: string, lang: string): Promise<string> {
  const { status, text } = await on.request('GET', `${path}?lang=${lang}`)
  assert.equal(status, 200)
  return text.replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
}

test('its page says that it takes no payments, in each language, and shows no code', async () => {
  const seller = await service.account()
  const path = pageOf(await seller.checkout())
  await set(seller, 'suspended')
  for (const [lang, words] of Object.entries(languages)) {
    const text = await pageIn(service, path, lang)
    assert.ok(text.includes(words), lang)
    assert.doesNotMatch(text, /<textarea|<svg class="qr"|name="action"/)
  }
  const status = await service.request<'PaymentStatus'>('GET', `${path}/status`)
  assert.deepEqual([status.body.status, status.body.code_ready], ['open', false])

  await set(seller, 'active')
  const text = await pageIn(service, path, 'en')
  assert.ok(!text.includes(languages.en))
  assert.match(text, /<textarea/)
})

test('a form of its page that is sent all the same changes nothing', async () => {
  const seller = await service.account()
  const checkout = await seller.checkout()
  const { id } = checkout
  const path = pageOf(checkout)
  await set(seller, 'suspended')
  for (const action of ['decline', 'advance', 'pay']) {
    const now = service.clock.now()
    const raw = new URLSearchParams({ action })
    const { status, text } = await service.request('POST', path, { raw })
    assert.ok(text.includes(languages['pt-BR']), `${action}: ${status}`)
    assert.deepEqual(service.clock.now(), now)
  }
  await set(seller, 'active')
  const again = await service.login(seller)
  assert.equal((await again.get<'Checkout'>(`/v1/checkouts/${id}`)).body.status, 'open')
  const events = await again.get<'EventList'>(`/v1/events?checkout_id=${id}`)
  assert.deepEqual(events.body.data, [])
})

test('its tokens end for good, and it gets others once it is active again', async () => {
  const [seller, other] = [await service.account(), await service.account()]
  await set(seller, 'suspended')
  assert.equal((await seller.get('/v1/me')).body.error.code, 'invalid_access_token')
  const { status } = await service.requestToken(seller.client_id, seller.client_secret)
  assert.equal(status, 401)
  assert.equal((await other.get('/v1/me')).status, 200)
  await set(seller, 'active')
  assert.equal((await seller.get('/v1/me')).body.error.code, 'invalid_access_token')
  assert.equal((await (await service.login(seller)).get('/v1/me')).status, 200)
})

test('a user whose request was under way changes its account no more', async () => {
  const seller = await service.account()
  const { browser, session } = await joinedUser(seller)
  const { seller_id } = seller
  const inviteBy = (actor: UserActor) => {
    const change = { seller_id, actor, scopes: everyScope, now: service.clock.now() }
    return service.db.run(() => inviteUser({ email: 'bia@loja.example', role: 'viewer' }, change))
  }
  await set(seller, 'suspended')
  assert.equal((await inviteBy(actorOf(session))).fault?.code, 'invalid_access_token')
  await set(seller, 'active')
  assert.equal((await inviteBy(actorOf(session))).fault?.code, 'invalid_access_token')
  const again = await browser.signIn()
  assert.equal((await inviteBy(actorOf(again.session))).fault, undefined)
})

test('no charge is made at its bank, and one that was made is not shown', async () => {
  const rail = await first.another()
  const [before, fresh] = [await rail.charged(), await rail.seller.checkout()]
  await set(rail.seller, 'suspended')
  assert.equal(await rail.view(fresh), null)
  assert.equal(await rail.glance(before.checkout), null)
  assert.deepEqual([...rail.bank.books.charges.keys()], [before.txid])

  await set(rail.seller, 'active')
  assert.equal(await rail.view(fresh), codeOf(txidOf(fresh.id)))
})

test('an attempt to make a charge that waited for another makes none', async () => {
  const rail = await first.another()
  const checkout = await rail.seller.checkout()
  const { promise, resolve } = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: promise }, 1)
  await rail.glance(checkout)
  while (rail.bank.count('PUT /cob') === 0) await new Promise(setImmediate)
  // The next view has another attempt made once this one has failed.
  await rail.glance(checkout)
  await set(rail.seller, 'suspended')
  rail.bank.created_status = 503
  rail.bank.order('', 503)
  resolve()
  await service.service.rail.idle()
  // The first one has looked, by a read that is repeated, for what became of it; no other did.
  assert.deepEqual([rail.bank.count('PUT /cob'), rail.bank.count('GET /cob')], [1, 2])
})

test('money that arrives is settled, and money that settles nothing is sent back', async () => {
  const rail = await first.another()
  const { checkout, txid } = await rail.charged()
  await set(rail.seller, 'suspended')
  await rail.pay(txid)
  await rail.pay(txid)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled', 'duplicate done'])
  await set(rail.seller, 'active')
  assert.equal((await rail.read(checkout)).status, 'completed')
})
