/** How large a list of the longest texts is. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'

const service = await startService()

/** Each `&` of it takes five characters on a page. */
const long = (length: number, end: string) => `${'W&'.repeat(length).slice(0, length - 8)}${end}`

test('a list with the longest texts and limit=100 has at most 150 KB', async () => {
  const seller = await service.account()
  for (let n = 0; n < 100; n++) {
    const end = String(n).padStart(8, '0')
    const { body } = await seller.post<'Checkout'>('/v1/cart_checkouts', {
      items: [{ name: long(160, end), unit_amount_minor: 99_999_999_999 }],
      customer: { name: long(160, end), email: `${'w'.repeat(56)}${end}@example.com` },
      external_id: long(255, end),
    })
    await seller.post(`/sandbox/checkouts/${body.id}/pay`)
    await seller.refund(body.payment_id ?? (await paymentOf(body.id)), {
      amount_minor: 1,
      reason: long(140, end),
      external_id: long(255, end),
    })
  }
  async function paymentOf(id: string): Promise<string> {
    return (await seller.get<'Checkout'>(`/v1/checkouts/${id}`)).body.payment_id ?? ''
  }
  const owner = await signIn(seller)
  for (const name of ['checkouts', 'payments', 'refunds', 'statement', 'customers', 'events']) {
    const { status, html } = await owner.get(`/dashboard/${name}?limit=100`)
    assert.equal(status, 200, name)
    const bytes = Buffer.byteLength(html)
    assert.ok(bytes <= 150_000, `${name}: ${bytes}`)
  }
})
