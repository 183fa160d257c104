import { resolve } from 'node:path'

/** Where the database is, as `DATABASE_URL` says. */
export type Address =
  | { engine: 'sqlite'; path: string }
  /** One URL for each host that may be the primary. */
  | { engine: 'postgres'; urls: string[] }

const memory = ':memory:'
const sqlite = /^sqlite:(.+)$/
const postgres = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]+)(\/[^/?]+(?:\?.*)?)$/

/**
 * Reads `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT/NAME?…`. As with libpq, several hosts
 * may stand there, separated by commas: whichever of them is the primary is used.
 *
 * @returns undefined when the text is neither
 */
export function parseDatabaseUrl(database_url: string): Address | undefined {
  const path = sqlite.exec(database_url)?.[1]
  if (path) return { engine: 'sqlite', path: path === memory ? path : resolve(path) }
  const [, before, hosts, after] = postgres.exec(database_url) ?? []
  const urls = hosts?.split(',').map((host) => `${before}${host}${after}`) ?? []
  return urls.length > 0 && urls.every((url) => URL.canParse(url))
    ? { engine: 'postgres', urls }
    : undefined
}

/** The same, of a text that must be one. */
export function requireDatabaseUrl(database_url: string): Address {
  const address = parseDatabaseUrl(database_url)
  if (!address) throw new Error('It is neither sqlite:PATH nor postgres://USER@HOST/NAME.')
  return address
}

/** The file that holds the database; undefined when it is in memory or in a server. */
export function databaseFile(database_url: string): string | undefined {
  const address = parseDatabaseUrl(database_url)
  return address?.engine === 'sqlite' && address.path !== memory ? address.path : undefined
}

/** The address as it may be shown to people: without its password, which may be in its query. */
export function redactedUrl(database_url: string): string {
  return database_url
    .replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1:***@')
    .replace(/^(\w+:\/\/[^?]*)\?.*$/, '$1')
}
