/** Shared by all commands: environment, database, output and errors. */
import { existsSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { databaseFile, parseDatabaseUrl, redactedUrl } from '../../db/databaseUrl.ts'
import type { Database, Warn } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import { sealChanges } from '../../domain/auth/keys.ts'
import { trimmedName } from '../../domain/formats/names.ts'
import { SandboxClock, SystemClock } from '../../runtime/clock.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import type { Environment } from '../../runtime/environment.ts'
import { knownInstallation, requireMode } from '../../runtime/installation.ts'
import { localized } from '../texts/translate.ts'
import { asText } from './text.ts'
import { appendToCommandLog } from './commandLog.ts'

const NAME_LENGTH = 160

/** A foreseen failure, with the message as one line on standard error. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, { exitCode = 1, ...options }: CommandErrorOptions = {}) {
    super(message, options)
    this.exitCode = exitCode
  }
}

type CommandErrorOptions = ErrorOptions & { exitCode?: number | undefined }

export const noSeller = (id: string) => new CommandError(`There is no seller ${id}.`)

/** The result of a command. */
export type Output = {
  /** The document that `--json` prints. */
  value: object
  /** Printed instead of the formatted value, without `--json`. */
  text?: string
  /** Printed after the value, without `--json`. */
  note?: string
  /** Makes the command fail with this message, after the value was printed. */
  refusal?: string
  /** That of the failure, unless it is 1. */
  exitCode?: number
}

/** Printed with every new secret, of which only the hash is stored. */
export const SHOWN_ONCE = 'The client_secret will not be shown again: store it in a safe place.'

/** The option of commands that end a client or a user, and its help. */
export const endMadeOption = [
  '--end-made',
  'also end everything it created, and what that created in turn',
] as const

/** Names the grants of an ended client or user that live on, or that have ended with it. */
export const madeNote = ({ made, ended }: { made: string[]; ended: string[] }): string => {
  if (ended.length > 0) return `Also ended: ${ended.join(' ')}.`
  return made.length > 0
    ? `It created, and these stay: ${made.join(' ')}.`
    : 'It created nothing that stays.'
}

/**
 * Environment and database of a command. `now` is the service's time, which the sandbox can
 * advance.
 */
export type Store = { environment: Environment; db: Database; now: Date }

/** True when `--json` was given, on the command itself or before it. */
export const wantsJson = (command: Command) => command.optsWithGlobals()['json'] === true

/** The output is lost: the disk is full, or the reader has closed the pipe. */
export const cannotPrint = ({ message }: Error) => new CommandError(`Cannot print: ${message}`)

/** Prints a text. Fails when it cannot be written: a new secret must not get lost unnoticed. */
export async function print(text: string): Promise<void> {
  const failure = await new Promise((resolve) => {
    process.stdout.once('error', resolve).write(`${text}\n`, resolve)
  })
  if (failure instanceof Error) throw cannotPrint(failure)
}

/** The action of a command: calls the function with its arguments and prints the result. */
export function printing<Args extends unknown[]>(body: (...args: Args) => Promise<Output>) {
  return async (...args: [...Args, ...unknown[]]): Promise<void> => {
    const { value, text, note, refusal, exitCode } = await body(...(args as unknown as Args))
    const said = [text, note].map((paragraph) => paragraph && localized(paragraph))
    const paragraphs = [said[0] ?? asText(value), said[1]].filter((paragraph) => paragraph)
    const json = wantsJson(args.at(-1) as Command)
    const shown = json ? JSON.stringify(value, null, 2) : paragraphs.join('\n\n')
    if (shown !== '') await print(shown)
    if (refusal !== undefined) throw new CommandError(refusal, { exitCode })
  }
}

/** As `printing`, for a command that changes something: it adds a line to the command log. */
export const changing = <Args extends unknown[]>(body: (...args: Args) => Promise<Output>) =>
  printing(async (...args: unknown[]) => {
    const output = await body(...(args as Args))
    const command = args.at(-1) as Command
    const path = `${command.parent?.name()} ${command.name()}`
    appendToCommandLog(readEnvironment(process.env), path, output.value)
    return output
  })

/** Prefixes the error of a database with its name. */
export async function onDatabase<Result>(
  name: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new CommandError(`${name}: ${reason}`, { cause: error })
  }
}

/** The name of a database in messages: its file, or its address without the password. */
export const nameOf = ({ databaseUrl }: Environment) =>
  databaseFile(databaseUrl) ?? redactedUrl(databaseUrl)

export const isServer = (database_url: string) =>
  parseDatabaseUrl(database_url)?.engine === 'postgres'

/**
 * @param option the option or variable that named the database, for the message
 * @throws CommandError for a database in memory, which no other process can reach
 */
export function requireShared(option: string, database_url: string): void {
  if (isServer(database_url) || databaseFile(database_url)) return
  throw new CommandError(`${option}: ${database_url} is not a file that commands can share.`)
}

/** @throws CommandError as `requireShared` does, and for a file that is not there */
export function requireExisting(option: string, database_url: string): void {
  requireShared(option, database_url)
  const file = databaseFile(database_url)
  if (file && !existsSync(file)) throw new CommandError(`There is no database at ${file}.`)
}

/** Opens the database as the service does, migrations included; a file is made if need be. */
export function openStore(environment: Environment, warn?: Warn): Promise<Database> {
  const { databaseUrl } = environment
  requireShared('DATABASE_URL', databaseUrl)
  const options = warn ? { warn } : {}
  return onDatabase(nameOf(environment), () => openDatabase(databaseUrl, options))
}

/**
 * The environment with the mode and the address that the database keeps, so that a command needs
 * neither `MODE` nor `BASE_URL`. A mode that differs is refused.
 */
async function asServed(db: Database, environment: Environment): Promise<Environment> {
  const installation = await knownInstallation(db)
  if (!installation) return environment
  if (environment.modeGiven) requireMode(installation.mode, environment)
  const address = environment.baseUrlGiven ? {} : { BASE_URL: installation.base_url ?? '' }
  return readEnvironment({ ...process.env, MODE: installation.mode, ...address })
}

/**
 * Calls `work` with the open database, and closes it afterwards. A file is not made: in a shell
 * without the service's DATABASE_URL, the command would succeed on an empty database.
 */
export async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  requireExisting('DATABASE_URL', readEnvironment(process.env).databaseUrl)
  return withNewStore(work)
}

/** As `withStore`, for commands that may come before the first start of the service. */
export async function withNewStore<Result>(
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const environmentGiven = readEnvironment(process.env)
  const db = await openStore(environmentGiven)
  try {
    const environment = await asServed(db, environmentGiven)
    await sealChanges(db, environment)
    const clock = environment.mode === 'sandbox' ? new SandboxClock(db) : new SystemClock()
    return await work({ environment, db, now: await clock.now() })
  } finally {
    await db.close()
  }
}

/** Reads the value of a `--name` option. */
export function parseName(text: string): string {
  const name = trimmedName(text)
  if (name === '') throw new InvalidArgumentError('A name cannot be blank.')
  if ([...name].length > NAME_LENGTH) {
    throw new InvalidArgumentError(`A name has at most ${NAME_LENGTH} characters.`)
  }
  return name
}
