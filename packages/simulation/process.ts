import { ApiError } from '../../contract/apiError.ts'
import { DatabaseUnavailable } from '../../db/database.ts'
import type { Database, QueryRunner } from '../../db/database.ts'
import type { SqliteDatabase } from '../../db/sqlite/database.ts'
import type { Transaction } from '../../db/query.ts'
import type { ApiClientActor } from '../../domain/identity/actor.ts'
import type { Seller } from '../../domain/identity/sellerRows.ts'
import { parseDirectly } from '../../domain/pix/bank/answerFields.ts'
import type { SubscriptionCode } from '../../domain/pix/subscriptions/work.ts'
import { subscriptionById } from '../../domain/subscriptions/rows.ts'
import type { Key } from '../../domain/subscriptions/rows.ts'
import { createService } from '../../domain/service.ts'
import type { Service } from '../../domain/service.ts'
import { handlers, loadHandlers } from '../../handlers/index.ts'
import type { OperationId, Response } from '../../handlers/support/handler.ts'
import { SystemClock } from '../../runtime/clock.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import { createLog } from '../../runtime/logger.ts'
import type { Timers } from '../../runtime/timers.ts'
import { Network } from './network.ts'
import { endOfCommits } from './powerCut.ts'
import type { World } from './world.ts'

// A first call would load its module by the real event loop, within simulated time.
await loadHandlers()

const BASE_URL = 'http://127.0.0.1:1'
/**
 * The interval of looks for due work: longer than the service's, which would be most of the work.
 */
const LOOK_MS = 600_000

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64')

const log = createLog('silent')

const boundless = { burst: Number.MAX_SAFE_INTEGER, perMinute: 1 }

/**
 * Never resolves, for the calls of a dead process: a new promise each time, since one kept promise
 * would hold on to all that wait for it.
 */
const never = () => new Promise<never>(() => undefined)

/** Ends a transaction in which the process died: what it wrote is undone. */
class Died extends Error {
  override name = 'Died'
}

/** The account that calls; undefined where the operation takes none. */
export type Caller = {
  seller: Pick<Seller, 'id' | 'name' | 'default_currency'>
  actor: ApiClientActor
}

/** The parts of a request, with every default that the contract gives. */
export type RequestInput = { body?: object; path?: object; query?: object }

/** The status and body of an answer, or the code of a refusal. */
export type Answer<Id extends OperationId> = Partial<Response<Id>> & { code?: string }

/** One process of the service: it may end or stop at any of its statements. */
export class Process {
  readonly #world: World
  readonly db: SqliteDatabase
  service!: Service
  #isDead = false
  /** A planned fault, and the number of statements until it strikes. */
  #fate: { steps: number; happen: () => void } | undefined
  /** The end of the synced commits in the log, once the next commit meets a power cut. */
  #synced: number | undefined
  /** Resolves when it goes on after a pause. */
  #pause: PromiseWithResolvers<void> | undefined

  private constructor(world: World, db: SqliteDatabase) {
    this.#world = world
    this.db = db
  }

  /** Starts a process on the world's database. */
  static async start(world: World): Promise<Process> {
    const environment = readEnvironment({
      BASE_URL,
      DATABASE_URL: world.databaseUrl,
      SECRET_KEY,
      RECONCILE_SECONDS: String(world.reconcileSeconds),
    })
    const process = new Process(world, world.open())
    process.service = await createService({
      environment,
      db: process.#mortal(),
      log,
      clock: new SystemClock(log),
      timers: process.#timers(),
      railLimits: { checkPauseMs: 0, bankPauseMs: 0 },
      bankOptions: {
        transportOf: () => new Network(world, process),
        // No thread knows the simulated time.
        parserOf: () => parseDirectly,
      },
      lookIntervalMs: LOOK_MS,
      post: (request) => world.receiver.receive(request, process),
      // The paces go by real time, in which a simulated day is a moment.
      openingPaces: { address: boundless, link: boundless, seller: boundless },
      sweeps: [],
      ending: new AbortController().signal,
    })
    world.drive(process)
    return process
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** Something happens to it after so many statements, commits among them. */
  plan(steps: number, happen: () => void): void {
    this.#fate = { steps, happen }
  }

  /** Ends the process: nothing comes of the work that it has begun. */
  die(): void {
    this.#isDead = true
    this.#fate = undefined
    this.#synced = undefined
  }

  /** The power is cut before its next commit is acknowledged. */
  losePower(): void {
    this.#world.keepLog()
    this.#synced = endOfCommits(this.#world.path)
  }

  /** Stops the process, as on a machine that is suspended, until it goes on. */
  stop(): void {
    this.#pause ??= Promise.withResolvers<void>()
  }

  goOn(): void {
    this.#pause?.resolve()
    this.#pause = undefined
  }

  /** Closes the database that a dead process has left open. */
  async bury(): Promise<void> {
    this.die()
    await this.db.close()
  }

  /** Runs an effect on the process: at once, when it goes on, or never. */
  meet(work: () => void): void {
    if (this.#pause) void this.#pause.promise.then(() => this.meet(work))
    else if (!this.#isDead) work()
  }

  /** Does some work again and again, while it is alive. */
  every(pauseMs: number, work: () => void): void {
    this.#world.timeline.after(pauseMs, () =>
      this.meet(() => {
        work()
        this.every(pauseMs, work)
      }),
    )
  }

  /** Calls an operation; a call that is open when the process dies is never answered. */
  async call<Id extends OperationId>(
    id: Id,
    asked: RequestInput,
    caller?: Caller,
  ): Promise<Answer<Id>> {
    if (this.#isDead) return { code: 'unreachable' } as Answer<Id>
    const fail = (code: string) => new ApiError(code as ConstructorParameters<typeof ApiError>[0])
    const input = {
      ...{ body: undefined, path: {}, query: {}, headers: {}, address: '127.0.0.1', ...asked },
      ...caller,
      scopes: ['all', 'refunds:write', 'subscriptions:read', 'subscriptions:write'],
      now: await this.service.clock.now(),
      db: this.#mortal(),
      service: this.service,
      known: () => undefined,
      fail,
    }
    const handle = handlers[id] as unknown as (input: object) => Promise<Answer<Id>>
    try {
      return await handle(input)
    } catch (error) {
      if (error instanceof ApiError) return { code: error.code } as Answer<Id>
      // The service answers 503.
      if (error instanceof DatabaseUnavailable) return { code: 'unreachable' } as Answer<Id>
      throw error
    }
  }

  /** The code of a subscription as its seller asks for it, without its pictures. */
  async subscriptionCode(key: Key): Promise<SubscriptionCode | undefined> {
    if (this.#isDead) return undefined
    const [subscription] = await this.#mortal().read(() => subscriptionById(key))
    return subscription && this.service.rail.subscriptionCode(subscription, 'Loja')
  }

  /**
   * Does some work on the database.
   *
   * @returns the result; the promise never resolves once the process is dead
   */
  async #attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#pause) await this.#awake()
    if (this.#isDead) return never()
    try {
      const result = await this.#world.during(work)
      if (this.#synced !== undefined) this.#world.cutPower(this.#synced)
      this.#step()
      return result
    } catch (error) {
      if (this.#isDead) return never()
      throw error
    } finally {
      if (this.#pause) await this.#awake()
    }
  }

  async #awake(): Promise<void> {
    while (this.#pause) await this.#pause.promise
  }

  /** The same transaction, at each statement of which something may happen to the process. */
  *#stepwise<Result>(steps: Transaction<Result>): Transaction<Result> {
    let next = steps.next([])
    while (!next.done) {
      this.#step()
      next = steps.next(yield next.value)
    }
    return next.value
  }

  /** @throws Died */
  #step(): void {
    const fate = this.#fate
    if (fate && --fate.steps <= 0) {
      this.#fate = undefined
      fate.happen()
    }
    if (this.#isDead) throw new Died()
  }

  /** Timers in simulated time. */
  #timers(): Timers {
    const { timeline } = this.#world
    return {
      after: (ms, work) => timeline.after(ms, () => this.meet(work)),
      wait: (ms) => new Promise((resolve) => void timeline.after(ms, () => this.meet(resolve))),
    }
  }

  /** The database as the process reaches it. */
  #mortal(): Database {
    const run =
      (way: 'read' | 'run'): QueryRunner['run'] =>
      (body) =>
        this.#attempt(() => this.db[way](() => this.#stepwise(body())))
    const calls: QueryRunner = { read: run('read'), run: run('run') }
    return new Proxy(this.db, {
      get: (target, name) => {
        if (name === 'read' || name === 'run') return calls[name]
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    })
  }
}
