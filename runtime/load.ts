import { createRequire, registerHooks } from 'node:module'

const load = createRequire(import.meta.url)

const nothing = { url: 'data:text/javascript,', format: 'commonjs', source: '' } as const

/**
 * Loads a CommonJS package without parts that it requires and that are never called here: in their
 * places there are empty modules. A package that begins to need one fails at its first use.
 *
 * @param parts as the package's own files name them
 */
export function loadWithout(name: string, parts: readonly string[]): unknown {
  const own = `/node_modules/${name}/`
  const hooks = registerHooks({
    resolve: (part, context, next) =>
      parts.includes(part) && context.parentURL?.includes(own)
        ? { url: nothing.url, format: nothing.format, shortCircuit: true }
        : next(part, context),
    load: (url, context, next) =>
      url === nothing.url ? { ...nothing, shortCircuit: true } : next(url, context),
  })
  try {
    return load(name)
  } finally {
    hooks.deregister()
  }
}
