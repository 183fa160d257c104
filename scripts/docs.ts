/**
 * Writes the docs as a folder that any web server can serve under any path: `site/`, or the folder
 * in the first argument.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile, contractJsonFile, readContract } from '../contract/document.ts'
import { pageOf } from './docs/page.ts'
import { docsLanguages } from './docs/texts.ts'

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL('../site', import.meta.url)))

mkdirSync(folder, { recursive: true })
// The console needs a service behind it.
const filter = (file: string) => !/^(console|calls)/.test(basename(file))
cpSync(new URL('../generated/docs/', import.meta.url), folder, { recursive: true, filter })
const { title } = readContract().info
const portuguese = join(folder, 'document.pt-BR.json')
const text = readFileSync(portuguese, 'utf8')
writeFileSync(portuguese, text.replaceAll('(/docs/en#', '(en.html#'))
const pages = { en: 'en.html', 'pt-BR': 'pt-BR.html' }
for (const language of docsLanguages) {
  const page = pageOf(title, language, { files: './', contract: './', pages })
  writeFileSync(join(folder, pages[language]), page)
  if (language === 'en') writeFileSync(join(folder, 'index.html'), page)
}
for (const file of [contractFile, contractJsonFile]) {
  cpSync(file, join(folder, basename(fileURLToPath(file))))
}
const markdownFile = new URL('../generated/markdown.json', import.meta.url)
const markdown = JSON.parse(readFileSync(markdownFile, 'utf8')) as Record<string, string>
for (const [path, text] of Object.entries(markdown)) {
  const file = join(folder, path.replace(/^\/(docs\/)?/, ''))
  const up = path === '/llms.txt' ? './' : '../'
  mkdirSync(dirname(file), { recursive: true })
  const linked = text.replaceAll(/(?<=\]\(|: )http:\/\/localhost:3000\/(docs\/)?/g, up)
  writeFileSync(file, linked)
}
console.log(`The docs are in ${folder}: serve that folder.`)
