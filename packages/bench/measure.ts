/** Measures each server in turn under the same load, on equal copies of the same data. */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import { onServer, startServer, urlOf } from '../../test/support/postgres.ts'
import { coldStarts } from './coldStart.ts'
import type { ColdStart } from './coldStart.ts'
import { requireSame } from './conformity.ts'
import { authenticated, prepare } from './data.ts'
import type { Fixture, Place, Scale } from './data.ts'
import { CONNECTIONS } from './load.ts'
import type { Figures, Task } from './load.ts'
import { median } from './median.ts'
import { operationIds } from './requests.ts'
import type { ComparedId, OperationId } from './requests.ts'
import { ours, oursTwice, peers, postgresFloor, start } from './servers.ts'
import type { Program, Server } from './servers.ts'

/** The times and the data of a measurement. */
export type Plan = {
  rounds: number
  seconds: number
  scale: Scale
  /** The starts that are timed. */
  starts: number
}

/** The figures of one server in one operation, round by round. */
export type Measured = { program: Program; operation: OperationId; figures: Figures[] }

export type Results = {
  node: string
  cores: number
  connections: number
  rounds: number
  seconds: number
  /** The requests that all answered alike before anything was measured. */
  compared: number
  /** The time of one commit of one row on this disk, with its sync: the median of many. */
  commit_ms: number
  sqlite: Measured[]
  /** This service alone: a session for an offer beside one for a cart. */
  carts: Measured[]
  postgres: Measured[]
  cold_starts: ColdStart[]
}

/** An engine, and the servers that are measured on it. */
export type Stage = {
  programs: Program[]
  operations: readonly ComparedId[]
  /** Where the data is prepared. */
  prepared: () => Promise<Place>
  /** Makes a copy of it, once it is. */
  copy: (name: string) => Promise<Place>
}

export type Load = (task: Task) => Promise<Figures>

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The timeout of a load, counted from its planned end. */
const LOAD_GRACE_MS = 30_000

const PAUSE_MS = 50

/** The commits that tell what one costs. */
const COMMITS = 1_000

/** The time in which V8 compiles the code of one operation. */
const WARM_UP_SECONDS = 3

/** Tokens and pages name this address, whichever server answers. */
const BASE_URL = 'https://pagar.loja.example'

const newKey = () => randomBytes(32).toString('base64')

/** Starts the process that makes the load. */
export function startLoad(): { load: Load; end(): void } {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)), { execArgv: [] })
  const load = async (task: Task) => {
    child.send(task)
    const signal = AbortSignal.timeout(task.seconds * 1000 + LOAD_GRACE_MS)
    const [answer] = await once(child, 'message', { signal })
    const { figures, error } = answer as { figures?: Figures; error?: string }
    if (!figures) throw new Error(error)
    return figures
  }
  return { load, end: () => void child.kill() }
}

/** Starts every program of a stage on a copy of its own, for as long as the work takes. */
async function withServers<Result>(
  { programs, copy }: Stage,
  work: (servers: Server[]) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = []
  try {
    for (const program of programs) servers.push(await start(program, await copy(program.id)))
    return await work(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Waits for a server to finish requests that the load no longer waits for. */
async function settled(url: string): Promise<void> {
  const last = await fetch(`${url}/health`)
  await last.text()
  await wait(PAUSE_MS)
}

/** Each round measures every server in every operation; each round begins with another server. */
async function measure(
  servers: Server[],
  operations: readonly OperationId[],
  { accounts }: Fixture,
  { rounds, seconds }: Plan,
  load: Load,
): Promise<Measured[]> {
  const turns = operations.map((operation) =>
    servers.map(({ program, url }) => ({ program, url, operation, figures: [] as Figures[] })),
  )
  for (let round = 0; round <= rounds; round++) {
    // The first one only warms up.
    const duration = round === 0 ? WARM_UP_SECONDS : seconds
    const callers = await Promise.all(
      accounts.map((account) => authenticated(servers[0]?.url ?? '', account)),
    )
    for (const turn of turns) {
      const first = round % turn.length
      for (const { url, operation, figures } of [...turn.slice(first), ...turn.slice(0, first)]) {
        const found = await load({ url, operation, callers, seconds: duration })
        if (round > 0) figures.push(found)
        await settled(url)
      }
    }
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round} of ${rounds} `)
  }
  return turns.flat().map(({ url: _, ...measured }) => measured)
}

/** Measures every server, after all have given the same responses to the same requests. */
async function run(
  stage: Stage,
  fixture: Fixture,
  plan: Plan,
  load: Load,
): Promise<{ compared: number; measured: Measured[] }> {
  const { operations } = stage
  return withServers(stage, async (servers) => {
    const compared = await requireSame(servers, operations, fixture)
    return { compared, measured: await measure(servers, operations, fixture, plan, load) }
  })
}

export function sqliteStage(folder: string): Stage {
  const SECRET_KEY = newKey()
  const file = (name: string) => join(folder, `${name}.db`)
  const place = (name: string) => ({ DATABASE_URL: `sqlite:${file(name)}`, BASE_URL, SECRET_KEY })
  return {
    programs: [ours, ...peers],
    operations: operationIds,
    prepared: async () => place('prepared'),
    async copy(name) {
      cpSync(file('prepared'), file(name))
      return place(name)
    },
  }
}

export function postgresStage(server_url: string): Stage {
  const SECRET_KEY = newKey()
  const create = async (name: string, more = '') => {
    await onServer(server_url, (client) => client.query(`create database "${name}" ${more}`))
    return { DATABASE_URL: urlOf(server_url, name), BASE_URL, SECRET_KEY }
  }
  return {
    programs: [ours, postgresFloor, oursTwice],
    operations: ['getCustomer', 'createCustomer'],
    prepared: () => create('prepared'),
    copy: (name) => create(name, 'template prepared'),
  }
}

/** The cost of a commit with one row: that of each write without batches. */
function commitCost(folder: string): number {
  const client = new SQLite(join(folder, 'commits.db'))
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = FULL')
  client.exec('create table rows (id integer primary key, text text)')
  const insert = client.prepare('insert into rows (text) values (?)')
  const text = 'x'.repeat(500)
  const durations_ms = Array.from({ length: COMMITS }, () => {
    const start_ms = performance.now()
    insert.run(text)
    return performance.now() - start_ms
  })
  client.close()
  return median(durations_ms)
}

async function onSqlite(plan: Plan, load: Load) {
  // A folder for temporary files may be in memory; here a sync costs what it costs on the disk.
  mkdirSync(join(root, 'data'), { recursive: true })
  const folder = mkdtempSync(join(root, 'data', 'bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const commit_ms = commitCost(folder)
    const stage = sqliteStage(folder)
    const fixture = await prepare(await stage.prepared(), plan.scale)
    const placeOf = (program: Program) => stage.copy(`start-${program.id}`)
    return {
      commit_ms,
      ...(await run(stage, fixture, plan, load)),
      carts: await withServers({ ...stage, programs: [ours] }, (servers) =>
        measure(servers, ['createCheckout', 'createCartCheckout'], fixture, plan, load),
      ),
      cold_starts: await coldStarts([ours, ...peers], placeOf, plan.starts),
    }
  } finally {
    process.off('exit', remove)
    remove()
  }
}

async function onPostgres(plan: Plan, load: Load) {
  const server = await startServer()
  try {
    const stage = postgresStage(server.url)
    return await run(stage, await prepare(await stage.prepared(), plan.scale), plan, load)
  } finally {
    await server.remove()
  }
}

/**
 * Compares and measures every server, on both engines.
 *
 * @throws NotTheSame when a peer does not do the same work
 */
export async function bench(plan: Plan): Promise<Results> {
  const { load, end } = startLoad()
  const [sqlite, postgres] = await (async () =>
    [await onSqlite(plan, load), await onPostgres(plan, load)] as const)().finally(end)
  const { rounds, seconds } = plan
  return {
    node: process.version,
    cores: availableParallelism(),
    connections: CONNECTIONS,
    rounds,
    seconds,
    compared: sqlite.compared,
    commit_ms: sqlite.commit_ms,
    sqlite: sqlite.measured,
    carts: sqlite.carts,
    postgres: postgres.measured,
    cold_starts: sqlite.cold_starts,
  }
}
