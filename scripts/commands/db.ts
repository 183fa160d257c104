import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backUp } from '../../db/backup.ts'
import { checkDatabase } from '../../db/check.ts'
import type { Check } from '../../db/check.ts'
import { appliedMigrations, openToInspect } from '../../db/inspect.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import type { Environment } from '../../runtime/environment.ts'
import { databaseFile } from '../../db/address.ts'
import { onDatabase, openStore, printing, Refused } from './command.ts'
import { harmless } from './text.ts'

function fileOf({ database_url }: Environment): string {
  const file = databaseFile(database_url)
  if (file) return file
  throw new Refused(`DATABASE_URL: ${database_url} names no file that could be worked on.`)
}

/** The same, of a database that is there already. */
function existingFile(environment: Environment): string {
  const file = fileOf(environment)
  if (!existsSync(file)) throw new Refused(`There is no database at ${file}.`)
  return file
}

function appliedTo(file: string): string[] {
  if (!existsSync(file)) return []
  const client = openToInspect(file)
  try {
    return appliedMigrations(client)
  } finally {
    client.close()
  }
}

async function migrate() {
  const environment = readEnvironment(process.env)
  const file = fileOf(environment)
  const before = await onDatabase(file, () => appliedTo(file))
  await (await openStore(environment)).close()
  const after = appliedTo(file)
  const applied = after.filter((name) => !before.includes(name))
  const schema = after.at(-1)
  const text = applied.length > 0
    ? `Applied ${applied.join(', ')}.`
    : `Nothing to do: the schema is ${schema} already.`
  return { value: { applied, schema }, text }
}

async function backup(name: string) {
  const source = existingFile(readEnvironment(process.env))
  const file = resolve(name)
  if (existsSync(file)) throw new Refused(`${file} is there already; a backup replaces nothing.`)
  const bytes = await onDatabase(`${source} to ${file}`, () => backUp(source, file))
  const note = 'Keep SECRET_KEY too (or the secret.key beside the database), at another place: ' +
    'without it what is sealed in the copy cannot be opened.'
  return { value: { file, bytes }, note }
}

const line = ({ name, ok, broken }: Check) =>
  [`${ok ? 'ok    ' : 'BROKEN'}  ${name}`, ...broken.map((row) => `          ${harmless(row)}`)]
    .join('\n')

const told = ({ name, broken }: Check) => `${name} (${broken.join(', ')})`

async function check() {
  const file = existingFile(readEnvironment(process.env))
  const checks = await onDatabase(file, () => checkDatabase(file))
  const faults = checks.filter((one) => !one.ok)
  return {
    value: { ok: faults.length === 0, checks },
    text: checks.map(line).join('\n'),
    ...faults.length > 0 && { refusal: `Broken: ${faults.map(told).join('; ')}.` },
  }
}

export function addDb(program: Command): void {
  const db = program.command('db').description('The database.')
  db.command('migrate')
    .description('Bring the schema up to date, as every start of the service does.')
    .action(printing(migrate))
  db.command('backup')
    .description('Copy the database to a new file while the service runs.')
    .argument('<file>', 'the file to make')
    .action(printing(backup))
  db.command('check')
    .description('Check that the database is whole and that every invariant holds.')
    .action(printing(check))
}
