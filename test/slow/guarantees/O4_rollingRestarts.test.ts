/** O4: processes are ended by SIGTERM and started again, one after another, under load. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createSeller } from '../../../domain/access/clients.ts'
import { freePort } from '../../../cli/ports.ts'
import { engine, newDatabase, openTestDatabase, sqlOn } from '../../support/engine.ts'
import { tokenOf } from '../../support/processes.ts'
import { control, long, property } from '../../support/property.ts'
import { RawConnection } from '../../guarantees/support/rawHttp.ts'
import type { Restartable } from '../../guarantees/support/restarts.ts'
import { refused, startBalancer, startOn, Writers } from '../../guarantees/support/restarts.ts'

const RESTARTS = long ? 20 : 2
const WRITERS = 16
const LATE = 8
const WRITES_BETWEEN = long ? 300 : 40
const EXIT_LIMIT_MS = 10_000

/**
 * Closes idle connections, as `close` of Node's HTTP server does, where the service stops accepting
 * and goes on.
 */
const closesIdle = `data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:http'
  import { Server as TcpServer } from 'node:net'
  const { close } = TcpServer.prototype
  TcpServer.prototype.close = function (...args) {
    if (this instanceof Server) this.closeIdleConnections()
    return close.apply(this, args)
  }`)}`

const health = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function newToken(url: string, database_url: string): Promise<string> {
  const db = await openTestDatabase(database_url)
  return tokenOf(url, await createSeller(db, { name: 'Loja', now: new Date() }))
}

/** Connections that are open, and on which nothing is under way. */
async function idleConnections(port: number): Promise<RawConnection[]> {
  const idle = Array.from({ length: LATE }, () => new RawConnection(port))
  for (const connection of idle) {
    connection.write(health)
    await connection.answers(1)
  }
  return idle
}

/** Each sends a request although the process is ending already. */
async function assertLateAnswered(late: RawConnection[]): Promise<void> {
  for (const connection of late) connection.write(health)
  for (const connection of late) {
    const statuses = (await connection.answers(2)).map(({ status }) => status)
    assert.deepEqual(statuses, [200, 200], 'a request on a kept connection was not answered')
  }
}

/** @returns how long the slowest of them took to end */
async function restarted(
  processes: Restartable[],
  start: (port: number) => Promise<Restartable>,
  writers: Writers,
): Promise<number> {
  let longest_ms = 0
  for (let i = 0; i < RESTARTS; i++) {
    await writers.until(writers.acknowledged.length + WRITES_BETWEEN)
    const ended = processes[i % processes.length]
    assert.ok(ended)
    const late = await idleConnections(ended.port)
    const start_ms = performance.now()
    ended.kill()
    await refused(ended.port)
    await assertLateAnswered(late)
    assert.deepEqual((await ended.exited)[0], 0)
    longest_ms = Math.max(longest_ms, performance.now() - start_ms)
    processes[i % processes.length] = await start(ended.port)
  }
  await writers.until(writers.acknowledged.length + WRITES_BETWEEN)
  return longest_ms
}

/**
 * Restarts one process after another while writers write: with PostgreSQL two of them behind a
 * balancer, with SQLite the only one, without which nothing listens for a while.
 */
async function assertNoneFails(options: string[] = []): Promise<string> {
  const DATABASE_URL = await newDatabase()
  const SECRET_KEY = randomBytes(32).toString('base64')
  const environment = {
    DATABASE_URL,
    SECRET_KEY,
    MODE: 'live',
    RATE_LIMIT: 'off',
    SELLER_DAILY_MB: 'off',
    BASE_URL: 'https://pay.example',
  }
  const ports = [await freePort(), ...(engine === 'postgres' ? [await freePort()] : [])]
  const start = (port: number) => startOn(port, environment, options)
  const processes = await Promise.all(ports.map(start))
  const port = processes.length > 1 ? await startBalancer(ports) : ports[0]
  const url = `http://127.0.0.1:${port}`
  const writers = new Writers(url, await newToken(url, DATABASE_URL), WRITERS)
  const longest_ms = await restarted(processes, start, writers).finally(() => writers.stop())
  for (const { kill, exited } of processes) {
    kill()
    await exited
  }
  const sql = await sqlOn(DATABASE_URL)
  const stored = new Set(
    (await sql<{ id: string }>('select id from customers')).map(({ id }) => id),
  )
  const { acknowledged, failed, unheard } = writers
  const lost = acknowledged.filter((id) => !stored.has(id))
  assert.deepEqual(failed.slice(0, 5), [], `${failed.length} failed`)
  assert.deepEqual(lost, [])
  assert.equal(stored.size, acknowledged.length)
  assert.ok(!long || longest_ms < EXIT_LIMIT_MS, `${longest_ms}`)
  return (
    `0 of ${acknowledged.length + LATE * RESTARTS} requests failed in ${RESTARTS} restarts ` +
    `of ${processes.length} (nothing listened ${unheard} times), exit 0 within ` +
    `${(longest_ms / 1000).toFixed(1)} s`
  )
}

property('O4', async () => assertNoneFails())

control('O4', 'idle connections are cut as soon as the process is to end', async () =>
  assertNoneFails([`--import=${closesIdle}`]),
)
