/**
 * `npm run bench`: measures the service beside peers that do the same work, prints the table and
 * writes `results.json` and `results.svg`. `--rounds` and `--seconds` make it shorter or longer.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bench } from './measure.ts'
import { picture } from './picture.ts'
import { report, verdicts } from './report.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
if (!Number.isInteger(rounds) || rounds < 1 || !(seconds > 0)) {
  console.error('--rounds is a whole number from 1, --seconds a number above 0.')
  process.exit(2)
}

// Ends by `exit`, so that what was started and written ends with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const scale = { sellers: 8, customers: 500, products: 50, checkouts: 60 }
const results = await bench({ rounds, seconds, scale })
console.log(report(results))
const kept = { ...results, verdicts: verdicts(results) }
const beside = (name: string) => new URL(name, import.meta.url)
writeFileSync(beside('results.json'), `${JSON.stringify(kept, null, 2)}\n`)
writeFileSync(beside('results.svg'), picture(results))
