/**
 * The site of the docs: each page of Markdown as a file of HTML with a menu around it, the lists of
 * the reference, a first page for each language, and what all of them load.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import ts from 'typescript'
import { GenerationError } from '../../../contract/build/refused.ts'
import { languages as sampleWriters } from '../samples.ts'
import { docsTexts } from '../texts.ts'
import type { Language } from '../texts.ts'
import type { DocsPage } from '../markdown.ts'
import { draw, escaped, samplesBlock } from './markup.ts'
import type { PageMarkup } from './markup.ts'
import { downloadList, errorList, linesOf, operationList } from './lists.ts'
import { itemsOf, listItem, lists, menuOf, pathOf } from './menu.ts'
import type { Item, ListName } from './menu.ts'
import { sectionsOf } from './outline.ts'
import type { Section } from './outline.ts'
import { searchIndex, summaryOf } from './search.ts'
import { siteTexts } from './texts.ts'

const here = (path: string) => new URL(path, import.meta.url)
const read = (path: string) => readFileSync(here(path), 'utf8')

const eta = new Eta({ views: fileURLToPath(here('.')), cache: true, autoTrim: false })

/** How a fence names the language of a sample. */
const fences: Record<string, string> = {
  curl: 'sh',
  TypeScript: 'typescript',
  Python: 'python',
  PHP: 'php',
  Java: 'java',
  Go: 'go',
}

/** Shared by all pages of one language. */
type Site = {
  language: Language
  pages: DocsPage[]
  sections: Section[]
  /** The menu, and its pages in their order. */
  menu: string
  order: Item[]
  link(href: string): string
}

/** Leads from page to page: links of Markdown name files that lie beside each other. */
function linkerOf(language: Language, pages: DocsPage[]): (href: string) => string {
  const known = new Set(pages.map((page) => pathOf(language, page)))
  for (const list of lists) known.add(`/docs/${language}/${list}`)
  return (href) => {
    const [, path, place = ''] = /^\.\.\/([\w./-]+?)\.md(#.*)?$/.exec(href) ?? []
    if (path === undefined) return href
    const found = `/docs/${language}/${path}`
    if (!known.has(found))
      throw new GenerationError(`A page of the docs links to ${href}: there is none.`)
    return found + place
  }
}

/** The operations that the console offers. */
const isInConsole = ({ call }: DocsPage) =>
  call !== undefined && call.answer !== 'stream' && !call.redirects && !/:9464/.test(call.url)

/** The column beside an operation: its samples, and links to the console and the reference. */
function asideOf(page: DocsPage, { language }: Site): string {
  const { call, name } = page
  if (!call) return ''
  const texts = siteTexts[language]
  const samples = sampleWriters.map(({ label, write }) => ({
    fence: fences[label] ?? '',
    text: write(call),
  }))
  const consoleAt = `class="button" href="/docs/console-${language}#${name}" data-needs-service`
  const console = `<a ${consoleAt}>${texts.openConsole}</a>`
  const referenceAt = `/docs/${language}/reference#operation/${name}`
  const reference = `<a href="${referenceAt}">${texts.inReference}</a>`
  const links = [...(isInConsole(page) ? [console] : []), reference]
  return `${samplesBlock(samples, language)}<p class="beside">${links.join(' ')}</p>`
}

const CONTENTS_MIN = 3

/** The headings of a page, when there are some. */
function contentsOf({ headings }: PageMarkup, language: Language): string {
  const own = headings.filter(({ level }) => level === 2)
  if (own.length < CONTENTS_MIN) return ''
  const links = own.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
  return `<p class="aside-title">${siteTexts[language].contents}</p><ul>${links.join('')}</ul>`
}

type Body = {
  path: string
  title: string
  description: string
  html: string
  aside?: string
  asideLabel?: string
  /** The page as Markdown. */
  markdown?: string
  /** The page of the menu that stands for this one, when it has no place there. */
  within?: string
  scripts?: string[]
}

/** The document around a page. */
function documentOf(site: Site, body: Body): string {
  const { language, order } = site
  const texts = siteTexts[language]
  const other: Language = language === 'en' ? 'pt-BR' : 'en'
  const otherPath = body.path.replace(language, other)
  const at = order.findIndex(({ path }) => path === body.path)
  const place = body.within ?? body.path
  const current = `<a href="${place}"`
  const marked = site.menu.replace(current, `${current} aria-current="page"`)
  const before = marked.slice(0, Math.max(0, marked.indexOf('aria-current')))
  const opened = before.lastIndexOf('<details ')
  const menu =
    opened < 0
      ? marked
      : `${marked.slice(0, opened)}<details open ${marked.slice(opened + '<details '.length)}`
  const page = eta.render('page', {
    ...body,
    aside: body.aside ?? '',
    markdown: body.markdown ?? '',
    asideLabel: body.asideLabel ?? texts.samples,
    scripts: body.scripts ?? [],
    language,
    texts,
    menu,
    other: { language: other, path: otherPath },
    docs: docsTexts[language].docs,
    languages: docsTexts[language].languages,
    console: `/docs/console-${language}`,
    consoleTitle: docsTexts[language].console.title,
    previous: at > 0 ? order[at - 1] : undefined,
    next: at >= 0 ? order[at + 1] : undefined,
  }) as string
  return page.replaceAll(/\n{2,}/g, '\n')
}

/** The first line of an operation, as a reader knows it from other references. */
const withEndpoint = (html: string) =>
  html.replace(
    /<p><code>([A-Z]+) ([^<]+)<\/code> · <code>(\w+)<\/code><\/p>/,
    (_, method: string, path: string, id: string) =>
      `<p class="endpoint"><strong class="${method.toLowerCase()}">${method}</strong> ` +
      `<code>${path.replaceAll(/(\/)(?=.)/g, '$1<wbr>')}</code> <span>${id}</span></p>`,
  )

function pageFile(site: Site, page: DocsPage): string {
  const { language, link } = site
  const isAnswer = page.kind === 'objects' && !/(Body|Form)$/.test(page.name)
  const drawn = draw(page.text, { language, link, isAnswer })
  const contents = contentsOf(drawn, language)
  const path = pathOf(language, page)
  const inMenu = site.order.some((item) => item.path === path)
  const list = page.kind === 'objects' || page.kind === 'errors' ? page.kind : 'operations'
  return documentOf(site, {
    path,
    title: page.title,
    description: summaryOf(page),
    html: withEndpoint(drawn.html),
    aside: asideOf(page, site) || contents,
    asideLabel: siteTexts[language][page.call ? 'samples' : 'contents'],
    markdown: `${path}.md`,
    ...(!inMenu && { within: `/docs/${language}/${list}` }),
  })
}

function listFile(site: Site, name: ListName, changelog: string): string {
  const { language, pages, sections, link } = site
  const { title, text } = siteTexts[language].lists[name]
  const objects = pages.filter(({ kind }) => kind === 'objects')
  const own = siteTexts[language].changelogText
  const body = {
    operations: () => operationList(language, sections),
    objects: () => linesOf(objects, () => '').join('\n'),
    errors: () => errorList(pages),
    changelog: () => own || changelog.replace(/^# .*\n/, ''),
    downloads: () => downloadList(language),
  }[name]()
  const drawn = draw(`# ${title}\n\n${text}\n\n${body}`, { language, link })
  return documentOf(site, {
    path: `/docs/${language}/${name}`,
    title,
    description: summaryOf({ text: `# ${title}\n\n${text}` }),
    html: `<div class="list-${name}">${drawn.html}</div>`,
    aside: contentsOf(drawn, language),
    asideLabel: siteTexts[language].contents,
  })
}

const LINKS_OF_CARD = 4

/** The first page: what a partner may want to do. */
function homeFile(site: Site): string {
  const { language, sections } = site
  const texts = siteTexts[language]
  const cards = texts.cards.flatMap(({ section: wanted, text }) => {
    const section = sections.find(({ name }) => name === wanted)
    const items = section ? itemsOf(language, section).flat() : []
    const [first] = items
    if (!first) return []
    const links = items.slice(0, LINKS_OF_CARD).map(listItem)
    const head = `<h2>${escaped(texts.sections[wanted])}</h2><p>${escaped(text)}</p>`
    return `<section class="card">${head}<ul>${links.join('')}</ul></section>`
  })
  const start = site.order[0]
  const button = start
    ? `<p><a class="button" href="${start.path}">${escaped(start.title)}</a></p>`
    : ''
  const html = `<div class="home"><h1>${escaped(texts.tagline)}</h1>
<p class="lead">${escaped(texts.introduction)}</p>
${button}
<div class="cards">${cards.join('\n')}</div></div>`
  return documentOf(site, {
    path: `/docs/${language}`,
    title: docsTexts[language].docs,
    description: texts.introduction,
    html,
  })
}

function siteOf(language: Language, pages: DocsPage[]): Site {
  const sections = sectionsOf(pages)
  const order = sections.flatMap((section) => itemsOf(language, section).flat())
  return {
    language,
    pages,
    sections,
    menu: menuOf(language, sections),
    // The reference on one page has no previous and next one.
    order: order.filter(({ path }) => !path.endsWith('/reference')),
    link: linkerOf(language, pages),
  }
}

/** The pages of a language by their names below `/docs`. */
export function sitePages(
  language: Language,
  pages: DocsPage[],
  { changelog, console }: { changelog: string; console: string },
): Record<string, string> {
  const site = siteOf(language, pages)
  const title = docsTexts[language].console.title
  return Object.fromEntries([
    [`${language}.html`, homeFile(site)],
    ...lists.map((name) => [`${language}/${name}.html`, listFile(site, name, changelog)]),
    ...pages.map((page) => [`${language}/${page.kind}/${page.name}.html`, pageFile(site, page)]),
    [
      `console-${language}.html`,
      documentOf(site, {
        path: `/docs/console-${language}`,
        title,
        description: docsTexts[language].console.about,
        html: console,
        scripts: ['/docs/console.js'],
      }),
    ],
    [`search.${language}.json`, searchIndex(pages, language)],
  ])
}

/** A module as browsers read it: without types and comments. */
function compiled(text: string): string {
  const { ES2022: target } = ts.ScriptTarget
  const { ESNext: module } = ts.ModuleKind
  const compilerOptions = { target, module, removeComments: true }
  return ts.transpileModule(text, { compilerOptions }).outputText
}

/** Files that every page loads, and those of the search. */
export function siteAssets(): Record<string, string> {
  const { resolve } = createRequire(import.meta.url)
  const package_ = resolve('minisearch').replace(/dist.*$/s, '')
  const hostedPage = '../../../domain/checkouts/page/style/'
  const sheets = [`${hostedPage}colours.css`, 'site.css']
  return {
    'site.css': sheets.map(read).join(''),
    'early.js': read('early.js'),
    'site.js': read('site.js'),
    'searchRules.js': compiled(read('searchRules.ts')),
    'minisearch.js': compiled(readFileSync(`${package_}dist/es/index.js`, 'utf8')),
    'minisearch.js.LICENSE.txt': readFileSync(`${package_}LICENSE.txt`, 'utf8'),
  }
}
