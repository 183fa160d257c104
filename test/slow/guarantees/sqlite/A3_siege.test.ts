/** A3: attacks of every known kind at once from one address; a seller at another works on. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createSeller, rotateSecret } from '../../../../domain/access/clients.ts'
import { Vault } from '../../../../domain/identity/vault.ts'
import { startBank } from '../../../support/bank.ts'
import type { Bank } from '../../../../packages/bank/bank.ts'
import { addBank } from '../../../support/bankSettings.ts'
import { ask, tokenOf as newTokenOf } from '../../../support/processes.ts'
import { control, long, property } from '../../../support/property.ts'
import type { Attack, AttackReport } from '../../../guarantees/support/attackers.ts'
import { startAttacker, startProgram, startServed } from '../../../guarantees/support/loads.ts'
import type { Served } from '../../../guarantees/support/loads.ts'
import { quantile, wireText } from '../../../guarantees/support/openLoop.ts'
import type { TimedAnswer, Load } from '../../../guarantees/support/openLoop.ts'

const ATTACKERS_ADDRESS = '127.0.0.3'
const HEAP_MIB = 512
const QUIET_SECONDS = long ? 60 : 0.5
const SHORT_SECONDS = 1
const SIEGE_SECONDS = long ? 300 : SHORT_SECONDS
const CALM_SECONDS = long ? 20 : 0
const IDLE_CONNECTIONS = long ? 10_050 : 500
const WORST_RATIO = 5
const MORE_MIB = 64

/** The healthy seller's requests in a second. */
const RATE = 40
const CONNECTIONS = 50
const SESSIONS = 30

/** A seller that is connected to a bank, with a token and the pages of open checkouts. */
type Shop = { sellerId: string; deadToken: string; token: string; pages: string[]; offerId: string }

async function made<Body>(url: string, token: string, json: object): Promise<Body> {
  const headers = { authorization: `Bearer ${token}` }
  const { status, body } = await ask(url, { method: 'POST', headers, json })
  assert.equal(status, 201)
  return body as Body
}

async function openShop({ url, db }: Served, vault: Vault, bank: Bank): Promise<Shop> {
  const now = new Date()
  const seller = await createSeller(db, { name: 'Loja', now })
  const { seller_id, client_id } = seller
  const deadToken = await newTokenOf(url, seller)
  const rotated = await rotateSecret(db, { name: client_id, now })
  assert.ok(rotated)
  await addBank(db, vault, { seller_id, settings: bank.settings, now })
  const token = await newTokenOf(url, { client_id, client_secret: rotated.client_secret })
  const { default_offer } = await made<{ default_offer: { id: string } }>(
    `${url}/v1/products`,
    token,
    { name: 'Caneca', default_offer: { amount_minor: 4990, currency: 'BRL' } },
  )
  const pages: string[] = []
  for (let i = 0; i < SESSIONS; i++) {
    const { checkout_url } = await made<{ checkout_url: string }>(`${url}/v1/checkouts`, token, {
      offer_id: default_offer.id,
    })
    pages.push(new URL(checkout_url).pathname)
  }
  return { sellerId: seller_id, deadToken, token, pages, offerId: default_offer.id }
}

/** The requests of the healthy seller and its buyers, in turn. */
function workOf({ token, pages, offerId }: Shop): string[] {
  return pages.flatMap((page) => [
    wireText('GET', '/v1/checkouts?limit=5', token),
    wireText('POST', '/v1/checkouts', token, { offer_id: offerId }),
    wireText('GET', '/v1/me', token),
    wireText('GET', page, token),
  ])
}

const mib = (bytes: number) => bytes / 1024 ** 2

const summary = (report: AttackReport): string =>
  `${Object.values(report).reduce((sum, count) => sum + count, 0)} attacks of ` +
  `${Object.keys(report).length} kinds`

type Siege = {
  /** The token that the attackers have. */
  tokenOf: (healthy: Shop) => string
  seconds: number
  start: typeof startProgram
  /** Requests a second for each API client. */
  rateLimit?: number
}

async function assertWorksOnUnderSiege(siege: Siege): Promise<string> {
  const { tokenOf, seconds, start, rateLimit = 100 } = siege
  const secretKey = randomBytes(32)
  const environment = {
    SECRET_KEY: secretKey.toString('base64'),
    RATE_LIMIT: String(rateLimit),
  }
  const served = await startServed(environment, {}, [`--max-old-space-size=${HEAP_MIB}`])
  const { port } = served
  const vault = new Vault(secretKey)
  const [bank, hangingBank] = [await startBank(() => new Date()), await startBank(() => new Date())]
  const healthy = await openShop(served, vault, bank)
  const attackersOwn = await openShop(served, vault, hangingBank)
  hangingBank.order('', 'hang')

  const watching = startProgram<Load, TimedAnswer[]>('openLoop.ts')
  const attacking = start<Attack, AttackReport>('attackers.ts')
  const work = (seconds: number) =>
    watching({ port, texts: workOf(healthy), seconds, rate: RATE, connections: CONNECTIONS })

  const quiet = await work(QUIET_SECONDS)
  const before = mib(await served.memory())
  const [report, heard] = await Promise.all([
    attacking({
      port,
      from: ATTACKERS_ADDRESS,
      seconds,
      sellerId: attackersOwn.sellerId,
      pages: attackersOwn.pages,
      deadToken: tokenOf(healthy),
      idleConnections: IDLE_CONNECTIONS,
    }),
    work(seconds),
  ])
  await wait(CALM_SECONDS * 1000)
  const after = mib(await served.memory())
  await served.stop()

  const failed = [...quiet, ...heard].filter(({ status }) => status !== 200 && status !== 201)
  assert.deepEqual(failed.slice(0, 3), [], `${failed.length} of ${heard.length} failed`)
  const [quietMs, heardMs] = [quantile(quiet, 0.99), quantile(heard, 0.99)]
  const figure =
    `${summary(report)} in ${seconds} s: 0 of ${heard.length} requests of ` +
    `another seller refused, p99 ${quietMs.toFixed(1)} → ${heardMs.toFixed(1)} ms, memory ` +
    `${before.toFixed(0)} → ${after.toFixed(0)} MiB`
  if (!long) return figure
  assert.ok(heardMs <= WORST_RATIO * quietMs, figure)
  assert.ok(after <= before + MORE_MIB, figure)
  return figure
}

property('A3', () =>
  assertWorksOnUnderSiege({
    tokenOf: ({ deadToken }) => deadToken,
    seconds: SIEGE_SECONDS,
    start: startAttacker,
  }),
)

// The attackers must reach the limit on a busy machine too: with processor time of their own,
// and a limit that is little above what the seller itself asks for.
control('A3', 'the attackers have the token in force', () =>
  assertWorksOnUnderSiege({
    tokenOf: ({ token }) => token,
    seconds: SHORT_SECONDS,
    start: startProgram,
    rateLimit: RATE + 5,
  }),
)
