import { resolve } from 'node:path'

/** Where the database is, as `DATABASE_URL` says. */
export type DatabaseLocation =
  | { engine: 'sqlite'; path: string }
  /** One URL for each host that may be the primary. */
  | { engine: 'postgres'; urls: string[] }

const memory = ':memory:'
const sqlite = /^sqlite:(.+)$/
const postgres = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(\/[^/?]+(?:\?.*)?)$/

/** The folder of the server's socket, as libpq takes it where the URL names no host. */
const socket = /[?&]host=(?:\/|%2f)/i

/** The host of a URL may be missing, which the URL Standard does not allow beside a user. */
const canBeRead = (url: string): boolean => URL.canParse(url.replace(/@\//, '@localhost/'))

/**
 * Reads `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT/NAME?…`. As with libpq, several hosts
 * may be given, separated by commas; the one that is the primary is used. `?host=/FOLDER` takes the
 * place of a host, and `sslrootcert=system` wants `sslmode=verify-full`.
 *
 * @returns undefined when the text is neither
 */
export function parseDatabaseUrl(databaseUrl: string): DatabaseLocation | undefined {
  const path = sqlite.exec(databaseUrl)?.[1]
  if (path !== undefined) {
    if (/^\/\/[^/]/.test(path)) return undefined
    return { engine: 'sqlite', path: path === memory ? path : resolve(path) }
  }
  const [, before, hosts = '', after = ''] = postgres.exec(databaseUrl) ?? []
  if (before === undefined || (hosts === '' && !socket.test(after)) || isWeak(after)) {
    return undefined
  }
  const list = hosts.split(',')
  const urls = list.map((host) => `${before}${host}${after}`)
  const isWhole = list.length === 1 || !list.includes('')
  return isWhole && urls.every(canBeRead) ? { engine: 'postgres', urls } : undefined
}

/** The system's authorities sign for everybody, so the server's name has to be checked, too. */
function isWeak(pathAndQuery: string): boolean {
  const [, query = ''] = pathAndQuery.split('?', 2)
  const parameters = new URLSearchParams(query)
  const mode = parameters.get('sslmode') ?? 'verify-full'
  return parameters.get('sslrootcert') === 'system' && mode !== 'verify-full'
}

/** How a database is named, for a text that names none. */
export function wantedForm(databaseUrl: string): string {
  if (databaseUrl.startsWith('sqlite://')) {
    return 'sqlite:data/x.db, or sqlite:/data/x.db for a path from the root: no // after the colon'
  }
  if (/[?&]sslrootcert=system/.test(databaseUrl)) {
    return 'a URL with sslmode=verify-full, which sslrootcert=system needs'
  }
  return 'sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME'
}

/** As `parseDatabaseUrl`. @throws when the text is neither */
export function requireDatabaseUrl(databaseUrl: string): DatabaseLocation {
  const location = parseDatabaseUrl(databaseUrl)
  if (!location) throw new Error(`It must be ${wantedForm(databaseUrl)}.`)
  return location
}

/** The file that holds the database; undefined when it is in memory or on a server. */
export function databaseFile(databaseUrl: string): string | undefined {
  const location = parseDatabaseUrl(databaseUrl)
  return location?.engine === 'sqlite' && location.path !== memory ? location.path : undefined
}

/** The URL for logs and messages: without its password and its query, which may hold one. */
export function redactedUrl(databaseUrl: string): string {
  return databaseUrl
    .replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1:***@')
    .replace(/^(\w+:\/\/[^?]*)\?.*$/, '$1')
}
