/**
 * Writes the docs as a folder that any web server can serve under any path: `site/`, or the folder
 * in the first argument.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile, contractJsonFile, readContract } from '../../contract/document.ts'
import { pageOf } from './page.ts'
import { docsLanguages } from './texts.ts'

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../../site', import.meta.url)))
const made = new URL('../../generated/docs/', import.meta.url)

/** Leads from a file to one below the folder. */
const upFrom = (name: string) => '../'.repeat(name.split('/').length - 1) || './'

/** The file of an address: pages have endings where no service adds them. */
function fileOf(address: string): string {
  const [path = '', place] = address.replace(/^\/(docs\/)?/, '').split('#')
  const isFile = files.includes(path) || /^openapi\./.test(path)
  return `${path}${isFile ? '' : '.html'}${place === undefined ? '' : `#${place}`}`
}

/** The console needs a service behind it. */
const needsService = (name: string) => /^(console|calls)/.test(name)

/** A page with addresses that hold below any path. */
const relativePage = (name: string, html: string) =>
  html
    .replaceAll(/<a [^>]*data-needs-service[^>]*>.*?<\/a>/g, '')
    .replace('data-suffix=""', 'data-suffix=".html"')
    .replaceAll(/(?<= (?:href|src)=")\/[^"]*/g, (address) => upFrom(name) + fileOf(address))

const relativeText = (name: string, text: string) =>
  text.replaceAll(/(?<=\]\(|: )http:\/\/localhost:3000\/(docs\/)?/g, upFrom(name))

/** A file of the docs as it stands in the folder. */
function exported(name: string, text: string): string {
  const type = extname(name)
  if (name.endsWith('/reference.html')) {
    const up = upFrom(name)
    const [language = 'en'] = docsLanguages.filter((one) => name.startsWith(`${one}/`))
    const pages = { en: `${up}en/reference.html`, 'pt-BR': `${up}pt-BR/reference.html` }
    const places = { files: up, contract: up, pages, site: `${up}${language}.html` }
    return pageOf(readContract().info.title, language, places)
  }
  if (type === '.html') return relativePage(name, text)
  // The changelog is in English alone, and Portuguese leads to it.
  if (/^document\./.test(name))
    return text.replaceAll('(/docs/en/reference#', '(../en/reference.html#')
  return type === '.md' || type === '.txt' ? relativeText(name, text) : text
}

const files = readdirSync(made, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => extname(name) !== '' && !needsService(name))

for (const name of files) {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, exported(name, readFileSync(new URL(name, made), 'utf8')))
}
cpSync(join(folder, 'en.html'), join(folder, 'index.html'))
for (const file of [contractFile, contractJsonFile]) {
  cpSync(file, join(folder, basename(fileURLToPath(file))))
}
console.log(`The docs are in ${folder}: serve that folder.`)
