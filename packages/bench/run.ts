/**
 * `npm run bench`: measures the service beside peers that do the same work, prints the table and
 * writes `results.json` and `results.svg`. `--rounds` and `--seconds` make it shorter or longer.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fullScale } from './data.ts'
import { bench } from './measure.ts'
import { picture } from './picture.ts'
import { record, report } from './report.ts'

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

// `exit` ends the child processes and removes the temporary files, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const results = await bench({ rounds, seconds, scale: fullScale, starts: 15 })
console.log(report(results))
const beside = (name: string) => new URL(name, import.meta.url)
writeFileSync(beside('results.json'), `${JSON.stringify(record(results), null, 2)}\n`)
writeFileSync(beside('results.svg'), picture(results))
