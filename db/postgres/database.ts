import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { NoticeMessage } from 'pg-protocol/dist/messages.js'
import { DatabaseUnavailable } from '../database.ts'
import type { Database, DatabaseFigures, Warn } from '../database.ts'
import { bringPostgresUpToDate } from './migrations.ts'
import { Conflict, ConnectionLost, isUndone, NeverBegun, translated } from './errors.ts'
import { LEASE_MS, Leases } from './leases.ts'
import { Outage } from './outage.ts'
import { PostgresPool } from './pool.ts'
import { AFTER_COMMIT } from '../query.ts'
import type { Effect, QueryCall, Transaction } from '../query.ts'
import { statements } from '../statement.ts'
import { statements as ahead } from '../../generated/statements.postgres.js'

/** What collides with others is tried so often, and for so long, before its caller hears of it. */
const MAX_ATTEMPTS = 8
const ATTEMPTS_MS = 5_000

/** A process may be held up between a look at the time and the answer that goes by it. */
const LEASE_MARGIN_MS = 50

/** Before another attempt, at random up to this, twice as much each time. */
const PAUSE_MS = 5

const load = createRequire(import.meta.url)

const statementOf = statements(ahead, () => {
  const { buildForPostgres }: typeof import('./builder.ts') = load('./builder.ts')
  return buildForPostgres
})

/**
 * Connects to the primary among the hosts and brings its schema up to date.
 *
 * @param urls one `postgres://…` for each host that may be the primary
 * @param pool_size how many connections are held at most
 * @param warn is told when the database is not available, once a second at most
 * @throws when none answers, or the primary does not keep what was acknowledged
 */
export async function openPostgres(
  urls: string[],
  { pool_size, warn = () => undefined }: { pool_size: number; warn?: Warn | undefined },
): Promise<PostgresDatabase> {
  const pool = new PostgresPool(urls, pool_size)
  try {
    await bringPostgresUpToDate(await pool.primary())
    return new PostgresDatabase(pool, warn)
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** A pool of connections to one primary; each transaction has one for itself. */
export class PostgresDatabase implements Database {
  readonly #pool: PostgresPool
  readonly #outage: Outage
  readonly #leases = new Leases()

  constructor(pool: PostgresPool, warn: Warn) {
    this.#pool = pool
    this.#outage = new Outage(warn)
  }

  get saturated(): boolean {
    return this.#pool.saturated
  }

  read<Result>(body: () => Transaction<Result>): Promise<Result> {
    // A connection that was ended while it was idle is no fault; to read twice does no harm.
    const mayRepeat = (error: unknown) => isUndone(error) || error instanceof ConnectionLost
    return this.#repeatedly(() => this.#read(body), mayRepeat)
  }

  async run<Result>(body: () => Transaction<Result>): Promise<Result> {
    const { result, effects } = await this.#repeatedly(
      () => this.#pool.use((client) => this.#transact(client, body)),
      isUndone,
    )
    for (const effect of effects) effect()
    return result
  }

  /** Sends one statement that is not the program's own, such as a library's. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const send = (client: pg.ClientBase) =>
      client.query(statement).catch((error: unknown) => {
        throw translated(error, statement.name ?? 'a statement')
      })
    return this.#repeatedly(() => this.#pool.use(send), isUndone)
  }

  waitForCacheExpiry(): Promise<void> {
    return wait(LEASE_MS + LEASE_MARGIN_MS)
  }

  figures(): DatabaseFigures {
    return this.#pool.figures()
  }

  async close(): Promise<void> {
    await this.#pool.close()
    this.#outage.close()
  }

  /** Does the work again for as long as it fails in a way that leaves nothing behind. */
  async #repeatedly<Result>(
    work: () => Promise<Result>,
    mayRepeat: (error: unknown) => boolean,
  ): Promise<Result> {
    const end_ms = performance.now() + ATTEMPTS_MS
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        const isLast = attempt === MAX_ATTEMPTS || performance.now() > end_ms
        if (isLast || !mayRepeat(error)) throw this.#noted(error)
        await wait(Math.random() * PAUSE_MS * 2 ** attempt)
      }
    }
  }

  /** What a caller is told of a failure, and the operator when the database is behind it. */
  #noted(error: unknown): unknown {
    const failure = error instanceof Conflict ? new DatabaseUnavailable(error.message) : error
    if (failure instanceof DatabaseUnavailable) this.#outage.note(failure)
    return failure
  }

  /** @returns also what is to be done after the commit; an attempt that fails leaves none */
  async #transact<Result>(
    client: pg.ClientBase,
    body: () => Transaction<Result>,
  ): Promise<{ result: Result; effects: Effect[] }> {
    await begin(client)
    const effects: Effect[] = []
    let result: Result
    try {
      const steps = body()
      let next = steps.next([])
      while (!next.done) {
        const { definition, args } = next.value
        if (definition !== AFTER_COMMIT) next = steps.next(await execute(client, next.value))
        else {
          effects.push(args['effect'] as Effect)
          next = steps.next([])
        }
      }
      result = next.value
    } catch (error) {
      // A connection that is lost has undone everything already.
      if (!(error instanceof ConnectionLost)) await command(client, 'rollback')
      throw error
    }
    await commit(client)
    return { result, effects }
  }

  /** Takes a connection only when there is something that has to be asked. */
  async #read<Result>(body: () => Transaction<Result>): Promise<Result> {
    const steps = body()
    let next = steps.next([])
    while (!next.done) {
      const rows = this.#leases.recall(next.value)
      if (!rows) break
      next = steps.next(rows)
    }
    if (next.done) return next.value
    return this.#pool.share(async (client) => {
      while (!next.done) next = steps.next(await this.#ask(client, next.value))
      return next.value
    })
  }

  #ask(client: pg.ClientBase, step: QueryCall): Promise<unknown[]> {
    if (!step.definition.leased) return execute(client, step)
    return this.#leases.during(step, () => execute(client, step))
  }
}

async function execute(client: pg.ClientBase, { definition, args }: QueryCall): Promise<unknown[]> {
  const { name } = definition
  const { text, values, row } = statementOf(definition)
  try {
    // Under its name, a connection prepares it once.
    const query = { name, text, values: values(args), rowMode: 'array' }
    const { rows, fields, rowCount } = await client.query<unknown[]>(query)
    if (fields.length > 0) return rows.map(row)
    return Array.from({ length: rowCount ?? 0 }, () => row([]))
  } catch (error) {
    throw translated(error, name)
  }
}

async function command(client: pg.ClientBase, text: string): Promise<pg.QueryResult> {
  try {
    return await client.query(text)
  } catch (error) {
    throw translated(error, text)
  }
}

async function begin(client: pg.ClientBase): Promise<void> {
  try {
    await command(client, 'begin isolation level read committed read write')
  } catch (error) {
    // Most likely the server has ended the connection while nobody used it.
    throw error instanceof ConnectionLost ? new NeverBegun(error.message) : error
  }
}

/**
 * Commits, and resolves only when the commit is as durable as the server was told to make it. A
 * server that gives up waiting for its synchronous standby, or for a node of its own, says so in a
 * mere warning, and then reports success: that is no acknowledgement. Nor does one that reports an
 * error while it commits know whether another node has committed already.
 */
async function commit(client: pg.ClientBase): Promise<void> {
  let warning: string | undefined
  const onNotice = ({ code, message }: NoticeMessage) => {
    // Notices have the code of a success; a warning that is passed on has that of its error.
    if (!code?.startsWith('00')) warning = message ?? code
  }
  client.on('notice', onNotice)
  try {
    const { command: done } = await command(client, 'commit').catch((error: Error) => {
      throw isUndone(error) || error instanceof DatabaseUnavailable
        ? error
        : new DatabaseUnavailable(error.message)
    })
    if (done !== 'COMMIT') throw new Error(`A commit ended in ${done}.`)
  } finally {
    client.off('notice', onNotice)
  }
  if (warning !== undefined) throw new DatabaseUnavailable(warning)
}
