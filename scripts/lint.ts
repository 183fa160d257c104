/**
 * Prints what OWASP's rules find in the contract, what generators of clients would stumble on, and
 * what its translation lacks; `npm run lint` runs it after redocly. With `--fix` it writes each
 * `x-source` first, which says that the translations have been read again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { untilRefused } from '../contract/build/refused.ts'
import { parseYaml } from '../contract/build/yaml.ts'
import { contractFile } from '../contract/document.ts'
import type { Document } from '../contract/document.ts'
import {
  overlayFile,
  readOverlay,
  translationProblems,
  withSources,
} from '../packages/docs/translation.ts'
import { stumblingProblems } from './lint/generators.ts'
import { owaspFindings } from './lint/owasp.ts'

await untilRefused(async () => {
  const contract = readFileSync(contractFile, 'utf8')
  const document = parseYaml(contract, 'openapi.yaml') as Document
  if (process.argv.includes('--fix')) {
    const overlay = readFileSync(overlayFile, 'utf8')
    writeFileSync(overlayFile, withSources(document, overlay))
  }
  const findings = await owaspFindings(contract)
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) {
    console.error('Fix the contract, or add an exception with its reason to .spectral.yaml.')
    process.exitCode = 1
  }
  const stumbling = stumblingProblems(document as unknown as Record<string, unknown>)
  for (const problem of stumbling) console.error(`openapi.yaml: ${problem}`)
  if (stumbling.length > 0) process.exitCode = 1
  const problems = await translationProblems(document, readOverlay())
  for (const problem of problems) console.error(`openapi.pt-BR.overlay.yaml: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
})
