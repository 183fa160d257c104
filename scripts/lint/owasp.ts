/** OWASP's rules, run by Spectral as `.spectral.yaml` configures them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { contractFile } from '../../contract/document.ts'
import { library } from './libraries.ts'

const settings = new URL('../../.spectral.yaml', import.meta.url)

/** The ruleset of `.spectral.yaml`. */
async function ruleset() {
  const { default: core } = await library('@stoplight/spectral-core')
  const { default: owasp } = await library('@stoplight/spectral-owasp-ruleset')
  // Spectral's own loader of rulesets needs a bundler; here one name has to be resolved.
  const ruleset = parse(readFileSync(settings, 'utf8')) as object
  return new core.Ruleset({ ...ruleset, extends: [owasp] }, { source: fileURLToPath(settings) })
}

/** The findings in a contract, a line for each: the place, the message and the rule. */
export async function owaspFindings(contract: string): Promise<string[]> {
  const { default: core } = await library('@stoplight/spectral-core')
  const { default: parsers } = await library('@stoplight/spectral-parsers')
  const linter = new core.Spectral()
  linter.setRuleset(await ruleset())
  const problems = await linter.run(
    new core.Document(contract, parsers.Yaml, fileURLToPath(contractFile)),
  )
  return problems.map(
    ({ path, code, message, range }) =>
      `openapi.yaml:${range.start.line + 1} ${path.join('.')}: ${message} (${code})`,
  )
}
