import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { SqliteDatabase } from '../../db/sqlite/database.ts'
import { openSqlite } from '../../db/sqlite/open.ts'
import type { ProviderName } from '../bank/providers.ts'
import type { SimulatedBank } from './bank.ts'
import { Buyer } from './buyer.ts'
import { ContractBank } from './contractBank.ts'
import { differencesOf } from './differences.ts'
import { onMachine } from './machine.ts'
import { startFaults } from './faults.ts'
import { sendByStrangers } from './strangers.ts'
import type { FaultKind } from './faults.ts'
import { copyTorn } from './powerCut.ts'
import { Process } from './process.ts'
import { SimulatedProvider } from './simulatedProvider.ts'
import { Draw } from './random.ts'
import { Receiver } from './receiver.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'
import { Timeline } from './timeline.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS
const DAY_MS = 24 * HOUR_MS

/** Worlds begin in any hour of a year. */
const YEAR = Date.parse('2026-01-01T00:00:00.000Z')
const HOURS_OF_YEAR = 365 * 24

/**
 * How long after the last fault everything that is due must have been done: a session lives for a
 * day, and an order whose answer was lost and whose repeat is refused has failed after a day, is
 * seen to have after 6 hours more, and is ordered anew 6 hours later.
 */
const PEACE_MS = 2.5 * DAY_MS

/**
 * A return that the bank makes by itself is seen in its list within this time, without a callback.
 */
const NEWS_MS = 2 * HOUR_MS

/** The length of the log from which it is written back. */
const LOG_PAGES = 1_000

/** The time in which a machine starts again. */
const REBOOT_MS = 90 * SECOND_MS

/** The checkouts whose money the bank takes back after the last fault. */
const LATE_REVERSALS = 8

/** Longer than any run, with its day of arrivals. */
const LONGEST_MS = 30 * DAY_MS

/** The outcome of a run. */
export type SimulationResult = { faults: number; differences: string[]; trace_sha256: string }

export type WorldOptions = {
  /** Told each line of the trace. */
  onLine?: ((line: string) => void) | undefined
  /** Opens the database; replaced by tests that break it. */
  open?: (path: string) => SqliteDatabase
  /** The kinds of faults that are left out. */
  without?: readonly FaultKind[]
  /** The checkouts that are run, by their numbers; all of them unless it is given. */
  only?: readonly number[]
  /** The provider in place of the contract's bank. */
  provider?: ProviderName
}

/**
 * Opens the service's database without syncs, which took two thirds of a run: no disk is simulated
 * that could lose what was not synced. SQLite itself writes the log back, in a commit: on a thread
 * of its own, real time would say when. The log is short, since each power cut copies it.
 */
export function openUnsynced(path: string): SqliteDatabase {
  const db = openSqlite(path)
  db.checkpoints.halt()
  db.client.pragma('synchronous = OFF')
  db.client.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  return db
}

/**
 * A service, a bank, a seller and buyers in one process, on simulated time. Whatever is drawn comes
 * from one seed, so that a run can be repeated.
 */
export class World {
  readonly draw: Draw
  readonly timeline: Timeline
  readonly bank: SimulatedBank
  readonly receiver: Receiver
  readonly #options: WorldOptions
  readonly #folder = mkdtempSync(
    join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'balcao-simulation-'),
  )
  /** The number of power cuts: each time the disk is another file. */
  #cuts = 0
  readonly #trace = createHash('sha256')
  readonly #differences: string[] = []
  readonly #processes = new Set<Process>()
  /** The numbers of checkouts, by their ids. */
  readonly numbers = new Map<string, number>()
  #process!: Process
  #shop!: Shop
  #isAtPeace = false
  #isReplacing = false
  #isOver = false
  /** Database work under way, and the work done. */
  #pending = 0
  #done = 0
  faults = 0
  /** The lead of the clock of the service's machine. */
  skew_ms = 0

  constructor(seed: number, options: WorldOptions = {}) {
    this.draw = new Draw(seed)
    this.#options = options
    const start = YEAR + this.draw.between(0, HOURS_OF_YEAR) * HOUR_MS
    this.timeline = new Timeline(new Date(start))
    const { provider } = options
    this.bank = provider ? new SimulatedProvider(this, provider) : new ContractBank(this)
    this.receiver = new Receiver(this)
  }

  /** The process that callers reach. */
  get process(): Process {
    return this.#process
  }

  /** The file of the database. */
  get path(): string {
    return join(this.#folder, `balcao-${this.#cuts}.db`)
  }

  get databaseUrl(): string {
    return `sqlite:${this.path}`
  }

  get shop(): Shop {
    return this.#shop
  }

  /**
   * True without faults of the clock. By a wrong one, a refund's time at the bank may lie in the
   * future, and is not taken.
   */
  get hasTrueClock(): boolean {
    return this.#options.without?.includes('clock') ?? false
  }

  /** True once no more faults are drawn. */
  get isAtPeace(): boolean {
    return this.#isAtPeace
  }

  /** True while faults of this kind are drawn. */
  fails(kind: FaultKind): boolean {
    return !this.#isAtPeace && !this.#options.without?.includes(kind)
  }

  /** Adds an event to the trace. Ids are made by chance, so no line has one. */
  tell(who: string, what: string): void {
    const line = `${this.timeline.passed_ms} ${who} ${what}`
    this.#trace.update(`${line}\n`)
    this.#options.onLine?.(line)
  }

  /** Records a difference. */
  differ(what: string): void {
    this.#differences.push(what)
  }

  /** Resolves after simulated time. */
  sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.timeline.after(ms, resolve)
    return promise
  }

  /** Does some work at a database, for which simulated time waits. */
  async during<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.#pending++
    try {
      return await work()
    } finally {
      this.#pending--
      this.#done++
    }
  }

  /** Another process takes the place of one that has ended or stands still. */
  replace(old: Process, ms: number): void {
    if (old !== this.#process || this.#isReplacing) return
    this.#isReplacing = true
    this.timeline.after(ms, async () => {
      for (const one of this.#processes) if (one.isDead) await this.end(one)
      await this.#start()
      this.#isReplacing = false
      this.tell('process', 'started')
    })
  }

  /** A process ends, whatever it was doing. */
  async end(process: Process): Promise<void> {
    if (this.#processes.delete(process)) await process.bury()
  }

  /**
   * The machine loses its power in a commit of which nothing outside has seen anything.
   *
   * @param synced where the commits before it end in the log
   */
  cutPower(synced: number): void {
    const { path } = this
    this.#cuts += 1
    copyTorn(path, this.path, synced, this.draw.of(`power cut ${this.#cuts}`))
    this.tell('process', 'lost its power')
    for (const one of this.#processes) one.die()
    this.replace(this.#process, REBOOT_MS)
  }

  /** A log is synced before it is written back: of a commit that is torn, the file has nothing. */
  keepLog(): void {
    for (const { db } of this.#processes) db.client.pragma('wal_autocheckpoint = 0')
  }

  /** The disk takes no more than it has, until it does again. */
  fillDisk(isFull: boolean): void {
    for (const { db } of this.#processes) {
      const pages = isFull ? Number(db.client.pragma('page_count', { simple: true })) : 2 ** 32 - 2
      db.client.pragma(`max_page_count = ${pages}`)
    }
  }

  /** Opens the service's database. */
  open(): SqliteDatabase {
    return (this.#options.open ?? openUnsynced)(this.path)
  }

  /** Runs until every checkout has come to its end, and all that was due is done. */
  run(checkouts: number): Promise<SimulationResult> {
    return onMachine(this, () => this.#run(checkouts))
  }

  async #run(checkouts: number): Promise<SimulationResult> {
    await this.#start()
    try {
      this.#shop = await openShop(this.#process, this.bank.settings)
      const { only } = this.#options
      const buyers = Array.from({ length: checkouts }, (_, i) => new Buyer(this, i)).filter(
        ({ number }) => only?.includes(number) ?? true,
      )
      void this.#runBuyers(buyers).catch((error: Error) => {
        this.differ(error.stack ?? error.message)
        this.#isOver = true
      })
      await this.#pass()
      this.#differences.push(...(await differencesOf(this, buyers)))
    } finally {
      for (const process of this.#processes) await this.end(process)
      rmSync(this.#folder, { recursive: true })
    }
    const trace_sha256 = this.#trace.digest('hex')
    return { faults: this.faults, differences: this.#differences, trace_sha256 }
  }

  async #start(): Promise<void> {
    this.#process = await Process.start(this)
    this.#processes.add(this.#process)
  }

  /** Runs the planned events, one after the other; between two of them everything waits. */
  async #pass(): Promise<void> {
    await this.#calm()
    while (!this.#isOver) {
      await this.timeline.next()?.()
      if (this.timeline.passed_ms > LONGEST_MS) return this.differ('it does not come to its end')
      await this.#calm()
    }
  }

  /** Resolves after a turn of the event loop in which nothing was done at databases. */
  async #calm(): Promise<void> {
    for (let done = -1; this.#pending > 0 || this.#done !== done; ) {
      done = this.#done
      await turn()
    }
  }

  async #runBuyers(buyers: Buyer[]): Promise<void> {
    startFaults(this)
    void sendByStrangers(this)
    await Promise.all(buyers.map((buyer) => buyer.run()))
    this.#isAtPeace = true
    this.tell('world', 'is at peace')
    await this.sleep(PEACE_MS - NEWS_MS)
    for (const buyer of buyers.slice(-LATE_REVERSALS)) buyer.reverse()
    await this.sleep(NEWS_MS)
    this.#isOver = true
  }
}
