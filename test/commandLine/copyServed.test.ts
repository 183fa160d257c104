/** A service on a copy of its database, on the other engine, is the same service. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { databaseFile } from '../../db/databaseUrl.ts'
import { layouts } from '../../db/maintenance/layout.ts'
import { CommandLine } from '../support/commandLine.ts'
import { engine, newDatabase } from '../support/engine.ts'
import { startFixture } from '../support/fixture.ts'
import { RailTest } from '../support/rail.ts'
import { verified } from '../support/receiver.ts'
import { START, startService, TestAccount } from '../support/service.ts'
import { pageOf } from '../support/sessions.ts'

type Report = {
  tables: { name: string; rows: number; written: number; deleted: number }[]
  verified: boolean
}

const fixture = await startFixture()
const { client, atBank, service, secret_key, sessions, receiver } = fixture
const to = await newDatabase(engine === 'sqlite' ? 'postgres' : 'sqlite')
const words = ['db', 'copy', '--from', fixture.database_url, '--to', to]
const report = await new CommandLine({}).json<Report>(...words)

const copy = await startService({ databaseUrl: to, secretKey: secret_key, baseUrl: service.url })
copy.clock.advanceMs(service.clock.now().getTime() - Date.parse(START))
/** The seller on the copy, with its token from before. */
const seller = new TestAccount(copy, client.seller)

test('every table was copied, with every row that it had', () => {
  assert.equal(report.verified, true)
  assert.deepEqual(
    report.tables.map(({ name }) => name),
    layouts.map(({ table }) => table),
  )
  for (const { name, rows, written, deleted } of report.tables) {
    assert.ok(rows > 0, name)
    assert.deepEqual([written, deleted], [rows, 0], name)
  }
})

test('the copy leads from a file to a server, or from a server to a file', () => {
  const files = [fixture.database_url, to].filter((url) => databaseFile(url) !== undefined)
  assert.equal(files.length, 1)
})

test('a token from before is good, and every session reads as before', async () => {
  for (const session of [...sessions, client.checkout]) {
    const { status, body } = await seller.get(`/v1/checkouts/${session.id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, session)
  }
})

test('a client gets a token with its secret from before', async () => {
  const { status } = await copy.requestToken(client.seller.client_id, client.seller.client_secret)
  assert.equal(status, 200)
})

test('a cursor from before goes on where it was, byte for byte', async () => {
  assert.equal((await seller.get(client.rest.path)).text, client.rest.answer)
})

test('a key for a safe retry from before gives the first answer again', async () => {
  const { body, headers, answer } = client.asked
  const again = await seller.post('/v1/checkouts', body, headers)
  assert.equal(again.status, 201)
  assert.equal(again.text, answer)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('an external_id from before is still taken', async () => {
  const { status, body } = await seller.post('/v1/checkouts', client.asked.body)
  assert.deepEqual([status, body.error.code], [409, 'checkout_external_id_already_exists'])
})

test('the link to a page opens it, and its payment is signed by the old secret', async () => {
  const [before, after] = [
    await service.request('GET', pageOf(client.checkout)),
    await copy.request('GET', pageOf(client.checkout)),
  ]
  assert.equal(after.status, 200)
  assert.equal(after.text, before.text)
  const told = receiver.received.length
  await seller.post(`/sandbox/checkouts/${client.checkout.id}/pay`)
  const event = verified((await receiver.arrived(told + 1))[told] ?? assert.fail(), fixture.secret)
  assert.equal(event.type, 'payment.succeeded')
  assert.equal(event.data['id'], client.checkout.id)
})

test('money for a charge from before arrives at the bank, and completes the session', async () => {
  const { bank, checkout, txid } = atBank
  const rail = new RailTest({ service: copy, bank, vault: fixture.vault, seller: atBank.seller })
  assert.equal((await rail.read(checkout)).status, 'open')
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'completed')
})
