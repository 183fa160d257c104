/** Prints what OWASP's rules find in the contract; `npm run lint` runs it after redocly. */
import { readFileSync } from 'node:fs'
import { contractFile } from '../contract/document.ts'
import { owaspFindings } from './lint/owasp.ts'

const findings = await owaspFindings(readFileSync(contractFile, 'utf8'))
for (const finding of findings) console.error(finding)
if (findings.length > 0) {
  console.error('Fix the contract, or add an exception with its reason to .spectral.yaml.')
  process.exitCode = 1
}
