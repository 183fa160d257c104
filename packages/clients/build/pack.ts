/** The clients as their users install them: for Composer, pip and Go's modules. */
import { createHash } from 'node:crypto'
import { zip } from '../../../scripts/zip.ts'
import { packageFiles } from './write.ts'

const zipOf = (files: Record<string, string>) =>
  zip(
    Object.entries(files)
      .map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )

/** A line of a wheel's list of files: path, hash and size (Binary distribution format 1.0). */
function record([path, text]: [string, string]): string {
  const hash = createHash('sha256').update(text).digest('base64url')
  return `${path},sha256=${hash},${Buffer.byteLength(text)}\n`
}

/** A wheel, which pip installs without building anything and so without network. */
function wheelOf(files: Record<string, string>): [name: string, bytes: Buffer] {
  const project = files['pyproject.toml'] ?? ''
  const field = (name: string) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)?.[1] ?? ''
  const name = `${field('name')}-${field('version')}`
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${field('name')}`,
    `Version: ${field('version')}`,
    `Summary: ${field('description')}`,
    'License: Apache-2.0',
    `Requires-Python: ${field('requires-python')}`,
    'Description-Content-Type: text/markdown',
    `\n${files['README.md']}`,
  ]
  const wheel = ['Wheel-Version: 1.0', 'Generator: balcao', 'Root-Is-Purelib: true']
  const inside = {
    ...Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith('balcao/'))),
    [`${name}.dist-info/LICENSE`]: files['LICENSE'] ?? '',
    [`${name}.dist-info/METADATA`]: metadata.join('\n'),
    [`${name}.dist-info/WHEEL`]: `${[...wheel, 'Tag: py3-none-any'].join('\n')}\n`,
  }
  const list = `${name}.dist-info/RECORD`
  const records = Object.entries(inside).map(record).join('')
  return [`${name}-py3-none-any.whl`, zipOf({ ...inside, [list]: `${records}${list},,\n` })]
}

/** The bytes of each package, by the name of its file. */
export function packedClients(version: string): Record<string, Buffer> {
  const [wheel, bytes] = wheelOf(packageFiles('python'))
  return {
    [`balcao-client-php-${version}.zip`]: zipOf(packageFiles('php')),
    [wheel]: bytes,
    [`balcao-client-go-${version}.zip`]: zipOf(packageFiles('go')),
  }
}
