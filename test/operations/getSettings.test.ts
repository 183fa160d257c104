import assert from 'node:assert/strict'
import { test } from 'vitest'
import { startService } from '../support/service.ts'

const service = await startService()

const unset = {
  object: 'settings',
  display_name: null,
  legal_name: null,
  tax_id: null,
  support_email: null,
  support_phone: null,
  website_url: null,
  accent_color: null,
  default_success_url: null,
  default_cancel_url: null,
  receipt_note: null,
  logo_url: null,
  mail: {
    buyer_receipt: false,
    buyer_refund: false,
    buyer_subscription: false,
    seller_sale: false,
    seller_attention: true,
  },
}

test('a seller without settings gets mails about matters that need attention only', async () => {
  const seller = await service.account()
  const { status, body } = await seller.get('/v1/settings')
  assert.deepEqual([status, body], [200, unset])
})

test('no seller reads the settings of another', async () => {
  const [one, other] = [await service.account(), await service.account()]
  await one.patch('/v1/settings', { display_name: 'Uma' })
  assert.deepEqual((await other.get('/v1/settings')).body, unset)
})
