/** Demands of banks beyond the contract: each kind over mutual TLS, and each profile as data. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Bacen } from '../../domain/pix/bank/bacen/bacen.ts'
import { withTrimmedCredentials } from '../../domain/pix/bank/credentials.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import {
  bankProfiles,
  contractSettings,
  faultOfValues,
  findProfile,
  profileNamed,
} from '../../domain/pix/bank/profiles.ts'
import { BankError } from '../../domain/pix/bank/provider.ts'
import { bankAddress } from '../../domain/pix/connections/bankSettings.ts'
import { faultOfUrl } from '../../domain/outgoing/ssrfGuard.ts'
import { Bank } from '../../packages/bank/bank.ts'
import { DEMANDED_KEY, quirks } from '../../packages/bank/quirks.ts'
import { quirksOf } from '../support/profileQuirks.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const PRICE_MINOR = 4990
const CALLBACK_URL = 'https://loja.example/pix/x'

/** The banks that speak the contract; railProviders.test.ts has the others as well. */
const contractProfiles = bankProfiles.filter(({ api }) => api === 'bacen')

async function bankWith(t: { onTestFinished(end: () => unknown): void }, names: string[]) {
  const bank = await Bank.start(() => now)
  t.onTestFinished(() => bank.close())
  for (const name of names) quirks[name]?.apply(bank)
  return bank
}

/** Everything that a bank is asked for in the life of a charge. */
async function live(bank: Bank, changes: Partial<BankSettings>): Promise<void> {
  const line = new Bacen({ ...bank.settings, ...changes })
  try {
    const txid = 'a'.repeat(32)
    const life = { lifetime_seconds: 3600, now }
    const charge = { txid, amount_minor: PRICE_MINOR, ...life, sellerName: 'Loja' }
    await line.registerWebhook(CALLBACK_URL)
    assert.equal(await line.readWebhook(), CALLBACK_URL)
    await line.createCharge(charge)
    const { endToEndId: end_to_end_id } = bank.books.pay(txid, PRICE_MINOR)
    assert.equal((await line.readCharge(txid))?.status, 'paid')
    const [from, to] = [new Date(now.getTime() - 60_000), new Date(now.getTime() + 60_000)]
    const listed = await line.listTransfers({ from, to, page: 0, only: 'with_txid' })
    assert.equal(listed?.transfers.length, 1)
    assert.equal((await line.readTransfers(txid, { from, to })).transfers.length, 1)
    // A token that the bank has ended is renewed in the same way.
    bank.endTokens()
    const order = { end_to_end_id, return_id: 'r1' }
    assert.equal((await line.refund({ ...order, amount_minor: PRICE_MINOR })).status, 'done')
    assert.equal((await line.readRefund(order))?.status, 'done')
    const other = { ...charge, txid: 'b'.repeat(32) }
    await line.createCharge(other)
    await line.cancelCharge(other.txid)
  } finally {
    line.close()
  }
}

for (const { name } of contractProfiles) {
  test(`${name}: a charge goes its whole way at a bank with its quirks`, async (t) => {
    const of = quirksOf[name]
    assert.ok(of, 'profileQuirks.ts says what sets each bank apart.')
    const bank = await bankWith(t, of.quirks)
    await live(bank, { profile: name, profile_values: of.values ?? {} })
    assert.deepEqual(bank.violations, [])
    // An address without a token endpoint is asked once: the one that issued a token comes first.
    assert.equal(bank.count('POST /token'), of.quirks.includes('token-path') ? 3 : 2)
  })
}

for (const name of new Set(Object.values(quirksOf).flatMap((of) => of.quirks))) {
  test(`control: without a profile a bank with ${name} refuses`, async (t) => {
    const bank = await bankWith(t, [name])
    await assert.rejects(live(bank, contractSettings), BankError)
    assert.equal(bank.books.webhook_url, undefined)
  })
}

test('control: a wrong value is refused, and so is one that a bank does not know', async (t) => {
  const wrong = { profile: 'bb', profile_values: { app_key: 'outra' } }
  await assert.rejects(live(await bankWith(t, ['query-key']), wrong), /Acesso Negado/)
  const right = { ...wrong, profile_values: { app_key: DEMANDED_KEY } }
  const strict = await bankWith(t, [])
  await assert.rejects(live(strict, right), BankError)
  assert.notDeepEqual(strict.violations, [])
})

test('a value that may be left out is sent when it is given', async (t) => {
  const bank = await bankWith(t, ['form-credentials'])
  const value = '123456'
  bank.demands.push({ place: 'header', name: 'x-conta-corrente', value, on: 'every' })
  await assert.rejects(live(bank, { profile: 'inter' }), /Falta x-conta-corrente/)
  await live(bank, { profile: 'inter', profile_values: { account: value } })
})

test('a bank that wants no optional key is asked without one', async (t) => {
  const bank = await bankWith(t, ['form-credentials', 'no-scopes', 'header-correlation'])
  await live(bank, { profile: 'itau' })
  assert.deepEqual(bank.violations, [])
})

test('a bank that refuses the credentials is asked for a token at one address only', async (t) => {
  const bank = await bankWith(t, ['no-scopes'])
  await assert.rejects(live(bank, { profile: 'bradesco', client_secret: 'outro' }), /401/)
  assert.equal(bank.count('POST /token'), 1)
})

test('a bank that repeats a secret does not have it in our message', async (t) => {
  const bank = await bankWith(t, ['form-credentials'])
  const profile_values = { api_key: 'chave/secreta+1' }
  const echo = `${bank.client_secret} ${profile_values.api_key} chave%2Fsecreta%2B1`
  const body = JSON.stringify({ title: 'Erro', detail: echo })
  for (const on of ['POST /token', 'PUT /webhook']) {
    bank.recover()
    bank.order(on, { answer: { status: 400, body } })
    await assert.rejects(live(bank, { profile: 'itau', profile_values }), (error: Error) => {
      assert.match(error.message, on === 'PUT /webhook' ? /Erro; \[redacted\]/ : /400/)
      assert.doesNotMatch(error.message, /segredo|secreta/)
      return true
    })
  }
})

test('every profile is well-formed: https, public hosts, names that can be sent', () => {
  const [contract, ...names] = contractProfiles.map(({ name }) => name)
  assert.deepEqual(new Set([contract, ...names]), new Set(Object.keys(quirksOf)))
  assert.deepEqual(names, names.toSorted())
  for (const profile of bankProfiles) {
    const { name, title, url, token_url, values, additions, prefixes, tokenPaths } = profile
    assert.match(name, /^[a-z][a-z0-9]*$/)
    assert.notEqual(title, '')
    if (name !== contractSettings.profile) {
      for (const address of [url, token_url]) {
        assert.equal(bankAddress(address ?? ''), address)
        assert.equal(faultOfUrl(address ?? '', 'live'), undefined)
        assert.doesNotMatch(new URL(address ?? '').hostname, /example|localhost|sandbox|-h\b|homol/)
      }
    }
    const given = values.map((one) => one.name)
    for (const value of values) assert.match(`${value.name} ${value.text}`, /^[a-z_]+ \S/)
    for (const addition of additions) {
      assert.match(addition.name, /^[a-z][a-z_-]*$/)
      assert.doesNotMatch(addition.name, /^(authorization|content-|host|accept|cookie)/)
      if ('fixed' in addition.value) assert.match(addition.value.fixed, /^[\x21-\x7e]+$/)
      if ('given' in addition.value) assert.ok(given.includes(addition.value.given))
    }
    const used = additions.flatMap(({ value }) => ('given' in value ? [value.given] : []))
    // A provider with an API of its own sends them in its own places.
    if (profile.api === 'bacen') assert.deepEqual(used.toSorted(), given.toSorted())
    for (const { of, prefix } of prefixes) assert.match(of + prefix, /^\/(cob\/)?\/v\d$/)
    for (const path of tokenPaths) assert.match(path, /^\/[a-z0-9/.]+$/)
    if (token_url && tokenPaths.length > 0)
      assert.ok(tokenPaths.includes(new URL(token_url).pathname))
  }
  const hosts = bankProfiles.flatMap(({ url }) => (url ? [new URL(url).hostname] : []))
  assert.equal(new Set(hosts).size, hosts.length)
})

test('values that a profile does not have, that are missing or that could break a header', () => {
  const [client_id, client_secret] = ['loja', 'segredo']
  const bb = profileNamed('bb')
  const fault = (profile_values: Record<string, string>) =>
    faultOfValues(bb, { client_id, client_secret, profile_values })?.text
  assert.equal(fault({ app_key: 'k' }), undefined)
  assert.match(fault({}) ?? '', /needs the value app_key/)
  assert.match(fault({ app_key: 'k', outra: 'x' }) ?? '', /no value outra\. It has: app_key/)
  for (const text of ['', 'a\r\nx-outra: 1', 'a\n', 'a b', 'chavé', '\0', 'a'.repeat(256)]) {
    const told = fault({ app_key: text })
    assert.match(told ?? '', /^app_key must have 1 to 255 characters/)
  }
  const sicoob = profileNamed('sicoob')
  const accented = { client_id: 'lojá de açaí', client_secret, profile_values: {} }
  assert.match(faultOfValues(sicoob, accented)?.text ?? '', /^client_id must have/)
  // Basic encodes the value, so it may be anything that can be seen.
  assert.equal(faultOfValues(profileNamed('banrisul'), accented), undefined)
})

test('credentials are trimmed of what cannot be seen, and refused with it within', () => {
  const around = (text: string) => `\ufeff\u200b\u00a0 ${text}\u2060\u200d\t\r\n`
  const given = {
    client_id: around('loja'),
    client_secret: around('a senha'),
    pix_key: around('pix@loja.example'),
    profile_values: { app_key: around('k') },
  }
  assert.deepEqual(withTrimmedCredentials(given), {
    client_id: 'loja',
    client_secret: 'a senha',
    pix_key: 'pix@loja.example',
    profile_values: { app_key: 'k' },
  })
  assert.deepEqual(withTrimmedCredentials({ client_secret: '\u200b' }), { client_secret: '' })
  const credentials = { client_id: 'loja', client_secret: 'segredo', profile_values: {} }
  const faultAt = (profile: string, changes: Partial<typeof credentials>) =>
    faultOfValues(profileNamed(profile), { ...credentials, ...changes })?.param
  for (const text of ['', 'a\u200bb', 'a\u00a0b', 'a\r\nb', 'a\ufeffb']) {
    for (const param of ['client_id', 'client_secret'] as const) {
      assert.equal(faultAt('bacen', { [param]: text }), param)
      assert.equal(faultAt('c6', { [param]: text }), param)
    }
    assert.equal(faultAt('woovi', { client_id: '', client_secret: text }), 'client_secret')
  }
  // The key of a provider stands in a header.
  assert.equal(faultAt('woovi', { client_secret: 'senhá' }), 'client_secret')
  assert.equal(faultAt('woovi', { client_secret: 'k'.repeat(1024), client_id: '' }), undefined)
  assert.equal(faultAt('sicoob', { client_secret: '' }), undefined)
})

test('a header that got past every check breaks no request in two', async (t) => {
  const bank = await bankWith(t, ['no-secret'])
  const client_id = `${bank.client_id}\r\nx-outra: 1`
  Object.assign(bank, { client_id })
  await assert.rejects(live(bank, { profile: 'sicoob' }), /Invalid character/)
  assert.deepEqual(bank.requests, ['POST /token'])
})

test('a profile that this version does not have is named in the error', () => {
  assert.equal(findProfile('constructor'), undefined)
  assert.throws(() => profileNamed('futuro'), /no bank profile futuro/)
})
