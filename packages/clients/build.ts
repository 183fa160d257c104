/**
 * Makes the packages of the clients in PHP, Python and Go, byte for byte the same from the same
 * sources: `npm run build:clients` (`-- FOLDER` says where; `release/` otherwise).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../../package.json' with { type: 'json' }
import { packedClients } from './build/pack.ts'

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../../release', import.meta.url)))
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of Object.entries(packedClients(manifest.version))) {
  writeFileSync(`${folder}/${name}`, bytes)
  console.log(`${folder}/${name} (${bytes.length} bytes)`)
}
