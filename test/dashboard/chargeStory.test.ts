/** A charge's page says why it was credited or was not, and shows its Pix code first. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { signIn } from '../support/dashboard.ts'
import { startRail } from '../support/rail.ts'
import { startService } from '../support/service.ts'

const notesIn = (html: string) =>
  [...html.matchAll(/<p class="note (?:good|warn|plain|bad)">([\s\S]*?)<\/p>/g)].map(
    ([, note = '']) => note.replaceAll(/<[^>]+>/g, '').replaceAll('\u00a0', ' '),
  )

test('a transfer of another amount is told, and leads to its payment', async () => {
  const rail = await startRail()
  const { seller } = rail
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid, 554)
  await rail.reconcile()
  const owner = await signIn(seller)
  const path = `/dashboard/checkouts/${checkout.id}`
  const { html } = await owner.get(path)
  const { body } = await seller.get<'PaymentList'>(`/v1/payments?checkout_id=${checkout.id}`)
  const [payment] = body.data
  const [note = ''] = notesIn(html)
  const told = note.replaceAll(/\d\d:\d\d/g, 'HH:MM')
  assert.equal(
    told,
    'Chegaram R$ 5,54 em vez de R$ 49,90 às HH:MM; devolvidos às HH:MM. Ver o pagamento',
  )
  assert.ok(html.indexOf(`/dashboard/payments/${payment?.id}`) < html.indexOf('<dl class="facts'))
  const { html: english } = await owner.reading('en').get(path)
  assert.match(notesIn(english)[0] ?? '', /^R\$5\.54 arrived instead of R\$49\.90 .*; sent back/)
})

test('late money names the deadline, a second transfer the first one', async () => {
  const rail = await startRail()
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  await rail.reconcile()
  await rail.pay(txid)
  await rail.reconcile()
  const owner = await signIn(rail.seller)
  const [first = '', second = ''] = notesIn(
    (await owner.get(`/dashboard/checkouts/${checkout.id}`)).html,
  )
  assert.match(first, /^Chegaram R\$ 49,90 às \d\d:\d\d, e a cobrança foi paga\./)
  assert.match(second, /^Chegaram R\$ 49,90 às \d\d:\d\d, com a cobrança já paga; devolvidos às/)
})

test('a charge that nobody paid says so once it is over, not before', async () => {
  const service = await startService()
  const seller = await service.account()
  const { id } = await seller.checkout()
  const owner = await signIn(seller)
  const path = `/dashboard/checkouts/${id}`
  assert.deepEqual(notesIn((await owner.get(path)).html), [])
  await seller.post(`/v1/checkouts/${id}/cancel`)
  assert.deepEqual(notesIn((await owner.get(path)).html), [
    'Nenhum dinheiro chegou para esta cobrança.',
  ])
})

test('the Pix code comes first, its text to copy, then the address', async () => {
  const service = await startService()
  const seller = await service.account()
  await seller.patch('/v1/settings', { display_name: 'Padaria Única' })
  const { id, checkout_url } = await seller.checkout()
  const { body: pix } = await seller.get<'PixCode'>(`/v1/checkouts/${id}/pix`)
  const code = pix.code ?? ''
  assert.match(code, /PADARIA UNICA/i)
  const owner = await signIn(seller)
  const { html } = await owner.get(`/dashboard/checkouts/${id}`)
  const [picture, text, address] = [
    html.indexOf(pix.qr_code_svg ?? '?'),
    html.indexOf(`<code>${code}</code>`),
    html.indexOf(checkout_url),
  ]
  assert.ok(picture > 0 && picture < text && text < address, `${picture} ${text} ${address}`)
  const viewer = await signIn(seller, 'viewer')
  assert.ok(!(await viewer.get(`/dashboard/checkouts/${id}`)).html.includes(code))
})
