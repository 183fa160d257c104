/** The migrations of PostgreSQL, each as steps of which it is known what they lock. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BREAKS_OLDER } from '../tooOld.ts'
import journal from '../migrations/postgres/meta/_journal.json' with { type: 'json' }

type OfTable = { table: string; text: string }

export type Step =
  | ({ kind: 'table' } & OfTable)
  | ({ kind: 'column' } & OfTable)
  | ({ kind: 'constraint'; references: string | undefined } & OfTable)
  | ({ kind: 'index'; name: string } & OfTable)
  | { kind: 'dropIndex'; name: string }
  | ({ kind: 'fill' } & OfTable)

export type Migration = {
  tag: string
  /** When it was made, by which it is known whether a database has had it. */
  when: number
  hash: string
  /** True when programs that do not know the migration must not write any more. */
  breaksOlder: boolean
  steps: Step[]
}

const BREAKPOINT = '--> statement-breakpoint'

const forms: { kind: Step['kind']; form: RegExp }[] = [
  { kind: 'table', form: /^create (?:unlogged )?table "(?<table>\w+)"/i },
  {
    kind: 'column',
    form: /^alter table "(?<table>\w+)" (?:add column |alter column "\w+" drop not null$)/i,
  },
  {
    kind: 'constraint',
    form: /^alter table "(?<table>\w+)" add constraint /i,
  },
  {
    kind: 'index',
    form: /^create (?:unique )?index (?:if not exists )?"(?<name>\w+)" on "(?<table>\w+)" /i,
  },
  { kind: 'dropIndex', form: /^drop index "(?<name>\w+)"$/i },
  { kind: 'fill', form: /^(?:insert into|update) "?(?<table>\w+)"? /i },
]

/** A constraint is added to a distributed table only where its columns stand alone. */
const unqualified = (text: string, table: string) =>
  text.replace(/(check \()(.*)\)$/is, (_, check: string, condition: string) => {
    return `${check}${condition.replaceAll(`"${table}".`, '')})`
  })

const withoutComments = (statement: string) => statement.replaceAll(/^--.*$/gm, '').trim()

/** @throws for a statement of a form whose locks are not known */
export function stepOf(statement: string): Step {
  const text = withoutComments(statement).replace(/;$/, '')
  for (const { kind, form } of forms) {
    const groups = form.exec(text)?.groups
    if (!groups) continue
    const { table = '', name = '' } = groups
    if (kind === 'constraint') {
      const [, references] = / references "public"\."(\w+)"/i.exec(text) ?? []
      return { kind, table, references, text: unqualified(text, table) }
    }
    return { kind, table, name, text } as Step
  }
  throw new Error(`No migration may have this statement: ${text.slice(0, 100)}`)
}

function read({ tag, when }: (typeof journal.entries)[number]): Migration {
  const sql = readFileSync(new URL(`../migrations/postgres/${tag}.sql`, import.meta.url), 'utf8')
  const statements = sql.split(BREAKPOINT).filter((text) => withoutComments(text) !== '')
  return {
    tag,
    when,
    // That of Drizzle's migrator, which compares none.
    hash: createHash('sha256').update(sql).digest('hex'),
    breaksOlder: sql.startsWith(BREAKS_OLDER),
    steps: statements.map(stepOf),
  }
}

let all: Migration[] | undefined

/** All migrations, oldest first. */
export function migrations(): readonly Migration[] {
  all ??= journal.entries.map(read)
  return all
}

/** When the newest migration was made that this program knows. */
export const newest = journal.entries.at(-1)?.when ?? 0

export type Index = Extract<Step, { kind: 'index' }>

/** The indexes that are left once every migration has run. */
export function lastingIndexes(): Index[] {
  const indexes = new Map<string, Index>()
  for (const step of migrations().flatMap(({ steps }) => steps)) {
    if (step.kind === 'index') indexes.set(step.name, step)
    if (step.kind === 'dropIndex') indexes.delete(step.name)
  }
  return [...indexes.values()]
}

/** The tables that these migrations make, which no process uses yet. */
export const tablesMadeBy = (some: readonly Migration[]): ReadonlySet<string> =>
  new Set(
    some.flatMap(({ steps }) =>
      steps.flatMap((step) => (step.kind === 'table' ? [step.table] : [])),
    ),
  )

/** Makes the index while its table is written to; it must not be within a transaction. */
export const concurrently = ({ text }: Index): string =>
  text.replace(/^(create (?:unique )?index )(?:if not exists )?/i, '$1concurrently if not exists ')

/** The end of the name that an index has from its migration on until it is dropped. */
const DROPPED = /_dropped_\d{4}$/

/** The name of an index that a migration drops: another one may take its place and its name. */
const droppedName = (name: string, { tag }: Migration): string =>
  `${name}_dropped_${tag.slice(0, 4)}`

export const isDropped = (name: string): boolean => DROPPED.test(name)

/**
 * The statements of a migration that belong into its transaction: they take no longer than their
 * locks. Indexes of tables in use are made afterwards , a constraint does not look at the
 * rows that there are, and an index that is dropped makes room for
 * another of its name until that is made (`dropIndexes`).
 *
 * @param fresh tables that no process uses yet
 */
export function inTransaction(migration: Migration, fresh: ReadonlySet<string>): string[] {
  const lasting = new Set<Step>(lastingIndexes())
  const statementOf = (step: Step): string[] => {
    if (step.kind === 'dropIndex') {
      const { name } = step
      return [`alter index if exists "${name}" rename to "${droppedName(name, migration)}"`]
    }
    if (step.kind === 'index' && !(fresh.has(step.table) && lasting.has(step))) return []
    if (step.kind === 'constraint' && !fresh.has(step.table)) return [`${step.text} not valid`]
    return [step.text]
  }
  return migration.steps.flatMap(statementOf)
}
