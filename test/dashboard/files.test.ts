/** Lists as files for spreadsheets. */
import assert from 'node:assert/strict'
import { getEventListeners, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path/posix'
import readWorkbook from 'read-excel-file/node'
import { test } from 'vitest'
import { ApiError } from '../../contract/apiError.ts'
import { fileOfList } from '../../dashboard/listFiles.ts'
import type { DashboardOptions } from '../../dashboard/options.ts'
import { Downloads } from '../../dashboard/downloads.ts'
import type { PageContext } from '../../dashboard/page.ts'
import { csvText } from '../../domain/files/csv.ts'
import { SESSION_LIFETIME_MS } from '../../domain/people/sessions.ts'
import { dayOf } from '../../runtime/brasilia.ts'
import { listUsers, remove } from '../../domain/access/users.ts'
import { createLog } from '../../runtime/logger.ts'
import { atEnd } from '../support/atEnd.ts'
import { signIn } from '../support/dashboard.ts'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { startService } from '../support/service.ts'

const service = await startService()

test('a file has every row of a list of several pages, once, with a head', async () => {
  const seller = await service.account()
  const ids: string[] = []
  for (let n = 0; n < 205; n++) ids.push((await seller.checkout()).id)
  const owner = await signIn(seller)
  const { status, headers, html: file } = await owner.get('/dashboard/checkouts.csv')
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename=checkouts\.csv$/)
  const lines = file.split('\r\n')
  assert.equal(lines.shift()?.split(';')[12], 'Identificador')
  assert.equal(lines.pop(), '')
  assert.deepEqual(
    lines.map((line) => line.split(';')[12]),
    ids.toReversed(),
  )
  assert.ok(lines.every((line) => line.includes(';49,90;0,00;BRL;')))
})

test('a file is in the language of its reader', async () => {
  const seller = await service.account()
  await seller.payment()
  const owner = await signIn(seller)
  const { html: english } = await owner.get('/dashboard/payments.csv?lang=en')
  const [titles = '', line = ''] = english.split('\r\n')
  assert.ok(
    titles.startsWith('Date,Status,Customer,CPF/CNPJ,Description,Reference,Amount,'),
    titles,
  )
  assert.ok(titles.endsWith(',Subscription,Invoice'), titles)
  assert.match(line, /^2026-03-02,Paid,.*,49\.90,0\.00,BRL,2026-03-02T09:00:00-03:00,/)
  const { html: spanish } = await owner.get('/dashboard/payments.csv?lang=es')
  assert.match(spanish, /02\/03\/2026;Pagado;.*;49,90;0,00;BRL;02\/03\/2026 09:00:00;/)
})

test('a file holds what the filters of its list leave, of the own account', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  await (await service.account()).payment()
  const owner = await signIn(seller)
  const { html } = await owner.get('/dashboard/payments.csv?status=succeeded')
  assert.equal(html.split('\r\n').length, 3)
  assert.ok(html.includes(id))
  const empty = await owner.get('/dashboard/payments.csv?status=refunded')
  assert.equal(empty.html.split('\r\n').length, 2)
})

test('no text becomes a formula in a spreadsheet, and no text ends its cell', () => {
  const cases = [
    ['=1+1', "'=1+1"],
    ['+55 11', "'+55 11"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', '"\'\r\'=1"'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['a\nb', '"a\nb"'],
    ['a,=b', '"a,\'=b"'],
    ['Ana', 'Ana'],
  ] as const
  for (const [value, cell] of cases) assert.equal(csvText(value), cell)
})

test('no text becomes a formula where semicolons separate cells', () => {
  const cases = [
    ["Ana;=cmd|'/C calc'!A0", `"Ana;'=cmd|'/C calc'!A0"`],
    ['Ana; +1;\t-1', `"Ana; '+1;\t'-1"`],
    ['Ana;"=1+1;', '"Ana;""\'=1+1;"'],
    ['Ana\r\n@SUM(A1)', '"Ana\r\n\'@SUM(A1)"'],
    ['a-b;c=d; e@f', '"a-b;c=d; e@f"'],
  ] as const
  for (const [value, cell] of cases) assert.equal(csvText(value), cell)
})

test('a file ends with the access of its reader', async () => {
  const seller = await service.account()
  const viewer = await signIn(seller, 'viewer')
  const users = (await listUsers(service.db, seller.seller_id)) ?? []
  const { people } = service.service
  const read = people.readSession.bind(people)
  let reads = 0
  people.readSession = async (...args) => {
    if (++reads === 2) await remove(service.db, { id: users[0]?.user.id ?? '', now: args[2] })
    return read(...args)
  }
  await assert.rejects(viewer.get('/dashboard/checkouts.csv'), TypeError)
  people.readSession = read
  assert.ok(service.log.some((line) => line.includes('"security":"session_refused"')))
})

test('a file ends with the session of its reader, also by the time', async () => {
  const seller = await service.account()
  const viewer = await signIn(seller, 'viewer')
  const { people } = service.service
  const read = people.readSession.bind(people)
  people.readSession = async (...args) => {
    const found = await read(...args)
    service.clock.advanceMs(SESSION_LIFETIME_MS)
    return found
  }
  await assert.rejects(viewer.get('/dashboard/checkouts.csv'), TypeError)
  people.readSession = read
  assert.ok(service.log.some((line) => line.includes('"reason":"session_expired"')))
})

type Lines = () => AsyncGenerator<string>

/** Serves a file to the person whom the path names, below the account or alone. */
async function serveFile(lines: Lines, sendTimeoutMs = 60_000) {
  const { signal: ending } = new AbortController()
  const options = { log: createLog('silent'), service: { ending } }
  const files = new Downloads({ ...options, sendTimeoutMs } as unknown as DashboardOptions)
  const closed = Promise.withResolvers<void>()
  const server = createServer(async ({ url }, response) => {
    const session = { seller: { id: dirname(url ?? '') }, user: { id: url } }
    const context = { session } as unknown as PageContext
    response.once('close', closed.resolve)
    const file = { path: '/', fileName: () => 'a.csv', type: 'text/csv', pieces: lines }
    // Stubs for the two methods of Express that are called; their headers decide nothing here.
    const added = Object.assign(response, { set: () => undefined, attachment: () => undefined })
    await files
      .send(added as unknown as Parameters<Downloads['send']>[0], file, {
        context,
        isSignedIn: async () => true,
      })
      .catch((error: ApiError) => response.writeHead(503).end(error.code))
  })
  server.listen(0, '127.0.0.1')
  atEnd(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, closed: closed.promise, ending }
}

test('a reader who takes no piece of a file in time is cut off', async () => {
  const { port, closed } = await serveFile(async function* () {
    for (;;) yield 'x'.repeat(1024 * 1024)
  }, 100)
  const connection = new RawConnection(port)
  connection.socket.pause()
  connection.write('GET /ana HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await closed
  connection.socket.destroy()
})

test('a reader who leaves before the first piece ends the file', async () => {
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = Promise.withResolvers<void>()
  const { port, closed, ending } = await serveFile(async function* () {
    asked.resolve()
    await gate.promise
    try {
      yield 'a'
    } finally {
      ended.resolve()
    }
  })
  const connection = new RawConnection(port)
  connection.write('GET /ana HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await asked.promise
  connection.socket.resetAndDestroy()
  await closed
  gate.resolve()
  await ended.promise
  assert.equal(getEventListeners(ending, 'abort').length, 0)
})

test('of a file whose headers are asked for, the first piece alone is made', async () => {
  let made = 0
  const { port, closed } = await serveFile(async function* () {
    while (made < 100) yield String(++made)
  })
  const { status } = await fetch(`http://127.0.0.1:${port}/ana`, { method: 'HEAD' })
  await closed
  assert.deepEqual([status, made], [200, 1])
})

test('a person receives four files at once, and keeps none from another', async () => {
  const gate = Promise.withResolvers<void>()
  const { port } = await serveFile(async function* () {
    yield 'a'
    await gate.promise
  })
  const get = (id: string) => fetch(`http://127.0.0.1:${port}/${id}`)
  const all = await Promise.all(Array.from({ length: 4 }, () => get('ana')))
  const more = await get('ana')
  assert.deepEqual([more.status, await more.text()], [503, 'service_unavailable'])
  const other = await get('rui')
  assert.equal(other.status, 200)
  gate.resolve()
  for (const one of [...all, other]) assert.equal(await one.text(), 'a')
  const again = await get('ana')
  assert.deepEqual([again.status, await again.text()], [200, 'a'])
})

test('an account receives 32 files at once, and keeps none from another', async () => {
  const gate = Promise.withResolvers<void>()
  const { port } = await serveFile(async function* () {
    yield 'a'
    await gate.promise
  })
  const get = (account: string, person: number) =>
    fetch(`http://127.0.0.1:${port}/${account}/${person}`)
  const all = await Promise.all(Array.from({ length: 32 }, (_, n) => get('loja', n % 8)))
  assert.ok(all.every(({ status }) => status === 200))
  const more = await get('loja', 8)
  assert.deepEqual([more.status, await more.text()], [503, 'service_unavailable'])
  const other = await get('padaria', 0)
  assert.equal(other.status, 200)
  gate.resolve()
  for (const one of [...all, other]) assert.equal(await one.text(), 'a')
  const again = await get('loja', 8)
  assert.deepEqual([again.status, await again.text()], [200, 'a'])
})

test('other work goes on between the pieces of a file', async () => {
  const seller = await service.account()
  const viewer = await signIn(seller, 'viewer')
  const { default_offer } = await seller.product()
  const json = { offer_id: default_offer?.id }
  await Promise.all(Array.from({ length: 350 }, () => seller.post('/v1/checkouts', json)))
  const { people } = service.service
  const read = people.readSession.bind(people)
  let turns = 0
  const turn = () => {
    turns += 1
    ticking = setImmediate(turn)
  }
  let ticking = setImmediate(turn)
  const turnsAtPieces: number[] = []
  people.readSession = (...args) => {
    turnsAtPieces.push(turns)
    return read(...args)
  }
  const { html } = await viewer.get('/dashboard/checkouts.csv')
  clearImmediate(ticking)
  people.readSession = read
  assert.equal(html.trim().split('\n').length, 351)
  // Once before the first piece, and after each of the four.
  assert.equal(turnsAtPieces.length, 5)
  assert.equal(new Set(turnsAtPieces).size, 5)
})

test('a file that is refused is a page that says so', async () => {
  const owner = await signIn(await service.account())
  const { status, html } = await owner.get('/dashboard/payments.csv?status=x')
  assert.equal(status, 400)
  assert.match(html, /data-page="message"/)
  const { status: outside } = await fetch(`${service.url}/dashboard/payments.csv`, {
    redirect: 'manual',
  })
  assert.equal(outside, 303)
})

/** Pages of one row, of which calls are refused by their numbers; by default the second, twice. */
function refusingCall(refused = [2, 3]) {
  const calls: (string | undefined)[] = []
  const headers = { 'Retry-After': '0.001' }
  const call = async (_: string, { query }: { query: { starting_after?: string } }) => {
    calls.push(query.starting_after)
    if (refused.includes(calls.length)) throw new ApiError('too_many_requests', { headers })
    const next = query.starting_after === undefined ? 'a' : null
    return { data: [{ id: query.starting_after ?? 'first' }], next_cursor: next }
  }
  return { calls, context: { call, locale: 'en' } as unknown as PageContext }
}

/** A list of ids as a table. */
const idTable = {
  title: '',
  filters: {},
  rows: async (_: PageContext, items: { id: string }[]) => items,
  columns: [['id', 2, ({ id }: { id: string }) => id]] as const,
}

const csvOf = (context: PageContext) =>
  fileOfList(context, { id: 'listCheckouts', format: 'csv', table: idTable })

test('the rate limit slows a file down, and takes nothing from it', async () => {
  const { calls, context } = refusingCall()
  const pieces = await Array.fromAsync(csvOf(context))
  assert.equal(pieces.join(''), 'id\r\nfirst\r\na\r\n')
  assert.deepEqual(calls, [undefined, 'a', 'a', 'a'])
})

test('the rate limit refuses a file that has not begun, which holds a permit', async () => {
  const { calls, context } = refusingCall([1])
  const begun = csvOf(context).next()
  await assert.rejects(begun, { code: 'too_many_requests' })
  assert.deepEqual(calls, [undefined])
})

test('a reader who leaves ends the file: no further page is read', async () => {
  const { calls, context } = refusingCall()
  for await (const piece of csvOf(context)) {
    assert.match(String(piece), /first/)
    break
  }
  assert.deepEqual(calls, [undefined])
})

test('files of charges and payments have the buyer, by name and by CPF or CNPJ', async () => {
  const seller = await service.account()
  const customer = await seller.customer()
  const { id } = await seller.checkout({ customer_id: customer.id, external_id: 'pedido 7' })
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  const day = dayOf(service.clock.now()).split('-').toReversed().join('/')
  const owner = await signIn(seller)
  for (const [list, state] of [
    ['checkouts', 'Paga'],
    ['payments', 'Pago'],
  ]) {
    const { html } = await owner.get(`/dashboard/${list}.csv`)
    const [, line = ''] = html.split('\r\n')
    const shown = [day, state, customer.name, customer.tax_id ?? '', 'Caneca', 'pedido 7']
    assert.deepEqual(line.split(';').slice(0, 7), [...shown, '49,90'], list)
    assert.ok(line.includes(`;${customer.id}`), list)
  }
})

test('every list is there as CSV and as a workbook, in which amounts are numbers', async () => {
  const seller = await service.account()
  const { id } = await seller.payment()
  await seller.refund(id, { amount_minor: 1990 })
  await seller.customer()
  const owner = await signIn(seller)
  for (const list of ['checkouts', 'payments', 'customers', 'refunds', 'products']) {
    const { html } = await owner.get(`/dashboard/${list}`)
    for (const format of ['csv', 'xlsx']) {
      assert.ok(html.includes(`href="/dashboard/${list}.${format}"`), `${list} ${format}`)
    }
    const headers = { cookie: owner.cookie }
    const file = await fetch(`${service.url}/dashboard/${list}.xlsx`, { headers })
    assert.equal(file.status, 200)
    const [sheet] = await readWorkbook(Buffer.from(await file.arrayBuffer()))
    assert.equal(sheet?.data.length, 2, list)
    assert.ok(list === 'customers' || sheet.data[1]?.some((cell) => typeof cell === 'number'))
  }
})
