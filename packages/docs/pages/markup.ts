/** Markdown of the docs as HTML: anchors, fields, tables and samples, with colours by classes. */
import { createRequire } from 'node:module'
import { Marked } from 'marked'
import type { Token, Tokens } from 'marked'
import type Prism from 'prismjs'
import type { Language } from '../texts.ts'
import { siteTexts } from './texts.ts'

const require = createRequire(import.meta.url)
const prism = require('prismjs') as typeof Prism
const loadLanguages = require('prismjs/components/') as ((names: string[]) => void) & {
  silent: boolean
}
loadLanguages(['bash', 'typescript', 'python', 'php', 'java', 'go', 'json', 'http'])

/** The languages of samples: as a fence names them, as Prism does, and as a reader reads them. */
const sampleLanguages: Record<string, { grammar: string; label: string }> = {
  sh: { grammar: 'bash', label: 'curl' },
  typescript: { grammar: 'typescript', label: 'TypeScript' },
  ts: { grammar: 'typescript', label: 'TypeScript' },
  js: { grammar: 'javascript', label: 'JavaScript' },
  python: { grammar: 'python', label: 'Python' },
  php: { grammar: 'php', label: 'PHP' },
  java: { grammar: 'java', label: 'Java' },
  go: { grammar: 'go', label: 'Go' },
  json: { grammar: 'json', label: 'JSON' },
  http: { grammar: 'http', label: 'HTTP' },
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (one) => escapes[one] ?? one)

/** The fragment by which an address leads to a heading. */
export const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/<[^>]*>|[`*]/g, '')
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** A block of code; a reader by keyboard can scroll it. */
function codeBlock(text: string, fence: string, title: string): string {
  const { grammar } = sampleLanguages[fence] ?? {}
  const rules = grammar === undefined ? undefined : prism.languages[grammar]
  const code = text.trimEnd()
  const inner = rules && grammar ? prism.highlight(code, rules, grammar) : escaped(code)
  const label = escaped(title)
  return `<pre tabindex="0" role="region" aria-label="${label}"><code>${inner}</code></pre>`
}

/** One sample among others in other languages; `before` says what it needs. */
export type Sample = { fence: string; text: string; before?: string; id?: string }

/**
 * The same program in several languages. Without scripts they stand below each other; with them one
 * is shown, in the language that the reader took last.
 */
export function samplesBlock(samples: Sample[], language: Language): string {
  const { samples: title } = siteTexts[language]
  const blocks = samples.map(({ fence, text, before = '', id }) => {
    const { label = fence } = sampleLanguages[fence] ?? {}
    const head = `<p class="sample-name">${label}</p>`
    const code = codeBlock(text, fence, `${title}: ${label}`)
    const place = id ? ` id="${id}"` : ''
    return `<div class="sample" data-sample="${label}"${place}>${head}${before}${code}</div>`
  })
  return `<div class="samples" role="group" aria-label="${title}">\n${blocks.join('\n')}\n</div>\n`
}

export type Heading = { level: number; id: string; text: string }

export type PageMarkup = { html: string; headings: Heading[] }

type Draw = {
  language: Language
  link(href: string): string
  /** Of an object that is read: each of its fields is there, and none is marked as required. */
  isAnswer?: boolean
}

/** The language that a short paragraph in front of a sample begins with. */
export const sampleLabel = (text: string) => /^(TypeScript|Python|PHP|Java|Go)\b/.exec(text)?.[0]

/** Pairs of a short paragraph and a block of code that say the same in several languages. */
function isSampleAt(tokens: Token[], index: number): boolean {
  const [first, second] = tokens.slice(index).filter(({ type }) => type !== 'space')
  if (first?.type !== 'paragraph' || second?.type !== 'code') return false
  return sampleLabel(first.raw) !== undefined
}

/** Puts samples that follow each other into one token, which is drawn as a group. */
function grouped(tokens: Token[]): Token[] {
  const result: Token[] = []
  for (let index = 0; index < tokens.length; ) {
    const pairs: { before: Token; code: Tokens.Code }[] = []
    let next = index
    while (isSampleAt(tokens, next)) {
      const [before, code] = tokens.slice(next).filter(({ type }) => type !== 'space')
      if (!before || !code) break
      pairs.push({ before, code: code as Tokens.Code })
      next = tokens.indexOf(code) + 1
      while (tokens[next]?.type === 'space') next += 1
    }
    const token = tokens[index]
    if (pairs.length > 1) result.push({ type: 'samples', raw: '', pairs } as Token)
    else if (token) result.push(token)
    index = pairs.length > 1 ? next : index + 1
  }
  return result
}

const textOf = (cell: Tokens.TableCell | undefined) => cell?.text ?? ''

/** Draws one page; a page that is drawn by it knows the ids that it has given. */
export function draw(markdown: string, { language, link, isAnswer = false }: Draw): PageMarkup {
  const texts = siteTexts[language]
  const headings: Heading[] = []
  const ids = new Set<string>()
  const freshId = (title: string) => {
    const wanted = anchorOf(title) || 'section'
    let id = wanted
    for (let count = 2; ids.has(id); count += 1) id = `${wanted}-${count}`
    ids.add(id)
    return id
  }
  const inline = (parser: { parseInline(tokens: Token[]): string }, tokens: Token[] | undefined) =>
    parser.parseInline(tokens ?? [])
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = inline(this.parser, tokens)
        if (depth === 1) return `<h1>${inner}</h1>\n`
        const id = freshId(text)
        headings.push({ level: depth, id, text: withoutTags(inner) })
        const label = `${texts.anchor}: ${escaped(text.replaceAll('`', ''))}`
        const anchor = `<a class="anchor" href="#${id}" aria-label="${label}">#</a>`
        return `<h${depth} id="${id}">${inner}${anchor}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(link(href))}">${inline(this.parser, tokens)}</a>`
      },
      code({ text, lang = '' }) {
        const { label = texts.text } = sampleLanguages[lang] ?? {}
        return `<div class="sample">${codeBlock(text, lang, label)}</div>\n`
      },
      table({ header, rows }) {
        const heads = header.map((cell) => inline(this.parser, cell.tokens))
        const cells = rows.map((row) => row.map((cell) => inline(this.parser, cell.tokens)))
        const isFields = textOf(header.at(-1)) === texts.meaning && textOf(header[0]) === texts.name
        if (isFields) return fieldList(cells, freshId, { language, isAnswer })
        return plainTable(heads, cells, texts.table)
      },
    },
    extensions: [
      {
        name: 'samples',
        renderer(token) {
          const { pairs } = token as unknown as {
            pairs: { before: Tokens.Paragraph; code: Tokens.Code }[]
          }
          const samples = pairs.map(({ before, code }) => ({
            fence: code.lang ?? '',
            text: code.text,
            before: `<p>${inline(this.parser, before.tokens)}</p>`,
            id: freshId(`${headings.at(-1)?.text} ${sampleLabel(before.raw)}`),
          }))
          return samplesBlock(samples, language)
        },
      },
    ],
  })
  const tokens = marked.lexer(markdown)
  return { html: marked.parser(grouped(tokens)), headings }
}

const WIDE_COLUMNS = 3

const withoutTags = (html: string) => html.replaceAll(/<[^>]*>/g, '')

function plainTable(heads: string[], cells: string[][], label: string): string {
  const names = heads.map(withoutTags)
  const head = heads.map((one) => `<th scope="col">${one}</th>`).join('')
  const rows = cells.map((row) => {
    const all = row.map((one, index) => `<td data-head="${names[index]}">${one}</td>`)
    return `<tr>${all.join('')}</tr>`
  })
  const kind = heads.length >= WIDE_COLUMNS ? 'table wide' : 'table'
  return `<div class="${kind}" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${head}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table></div>\n`
}

/** Fields or parameters: a table would be wider than a phone. */
function fieldList(
  rows: string[][],
  freshId: (title: string) => string,
  { language, isAnswer }: { language: Language; isAnswer: boolean },
) {
  const { required, anchor } = siteTexts[language]
  const items = rows.map((cells) => {
    const hasPlace = cells.length > 4
    const [name = '', place = ''] = cells
    const [type = '', isRequired = '', meaning = ''] = cells.slice(hasPlace ? 2 : 1)
    const plain = withoutTags(name)
    const id = freshId(plain)
    const marks = [
      `<span class="type">${type}</span>`,
      hasPlace && `<span class="place">${place}</span>`,
      isRequired && !isAnswer && `<span class="required">${required}</span>`,
    ].filter((one) => one)
    const link = `<a class="anchor" href="#${id}" aria-label="${anchor}: ${plain}">#</a>`
    return `<dt id="${id}">${name} ${marks.join(' ')}${link}</dt>\n<dd>${meaning}</dd>`
  })
  return `<dl class="fields">\n${items.join('\n')}\n</dl>\n`
}
