import { exact, tree } from '../generated/routes.ts'

/** A path of the contract: its operations by method, and its parameters in their order. */
export type Route = {
  readonly operations: Readonly<Record<string, string>>
  readonly parameters: readonly string[]
}

/** What may follow at one place of a path: a segment as it stands, or else a parameter. */
export type Segment = {
  readonly literals: ReadonlyMap<string, Segment>
  readonly parameter?: Segment
  readonly route?: Route
}

export type Match = { route: Route; params: Record<string, string> }

/**
 * Finds the contract's path that a request names, in one look at paths without parameters and
 * otherwise in one walk, whatever their number. Segments are compared as they were sent;
 * parameters are percent-decoded, and never empty.
 */
export function matchPath(path: string): Match | undefined {
  const route = exact.get(path)
  return route ? { route, params: {} } : walk(path)
}

function walk(path: string): Match | undefined {
  if (!path.startsWith('/')) return undefined
  const values: string[] = []
  let node: Segment = tree
  for (let start = 1; start <= path.length; ) {
    const slash = path.indexOf('/', start)
    const end = slash < 0 ? path.length : slash
    const segment = path.slice(start, end)
    const literal = node.literals.get(segment)
    const next = literal ?? (segment === '' ? undefined : node.parameter)
    if (!next) return undefined
    if (!literal) values.push(decoded(segment))
    node = next
    start = end + 1
  }
  const { route } = node
  if (!route) return undefined
  const params: Record<string, string> = {}
  for (const [i, name] of route.parameters.entries()) params[name] = values[i] ?? ''
  return { route, params }
}

/** Malformed percent-encoding stays as it is, so that the parameter's own schema refuses it. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
