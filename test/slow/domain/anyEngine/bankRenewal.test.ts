/** A bank's address, certificate and secret change, and its open charges go on. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { QueryRunner } from '../../../../db/database.ts'
import { operator } from '../../../../domain/identity/actor.ts'
import { Vault } from '../../../../domain/identity/vault.ts'
import { Breakers } from '../../../../domain/pix/connections/breaker.ts'
import {
  Banks,
  connectionById,
  connectionInUse,
  connectionsOfSeller,
} from '../../../../domain/pix/connections/bankConnections.ts'
import type { Connection } from '../../../../domain/pix/connections/bankConnections.ts'
import { BankError } from '../../../../domain/pix/bank/provider.ts'
import { connectBank } from '../../../../domain/pix/connections/renewal.ts'
import { createLog } from '../../../../runtime/logger.ts'
import { noMetrics } from '../../../../runtime/metrics/metrics.ts'
import { recordedBy } from '../../../support/audit.ts'
import { addBank } from '../../../support/bankSettings.ts'
import { connectWords, fileIn, optionWords } from '../../../support/bankWords.ts'
import type { Changes } from '../../../support/bankWords.ts'
import { temporaryFolder } from '../../../support/commandLine.ts'
import { bankOf, INTERVAL_MS, PRICE_MINOR, RailTest } from '../../../support/rail.ts'
import { startServiceAndCommandLine } from '../../../support/serviceCommandLine.ts'

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

test('psp connect by the key that is connected: the connection stays, renewed', async () => {
  const rail = await connected()
  const owed = await owing(rail)
  await rail.bank.replaceCertificate()
  const [before] = await connections(rail)
  await cli.json(...connectWords(folder, rail.seller, rail.bank))
  assert.deepEqual(
    (await connections(rail)).map(({ id }) => id),
    [before?.id],
  )
  await assertAllEnds(rail, owed)
})

test('a renewal is in the audit trail, by either command, with what it changed', async () => {
  const rail = await connected()
  const [own] = await connections(rail)
  const ways = {
    renew: () => renewWords(rail, pairOf(rail)),
    connect: () => connectWords(folder, rail.seller, rail.bank),
  }
  for (const wordsOf of Object.values(ways)) {
    await rail.bank.replaceCertificate()
    const recorded = await recordedBy(rail.seller, () => cli.json(...wordsOf()))
    assert.deepEqual(
      recorded.map(({ action, target, changes }) => [action, target.id, changes]),
      [['bank.renewed', own?.id, [{ field: 'certificate' }, { field: 'private_key' }]]],
    )
  }
})

test('work that waits for a bank is hastened after the commit, a piece at a time', async () => {
  const rail = await connected()
  const { seller_id } = rail.seller
  await rail.charged()
  const now = service.clock.now()
  const { settings } = rail.bank
  const other = { ...settings, pix_key: 'outra@example.com' }
  await addBank(service.db, vault, { seller_id, settings: other, now })
  const known = await service.db.read(function* () {
    const keys = yield* connectionsOfSeller({ seller_id })
    const found: Connection[] = []
    for (const { id } of keys) found.push(...(yield* connectionById({ seller_id, id })))
    return found
  })
  const transactions: string[][] = []
  const db: QueryRunner = {
    read: (body) => service.db.read(body),
    run: (body) =>
      service.db.run(function* () {
        const names: string[] = []
        transactions.push(names)
        const steps = body()
        for (let step = steps.next(); ; ) {
          if (step.done) return step.value
          names.push(step.value.definition.name)
          step = steps.next((yield step.value) as unknown[])
        }
      }),
  }
  await connectBank(db, vault, { seller_id, settings, known, actor: operator(), now })
  const hastening = transactions.map((names) => names.filter((name) => name.startsWith('hasten_')))
  const pieces = ['hasten_charges', 'hasten_refunds', 'hasten_refund_orders'].map((name) => [name])
  assert.deepEqual(hastening, [[], ...pieces, ...pieces])
})

test('secret and address change one at a time, the secret by file or standard input', async () => {
  const rail = await connected()
  const owed = await owing(rail)
  rail.bank.client_secret = 'outro-segredo'
  rail.bank.endTokens()
  const file = fileIn(folder, 'secret', `${rail.bank.client_secret}\n`)
  await cli.json(...renewWords(rail, { 'client-secret-file': file }))
  await assertAllEnds(rail, owed)

  const again = await owing(rail)
  rail.bank.client_secret = 'e-mais-outro'
  rail.bank.endTokens()
  const words = renewWords(rail, { 'client-secret-file': '-' })
  const { code, err } = await cli.fed(rail.bank.client_secret, ...words)
  assert.equal(code, 0, err)
  await assertAllEnds(rail, again)

  const third = await owing(rail)
  await rail.bank.move()
  const { url, token_url } = rail.bank.settings
  await cli.json(...renewWords(rail, { url, 'token-url': token_url }))
  await assertAllEnds(rail, third)
  assert.equal((await connections(rail)).length, 1)
})

test('psp renew keeps a bank that a caller has named at public addresses', async () => {
  const rail = await connected()
  const { seller_id } = rail.seller
  // The row is as in live mode, when the connection was made over the API.
  await service.sql('update bank_connections set public_only = true where seller_id = ?', seller_id)
  const isPublicOnly = async () => {
    const [one] = await service.db.read(() => connectionInUse({ seller_id }))
    return one?.public_only
  }
  const { url, token_url } = rail.bank.settings
  for (const options of [pairOf(rail), { city: 'Recife' }, { url }, { 'token-url': token_url }]) {
    assert.match(await cli.refused(...renewWords(rail, options)), /leads inside, which is not/)
    assert.equal(await isPublicOnly(), true)
  }
  // The operator names both, and may name any. The trail tells of it, though nothing else changes.
  const recorded = await recordedBy(rail.seller, () =>
    cli.json(...renewWords(rail, { url, 'token-url': token_url })),
  )
  assert.equal(await isPublicOnly(), false)
  assert.deepEqual(
    recorded.map(({ action, changes }) => [action, changes]),
    [['bank.renewed', [{ field: 'public_only', before: true, after: false }]]],
  )
})

test('a bank that is disconnected is renewed by its key', async () => {
  const rail = await connected()
  const owed = await owing(rail)
  const { seller_id } = rail.seller
  await cli.json('psp', 'disconnect', '--seller', seller_id)
  await rail.bank.replaceCertificate()
  assert.match(await cli.refused(...renewWords(rail, pairOf(rail))), /--pix-key/)
  const key = { 'pix-key': rail.bank.pix_key }
  await cli.json(...renewWords(rail, { ...pairOf(rail), ...key }))
  assert.notEqual((await connections(rail))[0]?.disconnected_at, null)
  await assertAllEnds(rail, owed)
})

test('connecting a disconnected bank again renews the charges that it made', async () => {
  const rail = await connected()
  const owed = await owing(rail)
  await cli.json('psp', 'disconnect', '--seller', rail.seller.seller_id)
  await rail.bank.replaceCertificate()
  await cli.json(...connectWords(folder, rail.seller, rail.bank))
  await assertAllEnds(rail, owed)
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'completed')
})

test('secrets that no key opens any more are replaced, once they are emptied', async () => {
  const rail = await connected()
  const owed = await owing(rail)
  const { seller_id } = rail.seller
  await service.sql(
    `update bank_connections set client_secret_sealed = '', private_key_sealed = ''
    where seller_id = ?`,
    seller_id,
  )
  await rail.reconcile()
  const all = { ...pairOf(rail), 'client-secret': rail.bank.client_secret }
  assert.match(await cli.refused(...renewWords(rail, pairOf(rail))), /--client-secret/)
  await cli.json(...renewWords(rail, all))
  await assertAllEnds(rail, owed)
})

test('an unknown key, or a seller without a bank, is refused', async () => {
  const seller = await service.account()
  const words = ['psp', 'renew', '--seller', seller.seller_id, '--city', 'Recife']
  assert.match(await cli.refused(...words), /has no bank connected/)
  assert.match(await cli.refused(...words, '--pix-key', 'x'), /never had a bank/)
})

test('a renewal cuts off no request under way, and the end of the service does', async () => {
  const rail = await connected()
  const { txid } = await rail.charged()
  const [old] = await service.db.read(() => connectionInUse({ seller_id: rail.seller.seller_id }))
  assert.ok(old)
  const breakers = new Breakers({ log: createLog('silent'), metrics: noMetrics }, 0)
  const banks = new Banks({ vault, breakers, metrics: noMetrics })
  const hold = Promise.withResolvers<void>()
  rail.bank.order('GET /cob', { hold: hold.promise }, 1)
  const asked = banks.of(old).readCharge(txid)
  while (rail.bank.count('GET /cob') === 0) await new Promise(setImmediate)
  await cli.json(...renewWords(rail, { city: 'Recife' }))
  const [renewed] = await service.db.read(() => connectionInUse(old))
  assert.ok(renewed)
  const next = banks.of(renewed)
  assert.equal(banks.of(renewed), next)
  assert.equal((await next.readCharge(txid))?.status, 'active')
  hold.resolve()
  assert.equal((await asked)?.status, 'active')

  const never = Promise.withResolvers<void>()
  rail.bank.order('GET /cob', { hold: never.promise })
  const cut = [banks.of(old).readCharge(txid), banks.of(renewed).readCharge(txid)]
  const seen = rail.bank.count('GET /cob')
  while (rail.bank.count('GET /cob') < seen + 2) await new Promise(setImmediate)
  banks.close()
  await Promise.all(cut.map((one) => assert.rejects(one, BankError)))
  assert.throws(() => banks.of(renewed), BankError)
  never.resolve()
})
