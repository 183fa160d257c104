import { setImmediate as immediate } from 'node:timers/promises'
import { ApiError } from '../contract/apiError.ts'
import type { Database, QueryRunner } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
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

/** The account that calls; undefined where the operation takes none. */
export type Caller = {
  seller: Pick<Seller, 'id' | 'name' | 'default_currency'>
  actor: ApiClientActor
}

/** What is asked, with every default that the contract gives. */
export type Asked = { body?: object; path?: object; query?: object }

/** The status and body of an answer, or the code of a refusal. */
export type Answer<Id extends OperationId> = Partial<Response<Id>> & { code?: string }

/** One process of the service: it may die between any two of its transactions. */
export class Process {
  readonly #world: World
  readonly #db: Database
  readonly service: Service
  #isDead = false
  /** How many transactions it lives on; undefined when it is not to die. */
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
    const db = await openDatabase(environment.databaseUrl)
    const box: { process?: Process } = {}
    const service = await createService({
      environment,
      db: guarded(db, async (work) => (box.process ? box.process.#guard(work) : work())),
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

  /** It dies before or after one of its next transactions. */
  dieSoon(transactions: number): void {
    this.#left = transactions
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
      db: guarded(this.#db, (work) => this.#guard(work)),
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

  async #guard<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#isDead) return never
    const isLast = this.#left !== undefined && --this.#left <= 0
    // One that has not begun leaves nothing; one that was committed is not heard of any more.
    const isBefore = isLast && this.#world.draw.chance(0.5)
    if (isLast) this.#die()
    if (isBefore) return never
    this.#pending++
    try {
      const result = await work()
      if (!isLast) return result
    } finally {
      this.#pending--
      this.#done++
    }
    return never
  }

  #die(): void {
    this.#isDead = true
    this.#left = undefined
    this.#world.died()
  }
}

type Guard = <Result>(work: () => Result | Promise<Result>) => Promise<Result>

/** A database behind which each call of it may be the last one. */
function guarded(db: Database, guard: Guard): Database {
  const calls: QueryRunner = {
    read: (body) => guard(() => db.read(body)),
    run: (body) => guard(() => db.run(body)),
  }
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'read' || name === 'run') return calls[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
