/** M6: however many sellers a bank has, no token is requested while the one before lives. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { LRUCache } from 'lru-cache'
import { afterEach } from 'vitest'
import type { BankRequest, BankResponse, BankTransport } from '../../../../domain/pix/bank/mtls.ts'
import { Rail } from '../../../../domain/pix/rounds/rail.ts'
import { createLog } from '../../../../runtime/logger.ts'
import { noMetrics } from '../../../../runtime/metrics/metrics.ts'
import { addBank } from '../../../support/bankSettings.ts'
import { control, long, property } from '../../../support/property.ts'
import { startRail } from '../../../support/rail.ts'
import type { RailTest } from '../../../support/rail.ts'

const SELLERS = long ? 2_000 : 600
const ROUNDS = long ? 24 : 3
const ROUND_MS = 30_000

const LIFETIME_SECONDS = 300
/** A token may be replaced so long before its end, so that it is valid on arrival. */
const MARGIN_MS = 30_000

/** The bank of all sellers: it lists nothing, and knows when it has issued whose token. */
class TokenBook implements BankTransport {
  readonly issuedMs = new Map<string, number[]>()
  requests = 0

  async send({ url, headers, body }: BankRequest): Promise<BankResponse> {
    this.requests++
    const answer = (body: object) => ({ status: 200, text: JSON.stringify(body), retryAfterMs: 0 })
    if (!url.endsWith('/token')) {
      const paginacao = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1 }
      const parametros = { paginacao: { ...paginacao, quantidadeTotalDeItens: 0 } }
      return answer({ parametros, pix: [] })
    }
    // Pix Automático has a token of its own, by its scopes.
    const client = `${headers['authorization'] ?? ''} ${body ?? ''}`
    const issued = this.issuedMs.get(client) ?? []
    this.issuedMs.set(client, [...issued, performance.now()])
    return answer({ access_token: 'token', token_type: 'Bearer', expires_in: LIFETIME_SECONDS })
  }

  close(): void {}

  retire(): void {}

  rest(): void {}

  get early(): number {
    const leastMs = LIFETIME_SECONDS * 1000 - MARGIN_MS
    const gaps = [...this.issuedMs.values()].flatMap((all) =>
      all.slice(1).map((ms, i) => ms - (all[i] ?? 0)),
    )
    return gaps.filter((ms) => ms < leastMs).length
  }
}

/** Sellers at one bank, each with a client id of its own, and each with a charge that was made. */
async function sellersAtOneBank(): Promise<RailTest> {
  const rail = await startRail()
  const { service, vault, seller, bank } = rail
  await rail.charged()
  const [charge] = await rail.rows('charges')
  const [checkout] = await service.sql<Record<string, unknown>>(
    'select * from checkouts where seller_id = ?',
    seller.seller_id,
  )
  assert.ok(charge && checkout)
  const now = service.clock.now()
  const at = now.toISOString()
  const insert = (table: string, row: object) => {
    const columns = Object.keys(row)
    const places = columns.map(() => '?').join(', ')
    const values = Object.values(row).map((value: unknown) =>
      value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
    )
    return service.sql(`insert into ${table} (${columns}) values (${places})`, ...values)
  }
  for (let i = 0; i < SELLERS; i++) {
    const seller_id = `seller_${i}`
    const times = { created_at: at, updated_at: at }
    const named = { name: 'Loja', status: 'active', default_currency: 'BRL' }
    await insert('sellers', { id: seller_id, ...named, ...times })
    const settings = { ...bank.settings, client_id: `loja-${i}` }
    const { id } = await addBank(service.db, vault, { seller_id, settings, now })
    const page_token = `${seller_id}-${'p'.repeat(32)}`
    await insert('checkouts', { ...checkout, seller_id, customer_id: null, page_token })
    await insert('charges', { ...charge, seller_id, connection_id: id, status: 'closed' })
  }
  return rail
}

const made = await sellersAtOneBank()

async function assertNoneTwice(): Promise<string> {
  const { service, vault } = made
  const book = new TokenBook()
  const errors: string[] = []
  let nowMs = performance.now()
  mock.method(performance, 'now', () => nowMs)
  const rail = new Rail({
    db: service.db,
    clock: service.clock,
    log: createLog('error', { write: (line) => void errors.push(line) }),
    metrics: noMetrics,
    events: service.service.events,
    baseUrl: service.url,
    vault,
    mode: 'sandbox',
    intervalMs: ROUND_MS,
    bankOptions: { transportOf: () => book },
  })
  for (let round = 0; round < ROUNDS; round++) {
    await rail.reconcile()
    nowMs += ROUND_MS
    service.clock.advanceMs(ROUND_MS)
  }
  await rail.stop()
  assert.deepEqual(errors, [])
  const { early, issuedMs, requests } = book
  const tokens = [...issuedMs.values()].flat().length
  const figure =
    `${SELLERS} sellers at one bank, ${ROUNDS} rounds: ${requests} requests, ` +
    `${tokens} for tokens, ${early} of these for one whose predecessor lived`
  assert.ok(issuedMs.size >= SELLERS, figure)
  assert.equal(early, 0, figure)
  return figure
}

afterEach(() => mock.restoreAll())

property('M6', assertNoneTwice)

control('M6', 'the tokens of 500 banks are kept', async () => {
  const { set } = LRUCache.prototype
  function setOf500(this: LRUCache<string, object>, ...args: Parameters<typeof set>): unknown {
    // The cache of the banks is the only one that forgets idle entries.
    if (this.ttl > 0 && this.size >= 500 && !this.has(args[0])) this.pop()
    return set.apply(this, args)
  }
  mock.method(LRUCache.prototype, 'set', setOf500)
  return assertNoneTwice()
})
