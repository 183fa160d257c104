import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createApp } from './app.ts'
import { openVault } from './auth/keys.ts'
import { Tokens } from './auth/tokens.ts'
import { Refusal, replyOf } from './contract/refusal.ts'
import { shownAddress } from './db/address.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open.ts'
import type { Service } from './handlers/operation.ts'
import * as present from './handlers/present.ts'
import { newRequestId } from './http.ts'
import { Rail } from './pix/rail.ts'
import { SandboxClock, SystemClock } from './runtime/clock.ts'
import type { Clock } from './runtime/clock.ts'
import { EnvironmentError, readEnvironment } from './runtime/environment.ts'
import type { Environment } from './runtime/environment.ts'
import { Limits } from './runtime/limits.ts'
import { createLog } from './runtime/log.ts'
import type { Logger } from './runtime/log.ts'
import { Metrics } from './runtime/metrics.ts'
import {
  isWorker, runWorkers, tellReady, whenEnded, WorkersFailed,
} from './runtime/workers.ts'
import { welcome } from './scripts/welcome.ts'
import { Dispatcher } from './webhooks/delivery.ts'
import type { Snapshot } from './webhooks/events.ts'
import { createPost } from './webhooks/request.ts'

/** A client gets this long to send its headers, and then its whole request. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const CONNECTIONS_CHECK_MS = 2_000
const KEEP_ALIVE_MS = 65_000
const MAX_CONNECTIONS = 10_000

/** Of a drain: for requests that are just arriving, and for those under way. */
const IDLE_GRACE_MS = 500
const DRAIN_LIMIT_MS = 8_000

/** What a service is run with; a test may bring its own clock. */
export type ServeOptions = {
  environment: Environment
  db: Database
  log: Logger
  clock?: Clock
}

/** A running service. */
export type Running = { service: Service; port: number; close(): Promise<void> }

const clockOf = ({ mode }: Environment, db: Database): Clock =>
  mode === 'sandbox' ? new SandboxClock(db) : new SystemClock()

async function createService(
  { environment, db, log, ...options }: ServeOptions,
  ending: AbortSignal,
): Promise<Service> {
  const { mode, base_url, rate_limit, auth_failure_limit, reconcile_seconds } = environment
  const clock = options.clock ?? clockOf(environment, db)
  const { vault, keys } = await openVault({ environment, db, now: await clock.now() })
  const webhooks = new Dispatcher({ db, vault, clock, log, post: createPost({ mode }) })
  const snapshot: Snapshot = (checkout) => present.checkout(checkout, base_url)
  const onEvent = () => webhooks.wake()
  return {
    mode,
    base_url,
    clock,
    keys,
    tokens: new Tokens(keys, base_url),
    limits: new Limits(db, {
      requests_per_second: rate_limit,
      failures_per_minute: auth_failure_limit,
    }),
    metrics: new Metrics(),
    snapshot,
    webhooks,
    rail: new Rail({ db, vault, mode, clock, log, snapshot, onEvent, reconcile_seconds }),
    ending,
  }
}

const malformed = new Refusal('invalid_request', {
  detail: 'A requisição HTTP está malformada.',
})

/** What the HTTP parser refuses is answered in the contract's envelope as well. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const request_id = newRequestId()
  const { body } = replyOf(malformed, request_id)
  const text = JSON.stringify(body)
  socket.end([
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${request_id}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    text,
  ].join('\r\n'))
}

type Address = { port: number; host: string; variable: 'PORT' | 'METRICS_PORT' }

async function listen(app: RequestListener, address: Address): Promise<Server> {
  const { port, host, variable } = address
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  }, app)
  server.maxConnections = MAX_CONNECTIONS
  server.on('clientError', answerMalformed)
  server.listen(port, host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new EnvironmentError(`${variable}: ${host}:${port} cannot be used (${error.code})`)
  })
  return server
}

/**
 * Stops accepting, answers what has arrived, and closes. Node's own `close` would also cut idle
 * connections at once, and with them a request that is just arriving on one.
 */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  TcpServer.prototype.close.call(server)
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_GRACE_MS)
  const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS)
  await closed
  clearInterval(idle)
  clearTimeout(limit)
}

/** Serves the API, and the metrics on a port of their own when one is set. */
export async function serve(options: ServeOptions): Promise<Running> {
  const { environment, db, log } = options
  const { port, host, metrics_port, trusted_proxies, validate_responses } = environment
  const ending = new AbortController()
  const service = await createService(options, ending.signal)
  const app = { db, service, log, trusted_proxies, validate_responses }
  const servers = [await listen(await createApp(app), { port, host, variable: 'PORT' })]
  if (metrics_port !== undefined) {
    const metrics = await createApp({ ...app, surface: 'metrics' })
    const address = { port: metrics_port, host, variable: 'METRICS_PORT' } as const
    servers.push(await listen(metrics, address))
  }
  service.webhooks.start()
  service.rail.start()
  const address = servers[0]?.address() as AddressInfo
  return {
    service,
    port: address.port,
    async close() {
      ending.abort()
      await Promise.all([...servers.map(drain), service.webhooks.stop(DRAIN_LIMIT_MS)])
      await service.rail.stop()
      await db.close()
    },
  }
}

/** An address that can be called from here, also when the service listens on all of them. */
function hostForUrl(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

async function open({ database_url, database_connections }: Environment): Promise<Database> {
  try {
    return await openDatabase(database_url, { pool_size: database_connections })
  } catch (error) {
    const { message } = error as Error
    throw new EnvironmentError(`DATABASE_URL: ${shownAddress(database_url)}: ${message}`)
  }
}

/** On an empty database in sandbox mode, shows a person where to begin. */
async function greet(environment: Environment, db: Database, port: number): Promise<void> {
  const { mode, host, base_url } = environment
  if (mode !== 'sandbox') return
  const local_url = `http://${hostForUrl(host)}:${port}`
  const now = await clockOf(environment, db).now()
  const text = await welcome(db, { local_url, base_url, now })
  if (text) console.log(text)
}

/** One process that serves, until it is told to end. */
async function runOne(environment: Environment, log: Logger): Promise<void> {
  const db = await open(environment)
  void db.lost?.then((error) => {
    log.fatal({ err: error }, 'the disk failed: what it holds is unknown until it is opened anew')
    process.exit(1)
  })
  const { port, close } = await serve({ environment, db, log })
  if (isWorker) tellReady()
  else {
    await greet(environment, db, port)
    log.info({ host: environment.host, port, mode: environment.mode }, 'ready')
  }
  const reason = await whenEnded()
  log.info({ reason }, 'draining')
  await close()
  log.info('stopped')
  if (isWorker) process.exit(0)
}

/** Several that share the port; this one serves nobody, and starts another when one has died. */
async function runSeveral(environment: Environment, log: Logger): Promise<void> {
  const { host, port, mode, workers } = environment
  await runWorkers({ count: workers, log, limit_ms: DRAIN_LIMIT_MS + IDLE_GRACE_MS }, async () => {
    const db = await open(environment)
    await greet(environment, db, port)
    await db.close()
    log.info({ host, port, mode, workers }, 'ready')
  })
  log.info('stopped')
}

async function main(): Promise<void> {
  const environment = readEnvironment(process.env)
  const log = createLog(environment.log_level)
  const several = environment.workers > 1 && !isWorker
  await (several ? runSeveral(environment, log) : runOne(environment, log))
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    if (error instanceof EnvironmentError) console.error(error.message)
    else if (!(error instanceof WorkersFailed)) console.error(error)
    process.exit(1)
  })
}
