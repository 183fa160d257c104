/**
 * Makes the zip of the WooCommerce plugin, byte for byte the same from the same sources:
 * `npm run build:woocommerce` (`-- FILE` says where; `release/balcao-woocommerce.zip` otherwise).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const plugin = `${root}integrations/woocommerce/`

type Entry = { name: string; bytes: Buffer }

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

/** The first moment that a zip can say, 1 January 1980, so that each build has the same bytes. */
const DATE = 0x00210000

/** Deflated, names in UTF-8. */
const METHOD_AND_FLAGS = { version: 20, flags: 0x0800, method: 8 }

/**
 * Fields that local header and directory have in common, from the version needed to the name's
 * length.
 */
function header({ name, bytes }: Entry, compressed: Buffer): Buffer {
  const fields = Buffer.alloc(26)
  const { version, flags, method } = METHOD_AND_FLAGS
  fields.writeUInt16LE(version, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt32LE(DATE, 6)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(compressed.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

/** A zip without directories of its own, as APPNOTE 6.3 has it. */
function zip(files: Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const entry = { ...file, name: `balcao/${file.name}` }
    const compressed = deflateRawSync(entry.bytes, { level: 9 })
    const fields = header(entry, compressed)
    const name = Buffer.from(entry.name)
    const local = [Buffer.from('PK\x03\x04'), fields, name, compressed]
    // Made by Unix, version 2.0; no comment, first disk, and a plain file that its owner may write.
    const after = Buffer.alloc(14)
    after.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    after.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, after, name)
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}

const target = resolve(process.argv[2] ?? `${root}release/balcao-woocommerce.zip`)
const bytes = zip(entries())
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, bytes)
console.log(`${target} (${bytes.length} bytes)`)
