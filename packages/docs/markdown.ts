/**
 * The docs as Markdown, for programs that read: a page for each guide, chapter, operation, event,
 * object and error code, and a list of them as https://llmstxt.org describes.
 */
import { contractUrl } from '../../contract/address.ts'
import { listedErrors, operationsOf, resolved } from '../../contract/document.ts'
import type { Document, Operation } from '../../contract/document.ts'
import { callOf } from './call.ts'
import type { Call } from './call.ts'
import type { CatalogueEntry } from './document.ts'
import { moved } from './pages/outline.ts'
import { curl } from './samples.ts'
import { fieldsOf, table, typeOf } from './schemas.ts'
import type { Schema } from './schemas.ts'
import { docsTexts } from './texts.ts'
import type { Language, Texts } from './texts.ts'

type Example = { summary?: string; value?: unknown }
type Content = Record<string, { schema?: Schema; examples?: Record<string, Example> }>
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Described = Operation & {
  summary: string
  description: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { description?: string; content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type Tag = { name: string; description: string; 'x-displayName'?: string }
type MarkdownSource = Document & {
  info: { summary: string; description: string }
  tags: Tag[]
  webhooks: Record<string, { post: Described }>
}

export type PageKind = keyof Texts['markdown']['kinds']

/** A page, whether it becomes a file of Markdown or one of HTML. */
export type DocsPage = {
  kind: PageKind
  name: string
  title: string
  text: string
  /** Of an operation: what its samples send, which follows the text. */
  call?: Call
  /** Of an operation or event: its chapter. */
  tag?: string
  /** Of an object or operation: the names of its fields and parameters. */
  fields?: string[]
  /** Of an error code. */
  status?: number
}

/** A guide that is not in the contract, from `docs/guides/`. */
export type GuideFile = { name: string; title: string; text: string }

/** The input from which the pages of one language are made. */
type Source = {
  document: MarkdownSource
  language: Language
  texts: Texts
  link(text: string): string
}

const slug = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-')

const code = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const joined = (parts: (string | undefined | false)[]) =>
  `${parts
    .filter((part) => part)
    .map((part) => String(part).trim())
    .join('\n\n')}\n`

/** The guides of the contract: the headings of the first level. */
function guidesOf({ info: { description } }: MarkdownSource): { title: string; text: string }[] {
  const [, ...parts] = description.split(/^# /m)
  return parts.map((part) => {
    const [title = ''] = part.split('\n', 1)
    return { title, text: part.slice(title.length).trim() }
  })
}

/** Turns links within the page of the docs into links between pages; all are one folder deep. */
function linker(english: MarkdownSource, document: MarkdownSource): (text: string) => string {
  const names = guidesOf(english).map(({ title }) => slug(title))
  const places = new Map(
    guidesOf(document).map(({ title }, index) => [
      `section/${title.replaceAll(' ', '-')}`,
      `guides/${names[index]}`,
    ]),
  )
  for (const { name } of english.tags) {
    places.set(`tag/${name.replaceAll(' ', '-')}`, `chapters/${slug(name)}`)
  }
  return (text) =>
    text.replaceAll(/\]\(#([^()#]+)\)/g, (_, place: string) => {
      const found = places.get(place)
      if (!found) throw new Error(`The docs have no place #${place}.`)
      return `](../${found}.md)`
    })
}

function exampleOf(content: Content | undefined): string | undefined {
  const [[type, { examples = {} }] = ['', {}]] = Object.entries(content ?? {})
  const [first] = Object.values(examples)
  if (first?.value === undefined) return undefined
  const isText = typeof first.value === 'string'
  if (isText) return code('', String(first.value))
  return type.includes('json') ? code('json', JSON.stringify(first.value, undefined, 2)) : undefined
}

function schemaIn(content: Content | undefined): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema
}

function accessOf({ security = [] }: Operation, { markdown }: Texts): string {
  const [first = {}] = security
  const scopes = first['oauth2']
  if (scopes && scopes.length > 0) {
    return `${markdown.scopes} ${scopes.map((scope) => `\`${scope}\``).join(', ')}`
  }
  return scopes ? markdown.anyToken : 'clientBasic' in first ? markdown.basic : markdown.open
}

function parametersOf(operation: Described, { document, texts, link }: Source) {
  const rows = (operation.parameters ?? []).map((one) => {
    const { name, in: place, required, ...rest } = resolved(document, one)
    const described = rest as { description?: string; schema: Schema }
    const { description = resolved(document, described.schema).description } = described
    const type = typeOf(document, described.schema)
    return { name, place, type, required: required === true, description: link(description ?? '') }
  })
  return rows.length > 0 && `## ${texts.markdown.parameters}\n\n${table(rows, texts)}`
}

function bodyOf(operation: Described, { document, texts, link }: Source) {
  const { content } = resolved(document, operation.requestBody ?? { content: {} })
  const schema = schemaIn(content)
  if (!schema) return undefined
  const rows = rowsOf(document, schema, link)
  return joined([
    `## ${texts.markdown.body}`,
    `\`${Object.keys(content)[0]}\``,
    rows.length > 0 ? table(rows, texts) : typeOf(document, schema),
    exampleOf(content),
  ])
}

function rowsOf(document: Document, schema: Schema, link: (text: string) => string) {
  const { properties, required } = fieldsOf(document, schema)
  return Object.entries(properties).map(([name, field]) => {
    const { description = resolved(document, field).description } = field
    const type = typeOf(document, field)
    return { name, type, required: required.includes(name), description: link(description ?? '') }
  })
}

function responsesOf(operation: Described, { document, texts }: Source): string {
  const catalogue = document.components.examples as Record<string, CatalogueEntry>
  const answers = Object.entries(operation.responses)
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, response]) => {
      const { description, content } = resolved(document, response)
      const schema = schemaIn(content)
      const type = schema && `${texts.markdown.type}: ${typeOf(document, schema)}`
      return joined([`### ${status}`, description, type, exampleOf(content)])
    })
  const refusals = [...listedErrors(document, operation)].map(
    ([status, name]) =>
      `- \`${status}\` [\`${name}\`](../errors/${name}.md): ${catalogue[name]?.summary?.trim()}`,
  )
  const listed = refusals.length > 0 && `### ${texts.errors.chapter}\n\n${refusals.join('\n')}`
  return joined([`## ${texts.markdown.responses}`, ...answers, listed])
}

function fieldNames(operation: Described, document: Document): string[] {
  const { content } = resolved(document, operation.requestBody ?? { content: {} })
  const schema = schemaIn(content)
  const names = (operation.parameters ?? []).map((one) => resolved(document, one).name)
  return schema ? [...names, ...Object.keys(fieldsOf(document, schema).properties)] : names
}

function operationPages(source: Source): DocsPage[] {
  const { document, texts, link } = source
  return [...operationsOf(document)].map((found) => {
    const operation = found.operation as Described
    const { operationId: name, summary: title, description } = operation
    const text = joined([
      `# ${title}`,
      `\`${found.method.toUpperCase()} ${found.path}\` · \`${name}\``,
      link(description),
      accessOf(operation, texts),
      parametersOf(operation, source),
      bodyOf(operation, source),
      responsesOf(operation, source),
    ])
    const [tag = ''] = operation.tags
    const fields = fieldNames(operation, document)
    return { kind: 'operations', name, title, text, call: callOf(document, found), tag, fields }
  })
}

function eventPages(source: Source): DocsPage[] {
  const { document, texts, link } = source
  return Object.entries(document.webhooks).map(([name, { post }]) => {
    const { content } = resolved(document, post.requestBody ?? { content: {} })
    const schema = schemaIn(content)
    const type = schema && `${texts.markdown.type}: ${typeOf(document, schema)}`
    const heading = `# ${post.summary}`
    const text = joined([heading, `\`${name}\``, link(post.description), type, exampleOf(content)])
    return { kind: 'events', name, title: post.summary, text, tag: 'Events' }
  })
}

function objectPages({ document, texts, link }: Source): DocsPage[] {
  return Object.entries(document.components.schemas)
    .filter(([, { properties, allOf }]: [string, Schema]) => properties ?? allOf)
    .map(([name, schema]) => {
      const { description = '' } = schema as Schema
      const rows = rowsOf(document, schema as Schema, link)
      const text = joined([`# ${name}`, link(description), table(rows, texts)])
      return { kind: 'objects', name, title: name, text, fields: rows.map((row) => row.name) }
    })
}

function errorPages({ document, texts }: Source): DocsPage[] {
  const found = [...operationsOf(document)].map(({ operation }) => ({
    operation: operation as Described,
    listed: [...listedErrors(document, operation)],
  }))
  const entries = Object.entries(document.components.examples as Record<string, CatalogueEntry>)
  return entries.map(([name, { summary = '', description = '', value }]) => {
    const uses = found.flatMap(({ operation: { operationId }, listed }) =>
      listed.filter(([, one]) => one === name).map(([status]) => ({ operationId, status })),
    )
    const { cause, toDo, answeredBy } = texts.errors
    const links = uses.map(({ operationId: id }) => `[${id}](../operations/${id}.md)`)
    const text = joined([
      `# ${name}`,
      `Status \`${uses[0]?.status}\``,
      `**${cause}** ${summary.trim()}`,
      `**${toDo}** ${description.trim()}`,
      code('json', JSON.stringify(value, undefined, 2)),
      `**${answeredBy}** ${links.join(', ')}`,
    ])
    return { kind: 'errors', name, title: name, text, status: uses[0]?.status ?? 0 }
  })
}

function guidePages(english: MarkdownSource, { document, link }: Source): DocsPage[] {
  const names = guidesOf(english).map(({ title }) => slug(title))
  return guidesOf(document).map(({ title, text }, index) => ({
    kind: 'guides',
    name: names[index] ?? '',
    title,
    text: joined([`# ${title}`, link(text)]),
  }))
}

function chapterPages({ document, link }: Source): DocsPage[] {
  return document.tags.map(({ name, description, 'x-displayName': title = name }) => {
    const operations = [...operationsOf(document)].map(({ operation }) => operation as Described)
    const listed = operations
      .filter((one) => one.tags.includes(name) || moved[one.operationId] === slug(name))
      .map(({ operationId: id, summary }) => `- [${summary}](../operations/${id}.md)`)
    const text = joined([`# ${title}`, link(description), listed.join('\n')])
    return { kind: 'chapters', name: slug(name), title, text }
  })
}

/** The list of all pages. */
function listOf({ document, language, texts }: Omit<Source, 'link'>, pages: DocsPage[]): string {
  const { kinds, otherLanguage } = texts.markdown
  const sections = Object.entries(kinds).map(([kind, heading]) => {
    const own = pages.filter((page) => page.kind === kind)
    const links = own.map(
      ({ name, title }) => `- [${title}](${contractUrl}/docs/${language}/${kind}/${name}.md)`,
    )
    return `## ${heading}\n\n${links.join('\n')}`
  })
  const [introduction = ''] = document.info.description.split(/^# /m)
  const { title, summary } = document.info
  return joined([`# ${title}`, `> ${summary}`, introduction.trim(), otherLanguage, ...sections])
}

/**
 * Every page in a language.
 *
 * @param english the contract as it is written
 * @param contract the same in that language
 * @param guides those that are not in the contract
 */
export function docsPages(
  english: Document,
  contract: Document,
  language: Language,
  guides: GuideFile[],
): DocsPage[] {
  const [from, document] = [english as MarkdownSource, contract as MarkdownSource]
  const source = { document, language, texts: docsTexts[language], link: linker(from, document) }
  return [
    ...guidePages(from, source),
    ...guides.map((guide) => ({ kind: 'guides' as const, ...guide })),
    ...chapterPages(source),
    ...operationPages(source),
    ...eventPages(source),
    ...objectPages(source),
    ...errorPages(source),
  ]
}

/** The pages as files of Markdown, and the list of them, by their names below `/docs`. */
export function markdownFiles(
  contract: Document,
  language: Language,
  pages: DocsPage[],
): Record<string, string> {
  const texts = docsTexts[language]
  const document = contract as MarkdownSource
  // The list in English is at `/llms.txt`, where programs look for it.
  const list = language === 'en' ? 'llms.txt' : `${language}/llms.txt`
  const whole = ({ text, call }: DocsPage) =>
    call ? joined([text, `## ${texts.markdown.sample}`, code('sh', curl(call))]) : text
  return Object.fromEntries([
    [list, listOf({ document, language, texts }, pages)],
    ...pages.map((page) => [`${language}/${page.kind}/${page.name}.md`, whole(page)]),
  ])
}
