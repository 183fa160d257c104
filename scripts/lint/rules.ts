/**
 * Rules beyond redocly's, so that the contract has what docs, samples, mocks and clients are made
 * from. Each message says what to do.
 */
import { methods } from '../../contract/document.ts'

type Node = { [name: string]: unknown; $ref?: string }
type Path = (string | number)[]

/** A finding and its place in the document. */
export type Problem = { message: string; path: Path }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const child = (node: unknown, name: string): Node => {
  const value = isNode(node) ? node[name] : undefined
  return isNode(value) ? value : {}
}

const entries = (node: unknown, name: string) => Object.entries(child(node, name))

/** Resolves a reference within the document; returns anything else as it is. */
function target(document: Node, node: unknown): Node {
  if (!isNode(node)) return {}
  if (typeof node.$ref !== 'string') return node
  const names = node.$ref.split('/').slice(1)
  return target(
    document,
    names.reduce<unknown>((at, name) => child(at, name), document),
  )
}

type PlacedOperation = { operation: Node; path: Path; isEvent: boolean }

function* operationsOf(document: Node): Generator<PlacedOperation> {
  for (const place of ['paths', 'webhooks']) {
    for (const [name, item] of entries(document, place)) {
      for (const method of methods) {
        const operation = isNode(item) ? item[method] : undefined
        const path = [place, name, method]
        if (isNode(operation)) yield { operation, path, isEvent: place === 'webhooks' }
      }
    }
  }
}

function* withoutExamples(content: unknown, path: Path, what: string): Generator<Problem> {
  for (const [type, media] of entries({ content }, 'content')) {
    if (entries(media, 'examples').length > 0) continue
    yield {
      message:
        `${what} has no example as ${type}. Add one under \`examples\`, with a \`summary\`` +
        ' and a `value` as a caller would see it: docs, samples and mocks are made from it.',
      path: [...path, 'content', type],
    }
  }
}

/** Every operation has an example of its request and of its success. */
export function* operationExamples(document: Node): Generator<Problem> {
  for (const { operation, path, isEvent } of operationsOf(document)) {
    const id = String(operation['operationId'])
    const body = target(document, operation['requestBody'])
    yield* withoutExamples(body['content'], [...path, 'requestBody'], `The request of ${id}`)
    const successes = entries(operation, 'responses').filter(([status]) => /^(2|303)/.test(status))
    if (successes.length === 0) {
      const missing = `${id} has no 2xx response and no 303.`
      const message = `${missing} Add the one that it answers success with.`
      yield { message, path: [...path, 'responses'] }
    }
    for (const [status, response] of successes) {
      const { content } = target(document, response)
      const at = [...path, 'responses', status]
      if (!isNode(content) && !isEvent && status !== '303') {
        const message = `The ${status} of ${id} has no content. Add its schema and an example.`
        yield { message, path: at }
      }
      yield* withoutExamples(content, at, `The ${status} of ${id}`)
    }
  }
}

/** Every 4xx response lists its codes, each by reference to the catalogue. */
export function* refusalCodes(document: Node): Generator<Problem> {
  for (const { operation, path } of operationsOf(document)) {
    const id = String(operation['operationId'])
    for (const [status, response] of entries(operation, 'responses')) {
      if (!/^[45]/.test(status)) continue
      const { content } = target(document, response)
      const at = [...path, 'responses', status]
      if (!isNode(content)) {
        const message =
          `The ${status} of ${id} lists no codes. Under \`content\`, name each code ` +
          "as `code: { $ref: '#/components/examples/code' }`."
        yield { message, path: at }
      }
      yield* withoutExamples(content, at, `The ${status} of ${id}`)
      for (const [code, example] of entries(child(content, 'application/json'), 'examples')) {
        if (isNode(example) && example.$ref === `#/components/examples/${code}`) continue
        const message =
          `${code} of ${id} is not taken from the catalogue. Describe it once, in ` +
          `\`components/examples\`, and write here \`$ref: '#/components/examples/${code}'\`.`
        yield { message, path: at }
      }
    }
  }
}

/** Every code that a schema names by `x-error-code`. */
function* faultCodes(node: unknown, path: Path): Generator<{ code: string; path: Path }> {
  if (!isNode(node)) return
  for (const [name, value] of Object.entries(node)) {
    if (name !== 'x-error-code') yield* faultCodes(value, [...path, name])
    else
      for (const code of isNode(value) ? Object.values(value) : [value]) {
        yield { code: String(code), path: [...path, name] }
      }
  }
}

/** Every code is in the catalogue, is explained there, and is used by an operation. */
export function* catalogue(document: Node): Generator<Problem> {
  const codes = new Map(entries(child(document, 'components'), 'examples'))
  const used = new Set<string>()
  for (const { operation } of operationsOf(document)) {
    for (const [, response] of entries(operation, 'responses')) {
      const json = child(child(target(document, response), 'content'), 'application/json')
      for (const [code] of entries(json, 'examples')) used.add(code)
    }
  }
  for (const { code, path } of faultCodes(document, [])) {
    if (codes.has(code)) continue
    yield { message: `${code} is not in the catalogue. Add it to \`components/examples\`.`, path }
  }
  for (const [code, entry] of codes) {
    const path = ['components', 'examples', code]
    const { summary, description } = target(document, entry)
    if (!summary) yield { message: `${code} has no cause. Add it as its \`summary\`.`, path }
    if (!description) {
      yield { message: `${code} does not say what to do. Add that as its \`description\`.`, path }
    }
    const { error } = child(entry, 'value')
    const carried = isNode(error) ? error['code'] : `oauth_${error}`
    if (carried !== code) {
      const message = `${code} shows an answer with the code ${carried}. Let both be the same.`
      yield { message, path: [...path, 'value'] }
    }
    if (!used.has(code)) {
      const message = `No operation answers ${code}. List it in a 4xx response, or remove it.`
      yield { message, path }
    }
  }
}

/** True when the schema shows an example of its value, directly or by its parts. */
function hasExample(document: Node, node: unknown): boolean {
  if (!isNode(node)) return false
  const schema = target(document, node)
  const { properties, items } = schema
  const parts = [schema['oneOf'], schema['allOf']].flatMap((some) =>
    Array.isArray(some) ? some : [],
  )
  return (
    // A day or a moment within so many from now: an example of it would be wrong one day.
    /^date/.test(String(schema['format'])) ||
    [node, schema].some((part) => part['examples'] !== undefined || part['const'] !== undefined) ||
    parts.some((part) => hasExample(document, part)) ||
    isNode(properties) ||
    (isNode(items) && hasExample(document, items)) ||
    (schema['type'] === 'object' && schema['maxProperties'] === 0)
  )
}

function* fieldProblems(document: Node, name: string, field: unknown, path: Path) {
  if (!isNode(field)) return
  if (!field['description'] && !target(document, field)['description']) {
    const message = `${name} has no description. Say in a sentence what it means to a caller.`
    yield { message, path }
  }
  const shows = hasExample(document, field['schema'] ?? field)
  // Tools send an example of a header with every request, and so one key with every body.
  const isOptionalHeader = field['in'] === 'header' && field['required'] !== true
  if (shows && isOptionalHeader) {
    const message = `${name} has an example. Show it in the description: tools send it every time.`
    yield { message, path }
  }
  if (shows || isOptionalHeader) return
  yield { message: `${name} has no example. Add \`examples\` with a value that is allowed.`, path }
}

/** The fields of a schema and of its parts; conditional subschemas are left out. */
function* schemaProblems(document: Node, node: unknown, path: Path): Generator<Problem> {
  if (!isNode(node)) return
  for (const [name, field] of entries(node, 'properties')) {
    const at = [...path, 'properties', name]
    yield* fieldProblems(document, name, field, at)
    yield* schemaProblems(document, field, at)
  }
  if (isNode(node['items'])) yield* schemaProblems(document, node['items'], [...path, 'items'])
  for (const kind of ['oneOf', 'anyOf', 'allOf']) {
    for (const [index, child] of entries(node, kind)) {
      yield* schemaProblems(document, child, [...path, kind, Number(index)])
    }
  }
}

/** Every field, parameter and header has a description and an example. */
export function* documentedFields(document: Node): Generator<Problem> {
  const { components } = document
  for (const place of ['parameters', 'headers']) {
    for (const [name, field] of entries(components, place)) {
      yield* fieldProblems(document, name, field, ['components', place, name])
    }
  }
  for (const [name, schema] of entries(components, 'schemas')) {
    yield* schemaProblems(document, schema, ['components', 'schemas', name])
  }
  for (const { operation, path } of operationsOf(document)) {
    for (const [index, parameter] of entries(operation, 'parameters')) {
      // The target of a `$ref` is checked in its own place.
      if (!isNode(parameter) || parameter.$ref !== undefined) continue
      const name = String(parameter['name'])
      yield* fieldProblems(document, name, parameter, [...path, 'parameters', Number(index)])
    }
  }
}

/** How long at least a deprecated thing goes on working. */
const NOTICE_MS = 365 * 24 * 60 * 60 * 1_000

/** Checks the mark of something deprecated. */
function deprecationFault(deprecated: unknown, notice: unknown): string | undefined {
  if (deprecated !== true) return 'x-deprecation stands alone. Add `deprecated: true` beside it.'
  const { since, sunset } = isNode(notice) ? notice : {}
  const [from, until] = [since, sunset ?? '9999-12-31'].map((day) => Date.parse(String(day)))
  if (Number.isNaN(from) || Number.isNaN(until)) {
    return 'Deprecated since when? Add `x-deprecation: { since: YYYY-MM-DD }`.'
  }
  if (Number(until) - Number(from) >= NOTICE_MS) return undefined
  return 'Its `sunset` comes too soon. Callers are given a year after `since`.'
}

/** Requires that deprecated parts name the day since when, and work for a year at least. */
export function* deprecations(node: unknown, path: Path = []): Generator<Problem> {
  if (!isNode(node)) return
  const { deprecated, 'x-deprecation': notice } = node
  const isMarked = deprecated === true || notice !== undefined
  const message = isMarked ? deprecationFault(deprecated, notice) : undefined
  if (message) yield { message, path }
  for (const [name, value] of Object.entries(node)) yield* deprecations(value, [...path, name])
}
