import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'
import { test } from 'vitest'
import { assertRefused } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

const service = await startService()
const seller = await service.account()

const read = (id: string) => seller.get<'PixCode'>(`/v1/checkouts/${id}/pix`)

test('gives the code of the page, with its pictures and the txid of the payment', async () => {
  const checkout = await seller.checkout()
  const { status, body } = await read(checkout.id)
  const { code, qr_code_svg, qr_code_png, ...rest } = body
  assert.equal(status, 200)
  assert.deepEqual(rest, {
    object: 'pix_code',
    checkout_id: checkout.id,
    txid: checkout.id.slice('checkout_'.length).replaceAll('-', ''),
    status: 'ready',
    expires_at: checkout.expires_at,
  })
  const page = await service.request('GET', pageOf(checkout))
  assert.ok(code !== null && page.text.includes(code))
  assert.match(qr_code_svg ?? '', /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 /)
  assert.ok(
    page.text.includes(/ d="(M[^"]*h[^"]*)"\/><\/svg>$/.exec(qr_code_svg ?? '')?.[1] ?? '-'),
  )
  assert.ok(Buffer.from(qr_code_png ?? '', 'base64').length > 100)
  await seller.post(`/sandbox/checkouts/${checkout.id}/pay`)
  const { body: payments } = await seller.get<'PaymentList'>(`/v1/payments?txid=${rest.txid}`)
  assert.deepEqual(
    payments.data.map(({ checkout_id }) => checkout_id),
    [checkout.id],
  )
})

test('the PNG has eight pixels for each module of the SVG, and its margin', async () => {
  const { body } = await read((await seller.checkout()).id)
  const png = Buffer.from(body.qr_code_png ?? '', 'base64')
  assert.equal(png.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const modules = Number(/viewBox="0 0 (\d+) /.exec(body.qr_code_svg ?? '')?.[1])
  assert.deepEqual([width, height], [modules * 8, modules * 8])
  const length = png.readUInt32BE(33)
  const pixels = inflateSync(png.subarray(41, 41 + length))
  const line = 1 + modules
  assert.equal(pixels.length, line * height)
  const isDark = (x: number, y: number) => pixels[y * 8 * line + 1 + x] === 0
  // The finder pattern of a QR code begins with seven dark modules in its corner.
  const row = Array.from({ length: 12 }, (_, x) => Number(isDark(x, 4)))
  assert.deepEqual(row, [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0])
})

test('expires_at is the earlier end of charge and session', async () => {
  const cancel_at = new Date(service.clock.now().getTime() + 60_000).toISOString()
  const items = [{ name: 'Conserto', unit_amount_minor: 1 }]
  const { body: checkout } = await seller.post<'Checkout'>('/v1/cart_checkouts', {
    items,
    cancel_at,
  })
  assert.equal((await read(checkout.id)).body.expires_at, cancel_at)
})

test('a suspended seller gets none, and has its txid all the same', async () => {
  const other = await service.account()
  const { id } = await other.checkout()
  await service.sql(`update sellers set status = 'suspended' where id = ?`, other.seller_id)
  const { body } = await other.get<'PixCode'>(`/v1/checkouts/${id}/pix`)
  const { status, code, qr_code_svg, qr_code_png, txid } = body
  assert.deepEqual([status, code, qr_code_svg, qr_code_png], ['unavailable', null, null, null])
  assert.match(txid, /^[0-9a-f]{32}$/)
})

test('refuses what is not open, what is nobody’s, and what is no id', async () => {
  const { id } = await seller.checkout()
  await seller.post(`/v1/checkouts/${id}/cancel`)
  assertRefused(await read(id), 'checkout_not_open')
  assertRefused(await read(unknownId('checkout_')), 'checkout_not_found')
  for (const wrong of malformedIds('checkout_')) {
    assertRefused(await read(wrong), 'invalid_checkout_id', 'checkoutId')
  }
})
