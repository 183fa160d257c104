/** Breaks of the contract against which each codebase rule is held. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import {
  catalogue,
  deprecations,
  documentedFields,
  operationExamples,
  refusalCodes,
} from '../../scripts/lint/rules.ts'

export type Node = Record<string, unknown>

const file = fileURLToPath(new URL('../../openapi.yaml', import.meta.url))
export const contract = parse(readFileSync(file, 'utf8')) as Node
export const rules = { operationExamples, refusalCodes, catalogue, deprecations, documentedFields }

export const createCustomer = ['paths', '/v1/customers', 'post']
const success = [...createCustomer, 'responses', '201', 'content', 'application/json']
const conflict = [...createCustomer, 'responses', '409']
const codes = [...conflict, 'content', 'application/json', 'examples']
const entry = ['components', 'examples', 'customer_not_found']
export const email = ['components', 'schemas', 'Customer', 'properties', 'email']

type Break = {
  rule: keyof typeof rules
  /** The place of the change and its new value; without `to` the place is removed. */
  at: string[]
  to?: unknown
  said: RegExp
}

/** The breaks of the contract, by the part that it then has or lacks. */
export const breaks: Record<string, Break> = {
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
export function breakAt(document: Node, { at, to }: Pick<Break, 'at' | 'to'>): void {
  const parent = at.slice(0, -1).reduce((node, name) => node[name] as Node, document)
  const last = at.at(-1) ?? ''
  if (to === undefined) delete parent[last]
  else parent[last] = to
}
