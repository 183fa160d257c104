/** Mails that tell the people of an account what needs their attention, when it happens. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { actorOf } from '../../../domain/people/sessions.ts'
import { removeBank } from '../../../domain/pix/connections/bankConnections.ts'
import { makeClientPair } from '../../../packages/bank/certificates.ts'
import { addBank, bankBody, connect } from '../../support/bankSettings.ts'
import { mailServerAt, startMailServer } from '../../support/mailServer.ts'
import { Browser, invitationTo, joinedUser } from '../../support/people.ts'
import { bankOf, INTERVAL_MS, RailTest, startRail } from '../../support/rail.ts'
import { answer, startReceiver } from '../../support/receiver.ts'
import type { TestAccount } from '../../support/service.ts'

type Mail = { type: string; recipient: string; status: string }

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const server = await startMailServer()
const rail = await startRail({ mailServer: mailServerAt(server.url) })
const { service } = rail
const { clock } = service

/** Type and recipient of each mail, sorted, without invitations. */
async function told({ seller_id }: TestAccount): Promise<string[]> {
  const rows = await service.sql<Mail>(
    `select type, recipient from mails where seller_id = ? and type <> 'invitation'`,
    seller_id,
  )
  return rows.map(({ type, recipient }) => `${type} ${recipient}`).toSorted()
}

/** The mail to an address that has come with this in its subject. */
async function mailWith(address: string, subject: RegExp) {
  for (let count = 1; ; count = server.mails.length + 1) {
    const found = server.mails.find(
      ({ to, headers }) => to.includes(address) && subject.test(headers['subject'] ?? ''),
    )
    if (found) return found
    await server.arrived(count)
  }
}

test('owners are told of an owner who joins, who is not, and of nobody else', async () => {
  const seller = await service.account('Padaria')
  const first = await joinedUser(seller)
  await joinedUser(seller, { role: 'developer' })
  assert.deepEqual(await told(seller), [])
  const second = await joinedUser(seller)
  assert.deepEqual(await told(seller), [`owner_joined ${first.email}`])
  const mail = await mailWith(first.email, /^Um novo proprietário/)
  assert.ok(mail.text.includes(second.email))
  assert.ok(mail.text.includes(`${service.url}/dashboard/team`))
})

test('an alert names the person who acted, by e-mail where there is no name', async () => {
  const seller = await service.account()
  const { email: owner } = await joinedUser(seller)
  const { user_id, email, session } = await joinedUser(seller, { role: 'developer' })
  const disconnected = async () => {
    const { seller_id } = seller
    const { settings } = await bankOf(service)
    await addBank(service.db, service.service.vault, { seller_id, settings, now: clock.now() })
    const before = server.mails.length
    const change = { seller_id, actor: actorOf(session), mails: service.service.mails }
    await removeBank(service.db, { ...change, now: clock.now() })
    const came = () =>
      server.mails.slice(before).find(({ to, headers }) => {
        return to.includes(owner) && /banco/i.test(headers['subject'] ?? '')
      })
    while (!came()) await server.arrived(server.mails.length + 1)
    return came()?.text ?? ''
  }
  assert.ok((await disconnected()).includes(email))
  assert.equal((await seller.patch(`/v1/users/${user_id}`, { name: 'Ana Souza' })).status, 200)
  const text = await disconnected()
  assert.ok(text.includes('Ana Souza') && !text.includes(email), text)
})

test('one who becomes an owner by a change of role is told of, too, and once', async () => {
  const seller = await service.account()
  const owner = await joinedUser(seller)
  const { user_id } = await joinedUser(seller, { role: 'viewer' })
  for (const role of ['owner', 'owner', 'viewer']) {
    assert.equal((await seller.patch(`/v1/users/${user_id}`, { role })).status, 200)
  }
  assert.deepEqual(await told(seller), [`owner_joined ${owner.email}`])
})

test('a passkey that is added is told to its user and to the owners', async () => {
  const seller = await service.account()
  const owner = await joinedUser(seller)
  const { email, session } = await joinedUser(seller, { role: 'finance' })
  const { people } = service.service
  const options = await people.addPasskeyOptions(service.db, session, clock.now())
  const response = new Browser(service).authenticator.create(options)
  const made = { response, name: 'Celular', now: clock.now() }
  assert.equal((await people.addPasskey(service.db, session, made)).refused, undefined)
  const told_once = [`passkey_added ${email}`, `passkey_added ${owner.email}`].toSorted()
  assert.deepEqual(await told(seller), told_once)
  const again = await invitationTo(seller, { email, role: 'finance' })
  const other = new Browser(service)
  await other.join(again.token, await other.registration(again.token))
  assert.deepEqual(await told(seller), [...told_once, ...told_once].toSorted())
})

test('a refund that the bank has and does not show for a day is told of, once', async () => {
  const at = await rail.another()
  const { email } = await joinedUser(at.seller, { role: 'finance' })
  const { checkout, txid } = await at.charged()
  await at.pay(txid)
  const { payment_id } = await at.read(checkout)
  at.bank.books.queuedMs = 4 * DAY_MS
  at.bank.order('PUT /devolucao', 'lose', 1)
  await at.refund(payment_id ?? '')
  await at.reconcile()
  for (let day = 0; day < 3; day++) await at.reconcile(DAY_MS)
  assert.deepEqual(await told(at.seller), [`refund_unconfirmed ${email}`])
  const mail = await mailWith(email, /não mostra uma devolução/)
  assert.ok(mail.text.includes(`${service.url}/dashboard/payments/${payment_id}`))
})

test('a bank that returns more than was ordered is told of, with its amount', async () => {
  const at = await rail.another()
  const { email } = await joinedUser(at.seller, { role: 'finance' })
  const { checkout, txid } = await at.charged()
  const pix = await at.pay(txid)
  const { payment_id } = await at.read(checkout)
  at.bank.books.return_state = 'EM_PROCESSAMENTO'
  const refund = await at.refund(payment_id ?? '', { amount_minor: 1000 })
  const [made] = at.bank.books.transfer(pix.endToEndId).devolucoes ?? []
  assert.ok(made)
  const horario = { ...made.horario, liquidacao: clock.now().toISOString() }
  Object.assign(made, { status: 'DEVOLVIDO', valor: '20.00', horario })
  await at.announce(at.bank.books.transfer(pix.endToEndId))
  const { status, amount_minor } = await at.readRefund(refund)
  assert.deepEqual([status, amount_minor], ['succeeded', 2000])
  assert.equal((await at.read(checkout)).amount_refunded_minor, 2000)
  assert.deepEqual(await told(at.seller), [`refund_exceeded ${email}`])
  await mailWith(email, /mais do que foi pedido/)
})

test('no copy of an e-mail is kept in a mail to somebody else', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const { email } = await joinedUser(seller)
  const rows = await service.sql('select data from mails where seller_id = ?', seller.seller_id)
  assert.ok(rows.length > 0)
  assert.ok(!JSON.stringify(rows).includes(email))
})

test('owners are told when a bank is connected, renewed and disconnected', async () => {
  const seller = await service.account('Padaria')
  const { email } = await joinedUser(seller)
  await joinedUser(seller, { role: 'finance' })
  const bank = await bankOf(service)
  const changes = [
    () => connect(seller, bankBody(bank)),
    () => connect(seller, bankBody(bank, { city: 'Recife' })),
    () => seller.delete('/v1/bank_connection'),
  ]
  for (const change of changes) {
    const { status, body } = await change()
    assert.equal(status, 200, JSON.stringify(body))
    clock.advanceMs(1)
  }
  assert.deepEqual(
    await told(seller),
    changes.map(() => `bank_changed ${email}`),
  )
  await mailWith(email, /^O banco de Padaria mudou/)
})

test('a bank that is refused, or not there to be disconnected, is told to nobody', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  const bank = await bankOf(service)
  bank.order('POST /token', 401)
  await connect(seller, bankBody(bank))
  await seller.delete('/v1/bank_connection')
  assert.deepEqual(await told(seller), [])
})

test('a certificate that ends is told 30, 7 and 1 days before, each once', async () => {
  const bank = await bankOf(service)
  const seller = await service.account()
  const { seller_id } = seller
  const { email } = await joinedUser(seller, { role: 'developer' })
  await joinedUser(seller, { role: 'finance' })
  const { cert, key } = await makeClientPair(bank.authority, 'Loja')
  const settings = { ...bank.settings, certificate: cert, private_key: key }
  await addBank(service.db, service.service.vault, { seller_id, settings, now: clock.now() })
  const own = new RailTest({ ...rail, seller, bank })
  const signedIn = await service.login(seller)
  const { body } = await signedIn.get<'BankConnection'>('/v1/bank_connection')
  const endMs = Date.parse(body.certificate?.valid_to ?? '')
  for (const [days, count] of [
    [31, 0],
    [29, 1],
    [28, 1],
    [6, 2],
    [5, 2],
    [0.5, 3],
    [-1, 3],
  ] as const) {
    clock.advanceMs(endMs - days * DAY_MS - clock.now().getTime())
    await own.reconcile(INTERVAL_MS)
    const expected = Array.from({ length: count }, () => `certificate_ends ${email}`)
    assert.deepEqual(await told(seller), expected, `${days} days before`)
  }
  await mailWith(email, /^O certificado do banco vence em \d+ de \p{L}+ de \d{4}$/u)
  await removeBank(service.db, { seller_id, actor: operator(), now: clock.now() })
})

test('a failing endpoint is told of once, after an hour, and anew once it has worked', async () => {
  const receiver = await startReceiver(answer(500))
  const own = await startRail({ mailServer: mailServerAt(server.url) })
  const seller = await own.service.account()
  const { email } = await joinedUser(seller, { role: 'developer' })
  const { id } = await seller.webhookEndpoint({ url: receiver.url })
  const failures = async () =>
    (
      await own.service.sql<Mail>(`select recipient from mails where type = 'endpoint_failing'`)
    ).map(({ recipient }) => recipient)
  /** One event, whose delivery has ended. */
  const tell = async () => {
    const signedIn = await own.service.login(seller)
    const { body: before } = await signedIn.get<'WebhookDeliveryList'>('/v1/webhook_deliveries')
    const { id: checkout_id } = await signedIn.checkout()
    await signedIn.post(`/v1/checkouts/${checkout_id}/cancel`)
    for (;;) {
      const { body } = await signedIn.get<'WebhookDeliveryList'>('/v1/webhook_deliveries')
      const [last] = body.data
      const isNew = body.data.length > before.data.length
      if (isNew && (last?.status === 'failed' || last?.status === 'delivered')) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const after = (ms: number) => own.service.clock.advanceMs(ms)
  await tell()
  after(59 * MINUTE_MS)
  await tell()
  assert.deepEqual(await failures(), [])
  for (const ms of [MINUTE_MS, 60 * MINUTE_MS]) {
    after(ms)
    await tell()
    assert.deepEqual(await failures(), [email])
  }
  const mail = await mailWith(email, /webhook/)
  assert.ok(mail.text.includes(receiver.url) && mail.text.includes(`/dashboard/webhooks/${id}`))
  receiver.script = answer(200)
  await tell()
  receiver.script = answer(500)
  await tell()
  assert.deepEqual(await failures(), [email])
  after(61 * MINUTE_MS)
  await tell()
  assert.deepEqual(await failures(), [email, email])
})

test('what needs attention is told to nobody once that is switched off', async () => {
  const seller = await service.account()
  await joinedUser(seller)
  await seller.patch('/v1/settings', { mail: { seller_attention: false } })
  await joinedUser(seller)
  assert.deepEqual(await told(seller), [])
})

test('people are written to in the language in which they last saw a page', async () => {
  const seller = await service.account('Padaria')
  const { email, browser, session } = await joinedUser(seller)
  const { people } = service.service
  const joinsAndIsToldOf = async (subject: RegExp) => {
    await joinedUser(seller)
    await mailWith(email, subject)
  }
  await joinsAndIsToldOf(/^Um novo/)
  await people.keepLocale(service.db, session, 'es')
  await joinsAndIsToldOf(/^Un nuevo/)
  await people.signIn(service.db, await browser.assertion(), { locale: 'en', now: clock.now() })
  await joinsAndIsToldOf(/^A new owner/)
})
