/** E-mails that could not be delivered are said where they concern somebody. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { freePort } from '../../cli/ports.ts'
import { signIn } from '../support/dashboard.ts'
import { mailServerAt, startMailServer } from '../support/mailServer.ts'
import { joinedUser } from '../support/people.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const server = await startMailServer({
  onRcptTo({ address }, _, done) {
    const refused = Object.assign(new Error('Caixa <cheia>'), { responseCode: 552 })
    done(address.startsWith('cheia') && !isEmptied ? refused : undefined)
  },
})
let isEmptied = false
const service = await startService({
  mailServer: mailServerAt(server.url),
  metricsPort: await freePort(),
})

/** Resolves once no mail of a seller is to be sent any more. */
async function settled(seller: TestAccount): Promise<void> {
  for (;;) {
    const { data } = (await seller.get<'EmailList'>('/v1/emails')).body
    if (data.every(({ status }) => status === 'sent' || status === 'failed')) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A sale to an address and its refund, once their mails have gone or failed. */
async function sale(email: string) {
  const seller = await service.account()
  await seller.patch('/v1/settings', { mail: { buyer_receipt: true, buyer_refund: true } })
  const { body } = await seller.post<'Customer'>('/v1/customers', { name: 'Ana', email })
  const { id } = await seller.checkout({ customer_id: body.id })
  const { body: paid } = await seller.post<'Checkout'>(`/sandbox/checkouts/${id}/pay`)
  const payment_id = paid.payment_id ?? ''
  const refund = await seller.refund(payment_id)
  for (;;) {
    const { data } = (await seller.get<'EmailList'>('/v1/emails')).body
    const isOver = data.every(({ status }) => status === 'sent' || status === 'failed')
    if (data.length === 2 && isOver) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { seller, pages: [`checkouts/${id}`, `payments/${payment_id}`, `refunds/${refund.id}`] }
}

test('the page of a checkout, a payment and a refund says which mail failed, and why', async () => {
  const { seller, pages } = await sale('cheia@example.com')
  const owner = await signIn(seller)
  for (const page of pages) {
    const { html } = await owner.get(`/dashboard/${page}`)
    assert.match(html, /não pôde ser entregue: .*recusou o destinatário\. \(552\)/, page)
    assert.doesNotMatch(html, /Caixa/)
    assert.ok(html.includes('cheia@example.com'))
  }
  const { html } = await owner.get('/dashboard/settings')
  for (const part of ['E-mails enviados', 'Comprovante', 'Falhou', pages[0] ?? '']) {
    assert.ok(html.includes(part), part)
  }
})

test("this service's own reasons are in the reader's language", async () => {
  const { seller, pages } = await sale('rui@example.com')
  const owner = await signIn(seller)
  await service.sql(
    "update mails set status = 'failed', sent_at = null, error = ? where seller_id = ?",
    'It could not be sent within a day.',
    seller.seller_id,
  )
  const shown = async (locale: string) =>
    (await owner.reading(locale).get(`/dashboard/${pages[0]}`)).html
  assert.match(await shown('pt-BR'), /não pôde ser entregue: Não foi possível enviá-lo em um dia\./)
  assert.match(await shown('es'), /no se pudo entregar: No se pudo enviar en un día\./)
})

test('what was delivered is in the settings, and nowhere a warning', async () => {
  const { seller, pages } = await sale('ana@example.com')
  const owner = await signIn(seller)
  for (const page of pages) {
    assert.doesNotMatch((await owner.get(`/dashboard/${page}`)).html, /não pôde ser entregue/, page)
  }
  const { html } = await owner.get('/dashboard/settings')
  assert.match(html, /ana@example\.com/)
  assert.doesNotMatch(html, /Falhou/)
})

test('a role that may not read the account sees none, and the page is there', async () => {
  const { seller, pages } = await sale('cheia@example.com')
  const viewer = await signIn(seller, 'viewer')
  for (const page of [...pages, 'settings']) {
    const { status, html } = await viewer.get(`/dashboard/${page}`)
    assert.equal(status, 200)
    assert.doesNotMatch(html, /cheia@example\.com.*não pôde/)
  }
})

test('an account without e-mails has no list of them', async () => {
  const owner = await signIn(await service.account())
  assert.doesNotMatch((await owner.get('/dashboard/settings')).html, /E-mails enviados/)
})

test('an alert that did not arrive is on the home until one to that address does', async () => {
  const seller = await service.account()
  await joinedUser(seller, { email: 'cheia2@loja.example' })
  const owner = await signIn(seller)
  const home = async () => (await owner.get('/dashboard/home')).html
  const newOwner = async () => {
    const { user_id } = await joinedUser(seller, { role: 'viewer' })
    await seller.patch(`/v1/users/${user_id}`, { role: 'owner' })
    await settled(seller)
  }
  await newOwner()
  assert.match(await home(), /“Novo proprietário” para .cheia2@loja\.example. não pôde/)
  const [, metric] = /balcao_mails_failed_total\{type="owner_joined"\} (\d+)/.exec(
    await service.service.metrics.text(),
  ) ?? ['', '0']
  assert.ok(Number(metric) > 0)
  isEmptied = true
  await newOwner()
  isEmptied = false
  assert.doesNotMatch(await home(), /cheia2@loja\.example/)
  await newOwner()
  assert.match(await home(), /cheia2@loja\.example/)
  await service.clock.advance(31 * 24 * 60 * 60)
  assert.doesNotMatch(
    await (await signIn(seller)).get('/dashboard/home').then(({ html }) => html),
    /cheia2@/,
  )
})
