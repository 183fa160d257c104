import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Ofx } from 'ofx-data-extractor'
import readWorkbook from 'read-excel-file/node'
import { test } from 'vitest'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { assertRefused } from '../support/refused.ts'
import { revoke } from '../../domain/access/clients.ts'
import { startService } from '../support/service.ts'
import type { TestAccount } from '../support/service.ts'
import { entriesOf, startStatement, sumOf } from '../support/statement.ts'

const path = '/v1/statement_entries/export'
const service = await startService()
const { seller: banked } = await startStatement()

async function fileOf(seller: TestAccount, query: string) {
  const { url } = seller.on
  const headers = { Authorization: `Bearer ${seller.token}` }
  const response = await fetch(`${url}${path}?${query}`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The places of columns. */
const [AMOUNT, TIME, ID] = [6, 8, 10]

/** A file of lines whose values have no quotation marks. */
async function linesOf(seller: TestAccount, query: string, separator: string) {
  const { response, bytes } = await fileOf(seller, query)
  assert.equal(response.status, 200)
  const lines = bytes.toString().split('\r\n')
  assert.equal(lines.pop(), '')
  return { response, lines: lines.map((line) => line.split(separator)) }
}

async function workbookOf(seller: TestAccount, locale: string, query = '') {
  const { response, bytes } = await fileOf(seller, `format=xlsx&locale=${locale}${query}`)
  assert.equal(response.status, 200)
  const [sheet, days] = await readWorkbook(bytes)
  assert.ok(sheet && days)
  return { response, sheet: sheet.sheet, rows: sheet.data, days }
}

test('a file in Portuguese is as spreadsheets in Brazil read it', async () => {
  const query = 'format=csv&date_from=2026-03-01&date_to=2026-03-31'
  const { response, lines } = await linesOf(banked, query, ';')
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(
    response.headers.get('content-disposition'),
    'attachment; filename="extrato-2026-03-01-2026-03-31.csv"',
  )
  const [titles = [], ...rows] = lines
  const first = ['Data', 'Tipo', 'Cliente', 'CPF/CNPJ', 'Descrição', 'Referência', 'Valor']
  assert.deepEqual(titles.slice(0, 7), [`\uFEFF${first[0]}`, ...first.slice(1)])
  assert.deepEqual(titles.slice(ID), [
    'Identificador',
    'ID da transação Pix',
    'txid',
    'Pagamento',
    'Cobrança',
    'Identificador do cliente',
    'Assinatura',
    'Fatura',
  ])
  const entries = (await entriesOf(banked)).toReversed()
  assert.deepEqual(
    rows.map((row) => row[ID]),
    entries.map(({ id }) => id),
  )
  const shown = rows.map((row) => [row[1], row[0], row[TIME]?.slice(0, 14), row[AMOUNT]])
  const at = ['02/03/2026', '02/03/2026 09:']
  assert.deepEqual(shown, [
    ['Pagamento', ...at, '49,90'],
    ['Devolução', ...at, '-19,90'],
    ['Devolução', ...at, '-1,00'],
    ['Devolução feita pelo banco', ...at, '-0,07'],
    ['Pagamento não aceito', ...at, '49,90'],
    ['Devolução de pagamento não aceito', ...at, '-49,90'],
  ])
})

test('a file in English is as RFC 4180 says, in Spanish as in Portuguese', async () => {
  const { lines: english } = await linesOf(banked, 'format=csv&locale=en&type=reversal', ',')
  assert.deepEqual(english[0]?.slice(0, 3), ['Date', 'Type', 'Customer'])
  const [day, type] = english[1] ?? []
  const [amount, time] = [english[1]?.[AMOUNT], english[1]?.[TIME]]
  assert.deepEqual([type, day, amount], ['Reversal by the bank', '2026-03-02', '-0.07'])
  assert.match(time ?? '', /^2026-03-02T09:\d\d:\d\d-03:00$/)
  const { lines: spanish } = await linesOf(banked, 'format=csv&locale=es&type=reversal', ';')
  assert.equal(spanish[0]?.[0], '\uFEFFFecha')
  assert.equal(spanish[1]?.[AMOUNT], '-0,07')
})

test('a workbook has numbers for amounts, dates for times, and every field', async () => {
  const { response, sheet, rows } = await workbookOf(banked, 'en')
  assert.equal(
    response.headers.get('content-type'),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  assert.equal(sheet, 'Statement')
  const entries = (await entriesOf(banked)).toReversed()
  const [titles = [], ...cells] = rows
  assert.equal(titles.length, 18)
  assert.deepEqual(titles.slice(-2), ['Subscription', 'Invoice'])
  const brasilia = (iso: string) => Date.parse(iso) - 3 * 60 * 60 * 1000
  for (const [i, entry] of entries.entries()) {
    const [day, , , , , reference, amount, currency, time, , id, , , payment_id, checkout_id] =
      cells[i] ?? []
    assert.deepEqual(
      [id, currency, payment_id, checkout_id, reference],
      [entry.id, 'BRL', entry.payment_id, entry.checkout_id, entry.external_id],
    )
    assert.equal(amount, entry.amount_minor / 100)
    assert.equal((day as unknown as Date).toISOString().slice(0, 10), entry.date)
    const wrongMs = (time as unknown as Date).getTime() - brasilia(entry.occurred_at)
    assert.ok(Math.abs(wrongMs) < 1000, `${wrongMs}`)
  }
  const cents = cells.map(({ [AMOUNT]: amount }) => Math.round(Number(amount) * 100))
  assert.equal(
    cents.reduce((sum, one) => sum + one, 0),
    sumOf(entries),
  )
})

test('a file for programs that keep accounts has a transaction for each entry', async () => {
  const { response, bytes } = await fileOf(banked, 'format=ofx&date_to=2026-03-02')
  assert.equal(response.headers.get('content-type'), 'application/x-ofx')
  const text = bytes.toString()
  assert.ok(text.includes('<?OFX OFXHEADER="200" VERSION="220"'))
  const entries = (await entriesOf(banked)).toReversed()
  const list = new Ofx(text).getBankTransferList()
  const seen = list.map(({ FITID, TRNAMT, TRNTYPE }) => [FITID, Number(TRNAMT), TRNTYPE])
  assert.deepEqual(
    seen,
    entries.map(({ id, amount_minor }) => [
      id,
      amount_minor / 100,
      amount_minor < 0 ? 'DEBIT' : 'CREDIT',
    ]),
  )
  assert.match(text, /<DTPOSTED>2026030209\d{4}\.000\[-3:BRT\]<\/DTPOSTED>/)
  const balance = `<BALAMT>${(sumOf(entries) / 100).toFixed(2)}</BALAMT>`
  assert.ok(text.includes(balance))
  assert.ok(text.includes('<CURDEF>BRL</CURDEF>') && text.includes('<LANGUAGE>POR</LANGUAGE>'))
})

/** A payment whose checkout has texts that a file could stumble over. */
async function paidWith(name: string, external_id: string): Promise<TestAccount> {
  const seller = await service.account()
  const { body } = await seller.post<'Checkout'>('/v1/cart_checkouts', {
    items: [{ name, unit_amount_minor: 4990 }],
    customer: { name, email: 'ana@example.com' },
    external_id,
  })
  await seller.post(`/sandbox/checkouts/${body.id}/pay`)
  return seller
}

test('no text becomes a formula, ends its cell or its element', async () => {
  const name = '=1+1;"<b>&amp;"_x0041_,=2'
  const seller = await paidWith(name, "=cmd|'/C calc'!A0")
  const { bytes } = await fileOf(seller, 'format=csv')
  const text = bytes.toString()
  assert.ok(text.includes(`;'=cmd|'/C calc'!A0;`))
  assert.ok(text.includes(`;"'=1+1;""<b>&amp;""_x0041_,'=2";`))
  const { rows } = await workbookOf(seller, 'pt-BR')
  assert.equal(rows[1]?.[2], name)
  const { bytes: ofx } = await fileOf(seller, 'format=ofx')
  const [one] = new Ofx(ofx.toString()).getBankTransferList()
  assert.equal(Number(one?.TRNAMT), 49.9)
  assert.ok(ofx.toString().includes('<NAME>=1+1;"&lt;b&gt;&amp;amp;"_x0041_,=2</NAME>'))
})

test('the second sheet of a workbook has the days, as the totals of days count them', async () => {
  const { days } = await workbookOf(banked, 'pt-BR')
  assert.equal(days.sheet, 'Por dia')
  const [titles, ...rows] = days.data
  assert.deepEqual(titles, ['Data', 'Recebido', 'Devolvido', 'Líquido'])
  const { body } = await banked.get<'DailyTotalList'>('/v1/daily_totals')
  const [total, ...others] = body.data
  assert.deepEqual([rows.length, others.length], [1, 0])
  const [day, ...sums] = rows[0] ?? []
  assert.equal((day as unknown as Date).toISOString().slice(0, 10), total?.date)
  const [amount = 0, refunded = 0] = [total?.amount_minor, total?.amount_refunded_minor]
  assert.deepEqual(sums, [amount / 100, refunded / 100, (amount - refunded) / 100])
})

test('a year is one file, of which the list refuses to show more than 100 days', async () => {
  const seller = await service.account()
  const days = 'date_from=2026-01-01&date_to=2026-12-31'
  assert.equal((await fileOf(seller, `format=csv&${days}`)).response.status, 200)
  const leap = 'format=csv&date_from=2024-01-01&date_to=2024-12-31'
  assert.equal((await fileOf(seller, leap)).response.status, 200)
  const refused = await seller.get(`/v1/statement_entries?${days}`)
  assertRefused(refused, 'invalid_request', 'date_from')
  assert.match(refused.body.error.message, /100 dias no máximo; no arquivo, 366/)
})

test('the balance is the sum of all entries up to the last day, whatever the type', async () => {
  const entries = await entriesOf(banked)
  const balance = async (query: string) => {
    const { bytes } = await fileOf(banked, `format=ofx&${query}`)
    return /<BALAMT>(.*?)<.*<DTASOF>(\d{8})/s.exec(bytes.toString())?.slice(1, 3)
  }
  const sum = (sumOf(entries) / 100).toFixed(2)
  assert.deepEqual(await balance('date_from=2026-03-01&date_to=2026-03-31'), [sum, '20260401'])
  assert.deepEqual(await balance('type=reversal'), [sum, '20260303'])
  const later = 'date_from=2027-03-01&date_to=2027-03-31'
  assert.deepEqual(await balance(later), [sum, '20270401'])
  assert.deepEqual(await balance('date_to=2026-03-01'), ['0.00', '20260302'])
})

test('a file for programs that keep accounts is plain ASCII with three entities', async () => {
  const seller = await paidWith("Pão de açúcar nº 1 “d'água” — 5€ 🍞 & <Cia>", 'pedido "ção"')
  const { bytes } = await fileOf(seller, 'format=ofx')
  assert.ok(bytes.every((byte) => byte < 0x80))
  const text = bytes.toString()
  assert.ok(
    text.includes(`<MEMO>Pagamento - Pao de acucar no 1 "d'agua" - 5EUR &amp; &lt;Cia&gt; - `),
  )
  assert.ok(text.includes(' - pedido "cao"</MEMO>'))
  const found = new Set(text.match(/&[^;]*;/g))
  assert.deepEqual([...found].sort(), ['&amp;', '&gt;', '&lt;'])
})

test('a file of many pieces has each entry once, oldest first', async () => {
  const seller = await service.account()
  const made = Array.from({ length: 205 }, async () => {
    const { id } = await seller.payment()
    await seller.refund(id, { amount_minor: 90 })
  })
  await Promise.all(made)
  const { lines } = await linesOf(seller, 'format=csv', ';')
  const entries = (await entriesOf(seller)).toReversed()
  assert.equal(entries.length, 410)
  assert.deepEqual(
    lines.slice(1).map((line) => line[ID]),
    entries.map(({ id }) => id),
  )
  const { rows } = await workbookOf(seller, 'pt-BR')
  assert.equal(rows.length, 411)
})

test('a file without entries has its head alone', async () => {
  const seller = await service.account()
  const { lines } = await linesOf(seller, 'format=csv', ';')
  assert.deepEqual([lines.length, lines[0]?.length], [1, 18])
  assert.equal((await workbookOf(seller, 'es')).rows.length, 1)
  const { bytes } = await fileOf(seller, 'format=ofx')
  assert.ok(!bytes.includes('<STMTTRN>') && bytes.includes('<BALAMT>0.00</BALAMT>'))
})

const head = (seller: TestAccount, method: string) =>
  `${method} ${path}?format=csv HTTP/1.1\r\nHost: ${new URL(seller.on.url).host}\r\n` +
  `Authorization: Bearer ${seller.token}\r\n\r\n`

/** A service on which an account's entries have no end. */
async function endless() {
  const on = await startService({}, { sendTimeoutMs: 200 })
  const seller = await on.account()
  const other = await on.account()
  await seller.payment()
  const { read } = on.db
  let first: unknown
  let pieces = 0
  on.db.read = async (body) => {
    const found = await read.call(on.db, body)
    if (!Array.isArray(found)) return found as never
    const [row] = found as { entry?: () => object }[]
    if (row && !row.entry) return found as never
    first ??= found[0]
    if (first === undefined) return found as never
    pieces++
    return Array.from({ length: 101 }, () => first) as never
  }
  const { fileExports } = on.service
  const opened = Promise.withResolvers<Readable>()
  const open = fileExports.open.bind(fileExports)
  fileExports.open = async (wanted) => {
    const file = await open(wanted)
    if (file) opened.resolve(file.body)
    return file
  }
  return { seller, other, body: opened.promise, pieces: () => pieces }
}

/** Resolves at the end of a file, by an error as well. */
const closed = (file: Readable): Promise<void> =>
  new Promise((resolve) => {
    if (file.closed) resolve()
    else file.once('close', resolve)
  })

const connectionTo = ({ on }: TestAccount) => new RawConnection(Number(new URL(on.url).port))

test('a file is made as it is received, and a reader who takes nothing is cut off', async () => {
  const { seller, body, pieces } = await endless()
  const connection = connectionTo(seller)
  connection.socket.pause()
  connection.write(head(seller, 'GET'))
  await closed(await body)
  assert.ok(pieces() > 1 && pieces() < 1000, `${pieces()} pieces`)
  connection.socket.destroy()
})

test('a reader who leaves ends the file', async () => {
  const { seller, body } = await endless()
  const connection = connectionTo(seller)
  connection.write(head(seller, 'GET'))
  const file = await body
  await once(connection.socket, 'data')
  connection.socket.resetAndDestroy()
  await closed(file)
})

test('HEAD makes only the first piece of a file', async () => {
  const { seller, body, pieces } = await endless()
  const connection = connectionTo(seller)
  connection.write(head(seller, 'HEAD'))
  const file = await body
  await closed(file)
  const { status, headers } = await connection.answer()
  assert.equal(status, 200)
  assert.match(headers['content-disposition'] ?? '', /^attachment; filename="extrato-/)
  assert.equal(pieces(), 1)
  connection.socket.destroy()
})

test('an account has four files at once, which take no place from another', async () => {
  const { seller, other } = await endless()
  const connections = Array.from({ length: 4 }, () => connectionTo(seller))
  for (const connection of connections) {
    connection.write(head(seller, 'GET'))
    await once(connection.socket, 'data')
  }
  const more = await seller.get(`${path}?format=csv`)
  assert.deepEqual([more.status, more.body.error.code], [503, 'service_unavailable'])
  assert.equal(more.headers.get('retry-after'), '10')
  const begun = await other.on.request('HEAD', `${path}?format=csv`, { token: other.token })
  assert.equal(begun.status, 200)
  for (const { socket } of connections) socket.destroy()
})

test('a file ends with the client that reads it', async () => {
  const { seller, body } = await endless()
  const connection = connectionTo(seller)
  connection.write(head(seller, 'GET'))
  await body
  await once(connection.socket, 'data')
  await revoke(seller.on.db, { name: seller.client_id, now: seller.on.clock.now() })
  await connection.closed()
  assert.ok(!connection.heard.endsWith('0\r\n\r\n'))
})

test('a file that fails is broken off, and does not end as a whole one does', async () => {
  const { seller, body } = await endless()
  const connection = connectionTo(seller)
  connection.write(head(seller, 'GET'))
  const file = await body
  await once(connection.socket, 'data')
  file.destroy(new Error('The database is away.'))
  await connection.closed()
  assert.ok(!connection.heard.endsWith('0\r\n\r\n'))
  assert.ok(seller.on.log.some((line) => line.includes('a response was not completed')))
})

test('refuses formats and languages that there are not, and days as the list does', async () => {
  const seller = await service.account()
  const wrong = {
    format: ['', 'format=pdf'],
    locale: ['format=csv&locale=fr'],
    type: ['format=csv&type=balance'],
    date_from: ['format=csv&date_from=2026-01-01&date_to=2027-01-02'],
    date_to: ['format=csv&date_to=hoje'],
    limit: ['format=csv&limit=1'],
  }
  for (const [param, queries] of Object.entries(wrong)) {
    for (const query of queries) {
      assertRefused(await seller.get(`${path}?${query}`), 'invalid_request', param)
    }
  }
})

test('needs to read checkouts', async () => {
  const seller = await service.account()
  const other = await seller.restrictedTo(['customers:read'])
  assertRefused(await other.get(`${path}?format=csv`), 'insufficient_scope')
})

test('a client that may not read customers gets a statement and files without them', async () => {
  const seller = await service.account()
  const { id: customer_id } = await seller.customer()
  const { id } = await seller.checkout({ customer_id })
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const limited = await seller.restrictedTo(['checkouts:read'])
  const customerOf = async (by: TestAccount) => (await entriesOf(by))[0]?.customer
  assert.equal((await customerOf(seller))?.id, customer_id)
  assert.equal(await customerOf(limited), null)
  for (const [by, isNamed] of [
    [seller, true],
    [limited, false],
  ] as const) {
    const { bytes } = await fileOf(by, 'format=csv')
    assert.equal(bytes.toString().includes(customer_id), isNamed)
  }
})
