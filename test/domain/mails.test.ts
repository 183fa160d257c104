/** Mails: to whom, in which words, and never twice. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { BEFORE_ALL_MAILS, mailsOf } from '../../domain/mail/rows.ts'
import { mailSweeps } from '../../domain/mail/sweeps.ts'
import { createSendMail } from '../../domain/mail/smtp.ts'
import type { Message } from '../../domain/mail/smtp.ts'
import { createLog } from '../../runtime/logger.ts'
import { Sweeper } from '../../runtime/sweeper.ts'
import { atEnd } from '../support/atEnd.ts'
import { logoOf } from '../support/images.ts'
import { FROM, mailServerAt, startMailServer } from '../support/mailServer.ts'
import { joinedUser } from '../support/people.ts'
import { linkOf, press, sessionOf } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'
import type { TestAccount, TestService } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

type Row = {
  id: string
  type: string
  recipient: string
  status: string
  error: string | null
  secret_sealed: string | null
}

const STOP_MS = 5_000

const server = await startMailServer()
const service = await startService({ mailServer: mailServerAt(server.url) })

const rowsOf = (seller: TestAccount, on: TestService = seller.on) =>
  on.sql<Row>('select * from mails where seller_id = ? order by id', seller.seller_id)

const switchedOn = { buyer_receipt: true, buyer_refund: true, seller_sale: true }

/** A seller whose mails are all switched on, and a buyer with an e-mail. */
async function shop(on = service, settings: object = {}) {
  const seller = await on.account('Padaria')
  await seller.patch('/v1/settings', { mail: switchedOn, ...settings })
  const customer = await seller.customer()
  return { seller, customer }
}

async function sell(seller: TestAccount, customer_id?: string) {
  const checkout = await seller.checkout(customer_id === undefined ? {} : { customer_id })
  const { body } = await seller.post<'Checkout'>(`/sandbox/checkouts/${checkout.id}/pay`)
  return body
}

/** Mails that have come to an address, once so many have. */
async function mailsTo(address: string, count = 1) {
  for (let all = 1; ; all++) {
    const found = server.mails.filter(({ to }) => to.includes(address))
    if (found.length >= count) return found
    await server.arrived(Math.max(all, server.mails.length + 1))
  }
}

/** The mails, once none is pending or under way any more. */
async function settled(seller: TestAccount): Promise<Row[]> {
  for (;;) {
    const rows = await rowsOf(seller)
    if (rows.every(({ status }) => status === 'sent' || status === 'failed')) return rows
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a buyer gets the receipt as text and HTML, with its link and no remote picture', async () => {
  const { seller, customer } = await shop(service, {
    display_name: 'Padaria Pão Quente',
    support_email: 'ajuda@padaria.example',
    receipt_note: 'Trocas em 30 dias.',
  })
  await logoOf(seller)
  const checkout = await sell(seller, customer.id)
  const [mail] = await mailsTo(customer.email)
  assert.ok(mail)
  assert.equal(mail.from, FROM)
  assert.equal(mail.headers['subject'], 'Comprovante do seu pagamento a Padaria Pão Quente')
  assert.match(mail.headers['from'] ?? '', /Padaria Pão Quente"? <pix@loja\.example>/)
  assert.equal(mail.headers['reply-to'], 'ajuda@padaria.example')
  assert.equal(mail.headers['auto-submitted'], 'auto-generated')
  assert.match(mail.raw, /Content-Type: text\/plain/i)
  assert.match(mail.raw, /Content-Type: text\/html/i)
  for (const part of ['49,90', checkout.checkout_url, 'Trocas em 30 dias.', 'Caneca']) {
    assert.ok(mail.text.includes(part), part)
  }
  const pictures = [...mail.text.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, src]) => src)
  assert.deepEqual([...new Set(pictures)], ['cid:logo@balcao'])
  const [row] = await settled(seller)
  assert.deepEqual([row?.type, row?.status, row?.error], ['buyer_receipt', 'sent', null])
})

test("mails are in the language of the buyer's last page, else in Portuguese", async () => {
  const { seller, customer } = await shop()
  const checkout = await seller.checkout({ customer_id: customer.id })
  for (const lang of ['es', 'en']) await service.request('GET', `${pageOf(checkout)}?lang=${lang}`)
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const [mail] = await mailsTo(customer.email)
  assert.equal(mail?.headers['subject'], 'Receipt for your payment to Padaria')
  await sell(seller, customer.id)
  const [, other] = await mailsTo(customer.email, 2)
  assert.equal(other?.headers['subject'], 'Comprovante do seu pagamento a Padaria')
})

test('a refund is mailed to the buyer, once', async () => {
  const { seller, customer } = await shop()
  const { payment_id } = await sell(seller, customer.id)
  await seller.refund(payment_id ?? '', { amount_minor: 1990 })
  const [, mail] = await mailsTo(customer.email, 2)
  assert.match(mail?.headers['subject'] ?? '', /^Padaria devolveu R\$\s19,90$/)
  const types = (await settled(seller)).map(({ type }) => type)
  assert.deepEqual(types, ['buyer_receipt', 'buyer_refund'])
})

test('a mail that is switched off, or of a sale without a customer, is not sent', async () => {
  const { seller, customer } = await shop(service, {
    mail: { buyer_receipt: false, buyer_refund: false, seller_sale: false },
  })
  const { payment_id } = await sell(seller, customer.id)
  await seller.refund(payment_id ?? '')
  await seller.patch('/v1/settings', { mail: switchedOn })
  await sell(seller)
  assert.deepEqual(await rowsOf(seller), [])
})

test('sales and matters that need attention are mailed to the people concerned', async () => {
  const { seller } = await shop()
  const owner = await joinedUser(seller)
  await seller.user({ email: 'nobody@loja.example', role: 'finance' })
  const { payment_id, id } = await sell(seller)
  await seller.post(`/sandbox/payments/${payment_id}/reverse`, { amount_minor: 100 })
  const rows = (await settled(seller)).filter(({ type }) => type !== 'invitation')
  const [{ email } = { email: '' }] = await service.sql<{ email: string }>(
    'select email from users where id = ?',
    owner.user_id,
  )
  const told = rows.map(({ type, recipient }) => [type, recipient])
  assert.ok(told.some(([type, to]) => type === 'seller_sale' && to === email))
  assert.ok(told.some(([type, to]) => type === 'payment_reversed' && to === email))
  assert.ok(told.every(([, to]) => to === email))
  // Both are sent at once, and either may arrive first.
  const mails = await mailsTo(email, 2)
  assert.ok(mails.some(({ text }) => text.includes(`/dashboard/checkouts/${id}`)))
})

test('an invitation is mailed with its link, sealed until then and gone after', async () => {
  const seller = await service.account()
  const { email, invitation_url = '' } = await seller.user({ email: 'ana@loja.example' })
  const [mail] = await mailsTo(email)
  assert.ok(mail?.text.includes(invitation_url))
  const [row] = await settled(seller)
  assert.equal(row?.secret_sealed, null)
  const token = invitation_url.split('/').at(-1) ?? ''
  assert.ok(!JSON.stringify(await rowsOf(seller)).includes(token))
})

test('no header can be written by what a seller or a buyer types', async () => {
  const { seller, customer } = await shop(service, {
    display_name: 'Loja\r\nBcc: todos@mal.example\u2028X: 1',
  })
  await sell(seller, customer.id)
  const [mail] = await mailsTo(customer.email)
  assert.deepEqual(
    [mail?.to, mail?.headers['bcc'], mail?.headers['x']],
    [[customer.email], undefined, undefined],
  )
})

const message: Message = {
  fromName: 'Loja',
  accountName: 'Loja',
  to: 'ana@example.com',
  replyTo: null,
  subject: 'Olá',
  text: 'Olá',
  html: '<p>Olá</p>',
  logo: null,
}

test('an address that names others, or is none, is not sent to', async () => {
  const send = createSendMail(mailServerAt(server.url))
  const never = new AbortController().signal
  const before = server.mails.length
  for (const to of [
    'a@b.co, c@d.co',
    'a@b.co\r\nBcc: c@d.co',
    '<a@b.co>',
    'A:a@b.co;',
    '"a b"@c.d',
  ]) {
    await assert.rejects(send({ ...message, to }, never), /The address is none/)
  }
  for (const subject of ['a\r\nBcc: c@d.co', 'a\nBcc: c@d.co', 'a\u2028Bcc: c@d.co']) {
    await send({ ...message, subject, fromName: subject }, never)
  }
  const sent = server.mails.slice(before)
  assert.deepEqual(
    sent.map(({ to, headers }) => [to, headers['bcc']]),
    [0, 1, 2].map(() => [['ana@example.com'], undefined]),
  )
})

test('a server that refuses or is away is a recorded failure, never repeated', async () => {
  let tries = 0
  const refusing = await startMailServer({
    onRcptTo(_, __, done) {
      tries++
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
    },
  })
  const on = await startService({ mailServer: mailServerAt(refusing.url) })
  const { seller, customer } = await shop(on)
  await sell(seller, customer.id)
  const [row] = await settled(seller)
  assert.equal(row?.status, 'failed')
  const refused = 'recipient_refused (550): The mail server has refused the recipient.'
  assert.equal(row?.error, refused)
  await refusing.close()
  await sell(seller, customer.id)
  const [, gone] = await settled(seller)
  assert.match(gone?.error ?? '', /^not_reached \(ECONNREFUSED\): The connection/)
  assert.equal(tries, 1)
  // Money and answers were never held by any of it.
  assert.equal((await seller.get<'PaymentList'>('/v1/payments')).body.data.length, 2)
})

test("a server's words go to the log alone, without addresses and our credentials", async () => {
  const [user, pass] = ['loja', 'se/gredo+1']
  const sent = Buffer.from(`\0${user}\0${pass}`).toString('base64')
  const repeated = `535 5.7.8 AUTH PLAIN ${sent}: ${user} ${pass} of chefe@host.example`
  const repeating = await startMailServer({
    onAuth(_, __, done) {
      done(Object.assign(new Error(repeated), { responseCode: 535 }))
    },
  })
  const { host } = new URL(repeating.url)
  const url = `smtp://${user}:${encodeURIComponent(pass)}@${host}`
  const on = await startService({ mailServer: mailServerAt(url) })
  const { seller, customer } = await shop(on)
  await sell(seller, customer.id)
  const [row] = await settled(seller)
  assert.match(
    row?.error ?? '',
    /^login_refused \(535[ .\d]*\): The mail server has refused the login\.$/,
  )
  // The log line follows the commit of the row.
  const said = () => on.log.filter((line) => line.includes('AUTH PLAIN'))
  while (said().length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(said().length, 1)
  for (const secret of [pass, sent, 'chefe@', encodeURIComponent(pass)]) {
    assert.ok(!on.log.join('\n').includes(secret), secret)
  }
  const { text } = await seller.get('/v1/emails')
  assert.doesNotMatch(text, /AUTH|5\.7\.8 AUTH/)
})

test('a server that says nothing is broken off in time', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  atEnd(() => new Promise<void>((resolve) => void silent.close(() => resolve())))
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  const send = createSendMail(mailServerAt(`smtp://127.0.0.1:${port}`), {
    stepMs: 1_000,
    wholeMs: 50,
  })
  await assert.rejects(send(message, new AbortController().signal), /more than 0\.05 s/)
})

test('a server beyond this machine gets mails over TLS alone', async () => {
  const before = server.mails.length
  // Another spelling of the loopback address, which is not taken for this machine.
  const url = `smtp://ana:segredo@[::ffff:127.0.0.1]:${server.port}`
  const send = createSendMail(mailServerAt(url))
  await assert.rejects(send(message, new AbortController().signal), /STARTTLS/)
  assert.equal(server.mails.length, before)
})

test('no mail is sent or kept without a server', async () => {
  const on = await startService()
  const { seller, customer } = await shop(on)
  await sell(seller, customer.id)
  await seller.user()
  assert.deepEqual(await on.sql('select * from mails'), [])
})

test('an address gets so many mails of a seller in a day, and no more', async () => {
  const { seller, customer } = await shop()
  for (let i = 0; i < 22; i++) await sell(seller, customer.id)
  const rows = await settled(seller)
  assert.equal(rows.filter(({ status }) => status === 'sent').length, 20)
  const late = rows.filter(({ status }) => status === 'failed')
  assert.deepEqual(
    late.map(({ error }) => error),
    [0, 1].map(() => 'The address has had 20 mails within a day.'),
  )
})

test('erasing a customer deletes its mails, and it gets no more', async () => {
  const { seller, customer } = await shop()
  const { payment_id } = await sell(seller, customer.id)
  await settled(seller)
  await seller.post(`/v1/customers/${customer.id}/erase`)
  assert.deepEqual(await rowsOf(seller), [])
  await seller.refund(payment_id ?? '')
  assert.deepEqual(await rowsOf(seller), [])
})

test('a mail that a killed process has claimed becomes a failure, and is never sent', async () => {
  const { seller, customer } = await shop()
  await sell(seller, customer.id)
  const [row] = await settled(seller)
  const before = server.mails.length
  const claimed = service.clock.now().toISOString()
  await service.sql(
    `update mails set status = 'claimed', sent_at = null, claimed_at = ? where id = ?`,
    claimed,
    row?.id,
  )
  service.service.mailer.wake(seller.seller_id)
  await service.clock.advance(11 * 60)
  for (const sweep of mailSweeps(400).slice(0, 1)) {
    const now = service.clock.now().toISOString()
    await service.db.run(() => sweep.piece({ seller_id: seller.seller_id, now, limit: 100 }))
  }
  const [left] = await rowsOf(seller)
  assert.equal(left?.status, 'failed')
  assert.match(left?.error ?? '', /may have arrived/)
  assert.equal(server.mails.length, before)
})

test('the operator reads the newest mails, and old ones are deleted with the rest', async () => {
  const seller = await service.account()
  await seller.user({ email: 'velha@loja.example' })
  await mailsTo('velha@loja.example')
  await settled(seller)
  const { db, clock } = service
  const page = { seller_id: seller.seller_id, before: BEFORE_ALL_MAILS, limit: 10 }
  const newest = () => db.read(() => mailsOf(page))
  assert.equal((await newest()).length, 1)
  const old = mailSweeps(1).at(-1)
  assert.ok(old)
  const later = {
    now: () => new Date(clock.now().getTime() + 2 * 24 * 60 * 60 * 1000),
  }
  const log = createLog('silent')
  await new Sweeper({ db, clock: later, log, sweeps: [old] }).round()
  assert.deepEqual(await newest(), [])
})

test('two processes that find the same mail send it once', async () => {
  const on = await startService({ mailServer: mailServerAt(server.url) })
  const { seller, customer } = await shop(on)
  await on.service.mailer.stop(STOP_MS)
  await sell(seller, customer.id)
  const { Mailer } = await import('../../domain/mail/mailer.ts')
  const { db, vault, clock, baseUrl, metrics } = { db: on.db, ...on.service }
  const send = createSendMail(mailServerAt(server.url))
  const log = { error() {}, warn() {}, debug() {} } as never
  const mailers = [1, 2, 3].map(() => new Mailer({ db, vault, clock, baseUrl, log, metrics, send }))
  for (const mailer of mailers) mailer.wake(seller.seller_id)
  await settled(seller)
  for (const mailer of mailers) await mailer.stop(STOP_MS)
  assert.equal((await mailsTo(customer.email)).length, 1)
})

test('mails about a refund are read apart from those about its sale, page by page', async () => {
  const { seller, customer } = await shop()
  const { payment_id } = await sell(seller, customer.id)
  const refund = await seller.refund(payment_id ?? '', { amount_minor: 1990 })
  const page = async (query: string) => (await seller.get<'EmailList'>(`/v1/emails?${query}`)).body
  const { data } = await page(`about=${refund.id}`)
  assert.deepEqual(
    data.map(({ type, about }) => [type, about]),
    [['buyer_refund', refund.id]],
  )
  const [newest] = (await page('limit=1')).data
  const older = await page(`starting_after=${newest?.id}`)
  assert.ok(older.data.length > 0 && older.data.every(({ id }) => id < (newest?.id ?? '')))
})

test("a stranger's session of a sandbox link mails nobody outside the account", async () => {
  const { seller } = await shop(service)
  const link = await linkOf(seller, { collect: ['email'] })
  const pressed = await press(service, link, { email: 'vizinha@example.com' })
  const session = await sessionOf(seller, pressed)
  await seller.post(`/sandbox/checkouts/${session.id}/pay`)
  const rows = await service.sql<{ recipient: string }>(
    'select recipient from mails where seller_id = ?',
    seller.seller_id,
  )
  assert.deepEqual(
    rows.filter(({ recipient }) => recipient === 'vizinha@example.com'),
    [],
  )
})
