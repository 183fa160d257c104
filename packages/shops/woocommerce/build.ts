/**
 * Makes the zip of the WooCommerce plugin: `npm run build:woocommerce` (`-- FILE` says where;
 * `release/balcao-woocommerce.zip` otherwise).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pluginZip } from './archive.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const target = resolve(process.argv[2] ?? `${root}release/balcao-woocommerce.zip`)
const bytes = pluginZip()
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, bytes)
console.log(`${target} (${bytes.length} bytes)`)
