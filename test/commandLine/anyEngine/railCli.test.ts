/** `psp connect`, `psp test` and `psp disconnect`, as they are used. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'vitest'
import { SCOPES } from '../../../domain/pix/bank/bacen/requests.ts'
import { txidOf } from '../../../domain/pix/bank/txid.ts'
import { makeAuthority, makeClientPair } from '../../../packages/bank/certificates.ts'
import { codeOf } from '../../../packages/bank/books.ts'
import { connectWords as wordsOf, fileIn } from '../../support/bankWords.ts'
import type { Changes } from '../../support/bankWords.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { bankOf, PRICE_MINOR } from '../../support/rail.ts'
import type { TestAccount } from '../../support/service.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'
import { pageOf } from '../../support/sessions.ts'

const folder = temporaryFolder()
const { service, cli } = await startServiceAndCommandLine({
  real_clock: false,
  reconcileSeconds: 300,
})
const bank = await bankOf(service)

const connectWords = (seller: TestAccount, at = bank, changes: Changes = {}) =>
  wordsOf(folder, seller, at, changes)
const file = (name: string, text: string) => fileIn(folder, name, text)

const connections = ({ seller_id }: TestAccount) =>
  service.sql<{ disconnected_at: string | null }>(
    'select * from bank_connections where seller_id = ? order by id',
    seller_id,
  )

/** The first page has the charge made, and the next shows its code. */
async function codeShown(checkout: Parameters<typeof pageOf>[0]): Promise<string | undefined> {
  await service.request('GET', pageOf(checkout))
  await service.service.rail.idle()
  const { text } = await service.request('GET', pageOf(checkout))
  return />([^<]+)<\/textarea>/.exec(text)?.[1]
}

const WARNING = 'O banco recusou o endereço dos avisos: os pagamentos vêm da lista dele.'

/** A bank has one address for callbacks of Pix Automático, which is another seller's here. */
const taken = {
  code: 'recurring_callbacks_refused',
  message: 'O banco não manda para cá os avisos do Pix Automático: as listas dele são lidas.',
}

/** The answer of `psp connect` when nothing is wrong. */
const said = {
  callbacks: 'registered',
  granted_scopes: SCOPES.split(' '),
  recurring: 'available',
  warnings: [],
}

test('connects a bank: buyers pay through it at once, and it calls back', async () => {
  const seller = await service.account()
  const callback_url = `${service.url}/pix/${seller.seller_id}`
  const before = await seller.checkout()
  assert.match((await codeShown(before)) ?? '', /pix\.balcao\.example/)

  const printed = await cli.json(...connectWords(seller))
  const { seller_id } = seller
  const { pix_key } = bank
  assert.deepEqual(printed, { seller_id, provider: 'bacen', pix_key, callback_url, ...said })
  assert.equal(bank.books.webhook_url, callback_url)

  const txid = txidOf(before.id)
  assert.equal(await codeShown(before), codeOf(txid))
  const pix = bank.books.pay(txid, PRICE_MINOR)
  const path = new URL(`${bank.books.webhook_url}/pix`).pathname
  await service.request('POST', path, { json: { pix: [pix] } })
  await service.service.rail.idle()
  const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${before.id}`)
  assert.equal(body.status, 'completed')
})

test('a key that another seller has is named, since the bank calls one address only', async () => {
  const [one, other] = [await service.account(), await service.account()]
  const key = { 'pix-key': bank.pix_key }
  await service.sql(`update bank_connections set disconnected_at = 't'`)
  const first = (await cli.json(...connectWords(one, bank, key))) as { warning?: string }
  assert.equal(first.warning, undefined)
  const second = (await cli.json(...connectWords(other, bank, key))) as { warning?: string }
  assert.match(second.warning ?? '', new RegExp(`${one.seller_id} has the same Pix key`))
})

test('psp test says who we are to a bank, and where it calls', async () => {
  const seller = await service.account()
  await cli.json(...connectWords(seller))
  assert.deepEqual(await cli.json('psp', 'test', '--seller', seller.seller_id), {
    seller_id: seller.seller_id,
    provider: 'bacen',
    profile: 'bacen',
    pix_key: bank.pix_key,
    url: bank.settings.url,
    scopes: SCOPES.split(' '),
    webhook_url: `${service.url}/pix/${seller.seller_id}`,
    callback_url: `${service.url}/pix/${seller.seller_id}`,
    ...said,
    warnings: [taken],
  })
})

test('a bank that refuses callbacks is connected and renewed when they are optional', async () => {
  const seller = await service.account()
  const optional = [...connectWords(seller), '--callbacks', 'optional']
  bank.order('PUT /webhook', 422)
  assert.match(await cli.refused(...connectWords(seller)), /PUT \/webhook/)
  const printed = (await cli.json(...optional)) as Changes
  assert.equal(printed['callbacks'], 'refused')
  bank.books.webhook_url = undefined
  await cli.json('psp', 'renew', '--seller', seller.seller_id, '--city', 'Recife')
  const tested = (await cli.json('psp', 'test', '--seller', seller.seller_id)) as Changes
  bank.recover()
  assert.deepEqual(
    [tested['callbacks'], tested['webhook_url'], tested['warnings']],
    [
      'refused',
      null,
      [
        { code: 'callbacks_refused', message: WARNING },
        {
          code: 'recurring_callbacks_refused',
          message:
            'O banco não manda para cá os avisos do Pix Automático: as listas dele são lidas.',
        },
      ],
    ],
  )
})

test('psp test fails for a bank that calls elsewhere, or nowhere, with its answer', async () => {
  const seller = await service.account()
  await cli.json(...connectWords(seller))
  const words = ['psp', 'test', '--seller', seller.seller_id]
  for (const webhook_url of ['https://example.com/x', undefined]) {
    bank.books.webhook_url = webhook_url
    const { code, out, err } = await cli.run(...words, '--json')
    assert.equal(code, 1)
    assert.equal((JSON.parse(out) as Changes)['webhook_url'], webhook_url ?? null)
    assert.match(err, /^The bank announces transfers at .*connect it again\.\n$/)
  }
})

test('psp test tells a bank that is down in one line', async () => {
  const seller = await service.account()
  await cli.json(...connectWords(seller))
  bank.order('', 503)
  const line = await cli.refused('psp', 'test', '--seller', seller.seller_id)
  assert.equal(line, 'The request for a token was answered 503: Serviço Indisponível.')
  bank.recover()
})

test('psp disconnect leads back to the sandbox rail, and names what is open there', async () => {
  const seller = await service.account()
  await cli.json(...connectWords(seller))
  const shown = await seller.checkout()
  assert.equal(await codeShown(shown), codeOf(txidOf(shown.id)))
  const { seller_id } = seller
  const printed = await cli.json('psp', 'disconnect', '--seller', seller_id)
  assert.deepEqual(printed, { seller_id, provider: 'sandbox', open_charges: 1 })
  assert.equal(await codeShown(shown), codeOf(txidOf(shown.id)))
  assert.match((await codeShown(await seller.checkout())) ?? '', /pix\.balcao\.example/)
})

test('another bank by the same key is connected: the newest is in use, and one only', async () => {
  const seller = await service.account()
  await cli.json(...connectWords(seller))
  await codeShown(await seller.checkout())
  const second = await bankOf(service)
  await cli.json(...connectWords(seller, second))
  const inUse = (await connections(seller)).map(({ disconnected_at }) => disconnected_at === null)
  assert.deepEqual(inUse, [false, true])
  const checkout = await seller.checkout()
  await codeShown(checkout)
  assert.deepEqual([...second.books.charges.keys()], [txidOf(checkout.id)])
})

test('a refusal by the bank is reported in one line, and nothing is kept of it', async () => {
  const seller = await service.account()
  const stranger = await makeClientPair(await makeAuthority('Outro'), 'Loja')
  const lost = { cert: file('x.pem', stranger.cert), key: file('x.key', stranger.key) }
  const other = file('other.pem', (await makeAuthority('Outro')).cert)
  for (const [changes, message] of [
    [
      { 'client-secret': 'errado' },
      /token was answered 401: invalid_client; The client is unknown.*\.$/,
    ],
    [{ 'pix-key': 'de-outro@example.com' }, /\/webhook\/.* answered 400: Webhook inválido/],
    [lost, /do not accept our certificate\.$/],
    [{ ca: other }, /signed by no authority that is trusted here or was named for it\.$/],
    [{ ca: undefined }, /signed by no authority that is trusted here or was named for it\.$/],
    [{ url: 'https://localhost:1', 'token-url': 'https://localhost:1' }, /ECONNREFUSED/],
  ] as const) {
    const line = await cli.refused(...connectWords(seller, bank, changes))
    assert.match(line, message)
    assert.ok(!line.includes(bank.client_secret))
  }
  assert.deepEqual(await connections(seller), [])
})

test('files of a wrong kind are refused before the bank is asked', async () => {
  const seller = await service.account()
  const asked = bank.requests.length
  const missing = join(folder, 'nothing')
  const other = await makeClientPair(bank.authority, 'Loja')
  for (const [changes, message] of [
    [{ cert: missing }, /^--cert: ENOENT/],
    [{ key: missing }, /^--key: ENOENT/],
    [{ ca: missing }, /^--ca: ENOENT/],
    [{ cert: file('text', 'x') }, /^--cert: .* cannot be used \(it holds no certificate in PEM/],
    [{ key: file('text', 'x') }, /^--key: .* cannot be used \(it holds no private key in PEM/],
    [{ ca: file('text', 'x') }, /^--ca: .* cannot be used \(it holds no certificate in PEM/],
    [{ key: file('other', other.key) }, /^--key: .* does not belong to the certificate/],
  ] as const)
    assert.match(await cli.refused(...connectWords(seller, bank, changes)), message)
  assert.equal(bank.requests.length, asked)
  assert.deepEqual(await connections(seller), [])
})

test('an unknown seller, or one without a bank, is refused', async () => {
  const seller = await service.account()
  const unknown = 'seller_00000000-0000-7000-8000-000000000000'
  assert.match(
    await cli.refused(...connectWords(seller, bank, { seller: unknown })),
    /^There is no seller/,
  )
  for (const command of ['test', 'disconnect']) {
    const line = await cli.refused('psp', command, '--seller', seller.seller_id)
    assert.equal(line, `${seller.seller_id} has no bank connected.`)
    assert.match(await cli.refused('psp', command, '--seller', unknown), /^There is no seller/)
  }
})

test("a key that is not the service's is refused, before the bank is asked", async () => {
  const seller = await service.account()
  const asked = bank.requests.length
  const stranger = cli.with({ SECRET_KEY: randomBytes(32).toString('base64') })
  assert.match(await stranger.refused(...connectWords(seller)), /^SECRET_KEY: /)
  assert.equal(bank.requests.length, asked)
})

test('bad usage: each option that is needed, and addresses that are not https', async () => {
  const seller = await service.account()
  const needed = [
    'seller',
    'url',
    'token-url',
    'client-id',
    'client-secret',
    'cert',
    'key',
    'pix-key',
  ]
  await Promise.all(
    needed.map(async (name) => {
      const line = await cli.badUsage(...connectWords(seller, bank, { [name]: undefined }))
      assert.ok(line.includes(`--${name}`), line)
    }),
  )
  const addresses = ['http://localhost/x', 'x', 'https://localhost/?a']
  await Promise.all(
    [
      ...addresses.map((url) => ({ url })),
      { 'token-url': 'http://localhost/x' },
      { 'pix-key': 'x'.repeat(78) },
    ].map((changes) => cli.badUsage(...connectWords(seller, bank, changes))),
  )
  assert.deepEqual(await connections(seller), [])
})
