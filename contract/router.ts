import { exact, tree } from '../generated/routes.ts'
import type { Route, Segment } from '../generated/routes.ts'

export type Match = { route: Route; params: Record<string, string> }

/**
 * Finds the path of the contract that a request's path matches: by one map lookup when the path has
 * no parameters, otherwise by one walk down a tree of segments. Literal segments are compared as
 * they were sent; parameters are percent-decoded and never empty.
 *
 * @param path the request target without its query, percent-encoded
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

/**
 * Malformed percent-encoding stays as it is, so that the parameter's schema rejects it, or nothing
 * is found under it. So does a NUL, for which PostgreSQL has no text.
 */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    const text = decodeURIComponent(segment)
    return text.includes('\0') ? segment : text
  } catch {
    return segment
  }
}
