/** `npm run simulate`: the whole life of money in one process, on simulated time, with faults. */
import { parseArgs } from 'node:util'
import { World } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    checkouts: { type: 'string', default: '1000' },
    trace: { type: 'boolean', default: false },
  },
})

const wholeNumber = (name: 'seed' | 'checkouts', least: number): number => {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value >= least) return value
  console.error(`--${name}: a whole number from ${least} on is expected.`)
  process.exit(2)
}

const seed = wholeNumber('seed', 0)
const checkouts = wholeNumber('checkouts', 1)
const onLine = values.trace ? (line: string) => console.error(line) : undefined
const { differences, ...report } = await new World(seed, { onLine }).run(checkouts)
for (const difference of differences) console.error(difference)
console.log(JSON.stringify({ seed, checkouts, ...report, differences: differences.length }))
process.exitCode = differences.length > 0 ? 1 : 0
