/**
 * npm runs this after `npm ci`: makes the generated files that git does not keep. Without the
 * packages of development there is nothing to make them with, and the service says what it lacks.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs'

/**
 * True in `npm pack` and `npm publish`, which run `prepare` after `prepack`: that one has compiled
 * the package, so that nothing made now would be in it.
 */
function isCompiledAlready(): boolean {
  const { npm_command, npm_lifecycle_event } = process.env
  return npm_lifecycle_event === 'prepare' && /^(pack|publish)$/.test(npm_command ?? '')
}

/** Removes Node's C++ headers, a tenth of all that is installed, which nothing is compiled with. */
function removeHeaders(): void {
  const packages = new URL('../node_modules/node/node_modules/', import.meta.url)
  // Not there with --ignore-scripts: the package's own script installs Node.
  if (!existsSync(packages)) return
  for (const name of readdirSync(packages).filter((folder) => folder.startsWith('node-'))) {
    rmSync(new URL(`${name}/include/`, packages), { recursive: true, force: true })
  }
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

if (!isCompiledAlready() && isInstalled('openapi-typescript')) {
  removeHeaders()
  process.argv.push('--missing')
  await import('./generate.ts')
}
