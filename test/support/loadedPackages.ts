/** Preloaded into a process, writes at its end which packages and files it has loaded. */
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const root = new URL('../..', import.meta.url).href

const packages = new Set<string>()

registerHooks({
  load(url, context, next) {
    const [, name] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    packages.add(name ?? url.replace(root, ''))
    return next(url, context)
  },
})

process.once('exit', () =>
  writeFileSync(process.env['LOADED_PACKAGES'] ?? '', JSON.stringify([...packages])),
)
