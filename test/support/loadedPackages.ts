/** Preloaded into a process, writes at its end which packages and generated files it has loaded. */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const packages = new Set<string>()

registerHooks({
  load(url, context, next) {
    const [, name] =
      /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? /\/(generated\/[^/]+)$/.exec(url) ?? []
    if (name) packages.add(name)
    return next(url, context)
  },
})

process.once('exit', () =>
  writeFileSync(process.env['LOADED_PACKAGES'] ?? '', JSON.stringify([...packages])),
)
