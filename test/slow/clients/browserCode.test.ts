/** The code of a page that was opened before the bank had made it. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { drawQr } from '../../../domain/checkouts/page/qr.ts'
import { barriers, Buyer, heading, openBrowser } from '../../support/chromium.ts'
import { startRail } from '../../support/rail.ts'
import { pageOf } from '../../support/sessions.ts'

const rail = await startRail()
const buyer = await Buyer.with(await openBrowser(), [rail.service.url])

test('the page shows the code when the bank has made it, without being loaded again', async () => {
  const held = Promise.withResolvers<void>()
  rail.bank.order('PUT /cob', { hold: held.promise }, 1)
  const checkout = await rail.seller.checkout()
  const address = rail.service.url + pageOf(checkout)
  // Answers to the page's own questions are empty: a stream that is slow to open is waited for.
  const { page, faults } = await buyer.visit(address, (opened) =>
    opened.route('**/status', (route) => route.fulfill({ body: '' })),
  )
  await page.evaluate('globalThis.mark = 1')
  await heading(page, 'O código Pix está sendo gerado', 2)
  assert.equal(await page.getByRole('button', { name: 'Copiar código Pix' }).count(), 0)
  held.resolve()
  const code = page.getByLabel('Pix copia e cola')
  await code.waitFor()
  const text = await code.inputValue()
  assert.equal(text, await rail.glance(checkout))
  const drawn = page.locator('.qr path')
  assert.equal(await drawn.getAttribute('d'), drawQr(text)?.path)
  assert.equal(await page.locator('#spoken').textContent(), 'Pix copia e cola')
  await page.getByRole('button', { name: 'Copiar código Pix' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'sendo gerado' }).count(), 0)
  assert.deepEqual(await barriers(page), [])
  assert.equal(await page.evaluate('"mark" in globalThis'), true)
  assert.deepEqual(faults, [])
  await page.close()
})
