/** A contract that breaks a codebase rule is refused with the cure. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { test } from 'vitest'
import { allowed, stumblingBlocks, stumblingProblems } from '../../scripts/lint/generators.ts'
import { owaspFindings } from '../../scripts/lint/owasp.ts'
import {
  catalogue,
  deprecations,
  documentedFields,
  operationExamples,
  refusalCodes,
} from '../../scripts/lint/rules.ts'
import { temporaryFolder } from '../support/commandLine.ts'

type Node = Record<string, unknown>

const root = fileURLToPath(new URL('../..', import.meta.url))
const contract = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8')) as Node
const rules = { operationExamples, refusalCodes, catalogue, deprecations, documentedFields }

const createCustomer = ['paths', '/v1/customers', 'post']
const success = [...createCustomer, 'responses', '201', 'content', 'application/json']
const conflict = [...createCustomer, 'responses', '409']
const codes = [...conflict, 'content', 'application/json', 'examples']
const entry = ['components', 'examples', 'customer_not_found']
const email = ['components', 'schemas', 'Customer', 'properties', 'email']

type Break = {
  rule: keyof typeof rules
  /** The place of the change and its new value; without `to` the place is removed. */
  at: string[]
  to?: unknown
  said: RegExp
}

/** The breaks of the contract, by the part that it then has or lacks. */
const breaks: Record<string, Break> = {
  'an operation without an example of success': {
    rule: 'operationExamples',
    at: [...success, 'examples'],
    said: /^The 201 of createCustomer has no example as application\/json\. Add one under/,
  },
  'an operation without an example of what is sent': {
    rule: 'operationExamples',
    at: [...createCustomer, 'requestBody', 'content', 'application/json', 'examples'],
    said: /^The request of createCustomer has no example as application\/json\. Add one under/,
  },
  'an operation without success': {
    rule: 'operationExamples',
    at: [...createCustomer, 'responses', '201'],
    said: /^createCustomer has no 2xx response and no 303\. Add/,
  },
  'a refusal without codes': {
    rule: 'refusalCodes',
    at: [...conflict, 'content'],
    said: /^The 409 of createCustomer lists no codes\. Under `content`, name each/,
  },
  'a refusal with no code that it lists': {
    rule: 'refusalCodes',
    at: codes,
    to: {},
    said: /^The 409 of createCustomer has no example as application\/json\. Add/,
  },
  'a refusal with a code that is described on the spot': {
    rule: 'refusalCodes',
    at: [...codes, 'customer_email_already_exists'],
    to: { value: { error: { code: 'customer_email_already_exists' } } },
    said: /^customer_email_already_exists of createCustomer is not taken from the catalogue\. D/,
  },
  'a code without a cause': {
    rule: 'catalogue',
    at: [...entry, 'summary'],
    said: /^customer_not_found has no cause\. Add it as its `summary`\.$/,
  },
  'a code that does not say what to do': {
    rule: 'catalogue',
    at: [...entry, 'description'],
    said: /^customer_not_found does not say what to do\. Add that as its `description`\.$/,
  },
  'a code whose example has another': {
    rule: 'catalogue',
    at: [...entry, 'value', 'error', 'code'],
    to: 'customer_gone',
    said: /^customer_not_found shows an answer with the code customer_gone\. Let both be the same/,
  },
  'a code that no operation answers': {
    rule: 'catalogue',
    at: ['components', 'examples', 'customer_gone'],
    to: { summary: 'Gone.', description: 'Wait.', value: { error: { code: 'customer_gone' } } },
    said: /^No operation answers customer_gone\. List it in a 4xx response, or remove it\.$/,
  },
  'a field whose fault has a code outside the catalogue': {
    rule: 'catalogue',
    at: [...email, 'x-error-code'],
    to: { format: 'invalid_email' },
    said: /^invalid_email is not in the catalogue\. Add it to `components\/examples`\.$/,
  },
  'a field without a description': {
    rule: 'documentedFields',
    at: [...email, 'description'],
    said: /^email has no description\. Say in a sentence what it means to a caller\.$/,
  },
  'a field without an example': {
    rule: 'documentedFields',
    at: [...email, 'examples'],
    said: /^email has no example\. Add `examples` with a value that is allowed\.$/,
  },
  'a parameter without an example': {
    rule: 'documentedFields',
    at: ['components', 'parameters', 'Limit', 'schema', 'examples'],
    said: /^Limit has no example\. Add/,
  },
  'a header without a description': {
    rule: 'documentedFields',
    at: ['components', 'headers', 'X-Request-Id', 'description'],
    said: /^X-Request-Id has no description\. Say/,
  },
  'a deprecated field that does not say since when': {
    rule: 'deprecations',
    at: [...email, 'deprecated'],
    to: true,
    said: /^Deprecated since when\? Add/,
  },
  'a deprecated operation that ends within a year': {
    rule: 'deprecations',
    at: createCustomer,
    to: { deprecated: true, 'x-deprecation': { since: '2027-02-01', sunset: '2028-01-31' } },
    said: /^Its `sunset` comes too soon\. Callers are given a year/,
  },
  'a field that tools do not show as deprecated': {
    rule: 'deprecations',
    at: [...email, 'x-deprecation'],
    to: { since: '2027-02-01' },
    said: /^x-deprecation stands alone\. Add `deprecated: true` beside it\.$/,
  },
}

/** Changes the document in place. */
function breakAt(document: Node, { at, to }: Pick<Break, 'at' | 'to'>): void {
  const parent = at.slice(0, -1).reduce((node, name) => node[name] as Node, document)
  const last = at.at(-1) ?? ''
  if (to === undefined) delete parent[last]
  else parent[last] = to
}

test('the contract breaks none of the rules', () => {
  for (const rule of Object.values(rules)) assert.deepEqual([...rule(contract)], [])
})

for (const [what, one] of Object.entries(breaks)) {
  test(`${what} is refused where it stands`, () => {
    const document = structuredClone(contract)
    breakAt(document, one)
    const [found, ...more] = rules[one.rule](document)
    assert.match(found?.message ?? '', one.said)
    assert.deepEqual(more, [])
    const near = found?.path.map(String) ?? []
    const shared = near.findIndex((name, index) => name !== one.at[index])
    assert.ok((shared === -1 ? near.length : shared) >= 3, near.join(' '))
  })
}

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

test('the linter runs every rule', () => {
  const document = structuredClone(contract)
  const ofEach = [
    'an operation without success',
    'a refusal without codes',
    'a code without a cause',
    'a field without a description',
    'a deprecated field that does not say since when',
  ]
  for (const what of ofEach) if (breaks[what]) breakAt(document, breaks[what])
  const problems = problemsIn(document)
  for (const what of ofEach) {
    const { said } = breaks[what] ?? { said: /$^/ }
    const found = problems.find(({ message }) => said.test(message))
    assert.match(found?.ruleId ?? '', /^balcao\//, what)
  }
})

test('the linter refuses what swagger-parser does, and no other reader', () => {
  const document = structuredClone(contract)
  breakAt(document, { at: ['servers', '0', 'variables', 'host', 'description'], to: 'The host.' })
  assert.deepEqual(
    problemsIn(document).map(({ ruleId }) => ruleId),
    ['rule/server-variable-without-description'],
  )
})

test("OWASP's rules find the breaks and nothing else", async () => {
  const document = structuredClone(contract)
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

test('the contract has no more to stumble on for generators than it may, and no less', () => {
  const found = Object.entries(stumblingBlocks(contract))
  const counted = Object.fromEntries(found.map(([kind, places]) => [kind, places.length]))
  assert.deepEqual(counted, allowed)
  assert.deepEqual(stumblingProblems(contract), [])
})

const ofNull = { type: 'null' }
const customer = { $ref: '#/components/schemas/Customer' }
const stumbling: Record<keyof typeof allowed, unknown> = {
  constWithoutType: { const: 'customer' },
  scalarOrNull: { anyOf: [{ $ref: '#/components/schemas/CustomerId' }, ofNull] },
  objectOrNull: { oneOf: [customer, ofNull] },
  unionWithoutDiscriminator: { oneOf: [customer, { $ref: '#/components/schemas/Offer' }, ofNull] },
  allOf: { allOf: [customer, { type: 'object' }] },
  severalTypes: { type: ['string', 'integer', 'null'] },
}

test.for(Object.entries(stumbling))('one %s more is named, and said how to mend', ([kind, to]) => {
  const document = structuredClone(contract)
  breakAt(document, { at: email, to })
  const [problem = '', ...more] = stumblingProblems(document)
  const count = allowed[kind as keyof typeof allowed]
  assert.ok(problem.startsWith(`${count + 1} places have ${kind}, ${count} may: `), problem)
  assert.ok(problem.includes('components.schemas.'), problem)
  assert.deepEqual(more, [])
})

test('what only the service checks, and what stands in examples, is nothing to stumble on', () => {
  const document = structuredClone(contract)
  const text = '{"if":{"const":1},"then":{"not":{"const":2}},"examples":[{"const":3}]}'
  const hidden = JSON.parse(text) as Node
  breakAt(document, { at: email, to: { type: 'string', ...hidden } })
  assert.deepEqual(stumblingProblems(document), [])
})
