/**
 * `npm run budget`: counts what a request and a whole sale do to SQLite and allocate, and fails
 * where that exceeds `budget.json`. `-- createCustomer` counts one alone; `-- --write` makes the
 * counts of now the budget.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { exceeded } from './budget/compare.ts'
import { measureBudget, subjects } from './budget/measure.ts'
import type { Budget } from './budget/measure.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const named = subjects.filter((name) => positionals.includes(name))

// `exit` ends the child processes and removes the temporary files, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const file = fileURLToPath(new URL('budget.json', import.meta.url))
const data = fileURLToPath(new URL('../../data', import.meta.url))
mkdirSync(data, { recursive: true })
const folder = mkdtempSync(join(data, 'budget-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const budget = JSON.parse(readFileSync(file, 'utf8')) as Budget
const measured = await measureBudget(folder, positionals.length > 0 ? named : subjects)
if (values.write) {
  writeFileSync(file, `${JSON.stringify({ ...budget, ...measured }, null, 2)}\n`)
} else {
  const lines = exceeded(budget, measured)
  for (const line of lines) console.error(line)
  if (lines.length > 0) {
    console.error(
      'Make it cheaper, or say in the commit why it costs more: npm run budget -- --write',
    )
    process.exitCode = 1
  }
}
process.exit()
