/**
 * Generated files that no review reads: git does not keep them, `npm ci` makes them. A process that
 * misses them, or has those of another contract, ends with one line.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Written last, so that a generation that was interrupted counts as none. */
export const stampName = 'made-from'

const servedPaths = [
  'generated/docs',
  'generated/openapi.json',
  'generated/plugins',
  'generated/requests.js',
  'generated/responses.js',
  'generated/served.json',
  `generated/${stampName}`,
]

/** These paths stand in `.gitignore`, too. */
export const unkeptPaths = [...servedPaths, 'generated/types.ts', 'packages/client/generated']

const root = new URL('../', import.meta.url)
const generated = new URL('generated/', root)

/** A package is compiled, and is made of files that were fresh. */
const isCompiled = !import.meta.url.endsWith('.ts')

export const canBeStale = process.env['NODE_ENV'] !== 'production' && !isCompiled

/** Identifies what the validators and the served contract are made from. */
export function stamp(): string {
  const generators = readdirSync(new URL('build/', import.meta.url)).toSorted()
  const sources = ['../openapi.yaml', ...generators.map((name) => `build/${name}`)]
  const hash = createHash('sha256')
  for (const path of sources) hash.update(readFileSync(new URL(path, import.meta.url)))
  return `${hash.digest('hex')}\n`
}

/**
 * @returns the fault of the files, and the command that makes them anew; undefined without a fault
 */
export function generatedFault(): string | undefined {
  const paths = isCompiled ? servedPaths : unkeptPaths
  const missing = paths.find((path) => !existsSync(new URL(path, root)))
  if (missing) {
    const advice = '`npm ci` makes it, without --omit=dev and --ignore-scripts'
    return `${missing} is missing, since git does not keep it: ${advice}.`
  }
  if (!canBeStale || readFileSync(new URL(stampName, generated), 'utf8') === stamp())
    return undefined
  return 'generated/ is of another contract than openapi.yaml: run `npm run generate`.'
}

let isChecked = false

/** Ends the process where a file is missing or stale. A stack would say less than its line. */
export function requireGenerated(): void {
  const fault = isChecked ? undefined : generatedFault()
  isChecked = true
  if (fault === undefined) return
  console.error(fault)
  process.exit(1)
}

/** Reads a file of `generated/` that git does not keep. */
export function readGenerated(name: string): string {
  requireGenerated()
  return readFileSync(new URL(name, generated), 'utf8')
}

// `npm test` asks before its packages are looked for.
if (import.meta.main) requireGenerated()
