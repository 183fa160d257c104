const wildcard = '{}'

type Node<Target> = {
  children: Map<string, Node<Target>>
  /** By lower-case method; the names are those of the template's parameters, in order. */
  methods: Map<string, { target: Target; names: string[] }>
}

export type Match<Target> =
  | { target: Target; params: Record<string, string> }
  | { target: undefined; allow: string[] }

/**
 * Finds the operation for a method and a path in one walk over the path's segments, whatever the
 * number of operations. Segments are compared as they were sent; parameters are percent-decoded.
 */
export class PathTree<Target> {
  readonly #root: Node<Target> = { children: new Map(), methods: new Map() }

  /** @param template an OpenAPI path such as `/v1/customers/{customerId}` */
  add(method: string, template: string, target: Target): void {
    const names: string[] = []
    let node = this.#root
    for (const segment of template.split('/').slice(1)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1]
      if (name) names.push(name)
      const key = name ? wildcard : segment
      let child = node.children.get(key)
      if (!child) node.children.set(key, child = { children: new Map(), methods: new Map() })
      node = child
    }
    node.methods.set(method, { target, names })
  }

  /** @returns undefined when nothing is at this path; the allowed methods when only those fit */
  find(method: string, path: string): Match<Target> | undefined {
    const values: string[] = []
    let node: Node<Target> | undefined = this.#root
    for (const segment of path.split('/').slice(1)) {
      let next: Node<Target> | undefined = segment === wildcard
        ? undefined
        : node.children.get(segment)
      if (!next && segment !== '') {
        next = node.children.get(wildcard)
        values.push(decoded(segment))
      }
      if (!next) return undefined
      node = next
    }
    const found = node.methods.get(method)
    if (found) {
      const params = Object.fromEntries(found.names.map((name, i) => [name, values[i] ?? '']))
      return { target: found.target, params }
    }
    if (node.methods.size === 0) return undefined
    return { target: undefined, allow: [...node.methods.keys()].map((m) => m.toUpperCase()) }
  }
}

/** Malformed percent-encoding stays as it is, so that the parameter's own schema refuses it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
