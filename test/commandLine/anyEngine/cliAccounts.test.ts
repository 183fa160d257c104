/** The commands on sellers, their API clients and the signing keys, beside a running service. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { MAX_ACTIVE_CLIENTS } from '../../../domain/access/clientChanges.ts'
import { createClient } from '../../../domain/access/clients.ts'
import { scopes } from '../../../generated/paths.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

type Credentials = { id: string; client_id: string; client_secret: string; scopes: string[] }
type Seller = { seller_id: string; client_id: string; client_secret: string; scopes: string[] }
type ClientRow = Record<string, unknown> & { id: string; client_id: string }

const { service, cli } = await startServiceAndCommandLine()

const newSeller = (name = 'Padaria') => cli.json<Seller>('sellers', 'create', '--name', name)
const newClient = (seller_id: string, scopes: string) =>
  cli.json<Credentials>(
    'clients',
    'create',
    '--seller',
    seller_id,
    '--name',
    'Loja virtual',
    '--scopes',
    scopes,
  )

async function statusOf(token: string): Promise<number> {
  const { status } = await service.request('GET', '/v1/me', { token })
  return status
}

test('sellers create makes a seller whose client may do everything', async () => {
  const made = await newSeller('  Padaria Pão Quente ')
  const { seller_id, client_id, client_secret } = made
  assert.deepEqual(made, { seller_id, client_id, client_secret, scopes: ['all'] })
  assert.match(seller_id, /^seller_[0-9a-f-]{36}$/)
  assert.match(client_id, /^[\w-]+$/)
  assert.match(client_secret, /^[\w-]{43,}$/)
  const seller = await service.login(made)
  const { body } = await seller.get<'Account'>('/v1/me')
  assert.equal(body.seller.id, seller_id)
  assert.equal(body.seller.name, 'Padaria Pão Quente')
  assert.deepEqual(body.api_client.scopes, ['all'])
})

test('sellers create refuses a name that is blank or too long', async () => {
  const blank = await Promise.all(
    ['', '  ', '\u200b'].map((name) => cli.badUsage('sellers', 'create', '--name', name)),
  )
  for (const line of blank) assert.match(line, /A name cannot be blank/)
  assert.match(
    await cli.badUsage('sellers', 'create', '--name', 'ã'.repeat(161)),
    /at most 160 characters/,
  )
  await newSeller('ã'.repeat(160))
})

test('a new secret comes with the word that it is shown only now', async () => {
  const { seller_id, client_id } = await newSeller()
  const texts = await Promise.all([
    cli.text('sellers', 'create', '--name', 'Ana'),
    cli.text(
      'clients',
      'create',
      '--seller',
      seller_id,
      '--name',
      'Web',
      '--scopes',
      'products:read',
    ),
    cli.text('clients', 'rotate', client_id),
  ])
  for (const text of texts) {
    assert.match(text, /^client_secret {2}\S{43,}$/m)
    assert.match(text, /will not be shown again/)
  }
})

test('sellers list shows each seller, oldest first', async () => {
  const first = await newSeller('Um')
  const second = await newSeller('Dois')
  const sellers = await cli.json<{ id: string; name: string }[]>('sellers', 'list')
  const names = sellers
    .filter(({ id }) => [first.seller_id, second.seller_id].includes(id))
    .map(({ name }) => name)
  assert.deepEqual(names, ['Um', 'Dois'])
  const text = await cli.text('sellers', 'list')
  assert.match(text, /^id +name +status +default_currency +created_at$/m)
  assert.match(text, new RegExp(`^${first.seller_id} +Um +active +BRL `, 'm'))
})

test('clients create makes a client with the named scopes only', async () => {
  const { seller_id } = await newSeller()
  const made = await newClient(seller_id, 'customers:read checkouts:write customers:read')
  const { id, client_id, client_secret } = made
  const granted = ['customers:read', 'checkouts:write']
  assert.deepEqual(made, { id, client_id, client_secret, scopes: granted })
  const client = await service.login({ seller_id, ...made })
  const { body } = await client.get<'Account'>('/v1/me')
  assert.equal(body.seller.id, seller_id)
  assert.equal(body.api_client.id, id)
  assert.equal(body.api_client.name, 'Loja virtual')
  assert.deepEqual(body.api_client.scopes, granted)
  assert.equal((await client.get('/v1/products')).body.error.code, 'insufficient_scope')
})

test('clients create takes every scope of the specification', async () => {
  const { seller_id } = await newSeller()
  assert.deepEqual((await newClient(seller_id, scopes.join(' '))).scopes, [...scopes])
})

test('clients create refuses unknown scopes by name, no scope, and a blank name', async () => {
  const { seller_id } = await newSeller()
  const create = (name: string, scopes: string) =>
    cli.badUsage('clients', 'create', '--seller', seller_id, '--name', name, '--scopes', scopes)
  const [unknown, none, blank] = await Promise.all([
    create('Web', 'customers:read customers:delete ALL'),
    create('Web', ' '),
    create(' ', 'all'),
  ])
  assert.match(unknown, /Unknown: customers:delete ALL\./)
  assert.match(none, /at least one scope/)
  assert.match(blank, /A name cannot be blank/)
  const clients = await cli.json<ClientRow[]>('clients', 'list', '--seller', seller_id)
  assert.equal(clients.length, 1)
})

test('an unknown seller or client is refused', async () => {
  const seller = 'seller_019cae6b-6601-7b2e-8c16-f4a63e5d79c2'
  const lines = await Promise.all([
    cli.refused('clients', 'list', '--seller', seller),
    cli.refused('clients', 'create', '--seller', seller, '--name', 'Web', '--scopes', 'all'),
    cli.refused('clients', 'rotate', 'bci_none'),
    cli.refused('clients', 'revoke', 'bci_none'),
  ])
  assert.deepEqual(lines, [
    `There is no seller ${seller}.`,
    `There is no seller ${seller}.`,
    'There is no API client bci_none, or it was already revoked.',
    'There is no API client bci_none, or it was already revoked.',
  ])
})

test('clients list tells until when the secret before still gets tokens', async () => {
  const seller = await newSeller()
  const until = async () => {
    const [client] = await cli.json<ClientRow[]>('clients', 'list', '--seller', seller.seller_id)
    return client?.['previous_secret_until']
  }
  assert.equal(await until(), null)
  await cli.json('clients', 'rotate', seller.client_id, '--keep-previous', '60')
  assert.match(String(await until()), /^\d{4}-\d\d-\d\dT/)
  await cli.json('clients', 'rotate', seller.client_id)
  assert.equal(await until(), null)
})

test('clients list shows the clients of that seller, revoked ones too, and no secret', async () => {
  const seller = await newSeller()
  await newSeller()
  const other = await newClient(seller.seller_id, 'products:read')
  await cli.json('clients', 'revoke', other.client_id)
  const list = ['clients', 'list', '--seller', seller.seller_id]
  const clients = await cli.json<ClientRow[]>(...list)
  assert.deepEqual(
    clients.map(({ client_id }) => client_id),
    [seller.client_id, other.client_id],
  )
  const fields =
    'id client_id name scopes previous_secret_until created_at updated_at revoked_at'.split(' ')
  for (const client of clients) assert.deepEqual(Object.keys(client), fields)
  assert.equal(clients[0]?.['revoked_at'], null)
  assert.match(String(clients[1]?.['revoked_at']), /^\d{4}-\d\d-\d\dT/)
  const printed = JSON.stringify(clients) + (await cli.text(...list))
  const stored = await service.sql<{ secret_hash: string }>('select secret_hash from api_clients')
  const hashes = stored.map(({ secret_hash }) => secret_hash)
  for (const secret of [seller.client_secret, other.client_secret, ...hashes]) {
    assert.equal(printed.includes(secret), false)
  }
})

test('clients rotate ends the old secret and every token issued before, at once', async () => {
  const seller = await newSeller()
  const before = [await service.login(seller), await service.login(seller)]
  const rotated = await cli.json<Credentials>('clients', 'rotate', seller.client_id)
  const { id, client_secret } = rotated
  const { client_id, scopes } = seller
  assert.deepEqual(rotated, { id, client_id, client_secret, scopes })
  assert.notEqual(client_secret, seller.client_secret)
  for (const { token } of before) assert.equal(await statusOf(token), 401)
  assert.equal((await service.requestToken(client_id, seller.client_secret)).status, 401)
  const after = await service.login({ ...seller, client_secret })
  assert.equal(await statusOf(after.token), 200)
})

test('clients revoke ends the client and every token issued before, at once', async () => {
  const seller = await newSeller()
  const other = await newClient(seller.seller_id, 'all')
  const [first, second] = [
    await service.login(seller),
    await service.login({ seller_id: seller.seller_id, ...other }),
  ]
  const revoked = await cli.json('clients', 'revoke', seller.client_id)
  assert.equal(revoked['client_id'], seller.client_id)
  assert.match(String(revoked['revoked_at']), /^\d{4}-\d\d-\d\dT/)
  assert.equal(await statusOf(first.token), 401)
  assert.equal((await service.requestToken(seller.client_id, seller.client_secret)).status, 401)
  assert.equal(await statusOf(second.token), 200)
})

test('a revoked client is neither rotated nor revoked again', async () => {
  const { client_id } = await newSeller()
  await cli.json('clients', 'revoke', client_id)
  const lines = await Promise.all([
    cli.refused('clients', 'rotate', client_id),
    cli.refused('clients', 'revoke', client_id),
  ])
  for (const line of lines) assert.match(line, /was already revoked/)
})

test('clients rotate keeps the old secret for as long as it is told to, up to a day', async () => {
  const seller = await newSeller()
  const { client_id, client_secret: old } = seller
  const user = await service.login(seller)
  const rotate = ['clients', 'rotate', client_id, '--keep-previous']
  const { client_secret } = await cli.json<{ client_secret: string }>(...rotate, '60')
  for (const secret of [old, client_secret]) {
    assert.equal((await service.requestToken(client_id, secret)).status, 200)
  }
  assert.equal((await user.get('/v1/me')).status, 200)
  for (const seconds of ['86401', '-1', '1.5', 'x']) {
    assert.match(await cli.badUsage(...rotate, seconds), /whole number from 0 to 86400/)
  }
})

test('clients create refuses one more than a seller may have active', async () => {
  const { seller_id } = await newSeller()
  const of = { seller_id, name: 'Programa', scopes: ['customers:read' as const] }
  for (let i = 1; i < MAX_ACTIVE_CLIENTS; i++) {
    await createClient(service.db, { ...of, now: service.clock.now() })
  }
  const create = ['clients', 'create', '--seller', seller_id, '--name', 'Web', '--scopes', 'all']
  const line = await cli.refused(...create)
  assert.equal(line, 'The seller already has 100 active API clients: revoke one first.')
})

test('clients rotate and revoke take the id as well', async () => {
  const { seller_id } = await newSeller()
  const { id, client_id } = await newClient(seller_id, 'all')
  assert.equal((await cli.json<Credentials>('clients', 'rotate', id)).client_id, client_id)
  assert.equal((await cli.json<ClientRow>('clients', 'revoke', id)).client_id, client_id)
})

async function kidOf(token: string): Promise<string> {
  const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  return (JSON.parse(header) as { kid: string }).kid
}

test('keys rotate makes a new key sign, and tokens of the one before stay valid', async () => {
  const seller = await newSeller()
  const before = await service.login(seller)
  const rotated = await cli.json<{ kid: string }>('keys', 'rotate')
  assert.deepEqual(Object.keys(rotated), ['kid'])
  const after = await service.login(seller)
  assert.equal(await kidOf(after.token), rotated.kid)
  assert.notEqual(await kidOf(before.token), rotated.kid)
  assert.equal(await statusOf(before.token), 200)
  assert.equal(await statusOf(after.token), 200)
  const { body } = await service.request<'JsonWebKeySet'>('GET', '/.well-known/jwks.json')
  const published = body.keys.map(({ kid }) => kid)
  for (const { token } of [before, after]) assert.ok(published.includes(await kidOf(token)))
})

test('keys rotate is refused under another SECRET_KEY, and the service still signs', async () => {
  const seller = await newSeller()
  const kid = await kidOf((await service.login(seller)).token)
  const other = cli.with({ SECRET_KEY: randomBytes(32).toString('base64') })
  assert.match(await other.refused('keys', 'rotate'), /^SECRET_KEY: /)
  assert.equal(await kidOf((await service.login(seller)).token), kid)
})

test('sellers suspend ends all tokens of a seller, activate lets it work again', async () => {
  const made = await newSeller()
  const [seller, other] = [await service.login(made), await service.account()]
  const suspended = await cli.json<ClientRow>('sellers', 'suspend', made.seller_id)
  assert.deepEqual([suspended.id, suspended['status']], [made.seller_id, 'suspended'])
  assert.equal(await statusOf(seller.token), 401)
  const refused = await service.requestToken(made.client_id, made.client_secret)
  assert.equal(refused.status, 401)
  assert.equal(await statusOf(other.token), 200)
  assert.deepEqual(await cli.json('sellers', 'suspend', made.seller_id), suspended)

  const active = await cli.json<ClientRow>('sellers', 'activate', made.seller_id)
  assert.deepEqual(active, { ...suspended, status: 'active' })
  assert.equal(await statusOf((await service.login(made)).token), 200)
})

test('sellers rename changes the name of the account, which is audited', async () => {
  const made = await newSeller()
  const of = (id: string) => ['sellers', 'rename', '--seller', id, '--name', 'Padaria Nova']
  const { name } = await cli.json<{ name: string }>(...of(made.seller_id))
  assert.equal(name, 'Padaria Nova')
  const listed = await cli.json<{ id: string; name: string }[]>('sellers', 'list')
  assert.equal(listed.find(({ id }) => id === made.seller_id)?.name, 'Padaria Nova')
  const audited = await cli.json<{ action: string }[]>('audit', 'list', '--seller', made.seller_id)
  assert.equal(audited[0]?.action, 'seller.renamed')
  assert.match(await cli.refused(...of('seller_x')), /^[^\n]+$/)
})

test('sellers suspend and activate refuse a seller that does not exist', async () => {
  for (const command of ['suspend', 'activate']) {
    const line = await cli.refused('sellers', command, 'seller_x')
    assert.equal(line, 'There is no seller seller_x.')
  }
})
