import type { ValidRequest } from './validator.ts'

/** Since which day something should no longer be used, and on which day it ends, if it does. */
export type Deprecation = { since: string; sunset?: string }

/** Carrier of the mark: an operation, a parameter, or a field of a body. */
type Marked = { 'x-deprecation'?: Deprecation }

type Field = Marked & { default?: unknown }

/** The parts of a dereferenced OpenAPI operation that can be deprecated. */
export type DeprecatedShape = Marked & {
  parameters?: (Marked & { name: string; in: string; schema: Field })[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, Field> } }> }
}

/** The guide of the docs that names replacements. */
const GUIDE = '</docs/en/guides/changes>; rel="deprecation"; type="text/html"'

/** Something deprecated, and whether a request uses it. */
type Use = { deprecation: Deprecation; isIn: (request: ValidRequest) => boolean }

function* usesOf(operation: DeprecatedShape): Generator<Use> {
  const { parameters = [], requestBody, 'x-deprecation': whole } = operation
  if (whole) yield { deprecation: whole, isIn: () => true }
  for (const { name, in: place, schema, 'x-deprecation': deprecation } of parameters) {
    if (!deprecation) continue
    const isSent = isSentAs(name, schema)
    yield { deprecation, isIn: ({ query, headers }) => isSent(place === 'query' ? query : headers) }
  }
  for (const { schema } of Object.values(requestBody?.content ?? {})) {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const { 'x-deprecation': deprecation } = field
      const isSent = isSentAs(name, field)
      if (deprecation) yield { deprecation, isIn: ({ body }) => isSent(body) }
    }
  }
}

/** A default is filled in for every caller, so it does not count as sent. */
const isSentAs = (name: string, { default: filledIn }: Field) => {
  return (values: unknown) => {
    const value = (values as Record<string, unknown> | undefined)?.[name]
    return value !== undefined && value !== filledIn
  }
}

/** The start of a day in UTC; the contract writes days as `2027-01-31`. */
const startOf = (day: string) => new Date(`${day}T00:00:00.000Z`)

/**
 * Response headers that announce the deprecation of a whole operation, sent with errors too.
 * Undefined unless it is deprecated.
 */
export function headersOfOperation({ 'x-deprecation': whole }: Marked) {
  return whole && headersOf([whole])
}

/** Of several the earliest days: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
function headersOf(deprecations: Deprecation[]): Record<string, string> {
  const [since] = deprecations.map((deprecation) => deprecation.since).toSorted()
  const [sunset] = deprecations.flatMap((deprecation) => deprecation.sunset ?? []).toSorted()
  if (since === undefined) return {}
  return {
    Deprecation: `@${startOf(since).getTime() / 1_000}`,
    ...(sunset !== undefined && { Sunset: startOf(sunset).toUTCString() }),
    Link: GUIDE,
  }
}

/**
 * Makes the function that tells a caller which parts of a request are deprecated, as headers of its
 * answer.
 *
 * @returns undefined for an operation in which nothing is deprecated
 */
export function createDeprecations(
  operation: DeprecatedShape,
): ((request: ValidRequest) => Record<string, string>) | undefined {
  const uses = [...usesOf(operation)]
  if (uses.length === 0) return undefined
  return (request) =>
    headersOf(uses.filter((use) => use.isIn(request)).map(({ deprecation }) => deprecation))
}
