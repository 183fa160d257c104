/** `audit list`, and the audit events of the other commands. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { test } from 'vitest'
import { trailOf } from '../../support/audit.ts'
import type { AuditEvent } from '../../support/audit.ts'
import { unknownId } from '../../support/samples.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

const { service, cli } = await startServiceAndCommandLine()

const list = (...options: string[]) => cli.json<AuditEvent[]>('audit', 'list', ...options)

test('audit list prints what the API shows, newest first', async () => {
  const seller = await service.account()
  await seller.product()
  const events = await trailOf(seller)
  assert.deepEqual(await list('--seller', seller.seller_id), events.toReversed())
  const [newest] = await list('--seller', seller.seller_id, '--limit', '1')
  assert.deepEqual(newest, events.at(-1))
  const text = await cli.text('audit', 'list', '--seller', seller.seller_id)
  assert.match(text, /^sequence +time +actor +name +action +target +fields\n4 .*offer\.created/)
})

test('each command that changes something is recorded, by the user of the system', async () => {
  const seller = await service.account()
  const { seller_id } = seller
  const product = await seller.product()
  const offer = await seller.offer(product.id)
  const customer = await seller.customer()
  const checkout = await seller.checkout()
  const before = (await list('--seller', seller_id)).length
  const client = await cli.json<{ id: string; client_id: string }>(
    ...['clients', 'create', '--seller', seller_id, '--name', 'ERP', '--scopes', 'all'],
  )
  await cli.json('clients', 'rotate', client.client_id)
  await cli.json('clients', 'revoke', client.client_id)
  await cli.json('customers', 'deactivate', customer.id)
  await cli.json('customers', 'activate', customer.id)
  await cli.json('customers', 'activate', customer.id)
  await cli.json('customers', 'erase', customer.id)
  await cli.json('offers', 'archive', offer.id)
  await cli.json('products', 'archive', product.id)
  await cli.json('products', 'archive', product.id)
  await cli.json('checkouts', 'cancel', checkout.id)
  const url = 'http://127.0.0.1:9/'
  const endpoint = await cli.json<{ id: string }>(
    ...['webhooks', 'create', '--seller', seller_id, '--url', url],
  )
  await cli.json('webhooks', 'rotate', endpoint.id)
  await cli.json('webhooks', 'delete', endpoint.id)
  await cli.json('sellers', 'suspend', seller_id)
  await cli.json('sellers', 'activate', seller_id)
  const events = (await list('--seller', seller_id)).toReversed().slice(before)
  const at = (id: string, ...actions: string[]) => actions.map((action) => [action, id])
  assert.deepEqual(
    events.map(({ action, target }) => [action, target.id]),
    [
      ...at(client.id, 'api_client.created', 'api_client.secret_rotated', 'api_client.revoked'),
      ...at(customer.id, 'customer.deactivated', 'customer.activated', 'customer.erased'),
      ...at(offer.id, 'offer.archived'),
      ...at(product.id, 'product.archived'),
      ...at(checkout.id, 'checkout.canceled'),
      ...at(endpoint.id, 'webhook_endpoint.created', 'webhook_endpoint.secret_rotated'),
      ...at(endpoint.id, 'webhook_endpoint.deleted'),
      ...at(seller_id, 'seller.suspended', 'seller.activated'),
    ],
  )
  for (const { actor } of events) {
    assert.deepEqual(actor, { type: 'operator', id: null, name: userInfo().username })
  }
})

test('audit list without a seller shows rotations and revocations of keys', async () => {
  const before = (await list()).length
  const { kid } = await cli.json<{ kid: string }>('keys', 'rotate')
  await cli.json('keys', 'revoke', kid)
  const events = (await list()).slice(0, 2)
  assert.deepEqual(
    events.map(({ action, target }) => [action, target.id]),
    [
      ['signing_key.revoked', kid],
      ['signing_key.rotated', kid],
    ],
  )
  assert.equal((await list()).length, before + 2)
})

test('an unknown seller is refused, and a limit that makes no sense is bad usage', async () => {
  const seller = unknownId('seller_')
  assert.match(await cli.refused('audit', 'list', '--seller', seller), /There is no seller/)
  for (const limit of ['0', '-1', '10001', 'x', '1.5']) {
    assert.match(await cli.badUsage('audit', 'list', '--limit', limit), /from 1 to 10000/)
  }
})
