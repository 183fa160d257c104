/**
 * The long form of every guarantee: more of everything, one file after another, and bars of time
 * are judged. It prints a line for each and writes the tables of docs/guarantees.md. The life of
 * money is simulated along with all of them.
 * `npm run test:long -- R2 C8` runs the rows that it names, and keeps what was found of the others.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { holds, guaranteeIds, guaranteeLine, guaranteeTables } from './guaranteeTable.ts'
import type { Finding } from './property.ts'

const findingsFile = new URL('../guarantees/findings.json', import.meta.url)
const tablesFile = new URL('../../docs/guarantees.md', import.meta.url)

const named = process.argv.slice(2)
const ids = guaranteeIds.filter((id) => named.length === 0 || named.includes(id))
const others = named.length === 0 ? ['/simulation.test.ts'] : []
const unknown = named.filter((name) => !guaranteeIds.some((id) => id === name))
if (unknown.length > 0) throw new Error(`No such guarantee: ${unknown.join(', ')}`)

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the files of these guarantees; one that finds nothing has not been held. */
function findings(): { found: Finding[]; passed: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-findings-'))
  const file = join(folder, 'findings')
  writeFileSync(file, '')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(
    process.execPath,
    [
      vitest,
      'run',
      '--mode=all',
      '--no-file-parallelism',
      ...ids.map((id) => `/${id}_`),
      ...others,
    ],
    { cwd: root, env: { ...process.env, LONG: '1', FINDINGS: file }, stdio: 'inherit' },
  )
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').filter(Boolean)
  rmSync(folder, { recursive: true })
  return { found: lines.map((line) => JSON.parse(line) as Finding), passed: status === 0 }
}

const kept = (JSON.parse(readFileSync(findingsFile, 'utf8')) as Finding[]).filter(
  ({ id }) => !ids.includes(id),
)
const { found, passed } = findings()
for (const id of ids) console.log(guaranteeLine(id, found))

const all = [...kept, ...found]
writeFileSync(findingsFile, `${JSON.stringify(all, null, 2)}\n`)
const page = readFileSync(tablesFile, 'utf8')
const place = /(?<=<!-- tables -->\n).*(?=<!-- \/tables -->)/s
writeFileSync(
  tablesFile,
  page.replace(place, () => `${guaranteeTables(all)}\n`),
)
process.exitCode = passed && ids.every((id) => holds(id, found)) ? 0 : 1
