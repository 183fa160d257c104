/** The audit trail: every change is recorded once, with its actor, and no secret is. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import { test } from 'vitest'
import { contractSettings } from '../../../domain/pix/bank/profiles.ts'
import { FIRST_PREVIOUS_HASH } from '../../../db/auditChain.ts'
import { operator } from '../../../domain/identity/actor.ts'
import { revoke, rotateSecret } from '../../../domain/access/clients.ts'
import { changeSellerStatus } from '../../../domain/auth/sellers.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { connectionInUse, removeBank } from '../../../domain/pix/connections/bankConnections.ts'
import { connectBank, renewBank } from '../../../domain/pix/connections/renewal.ts'
import { hashByContract, recordedBy, trailOf } from '../../support/audit.ts'
import type { AuditEvent } from '../../support/audit.ts'
import { addBank } from '../../support/bankSettings.ts'
import { foundIn, person, personalMetadata } from '../../support/person.ts'
import { startService } from '../../support/service.ts'

const secretKey = randomBytes(32)
const vault = new Vault(secretKey)
const service = await startService({ secretKey })
const { db, clock, sql } = service

const actions = (events: AuditEvent[]) => events.map(({ action }) => action)
const fields = ({ changes }: AuditEvent) => changes.map(({ field }) => field)

test('a seller begins with its own creation and that of its client', async () => {
  const seller = await service.account('Padaria')
  const [made, client] = await trailOf(seller)
  assert.ok(made && client)
  const { id, hash, ...rest } = made
  assert.match(id, /^audit_[0-9a-f-]{36}$/)
  assert.deepEqual(rest, {
    object: 'audit_event',
    sequence: 1,
    actor: { type: 'operator', id: null, name: userInfo().username },
    action: 'seller.created',
    target: { type: 'seller', id: seller.seller_id },
    changes: [{ field: 'name', before: null, after: 'Padaria' }],
    previous_hash: FIRST_PREVIOUS_HASH,
    created_at: clock.now().toISOString(),
  })
  assert.deepEqual([client.action, client.sequence], ['api_client.created', 2])
  assert.equal(client.previous_hash, hash)
})

test('API clients: creation, change, rotation, revocation, by the client that did it', async () => {
  const seller = await service.account()
  const { body: me } = await seller.get<'Account'>('/v1/me')
  let id = ''
  const events = await recordedBy(seller, async () => {
    id = (await seller.apiClient({ name: 'ERP' })).id
    await seller.patch(`/v1/api_clients/${id}`, { name: 'Loja', scopes: ['products:read'] })
    await seller.post(`/v1/api_clients/${id}/rotate_secret`)
    await seller.post(`/v1/api_clients/${id}/revoke`)
  })
  assert.deepEqual(
    events.map(({ action, changes }) => ({ action, changes })),
    [
      {
        action: 'api_client.created',
        changes: [
          { field: 'name', before: null, after: 'ERP' },
          { field: 'scopes', before: null, after: ['customers:read'] },
        ],
      },
      {
        action: 'api_client.updated',
        changes: [
          { field: 'name', before: 'ERP', after: 'Loja' },
          { field: 'scopes', before: ['customers:read'], after: ['products:read'] },
        ],
      },
      { action: 'api_client.secret_rotated', changes: [] },
      { action: 'api_client.revoked', changes: [] },
    ],
  )
  const { id: own, name } = me.api_client
  for (const { actor, target } of events) {
    assert.deepEqual(actor, { type: 'api_client', id: own, name })
    assert.deepEqual(target, { type: 'api_client', id })
  }
})

test('webhook endpoints: creation, change, rotation and deletion', async () => {
  const seller = await service.account()
  const events = await recordedBy(seller, async () => {
    const { id } = await seller.webhookEndpoint({ event_types: ['payment.succeeded'] })
    await seller.patch(`/v1/webhook_endpoints/${id}`, { enabled: false })
    await seller.post(`/v1/webhook_endpoints/${id}/rotate_secret`)
    await seller.delete(`/v1/webhook_endpoints/${id}`)
  })
  const of = ['created', 'updated', 'secret_rotated', 'deleted']
  assert.deepEqual(
    actions(events),
    of.map((what) => `webhook_endpoint.${what}`),
  )
  assert.deepEqual(events[0]?.changes[1], {
    field: 'event_types',
    before: null,
    after: ['payment.succeeded'],
  })
  assert.deepEqual(events[1]?.changes, [{ field: 'enabled', before: true, after: false }])
})

test('the catalogue: products and offers are made, changed and archived', async () => {
  const seller = await service.account()
  const events = await recordedBy(seller, async () => {
    const { id } = await seller.product()
    await seller.patch(`/v1/products/${id}`, { name: 'Xícara', metadata: { cor: 'azul' } })
    const other = await seller.offer(id)
    await seller.patch(`/v1/offers/${other.id}`, { name: 'Promoção', is_default: true })
    const { data } = (await seller.get<'OfferList'>(`/v1/products/${id}/offers`)).body
    const former = data.find((one) => !one.is_default)
    await seller.post(`/v1/offers/${former?.id}/archive`)
    await seller.patch(`/v1/products/${id}`, { status: 'archived' })
    await seller.patch(`/v1/products/${id}`, { status: 'active' })
  })
  assert.deepEqual(actions(events), [
    'product.created',
    'offer.created',
    'product.updated',
    'offer.created',
    'offer.updated',
    'offer.updated',
    'offer.archived',
    'product.archived',
    'product.updated',
  ])
  const [, offer, product, , updated] = events
  assert.ok(offer && updated)
  assert.deepEqual(fields(offer), ['name', 'amount_minor', 'currency', 'is_default'])
  assert.deepEqual(product?.changes, [
    { field: 'name', before: 'Caneca', after: 'Xícara' },
    { field: 'metadata' },
  ])
  assert.deepEqual(fields(updated), ['name', 'is_default'])
})

test('the offer that another one takes the default from is recorded as well', async () => {
  const seller = await service.account()
  const { id, default_offer } = await seller.product()
  let made: string | undefined
  const events = await recordedBy(seller, async () => {
    made = (await seller.offer(id, { is_default: true })).id
    await seller.patch(`/v1/offers/${default_offer?.id}`, { is_default: true })
  })
  assert.deepEqual(
    events.map(({ action, target }) => [action, target.id]),
    [
      ['offer.created', made],
      ['offer.updated', default_offer?.id],
      ['offer.updated', default_offer?.id],
      ['offer.updated', made],
    ],
  )
  const [lost, won] = [
    [{ field: 'is_default', before: true, after: false }],
    [{ field: 'is_default', before: false, after: true }],
  ]
  assert.deepEqual(
    events.slice(1).map(({ changes }) => changes),
    [lost, won, lost],
  )
})

test('money: refunds, by whom each came, and checkouts that the seller cancels', async () => {
  const seller = await service.account()
  const payment = await seller.payment()
  const { id } = await seller.checkout()
  const events = await recordedBy(seller, async () => {
    await seller.refund(payment.id, { amount_minor: 100, reason: person.name })
    await seller.post(`/v1/checkouts/${id}/cancel`)
    await seller.post(`/sandbox/payments/${payment.id}/reverse`, { amount_minor: 1 })
  })
  assert.deepEqual(actions(events), ['refund.requested', 'checkout.canceled', 'refund.recorded'])
  assert.deepEqual(events[0]?.changes, [
    { field: 'payment_id', before: null, after: payment.id },
    { field: 'amount_minor', before: null, after: 100 },
  ])
  assert.deepEqual(events[2]?.actor, { type: 'system', id: null, name: null })
  assert.deepEqual(events[2]?.changes, [
    { field: 'payment_id', before: null, after: payment.id },
    { field: 'origin', before: null, after: 'bank' },
    { field: 'amount_minor', before: null, after: 1 },
    { field: 'status', before: null, after: 'succeeded' },
  ])
})

test('customers: names of fields only, and nothing of the person, erased or not', async () => {
  const seller = await service.account()
  const { name, email, phone, tax_id } = person
  const { body } = await seller.post<'Customer'>('/v1/customers', {
    name: person.formerName,
    email: person.formerEmail,
  })
  const path = `/v1/customers/${body.id}`
  const events = await recordedBy(seller, async () => {
    await seller.patch(path, { name, email, phone, tax_id, metadata: personalMetadata })
    await seller.patch(path, { status: 'inactive' })
    await seller.patch(path, { status: 'active' })
    await seller.post(`${path}/erase`)
    await seller.post(`${path}/erase`)
  })
  assert.deepEqual(actions(events), [
    'customer.updated',
    'customer.deactivated',
    'customer.activated',
    'customer.erased',
  ])
  const [updated] = events
  assert.deepEqual(
    updated?.changes,
    ['name', 'email', 'phone', 'tax_id', 'metadata'].map((field) => ({ field })),
  )
  assert.deepEqual(
    foundIn('the trail', JSON.stringify(await sql('select * from audit_events'))),
    [],
  )
})

const settings = {
  url: 'https://127.0.0.1:1',
  token_url: 'https://127.0.0.1:1',
  client_id: 'c',
  client_secret: 'segredo-do-banco',
  certificate: 'certificado',
  private_key: 'chave-privada',
  authority: null,
  pix_key: 'chave-pix',
  city: 'Recife',
  ...contractSettings,
  public_only: false,
}

test('banks: connection, renewal with the names of what changed, and disconnection', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const by = { seller_id, actor: operator(), now: clock.now() }
  const events = await recordedBy(seller, async () => {
    await addBank(db, vault, { settings, ...by })
    const known = await db.read(() => connectionInUse({ seller_id }))
    const renewed = { ...settings, client_secret: 'outro-segredo', url: 'https://127.0.0.1:2' }
    await renewBank(db, vault, { ...by, settings: renewed, known })
    const again = await db.read(() => connectionInUse({ seller_id }))
    await connectBank(db, vault, { ...by, settings: renewed, known: again })
    await connectBank(db, vault, { ...by, settings, known: [] })
    await removeBank(db, by)
    await removeBank(db, by)
  })
  const of = ['connected', 'renewed', 'disconnected', 'connected', 'disconnected']
  assert.deepEqual(
    actions(events),
    of.map((what) => `bank.${what}`),
  )
  assert.deepEqual(events[1]?.changes, [
    { field: 'url', before: 'https://127.0.0.1:1', after: 'https://127.0.0.1:2' },
    { field: 'client_secret' },
  ])
  assert.deepEqual(events[2]?.target, events[1].target)
})

test('the operator: a seller suspended, clients rotated and ended, keys rotated', async () => {
  const seller = await service.account()
  const client = await seller.apiClient()
  const { seller_id } = seller
  const now = clock.now()
  const before = await trailOf(seller)
  await changeSellerStatus(db, { id: seller_id, status: 'suspended', now })
  await changeSellerStatus(db, { id: seller_id, status: 'suspended', now })
  await changeSellerStatus(db, { id: seller_id, status: 'active', now })
  await rotateSecret(db, { name: client.client_id, now })
  await revoke(db, { name: client.client_id, now })
  await revoke(db, { name: client.client_id, now })
  // Its token has ended with the suspension.
  const events = (await trailOf(await service.login(seller))).slice(before.length)
  assert.deepEqual(actions(events), [
    'seller.suspended',
    'seller.activated',
    'api_client.secret_rotated',
    'api_client.revoked',
  ])
  for (const { actor } of events) {
    assert.deepEqual(actor, { type: 'operator', id: null, name: userInfo().username })
  }
  const { kid } = await service.service.keys.rotate(now)
  await service.service.keys.revoke(kid, now)
  const ofKeys = await sql<{ action: string; target_id: string; sequence: number }>(
    `select action, target_id, sequence from audit_events
    where seller_id = 'installation' order by sequence`,
  )
  assert.deepEqual(
    ofKeys.map((row) => [Number(row.sequence), row.action, row.target_id]),
    [
      [1, 'signing_key.rotated', kid],
      [2, 'signing_key.revoked', kid],
    ],
  )
})

test('a change of nothing, a refused one and a repeat by the same key record nothing', async () => {
  const seller = await service.account()
  const { id, default_offer } = await seller.product()
  const endpoint = await seller.webhookEndpoint()
  const customer = await seller.customer()
  const client = await seller.apiClient()
  await seller.post(`/v1/api_clients/${client.id}/revoke`)
  const same = await recordedBy(seller, async () => {
    await seller.patch(`/v1/products/${id}`, { name: 'Caneca', metadata: {}, status: 'active' })
    await seller.patch(`/v1/offers/${default_offer?.id}`, { active: true, is_default: true })
    await seller.patch(`/v1/webhook_endpoints/${endpoint.id}`, { url: endpoint.url })
    await seller.patch(`/v1/customers/${customer.id}`, { email: customer.email.toUpperCase() })
    await seller.post(`/v1/api_clients/${client.id}/revoke`)
    await seller.patch(`/v1/offers/${default_offer?.id}`, { active: false })
    await seller.patch(`/v1/webhook_endpoints/${endpoint.id}`, { url: 'http://' })
    await seller.post(`/v1/payments/pay_${crypto.randomUUID()}/refunds`)
  })
  assert.deepEqual(same, [])
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = { name: 'Programa', scopes: ['customers:read'] }
  const once = await recordedBy(seller, async () => {
    for (let i = 0; i < 3; i++) await seller.post('/v1/api_clients', body, key)
  })
  assert.deepEqual(actions(once), ['api_client.created'])
})

test('sales and reads record nothing: customers, checkouts, payments, lists', async () => {
  const seller = await service.account()
  const { default_offer } = await seller.product()
  const events = await recordedBy(seller, async () => {
    const { id: customer_id } = await seller.customer()
    const sale = { offer_id: default_offer?.id, customer_id }
    const { body } = await seller.post<'Checkout'>('/v1/checkouts', sale)
    await seller.post(`/sandbox/checkouts/${body.id}/pay`)
    for (const name of [
      'customers',
      'products',
      'checkouts',
      'payments',
      'events',
      'api_clients',
    ]) {
      await seller.get(`/v1/${name}`)
    }
    await service.requestToken(seller.client_id, seller.client_secret)
  })
  assert.deepEqual(events, [])
})

test('no secret is in the trail', async () => {
  const seller = await service.account()
  const client = await seller.apiClient()
  const path = `/v1/api_clients/${client.id}/rotate_secret`
  const rotated = await seller.post<'ApiClientWithSecret'>(path, { previous_secret_seconds: 60 })
  const endpoint = await seller.webhookEndpoint()
  const again = await seller.post<'WebhookEndpointWithSecret'>(
    `/v1/webhook_endpoints/${endpoint.id}/rotate_secret`,
  )
  await addBank(db, vault, { seller_id: seller.seller_id, settings, now: clock.now() })
  const text = JSON.stringify(await sql('select * from audit_events'))
  for (const secret of [
    seller.client_secret,
    client.client_secret,
    rotated.body.client_secret,
    endpoint.secret,
    again.body.secret,
    settings.client_secret,
    settings.private_key,
    settings.pix_key,
  ]) {
    assert.ok(secret && !text.includes(secret))
  }
})

test('each hash is what the contract says, and covers the event before', async () => {
  const seller = await service.account('Padaria Pão Quente 🧁')
  await seller.product({ name: 'à vista "hoje"\u2028' })
  await seller.webhookEndpoint()
  const events = await trailOf(seller)
  assert.ok(events.length >= 5)
  for (const [i, event] of events.entries()) {
    assert.equal(event.hash, hashByContract(event, seller.seller_id))
    assert.equal(event.previous_hash, events[i - 1]?.hash ?? FIRST_PREVIOUS_HASH)
    assert.equal(event.sequence, i + 1)
  }
})
