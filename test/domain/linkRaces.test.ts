/** Concurrent changes and openings of a link, on either engine. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { linkOf, openPage, press, sessionOf } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'

const service = await startService({ trustedProxies: ['127.0.0.1'] })

const AT_ONCE = 12

const read = async (seller: TestAccount, id: string) =>
  (await seller.get<'PaymentLink'>(`/v1/payment_links/${id}`)).body

const together = (count: number, act: (i: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, i) => act(i)))

test('buyers who press at once get as many sessions as the link may sell', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 3 })
  const statuses: number[] = []
  await together(AT_ONCE, async () => void statuses.push((await press(service, link)).status))
  const counts = [303, 409].map((status) => statuses.filter((one) => one === status).length)
  assert.deepEqual(counts, [3, AT_ONCE - 3])
})

test('a limit that is set while many press lets no more in than had pressed', async () => {
  const seller = await service.account()
  const link = await linkOf(seller)
  const limit = () => seller.patch(`/v1/payment_links/${link.id}`, { max_payments: 1 })
  const opened: number[] = []
  await together(AT_ONCE, async (i) => {
    if (i === AT_ONCE / 2) await limit()
    else if ((await press(service, link)).status === 303) opened.push(i)
  })
  // Each opened session counts: a further opener is too late, also when one of them ends.
  assert.equal((await press(service, link)).status, 409)
  const rows = await service.sql('select id from checkouts where payment_link_id = ?', link.id)
  assert.equal(rows.length, opened.length)
})

test('each payment is counted once, however many are made at once', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: AT_ONCE })
  const sessions: string[] = []
  for (let i = 0; i < AT_ONCE; i++) {
    sessions.push((await sessionOf(seller, await press(service, link))).id)
  }
  await Promise.all(
    [...sessions, ...sessions].map((id) => seller.post(`/sandbox/checkouts/${id}/pay`)),
  )
  assert.equal((await read(seller, link.id)).payments_count, AT_ONCE)
  assert.equal((await press(service, link)).status, 409)
})

test('a session at the moment of its end is paid or its place is free, never both', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 1 })
  const opened = await press(service, link)
  await openPage(service, opened)
  const first = await sessionOf(seller, opened)
  service.clock.advanceMs(30 * 60 * 1000)
  const again = await service.login(seller)
  const pay = () => again.post<'Checkout'>(`/sandbox/checkouts/${first.id}/pay`)
  service.clock.advanceMs(1)
  const [paid, pressed] = await Promise.all([pay(), press(service, link)])
  // It is past its end by a millisecond: the press has canceled it, and takes its place.
  assert.deepEqual([paid.status, pressed.status], [409, 303])
  assert.equal((await read(again, link.id)).payments_count, 0)
})

test('a session that is paid at its last millisecond counts, and keeps its place', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 1 })
  const opened = await press(service, link)
  await openPage(service, opened)
  const first = await sessionOf(seller, opened)
  service.clock.advanceMs(30 * 60 * 1000)
  const again = await service.login(seller)
  assert.equal((await again.post(`/sandbox/checkouts/${first.id}/pay`)).status, 200)
  assert.equal((await press(service, link)).status, 409)
  assert.equal((await read(again, link.id)).payments_count, 1)
})

test('networks that press at once get their share of the places, another gets one', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 100 })
  const opened = async (count: number, addressOf: (i: number) => string) => {
    const statuses: number[] = []
    await together(count, async (i) => {
      const answer = await press(service, link, {}, { 'x-forwarded-for': addressOf(i) })
      statuses.push(answer.status)
    })
    return statuses.filter((status) => status === 303).length
  }
  // Sixty /64 in six /48 of one /32.
  assert.equal(await opened(60, (i) => `2001:db8:${i % 6}:${i}::1`), 50)
  assert.equal(await opened(13, () => '192.0.2.1'), 10)
  assert.equal(await opened(1, () => '192.0.2.2'), 1)
})

test('a place that a payment, a cancellation or the time has freed names no network', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 100 })
  const open = async (i: number) =>
    sessionOf(seller, await press(service, link, {}, { 'x-forwarded-for': `192.0.2.${i}` }))
  const [paid, canceled, expired] = [await open(1), await open(2), await open(3)]
  await open(4)
  await seller.post(`/sandbox/checkouts/${paid.id}/pay`)
  await seller.post(`/v1/checkouts/${canceled.id}/cancel`)
  await seller.post(`/sandbox/checkouts/${expired.id}/expire`)
  const named = () =>
    service.sql(
      'select id from checkouts where payment_link_id = ? and opened_from is not null',
      link.id,
    )
  assert.equal((await named()).length, 1)
  service.clock.advanceMs(5 * 60 * 1000 + 1)
  await service.service.sweeper.round()
  assert.equal((await named()).length, 0)
})
