/** Writes the next migration for both engines: `npm run migrations -- --name what_changes`. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

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

for (const ENGINE of ['sqlite', 'postgres']) {
  execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], {
    env: { ...process.env, ENGINE },
    stdio: 'inherit',
  })
  const meta = new URL(`../db/migrations/${ENGINE}/meta/`, import.meta.url)
  keepLastSnapshot(meta)
  fold(new URL('_journal.json', meta), 2)
}
