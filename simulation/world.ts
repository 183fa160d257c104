import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../db/database.ts'
import { openSqlite } from '../db/sqlite/open.ts'
import type { BankSettings } from '../domain/pix/bank/bacen.ts'
import { operator } from '../domain/auth/actor.ts'
import { createSeller } from '../domain/auth/clients.ts'
import { connectBank } from '../domain/pix/renewal.ts'
import { BankBooks } from '../scripts/bank/books.ts'
import { Buyer } from './buyer.ts'
import { differencesOf } from './differences.ts'
import { Process } from './process.ts'
import type { Caller } from './process.ts'
import { Draw } from './random.ts'
import { Timeline } from './timeline.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const START = new Date('2026-03-02T12:00:00.000Z')
export const PRICE_MINOR = 4990
const PIX_KEY = 'loja@example.com'
const RECONCILE_SECONDS = 300

/** How long after the last fault everything that is due must have been done. */
const PEACE_MS = 4 * DAY_MS

export type Report = {
  seed: number
  checkouts: number
  faults: number
  differences: string[]
  trace_sha256: string
}

export type WorldOptions = {
  onLine?: ((line: string) => void) | undefined
  open?: (path: string) => Database
}

/**
 * Opens the service's database without syncs, which took two thirds of a run: no disk is simulated
 * that could lose what was not synced.
 */
export function openUnsynced(path: string): Database {
  const db = openSqlite(path)
  db.client.pragma('synchronous = OFF')
  return db
}

/**
 * A service, a bank, a seller and buyers in one process, on simulated time. Whatever is drawn comes
 * from one seed, so that a run can be repeated.
 */
export class World {
  readonly draw: Draw
  readonly timeline = new Timeline(START)
  readonly books = new BankBooks(PIX_KEY, () => this.timeline.now())
  readonly reconcileSeconds = RECONCILE_SECONDS
  readonly secretKey = Buffer.alloc(32, 7).toString('base64')
  readonly #folder = mkdtempSync(join(tmpdir(), 'balcao-simulation-'))
  readonly path = join(this.#folder, 'balcao.db')
  readonly databaseUrl = `sqlite:${this.path}`
  readonly #trace = createHash('sha256')
  readonly #onLine: (line: string) => void
  readonly #differences: string[] = []
  #process!: Process
  #caller!: Caller
  faults = 0
  isAtPeace = false
  isBankAway = false

  /** Opens the service's database. */
  readonly open: (path: string) => Database

  /**
   * @param onLine told each line of the trace
   * @param open replaced by tests, which break what the database does
   */
  constructor(seed: number, { onLine = () => undefined, open = openUnsynced }: WorldOptions = {}) {
    this.draw = new Draw(seed)
    this.open = open
    this.#onLine = onLine
  }

  get process(): Process {
    return this.#process
  }

  get caller(): Caller {
    return this.#caller
  }

  /** Records what happened. Ids are made by chance, so no line has one. */
  tell(who: string, what: string): void {
    const line = `${this.timeline.now_ms - START.getTime()} ${who} ${what}`
    this.#trace.update(`${line}\n`)
    this.#onLine(line)
  }

  /** Records what must not be. */
  differ(what: string): void {
    this.#differences.push(what)
  }

  /** Resolves after simulated time. */
  sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.timeline.after(ms, resolve)
    return promise
  }

  /** Another process takes the place of one that has died. */
  died(): void {
    this.tell('process', 'died')
    this.faults += 1
    const dead = this.#process
    this.timeline.after(this.draw.between(1, 90) * SECOND_MS, async () => {
      await dead.bury()
      this.#process = await Process.start(this)
      this.tell('process', 'started')
    })
  }

  /** Runs until every checkout has come to its end, and all that was due is done. */
  async run(checkouts: number): Promise<Omit<Report, 'seed'>> {
    // Batches and breakers look at the machine's clock, by which no two runs would be alike.
    const { now } = performance
    performance.now = () => this.timeline.now_ms
    this.#process = await Process.start(this)
    try {
      const offer_id = await this.#openShop()
      const buyers = Array.from({ length: checkouts }, (_, i) => new Buyer(this, i, offer_id))
      void this.#live(buyers)
      await this.#pass()
      this.#differences.push(...(await differencesOf(this, buyers)))
    } finally {
      await this.#process.bury()
      performance.now = now
      rmSync(this.#folder, { recursive: true })
    }
    const trace_sha256 = this.#trace.digest('hex')
    return { checkouts, faults: this.faults, differences: this.#differences, trace_sha256 }
  }

  async #openShop(): Promise<string> {
    const now = this.timeline.now()
    const { db } = this.#process
    const { vault } = this.#process.service
    const made = await createSeller(db, { name: 'Loja', now })
    const { seller_id, client_id, id } = made
    const seller = { id: seller_id, name: 'Loja', default_currency: 'BRL' } as Caller['seller']
    this.#caller = {
      seller,
      actor: { type: 'api_client', id, client_id, name: 'Padrão', generation: 1 },
    }
    const settings: BankSettings = {
      url: 'https://bank.example',
      token_url: 'https://bank.example/token',
      client_id: 'loja',
      client_secret: 'segredo',
      certificate: '',
      private_key: '',
      authority: null,
      pix_key: PIX_KEY,
      city: 'Brasilia',
      public_only: false,
    }
    await connectBank(db, vault, { seller_id, settings, known: [], actor: operator(), now })
    const offer = { name: 'Padrão', amount_minor: PRICE_MINOR, currency: 'BRL', type: 'one_time' }
    const default_offer = { ...offer, metadata: {}, active: true }
    const body = { name: 'Caneca', description: '', metadata: {}, default_offer }
    const { body: product } = await this.#process.call('createProduct', { body }, this.#caller)
    return product?.default_offer?.id ?? ''
  }

  /** Runs what is planned, one after the other; between two of them everything waits. */
  async #pass(): Promise<void> {
    await this.#process.calm()
    for (let run = this.timeline.next(); run; run = this.timeline.next()) {
      await run()
      await this.#process.calm()
    }
  }

  async #live(buyers: Buyer[]): Promise<void> {
    let isOver = false
    void this.#rounds(() => isOver)
    void this.#misfortune(() => this.isAtPeace)
    const lives: Promise<void>[] = []
    for (const buyer of buyers) {
      lives.push(buyer.live())
      await this.sleep(this.draw.between(1, 120) * SECOND_MS)
    }
    await Promise.all(lives)
    this.isAtPeace = true
    this.isBankAway = false
    this.tell('world', 'is at peace')
    this.books.return_state = 'DEVOLVIDO'
    this.books.endReturns('DEVOLVIDO')
    await this.sleep(PEACE_MS)
    isOver = true
  }

  /** What the service does by the clock alone. */
  async #rounds(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.sleep(this.reconcileSeconds * SECOND_MS)
      if (this.#process.isDead) continue
      const { rail, sweeper } = this.#process.service
      void rail.reconcile()
      void sweeper.round()
    }
  }

  /** Processes die, and the bank goes away. */
  async #misfortune(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.sleep(this.draw.between(5, 90) * MINUTE_MS)
      if (isOver()) return
      const what = this.draw.oneOf({ death: 6, absence: 2, returns: 4 })
      if (what === 'death' && !this.#process.isDead) {
        this.#process.dieSoon(this.draw.between(1, 200))
      }
      if (what === 'returns') {
        this.books.endReturns(this.draw.chance(0.7) ? 'DEVOLVIDO' : 'NAO_REALIZADO')
      }
      if (what === 'absence') {
        this.tell('bank', 'is away')
        this.isBankAway = true
        await this.sleep(this.draw.between(1, 60) * MINUTE_MS)
        this.isBankAway = false
      }
    }
  }
}
