/**
 * Runs the test of each shop, one after another. `--short` installs no shop: each integration is
 * tried with a double of the few classes of the shop that it touches. Names choose shops;
 * `neighbours` is the test of several Medusas and Vendures of one seller, always with doubles, and
 * `woocommerce-neighbours` that of WooCommerces.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const folder = fileURLToPath(new URL('..', import.meta.url))

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const neighbours: Record<string, string> = {
  neighbours: `${folder}test/neighbours.ts`,
  'woocommerce-neighbours': `${folder}woocommerce/test/neighbours.ts`,
}

const fileOf = (name: string) => neighbours[name] ?? `${folder}${name}/test/shop.ts`

const shops = [...readdirSync(folder), ...Object.keys(neighbours)]
  .filter((name) => existsSync(fileOf(name)))
  .filter((name) => positionals.length === 0 || positionals.includes(name))
if (shops.length === 0) throw new Error(`No shop is called ${positionals.join(', ')}.`)

const startMs = performance.now()
for (const shop of shops) {
  const args = [fileOf(shop), ...(values.short ? ['--short'] : [])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) {
    console.log(`${shop}: failed`)
    process.exitCode = 1
  }
}
const seconds = ((performance.now() - startMs) / 1000).toFixed(0)
console.log(`${shops.join(', ')}: ${seconds} s in all`)
