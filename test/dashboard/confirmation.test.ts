/** The page that asks for the passkey shows what it confirms, field by field. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { bankBody } from '../support/bankSettings.ts'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { startRail } from '../support/rail.ts'

const rail = await startRail()
const { service } = rail

/** The fields of a confirmation page by their labels, as they read. */
const factsIn = (html: string) =>
  [...html.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, label, cell = '']) => [
    label,
    cell.replaceAll(/<[^>]*>/g, '').trim(),
  ])

/** Submits a page's form, and returns the facts that its confirmation shows. */
async function confirming(
  owner: Visitor,
  { page, action = page, fields }: { page: string; action?: string; fields: [string, string][] },
) {
  const hidden = Object.entries(hiddenFields((await owner.get(page)).html, action))
  const { html } = await owner.post(action, new URLSearchParams([...hidden, ...fields]))
  assert.match(html, /data-page="confirm"/)
  return factsIn(html)
}

test('of a webhook, its address, each of its events, and whether it is on', async () => {
  const owner = await signIn(await service.account())
  const fields: [string, string][] = [
    ['url', 'http://127.0.0.1:9/?a&b'],
    ['event_types', 'payment.succeeded'],
    ['event_types', 'refund.failed'],
    ['enabled', 'false'],
  ]
  assert.deepEqual(await confirming(owner, { page: '/dashboard/webhooks', fields }), [
    ['Endereço (URL)', 'http://127.0.0.1:9/?a&amp;b'],
    ['Eventos', 'Pagamento confirmado, Devolução falhou'],
    ['Ativo', 'Não'],
  ])
})

test('of another secret, for how long the one before stays good', async () => {
  const seller = await service.account()
  const { id } = await seller.apiClient()
  const page = `/dashboard/api-clients/${id}`
  const fields: [string, string][] = [['previous_secret_seconds', '3600']]
  const owner = await signIn(seller)
  assert.deepEqual(await confirming(owner, { page, action: `${page}/rotate_secret`, fields }), [
    ['Por quanto tempo o segredo anterior ainda vale', 'Uma hora'],
  ])
})

test('of a bank, all that is no secret and no file', async () => {
  const owner = await signIn(await service.account())
  const { branch, number, type } = rail.bank.account
  const account = { 'account.branch': branch, 'account.number': number, 'account.type': type }
  const body = { ...bankBody(rail.bank), ...account, callbacks: 'optional' }
  const fields = Object.entries(body).filter(([name]) => name !== 'account')
  const [page, action] = ['/dashboard/bank?profile=bacen', '/dashboard/bank']
  const shown = await confirming(owner, { page, action, fields })
  const { url, token_url, client_id, pix_key, city } = rail.bank.settings
  assert.deepEqual(
    shown.map(([, value]) => value),
    [
      ...[client_id, pix_key, city, 'Conectar mesmo assim e consultar a lista do banco'],
      ...['Conta corrente', branch, number, url, token_url],
    ],
  )
})

test('a form that cannot be right is refused before a passkey is asked for', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  const owner = await signIn(seller)
  const payment = `/dashboard/payments/${id}`
  for (const [page, action, field, typed] of [
    [payment, `${payment}/refunds`, 'amount_minor', '10.0'],
    ['/dashboard/webhooks', '/dashboard/webhooks', 'url', 'sem endereço'],
  ] as const) {
    const hidden = hiddenFields((await owner.get(page)).html, action)
    const { status, html } = await owner.post(action, { ...hidden, [field]: typed })
    assert.equal(status, 400, action)
    assert.match(html, new RegExp(`name="${field}" value="${typed}"[^>]*aria-invalid`), action)
  }
})
