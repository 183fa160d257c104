/** The adapter for the Central Bank's Pix API, against a bank that speaks it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { generate } from 'selfsigned'
import { test } from 'vitest'
import { Bacen } from '../../domain/pix/bank/bacen/bacen.ts'
import type { BankSettings } from '../../domain/pix/bank/options.ts'
import { MtlsClient } from '../../domain/pix/bank/mtls.ts'
import { BankError } from '../../domain/pix/bank/provider.ts'
import type { BankErrorKind } from '../../domain/pix/bank/provider.ts'
import { fromValor, toValor } from '../../domain/pix/bank/fields.ts'
import { startBank } from '../support/bank.ts'
import { quirks } from '../../packages/bank/quirks.ts'
import { makeAuthority, makeClientPair } from '../../packages/bank/certificates.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const bank = await startBank(() => now)
const other = await startBank(() => now)

let made = 0

/** A line to the bank that is closed after the test, and a charge that is not made yet. */
function reach(changes: Partial<BankSettings> = {}) {
  const line = new Bacen({ ...bank.settings, ...changes })
  const txid = String(made++).padStart(32, 'a')
  const life = { lifetime_seconds: 3600, now }
  const charge = { txid, amount_minor: 4990, ...life, sellerName: 'Loja' }
  bank.recover()
  bank.requests.length = 0
  return { line, txid, charge }
}

const refusedWith = (kind: BankErrorKind, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof BankError, String(error))
  assert.equal(error.kind, kind)
  assert.match(error.message, message)
  assert.doesNotMatch(error.message, /\n/)
  assert.ok(!error.message.includes(bank.client_secret))
  return true
}

test('one token serves many requests, also those that come at once', async (t) => {
  const { line, txid, charge } = reach()
  t.onTestFinished(() => line.close())
  await line.createCharge(charge)
  await Promise.all(Array.from({ length: 20 }, () => line.readCharge(txid)))
  assert.equal(bank.count('POST /token'), 1)
  assert.equal(bank.count('GET /cob'), 20)
})

test('a token has at most 8 KiB', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  const tokenOf = (length: number) => {
    const body = JSON.stringify({ access_token: 'x'.repeat(length), expires_in: 3600 })
    bank.order('POST /token', { answer: { status: 200, body } }, 1)
  }
  tokenOf(8193)
  await assert.rejects(line.readCharge(txid), refusedWith('unreadable', /beyond 8 KiB/))
  assert.deepEqual(bank.requests, ['POST /token'])
  tokenOf(8192)
  await line.readCharge(txid)
  assert.equal(bank.requests[2], 'GET /cob')
})

test('requests that come at once before there is a token ask for one', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  await Promise.all(Array.from({ length: 20 }, () => line.readCharge(txid)))
  assert.equal(bank.count('POST /token'), 1)
})

test('a token near its end is not used any more', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  const { token_time_ms } = bank
  // The bank itself still takes this token.
  bank.token_time_ms = () => 0
  bank.token_lifetime_seconds = 0.000_001
  await line.readCharge(txid)
  await line.readCharge(txid)
  bank.token_time_ms = token_time_ms
  bank.token_lifetime_seconds = 300
  await line.readCharge(txid)
  await line.readCharge(txid)
  assert.equal(bank.count('POST /token'), 3)
})

test('a token that the bank has ended is renewed once, for all that wait', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  await line.readCharge(txid)
  bank.endTokens()
  await Promise.all(Array.from({ length: 10 }, () => line.readCharge(txid)))
  assert.equal(bank.count('POST /token'), 2)
})

test('the simulated bank takes a token for as long as it said, and no longer', async (t) => {
  let time_ms = 0
  const timed = await startBank(() => now)
  timed.token_time_ms = () => time_ms
  for (const name of ['short-tokens', 'ended-403']) quirks[name]?.apply(timed)
  const line = new Bacen(timed.settings)
  t.onTestFinished(() => line.close())
  const { charge } = reach()
  await line.createCharge(charge)
  const tokensAfter = async (ms: number) => {
    time_ms = ms
    await line.readCharge(charge.txid)
    return timed.count('POST /token')
  }
  assert.deepEqual([await tokensAfter(29_999), await tokensAfter(30_000)], [1, 2])
})

test('a bank that takes no token at all is asked twice, and no more', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  bank.order('GET /cob', 401)
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /GET \/cob.* 401/))
  assert.equal(bank.count('GET /cob'), 2)
  assert.equal(bank.count('POST /token'), 2)
})

test('a token that could not be had is asked for again by the next request', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  bank.order('POST /token', 503, 2)
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /token.* 503/))
  assert.equal(await line.readCharge(txid), undefined)
})

for (const fault of [500, 503, 'drop'] as const) {
  test(`a read that ends with ${fault} is made once more`, async (t) => {
    const { line, txid } = reach()
    t.onTestFinished(() => line.close())
    bank.order('GET /cob', fault, 1)
    assert.equal(await line.readCharge(txid), undefined)
    assert.equal(bank.count('GET /cob'), 2)
    bank.requests.length = 0
    bank.order('GET /cob', fault)
    await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /\S/))
    // A connection that was kept open and is cut says nothing of the bank: that one is not counted.
    assert.equal(bank.count('GET /cob'), fault === 'drop' ? 3 : 2)
  })
}

for (const fault of [500, 503, 'drop', 'lose'] as const) {
  test(`an order to send back that ends with ${fault} is sent once`, async (t) => {
    const { line, txid, charge } = reach()
    t.onTestFinished(() => line.close())
    await line.createCharge(charge)
    const { endToEndId: end_to_end_id } = bank.books.pay(txid, 4990)
    const order = { end_to_end_id, return_id: 'r1', amount_minor: 4990 }
    bank.order('PUT /devolucao', fault)
    await assert.rejects(line.refund(order), refusedWith('unavailable', /\S/))
    assert.equal(bank.count('PUT /devolucao'), 1)
  })
}

test('a charge whose creation is answered 500 is looked for, and not made again', async (t) => {
  const { line, charge } = reach()
  t.onTestFinished(() => line.close())
  bank.order('PUT /cob', 500, 1)
  await assert.rejects(line.createCharge(charge), refusedWith('unavailable', /PUT \/cob.* 500/))
  assert.deepEqual([bank.count('PUT /cob'), bank.count('GET /cob')], [1, 1])
})

test('a bank that changes the protocol is asked once more, and has not answered', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  await line.readCharge(txid)
  bank.order('GET /cob', {
    answer: { status: 101, headers: { connection: 'Upgrade', upgrade: 'x' } },
  })
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /101 Switching Protocols/))
  assert.equal(bank.count('GET /cob'), 3)
})

test('a bank that hangs is given up after one attempt', async (t) => {
  const { txid } = reach()
  const line = new Bacen(bank.settings, { limitMs: 500 })
  t.onTestFinished(() => line.close())
  bank.order('GET /cob', 'hang')
  await assert.rejects(
    line.readCharge(txid),
    refusedWith('unavailable', /localhost:\d+: it did not answer within 0.5 s\./),
  )
  assert.equal(bank.count('GET /cob'), 1)
})

test("a bank's refusal is reported in its own words, and not asked again", async (t) => {
  const { line, txid, charge } = reach({ pix_key: 'outra@example.com' })
  t.onTestFinished(() => line.close())
  const told = /PUT \/cob\/\w+ was answered 400: Cobrança inválida.; A chave não pertence/
  await assert.rejects(line.createCharge(charge), refusedWith('refused', told))
  await assert.rejects(
    line.cancelCharge(txid),
    refusedWith('refused', /404: Cobrança não encontrada/),
  )
  assert.equal(bank.count('PATCH /cob'), 1)
})

test('wrong credentials are reported in one line, without the secret', async (t) => {
  const { line, txid } = reach({ client_secret: `${bank.client_secret}x` })
  t.onTestFinished(() => line.close())
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /token.* 401: invalid_c/))
})

test('missing scopes are reported in one line', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  bank.scopes = 'pix.read'
  assert.equal(await line.grantedScopes(), 'pix.read')
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /403: Acesso Negado/))
  bank.scopes = 'cob.write cob.read pix.write pix.read webhook.write webhook.read'
})

test('a bank that is another, or that no authority vouches for, gets no request', async (t) => {
  for (const [changes, message] of [
    [{ authority: other.authority.cert }, /signed by no authority that is trusted/],
    [{ authority: null }, /signed by no authority that is trusted/],
    [{ token_url: bank.settings.token_url.replace('localhost', '127.0.0.1') }, /for another name/],
  ] as const) {
    const { line, txid } = reach(changes)
    t.onTestFinished(() => line.close())
    await assert.rejects(line.readCharge(txid), refusedWith('unavailable', message))
    assert.equal(bank.count('GET /cob'), 0)
  }
})

test('a certificate that the bank does not take is reported in one line', async (t) => {
  const stranger = await makeClientPair(await makeAuthority('Outro banco'), 'Loja')
  const { line, txid } = reach({ certificate: stranger.cert, private_key: stranger.key })
  t.onTestFinished(() => line.close())
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /our certificate/))
  assert.deepEqual(bank.requests, [])
})

test('a token is good with the certificate that it was asked for with, and no other', async (t) => {
  const pair = await makeClientPair(bank.authority, 'Loja 2')
  const { line, txid } = reach({ certificate: pair.cert, private_key: pair.key })
  t.onTestFinished(() => line.close())
  assert.equal(await line.readCharge(txid), undefined)
  assert.equal(bank.count('POST /token'), 1)
})

test('an answer longer than any charge is not read to its end', async (t) => {
  const { line, txid, charge } = reach()
  t.onTestFinished(() => line.close())
  await line.createCharge(charge)
  const change = (body: Record<string, unknown>) => {
    body['x'] = 'x'.repeat(1024 * 1024)
  }
  bank.order('GET /cob', { change })
  await assert.rejects(line.readCharge(txid), refusedWith('unreadable', /too long/))
})

test('answers are read liberally: fields too many or too few, capitals of the key', async (t) => {
  const { line, txid, charge } = reach()
  t.onTestFinished(() => line.close())
  bank.order('', {
    change: (body) => {
      for (const name of ['calendario', 'revisao', 'loc', 'location']) delete body[name]
      if (typeof body['chave'] === 'string') body['chave'] = body['chave'].toUpperCase()
      body['novo'] = { campo: 1 }
    },
  })
  await line.createCharge(charge)
  assert.deepEqual(await line.readCharge(txid), { status: 'active', transfers: [], unclear: [] })
})

for (const [what, code] of Object.entries({
  'longer than the contract allows': '0'.repeat(513),
  'that PostgreSQL could not hold': '00020101\0',
  'with half of a character': '00020101\ud800',
})) {
  test(`a code ${what} is built anew from the location`, async (t) => {
    const { line, charge } = reach()
    t.onTestFinished(() => line.close())
    bank.order('PUT /cob', {
      change: (body) => {
        body['pixCopiaECola'] = code
      },
    })
    const { pix_code } = await line.createCharge(charge)
    assert.match(pix_code, /^000201010212.*pix\.example\.com\/qr\/v2\/.*6304[0-9A-F]{4}$/)
  })
}

test('an order to send back is taken once, and can be asked about', async (t) => {
  const { line, txid, charge } = reach()
  t.onTestFinished(() => line.close())
  await line.createCharge(charge)
  const { endToEndId: end_to_end_id } = bank.books.pay(txid, 4990)
  const order = { end_to_end_id, return_id: 'r1' }
  const completed_at = now.toISOString()
  const done = { status: 'done', reason: null, amount_minor: 4990, completed_at }
  assert.equal(await line.readRefund(order), undefined)
  assert.deepEqual(await line.refund({ ...order, amount_minor: 4990 }), done)
  const again = line.refund({ ...order, amount_minor: 4990 })
  await assert.rejects(again, refusedWith('refused', /Este id já foi utilizado/))
  assert.deepEqual(await line.readRefund(order), done)
  const another = { ...order, return_id: 'r2', amount_minor: 1 }
  await assert.rejects(line.refund(another), refusedWith('refused', /O valor excede/))
})

for (const [said, body] of [
  ['Saldo insuficiente', { nome: 'saldo', mensagem: 'Saldo insuficiente' }],
  ['Data inválida', { erros: [{ codigo: '4', versao: '1', mensagem: 'Data inválida' }] }],
] as const) {
  test(`a refusal says what the bank says of it: ${said}`, async (t) => {
    const { line, txid } = reach()
    t.onTestFinished(() => line.close())
    bank.order('GET /cob', { answer: { status: 422, body: JSON.stringify(body) } })
    const error = await line.readCharge(txid).catch((cause: unknown) => cause)
    assert.ok(error instanceof BankError)
    assert.equal(error.problem, said)
  })
}

test('a secret of one letter makes no refusal longer than it may be', async (t) => {
  const { client_secret } = bank
  t.onTestFinished(() => void (bank.client_secret = client_secret))
  bank.client_secret = 'q'
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  const answering = (detail: string) => {
    bank.recover()
    bank.order('GET /cob', { answer: { status: 422, body: JSON.stringify({ detail }) } })
    return line.readCharge(txid).catch((cause: BankError) => cause.problem)
  }
  assert.equal(await answering('bqr'), 'b[redacted]r')
  assert.equal(await answering('q'.repeat(20_000)), '')
})

test('a bank that offers TLS 1.2 with finite-field groups only is not connected', async (t) => {
  const altNames = [{ type: 2 as const, value: 'localhost' }]
  const extensions = [{ name: 'subjectAltName' as const, altNames }]
  const own = await generate([{ name: 'commonName', value: 'localhost' }], { extensions })
  const offered = { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256' } as const
  const pair = { key: own.private, cert: own.cert, dhparam: 'auto' }
  const server = createServer({ ...pair, ...offered }, (_, response) => response.end('{}'))
  t.onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { cert: certificate, key: private_key } = bank.client
  const line = new MtlsClient({ certificate, private_key, authority: own.cert })
  t.onTestFinished(() => line.close())
  const asked = { kind: 'read', method: 'GET', url: `https://localhost:${port}/` } as const
  await assert.rejects(line.send({ ...asked, headers: {} }), refusedWith('unavailable', /\S/))
})

test('the webhook that was registered is the one that is read', async (t) => {
  const { line } = reach()
  t.onTestFinished(() => line.close())
  bank.books.webhook_url = undefined
  assert.equal(await line.readWebhook(), undefined)
  await line.registerWebhook('https://example.com/pix/x')
  assert.equal(await line.readWebhook(), 'https://example.com/pix/x')
})

test('a line that was closed answers nothing any more', async () => {
  const { line, txid } = reach()
  bank.order('GET /cob', 'hang')
  const asking = line.readCharge(txid)
  while (bank.count('GET /cob') === 0) await new Promise(setImmediate)
  line.close()
  await assert.rejects(asking, refusedWith('unavailable', /\S/))
  assert.equal(bank.count('GET /cob'), 1)
})

test('amounts are written and read to the cent', () => {
  for (const [amount_minor, valor] of [
    [1, '0.01'],
    [10, '0.10'],
    [99, '0.99'],
    [100, '1.00'],
    [4990, '49.90'],
    [99_999_999_999, '999999999.99'],
  ] as const) {
    assert.equal(toValor(amount_minor), valor)
    assert.equal(fromValor(valor, 'valor'), amount_minor)
  }
  const wrong = ['1', '1.0', '1.000', '1,00', '-1.00', '+1.00', '1e2', '', ' 1.00', 1, null]
  for (const valor of wrong) assert.throws(() => fromValor(valor, 'valor'), BankError)
})

test('a bank that answers 429 is asked nothing until the moment that it says', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  await line.readCharge(txid)
  bank.order('GET /cob', { answer: { status: 429, headers: { 'retry-after': '1' } } }, 1)
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /429/))
  const asked = bank.requests.length
  await assert.rejects(line.readCharge(txid), (error: BankError) => {
    assert.ok(error.retryAfterMs > 0 && error.retryAfterMs <= 1000)
    return refusedWith('unavailable', /wants no requests for another 1 s/)(error)
  })
  assert.equal(bank.requests.length, asked)
  while (bank.requests.length === asked) {
    await line.readCharge(txid).catch(() => new Promise(setImmediate))
  }
})

for (const [header, least_ms, most_ms] of [
  [undefined, 4_000, 5_000],
  ['99999999', 290_000, 300_000],
  [new Date(Date.now() + 60_000).toUTCString(), 1_000, 60_000],
  ['logo', 4_000, 5_000],
] as const) {
  test(`429 with Retry-After ${header}: a bounded pause`, async (t) => {
    const { line, txid } = reach()
    t.onTestFinished(() => line.close())
    const headers = header === undefined ? {} : { 'retry-after': header }
    bank.order('GET /cob', { answer: { status: 429, headers } }, 1)
    await assert.rejects(line.readCharge(txid), (error: BankError) => {
      assert.ok(error.retryAfterMs >= least_ms && error.retryAfterMs <= most_ms)
      return true
    })
    assert.equal(bank.count('GET /cob'), 1)
  })
}

test('a kept connection that the bank has cut is no failure, and is not counted', async (t) => {
  const { line, txid } = reach()
  t.onTestFinished(() => line.close())
  await line.readCharge(txid)
  bank.order('GET /cob', 'drop', 1)
  bank.order('GET /cob', 503, 1)
  assert.equal(await line.readCharge(txid), undefined)
  assert.equal(bank.count('GET /cob'), 4)
})

test('answers are wanted plain, and read when they are compressed all the same', async (t) => {
  const { line, txid, charge } = reach()
  t.onTestFinished(() => line.close())
  bank.compresses = true
  await line.createCharge(charge)
  assert.equal((await line.readCharge(txid))?.status, 'active')
  bank.compresses = false
  const headers = { 'content-encoding': 'gzip' }
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  bank.order('GET /cob', { answer: { status: 200, headers, body: bomb } })
  await assert.rejects(line.readCharge(txid), refusedWith('unreadable', /too long/))
  bank.recover()
  const odd = { status: 200, headers: { 'content-encoding': 'zstd' }, body: 'x' }
  bank.order('GET /cob', { answer: odd })
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /compressed/))
  assert.deepEqual(new Set(bank.encodings), new Set(['identity']))
})

test('a charge whose making timed out is looked up', async (t) => {
  const { charge } = reach()
  const line = new Bacen(bank.settings, { limitMs: 300 })
  t.onTestFinished(() => line.close())
  await line.grantedScopes()
  // The bank makes the charge, and is too slow to say so.
  bank.order('PUT /cob', 'mute')
  assert.match((await line.createCharge(charge)).pix_code, /^00020101021226/)
  assert.equal(bank.count('PUT /cob'), 1)
})

test('a bank that takes half the time that it has still yields a code', async (t) => {
  const { charge, txid } = reach()
  const line = new Bacen(bank.settings, { limitMs: 1000 })
  t.onTestFinished(() => line.close())
  bank.order('', { hold: wait(450) })
  assert.match((await line.createCharge(charge)).pix_code, /^00020101021226/)
  assert.equal((await line.readCharge(txid))?.status, 'active')
})

test('a line that is retired finishes what is under way, all its requests', async () => {
  const { line, txid } = reach()
  const { promise, resolve } = Promise.withResolvers<void>()
  bank.order('GET /cob', { hold: promise })
  const asking = line.readCharge(txid)
  while (bank.count('GET /cob') === 0) await new Promise(setImmediate)
  line.retire()
  resolve()
  assert.equal(await asking, undefined)
  assert.equal(await line.readCharge(txid), undefined)
})

test('a bank that a caller of the API has named is reached at public addresses only', async () => {
  const { line, txid } = reach({ public_only: true })
  await assert.rejects(line.readCharge(txid), refusedWith('unavailable', /leads inside.*not/))
  assert.deepEqual(bank.requests, [])
})
