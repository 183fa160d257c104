/** Writes the next migration for both engines: `npm run migrations -- --name what_changes`. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GenerationError, untilRefused } from '../contract/build/refused.ts'
import { tables } from '../db/schema/tables.ts'

/** JSON in which values below so many levels stand on one line. */
function written(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([name, part]) => {
    const text = written(part, levels - 1, inner)
    return inner + (isList ? text : `${JSON.stringify(name)}: ${text}`)
  })
  const [open, close] = isList ? '[]' : '{}'
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

/** drizzle-kit gives each word of an index or a column a line: a change is to be read in a few. */
function fold(file: URL, levels: number): void {
  writeFileSync(file, `${written(JSON.parse(readFileSync(file, 'utf8')), levels)}\n`)
}

/** drizzle-kit compares the schema with the last snapshot only. */
function keepLastSnapshot(folder: URL): void {
  const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
  const last = snapshots.toSorted().at(-1)
  for (const name of snapshots) if (name !== last) rmSync(new URL(name, folder))
  // A column, an index or a key of a table is on the fourth level.
  if (last) fold(new URL(last, folder), 4)
}

const schemaFolder = new URL('../db/schema/', import.meta.url)

/** @throws GenerationError when a file of `db/schema/` declares a table that is in no database */
function requireEveryTable(): void {
  const used = readFileSync(new URL('tables.ts', schemaFolder), 'utf8')
  for (const file of readdirSync(schemaFolder)) {
    const text = readFileSync(new URL(file, schemaFolder), 'utf8')
    for (const [, name = ''] of text.matchAll(/^export (?:function|const) (\w+Table)\b/gm)) {
      if (used.includes(`${name}(`)) continue
      const mend = 'add it to defineTables in db/schema/tables.ts'
      throw new GenerationError(`db/schema/${file}: ${name} is in no database; ${mend}.`)
    }
  }
}

const engines = ['sqlite', 'postgres'] as const

/** drizzle-kit sees the tables that a module exports by their names, so one is written for it. */
function writeSchema(folder: string, engine: (typeof engines)[number]): string {
  const path = (to: string) =>
    JSON.stringify(fileURLToPath(new URL(`../db/${to}`, import.meta.url)))
  const file = join(folder, `${engine}.ts`)
  writeFileSync(
    file,
    `import { ${engine} } from ${path(`${engine}/dialect.ts`)}
import { defineTables } from ${path('schema/tables.ts')}
export const { ${Object.keys(tables).join(', ')} } = defineTables(${engine})
`,
  )
  return file
}

await untilRefused(() => {
  requireEveryTable()
  const folder = mkdtempSync(join(tmpdir(), 'balcao-schema-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  for (const ENGINE of engines) {
    execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
      env: { ...process.env, ENGINE, SCHEMA: writeSchema(folder, ENGINE) },
      stdio: 'inherit',
    })
    const meta = new URL(`../db/migrations/${ENGINE}/meta/`, import.meta.url)
    keepLastSnapshot(meta)
    fold(new URL('_journal.json', meta), 2)
  }
})
