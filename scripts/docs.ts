/** Writes the docs as one folder, `site/`, that any web server can serve under any path. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contractFile, contractJsonFile, readContract } from '../contract/document.ts'
import { pageOf } from './docs/page.ts'

const site = new URL('../site/', import.meta.url)

rmSync(site, { recursive: true, force: true })
mkdirSync(site)
cpSync(new URL('../generated/docs/', import.meta.url), site, { recursive: true })
const page = pageOf(readContract().info.title, { files: './', contract: './' })
writeFileSync(new URL('index.html', site), page)
for (const file of [contractFile, contractJsonFile]) {
  writeFileSync(new URL(file.pathname.split('/').at(-1) ?? '', site), readFileSync(file))
}
console.log(`The docs are in ${fileURLToPath(site)}: serve that folder.`)
