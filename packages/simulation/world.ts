import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { SqliteDatabase } from '../../db/sqlite/database.ts'
import { openSqlite } from '../../db/sqlite/open.ts'
import type { ProviderName } from '../bank/providers.ts'
import type { SimulatedBank } from './bank.ts'
import { checkouts } from './checkouts.ts'
import { onMachine } from './machine.ts'
import type { FaultKind } from './faults.ts'
import { copyTorn } from './powerCut.ts'
import { Process } from './process.ts'
import type { Answer, Caller, RequestInput } from './process.ts'
import { Draw } from './random.ts'
import { Receiver } from './receiver.ts'
import { Timeline } from './timeline.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

/** Worlds begin in any hour of a year. */
const YEAR = Date.parse('2026-01-01T00:00:00.000Z')
const HOURS_OF_YEAR = 365 * 24

/** The length of the log from which it is written back. */
const LOG_PAGES = 1_000

/** The time in which a machine starts again. */
const REBOOT_MS = 90 * SECOND_MS

/** The attempts of a seller whose requests are not answered, and the longest pause between them. */
const MAX_ATTEMPTS = 200
const PATIENCE_MS = 30 * SECOND_MS
const LONGEST_PAUSE_MS = 5 * 60 * SECOND_MS

/** The outcome of a run. */
export type SimulationResult = { faults: number; differences: string[]; trace_sha256: string }

/** A world's events: what is sold, what befalls it, and what has to be true in the end. */
export type Scenario = {
  bankOf(world: World): SimulatedBank
  /** Longer than any run. */
  longestMs: number
  /** The interval of the service's reconciler. */
  reconcileSeconds: number
  /** How much longer the pauses between faults that strike by time are, and how much these last. */
  faultPace: number
  /** Has a process do its work; each that starts is driven. */
  drive(process: Process, world: World): void
  /**
   * Opens what is sold, before anything goes wrong.
   *
   * @param count how much is sold
   */
  begin(world: World, count: number): Promise<Play>
}

export type Play = {
  /** The account that sells. */
  caller: Caller
  /** Resolves once all that was due is done. */
  live(): Promise<void>
  differences(): Promise<string[]>
}

export type WorldOptions = {
  /** Checkouts, unless it is given. */
  scenario?: Scenario
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
  readonly #scenario: Scenario
  #process!: Process
  #caller!: Caller
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
    this.#scenario = options.scenario ?? checkouts
    this.bank = this.#scenario.bankOf(this)
    this.receiver = new Receiver(this)
  }

  /** The process that callers reach. */
  get process(): Process {
    return this.#process
  }

  /** All processes that run, those that stand still among them. */
  get living(): Process[] {
    return [...this.#processes].filter(({ isDead }) => !isDead)
  }

  /** The file of the database. */
  get path(): string {
    return join(this.#folder, `balcao-${this.#cuts}.db`)
  }

  get databaseUrl(): string {
    return `sqlite:${this.path}`
  }

  /** The account that sells. */
  get caller(): Caller {
    return this.#caller
  }

  get faultPace(): number {
    return this.#scenario.faultPace
  }

  get reconcileSeconds(): number {
    return this.#scenario.reconcileSeconds
  }

  get options(): WorldOptions {
    return this.#options
  }

  /** Has a process that starts do its work. */
  drive(process: Process): void {
    this.#scenario.drive(process, this)
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

  /** Asks the service until there is an answer; a process that dies gives none. */
  async insist<Id extends Parameters<Process['call']>[0]>(
    id: Id,
    asked: RequestInput,
  ): Promise<Answer<Id>> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const given = this.#process.call(id, asked, this.#caller)
      const patience = this.sleep(PATIENCE_MS)
      const answer = await Promise.race([given, patience])
      if (answer && answer.code !== 'unreachable') return answer
      await this.sleep(Math.min(2 ** attempt * PATIENCE_MS, LONGEST_PAUSE_MS))
    }
    throw new Error(`${id} was never answered.`)
  }

  /** From now on no more faults are drawn. */
  makePeace(): void {
    this.#isAtPeace = true
    this.tell('world', 'is at peace')
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

  /** Runs until all that was sold has come to its end, and all that was due is done. */
  run(count: number): Promise<SimulationResult> {
    return onMachine(this, () => this.#run(count))
  }

  async #run(count: number): Promise<SimulationResult> {
    await this.#start()
    try {
      const play = await this.#scenario.begin(this, count)
      this.#caller = play.caller
      void this.#live(play)
      await this.#pass()
      this.#differences.push(...(await play.differences()))
    } finally {
      for (const process of this.#processes) await this.end(process)
      rmSync(this.#folder, { recursive: true })
    }
    const trace_sha256 = this.#trace.digest('hex')
    return { faults: this.faults, differences: this.#differences, trace_sha256 }
  }

  /** Starts one more process, beside that which callers reach. */
  async startBeside(): Promise<Process> {
    const process = await Process.start(this)
    this.#processes.add(process)
    return process
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
      if (this.timeline.passed_ms > this.#scenario.longestMs)
        return this.differ('it does not come to its end')
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

  async #live({ live }: Play): Promise<void> {
    try {
      await live()
    } catch (error) {
      this.differ((error as Error).stack ?? (error as Error).message)
    }
    this.#isOver = true
  }
}
