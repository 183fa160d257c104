import assert from 'node:assert/strict'
import { test } from 'vitest'
import { mailServerAt, startMailServer } from '../support/mailServer.ts'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const server = await startMailServer({
  onRcptTo({ address }, _, done) {
    const refused = Object.assign(new Error('No such mailbox'), { responseCode: 550 })
    done(address.startsWith('ninguem') ? refused : undefined)
  },
})
const service = await startService({ mailServer: mailServerAt(server.url) })
const path = '/v1/emails'

type List = Awaited<ReturnType<typeof list>>

const list = async (seller: TestAccount, query: Record<string, string> = {}) =>
  (await seller.get<'EmailList'>(`${path}?${new URLSearchParams(query)}`)).body

/** The e-mails of an account, once none is on its way. */
async function settled(seller: TestAccount): Promise<List['data']> {
  for (;;) {
    const { data } = await list(seller)
    if (data.every(({ status }) => status === 'sent' || status === 'failed')) return data
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** An account whose buyers are told of sales and refunds, and a sale to an address. */
async function sale(email: string) {
  const seller = await service.account()
  await seller.patch('/v1/settings', { mail: { buyer_receipt: true, buyer_refund: true } })
  const { body } = await seller.post<'Customer'>('/v1/customers', { name: 'Ana', email })
  const checkout = await seller.checkout({ customer_id: body.id })
  const { body: paid } = await seller.post<'Checkout'>(`/sandbox/checkouts/${checkout.id}/pay`)
  return { seller, checkout, payment_id: paid.payment_id ?? '' }
}

test('an account without e-mails has an empty list', async () => {
  const body = await list(await service.account())
  assert.deepEqual(body, { object: 'list', data: [], has_more: false, next_cursor: null })
})

test('lists e-mails whole, newest first, with why one has failed', async () => {
  const { seller, checkout, payment_id } = await sale('ninguem@example.com')
  await settled(seller)
  service.clock.advanceMs(1)
  const refund = await seller.refund(payment_id)
  const [second, first] = await settled(seller)
  const { id, error } = first ?? {}
  assert.equal(error, 'recipient_refused (550): The mail server has refused the recipient.')
  assert.ok(service.log.some((line) => line.includes('No such mailbox')))
  assert.deepEqual(first, {
    ...{ id, object: 'email', type: 'buyer_receipt', about: checkout.id },
    ...{ to: 'ninguem@example.com', status: 'failed', error, sent_at: null },
    created_at: checkout.created_at,
  })
  assert.deepEqual([second?.type, second?.about], ['buyer_refund', refund.id])
})

test('one that the server has taken is sent, and names when', async () => {
  const { seller } = await sale('ana@example.com')
  const [mail] = await settled(seller)
  assert.deepEqual(
    [mail?.status, mail?.error, mail?.sent_at],
    ['sent', null, service.clock.now().toISOString()],
  )
})

test('about finds those of a checkout or a refund, and nothing of others', async () => {
  const { seller, checkout, payment_id } = await sale('rui@example.com')
  const other = await seller.checkout()
  const refund = await seller.refund(payment_id)
  const typesAbout = async (about: string) =>
    (await list(seller, { about })).data.map(({ type }) => type)
  assert.deepEqual(await typesAbout(checkout.id), ['buyer_receipt'])
  assert.deepEqual(await typesAbout(refund.id), ['buyer_refund'])
  for (const id of [other.id, unknownId('checkout_'), unknownId('refund_')]) {
    assert.deepEqual(await typesAbout(id), [])
  }
})

test('an e-mail about neither a checkout nor a refund names none', async () => {
  const seller = await service.account()
  await seller.user({ email: 'bia@loja.example' })
  const [mail] = await settled(seller)
  assert.deepEqual([mail?.type, mail?.about], ['invitation', null])
})

test('walks the pages by next_cursor', async () => {
  const seller = await service.account()
  for (const email of ['a@loja.example', 'b@loja.example', 'c@loja.example']) {
    await seller.user({ email })
    service.clock.advanceMs(1)
  }
  const all = (await settled(seller)).map(({ id }) => id)
  const first = await list(seller, { limit: '2' })
  const next_cursor = first.next_cursor ?? ''
  const last = await list(seller, { limit: '2', starting_after: next_cursor })
  assert.deepEqual([first.has_more, next_cursor], [true, all[1]])
  assert.deepEqual([last.has_more, last.next_cursor], [false, null])
  assert.deepEqual(
    [...first.data, ...last.data].map(({ id }) => id),
    all,
  )
})

test('refuses cursors and filters that are malformed, or of another account', async () => {
  const seller = await service.account()
  const { seller: other } = await sale('caio@example.com')
  const [mail] = await settled(other)
  for (const cursor of [...malformedIds('mail_'), unknownId('mail_'), mail?.id ?? '']) {
    const query = new URLSearchParams({ starting_after: cursor })
    assertRefused(await seller.get(`${path}?${query}`), 'invalid_cursor', 'starting_after')
  }
  for (const about of [...malformedIds('checkout_'), unknownId('pay_'), '']) {
    const query = new URLSearchParams({ about })
    assertRefused(await seller.get(`${path}?${query}`), 'invalid_request', 'about')
  }
})
