/** What Spectral, set up by `.spectral.yaml`, finds in a contract. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import spectral from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import parsers from '@stoplight/spectral-parsers'
import { parse } from 'yaml'
import { contractFile } from '../../contract/document.ts'

const { Document, Ruleset, Spectral } = spectral
const settings = new URL('../../.spectral.yaml', import.meta.url)

/** The rules as this project follows them. */
function ruleset() {
  // Spectral's own reader of such files brings a bundler; there is one name in it to look up.
  const own = parse(readFileSync(settings, 'utf8')) as object
  return new Ruleset({ ...own, extends: [owasp] }, { source: fileURLToPath(settings) })
}

/** What a contract breaks, a line each: where, the rule, and what to do. */
export async function owaspFindings(contract: string): Promise<string[]> {
  const linter = new Spectral()
  linter.setRuleset(ruleset())
  const found = await linter.run(new Document(contract, parsers.Yaml, fileURLToPath(contractFile)))
  return found.map(
    ({ path, code, message, range }) =>
      `openapi.yaml:${range.start.line + 1} ${path.join('.')}: ${message} (${code})`,
  )
}
