/** Makes the tables of the router, `generated/routes.ts`; only `npm run generate` imports it. */
import { operationsOf } from '../document.ts'
import type { Document } from '../document.ts'
import type { Route } from '../../generated/routes.ts'

/** A node of the tree while it is being built. */
type Branch = { literals: Map<string, Branch>; parameter?: Branch; route?: Route }

const parameterName = (segment: string) => /^\{(.+)\}$/.exec(segment)?.[1]

function routesOf(document: Document): Map<string, Route> {
  const routes = new Map<string, { operations: Record<string, string>; parameters: string[] }>()
  for (const { path, method, operation } of operationsOf(document)) {
    const parameters = path.split('/').flatMap((segment) => parameterName(segment) ?? [])
    const route = routes.get(path) ?? { operations: {}, parameters }
    route.operations[method.toUpperCase()] = operation.operationId
    routes.set(path, route)
  }
  return routes
}

function insert(root: Branch, path: string, route: Route): void {
  let branch = root
  for (const segment of path.split('/').slice(1)) {
    let next = parameterName(segment) ? branch.parameter : branch.literals.get(segment)
    if (!next) {
      next = { literals: new Map() }
      if (parameterName(segment)) branch.parameter = next
      else branch.literals.set(segment, next)
    }
    branch = next
  }
  branch.route = route
}

/** A value as source text. Tables are maps, because a request may name `__proto__` as a segment. */
function literal(value: unknown): string {
  if (value instanceof Map) {
    const entries = [...value].map(
      ([key, element]) => `\n[${JSON.stringify(key)}, ${literal(element)}],`,
    )
    return `new Map([${entries.join('')}])`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return JSON.stringify(value)
  }
  const members = Object.entries(value).map(([key, member]) => `${key}: ${literal(member)}`)
  return `{ ${members.join(', ')} }`
}

/** The text of `generated/routes.ts` below its notice. */
export function routesModule(document: Document): string {
  const exact = new Map<string, Route>()
  const root: Branch = { literals: new Map() }
  for (const [path, route] of routesOf(document)) {
    if (route.parameters.length === 0) exact.set(path, route)
    else insert(root, path, route)
  }
  return `/** A path of the contract: its operations by method, and its parameters in order. */
export type Route = {
  readonly operations: Readonly<Record<string, string>>
  readonly parameters: readonly string[]
}

/** Successors at one place of a path: literal segments, which win over a parameter. */
export type Segment = {
  readonly literals: ReadonlyMap<string, Segment>
  readonly parameter?: Segment
  readonly route?: Route
}

/** The paths without parameters. */
export const exact: ReadonlyMap<string, Route> = ${literal(exact)}

/** The paths with parameters, segment by segment. */
export const tree: Segment = ${literal(root)}
`
}
