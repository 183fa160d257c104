/** What every command has in common: its environment, its database, and how it answers. */
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { databaseFile, parseDatabaseUrl, redactedUrl } from '../../db/databaseUrl.ts'
import type { Database } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'
import { trimmed } from '../../domain/catalog/names.ts'
import { SandboxClock, SystemClock } from '../../runtime/clock.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import type { Environment } from '../../runtime/environment.ts'
import { knownMode, requireMode } from '../../runtime/installation.ts'
import { asText } from './text.ts'
import { leaveTrace } from './trace.ts'

const NAME_LENGTH = 160

/** The command was understood and is refused: exit 1, with the message as its one line. */
export class Refused extends Error {
  override name = 'Refused'
}

export const noSeller = (id: string) => new Refused(`There is no seller ${id}.`)

/** What a command answers with. */
export type Output = {
  /** The document that `--json` prints. */
  value: object
  /** What a person reads instead of the value, set out. */
  text?: string
  /** Said after the value; a person's only. */
  note?: string
  /** Why the command is refused all the same, once the value is printed. */
  refusal?: string
}

/** Said with every new secret: only its hash is kept. */
export const SHOWN_ONCE = 'The client_secret is shown only now: keep it in a safe place.'

/** What a command works on: the service's environment, database and time. */
export type Store = { environment: Environment; db: Database; now: Date }

/** Whether `--json` was given, on the command itself or before it. */
export const wantsJson = (command: Command) => command.optsWithGlobals()['json'] === true

/** Prints a text; a result that nobody could read, such as a new secret, is no success. */
export async function print(text: string): Promise<void> {
  const failure = await new Promise((resolve) => {
    process.stdout.once('error', resolve).write(`${text}\n`, resolve)
  })
  if (failure instanceof Error) throw new Refused(`Cannot print: ${failure.message}`)
}

/** Makes a command's action of a function that takes its arguments and returns what to print. */
export function printing<Args extends unknown[]>(body: (...args: Args) => Promise<Output>) {
  return async (...args: [...Args, ...unknown[]]): Promise<void> => {
    const { value, text, note, refusal } = await body(...(args as unknown as Args))
    const paragraphs = [text ?? asText(value), ...(note === undefined ? [] : [note])]
    const json = wantsJson(args.at(-1) as Command)
    await print(json ? JSON.stringify(value, null, 2) : paragraphs.join('\n\n'))
    if (refusal !== undefined) throw new Refused(refusal)
  }
}

/** The same of a command that changes something, which leaves a line in the command log. */
export const changing = <Args extends unknown[]>(body: (...args: Args) => Promise<Output>) =>
  printing(async (...args: unknown[]) => {
    const output = await body(...(args as Args))
    const command = args.at(-1) as Command
    const path = `${command.parent?.name()} ${command.name()}`
    leaveTrace(readEnvironment(process.env), path, output.value)
    return output
  })

/** Names the database in whatever is wrong with it. */
export async function onDatabase<Result>(
  name: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new Refused(`${name}: ${reason}`, { cause: error })
  }
}

/** What a database is called when something is said of it: its file, or its address. */
export const nameOf = ({ database_url }: Environment) =>
  databaseFile(database_url) ?? redactedUrl(database_url)

export const isServer = (database_url: string) =>
  parseDatabaseUrl(database_url)?.engine === 'postgres'

/**
 * @param option that names the database
 * @throws Refused when it is a database in memory, which is another one in each process
 */
export function requireShared(option: string, database_url: string): void {
  if (isServer(database_url) || databaseFile(database_url)) return
  throw new Refused(`${option}: ${database_url} names no file that could be worked on.`)
}

/** Opens the database as the service does, and brings it up to date. */
export function openStore(environment: Environment): Promise<Database> {
  const { database_url } = environment
  requireShared('DATABASE_URL', database_url)
  return onDatabase(nameOf(environment), () => openDatabase(database_url))
}

/**
 * The environment in the mode of the database. The database knows it, so a command need not be
 * told; one that is told another is refused.
 */
async function inModeOf(db: Database, environment: Environment): Promise<Environment> {
  const mode = await knownMode(db)
  if (environment.mode_given) requireMode(mode, environment)
  if (mode === undefined || mode === environment.mode) return environment
  return readEnvironment({ ...process.env, MODE: mode })
}

/** Opens the database, and closes it afterwards. */
export async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
  const given = readEnvironment(process.env)
  const db = await openStore(given)
  try {
    const environment = await inModeOf(db, given)
    const clock = environment.mode === 'sandbox' ? new SandboxClock(db) : new SystemClock()
    return await work({ environment, db, now: await clock.now() })
  } finally {
    await db.close()
  }
}

/** Reads the value of a `--name` option. */
export function parseName(text: string): string {
  const name = trimmed(text)
  if (name === '') throw new InvalidArgumentError('A name cannot be blank.')
  if ([...name].length > NAME_LENGTH) {
    throw new InvalidArgumentError(`A name has ${NAME_LENGTH} characters at most.`)
  }
  return name
}
