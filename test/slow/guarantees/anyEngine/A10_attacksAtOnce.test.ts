/** A10: four sellers attack for minutes by their input. A healthy one does not notice. */
import assert from 'node:assert/strict'
import { median } from '../../../../packages/bench/median.ts'
import { createClient, createSeller } from '../../../../domain/access/clients.ts'
import { everyScope } from '../../../../domain/identity/scopes.ts'
import type { Bank } from '../../../../packages/bank/bank.ts'
import { startBank } from '../../../support/bank.ts'
import { bankBody } from '../../../support/bankSettings.ts'
import { ask, tokenOf } from '../../../support/processes.ts'
import { control, long, property } from '../../../support/property.ts'
import { attackNames } from '../../../guarantees/support/attacksAtOnce.ts'
import type { Attacked, Attacks } from '../../../guarantees/support/attacksAtOnce.ts'
import {
  newCustomer,
  startAttacker,
  startProgram,
  startServed,
} from '../../../guarantees/support/loads.ts'
import type { Served } from '../../../guarantees/support/loads.ts'
import { quantile, wireText } from '../../../guarantees/support/openLoop.ts'
import type { TimedAnswer, Load } from '../../../guarantees/support/openLoop.ts'
import { publicName } from '../../../guarantees/support/publicName.ts'

const MEBIBYTE = 1024 ** 2
const MOST_MEMORY = 512 * MEBIBYTE

/** The heap that Node allows itself in a container of so much memory, and that `npm start` asks. */
const HEAP = [`--max-old-space-size=${MOST_MEMORY / 2 / MEBIBYTE}`, '--max-semi-space-size=8']

/** The short form runs on code that is hardly compiled. */
const MAX_TURN_MS = 250

/** The long form attacks for five minutes, each between quiet stretches. */
const MINUTE = 60
const MINUTES = 5
const QUIET_SECONDS = 20

/** The short form's time of attacks, and the most attempts on a machine that has other work. */
const FEW_SECONDS = 4
const MORE_ATTEMPTS = 40

/** Requests of the healthy seller a second, and how many may be under way. */
const RATE = 40
const CONNECTIONS = 40

async function startLive(execArgv: string[] = []): Promise<Served> {
  const local = new URL('../../../guarantees/support/localReceivers.ts', import.meta.url)
  return startServed({ LOG_LEVEL: 'fatal' }, {}, [...HEAP, ...execArgv, '--import', local.href])
}

async function newClient({ db, url }: Served) {
  const now = new Date()
  const { seller_id } = await createSeller(db, { name: 'Loja', now })
  const client = await createClient(db, {
    seller_id,
    name: 'Programa',
    scopes: [...everyScope],
    now,
  })
  assert.ok(client)
  return { seller_id, client, token: await tokenOf(url, client) }
}

/** A shop's requests all day: tokens, checkouts, reads, and its buyers' pages. */
async function healthyTexts(served: Served, bank: Bank): Promise<string[]> {
  const { url } = served
  const { client, token } = await newClient(served)
  const send = async (method: string, path: string, json: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await ask(url + path, { method, headers, json })
    assert.ok(status < 300, JSON.stringify(body))
    return body as { checkout_url: string; default_offer: { id: string } }
  }
  const at = { url: publicName(bank.settings.url), token_url: publicName(bank.settings.token_url) }
  await send('PUT', '/v1/bank_connection', bankBody(bank, at))
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const product = await send('POST', '/v1/products', { name: 'Caneca', default_offer })
  const sale = { offer_id: product.default_offer.id }
  const { checkout_url } = await send('POST', '/v1/checkouts', sale)
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
  const form = 'grant_type=client_credentials'
  const page = new URL(checkout_url).pathname
  return [
    `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic ${basic}\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\n' +
      `Content-Length: ${form.length}\r\n\r\n${form}`,
    wireText('POST', '/v1/checkouts', token, sale),
    wireText('GET', `/v1/customers/${await newCustomer(url, token)}`, token),
    `GET ${page} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ]
}

/** A service with its healthy seller, whom a process of its own watches. */
async function newGround(execArgv?: string[]) {
  const served = await startLive(execArgv)
  const bank = await startBank(() => new Date())
  const texts = await healthyTexts(served, bank)
  const watching = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const { port, url } = served
  const watch = (seconds: number) =>
    watching({ port, texts, seconds, rate: RATE, connections: CONNECTIONS })
  const attackers = Object.fromEntries(
    await Promise.all(attackNames.map(async (name) => [name, await newClient(served)])),
  ) as Attacks['attackers']
  const attacking = startAttacker<Attacks, Attacked>('attacksAtOnce.ts')
  const attack = (seconds: number) => attacking({ url, seconds, attackers })
  return { served, watch, attack }
}

type Ground = Awaited<ReturnType<typeof newGround>>

/** Watches while all attack. */
async function watchAttacked({ watch, attack }: Ground, seconds: number) {
  const attacked = attack(seconds)
  return { heard: await watch(seconds), counts: await attacked }
}

/** Asserts that each attacker has reached its aim, and has done no harm. */
async function assertUnharmed(
  { served }: Ground,
  { heard, counts, turnMs }: { heard: TimedAnswer[]; counts: Attacked; turnMs: number },
): Promise<string> {
  assert.ok(turnMs <= MAX_TURN_MS, `a turn of ${turnMs.toFixed(0)} ms`)
  const failed = heard.filter(({ status }) => status < 200 || status >= 300)
  assert.deepEqual(failed.slice(0, 3), [], `${failed.length} of the healthy failed`)
  for (const name of attackNames) assert.ok(counts[name] > 0, `${name} has reached nothing`)
  const peak = await served.peakMemory()
  const mebibytes = `${Math.round(peak / MEBIBYTE)} MiB`
  assert.ok(peak <= MOST_MEMORY, `it held ${mebibytes}`)
  const strokes = attackNames.map((name) => `${name} ${counts[name]}`).join(', ')
  return (
    `0 of ${heard.length} of a healthy seller failed beside four attackers (${strokes}); ` +
    `at most ${mebibytes}, longest turn ${turnMs.toFixed(0)} ms`
  )
}

const p99 = (heard: TimedAnswer[]) => quantile(heard, 0.99)

/** Compares each minute beside the attackers with the quiet stretches before and after it. */
async function assertUndisturbed(ground: Ground): Promise<string> {
  const { served, watch } = ground
  await watch(FEW_SECONDS)
  await served.longestTurn()
  const quiet = [p99(await watch(QUIET_SECONDS))]
  const loud: TimedAnswer[][] = []
  let attacked: Attacked | undefined
  for (let i = 0; i < MINUTES; i++) {
    const { heard, counts } = await watchAttacked(ground, MINUTE)
    attacked = counts
    loud.push(heard)
    quiet.push(p99(await watch(QUIET_SECONDS)))
  }
  assert.ok(attacked)
  const turnMs = await served.longestTurn()
  const figure = await assertUnharmed(ground, { heard: loud.flat(), counts: attacked, turnMs })
  const beside = loud.map((heard, i) => p99(heard) / median(quiet.slice(i, i + 2)))
  const ratio = median(beside)
  const measured =
    `${figure}; in ${MINUTES} minutes its p99 is ${ratio.toFixed(2)} times that of the quiet ` +
    `between them (${median(quiet).toFixed(1)} → ${median(loud.map(p99)).toFixed(1)} ms)`
  assert.ok(ratio <= 2, measured)
  return measured
}

/** @param isDecided true once nothing that comes can change the verdict */
async function assertUnnoticed(
  ground: Ground,
  isDecided: (counts: Attacked, turnMs: number) => boolean,
): Promise<string> {
  const { served } = ground
  await served.longestTurn()
  const { heard, counts } = await watchAttacked(ground, FEW_SECONDS)
  let turnMs = await served.longestTurn()
  // Attackers have the lowest priority, and on a busy machine may not have come far yet.
  for (let i = 0; i < MORE_ATTEMPTS && !isDecided(counts, turnMs); i++) {
    const more = await watchAttacked(ground, FEW_SECONDS)
    heard.push(...more.heard)
    for (const name of attackNames) counts[name] += more.counts[name]
    turnMs = Math.max(turnMs, await served.longestTurn())
  }
  return assertUnharmed(ground, { heard, counts, turnMs })
}

const isNoticed = (_: Attacked, turnMs: number): boolean => turnMs > MAX_TURN_MS

const isOver = (counts: Attacked, turnMs: number): boolean =>
  isNoticed(counts, turnMs) || attackNames.every((name) => counts[name] > 0)

property('A10', async () => {
  const ground = await newGround()
  return long ? assertUndisturbed(ground) : assertUnnoticed(ground, isOver)
})

control('A10', 'certificates are verified in the thread that serves', async () => {
  const breaker = new URL('../../../guarantees/support/handshakeBreaker.ts', import.meta.url)
  await assertUnnoticed(await newGround(['--import', breaker.href]), isNoticed)
})
