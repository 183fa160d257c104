/** Places of a link: strangers who press without paying leave one to each buyer. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { LinkOpenings, openingPaces } from '../../domain/links/openings.ts'
import type { PaceOptions } from '../../runtime/pace.ts'
import { long } from '../support/property.ts'
import { linkOf, openPage, press, sessionOf } from '../support/paymentLinks.ts'
import { startService } from '../support/service.ts'

const service = await startService({ trustedProxies: ['127.0.0.1'] })
const { clock } = service
const now = () => clock.now().getTime()

/** A tenth of the real paces, unless this is the long form: what is counted is the same. */
const paced = ({ burst, perMinute }: PaceOptions) =>
  long ? { burst, perMinute } : { burst: burst / 10, perMinute: perMinute / 10 }
const { address, link, seller } = openingPaces
const paces = { address: paced(address), link: paced(link), seller: paced(seller) }
Object.assign(service.service, { linkOpenings: new LinkOpenings(undefined, paces, now) })

const from = (address: string) => ({ 'x-forwarded-for': address })

type Link = Awaited<ReturnType<typeof linkOf>>

/** Presses by each address until it is refused, and opens the pages, so that the places stay. */
async function hold(link: Link, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    for (;;) {
      const pressed = await press(service, link, {}, from(address))
      if (pressed.status !== 303) break
      await openPage(service, pressed)
    }
  }
}

const openOf = async ({ id }: Link) => {
  const sql = "select id from checkouts where payment_link_id = ? and status = 'open'"
  return (await service.sql(sql, id)).length
}

const strangers: [string, string[], Record<string, number>][] = [
  ['one address', ['192.0.2.1'], { 5: 1, 100: 10 }],
  [
    'six /64 of one /48',
    Array.from({ length: 6 }, (_, i) => `2001:db8:1:${i}::1`),
    { 5: 2, 100: 20 },
  ],
  [
    'twelve /64 of one /32',
    Array.from({ length: 12 }, (_, i) => `2001:db8:${i}:${i}::1`),
    { 5: 2, 100: 50 },
  ],
]

let buyers = 0

for (const [who, addresses, held] of strangers) {
  for (const max_payments of [5, 100, null]) {
    const places = max_payments ?? 'any number of'
    test(`${who} at a link of ${places} places for five minutes: another buyer pays`, async () => {
      const seller = await service.account()
      const link = await linkOf(seller, { max_payments })
      for (let minute = 0; minute <= 5; minute++) {
        await hold(link, addresses)
        if (minute < 5) await clock.advance(60)
      }
      if (max_payments !== null) assert.equal(await openOf(link), held[max_payments])
      const buyer = from(`203.0.113.${++buyers}`)
      const pressed = await press(service, link, {}, buyer)
      await openPage(service, pressed, buyer)
      const session = await sessionOf(await service.login(seller), pressed)
      const page = new URL(session.checkout_url).pathname
      await service.request('POST', page, { raw: new URLSearchParams({ action: 'pay' }) })
      const again = await service.login(seller)
      const { body } = await again.get<'PaymentLink'>(`/v1/payment_links/${link.id}`)
      assert.deepEqual([body.payments_count, body.open_count], [1, await openOf(link)])
    })
  }
}

test('a network that holds its share is told so, pays, and gets the next place', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 5 })
  for (let paid = 0; paid < 3; paid++) {
    const session = await sessionOf(seller, await press(service, link, {}, from('192.0.2.7')))
    const refused = await press(service, link, {}, from('192.0.2.7'))
    assert.equal(refused.status, 409)
    assert.match(refused.text, /Sua rede já tem pagamentos em aberto/)
    await seller.post(`/sandbox/checkouts/${session.id}/pay`)
  }
  // Behind a loopback or private address may be anybody.
  for (const address of ['127.0.0.1', '10.1.2.3', 'fd00::1', '::1', '192.168.1.1']) {
    assert.equal((await press(service, link, {}, from(address))).status, address < '13' ? 303 : 409)
  }
})

test('a session whose page is not opened within five minutes is canceled', async () => {
  const seller = await service.account()
  const link = await linkOf(seller, { max_payments: 2 })
  const unopened = await press(service, link, {}, from('192.0.2.8'))
  const opened = await press(service, link, {}, from('192.0.2.9'))
  clock.advanceMs(5 * 60 * 1000)
  await openPage(service, opened)
  assert.equal((await press(service, link, {}, from('192.0.2.10'))).status, 409)
  clock.advanceMs(1)
  const now = await service.login(seller)
  const canceled = await now.get<'CheckoutList'>('/v1/checkouts?status=canceled')
  assert.equal(canceled.body.data.length, 1)
  assert.ok(canceled.body.data[0]?.checkout_url.endsWith(unopened.headers.get('location') ?? ''))
  const events = await now.get<'EventList'>('/v1/events?type=checkout.canceled')
  assert.equal(events.body.data.length, 1)
  assert.equal((await press(service, link, {}, from('192.0.2.10'))).status, 303)
  assert.match((await openPage(service, unopened)).text, /O tempo para pagar acabou/)
  assert.equal((await sessionOf(now, opened)).status, 'open')
})
