/** The bench compares servers that do the same work, and judges its figures. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'vitest'
import { NotTheSame, requireSame } from '../conformity.ts'
import { prepare } from '../data.ts'
import type { Results } from '../measure.ts'
import { picture } from '../picture.ts'
import { report, verdicts } from '../report.ts'
import { sell, Tally } from '../sale/sale.ts'
import { openByHand } from '../sale/shop.ts'
import { startBank, startReceiver } from '../sale/world.ts'
import { operationIds, titles } from '../requests.ts'
import type { OperationId } from '../requests.ts'
import { ours, oursTwice, peers, postgresFloor, saleByHand, start } from '../servers.ts'
import type { Program, Server } from '../servers.ts'
import { atEnd } from '../../../test/support/atEnd.ts'

const scale = { sellers: 2, customers: 20, products: 10, checkouts: 25 }

/** Answers as another server does, but for what is changed on the way. */
async function startProxy(
  { url, program }: Server,
  change: (status: number, text: string) => [number, string],
): Promise<Server> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const {
      method = '',
      headers: { connection: _, host: __, ...headers },
    } = request
    const body = method === 'GET' ? null : new Uint8Array(await buffer(request))
    const sent = { method, headers: headers as Record<string, string>, body }
    const heard = await fetch(url + request.url, sent)
    const [status, text] = change(heard.status, await heard.text())
    const { 'content-length': ___, ...kept } = Object.fromEntries(heard.headers)
    response.writeHead(status, kept).end(text)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => void server.close().closeAllConnections()
  atEnd(stop)
  return { url: `http://127.0.0.1:${port}`, program, pid: process.pid, stop }
}

const folder = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
atEnd(() => rmSync(folder, { recursive: true }))
const secrets = {
  BASE_URL: 'https://pagar.loja.example',
  SECRET_KEY: randomBytes(32).toString('base64'),
}
const place = (name: string) => ({ DATABASE_URL: `sqlite:${folder}/${name}`, ...secrets })
const fixture = await prepare(place('prepared'), scale)

/** A server on a copy of the data of its own. */
async function startOnCopy(program: Program): Promise<Server> {
  cpSync(join(folder, 'prepared'), join(folder, program.id))
  const server = await start(program, place(program.id))
  atEnd(() => server.stop())
  return server
}

const own = await startOnCopy(ours)

test('all peers answer as we do', async () => {
  const servers = [own]
  for (const program of peers) servers.push(await startOnCopy(program))
  assert.ok((await requireSame(servers, operationIds, fixture)) > 150)
})

test('a server that answers otherwise is not measured', async () => {
  // A proxy answers from the same data, which reading a customer does not change.
  const none = await startProxy(own, (status, text) => [status, text])
  const compared = await requireSame([own, none], ['getCustomer'], fixture)
  assert.ok(compared > 10)
  const changes: Record<string, (status: number, text: string) => [number, string]> = {
    'an unknown customer': (status, text) => [status === 404 ? 200 : status, text],
    'a client that was revoked': (status, text) => [status === 401 ? 200 : status, text],
    'the customer': (status, text) => [status, text.replace('"tax_id"', '"taxId"')],
  }
  for (const [said, change] of Object.entries(changes)) {
    const peer = await startProxy(own, change)
    const comparing = requireSame([own, peer], ['getCustomer'], fixture)
    await assert.rejects(
      comparing,
      (error) => error instanceof NotTheSame && error.message.includes(`getCustomer: ${said}`),
    )
  }
})

test('a sale by hand takes five transactions and two requests to a bank', async () => {
  const [bank, receiver] = await Promise.all([startBank(), startReceiver(folder)])
  for (const { stop } of [bank, receiver]) atEnd(stop)
  const { BASE_URL: _, ...sold } = place('sold')
  const stand = await openByHand(saleByHand, {
    place: sold,
    bank,
    receiver,
    areBuyersStaying: true,
  })
  const server = await stand.start()
  atEnd(() => server.stop())
  atEnd(() => stand.shop.agent.destroy())
  const { commits: before = NaN } = await stand.counts()
  const tally = new Tally()
  await sell(stand.shop, tally)
  const { commits = NaN } = await stand.counts()
  // The fifth, with the outcome of the delivery, may still be under way.
  assert.ok([4, 5].includes(commits - before), `${commits - before}`)
  const pages = { 'page with a code': 1, stream: 1, 'page final': 1 }
  assert.deepEqual(Object.fromEntries(tally.counts), pages)
  const heard = await fetch(`${bank.control_url}/books`)
  const books = (await heard.json()) as { requests: string[]; violations: string[] }
  assert.deepEqual(books.violations, [])
  const cobs = books.requests.filter((name) => name.endsWith('/cob'))
  assert.deepEqual(cobs, ['PUT /cob', 'GET /cob'])
})

const figures = { p99_ms: 1, load_busy: 0.5 }

/** Results in which each server is so fast, in requests per second, and other figures by name. */
function resultsOf(rates: Record<string, number>, cores: number): Results {
  const measured = (program: Program, operation: OperationId) => {
    const requests_per_second = rates[program.id] ?? 100
    return { program, operation, figures: [{ ...figures, requests_per_second }] }
  }
  const all = (programs: Program[], operations: readonly OperationId[]) =>
    programs.flatMap((program) => operations.map((operation) => measured(program, operation)))
  return {
    node: 'v24.0.0',
    cores,
    connections: 64,
    rounds: 1,
    seconds: 1,
    compared: 170,
    commit_ms: 0.3,
    sqlite: all([ours, ...peers], operationIds),
    carts: (['createCheckout', 'createCartCheckout'] as const).map((operation) => ({
      ...measured(ours, operation),
      figures: [{ ...figures, requests_per_second: rates[operation] ?? 100 }],
    })),
    postgres: all([ours, postgresFloor, oursTwice], ['getCustomer', 'createCustomer']),
    cold_starts: [ours, ...peers].map((program) => ({
      program,
      durations_ms: [rates[`start ${program.id}`] ?? 100],
    })),
  }
}

test('table and picture name every server that was measured, and in what', () => {
  const results = resultsOf({}, 4)
  const [text, svg] = [report(results), picture(results)]
  const names = [ours, oursTwice, postgresFloor, ...peers].map(({ title }) => title)
  for (const words of [...names, ...operationIds.map((id) => titles[id])]) {
    assert.ok(text.includes(words) && svg.includes(words), words)
  }
})

test('a figure that misses its bar is named', () => {
  const slow = { fastifyTuned: 50 }
  const fast = { floor: 126, balcaoTwice: 160 }
  const results = resultsOf({ ...slow, ...fast }, 4)
  const missed = verdicts(results).filter(({ reached }) => !reached)
  const floor = 'Balcão / node:http by hand, '
  const tuned = 'Balcão / Fastify, tuned, '
  assert.deepEqual(
    missed.filter(({ reached }) => reached === false).map((one) => one.subject),
    [
      ...['getCustomer', 'listCheckouts', 'createCustomer', 'createCheckout', 'updateOffer'].map(
        (id) => floor + titles[id as OperationId],
      ),
      ...['createCustomer', 'createCheckout', 'updateOffer'].map(
        (id) => tuned + titles[id as OperationId],
      ),
    ],
  )
  const text = report(results)
  assert.match(text, /Balcão \/ Fastify, tuned, create a customer +2\.00× +≥ 4× +NOT REACHED/)
  assert.match(text, /8 of 16 are not reached\./)
})

test('a start that takes more than 1.1 times as long as that of Fastify misses its bar', () => {
  const judged = (rates: Record<string, number>) =>
    verdicts(resultsOf(rates, 4)).find(({ subject }) => subject.endsWith('start to first answer'))
  assert.equal(judged({ 'start balcao': 111 })?.reached, false)
  assert.equal(judged({ 'start balcao': 109 })?.reached, true)
})

test('a cart of three items that is far slower than a checkout misses its bar', () => {
  const judged = (createCartCheckout: number) =>
    verdicts(resultsOf({ createCartCheckout }, 4)).find(
      ({ subject }) => subject === 'create a checkout of three items / create a checkout',
    )
  assert.deepEqual([judged(79)?.reached, judged(80)?.reached], [false, true])
})

test('no verdict is given on figures that the machine is too small to show', () => {
  const judged = (cores: number) =>
    verdicts(resultsOf({ balcaoTwice: 100 }, cores))
      .filter(({ subject }) => subject.startsWith(`${oursTwice.title} /`))
      .map(({ reached }) => reached)
  assert.deepEqual(judged(2), [undefined, undefined])
  assert.deepEqual(judged(4), [false, false])
})

test('a server that the load has held back is named', () => {
  const results = resultsOf({}, 4)
  const [one] = results.sqlite
  assert.ok(one)
  assert.doesNotMatch(report(results), /busy/)
  one.figures = [{ requests_per_second: 100, p99_ms: 1, load_busy: 0.95 }]
  assert.match(report(results), /busy all the time: Balcão, read a customer\./)
})
