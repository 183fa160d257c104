import { setImmediate as immediate } from 'node:timers/promises'
import { ApiError } from '../contract/apiError.ts'
import type { Database, QueryRunner } from '../db/database.ts'
import type { Transaction } from '../db/query.ts'
import type { ApiClientActor } from '../domain/auth/actor.ts'
import type { Seller } from '../domain/auth/sellers.ts'
import { createService } from '../domain/service.ts'
import type { Service } from '../domain/service.ts'
import { handlers } from '../handlers/index.ts'
import type { OperationId, Response } from '../handlers/support/handler.ts'
import { readEnvironment } from '../runtime/environment.ts'
import { createLog } from '../runtime/logger.ts'
import { Line } from './line.ts'
import type { World } from './world.ts'

const BASE_URL = 'http://127.0.0.1:1'

/** Turns of the event loop without any work after which all that runs waits for simulated time. */
const CALM_TURNS = 3

/** What a dead process waits for. */
const never = new Promise<never>(() => undefined)

/** Ends a transaction in which the process died: what it wrote is undone. */
class Died extends Error {
  override name = 'Died'
}

/** The account that calls; undefined where the operation takes none. */
export type Caller = {
  seller: Pick<Seller, 'id' | 'name' | 'default_currency'>
  actor: ApiClientActor
}

/** What is asked, with every default that the contract gives. */
export type Asked = { body?: object; path?: object; query?: object }

/** The status and body of an answer, or the code of a refusal. */
export type Answer<Id extends OperationId> = Partial<Response<Id>> & { code?: string }

/** One process of the service: it may die before, between and after any two of its statements. */
export class Process {
  readonly #world: World
  readonly #db: Database
  readonly service: Service
  #isDead = false
  /** How many steps it lives on; undefined when it is not to die. */
  #left: number | undefined
  #pending = 0
  #done = 0

  private constructor(world: World, db: Database, service: Service) {
    this.#world = world
    this.#db = db
    this.service = service
  }

  /** Starts a process on the world's database. */
  static async start(world: World): Promise<Process> {
    const environment = readEnvironment({
      BASE_URL,
      DATABASE_URL: world.databaseUrl,
      SECRET_KEY: world.secretKey,
      RECONCILE_SECONDS: String(world.reconcileSeconds),
    })
    const db = world.open(world.path)
    const box: { process?: Process } = {}
    const service = await createService({
      environment,
      db: mortal(db, () => box.process),
      log: createLog('silent'),
      clock: world.timeline,
      railLimits: { checkPauseMs: 0, bankPauseMs: 0 },
      bankOptions: { transportOf: () => new Line(world, () => box.process?.isDead ?? false) },
      sweeps: [],
      ending: new AbortController().signal,
    })
    box.process = new Process(world, db, service)
    return box.process
  }

  /** The database as this process reaches it. */
  get db(): Database {
    return this.#db
  }

  get isDead(): boolean {
    return this.#isDead
  }

  /** It dies after so many statements, commits among them. */
  dieSoon(steps: number): void {
    this.#left = steps
  }

  /** Closes what a dead process has left open. */
  async bury(): Promise<void> {
    this.#isDead = true
    await this.#db.close()
  }

  /** Resolves when all that runs waits for simulated time. */
  async calm(): Promise<void> {
    for (let turns = 0; turns < CALM_TURNS; turns++) {
      const done = this.#done
      await immediate()
      if (this.#pending > 0 || this.#done !== done) turns = -1
    }
  }

  /** Calls an operation; what a process does not answer before it dies is never answered. */
  async call<Id extends OperationId>(id: Id, asked: Asked, caller?: Caller): Promise<Answer<Id>> {
    if (this.#isDead) return { code: 'unreachable' } as Answer<Id>
    const fail = (code: string) => new ApiError(code as ConstructorParameters<typeof ApiError>[0])
    const input = {
      ...{ body: undefined, path: {}, query: {}, headers: {}, address: '127.0.0.1', ...asked },
      ...caller,
      scopes: ['all', 'refunds:write'],
      now: this.#world.timeline.now(),
      db: mortal(this.#db, () => this),
      service: this.service,
      known: () => undefined,
      fail,
    }
    const handle = handlers[id] as unknown as (input: object) => Promise<Answer<Id>>
    try {
      return await handle(input)
    } catch (error) {
      if (error instanceof ApiError) return { code: error.code } as Answer<Id>
      throw error
    }
  }

  /**
   * Does some work on the database.
   *
   * @returns what comes of it; never anything, once the process is dead
   */
  async attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#isDead) return never
    this.#pending++
    try {
      const result = await work()
      this.#step()
      return result
    } catch (error) {
      if (this.#isDead) return never
      throw error
    } finally {
      this.#pending--
      this.#done++
    }
  }

  /** The same transaction, in which the process may die. */
  *stepwise<Result>(steps: Transaction<Result>): Transaction<Result> {
    let next = steps.next([])
    while (!next.done) {
      this.#step()
      next = steps.next(yield next.value)
    }
    return next.value
  }

  /** @throws Died */
  #step(): void {
    if (this.#left !== undefined && --this.#left <= 0) this.#die()
    if (this.#isDead) throw new Died()
  }

  #die(): void {
    this.#isDead = true
    this.#left = undefined
    this.#world.died()
  }
}

/** A database of which each statement may be the process's last one. */
function mortal(db: Database, processOf: () => Process | undefined): Database {
  const run =
    (way: 'read' | 'run'): QueryRunner['run'] =>
    async (body) => {
      const process = processOf()
      if (!process) return db[way](body)
      return process.attempt(() => db[way](() => process.stepwise(body())))
    }
  const calls: QueryRunner = { read: run('read'), run: run('run') }
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'read' || name === 'run') return calls[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
