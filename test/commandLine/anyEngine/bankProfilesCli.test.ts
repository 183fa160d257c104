/** `psp connect --profile` and `psp profiles`: a bank that needs more than the contract says. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Vault } from '../../../domain/identity/vault.ts'
import { settingsOf } from '../../../domain/pix/connections/bankConnections.ts'
import type { Connection } from '../../../domain/pix/connections/bankConnections.ts'
import { bankProfiles } from '../../../domain/pix/bank/profiles.ts'
import { SCOPES } from '../../../domain/pix/bank/bacen/requests.ts'
import type { Bank } from '../../../packages/bank/bank.ts'
import { DEMANDED_KEY, quirks } from '../../../packages/bank/quirks.ts'
import { bankBody, connect } from '../../support/bankSettings.ts'
import { connectWords, fileIn, optionWords } from '../../support/bankWords.ts'
import type { Changes } from '../../support/bankWords.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { everythingStored } from '../../support/engine.ts'
import { bankOf, INTERVAL_MS, RailTest } from '../../support/rail.ts'
import type { TestAccount } from '../../support/service.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

const folder = temporaryFolder()
const { service, environment, cli } = await startServiceAndCommandLine({
  real_clock: false,
  reconcileSeconds: INTERVAL_MS / 1000,
})
const vault = new Vault(Buffer.from(environment.SECRET_KEY, 'base64'))

async function bankWith(...names: string[]): Promise<Bank> {
  const bank = await bankOf(service)
  for (const name of names) quirks[name]?.apply(bank)
  return bank
}

async function connectionOf({ seller_id }: TestAccount): Promise<Connection> {
  const [row] = await service.sql<Connection>(
    'select * from bank_connections where seller_id = ? and disconnected_at is null',
    seller_id,
  )
  assert.ok(row)
  return row
}

/** A seller whose bank wants a key in the query of each request. */
async function connected(changes: Changes = {}): Promise<RailTest> {
  const [bank, seller] = [await bankWith('query-key'), await service.account()]
  const key = { profile: 'bb', 'profile-value': `app_key=${DEMANDED_KEY}`, ...changes }
  await cli.json(...connectWords(folder, seller, bank, key))
  return new RailTest({ service, vault, bank, seller })
}

test('a buyer pays twice through a bank with a profile, and gets one back', async () => {
  const rail = await connected()
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  await rail.pay(txid)
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(checkout), ['settled', 'duplicate done'])
})

test('control: without the profile, or with another key, that bank refuses', async () => {
  const [bank, seller] = [await bankWith('query-key'), await service.account()]
  const wrong = { profile: 'bb', 'profile-value': 'app_key=outra' }
  for (const changes of [{}, wrong]) {
    const line = await cli.refused(...connectWords(folder, seller, bank, changes))
    assert.match(line, /403: Acesso Negado; Falta gw-dev-app-key/)
    assert.doesNotMatch(line, /outra/)
  }
  assert.deepEqual(
    await service.sql('select id from bank_connections where seller_id = ?', seller.seller_id),
    [],
  )
})

test('psp test shows the profile, and renew keeps it with what was given', async () => {
  const { seller, bank } = await connected()
  const { seller_id } = seller
  const shown = async () =>
    ((await cli.json('psp', 'test', '--seller', seller_id)) as Changes)['profile']
  assert.equal(await shown(), 'bb')
  await bank.replaceCertificate()
  const pair = {
    cert: fileIn(folder, 'new.pem', bank.client.cert),
    key: fileIn(folder, 'new.key', bank.client.key),
  }
  await cli.json('psp', 'renew', ...optionWords({ seller: seller_id, ...pair }))
  assert.equal(await shown(), 'bb')
  for (const demand of bank.demands) demand.value = 'chave-nova'
  const renewal = ['psp', 'renew', '--seller', seller_id]
  const old = await cli.refused(...renewal, '--city', 'Recife')
  assert.match(old, /Falta gw-dev-app-key/)
  const file = fileIn(folder, 'app_key', 'chave-nova\n')
  await cli.json(...renewal, '--profile-value-file', `app_key=${file}`)
  assert.equal(await shown(), 'bb')
  const { profile_values } = settingsOf(await connectionOf(seller), vault)
  assert.deepEqual(profile_values, { app_key: 'chave-nova' })
  const elsewhere = await bankWith('query-key')
  const moved = optionWords({ url: elsewhere.settings.url })
  const kept = await cli.refused(...renewal, ...moved)
  assert.match(kept, /^The value app_key was given for another address, and is to be given again/)
  assert.equal(elsewhere.count(''), 0)
  const unknown = await cli.refused(...renewal, '--profile-value', 'account=1')
  assert.equal(unknown, 'The profile bb has no value account. It has: app_key.')
})

test('a bank that knows its customer by the certificate alone needs no secret', async () => {
  const [bank, seller] = [await bankWith('no-secret', 'header-client-id'), await service.account()]
  const words = connectWords(folder, seller, bank, {
    profile: 'sicoob',
    'client-secret': undefined,
  })
  const { seller_id } = seller
  const { pix_key } = bank
  const callback_url = `${service.url}/pix/${seller_id}`
  // The simulated banks of all sellers have one Pix key, of which there is a warning.
  const { warning: _, ...printed } = await cli.json(...words)
  const expected = { seller_id, provider: 'bacen', profile: 'sicoob', pix_key, callback_url }
  const granted_scopes = SCOPES.split(' ')
  const said = { callbacks: 'registered', granted_scopes, recurring: 'available', warnings: [] }
  assert.deepEqual(printed, { ...expected, ...said })
  const secret = ['--client-secret', 'x']
  assert.match(await cli.badUsage(...words, ...secret), /sicoob has no client secret/)
  // Neither are its secrets needed where none of them opens any more.
  await service.sql(
    `update bank_connections set client_secret_sealed = '', private_key_sealed = ''
    where seller_id = ?`,
    seller_id,
  )
  const { cert, private_key: key } = { cert: bank.client.cert, private_key: bank.client.key }
  const pair = { cert: fileIn(folder, 'same.pem', cert), key: fileIn(folder, 'same.key', key) }
  await cli.json('psp', 'renew', ...optionWords({ seller: seller_id, ...pair }))
})

test('connecting again without a profile follows the contract alone', async () => {
  const { seller, bank } = await connected()
  await cli.refused(...connectWords(folder, seller, bank))
  bank.demands.length = 0
  await cli.json(...connectWords(folder, seller, bank))
  const { profile, profile_values_sealed } = await connectionOf(seller)
  assert.deepEqual([profile, profile_values_sealed], ['bacen', null])
})

test('over the API a bank is renewed with its profile, and another bank has none', async () => {
  const { seller, bank } = await connected()
  const renewed = await connect(seller, bankBody(bank, { city: 'Olinda' }))
  const { status, body } = renewed
  assert.deepEqual([status, body.city, body.profile], [200, 'Olinda', 'bb'])
  const plain = await bankWith()
  const other = await connect(seller, bankBody(plain))
  assert.deepEqual([other.status, other.body.profile], [200, 'bacen'])
})

test('lists the profiles, each with its addresses and what it needs', async () => {
  const listed = (await cli.json('psp', 'profiles')) as Record<string, unknown>[]
  assert.deepEqual(
    listed.map(({ name }) => name),
    bankProfiles.map(({ name }) => name),
  )
  assert.deepEqual(listed[2], {
    name: 'bb',
    title: 'Banco do Brasil',
    authentication: 'basic',
    required_values: ['app_key'],
    optional_values: [],
    url: 'https://api-pix.bb.com.br/pix/v2',
    token_url: 'https://oauth.bb.com.br/oauth/token',
  })
  const shown = await cli.text('psp', 'profiles')
  assert.match(shown, /^name .*\nbacen .*-\n/)
  assert.match(shown, /\n\nbb app_key: the application's key.*\n/)
})

test('options that do not fit the profile are bad usage, reported in one line', async () => {
  const given = { seller: 's', 'pix-key': 'k', 'client-id': 'c', cert: 'a', key: 'b' }
  const told = (changes: Changes) =>
    cli.badUsage('psp', 'connect', ...optionWords({ ...given, 'client-secret': 's', ...changes }))
  assert.match(
    await told({ profile: 'nenhum' }),
    /There is: bacen, banrisul, bb, .*sicredi, .*woovi\./,
  )
  assert.match(await told({}), /--url/)
  assert.match(await told({ profile: 'bacen' }), /--url/)
  assert.match(await told({ profile: 'bb' }), /needs the value app_key/)
  assert.match(await told({ profile: 'bb', 'profile-value': 'app_key' }), /equals sign/)
  const broken = await told({ profile: 'bb', 'profile-value': 'app_key=segredo\r\nx: 1' })
  assert.match(broken, /app_key must have 1 to 255 characters/)
  assert.doesNotMatch(broken, /segredo/)
  const twice = { 'profile-value': 'app_key=a', 'profile-value-file': 'app_key=f' }
  assert.match(await told({ profile: 'bb', ...twice }), /app_key is given twice/)
  assert.match(await told({ profile: 'efi', 'profile-value': 'app_key=a' }), /It has: none/)
})

// The last one: to read SQLite's file ends the locks that this process has on it.
test('no given value stands anywhere in clear, also after a fault of the bank', async () => {
  const rail = await connected()
  rail.bank.order('', { answer: { status: 500, body: `{"title":"x","detail":"${DEMANDED_KEY}"}` } })
  const { checkout } = await rail.charged().catch(() => ({ checkout: undefined }))
  assert.equal(checkout, undefined)
  rail.bank.recover()
  const { client_id } = rail.bank
  const stored = await everythingStored(environment.DATABASE_URL)
  assert.ok(stored.includes(client_id))
  for (const text of [stored, ...service.log]) assert.ok(!text.includes(DEMANDED_KEY))
})
