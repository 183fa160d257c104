/** A caller that guesses secrets is told to wait, and no other notices. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { mock } from 'node:test'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createSeller } from '../../../domain/access/clients.ts'
import { median } from '../../../packages/bench/median.ts'
import { ApiError } from '../../../contract/apiError.ts'
import { handlers } from '../../../handlers/index.ts'
import { atEnd } from '../../support/atEnd.ts'
import { newDatabase, openTestDatabase } from '../../support/engine.ts'
import { basic, credentialsOf, exchangeAt, GRANT } from '../../support/exchange.ts'
import { startProcesses } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { startService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import type { Guessed, Guessing, Order } from '../support/guesser.ts'

const LIMIT = 50
const GUESSES = 400
const GUESSERS = 16

/**
 * Of the long form: guesses a second, and for how long it is measured without and with them in
 * turn, so that whatever else the machine does falls on both.
 */
const GUESSES_PER_SECOND = 1_000
const TURNS = 8
const TURN_SECONDS = 3
const RIGHT_PER_SECOND = 50
const WORST_RATIO = 2

type Counts = { right: number; refused: number; told_to_wait: number }

/** Guesses past the limit while the right client goes on; counts, and times nothing. */
async function guessing(service: TestService): Promise<Counts> {
  const seller = await service.account()
  const authorization = credentialsOf(seller)
  const counts: Counts = { right: 0, refused: 0, told_to_wait: 0 }
  let left = GUESSES
  const guesser = async () => {
    while (left-- > 0) {
      const guesses = [basic(`${seller.client_id}:${left}`), basic(`bci_${left}:x`), 'Basic !!!!']
      const guess = guesses[left % guesses.length] ?? ''
      const { status, headers } = await exchangeAt(service, GRANT, { authorization: guess })
      if (status === 401) counts.refused++
      else {
        assert.equal(status, 429)
        assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/)
        counts.told_to_wait++
      }
    }
  }
  const rightClient = async () => {
    while (left > 0) {
      const { status, body } = await exchangeAt(service, GRANT, { authorization })
      assert.equal(status, 200, 'the right client is locked out')
      const me = await service.request('GET', '/v1/me', { token: body.access_token })
      assert.equal(me.status, 200, 'the right client is locked out')
      counts.right += 2
    }
  }
  const guessers = Array.from({ length: GUESSERS }, guesser)
  await Promise.all([...guessers, rightClient(), rightClient()])
  assert.equal(counts.refused, LIMIT, 'the limit is another')
  return counts
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** The latency of one request, which must be answered 200. */
async function timed(url: string, method: string, headers: Record<string, string>, body?: string) {
  const start_ms = performance.now()
  const sent = request(url, { method, headers, agent })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const said = await text(response)
  assert.equal(response.statusCode, 200, said)
  return { took_ms: performance.now() - start_ms, said }
}

/** The waiting times of the right client, which asks at a steady rate. */
async function waits(url: string, authorization: string): Promise<number[]> {
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  const took_ms: number[] = []
  const ask = async () => {
    const got = await timed(`${url}/oauth/token`, 'POST', form, GRANT)
    const { access_token } = JSON.parse(got.said) as { access_token: string }
    const bearer = { authorization: `Bearer ${access_token}` }
    const read = await timed(`${url}/v1/me`, 'GET', bearer)
    took_ms.push(got.took_ms, read.took_ms)
  }
  const asking: Promise<void>[] = []
  const end_ms = performance.now() + TURN_SECONDS * 1000
  while (performance.now() < end_ms) {
    asking.push(ask())
    await wait(1000 / RIGHT_PER_SECOND)
  }
  await Promise.all(asking)
  return took_ms
}

const p99Of = (all_ms: number[]): number =>
  all_ms.toSorted((a, b) => a - b)[Math.floor(all_ms.length * 0.99)] ?? Infinity

/** The same as an attack on a service of its own, timed. */
async function flood(): Promise<string> {
  const environment = {
    DATABASE_URL: await newDatabase(),
    SECRET_KEY: randomBytes(32).toString('base64'),
    MODE: 'live',
    RATE_LIMIT: 'off',
  }
  const db = await openTestDatabase(environment.DATABASE_URL)
  const seller = await createSeller(db, { name: 'Loja', now: new Date() })
  const { url } = await startProcesses(environment)
  const authorization = basic(`${seller.client_id}:${seller.client_secret}`)
  const workerData: Guessing = {
    url,
    client_ids: [seller.client_id],
    per_second: GUESSES_PER_SECOND,
  }
  const worker = new Worker(new URL('support/guesser.ts', import.meta.url), { workerData })
  // A thread that guesses on after a failure would keep the file from its end.
  atEnd(() => worker.terminate())
  const order = (what: Order) => worker.postMessage(what)
  const p99 = async () => p99Of(await waits(url, authorization))
  // Neither is measured while the code that it takes is still being compiled.
  order('guess')
  await p99()
  const quiet: number[] = []
  const flooded: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    order('rest')
    quiet.push(await p99())
    order('guess')
    flooded.push(await p99())
  }
  order('tell')
  const [{ sent, statuses, with_retry }] = (await once(worker, 'message')) as [Guessed]
  assert.deepEqual(
    Object.keys(statuses).filter((status) => !/^(401|429)$/.test(status)),
    [],
  )
  assert.equal(with_retry, statuses['429'])
  const rate = Math.round(sent / ((TURNS + 1) * TURN_SECONDS))
  const [quiet_ms, flooded_ms] = [median(quiet), median(flooded)]
  const figure =
    `p99 ${quiet_ms.toFixed(1)} ms, and ${flooded_ms.toFixed(1)} ms under ` +
    `${rate.toLocaleString('en')} guesses a second`
  assert.ok(flooded_ms <= WORST_RATIO * quiet_ms, figure)
  return figure
}

property('S6', async () => {
  const counts = await guessing(await startService({ authFailureLimit: LIMIT }))
  const figure =
    `0 of ${counts.right.toLocaleString('en')} right requests refused beside ` +
    `${GUESSES} guesses, of which ${counts.told_to_wait} past the limit of ${LIMIT} told to wait`
  return long ? `${figure}; ${await flood()}` : figure
})

control('S6', 'the address is asked about before the secret is', async (t) => {
  const service = await startService({ authFailureLimit: LIMIT })
  const own = handlers.issueToken
  let failures = 0
  mock.method(handlers, 'issueToken', async (input: Parameters<typeof own>[0]) => {
    if (failures >= LIMIT) {
      throw new ApiError('oauth_too_many_requests', { headers: { 'Retry-After': '1' } })
    }
    return Promise.resolve(own(input)).catch((error: unknown) => {
      failures++
      throw error
    })
  })
  t.onTestFinished(() => mock.restoreAll())
  await guessing(service)
})

control('S6', 'guesses are counted for each client that they name', async (t) => {
  const service = await startService({ authFailureLimit: LIMIT })
  const { limits } = service.service
  const own = limits.failure.bind(limits)
  let guesses = 0
  mock.method(limits, 'failure', () => own(`of ${guesses++ % 3}`))
  t.onTestFinished(() => mock.restoreAll())
  await guessing(service)
})
