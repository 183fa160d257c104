import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { createApp } from './app.ts'
import type { App } from './app.ts'
import { bodyLimits } from './http/bodies.ts'
import type { BodyLimits } from './http/bodies.ts'
import { loadHandlers } from './handlers/index.ts'
import { redactedUrl } from './db/databaseUrl.ts'
import type { Database, Warn } from './db/database.ts'
import { openDatabase } from './db/open.ts'
import { clockOf, createService } from './domain/service.ts'
import type { Service } from './domain/service.ts'
import { expiredKeys } from './http/idempotency.ts'
import { responseLimits } from './http/responseBacklog.ts'
import type { ResponseLimits } from './http/responseBacklog.ts'
import { connectionLimits, drain, DRAIN_LIMIT_MS, listen, stopAccepting } from './http/listen.ts'
import type { ConnectionLimits, Listening } from './http/listen.ts'
import { portOf } from './http/listeningSockets.ts'
import type { Address } from './http/listeningSockets.ts'
import type { RailLimits } from './domain/pix/rounds/rail.ts'
import { loadShedderLimits } from './http/loadShedder.ts'
import type { LoadShedderLimits } from './http/loadShedder.ts'
import { SystemClock } from './runtime/clock.ts'
import type { Clock } from './runtime/clock.ts'
import { EnvironmentError, readEnvironment } from './runtime/environment.ts'
import type { Environment } from './runtime/environment.ts'
import { createLog } from './runtime/logger.ts'
import type { Logger } from './runtime/logger.ts'
import { startTraces, stopTraces } from './runtime/traces.ts'
import { isWorker, runWorkers, tellReady, whenEnded, WorkersFailed } from './runtime/cluster.ts'

/** How long a process may take to end, `DRAIN_LIMIT_MS` of it for requests; workers are killed. */
const END_LIMIT_MS = DRAIN_LIMIT_MS + 500

/** The limits on what requests may use. */
export type ServiceLimits = ConnectionLimits &
  ResponseLimits &
  LoadShedderLimits &
  BodyLimits &
  RailLimits

/** Environment, database and log of a service. Tests may inject a clock and other limits. */
export type ServeOptions = {
  environment: Environment
  db: Database
  log: Logger
  clock?: Clock
  limits?: Partial<ServiceLimits>
}

/** A running service. */
export type RunningService = { service: Service; port: number; close(): Promise<void> }

type Place = Address & { variable: 'PORT' | 'METRICS_PORT' }

/** Errors of listen(2) by which the host, and not the port, cannot be used. */
const hostCodes = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND'])

async function listenAt(
  app: App,
  { variable, ...address }: Place,
  limits: ConnectionLimits,
): Promise<Listening> {
  return listen(app, address, limits).catch((error: NodeJS.ErrnoException) => {
    const { host, port } = address
    const named = hostCodes.has(error.code ?? '') ? 'HOST' : variable
    throw new EnvironmentError(`${named}: ${host}:${port} cannot be used (${error.code})`)
  })
}

/** Serves the API, and the metrics on a port of their own when one is set. */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { environment, db, log } = options
  const { port, host, metricsPort } = environment
  const { trustedProxies, validateResponses, securityContact } = environment
  const ending = new AbortController()
  const service = await createService({
    environment,
    db,
    log,
    clock: options.clock,
    railLimits: options.limits ?? {},
    sweeps: [expiredKeys],
    ending: ending.signal,
  })
  const limits = {
    ...connectionLimits,
    ...responseLimits,
    ...loadShedderLimits,
    ...bodyLimits,
    ...options.limits,
  }
  const hosts = [new URL(service.baseUrl).hostname, ...environment.allowedHosts]
  const told = { trustedProxies, hosts, validateResponses, securityContact }
  const app = { db, service, log, limits, ...told }
  // Before the first request, which would find the claims of a process that was killed.
  await service.rail.resume()
  const main = await listenAt(await createApp(app), { port, host, variable: 'PORT' }, limits)
  const servers = [main]
  if (metricsPort !== undefined) {
    // The sandbox's clock is in the database, and metrics are read while that is away.
    const liveService = { ...service, clock: new SystemClock() }
    const own = { hosts: environment.metricsHosts, surface: 'metrics' } as const
    const metrics = await createApp({ ...app, ...own, service: liveService })
    const address = { port: metricsPort, host, variable: 'METRICS_PORT' } as const
    servers.push(await listenAt(metrics, address, limits))
  }
  service.webhooks.start()
  service.mailer.start()
  service.rail.start()
  service.sweeper.start()
  service.dueRounds.start()
  service.subscriptionCounts?.start()
  // At once: an older version may have run before this start.
  service.repairer.start(true)
  service.auditHeads.start()
  return {
    service,
    port: portOf(main.server),
    async close() {
      const drained = servers.map((server) => drain(server, limits))
      await Promise.all(servers.map(stopAccepting))
      // After the listeners are closed: a client whose stream ends connects again at once.
      ending.abort()
      await Promise.all([
        ...drained,
        service.webhooks.stop(DRAIN_LIMIT_MS),
        service.mailer.stop(DRAIN_LIMIT_MS),
      ])
      const { rail, sweeper, dueRounds, subscriptionCounts, repairer, auditHeads } = service
      const tasks = [rail, sweeper, dueRounds, subscriptionCounts, repairer, auditHeads]
      await Promise.all(tasks.map((task) => task?.stop()))
      await Promise.all([service.parsers.close(), service.outgoing.close()])
      await db.close()
    },
  }
}

/** The host for a URL to this process, also when it listens on all addresses. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

async function open(
  { databaseUrl, databaseConnections: poolSize }: Environment,
  log: Logger,
): Promise<Database> {
  const warn: Warn = (facts, message) => log.warn(facts, message)
  const onFailure = (error: Error) =>
    log.error({ err: error }, 'work on the database file failed: it is tried again')
  try {
    return await openDatabase(databaseUrl, { poolSize: poolSize, warn, onFailure })
  } catch (error) {
    const { message } = error as Error
    throw new EnvironmentError(`DATABASE_URL: ${redactedUrl(databaseUrl)}: ${message}`)
  }
}

/** The demo of an empty database in sandbox mode; nothing on any other. */
async function firstDemo(
  { mode, host, baseUrl }: Environment,
  db: Database,
  port: number,
  now: Date,
) {
  if (mode !== 'sandbox') return undefined
  const { welcome } = await import('./welcome.ts')
  return welcome(db, { localUrl: `http://${hostForUrl(host)}:${port}`, baseUrl, now })
}

/**
 * Prints the address of the service, and how to sign in. Without a terminal it goes to standard
 * error: standard output is the log, for programs.
 */
async function greet(environment: Environment, db: Database, port: number): Promise<void> {
  const now = await clockOf(environment, db).now()
  const demo = await firstDemo(environment, db, port, now)
  const { banner, terminalLanguage } = await import('./banner.ts')
  const text = banner(terminalLanguage(process.env), { ...environment, port }, demo)
  const output = process.stdout.isTTY ? process.stdout : process.stderr
  output.write(`${text}\n`)
}

/**
 * Sets two options of V8. Node warns of options that are changed at run time: V8 reads these only
 * where it counts and where it decides. On the command line the first takes 15 ms of each start.
 * See packages/bench/README.md.
 *
 * Literals allocate in the young generation: where V8 has counted that most of what they make lives
 * on, as at the start, it would allocate the objects of requests, made by the same literals, in the
 * old generation (allocation-site pretenuring).
 *
 * The old generation is marked each time it has grown by a fifth, and not when it has doubled or
 * tripled: the process keeps the memory of its largest heap, and would have that late.
 */
function tuneGarbageCollection(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--heap-growing-percent=20')
}

/** Runs one process that serves requests until it is told to end. */
async function runOne(environment: Environment, log: Logger): Promise<void> {
  await startTraces(process.env, log)
  const db = await open(environment, log)
  void db.failed.then((error) => {
    log.fatal({ err: error }, error.message)
    process.exit(1)
  })
  // From the first connection on, a signal ends the process by draining it.
  const ended = whenEnded()
  const { port, close } = await serve({ environment, db, log })
  tuneGarbageCollection()
  if (isWorker) tellReady()
  else {
    await greet(environment, db, port)
    log.info({ host: environment.host, port, mode: environment.mode }, 'ready')
  }
  // All at once: an upgrade may replace their files while this process runs.
  await loadHandlers()
  const reason = await ended
  log.info({ reason }, 'draining')
  // Work that waits for a database that hangs is left: nothing of it has been acknowledged.
  await Promise.race([close(), wait(END_LIMIT_MS)])
  await stopTraces(log)
  log.info('stopped')
  // An export of traces that hangs, or a worker's channel to the primary process, would keep the
  // process alive.
  process.exit(0)
}

/** Runs workers that share the port. This process serves no requests, and replaces dead workers. */
async function runSeveral(environment: Environment, log: Logger): Promise<void> {
  const { host, port, mode, workers, metricsPort } = environment
  if (metricsPort !== undefined) {
    const { addUpMetrics } = await import('./runtime/metrics/workerMetrics.ts')
    addUpMetrics()
  }
  await runWorkers({ count: workers, log, limitMs: END_LIMIT_MS }, async () => {
    const db = await open(environment, log)
    await greet(environment, db, port)
    await db.close()
    log.info({ host, port, mode, workers }, 'ready')
  })
  log.info('stopped')
}

/** The log of a process: lines for a person at a terminal, JSON for all else. */
async function openLog({ logLevel, logFormat }: Environment): Promise<Logger> {
  if (!process.stdout.isTTY || logFormat === 'json') return createLog(logLevel)
  const { terminalOutput } = await import('./runtime/terminalOutput.ts')
  return createLog(logLevel, terminalOutput(process.stdout))
}

async function run(): Promise<void> {
  const environment = readEnvironment(process.env)
  const log = await openLog(environment)
  const several = environment.workers > 1 && !isWorker
  await (several ? runSeveral(environment, log) : runOne(environment, log))
}

/** Runs the service by the environment of this process, which ends with it. */
export function start(): void {
  run().catch((error: unknown) => {
    if (error instanceof EnvironmentError) console.error(error.message)
    else if (!(error instanceof WorkersFailed)) console.error(error)
    process.exit(1)
  })
}

if (import.meta.main) start()
