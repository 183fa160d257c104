import { resolve } from 'node:path'

/** Where the database is, as `DATABASE_URL` says. */
export type DatabaseLocation =
  | { engine: 'sqlite'; path: string }
  /** One URL for each host that may be the primary. */
  | { engine: 'postgres'; urls: string[] }

const memory = ':memory:'
const sqlite = /^sqlite:(.+)$/
const postgres = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]+)(\/[^/?]+(?:\?.*)?)$/

/**
 * Reads `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT/NAME?…`. As with libpq, several hosts
 * may be given, separated by commas; the one that is the primary is used.
 *
 * @returns undefined when the text is neither
 */
export function parseDatabaseUrl(databaseUrl: string): DatabaseLocation | undefined {
  const path = sqlite.exec(databaseUrl)?.[1]
  if (path) return { engine: 'sqlite', path: path === memory ? path : resolve(path) }
  const [, before, hosts, after] = postgres.exec(databaseUrl) ?? []
  const urls = hosts?.split(',').map((host) => `${before}${host}${after}`) ?? []
  return urls.length > 0 && urls.every((url) => URL.canParse(url))
    ? { engine: 'postgres', urls }
    : undefined
}

/** As `parseDatabaseUrl`. @throws when the text is neither */
export function requireDatabaseUrl(databaseUrl: string): DatabaseLocation {
  const location = parseDatabaseUrl(databaseUrl)
  if (!location) throw new Error('It is neither sqlite:PATH nor postgres://USER@HOST/NAME.')
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
