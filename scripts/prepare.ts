/**
 * npm runs this after `npm ci`, and before it packs: makes the generated files that git does not
 * keep. Without the packages of development there is nothing to make them with, and the service
 * says what it lacks.
 */
function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

if (isInstalled('openapi-typescript')) {
  process.argv.push('--missing')
  await import('./generate.ts')
}
