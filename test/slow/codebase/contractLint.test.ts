/** The linter as it runs: every rule is found, and no more than these. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { owaspFindings } from '../../../scripts/lint/owasp.ts'
import { temporaryFolder } from '../../support/commandLine.ts'
import { breakAt, breaks, contract, createCustomer } from '../../support/contractBreaks.ts'
import type { Node } from '../../support/contractBreaks.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The linter's findings in a document. */
function problemsIn(document: Node): { ruleId: string; message: string }[] {
  const file = join(temporaryFolder(), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const options = ['--config', join(root, 'redocly.yaml'), '--format', 'json']
  const { stdout, status } = spawnSync(process.execPath, [cli, 'lint', file, ...options], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  })
  assert.equal(status, 1)
  return (JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] }).problems
}

test('the linter runs every rule, and refuses what swagger-parser alone does', () => {
  const document = structuredClone(contract)
  const ofEach = [
    'an operation without success',
    'a refusal without codes',
    'a code without a cause',
    'a field without a description',
    'a deprecated field that does not say since when',
  ]
  for (const what of ofEach) if (breaks[what]) breakAt(document, breaks[what])
  breakAt(document, { at: ['servers', '0', 'variables', 'host', 'description'], to: 'The host.' })
  const problems = problemsIn(document)
  for (const what of ofEach) {
    const { said } = breaks[what] ?? { said: /$^/ }
    const found = problems.find(({ message }) => said.test(message))
    assert.match(found?.ruleId ?? '', /^balcao\//, what)
  }
  const others = problems.filter(({ ruleId }) => !ruleId.startsWith('balcao/'))
  assert.deepEqual(
    others.map(({ ruleId }) => ruleId),
    ['rule/server-variable-without-description'],
  )
  assert.equal(problems.length, ofEach.length + others.length)
})

test("OWASP's rules find the breaks and nothing else", async () => {
  const document = structuredClone(contract)
  const paths = document['paths'] as Node
  document['paths'] = { '/v1/customers': paths['/v1/customers'] }
  breakAt(document, { at: [...createCustomer, 'security'], to: [] })
  breakAt(document, { at: [...createCustomer, 'responses', '429'] })
  const found = await owaspFindings(JSON.stringify(document))
  assert.deepEqual(
    found.map((line) => /\((\S+)\)$/.exec(line)?.[1]),
    [
      'owasp:api2:2023-write-restricted',
      'owasp:api4:2023-rate-limit-responses-429',
      'owasp:api4:2023-rate-limit-responses-429',
    ],
  )
  for (const line of found) assert.match(line, /^openapi\.yaml:\d+ paths\.\/v1\/customers\.post/)
})
