/** Makes the router's tables. `npm run generate` does so ahead, into `generated/`. */
import { operationsOf } from '../document.ts'
import type { Document } from '../document.ts'
import type { Route } from '../router.ts'

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

function plant(root: Branch, path: string, route: Route): void {
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

/** A value as the text of a program; maps, because a request may name any segment. */
function literal(value: unknown): string {
  if (value instanceof Map) {
    const entries = [...value].map(([key, one]) => `\n[${JSON.stringify(key)}, ${literal(one)}],`)
    return `new Map([${entries.join('')}])`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return JSON.stringify(value)
  }
  const members = Object.entries(value).map(([key, one]) => `${key}: ${literal(one)}`)
  return `{ ${members.join(', ')} }`
}

/** The text of `generated/routes.ts`, but for its first line. */
export function routesModule(document: Document): string {
  const exact = new Map<string, Route>()
  const root: Branch = { literals: new Map() }
  for (const [path, route] of routesOf(document)) {
    if (route.parameters.length === 0) exact.set(path, route)
    else plant(root, path, route)
  }
  return `import type { Route, Segment } from '../contract/router.ts'

/** The paths without parameters. */
export const exact: ReadonlyMap<string, Route> = ${literal(exact)}

/** The others, segment by segment. */
export const tree: Segment = ${literal(root)}
`
}
