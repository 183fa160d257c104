import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommanderError } from 'commander'
import type { Command } from 'commander'
import { DatabaseUnavailable } from '../../db/database.ts'
import { databaseFile, parseDatabaseUrl, redactedUrl } from '../../db/databaseUrl.ts'
import { backUp } from '../../db/maintenance/backup.ts'
import { checkDatabase } from '../../db/maintenance/check.ts'
import type { Check } from '../../db/maintenance/check.ts'
import { copyDatabase } from '../../db/maintenance/copy.ts'
import { planMigrations } from '../../db/maintenance/migrationPlan.ts'
import type { OnProgress } from '../../db/maintenance/copy.ts'
import { distribute } from '../../db/maintenance/distribute.ts'
import { appliedMigrations, openSnapshot } from '../../db/maintenance/snapshot.ts'
import { sealsOf } from '../../domain/audit/seals.ts'
import { operator } from '../../domain/identity/actor.ts'
import { existingVault } from '../../domain/identity/vault.ts'
import { repairDatabase } from '../../domain/repair/whole.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import type { Environment } from '../../runtime/environment.ts'
import {
  changing,
  isServer,
  nameOf,
  onDatabase,
  openStore,
  printing,
  CommandError,
  requireExisting,
  requireShared,
  wantsJson,
  withStore,
} from './command.ts'
import { harmless } from '../../runtime/harmless.ts'
import { localized } from '../texts/translate.ts'
import { asText } from './text.ts'
import { appendToCommandLog } from './commandLog.ts'

/** How often the progress of a long table is printed. */
const PROGRESS_INTERVAL_MS = 1_000

/** The migrations that the database has had; none when it is a file that is still to be made. */
async function appliedTo(database_url: string): Promise<string[]> {
  if (!isServer(database_url) && !existsSync(databaseFile(database_url) ?? '')) return []
  const snapshot = await openSnapshot(database_url)
  try {
    return await appliedMigrations(snapshot)
  } finally {
    await snapshot.close()
  }
}

/** Migrations that are still to be applied to this database. */
async function plan(environment: Environment) {
  const { databaseUrl } = environment
  requireExisting('DATABASE_URL', databaseUrl)
  const pending = await onDatabase(nameOf(environment), () => planMigrations(databaseUrl))
  const table = pending.map(({ locks, ...step }) => ({
    ...step,
    locks: locks.map((lock) => `${lock.table} ${lock.mode} ${lock.seconds} s`).join(', '),
  }))
  const text = pending.length === 0 ? 'Nothing to do.' : asText(table)
  return { value: { pending }, text }
}

async function migrate() {
  const environment = readEnvironment(process.env)
  const look = () => onDatabase(nameOf(environment), () => appliedTo(environment.databaseUrl))
  const before = await look()
  const warn = (facts: object, message: string) => {
    if ('waiting' in facts) console.error(localized(`Waiting: ${message}.`))
  }
  await (await openStore(environment, warn)).close()
  const after = await look()
  const applied = after.filter((name) => !before.includes(name))
  const schema = after.at(-1)
  const text =
    applied.length > 0
      ? `Applied ${applied.join(', ')}.`
      : `Nothing to do: the schema is ${schema} already.`
  return { value: { applied, schema }, text }
}

/** `db migrate`, which with `--plan` changes nothing, and leaves no line in the command log. */
function migrateOrPlan(options: { plan?: true }, command: Command): Promise<void> {
  if (!options.plan) return changing(migrate)(options, command)
  return printing(() => plan(readEnvironment(process.env)))(options, command)
}

/** A backup does not contain `SECRET_KEY`, without which its secrets cannot be decrypted. */
const keepKey = (what: string) =>
  `Keep SECRET_KEY too (or the file secret.key), ${what}: without it the sealed data in the copy ` +
  'cannot be opened.'

async function backup(name: string) {
  const environment = readEnvironment(process.env)
  const { databaseUrl } = environment
  requireExisting('DATABASE_URL', databaseUrl)
  const file = resolve(name)
  if (existsSync(file))
    throw new CommandError(`${file} already exists; a backup never overwrites a file.`)
  const work = () => backUp(databaseUrl, file)
  const bytes = await onDatabase(`${nameOf(environment)} to ${file}`, work)
  return { value: { file, bytes }, note: keepKey('in another place') }
}

const mending = ({ repair }: Check) => (repair === null ? '' : `; ${repair} repairs it`)

const line = (check: Check) =>
  [
    check.ok ? `ok      ${check.name}` : `BROKEN  ${check.name}${mending(check)}`,
    ...check.broken.map((row) => `          ${harmless(row)}`),
  ].join('\n')

const faultLine = (check: Check) => `${check.name} (${check.broken.join(', ')})${mending(check)}`

/** The check that needs SECRET_KEY. */
const UNCHECKED = 'that no audit trail was truncated or rewritten'

/** The exit code of a check that says nothing of the data. */
const COULD_NOT_LOOK = 3

/** Findings of a check, or why it could not read the database. */
async function look(environment: Environment): Promise<Check[] | string> {
  const vault = existingVault(environment)
  const auditSeals = vault && sealsOf(vault)
  try {
    return await checkDatabase(environment.databaseUrl, { auditSeals })
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return error.message
    throw error
  }
}

async function check() {
  const environment = readEnvironment(process.env)
  requireExisting('DATABASE_URL', environment.databaseUrl)
  const name = nameOf(environment)
  const checks = await onDatabase(name, () => look(environment))
  const unchecked = existingVault(environment) ? [] : [UNCHECKED]
  if (typeof checks === 'string') {
    const value = { ok: null, checks: [], unchecked, reason: checks }
    const refusal = `Could not look into ${name}: ${checks}.`
    return { value, text: '', refusal, exitCode: COULD_NOT_LOOK }
  }
  const faults = checks.filter((check) => !check.ok)
  return {
    value: { ok: faults.length === 0, checks: checks, unchecked },
    text: checks.map(line).join('\n'),
    ...(unchecked.length > 0 && { note: `Not checked without SECRET_KEY: ${UNCHECKED}.` }),
    ...(faults.length > 0 && { refusal: `Broken: ${faults.map(faultLine).join('; ')}.` }),
  }
}

async function repair() {
  return withStore(async ({ environment, db, now }) => {
    const { databaseUrl } = environment
    const work = () => repairDatabase(db, { databaseUrl, actor: operator(), now })
    const repaired = await onDatabase(nameOf(environment), work)
    const mended = Object.entries(repaired).filter(([, count]) => count > 0)
    const text =
      mended.length === 0
        ? 'Nothing to repair.'
        : `Repaired ${mended.map(([field, count]) => `${field}: ${count}`).join(', ')}.`
    return { value: { repaired }, text }
  })
}

/** @throws CommanderError that does not repeat the text, unlike those that commander makes */
function parseUrl(text: string): string {
  if (parseDatabaseUrl(text)) return text
  const message = 'A database URL is sqlite:PATH or postgres://USER@HOST/NAME'
  throw new CommanderError(2, 'balcao.invalidAddress', message)
}

/** Prints the progress of a copy. */
function progressLines(): OnProgress {
  let told_ms = performance.now()
  return ({ step, table, rows, done }) => {
    const now_ms = performance.now()
    if (!done && now_ms - told_ms < PROGRESS_INTERVAL_MS) return
    told_ms = now_ms
    console.error(localized(`${step} ${table}: ${rows} rows`))
  }
}

type CopyOptions = { from: string; to: string; replaceTarget?: boolean }

async function copy({ from, to, replaceTarget = false }: CopyOptions, command: Command) {
  requireExisting('--from', from)
  requireShared('--to', to)
  const onProgress = wantsJson(command) ? undefined : progressLines()
  const shown = { from: redactedUrl(from), to: redactedUrl(to) }
  const log = (complete: boolean) =>
    appendToCommandLog({ databaseUrl: to }, 'db copy', { ...shown, complete })
  // Whatever ends it halfway, a line says that rows were written.
  const onWriting = () => log(false)
  const work = () => copyDatabase({ from, to, replaceTarget, onWriting }, onProgress)
  const { tables, differing } = await onDatabase(`${shown.from} to ${shown.to}`, work)
  const verified = differing.length === 0
  if (verified) log(true)
  return {
    value: { tables, verified },
    text: `${asText(tables)}\n\n${verified ? 'Verified row by row.' : 'NOT identical.'}`,
    note: keepKey('with the service that runs on the copy'),
    ...(!verified && { refusal: `The target differs from the source: ${differing.join('; ')}.` }),
  }
}

async function spread() {
  const environment = readEnvironment(process.env)
  const { databaseUrl } = environment
  const onWriting = () => appendToCommandLog(environment, 'db distribute', { complete: false })
  const value = await onDatabase(nameOf(environment), () => distribute(databaseUrl, onWriting))
  const { reference, distributed } = value
  const text =
    reference.length + distributed.length === 0
      ? 'Nothing to do: every table is distributed already.'
      : asText(value)
  return { value, text }
}

export function addDb(program: Command): void {
  const db = program.command('db').description('The database.')
  db.command('migrate')
    .description('Bring the schema up to date, as every start of the service does.')
    .option('--plan', 'change nothing: show what is pending, what it locks and how long it takes')
    .action(migrateOrPlan)
  db.command('backup')
    .description('Copy the database to a new SQLite file while the service runs.')
    .argument('<file>', 'the file to create')
    .action(changing(backup))
  db.command('check')
    .description('Check that the database is whole and that every invariant holds.')
    .action(printing(check))
  db.command('repair')
    .description(
      'Repair what a process of an older version left behind; the service may be running.',
    )
    .action(changing(repair))
  db.command('copy')
    .description('Copy all data to another database, of either engine; run again to copy changes.')
    .requiredOption('--from <url>', 'sqlite:PATH or postgres://…; may be in use', parseUrl)
    .requiredOption('--to <url>', 'the same; no service may run on it yet', parseUrl)
    .option('--replace-target', 'overwrite and delete what only the target has')
    .action(printing(copy))
  db.command('distribute')
    .description('Spread the tables over the nodes of a Citus cluster, by seller.')
    .action(changing(spread))
}
