/** A bank's address, certificate and secret change, and its open charges go on. */
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { operator } from '../../../domain/identity/actor.ts'
import { Vault } from '../../../domain/identity/vault.ts'
import { connectionInUse, settingsOf } from '../../../domain/pix/connections/bankConnections.ts'
import {
  connectionToRenew,
  renewAtBank,
  renewedSettings,
} from '../../../domain/pix/connections/renewing.ts'
import { ConnectionChanged, renewBank } from '../../../domain/pix/connections/renewal.ts'
import { makeAuthority, makeClientPair } from '../../../packages/bank/certificates.ts'
import { recordedBy } from '../../support/audit.ts'
import { connectWords, fileIn, optionWords } from '../../support/bankWords.ts'
import type { Changes } from '../../support/bankWords.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { bankOf, INTERVAL_MS, PRICE_MINOR, RailTest } from '../../support/rail.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

const folder = temporaryFolder()
const { service, environment, cli } = await startServiceAndCommandLine({
  real_clock: false,
  reconcileSeconds: INTERVAL_MS / 1000,
})
const vault = new Vault(Buffer.from(environment.SECRET_KEY, 'base64'))

/** A seller whose bank was connected by the command line. */
async function connected(): Promise<RailTest> {
  const rail = new RailTest({
    service,
    vault,
    bank: await bankOf(service),
    seller: await service.account(),
  })
  await cli.json(...connectWords(folder, rail.seller, rail.bank))
  return rail
}

const renewWords = ({ seller: { seller_id } }: RailTest, options: Changes) => [
  'psp',
  'renew',
  ...optionWords({ seller: seller_id, ...options }),
]

/** The options that name the certificate which the bank's customer shows now. */
const pairOf = ({ bank: { client } }: RailTest) => ({
  cert: fileIn(folder, 'new.pem', client.cert),
  key: fileIn(folder, 'new.key', client.key),
})

type Row = { id: string; disconnected_at: string | null; private_key_sealed: string }

const connections = ({ seller: { seller_id } }: RailTest) =>
  service.sql<Row>('select * from bank_connections where seller_id = ? order by id', seller_id)

/** A checkout that is paid, with the bank's word of it lost; and a transfer that is to go back. */
async function owing(rail: RailTest) {
  const paid = await rail.charged()
  rail.bank.books.pay(paid.txid, PRICE_MINOR)
  const late = await rail.charged()
  await rail.cancel(late.checkout)
  rail.bank.order('PUT /devolucao', 503)
  await rail.pay(late.txid)
  rail.bank.recover()
  assert.deepEqual(await rail.outcomes(late.checkout), ['canceled due'])
  return { paid: paid.checkout, late: late.checkout }
}

/** Asserts that the next round of the running service settles or sends back everything. */
async function assertAllEnds(rail: RailTest, { paid, late }: Awaited<ReturnType<typeof owing>>) {
  await rail.reconcile()
  assert.equal((await rail.read(paid)).status, 'completed')
  assert.deepEqual(await rail.outcomes(late), ['canceled done'])
  await rail.assertMoneyAccountedFor()
}

test('psp renew, a new certificate: open charges and owed returns go on at once', async () => {
  const rail = await connected()
  const owed = await owing(rail)
  await rail.bank.replaceCertificate()
  await rail.reconcile()
  assert.deepEqual(await rail.outcomes(owed.late), ['canceled due'])
  const before = await connections(rail)
  const { seller_id } = rail.seller
  assert.deepEqual(await cli.json(...renewWords(rail, pairOf(rail))), {
    seller_id,
    provider: 'bacen',
    pix_key: rail.bank.pix_key,
    callback_url: `${service.url}/pix/${seller_id}`,
  })
  const after = await connections(rail)
  assert.deepEqual(
    after.map(({ id }) => id),
    before.map(({ id }) => id),
  )
  await assertAllEnds(rail, owed)
})

test('two renewals at once: the slower one is refused, and changes nothing', async () => {
  const rail = await connected()
  const { seller_id } = rail.seller
  const known = await service.db.read(() => connectionInUse({ seller_id }))
  await rail.bank.replaceCertificate()
  await cli.json(...renewWords(rail, pairOf(rail)))
  const before = await connections(rail)
  const settings = { ...rail.bank.settings, city: 'Recife' }
  const slower = { seller_id, settings, known, actor: operator(), now: service.clock.now() }
  const recorded = await recordedBy(rail.seller, () =>
    assert.rejects(renewBank(service.db, vault, slower), ConnectionChanged),
  )
  assert.deepEqual([await connections(rail), recorded], [before, []])
})

test('a bank without a charge, or whose one charge was paid wrongly, stays', async () => {
  for (const hasCharged of [false, true]) {
    const rail = await connected()
    if (hasCharged) await rail.pay((await rail.charged()).txid, PRICE_MINOR - 1)
    const before = (await connections(rail)).map(({ id }) => id)
    await cli.json(...renewWords(rail, pairOf(rail)))
    const after = (await connections(rail)).map(({ id }) => id)
    assert.deepEqual(after, before)
  }
})

test('a secret in a file may have what cannot be seen around it', async () => {
  const rail = await connected()
  const { client_secret } = rail.bank
  const secret = fileIn(folder, 'copied', `\ufeff${client_secret}\u00a0\u200b\r\n`)
  await cli.json(...renewWords(rail, { 'client-secret-file': secret }))
  const { seller_id } = rail.seller
  const [connection] = await service.db.read(() => connectionInUse({ seller_id }))
  assert.ok(connection)
  assert.equal(settingsOf(connection, vault).client_secret, client_secret)
})

test('a renewal that the bank refuses changes nothing', async () => {
  const rail = await connected()
  await rail.charged()
  const [before] = await connections(rail)
  const stranger = await makeClientPair(await makeAuthority('Outro'), 'Loja')
  const lost = {
    cert: fileIn(folder, 'x.pem', stranger.cert),
    key: fileIn(folder, 'x.key', stranger.key),
  }
  const p12 = fileURLToPath(new URL('../../units/p12/modernEc.p12', import.meta.url))
  const password = fileIn(folder, 'password', 'segredo\n')
  for (const [options, message] of [
    [{ 'client-secret': 'errado' }, /token was answered 401/],
    [lost, /do not accept our certificate/],
    [{ cert: lost.cert }, /^--key: the one that is kept does not belong to the certificate in/],
    [{ 'client-secret-file': fileIn(folder, 'empty', '\n') }, /^--client-secret-file: .* is empty/],
    [{ 'client-secret': 'se\u200bgredo' }, /^client_secret must not be blank/],
    [{ 'client-secret-file': `${folder}/nothing` }, /^--client-secret-file: ENOENT/],
    [{ p12, 'p12-password-file': password }, /do not accept our certificate/],
    [{ p12 }, /^--p12: .* cannot be read/],
  ] as const)
    assert.match(await cli.refused(...renewWords(rail, options)), message)
  rail.bank.order('GET /cob', 503)
  const words = renewWords(rail, { city: 'Recife' })
  assert.match(await cli.refused(...words), /GET \/cob\/\w+ was answered 503/)
  rail.bank.recover()
  assert.deepEqual(await connections(rail), [before])
  assert.match(await cli.badUsage(...renewWords(rail, {})), /nothing to renew/)
  const both = { 'client-secret': 'x', 'client-secret-file': '-' }
  assert.match(await cli.badUsage(...renewWords(rail, both)), /cannot be used with/)
  const alone = { 'p12-password-file': password }
  assert.match(await cli.badUsage(...renewWords(rail, alone)), /^--p12-password-file needs --p12\./)
  const twice = { p12, cert: lost.cert }
  assert.match(await cli.badUsage(...renewWords(rail, twice)), /cannot be used with/)
})

test('another bank by the same key keeps nothing of the first, and renews none of it', async () => {
  const rail = await connected()
  await rail.charged()
  const other = await bankOf(service)
  const { url, token_url } = other.settings
  const there = {
    url,
    'token-url': token_url,
    'client-secret': other.client_secret,
    cert: fileIn(folder, 'o.pem', other.client.cert),
    key: fileIn(folder, 'o.key', other.client.key),
    ca: fileIn(folder, 'o.ca', other.authority.cert),
  }
  const [before] = await connections(rail)
  assert.match(await cli.refused(...renewWords(rail, there)), /^That is another bank/)
  assert.deepEqual(await connections(rail), [before])
})

test('the rule renews for any caller, and refuses another bank by its reason', async () => {
  const rail = await connected()
  await rail.charged()
  const { seller_id } = rail.seller
  const { db, clock } = service
  const connection = await connectionToRenew(db, { seller_id, pix_key: undefined })
  assert.ok(connection)
  const store = { db, vault, baseUrl: service.url }
  const by = { connection, actor: operator(), now: clock.now() }
  const other = (await bankOf(service)).settings
  await assert.rejects(renewAtBank(store, { ...by, settings: other }), {
    name: 'RenewalRefused',
    refusal: { reason: 'another_bank' },
  })
  const settings = renewedSettings(connection, { city: 'Natal', profile_values: {} }, vault)
  await renewAtBank(store, { ...by, settings })
  const [renewed] = await db.read(() => connectionInUse({ seller_id }))
  assert.deepEqual([renewed?.id, renewed?.city], [connection.id, 'Natal'])
})
