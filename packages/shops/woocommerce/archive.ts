/** The WooCommerce plugin as a zip, byte for byte the same from the same sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zip } from '../../../scripts/zip.ts'
import type { Entry } from '../../../scripts/zip.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const plugin = `${root}packages/shops/woocommerce/`

/** Of the folder, what runs in a shop; its tests and its README for developers stay here. */
const isShipped = (path: string) => /^(balcao|uninstall)\.php$|^readme\.txt$|\//.test(path)

/** Translators' template: every text of the plugin, in the order of the alphabet. */
function template(sources: Entry[]): string {
  const call = /\b_n\(\s*'(.+?)',\s*'(.+?)'|\b(?:__|esc_\w+?_[_e])\( '(.+?)', 'balcao' \)/g
  const entry = (keys: string, ...translations: string[]) =>
    [keys, ...translations.map((name) => `${name} ""`), ''].join('\n')
  const texts = sources.flatMap(({ bytes }) =>
    [...bytes.toString().matchAll(call)].map(([, one, many, single = '']) => {
      if (one === undefined) return entry(`msgid ${JSON.stringify(single)}`, 'msgstr')
      const keys = `msgid ${JSON.stringify(one)}\nmsgid_plural ${JSON.stringify(many)}`
      return entry(keys, 'msgstr[0]', 'msgstr[1]')
    }),
  )
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
  return [head, ...[...new Set(texts)].toSorted()].join('\n')
}

function entries(): Entry[] {
  const files = readdirSync(plugin, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) =>
      `${resolve(parentPath)}/${name}`.slice(plugin.length).replaceAll('\\', '/'),
    )
    .filter((path) => !path.startsWith('test/') && isShipped(path))
    .map((path) => ({ name: path, bytes: readFileSync(plugin + path) }))
  const code = files.filter(({ name }) => name.startsWith('includes/'))
  return [
    ...files,
    { name: 'LICENSE', bytes: readFileSync(`${root}LICENSE`) },
    { name: 'languages/balcao.pot', bytes: Buffer.from(template(code)) },
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The bytes of the zip, whose one folder is the plugin's. */
export const pluginZip = (): Buffer =>
  zip(entries().map((entry) => ({ ...entry, name: `balcao/${entry.name}` })))
