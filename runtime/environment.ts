import { readFileSync } from 'node:fs'
import { bool, cleanEnv, makeValidator, str } from 'envalid'
import proxyaddr from 'proxy-addr'
import { hasCredentials, webAddress } from '../contract/webAddress.ts'
import { parseDatabaseUrl, wantedForm } from '../db/databaseUrl.ts'
import { POOL_SIZE } from '../db/open.ts'
import { asciiMailbox } from './mailbox.ts'

/** How the service is run; every variable is described in docs/operations.md. */
export type Environment = {
  port: number
  host: string
  baseUrl: string
  baseUrlGiven: boolean
  databaseUrl: string
  /** How many connections to PostgreSQL each process holds at most. */
  databaseConnections: number
  mode: 'sandbox' | 'live'
  /** MODE is set; without it the mode is the default. */
  modeGiven: boolean
  logLevel: (typeof levels)[number]
  /** `json`: the log is JSON at a terminal, too. */
  logFormat: 'json' | undefined
  /** 32 bytes; when undefined, the sandbox generates a file beside the database. */
  secretKey: Buffer | undefined
  /** 32 bytes; opens what is not yet sealed under `secretKey`. */
  secretKeyPrevious: Buffer | undefined
  /** Requests per second of each API client; undefined means no limit. */
  rateLimit: number | undefined
  /** Requests per second of all API clients of a seller together; undefined means no limit. */
  sellerRateLimit: number | undefined
  /** Bytes that a seller may add to the database in a day; undefined means no limit. */
  sellerDailyBytes: number | undefined
  /** Wrong credentials per minute from one address. */
  authFailureLimit: number
  /** Addresses and subnets of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  /** Names beside BASE_URL's host that the public port answers for. */
  allowedHosts: string[]
  /** Names that the metrics port answers for. */
  metricsHosts: string[]
  /** Where faults of this installation are reported; undefined when the operator names nothing. */
  securityContact: string | undefined
  /** The server that mails are given to, and their sender; undefined when none are sent. */
  mailServer: MailServer | undefined
  reconcileSeconds: number
  /** For how long events and their deliveries are kept. */
  retentionDays: number
  /** How many processes share the port. */
  workers: number
  metricsPort: number | undefined
  validateResponses: boolean
}

export type MailServer = {
  /** `smtp://` or `smtps://`, with user and password if need be. */
  url: string
  /** The sender's mailbox, its domain in ASCII. */
  from: string
  /** The sender's name where MAIL_FROM has one. */
  fromName: string | undefined
  /** The name by which this service greets the server (RFC 5321 §4.1.1.1). */
  clientName: string
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Names, in one line, the variables whose values are invalid. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

function wholeNumber(least: number, most: number) {
  return makeValidator<number>((text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new Error(`must be a whole number from ${least} to ${most}`)
  })
}

/** The origin that an address has once it is read: its capitals, accents and port are one text. */
const address = makeValidator<string>((text) => {
  const url = webAddress(text)
  // `URL` forgives what an issuer of tokens may not have (RFC 8414 §2), such as a bare `?`.
  if (!url || !/^https?:\/\/[^?#\\]+$/i.test(text)) {
    throw new Error('must be an http or https address without a space or a query')
  }
  // It is the prefix of every checkout_url, which buyers see.
  if (hasCredentials(url)) throw new Error('must be an address without a user or a password')
  // Pages name their scripts, forms and streams from the root. An origin is also all that keeps a
  // browser's pages apart: beside a shop's, each of its scripts could act in the dashboard.
  if (!/^\/*$/.test(url.pathname)) {
    throw new Error('must be an address without a path: give the service a host name of its own')
  }
  return url.origin
})

/** Names of hosts as a `Host` has them, but for the port. */
const hosts = makeValidator<string[]>((text) => {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.every((name) => /^[\w-]+(\.[\w-]+)*$/.test(name))) return names
  throw new Error('must be names of hosts without ports, separated by commas')
})

const hostVariables = {
  ALLOWED_HOSTS: hosts({ default: [] }),
  METRICS_HOSTS: hosts({ default: [] }),
}

/** The names that each port answers for. */
const hostsOf = (env: { ALLOWED_HOSTS: string[]; METRICS_HOSTS: string[] }) => ({
  allowedHosts: env.ALLOWED_HOSTS,
  metricsHosts: env.METRICS_HOSTS,
})

const collector = makeValidator<string>((text) => {
  if (URL.canParse(text) && /^https?:\/\//i.test(text)) return text
  throw new Error('must be an http or https address')
})

/** True when requests to the address cannot be read on the way: https, or http to this machine. */
function isPrivate(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

const database = makeValidator<string>((text) => {
  if (parseDatabaseUrl(text)) return text
  throw new Error(`must be ${wantedForm(text)}`)
})

const key = makeValidator<Buffer>((text) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 32 && /^[A-Za-z0-9+/]{43}=$/.test(text)) return bytes
  throw new Error('must be 32 bytes in base64, as `openssl rand -base64 32` prints them')
})

/** An address as `Contact` has it (RFC 9116 §2.5.3); a mailbox by itself gets its scheme. */
const contact = makeValidator<string>((text) => {
  if (/^(mailto:|https:\/\/|tel:)[\x21-\x7e]+$/i.test(text)) return text
  if (/^[^\s@:]+@[^\s@:]+$/.test(text)) return `mailto:${text}`
  throw new Error('must be a mailbox, or an address of mailto, https or tel')
})

const mailUrl = makeValidator<string>((text) => {
  const url = URL.parse(text)
  const isServer = url && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  if (!isServer || !/^\/?$/.test(url.pathname) || url.search || url.hash) {
    throw new Error('must be smtp://HOST or smtps://HOST, with a user and a password if need be')
  }
  try {
    decodeURIComponent(url.username + url.password)
    return text
  } catch {
    throw new Error('a % in the user or the password must be written as %25')
  }
})

/** A mailbox, by itself or behind a name: `Loja <pix@loja.example>`. */
const sender = makeValidator<Pick<MailServer, 'from' | 'fromName'>>((text) => {
  const start = text.endsWith('>') ? text.lastIndexOf('<') : -1
  const from = asciiMailbox(start < 0 ? text : text.slice(start + 1, -1))
  const name = start < 0 ? '' : text.slice(0, start).trim()
  const fromName = /^".*"$/.test(name) ? name.slice(1, -1) : name
  if (from !== null && !/["<>]/.test(fromName) && !/\p{Cc}/u.test(text)) {
    return { from, fromName: fromName || undefined }
  }
  throw new Error('must be a mailbox such as pix@loja.example, or Loja <pix@loja.example>')
})

const rate = makeValidator<number>((text) => {
  if (text === 'off') return 0
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new Error('must be off or a whole number of requests a second')
})

const megabytes = makeValidator<number>((text) => {
  if (text === 'off') return 0
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Error('must be off or a whole number of megabytes')
})

const LIVE_RATE_LIMIT = 100

/** API clients of a seller that can use their whole limits at the same time. */
const CLIENTS_AT_LIMIT = 5

/** About 150,000 checkouts a day, each with an `Idempotency-Key`. */
const LIVE_DAILY_MB = 1_000

const BYTES_PER_MB = 1_000_000

const proxies = makeValidator<string[]>((text) => {
  const addresses = text.split(',').map((address) => address.trim())
  try {
    proxyaddr.compile(addresses)
    return addresses
  } catch {
    throw new Error('must be addresses or subnets such as 10.0.0.0/24, separated by commas')
  }
})

/** The key in SECRET_KEY or in the file that SECRET_KEY_FILE names, for secrets kept in files. */
function secretKeyOf(set: NodeJS.ProcessEnv): string | undefined {
  const { SECRET_KEY, SECRET_KEY_FILE } = set
  if (SECRET_KEY_FILE === undefined) return SECRET_KEY
  if (SECRET_KEY !== undefined) {
    throw new EnvironmentError('SECRET_KEY_FILE: SECRET_KEY is set as well; only one may be')
  }
  try {
    return readFileSync(SECRET_KEY_FILE, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EnvironmentError(`SECRET_KEY_FILE: ${SECRET_KEY_FILE} cannot be read (${code})`)
  }
}

function requireDatabaseFor(workers: number, databaseUrl: string): void {
  if (workers === 1 || parseDatabaseUrl(databaseUrl)?.engine === 'postgres') return
  throw new EnvironmentError('WORKERS: more than 1 needs PostgreSQL; DATABASE_URL names SQLite')
}

/** The server that mails are given to. Without one, a sender alone means nothing. */
function mailServerOf(
  url: string | undefined,
  sender: Pick<MailServer, 'from' | 'fromName'> | undefined,
  baseUrl: string,
): MailServer | undefined {
  if (url === undefined) return undefined
  if (sender === undefined) throw new EnvironmentError('MAIL_FROM: required with SMTP_URL')
  return { url, ...sender, clientName: clientNameOf(baseUrl) }
}

/** A host name, or an address in digits as a literal (RFC 5321 §4.1.3). */
function clientNameOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  if (!hasAddressInDigits(baseUrl)) return hostname
  return hostname.startsWith('[') ? hostname.replace('[', '[IPv6:') : `[${hostname}]`
}

/** True when the host of an address is no name: passkeys belong to names (WebAuthn, RP ID). */
export const hasAddressInDigits = (baseUrl: string): boolean =>
  /^(\[.*\]|\d+(\.\d+){3})$/.test(new URL(baseUrl).hostname)

type Limits = {
  MODE: Environment['mode']
  RATE_LIMIT: number | undefined
  SELLER_RATE_LIMIT: number | undefined
  SELLER_DAILY_MB: number | undefined
}

/** The limits on callers; 0 means none, and so does an unset variable of the sandbox. */
function limitsOf(env: Limits) {
  const live = env.MODE === 'live'
  const rateLimit = (env.RATE_LIMIT ?? (live ? LIVE_RATE_LIMIT : 0)) || undefined
  const sellerRateLimit = live && rateLimit ? CLIENTS_AT_LIMIT * rateLimit : 0
  const dailyMegabytes = env.SELLER_DAILY_MB ?? (live ? LIVE_DAILY_MB : 0)
  return {
    rateLimit,
    sellerRateLimit: (env.SELLER_RATE_LIMIT ?? sellerRateLimit) || undefined,
    sellerDailyBytes: dailyMegabytes * BYTES_PER_MB || undefined,
  }
}

/**
 * Reads the environment variables.
 *
 * @throws EnvironmentError that names each invalid variable, in one line
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  // Compose files and shells pass an unset variable as an empty one.
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const secretKey = secretKeyOf(set)
  const env = cleanEnv(
    { ...set, ...(secretKey !== undefined && { SECRET_KEY: secretKey }) },
    {
      PORT: wholeNumber(1, 65_535)({ default: 3000 }),
      HOST: str({ default: '127.0.0.1' }),
      BASE_URL: address({ default: undefined }),
      DATABASE_URL: database({ default: 'sqlite:data/balcao.db' }),
      DATABASE_CONNECTIONS: wholeNumber(1, 1_000)({ default: POOL_SIZE }),
      MODE: str({ choices: ['sandbox', 'live'], default: 'sandbox' }),
      LOG_LEVEL: str({ choices: levels, default: 'info' }),
      LOG_FORMAT: str({ choices: ['json'], default: undefined }),
      SECRET_KEY: key({ default: undefined }),
      SECRET_KEY_FILE: str({ default: undefined }),
      SECRET_KEY_PREVIOUS: key({ default: undefined }),
      RATE_LIMIT: rate({ default: undefined }),
      SELLER_RATE_LIMIT: rate({ default: undefined }),
      SELLER_DAILY_MB: megabytes({ default: undefined }),
      AUTH_FAILURE_LIMIT: wholeNumber(1, 1_000_000)({ default: 100 }),
      RECONCILE_SECONDS: wholeNumber(1, 86_400)({ default: 30 }),
      RETENTION_DAYS: wholeNumber(7, 36_500)({ default: 400 }),
      TRUSTED_PROXIES: proxies({ default: [] }),
      ...hostVariables,
      SECURITY_CONTACT: contact({ default: undefined }),
      SMTP_URL: mailUrl({ default: undefined }),
      MAIL_FROM: sender({ default: undefined }),
      WORKERS: wholeNumber(1, 64)({ default: 1 }),
      METRICS_PORT: wholeNumber(1, 65_535)({ default: undefined }),
      VALIDATE_RESPONSES: bool({ default: false }),
      // OpenTelemetry reads it, and would send traces to this machine instead.
      OTEL_EXPORTER_OTLP_ENDPOINT: collector({ default: undefined }),
    },
    { reporter: report },
  )
  const live = env.MODE === 'live'
  if (live && !env.SECRET_KEY) throw new EnvironmentError('SECRET_KEY: required in live mode')
  if (live && env.BASE_URL !== undefined && !isPrivate(env.BASE_URL)) {
    throw new EnvironmentError('BASE_URL: must be an https address in live mode')
  }
  requireDatabaseFor(env.WORKERS, env.DATABASE_URL)
  const baseUrl = env.BASE_URL ?? `http://localhost:${env.PORT}`
  return {
    port: env.PORT,
    host: env.HOST,
    baseUrl,
    baseUrlGiven: env.BASE_URL !== undefined,
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    mode: env.MODE,
    modeGiven: set['MODE'] !== undefined,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    secretKey: env.SECRET_KEY,
    secretKeyPrevious: env.SECRET_KEY_PREVIOUS,
    ...limitsOf(env),
    authFailureLimit: env.AUTH_FAILURE_LIMIT,
    trustedProxies: env.TRUSTED_PROXIES,
    ...hostsOf(env),
    securityContact: env.SECURITY_CONTACT,
    mailServer: mailServerOf(env.SMTP_URL, env.MAIL_FROM, baseUrl),
    reconcileSeconds: env.RECONCILE_SECONDS,
    retentionDays: env.RETENTION_DAYS,
    workers: env.WORKERS,
    metricsPort: env.METRICS_PORT,
    validateResponses: env.VALIDATE_RESPONSES,
  }
}

function report({ errors }: { errors: Partial<Record<string, Error>> }): void {
  const lines = Object.entries(errors).map(([name, error]) => `${name}: ${error?.message}`)
  if (lines.length > 0) throw new EnvironmentError(lines.join('; '))
}
