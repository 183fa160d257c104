/** OWASP's rules, run by Spectral as `.spectral.yaml` configures them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import spectral from '@stoplight/spectral-core'
import owasp from '@stoplight/spectral-owasp-ruleset'
import parsers from '@stoplight/spectral-parsers'
import { parse } from 'yaml'
import { contractFile } from '../../contract/document.ts'

const { Document, Ruleset, Spectral } = spectral
const settings = new URL('../../.spectral.yaml', import.meta.url)

/** The ruleset of `.spectral.yaml`. */
function ruleset() {
  // Spectral's own loader of rulesets needs a bundler; here one name has to be resolved.
  const own = parse(readFileSync(settings, 'utf8')) as object
  return new Ruleset({ ...own, extends: [owasp] }, { source: fileURLToPath(settings) })
}

/** The findings in a contract, a line for each: the place, the message and the rule. */
export async function owaspFindings(contract: string): Promise<string[]> {
  const linter = new Spectral()
  linter.setRuleset(ruleset())
  const found = await linter.run(new Document(contract, parsers.Yaml, fileURLToPath(contractFile)))
  return found.map(
    ({ path, code, message, range }) =>
      `openapi.yaml:${range.start.line + 1} ${path.join('.')}: ${message} (${code})`,
  )
}
